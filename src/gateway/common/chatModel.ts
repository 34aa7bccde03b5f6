// A chat model: the request for one answer and the stream of its parts, the same for all API formats.
import type { JsonRecord } from '../../base/mergeObjects';
import type { AnsweredFormat } from './answeredFormat';
import type { AnswerFile } from './answerFile';
import type { ApiFormat } from './apiFormat';
import type { Failure } from './failure';
import type { QuestionImage } from './messageParts';
import type { Quirk } from './quirk';
import type { RequestAdjustment, RetryWait } from './requestAdjustment';
import type { RequestParameters } from './requestParameters';
import type { SentRequest } from './sentRequest';
import type { Source } from './source';
import type {
  OfferedTools,
  ReceivedReasoning,
  ReceivedToolCall,
  SentToolCall,
  ToolResult,
} from './tools';
import type { Price, Usage } from './usage';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Placed before the text; in user messages only. */
  readonly images?: readonly QuestionImage[];
  /** Placed after the text; in assistant messages only. */
  readonly toolCalls?: readonly SentToolCall[];
  /** Placed before the text; in user messages only. */
  readonly toolResults?: readonly ToolResult[];
  /** What preceded the calls; in assistant messages only. */
  readonly reasoning?: ReceivedReasoning;
}

/** A request for one answer, independent of the API format. Absent fields are not sent. */
export interface CompletionRequest extends RequestParameters {
  /** What it is for: `toolRound` goes on after the model's tool calls. It is not sent. */
  readonly purpose:
    'chat' | 'toolRound' | 'title' | 'summary' | 'commitMessage' | 'vscodeChat' | 'connectionCheck';
  /** The model's price in the gateway's list, if any; it is not sent. */
  readonly listedPrice?: Price;
  readonly apiFormat: ApiFormat;
  readonly model: string;
  /** The chat that the request belongs to; absent where there is none. The gateway sees an ID derived from it, if any. */
  readonly chatId?: string;
  readonly messages: readonly ChatMessage[];
  /** The beginning of the answer, which is among the messages and is to be continued. */
  readonly continuedText?: string;
  readonly tools?: OfferedTools;
  /** Sent even when false. */
  readonly stream: boolean;
  /** Sent in API formats that require a limit, if `maxTokens` is absent. */
  readonly requiredMaxTokens?: number;
  /** Merged deeply into the body last; a null removes a field. */
  readonly parameters?: JsonRecord;
  /** What the model is known to reject; the gateway adapts the request to it. */
  readonly quirks?: readonly Quirk[];
  /** Emits the text of each event as a separate part, so that parts can be counted. */
  readonly separatesEvents?: true;
}

/** One part of a streamed answer, independent of the API format. */
export type StreamPart =
  /**
   * The request is being sent. Emitted again for a retry, and before any content. `prefilled`: the
   * request ends with the beginning of the answer, which the model continues. `quirks`: those that
   * changed the request. `reducedSchemas`: the tools whose schema lost what the API format does not accept.
   */
  | {
      readonly type: 'sent';
      readonly request: SentRequest;
      readonly prefilled: boolean;
      readonly quirks?: readonly Quirk[];
      readonly reducedSchemas?: readonly string[];
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A file within the text, which has a placeholder for it. */
  | { readonly type: 'file'; readonly file: AnswerFile }
  /** All text so far turned out to be reasoning. */
  | { readonly type: 'textReclassified' }
  /** All of this answer so far counts no more: the gateway has begun it again, and what follows replaces it. */
  | { readonly type: 'answerRestarted' }
  /** Emitted once: the answer came in another API format than the request's. */
  | { readonly type: 'otherFormat'; readonly format: AnsweredFormat }
  /** Emitted at the end: parts of the answer that are not shown, by what the API format calls them. */
  | { readonly type: 'unknownParts'; readonly names: readonly string[] }
  /** Emitted once: an event of the answer could not be read, so a part of it may be missing. */
  | { readonly type: 'gap' }
  /** The last `length` UTF-16 units of the reasoning turned out to be the answer; they follow as text. */
  | { readonly type: 'reasoningRetracted'; readonly length: number }
  /** The model declined in the API format's refusal field; `text` is its explanation. */
  | { readonly type: 'refusal'; readonly text: string }
  /** Emitted once, after the text: all calls of the answer, complete. */
  | {
      readonly type: 'toolCalls';
      readonly calls: readonly ReceivedToolCall[];
      readonly reasoning?: ReceivedReasoning;
    }
  /** The model has processed more of the prompt: `share` of it, from 0 to 1. It comes before content. */
  | { readonly type: 'promptProgress'; readonly share: number }
  | { readonly type: 'servedModel'; readonly model: string }
  /** All sources so far. */
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The finish reason as the API format spells it. */
  | { readonly type: 'finish'; readonly reason: string }
  /** There was no answer. The request is retried after `wait`, or when `retryNow` is called. */
  | { readonly type: 'retryScheduled'; readonly wait: RetryWait; readonly retryNow: () => void }
  /** The request is sent after a pause, or in another form. */
  | { readonly type: 'requestAdjusted'; readonly adjustment: RequestAdjustment }
  /** Always the last part. */
  | { readonly type: 'failure'; readonly failure: Failure };

export interface ChatModel {
  /**
   * Streams one answer. Never throws: an error is the last part. A stream that ends cleanly without a
   * finish reason emits no `finish` part. Aborting `signal` closes the connection at once and ends the
   * stream without a failure.
   */
  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}
