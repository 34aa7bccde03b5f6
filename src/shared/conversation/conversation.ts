// The one model of a conversation, for host, webview and store alike; conversationEvent.ts changes it.
import { assertNever } from '../../base/assertNever';
import type { AutoRetry, RetryWait } from './autoRetry';
import type { Failure } from './failure';
import type { ApiFormat } from './apiFormat';

export const endStates = [
  'complete',
  'stopped',
  'truncated',
  'filtered',
  'interrupted',
  'failed',
] as const;

export type EndState = (typeof endStates)[number];

/** `waiting` until the first content, then `streaming`, then exactly one end state. */
export type AnswerState = 'waiting' | 'streaming' | EndState;

/** Tokens as the gateway reported them; what it did not report is absent. */
export interface Usage {
  /** All that was read, what came out of a cache too. */
  readonly inputTokens?: number;
  /** All that was written, reasoning too. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedTokens?: number;
}

/** What a million tokens cost; what is not known is absent. */
export interface Price {
  readonly input?: number;
  readonly output?: number;
  /** Input that came out of a cache; at the price of other input where absent. */
  readonly cachedInput?: number;
  /** An ISO 4217 code, or the operator's own unit. */
  readonly currency: string;
}

export interface ToolCall {
  readonly name: string;
  /** JSON text as the model wrote it; may be invalid. */
  readonly arguments: string;
}

/** A picture that a question shows to the model. */
export interface QuestionImage {
  /** `image/png` and the like. */
  readonly mediaType: string;
  /** In base64, without a `data:` before it. */
  readonly data: string;
}

export interface Question {
  readonly kind: 'question';
  readonly id: string;
  readonly text: string;
  readonly images?: readonly QuestionImage[];
  /**
   * The ID of the answer that it follows, `''` where it begins the conversation. Every question of a
   * conversation has one; absent from what is kept of chats that had no versions.
   */
  readonly parent?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Answer {
  readonly kind: 'answer';
  readonly id: string;
  readonly questionId: string;
  /** The model ID that was asked. */
  readonly model: string;
  readonly state: AnswerState;
  readonly text: string;
  readonly reasoning: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** While it waits to be asked again by itself. */
  readonly retryWait?: RetryWait;
  /** Each time the question was asked again without a click. */
  readonly autoRetries?: readonly AutoRetry[];
  readonly outcome?: Outcome;
  /** How it had ended each time before it went on. */
  readonly earlierOutcomes?: readonly Outcome[];
  /** When it was last asked to go on, in milliseconds since 1970. */
  readonly continuedAt?: number;
}

/** What is known once an answer has ended. */
export interface Outcome {
  /** The one asked, where the answer went on with another after that. */
  readonly model?: string;
  readonly endedAt: number;
  /** The form of the interface that it was asked through. */
  readonly apiFormat?: ApiFormat;
  readonly failure?: Failure;
  /** The gateway's own word for why the answer ended. */
  readonly finishReason?: string;
  readonly usage?: Usage;
  /** The model that says it answered, byte for byte. */
  readonly servedModel?: string;
  /** When the request left, the last time it did, in ms since 1970. */
  readonly sentAt?: number;
  /** When the first text, reasoning or refusal came, in ms since 1970. */
  readonly firstContentAt?: number;
  /** When the last one came, in ms since 1970. */
  readonly lastContentAt?: number;
  /** What the gateway's list asked for this model when it was asked. */
  readonly listedPrice?: Price;
  /** Tools the model asked for; Portico offers none. */
  readonly toolCalls?: readonly ToolCall[];
}

export type Message = Question | Answer;

/** Turns that the user had left out of what is sent; they stay in view. */
export interface OmittedTurns {
  /** The question of the last of them: everything up to its answer is left out. */
  readonly upTo: string;
  /** When that was chosen, in milliseconds since 1970. */
  readonly at: number;
  /** What is sent in their place; without one the summary of earlier turns is still sent. */
  readonly summary?: Summary;
}

/** Earlier turns in the words of the model that was asked to sum them up. */
export interface Summary {
  readonly text: string;
  readonly model: string;
  /** What is known of the request for it. */
  readonly outcome: Outcome;
}

/** A request for a summary that did not come to be: it may have been charged all the same. */
export interface FailedSummary {
  readonly model: string;
  readonly outcome: Outcome;
}

/** Who is asked: the Base URL as used, and the label of the key where it has one. */
export interface GatewayRef {
  readonly baseUrl: string;
  readonly keyLabel?: string;
}

export interface Conversation {
  readonly id: string;
  readonly createdAt: number;
  /** As the user called it; absent until then. */
  readonly title?: string;
  /** The model that the next question goes to; `''` when none is chosen. */
  readonly model: string;
  /** The path through the tree of messages that is shown and sent: each follows the one before it. */
  readonly messages: readonly Message[];
  /** All that is not on the path: other versions, and what followed them. Never thrown away. */
  readonly offPath: readonly Message[];
  /** Oldest first: the newest holds, the others tell what was sent before it. */
  readonly omitted?: readonly OmittedTurns[];
  readonly failedSummaries?: readonly FailedSummary[];
  /** Where its history went to; absent until a question has left, and in older files. */
  readonly gateway?: GatewayRef;
  /** A newer Portico wrote a part of it, which is not understood here: it is shown and not gone on with. */
  readonly readOnly?: true;
}

export function newConversation(id: string, model: string, createdAt: number): Conversation {
  return { id, createdAt, model, messages: [], offPath: [] };
}

export function isRunning(state: AnswerState): state is 'waiting' | 'streaming' {
  return state === 'waiting' || state === 'streaming';
}

/** The answer on the path that is still being given, if any: there is at most one. */
export function runningAnswer(conversation: Conversation): Answer | undefined {
  return conversation.messages.find(
    (message): message is Answer => message.kind === 'answer' && isRunning(message.state),
  );
}

/** On the path alone: what is aside is not shown, and nothing is done with it. */
export function findAnswer(conversation: Conversation, id: string): Answer | undefined {
  return conversation.messages.find(
    (message): message is Answer => message.kind === 'answer' && message.id === id,
  );
}

/**
 * What is left out before a message that stands at `end`, by the marks that were made up to `time` (in
 * ms since 1970), and the summary that goes with it.
 */
export function omittedTurnsAt(
  { omitted = [], messages }: Conversation,
  end = Infinity,
  time = Infinity,
): OmittedTurns | undefined {
  // A mark that is made for an early question, asked anew, does not undo a later one's.
  const marks = omitted
    .map((mark) => ({ mark, place: messages.findIndex(({ id }) => id === mark.upTo) }))
    .filter(({ mark, place }) => mark.at <= time && place >= 0 && place < end)
    .toSorted((a, b) => a.place - b.place)
    .map(({ mark }) => mark);
  const last = marks.at(-1);
  const summary = marks.findLast((mark) => mark.summary !== undefined)?.summary;
  return last === undefined || summary === undefined ? last : { ...last, summary };
}

/** Whether an answer has ended before it was whole, with text that can be gone on from. */
export function canContinue(answer: Answer): boolean {
  switch (answer.state) {
    case 'stopped':
    case 'truncated':
    case 'interrupted':
    case 'failed':
      return answer.text.trim() !== '';
    case 'waiting':
    case 'streaming':
    case 'complete':
    case 'filtered':
      return false;
    default:
      return assertNever(answer.state);
  }
}
