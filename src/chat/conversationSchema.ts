// Schemas of saved conversations and events: the files may come from another version or be damaged.
import * as v from 'valibot';
import { endStates } from '../shared/conversation/conversation';
import { failureKinds } from '../shared/conversation/failure';
import { quirks } from '../shared/conversation/quirk';
import { apiFormats } from '../shared/conversation/apiFormat';
import { priceSchema } from './cost/prices';

/** Milliseconds since 1970, within the range of a Date (ECMA-262, “Time Values”). */
const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const failure = v.object({
  kind: v.picklist(failureKinds),
  status: v.exactOptional(v.number()),
  nothingSent: v.exactOptional(v.literal(true)),
  retryAfterMs: v.exactOptional(v.number()),
  requestId: v.exactOptional(v.string()),
  detail: v.exactOptional(v.string()),
  host: v.exactOptional(v.string()),
  keyLabel: v.exactOptional(v.string()),
  redirectTarget: v.exactOptional(v.string()),
  likelyCause: v.exactOptional(v.picklist(['missingV1', 'signInPage', 'wrongPath', 'gatewayDown'])),
  timeoutSeconds: v.exactOptional(v.number()),
  isFixedTimeout: v.exactOptional(v.literal(true)),
  quirk: v.exactOptional(v.picklist(quirks)),
  tokens: v.exactOptional(
    v.object({ needed: v.exactOptional(v.number()), limit: v.exactOptional(v.number()) }),
  ),
});

const outcome = v.object({
  model: v.exactOptional(v.string()),
  endedAt: time,
  apiFormat: v.exactOptional(v.picklist(apiFormats)),
  failure: v.exactOptional(failure),
  finishReason: v.exactOptional(v.string()),
  usage: v.exactOptional(
    v.object({
      inputTokens: v.exactOptional(v.number()),
      outputTokens: v.exactOptional(v.number()),
      reasoningTokens: v.exactOptional(v.number()),
      cachedTokens: v.exactOptional(v.number()),
    }),
  ),
  servedModel: v.exactOptional(v.string()),
  sentAt: v.exactOptional(time),
  firstContentAt: v.exactOptional(time),
  lastContentAt: v.exactOptional(time),
  listedPrice: v.exactOptional(priceSchema),
  toolCalls: v.exactOptional(v.array(v.object({ name: v.string(), arguments: v.string() }))),
});

const question = v.object({
  kind: v.literal('question'),
  id: v.string(),
  text: v.string(),
  images: v.exactOptional(v.array(v.object({ mediaType: v.string(), data: v.string() }))),
  parentId: v.exactOptional(v.string()),
  askedAt: time,
});

const retryWait = v.object({ failure, delayMs: v.number(), retryAt: time });
const autoRetry = v.variant('kind', [
  v.object({ kind: v.literal('delayed'), failure }),
  v.object({ kind: v.literal('adapted'), quirk: v.picklist(quirks), failure }),
  v.object({ kind: v.literal('imagesOmitted'), quirk: v.literal('noImages') }),
]);

const answer = v.object({
  kind: v.literal('answer'),
  id: v.string(),
  questionId: v.string(),
  model: v.string(),
  state: v.picklist(['waiting', 'streaming', ...endStates]),
  text: v.string(),
  reasoning: v.string(),
  startedAt: time,
  retryWait: v.exactOptional(retryWait),
  autoRetries: v.exactOptional(v.array(autoRetry)),
  outcome: v.exactOptional(outcome),
  earlierOutcomes: v.exactOptional(v.array(outcome)),
  continuedAt: v.exactOptional(time),
});

const omitted = v.object({
  lastQuestionId: v.string(),
  omittedAt: time,
  summary: v.exactOptional(v.object({ text: v.string(), model: v.string(), outcome })),
});
const failedSummary = v.object({ model: v.string(), outcome });
const gateway = v.object({ baseUrl: v.string(), keyLabel: v.exactOptional(v.string()) });

/** By their names in `media/exportedChats.schema.json`. */
export const namedSchemas = {
  time,
  failure,
  price: priceSchema,
  outcome,
  question,
  retryWait,
  autoRetry,
  answer,
  omitted,
  failedSummary,
  gateway,
};

export const messageSchema = v.variant('kind', [question, answer]);
const fromOtherWindow = v.exactOptional(v.literal(true));

export const conversationSchema = v.object({
  id: v.string(),
  createdAt: time,
  model: v.string(),
  messages: v.array(messageSchema),
  offPath: v.array(messageSchema),
  omitted: v.exactOptional(v.array(omitted)),
  failedSummaries: v.exactOptional(v.array(failedSummary)),
  gateway: v.exactOptional(gateway),
});

export const eventSchema = v.variant('type', [
  v.object({ type: v.literal('asked'), question, answer, fromOtherWindow }),
  v.object({ type: v.literal('retried'), replacedAnswerId: v.string(), answer, fromOtherWindow }),
  v.object({ type: v.literal('versionChosen'), messageId: v.string() }),
  v.object({ type: v.literal('retryScheduled'), answerId: v.string(), retryWait }),
  v.object({ type: v.literal('autoRetried'), answerId: v.string(), autoRetry }),
  v.object({
    type: v.literal('textAppended'),
    answerId: v.string(),
    text: v.string(),
    reasoning: v.string(),
  }),
  v.object({
    type: v.literal('ended'),
    answerId: v.string(),
    state: v.picklist(endStates),
    outcome,
  }),
  v.object({
    type: v.literal('continued'),
    answerId: v.string(),
    continuedAt: time,
    model: v.exactOptional(v.string()),
  }),
  v.object({ type: v.literal('modelChosen'), model: v.string() }),
  v.object({ type: v.literal('renamed'), title: v.string() }),
  v.object({ type: v.literal('turnsOmitted'), omitted }),
  v.object({ type: v.literal('summaryFailed'), failedSummary }),
  v.object({ type: v.literal('gatewayChosen'), gateway: v.exactOptional(gateway) }),
]);
