// Token usage, speed and cost of answers and conversations. What the gateway did not report is absent, never guessed.
import { omitUndefined } from '../../../base/omitUndefined';
import { sentImages } from '../../../conversation/common/attachment';
import type { Answer, Conversation, Outcome } from '../../../conversation/common/conversation';
import { mayBeCharged } from '../../../conversation/node/retry/retryPolicy';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { Failure } from '../../../gateway/common/failure';
import {
  costOf,
  costTotals,
  type Cost,
  type CostTotals,
  type PriceOf,
} from '../../../gateway/common/prices';
import type { Quirk } from '../../../gateway/common/quirk';
import type { Price, Usage } from '../../../gateway/common/usage';
import { compareModels, type ServedModel } from './servedModel';

/** Content that arrived within less arrived all at once: its speed would be the network's. */
const minStreamMs = 100;

export interface AnswerUsage {
  readonly requestedModel: string;
  readonly servedModel?: string;
  /** Absent if the gateway did not report the model. */
  readonly comparison?: ServedModel;
  /** Absent if nothing was sent. */
  readonly apiFormat?: ApiFormat;
  /** What its requests were adapted to; absent if none was. */
  readonly quirks?: readonly Quirk[];
  readonly usage: Usage;
  /** The time from sending the request to its first content. */
  readonly firstContentMs?: number;
  /** The speed of the last request while it streamed; absent if the content arrived all at once. */
  readonly tokensPerSecond?: number;
  readonly cost?: Cost;
  /** The price behind the cost; absent if the gateway reported the cost itself. */
  readonly price?: Price;
  /** No request was sent, or all were rejected. */
  readonly isFree?: true;
}

/** The sums over all requests of a conversation, including those of earlier versions of answers. */
export interface ConversationTotals extends CostTotals {
  /** Requests that were sent and have ended. */
  readonly requests: number;
  /** The requests among them that were rejected, free of charge. */
  readonly rejected: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Requests whose tokens are unknown, and missing above. */
  readonly withoutUsage: number;
}

/**
 * The usage of an answer, of all its chargeable requests together; undefined while it runs.
 * @param hasImages Its requests may have had pictures.
 */
export function answerUsage(
  answer: Answer,
  priceOf: PriceOf,
  hasImages = false,
): AnswerUsage | undefined {
  const { outcome, model, startedAt } = answer;
  if (outcome === undefined) {
    return undefined;
  }
  const outcomes = chargeableOutcomes(answer);
  const [first = outcome] = outcomes;
  const last = outcomes.at(-1) ?? outcome;
  const servedModel = servedModelOf(model, outcomes);
  const { firstContentAt, sentAt = startedAt } = first;
  const cost = answerCost(answer, priceOf, hasImages);
  const isBilled = outcomes.every(({ usage }) => usage?.billedDollars !== undefined);
  const quirks = new Set(allOutcomes(answer).flatMap((one) => one.quirks ?? []));
  return omitUndefined({
    requestedModel: model,
    usage: sumOfUsage(outcomes),
    servedModel,
    comparison: servedModel === undefined ? undefined : compareModels(model, servedModel),
    apiFormat: last.apiFormat,
    quirks: quirks.size === 0 ? undefined : [...quirks],
    firstContentMs: firstContentAt === undefined ? undefined : firstContentAt - sentAt,
    tokensPerSecond: tokensPerSecond(last, answer.reasoning !== ''),
    cost,
    price:
      isBilled || cost === undefined
        ? undefined
        : (priceOf(last.model ?? model) ?? last.listedPrice),
    isFree: outcomes.length === 0 ? true : undefined,
  });
}

/** The cost of those of its requests that have ended; undefined if one is unknown or the currencies differ. */
export function answerCost(answer: Answer, priceOf: PriceOf, hasImages: boolean): Cost | undefined {
  const requests = chargeableOutcomes(answer).map((outcome) => ({
    cost: requestCost(outcome, outcome.model ?? answer.model, priceOf, hasImages),
  }));
  const { costs, withoutCost } = costTotals(requests);
  return withoutCost === 0 && costs.length === 1 ? costs[0] : undefined;
}

export function conversationTotals(
  conversation: Conversation,
  priceOf: PriceOf,
): ConversationTotals {
  const hasImages = containsImages(conversation);
  const requests = allRequests(conversation);
  const chargeable = requests.filter(({ isChargeable }) => isChargeable);
  const usages = chargeable.map(({ outcome: { usage = {} } }): Usage => usage);
  const tokens = (field: 'inputTokens' | 'outputTokens'): number =>
    usages.reduce((sum, { [field]: count = 0 }) => sum + count, 0);
  const rejected = [
    ...requests.map(({ isChargeable, outcome }) => (isChargeable ? undefined : outcome.failure)),
    ...adjustmentFailures(conversation),
  ].filter(wasRejected).length;
  return {
    requests: usages.length + rejected,
    rejected,
    inputTokens: tokens('inputTokens'),
    outputTokens: tokens('outputTokens'),
    withoutUsage: usages.filter(
      ({ inputTokens, outputTokens }) => inputTokens === undefined || outputTokens === undefined,
    ).length,
    ...costTotals(
      chargeable.map(({ outcome, model }) => ({
        cost: requestCost(outcome, model, priceOf, hasImages),
      })),
    ),
  };
}

interface EndedRequest {
  readonly outcome: Outcome;
  readonly model: string;
  readonly isChargeable: boolean;
}

/** The requests for answers, on the path or off it, and for summaries, failed ones too. */
function allRequests(conversation: Conversation): readonly EndedRequest[] {
  const { omitted = [], failedSummaries = [] } = conversation;
  return [
    ...allAnswers(conversation).flatMap((answer) => {
      const chargeable = chargeableOutcomes(answer);
      return allOutcomes(answer).map((outcome) => ({
        outcome,
        model: outcome.model ?? answer.model,
        isChargeable: chargeable.includes(outcome),
      }));
    }),
    ...omitted.flatMap(({ summary }) =>
      summary === undefined
        ? []
        : { outcome: summary.outcome, model: summary.model, isChargeable: true },
    ),
    ...failedSummaries.map(({ outcome, model }) => ({
      outcome,
      model,
      isChargeable: mayHaveCost(outcome),
    })),
  ];
}

function adjustmentFailures(conversation: Conversation): readonly (Failure | undefined)[] {
  return allAnswers(conversation)
    .flatMap(({ adjustments = [] }) => adjustments)
    .map((adjustment) => (adjustment.kind === 'imagesOmitted' ? undefined : adjustment.failure));
}

/** Only an HTTP status of the gateway proves that a failed request was sent. */
function wasRejected(failure: Failure | undefined): boolean {
  return failure?.status !== undefined && failure.kind !== 'proxy';
}

function allAnswers({ offPath, messages }: Conversation): readonly Answer[] {
  return [...offPath, ...messages].filter((message) => message.kind === 'answer');
}

/** The last model that answered, or the first one that was not the requested one. */
function servedModelOf(requested: string, outcomes: readonly Outcome[]): string | undefined {
  const served = outcomes
    .filter(({ model = requested }) => model === requested)
    .flatMap(({ servedModel }) => servedModel ?? []);
  return served.find((model) => compareModels(requested, model) === 'other') ?? served.at(-1);
}

const usageFields = [
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cachedTokens',
  'cacheWriteTokens',
] as const;

/** A field that one of the requests lacks is absent from the sum. */
function sumOfUsage(outcomes: readonly Outcome[]): Usage {
  const sums: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const field of usageFields) {
    const counts = outcomes.flatMap(({ usage }) => usage?.[field] ?? []);
    if (counts.length > 0 && counts.length === outcomes.length) {
      sums[field] = counts.reduce((sum, count) => sum + count, 0);
    }
  }
  return sums;
}

function requestCost(
  outcome: Outcome,
  model: string,
  priceOf: PriceOf,
  hasImages: boolean,
): Cost | undefined {
  return costOf(outcome.usage ?? {}, priceOf(model) ?? outcome.listedPrice, hasImages);
}

/** Whether a question has pictures. */
export function containsImages({ messages, offPath }: Conversation): boolean {
  return [...messages, ...offPath].some(
    (message) => message.kind === 'question' && sentImages(message).length > 0,
  );
}

/** Output tokens over the time from the first to the last content. */
function tokensPerSecond(outcome: Outcome, showsReasoning: boolean): number | undefined {
  const { firstContentAt, lastContentAt, usage } = outcome;
  if (firstContentAt === undefined || lastContentAt === undefined) {
    return undefined;
  }
  const ms = lastContentAt - firstContentAt;
  const tokens = streamedTokens(usage, showsReasoning);
  return tokens === undefined || ms < minStreamMs ? undefined : (tokens * 1000) / ms;
}

/** Hidden reasoning was generated before the first content arrived. */
function streamedTokens(usage: Usage | undefined, showsReasoning: boolean): number | undefined {
  const { outputTokens, reasoningTokens = 0 } = usage ?? {};
  const hidden = showsReasoning ? 0 : reasoningTokens;
  return outputTokens === undefined || hidden >= outputTokens
    ? outputTokens
    : outputTokens - hidden;
}

/** The ends of all its requests, oldest first; each round of tool calls has one. */
function allOutcomes({ rounds = [], earlierOutcomes = [], outcome }: Answer): readonly Outcome[] {
  const ofRounds = rounds.flatMap((round) => round.outcome ?? []);
  return [...ofRounds, ...earlierOutcomes, ...(outcome === undefined ? [] : [outcome])].toSorted(
    (a, b) => a.endedAt - b.endedAt,
  );
}

/** The outcomes of an answer's requests that may have been charged; text proves it for the first. */
function chargeableOutcomes(answer: Answer): readonly Outcome[] {
  const hasText = answer.text + answer.reasoning !== '';
  return allOutcomes(answer).filter(
    (outcome, index) => (index === 0 && hasText) || mayHaveCost(outcome),
  );
}

function mayHaveCost({ failure, firstContentAt, sentAt, usage }: Outcome): boolean {
  if (firstContentAt !== undefined || usage !== undefined) {
    return true;
  }
  // A request without a failure succeeded or was stopped, perhaps before it was sent.
  return failure === undefined ? sentAt !== undefined : mayBeCharged(failure);
}
