// Tools: functions that a caller offers to a model, the calls that the model makes, and their results.
import type { JsonRecord } from '../../base/mergeObjects';
import type { ApiFormat } from './apiFormat';
import type { QuestionImage, ToolCall } from './messageParts';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the input; absent for a tool without one. */
  readonly inputSchema?: JsonRecord;
}

/** What the model may call. */
export interface OfferedTools {
  /** There is at least one. */
  readonly definitions: readonly ToolDefinition[];
  /** `required`: the model must call at least one. */
  readonly mode: 'auto' | 'required';
}

/** A call in an answer. */
export interface ReceivedToolCall extends ToolCall {
  /** Unique in the conversation: made by Portico where the gateway sends none or repeats one. */
  readonly id: string;
}

/** A call in an assistant's message of a request. */
export interface SentToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonRecord;
}

/** The result of a call, in a user's message of a request. */
export interface ToolResult {
  readonly callId: string;
  readonly text: string;
  readonly images?: readonly QuestionImage[];
}

/**
 * Reasoning that a model wants back together with the calls that followed it, as it was received: signed thinking,
 * encrypted reasoning, or reasoning as text. It goes only to the same model in the same API format.
 */
export interface ReceivedReasoning {
  readonly apiFormat: ApiFormat;
  readonly model: string;
  /** Each block has the API format's form. */
  readonly blocks: readonly JsonRecord[];
}
