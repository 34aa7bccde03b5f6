// Schemas of saved conversations and events: the files may come from another version or be damaged.
import * as v from 'valibot';
import { omitUndefined } from '../../base/omitUndefined';
import { answeredFormats } from '../../gateway/common/answeredFormat';
import { apiFormats } from '../../gateway/common/apiFormat';
import { endStates } from '../../gateway/common/endState';
import {
  baseUrlProblems,
  failureKinds,
  keyCommandProblems,
  mediaKinds,
  notApiCauses,
  protocolFaults,
  type Failure,
} from '../../gateway/common/failure';
import { type GatewayRef } from '../../gateway/common/gatewayRef';
import { priceSchema, usageSchema } from '../../gateway/common/prices';
import { quirks } from '../../gateway/common/quirk';
import type { RequestAdjustment, RetryWait } from '../../gateway/common/requestAdjustment';
import { type Price } from '../../gateway/common/usage';
import type { Attachment } from '../common/attachment';
import { attachmentKinds } from '../common/attachmentKinds';
import {
  toolBounds,
  type Answer,
  type AppliedChange,
  type ChatSettings,
  type Conversation,
  type FailedSummary,
  type OmittedTurns,
  type Outcome,
  type Question,
  type ToolOutcome,
  type ToolRound,
} from '../common/conversation';
import type { SavedEvent } from '../common/conversationEvent';

/** A type as it is compared: nothing is `readonly`, and each optional field is there and may be undefined. */
type Comparable<T> = T extends readonly (infer U)[]
  ? Comparable<U>[]
  : T extends object
    ? {
        -readonly [K in keyof T]-?:
          Comparable<T[K]> | (T extends Record<K, unknown> ? never : undefined);
      }
    : T;

type IsSame<A, B> = [Comparable<A>, Comparable<B>] extends [Comparable<B>, Comparable<A>]
  ? true
  : false;

/**
 * Does not compile unless the schema has exactly the fields of `T`. A field that a schema lacks would be saved, and be
 * gone without an error when it is loaded.
 */
function schemaOf<T>() {
  return <S extends v.GenericSchema>(
    schema: S & (IsSame<v.InferOutput<S>, T> extends true ? unknown : never),
  ): S => schema;
}

/** Milliseconds since 1970, within the range of a Date (ECMA-262, “Time Values”). */
const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const optionalText = v.exactOptional(v.string());
const optionalNumber = v.exactOptional(v.number());
const optionalTime = v.exactOptional(time);
const optionalTrue = v.exactOptional(v.literal(true));

const failureKind = v.picklist(failureKinds);
const attachmentKind = v.picklist(attachmentKinds);
const endState = v.picklist(endStates);
const answerState = v.picklist(['waiting', 'streaming', ...endStates]);

export const demandSchema = v.object({
  place: v.picklist(['header', 'queryParameter']),
  name: v.string(),
  origin: v.string(),
});

const failure = schemaOf<Failure>()(
  v.object({
    kind: failureKind,
    baseUrlProblem: v.exactOptional(v.picklist(baseUrlProblems)),
    keyCommandProblem: v.exactOptional(v.picklist(keyCommandProblems)),
    exitCode: optionalNumber,
    keyFromCommand: optionalTrue,
    status: optionalNumber,
    nothingSent: optionalTrue,
    wasSent: optionalTrue,
    notStarted: optionalTrue,
    retryForbidden: optionalTrue,
    retryAfterMs: optionalNumber,
    requestId: optionalText,
    detail: optionalText,
    host: optionalText,
    keyLabel: optionalText,
    budgetAdvice: optionalText,
    redirectTarget: optionalText,
    isLocal: v.exactOptional(v.literal(true)),
    likelyCause: v.exactOptional(v.picklist(notApiCauses)),
    protocolFault: v.exactOptional(v.picklist(protocolFaults)),
    wrongApiFormat: optionalTrue,
    unexplained: optionalTrue,
    demand: v.exactOptional(demandSchema),
    media: v.exactOptional(v.picklist(mediaKinds)),
    timeoutSeconds: optionalNumber,
    isFixedTimeout: optionalTrue,
    quirk: v.exactOptional(v.picklist(quirks)),
    maxOutputTokens: optionalNumber,
    tokens: v.exactOptional(v.object({ needed: optionalNumber, limit: optionalNumber })),
  }),
);

const outcome = schemaOf<Outcome>()(
  v.object({
    model: optionalText,
    endedAt: time,
    apiFormat: v.exactOptional(v.picklist(apiFormats)),
    failure: v.exactOptional(failure),
    finishReason: optionalText,
    usage: v.exactOptional(usageSchema),
    servedModel: optionalText,
    sentAt: optionalTime,
    firstContentAt: optionalTime,
    firstTextAt: optionalTime,
    lastContentAt: optionalTime,
    listedPrice: v.exactOptional(priceSchema),
    quirks: v.exactOptional(v.array(v.picklist(quirks))),
    hasGap: optionalTrue,
    otherFormat: v.exactOptional(v.picklist(answeredFormats)),
    unknownParts: v.exactOptional(v.array(v.string())),
    pausedAt: v.exactOptional(v.picklist(toolBounds)),
    toolsWithdrawn: optionalTrue,
    toolCalls: v.exactOptional(v.array(v.object({ name: v.string(), arguments: v.string() }))),
    sources: v.exactOptional(
      v.array(v.object({ url: v.string(), title: optionalText, numbers: v.array(v.number()) })),
    ),
  }),
);

const image = v.object({ mediaType: v.string(), data: v.string() });

const source = v.object({
  uri: v.string(),
  startLine: optionalNumber,
  endLine: optionalNumber,
  encoding: optionalText,
});

export const attachmentSchema = schemaOf<Attachment>()(
  v.object({
    id: v.string(),
    kind: attachmentKind,
    name: v.string(),
    text: optionalText,
    image: v.exactOptional(image),
    tokens: v.number(),
    source: v.exactOptional(source),
    isMasked: optionalTrue,
    isUpdated: optionalTrue,
    isExcerpt: optionalTrue,
  }),
);

const question = schemaOf<Question>()(
  v.object({
    kind: v.literal('question'),
    id: v.string(),
    text: v.string(),
    images: v.exactOptional(v.array(image)),
    attachments: v.exactOptional(v.array(attachmentSchema)),
    parentId: optionalText,
    askedAt: time,
  }),
);

const retryWait = schemaOf<RetryWait>()(v.object({ failure, delayMs: v.number(), retryAt: time }));
const adjustment = schemaOf<RequestAdjustment>()(
  v.variant('kind', [
    v.object({ kind: v.literal('delayed'), failure }),
    v.object({ kind: v.literal('adapted'), quirk: v.picklist(quirks), failure }),
    v.object({ kind: v.literal('maxTokensLowered'), failure }),
    v.object({ kind: v.literal('keyRenewed'), failure }),
    v.object({ kind: v.literal('imagesOmitted'), quirk: v.literal('noImages') }),
  ]),
);

const appliedChange = schemaOf<AppliedChange>()(
  v.object({
    block: v.number(),
    uri: v.string(),
    file: v.string(),
    state: v.picklist(['applied', 'refused', 'undone']),
    line: optionalNumber,
    reason: optionalText,
  }),
);

const toolOutcome = schemaOf<ToolOutcome>()(
  v.object({
    text: v.string(),
    name: v.string(),
    source: v.exactOptional(source),
    hasNothingNew: optionalTrue,
  }),
);

const toolRound = schemaOf<ToolRound>()(
  v.object({
    textLength: v.number(),
    runs: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        arguments: v.string(),
        result: v.exactOptional(toolOutcome),
      }),
    ),
    reasoning: v.exactOptional(
      v.object({
        apiFormat: v.picklist(apiFormats),
        model: v.string(),
        blocks: v.array(v.record(v.string(), v.unknown())),
      }),
    ),
    outcome: v.exactOptional(outcome),
  }),
);

const answer = schemaOf<Answer>()(
  v.object({
    kind: v.literal('answer'),
    id: v.string(),
    questionId: v.string(),
    model: v.string(),
    state: answerState,
    text: v.string(),
    reasoning: v.string(),
    files: v.exactOptional(v.array(image)),
    startedAt: time,
    retryWait: v.exactOptional(retryWait),
    adjustments: v.exactOptional(v.array(adjustment)),
    isAlsoAsked: optionalTrue,
    outcome: v.exactOptional(outcome),
    earlierOutcomes: v.exactOptional(v.array(outcome)),
    continuedAt: optionalTime,
    rounds: v.exactOptional(v.array(toolRound)),
    applied: v.exactOptional(v.array(appliedChange)),
  }),
);

const omitted = schemaOf<OmittedTurns>()(
  v.object({
    lastQuestionId: v.string(),
    omittedAt: time,
    summary: v.exactOptional(v.object({ text: v.string(), model: v.string(), outcome })),
  }),
);
const failedSummary = schemaOf<FailedSummary>()(v.object({ model: v.string(), outcome }));
const settings = schemaOf<ChatSettings>()(
  v.object({
    systemPrompt: optionalText,
    temperature: optionalNumber,
    maxTokens: optionalNumber,
    reasoningEffort: optionalText,
  }),
);
const gateway = schemaOf<GatewayRef>()(v.object({ baseUrl: v.string(), keyLabel: optionalText }));

/** The keys are the names in `media/exportedChats.schema.json`. */
export const namedSchemas = {
  time,
  failure,
  price: schemaOf<Price>()(priceSchema),
  outcome,
  attachment: attachmentSchema,
  question,
  retryWait,
  adjustment,
  appliedChange,
  answer,
  omitted,
  failedSummary,
  settings,
  gateway,
};

export const messageSchema = v.variant('kind', [question, answer]);

const access = v.object({
  folders: v.array(v.string()),
  gateway: v.string(),
  tools: v.array(v.string()),
});

export const conversationSchema = schemaOf<Omit<Conversation, 'title' | 'readOnly'>>()(
  v.object({
    id: v.string(),
    createdAt: time,
    model: v.string(),
    messages: v.array(messageSchema),
    offPath: v.array(messageSchema),
    omitted: v.exactOptional(v.array(omitted)),
    failedSummaries: v.exactOptional(v.array(failedSummary)),
    access: v.exactOptional(access),
    gateway: v.exactOptional(gateway),
    settings: v.exactOptional(settings),
  }),
);

const answerId = v.string();
const fromOtherWindow = optionalTrue;

export const eventSchema = schemaOf<SavedEvent>()(
  v.variant('type', [
    v.object({ type: v.literal('asked'), question, answer, fromOtherWindow }),
    v.object({ type: v.literal('retried'), replacedAnswerId: v.string(), answer, fromOtherWindow }),
    v.object({ type: v.literal('versionChosen'), messageId: v.string() }),
    v.object({ type: v.literal('retryScheduled'), answerId, retryWait }),
    v.object({ type: v.literal('requestAdjusted'), answerId, adjustment }),
    v.object({
      type: v.literal('textAppended'),
      answerId,
      text: v.string(),
      reasoning: v.string(),
    }),
    v.object({ type: v.literal('fileReceived'), answerId, file: image }),
    v.object({ type: v.literal('textReclassified'), answerId, textLength: v.number() }),
    v.object({ type: v.literal('reasoningRetracted'), answerId, reasoningLength: v.number() }),
    v.object({ type: v.literal('toolsCalled'), answerId, round: toolRound }),
    v.object({
      type: v.literal('toolReturned'),
      answerId,
      callId: v.string(),
      result: toolOutcome,
    }),
    v.object({ type: v.literal('ended'), answerId, state: endState, outcome }),
    v.object({
      type: v.literal('continued'),
      answerId,
      continuedAt: time,
      model: optionalText,
      fromOtherWindow,
    }),
    v.object({
      type: v.literal('changesApplied'),
      answerId,
      changes: v.array(appliedChange),
    }),
    v.object({ type: v.literal('modelChosen'), model: v.string() }),
    v.object({ type: v.literal('settingsChosen'), settings }),
    v.object({ type: v.literal('renamed'), title: v.string() }),
    v.object({ type: v.literal('turnsOmitted'), omitted }),
    v.object({ type: v.literal('summaryFailed'), failedSummary }),
    v.object({ type: v.literal('accessChosen'), access: v.exactOptional(access) }),
    v.object({ type: v.literal('gatewayChosen'), gateway: v.exactOptional(gateway) }),
  ]),
);

/** What this version makes of saved data, or of a part of it. */
export interface ReadData<T> {
  /** Absent if it knows nothing of the data. */
  readonly known?: T;
  /** A newer Portico wrote it: somewhere it has a word that is not in this version's lists. */
  readonly isNewer: boolean;
}

/** Data without unknown words that the schema does not accept is damaged: nothing of it is known. */
export function readKnown<T>(schema: v.GenericSchema<unknown, T>, data: unknown): ReadData<T> {
  const read = v.safeParse(schema, data);
  if (read.success) {
    return { known: read.output, isNewer: false };
  }
  return read.issues.some(isUnknownWord)
    ? { ...omitUndefined({ known: knownPart(schema, data) }), isNewer: true }
    : { isNewer: false };
}

type Issue = v.BaseIssue<unknown>;

function isUnknownWord({ type, input }: Issue): boolean {
  const isOfWords = type === 'picklist' || type === 'literal' || type === 'variant';
  return isOfWords && input !== undefined && typeof input !== 'object';
}

/**
 * What an unknown word is shown as where the rest of the message would be lost without one: an answer that has ended,
 * without a reason that would be wrong, and the text of an attachment. The keys are what errors name as expected.
 */
const shownAs: ReadonlyMap<string | null, string> = new Map([
  [failureKind.expects, 'unexpected'],
  [attachmentKind.expects, 'file'],
  [endState.expects, 'complete'],
  [answerState.expects, 'complete'],
]);

/**
 * The data without the smallest parts that are unknown; undefined if that is all of it. It is parsed again for each of
 * them, which is simple: a record has few.
 */
function knownPart<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T | undefined {
  const { output, issues: [issue] = [], success } = v.safeParse(schema, data);
  if (success) {
    return output;
  }
  const path = issue?.path?.map(({ key }) => String(key)) ?? [];
  const word = issue && isUnknownWord(issue) ? shownAs.get(issue.expected) : undefined;
  // What lacks a part is left out itself.
  const end = issue?.input === undefined ? -1 : path.length;
  const rest = path.slice(0, end);
  return rest.length === 0 ? undefined : knownPart(schema, replaced(data, rest, word));
}

/** @param word undefined: the value at the path is left out. */
function replaced(data: unknown, [key, ...path]: readonly string[], word?: string): unknown {
  const entries = Object.entries(data ?? {}).flatMap(
    ([name, value]): readonly [string, unknown][] => {
      if (name !== key) {
        return [[name, value]];
      }
      const changed = path.length === 0 ? word : replaced(value, path, word);
      return changed === undefined ? [] : [[name, changed]];
    },
  );
  return Array.isArray(data) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
