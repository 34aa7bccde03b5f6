// One event of an answer, in terms that all API formats share.
import type { JsonRecord } from '../../../base/mergeObjects';
import type { AnsweredFormat } from '../../common/answeredFormat';
import { mediaKinds, type Media } from '../../common/failure';
import type { Usage } from '../../common/usage';
import { errorEvidence } from '../failures/errorEvidence';
import { isObject, type JsonObject } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';
import type { SourceList } from './answerSources';

/** A fragment of a tool call. `index` and `id` are absent where the event has no usable ones. */
export interface ToolCallDelta {
  readonly index?: number;
  readonly id?: string;
  /** The ID that the result names, where that is not `id`. */
  readonly callId?: string;
  readonly name?: string;
  readonly arguments: string;
  /** What goes back to the model on the call. */
  readonly extra?: JsonRecord;
}

/** How much of the prompt the model has processed, in tokens. */
export interface PromptProgress {
  readonly processed: number;
  /** Is above 0, and at least `processed`. */
  readonly total: number;
}

/** Absent texts are `''`. */
export interface AnswerEvent {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCallDelta[];
  /** The texts are the answer so far rather than a delta. */
  readonly isCumulative: boolean;
  /** The model or the gateway refused to answer, with or without a text. */
  readonly isRefused: boolean;
  /** The event begins the answer again; the text so far is of an earlier attempt. */
  readonly startsAttempt?: boolean | undefined;
  /** Content that Portico cannot show. */
  readonly media?: Media | undefined;
  /** The types of parts that Portico does not know. */
  readonly unknownParts?: readonly string[] | undefined;
  readonly finishReason?: string | undefined;
  /** The provider's sentence about it. */
  readonly finishMessage?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
  readonly promptProgress?: PromptProgress | undefined;
  readonly sources?: readonly SourceList[] | undefined;
  /** The error that the gateway reports instead of the event or within it. */
  readonly error?: unknown;
  /** The event has a message that is an error unless content follows. */
  readonly mayBeError: boolean;
  /** False for JSON that is not an event of an API format. */
  readonly isRecognized: boolean;
  /** The format of the event, where it is not the request's. */
  readonly otherFormat?: AnsweredFormat | undefined;
}

/** Reads the events of one answer, in order, or its one complete reply. Never throws. */
export interface EventReader {
  /** Whether a JSON object is an event of the API format. */
  isEvent(body: JsonObject): boolean;
  read(body: JsonObject): Partial<AnswerEvent>;
  /** The reasoning so far that goes back to the model with calls. Absent for formats without any. */
  reasoningBlocks?(): readonly ReasoningBlock[];
}

/** @param isError The stream names the event `event: error`. */
export function readAnswerEvent(reader: EventReader, body: unknown, isError: boolean): AnswerEvent {
  const isRecognized = isObject(body) && reader.isEvent(body);
  // An event of the format may have an empty `error` member, and be named an error because of it.
  const isNamedError = isError || (isObject(body) && Boolean(body['error']));
  const evidence = errorEvidence(body);
  const hasFailed =
    evidence === 'certain' || (isNamedError && (!isRecognized || evidence !== undefined));
  const read: Partial<AnswerEvent> = isObject(body) ? reader.read(body) : {};
  // A spread would be slower, and this runs for every token.
  return {
    text: read.text ?? '',
    reasoning: read.reasoning ?? '',
    refusal: read.refusal ?? '',
    toolCalls: read.toolCalls ?? noToolCalls,
    isCumulative: read.isCumulative ?? false,
    isRefused: read.isRefused ?? false,
    isRecognized: read.isRecognized ?? isRecognized,
    startsAttempt: read.startsAttempt,
    media: read.media,
    unknownParts: read.unknownParts,
    finishReason: read.finishReason,
    finishMessage: read.finishMessage,
    usage: read.usage,
    model: read.model,
    promptProgress: read.promptProgress,
    sources: read.sources,
    otherFormat: read.otherFormat,
    error: hasFailed ? body : undefined,
    mayBeError: evidence !== undefined,
  };
}

export const noToolCalls: readonly ToolCallDelta[] = [];

/** @param type A content block's type or a media type. */
export function mediaOf(type: string): Media | undefined {
  return mediaKinds.find((kind) => type.toLowerCase().includes(kind));
}

/**
 * Returns what `text` adds to `previous`; `''` if it does not start with it. Takes time linear in `text`, a tenth of
 * what parsing it took.
 */
export function newSuffix(previous: string, text: string): string {
  // A copy: a mere slice would keep all of `text` in memory, and an answer is made of many.
  return text.startsWith(previous) ? `${text.slice(previous.length)} `.slice(0, -1) : '';
}

/** Returns what a complete part adds to what came of it; all of it if that is something else. */
export function restOf(previous: string, complete: string): string {
  return complete.startsWith(previous) ? newSuffix(previous, complete) : complete;
}

/** Some gateways repeat a thought with its signature (open-webui/open-webui#29860, BerriAI/litellm#40673). */
export class SignedThought {
  /** The reasoning since the last signature. */
  #text = '';

  /** Returns what an event adds; the one with the signature may have all of it. */
  restOf(reasoning: string, isSigned: boolean): string {
    const rest = isSigned ? restOf(this.#text, reasoning) : reasoning;
    this.#text = isSigned ? '' : this.#text + rest;
    return rest;
  }
}
