// What asking another model changes of a request beside the model's name, told before it is asked.
import { assertNever } from '../../base/assertNever';
import type { Quirk } from '../../shared/conversation/quirk';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import { isTooShort } from './alternativeModels';
import type { RequestSettings } from '../request/requestBuilder';
import type { ModelRecord } from '../ports';

/** How a model is asked: through which form, and without what it is known to refuse. */
export interface RequestTraits {
  readonly form: ApiFormat;
  readonly quirks: readonly Quirk[];
}

/** What the request holds, whoever is asked. */
export interface ModelProfile {
  readonly settings: RequestSettings;
  /** Of the whole conversation. */
  readonly neededTokens: number;
  readonly hasPictures: boolean;
  /** An answer is to go on from its text. */
  readonly goesOn: boolean;
}

export type ModelDifference =
  /** It is asked through another form. */
  | { readonly about: 'form'; readonly form: ApiFormat }
  /** It is known to refuse what the request holds, so that this is left out or said otherwise. */
  | { readonly about: 'quirk'; readonly quirk: Quirk }
  /** The model before was known to refuse something, and this one is not. */
  | { readonly about: 'noQuirk'; readonly quirk: Quirk }
  /** Its record says that it takes no pictures, and the request holds some. */
  | { readonly about: 'images' }
  /** Its record says that the conversation is too long for it. */
  | { readonly about: 'contextLength' };

export function modelDifferences(
  model: ModelRecord,
  before: RequestTraits,
  now: RequestTraits,
  held: ModelProfile,
): readonly ModelDifference[] {
  const matters = (way: RequestTraits, other: RequestTraits): readonly Quirk[] =>
    way.quirks.filter((quirk) => !other.quirks.includes(quirk) && concerns(quirk, way.form, held));
  const differences: (ModelDifference | undefined)[] = [
    isTooShort(model, held.neededTokens) ? { about: 'contextLength' } : undefined,
    held.hasPictures && model.imageInput === false ? { about: 'images' } : undefined,
    now.form === before.form ? undefined : { about: 'form', form: now.form },
    ...matters(now, before).map((quirk) => ({ about: 'quirk', quirk }) as const),
    ...matters(before, now).map((quirk) => ({ about: 'noQuirk', quirk }) as const),
  ];
  return differences.filter((difference) => difference !== undefined);
}

/** Whether the request holds what is refused, so that obeying the quirk changes it. */
function concerns(
  quirk: Quirk,
  form: ApiFormat,
  { settings, hasPictures, goesOn }: ModelProfile,
): boolean {
  switch (quirk) {
    case 'noStream':
      return settings.stream;
    case 'noStreamOptions':
      return settings.stream && form === 'chat';
    case 'maxCompletionTokens':
    case 'maxTokens':
      return settings.maxTokens !== undefined && form === 'chat';
    case 'noTemperature':
      return settings.temperature !== undefined;
    case 'noReasoningEffort':
      return settings.reasoningEffort !== undefined;
    case 'systemAsDeveloper':
      return settings.systemPrompt !== '' && form === 'chat';
    case 'systemInUser':
      return settings.systemPrompt !== '';
    case 'noImages':
      return hasPictures;
    case 'noPrefill':
      return goesOn && form === 'messages';
    default:
      return assertNever(quirk);
  }
}
