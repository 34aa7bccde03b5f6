// How a request would differ, besides the model ID, if it were sent to another model.
import type { RequestSettings } from '../../../conversation/node/request/requestBuilder';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import { supportsPrefill } from '../../../gateway/common/continuation';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Quirk } from '../../../gateway/common/quirk';
import { thinkingBudget } from '../../../gateway/common/requestParameters';
import type { Price } from '../../../gateway/common/usage';
import { isTooShort } from './alternativeModels';

/** How requests to a model are made. */
export interface RequestTraits {
  readonly apiFormat: ApiFormat;
  readonly quirks: readonly Quirk[];
}

/** What the request contains, whichever model it is sent to. */
export interface RequestContent {
  readonly settings: RequestSettings;
  /** The size of the whole conversation. */
  readonly requiredTokens: number;
  readonly hasImages: boolean;
  /** The answer is to be continued from its text. */
  readonly isContinuation: boolean;
}

export type ModelDifference =
  | { readonly type: 'apiFormat'; readonly apiFormat: ApiFormat }
  /** The model is known to reject something in the request, which is therefore omitted or replaced. */
  | { readonly type: 'quirk'; readonly quirk: Quirk }
  /** The request contains images, and the model does not accept any. */
  | { readonly type: 'images' }
  /** The conversation is too long for the model. */
  | { readonly type: 'contextLength' }
  | { readonly type: 'dearer'; readonly price: Price; readonly before: Price }
  | {
      readonly type: 'smallerContext';
      readonly contextLength: number;
      readonly before: number;
    };

/** @param missing what the list said of the model before; absent where the user has seen price and context of the new one */
export function modelDifferences(
  model: ModelRecord,
  before: RequestTraits,
  after: RequestTraits,
  content: RequestContent,
  missing?: ModelRecord,
): readonly ModelDifference[] {
  const isShort = isTooShort(model, content.requiredTokens);
  const differences: (ModelDifference | undefined)[] = [
    isShort ? { type: 'contextLength' } : undefined,
    ...losses(model, missing).filter(({ type }) => !isShort || type === 'dearer'),
    content.hasImages && model.imageInput === false ? { type: 'images' } : undefined,
    after.apiFormat === before.apiFormat
      ? undefined
      : { type: 'apiFormat', apiFormat: after.apiFormat },
    ...after.quirks
      .filter((quirk) => !before.quirks.includes(quirk))
      .filter((quirk) => affects[quirk](content, after.apiFormat))
      .map((quirk) => ({ type: 'quirk', quirk }) as const),
  ];
  return differences.filter((difference) => difference !== undefined);
}

/** What a model costs more and holds less than another one, as far as the list says. */
export function losses(
  { price, contextLength = Infinity }: ModelRecord,
  { price: priceBefore, contextLength: before = 0 }: Partial<ModelRecord> = {},
): readonly ModelDifference[] {
  const isDearer =
    price !== undefined &&
    price.currency === priceBefore?.currency &&
    sumOf(price) > sumOf(priceBefore);
  return [
    ...(isDearer ? [{ type: 'dearer', price, before: priceBefore } as const] : []),
    ...(contextLength < before ? [{ type: 'smallerContext', contextLength, before } as const] : []),
  ];
}

function sumOf({ input = 0, output = 0 }: Price): number {
  return input + output;
}

/** Whether a quirk changes a request. */
const affects: Readonly<Record<Quirk, (content: RequestContent, format: ApiFormat) => boolean>> = {
  noStream: ({ settings }) => settings.stream,
  onlyStream: ({ settings }) => !settings.stream,
  noStore: (_content, format) => format === 'responses',
  noStreamOptions: ({ settings }, format) => settings.stream && format === 'chat',
  maxCompletionTokens: limitsTokens,
  maxTokens: limitsTokens,
  noTemperature: ({ settings }) => settings.temperature !== undefined,
  thinkingBudget: ({ settings }, format) =>
    format === 'generateContent' && thinkingBudget(settings.reasoningEffort ?? '') !== undefined,
  noReasoningEffort: ({ settings }) => settings.reasoningEffort !== undefined,
  systemAsDeveloper: ({ settings }, format) => settings.systemPrompt !== '' && format === 'chat',
  systemInUser: ({ settings }) => settings.systemPrompt !== '',
  noImages: ({ hasImages }) => hasImages,
  // The chat view offers no tools.
  noStreamedTools: () => false,
  noToolChoice: () => false,
  noTools: () => false,
  noEncryptedReasoning: () => false,
  noUserAfterResults: () => false,
  shortCallIds: () => false,
  signedCalls: () => false,
  noReturnedReasoning: () => false,
  reasonedAnswers: () => false,
  noPrefill: ({ isContinuation }, format) => isContinuation && supportsPrefill(format),
};

function limitsTokens({ settings }: RequestContent, format: ApiFormat): boolean {
  return settings.maxTokens !== undefined && format === 'chat';
}
