// What asking another model changes of a request beside the model's name, told before it is asked.
import type { Quirk } from '../shared/quirk';
import type { WireForm } from '../shared/wireForm';
import { isTooShort } from './alternativeModels';
import type { ModelRecord } from './ports';

/** How a model is asked, and what the request holds. */
export interface AskedSoFar {
  readonly form: WireForm;
  readonly quirks: readonly Quirk[];
  /** Of the whole conversation. */
  readonly neededTokens: number;
  readonly hasPictures: boolean;
}

export type ModelDifference =
  /** It is asked through another form. */
  | { readonly about: 'form'; readonly form: WireForm }
  /** It is known to refuse what the request holds, so that this is left out or said otherwise. */
  | { readonly about: 'quirk'; readonly quirk: Quirk }
  /** Its record says that it takes no pictures, and the request holds some. */
  | { readonly about: 'pictures' }
  /** Its record says that the conversation is too long for it. */
  | { readonly about: 'contextLength' };

/** @param quirks What is known of the other model; what holds for both changes nothing. */
export function modelDifferences(
  model: ModelRecord,
  form: WireForm,
  quirks: readonly Quirk[],
  asked: AskedSoFar,
): readonly ModelDifference[] {
  const learned = quirks.filter((quirk) => !asked.quirks.includes(quirk));
  const differences: (ModelDifference | undefined)[] = [
    isTooShort(model, asked.neededTokens) ? { about: 'contextLength' } : undefined,
    asked.hasPictures && model.pictures === false ? { about: 'pictures' } : undefined,
    form === asked.form ? undefined : { about: 'form', form },
    ...learned.map((quirk) => ({ about: 'quirk', quirk }) as const),
  ];
  return differences.filter((difference) => difference !== undefined);
}
