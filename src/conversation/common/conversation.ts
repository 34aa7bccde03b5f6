// A conversation and its messages, shared by host, webview and store. Only events (conversationEvent.ts) change it.
// All times are in milliseconds since 1970.
import type { AnsweredFormat } from '../../gateway/common/answeredFormat';
import type { AnswerFile } from '../../gateway/common/answerFile';
import type { ApiFormat } from '../../gateway/common/apiFormat';
import type { EndState } from '../../gateway/common/endState';
import type { Failure } from '../../gateway/common/failure';
import type { GatewayRef } from '../../gateway/common/gatewayRef';
import type { QuestionImage, ToolCall } from '../../gateway/common/messageParts';
import type { Quirk } from '../../gateway/common/quirk';
import type { RequestAdjustment, RetryWait } from '../../gateway/common/requestAdjustment';
import type { RequestParameters } from '../../gateway/common/requestParameters';
import type { Source } from '../../gateway/common/source';
import type { ReceivedReasoning } from '../../gateway/common/tools';
import type { Price, Usage } from '../../gateway/common/usage';
import type { Attachment, AttachmentSource } from './attachment';

/** `waiting` until the first content, then `streaming`, then exactly one end state. */
export type AnswerState = 'waiting' | 'streaming' | EndState;

export interface Question {
  readonly kind: 'question';
  /** Unique in the conversation, like an answer's ID. */
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** Images of an imported question, sent before its text. */
  readonly images?: readonly QuestionImage[];
  /** Sent before the text. */
  readonly attachments?: readonly Attachment[];
  /**
   * The ID of the answer that the question follows; `''` for a first question. Always set once the question
   * is part of a conversation: `addTurn` fills it with the end of the current path.
   */
  readonly parentId?: string;
  readonly askedAt: number;
}

/** What a model receives of a question. */
export type QuestionContent = Pick<Question, 'text' | 'images' | 'attachments'>;

export interface Answer {
  readonly kind: 'answer';
  readonly id: string;
  readonly questionId: string;
  /** ID of the model that was asked last. */
  readonly model: string;
  readonly state: AnswerState;
  /** Markdown. */
  readonly text: string;
  readonly reasoning: string;
  /** Files that the answer contained, in the order of their placeholders in the text. They are never sent. */
  readonly files?: readonly AnswerFile[];
  readonly startedAt: number;
  /** Set during the pause before an automatic retry. */
  readonly retryWait?: RetryWait;
  /** What changed in its requests so far, oldest first. */
  readonly adjustments?: readonly RequestAdjustment[];
  /** Asked beside other answers to its question, which it doesn't replace. */
  readonly isAlsoAsked?: true;
  /** Set once the answer has ended. */
  readonly outcome?: Outcome;
  /** Outcomes before each continuation, oldest first. */
  readonly earlierOutcomes?: readonly Outcome[];
  /** When it was last continued. */
  readonly continuedAt?: number;
  /** What it read with tools, oldest first. */
  readonly rounds?: readonly ToolRound[];
  /** What became of its code that the user applied to files, oldest first. */
  readonly applied?: readonly AppliedChange[];
}

/** A change of a file that an answer's code block proposes, and what became of it. */
export interface AppliedChange {
  /** The code block, counted from 0. */
  readonly block: number;
  readonly uri: string;
  /** The file's name as the user knows it. */
  readonly file: string;
  /** `refused`: it could not be placed. */
  readonly state: 'applied' | 'refused' | 'undone';
  /** Where it was when it was applied, or about where it belongs; from 1. */
  readonly line?: number;
  /** Why it was refused, or what else it removed: a text for the user. */
  readonly reason?: string;
}

/** What a model gets for a call. */
export interface ToolOutcome {
  /** Exactly what is sent. */
  readonly text: string;
  /** What was read or looked for, for the user: `src/a.ts:1-80`, for example. */
  readonly name: string;
  /** The lines of a file that the text has; absent for lists and searches. */
  readonly source?: AttachmentSource;
  /** The conversation had all of it, or there was nothing. */
  readonly hasNothingNew?: true;
}

export interface ToolRun extends ToolCall {
  /** Unique in the conversation. */
  readonly id: string;
  /** Absent until the tool has run. */
  readonly result?: ToolOutcome;
}

/** The calls of one request's answer. */
export interface ToolRound {
  /** Where in the answer's text they stand, in UTF-16 units. */
  readonly textLength: number;
  readonly runs: readonly ToolRun[];
  readonly reasoning?: ReceivedReasoning;
  /** The end of that request; absent if another version of the answer has it. */
  readonly outcome?: Outcome;
}

export const toolBounds = ['calls', 'tokens', 'cost', 'budget', 'time'] as const;

/** Why the tools of a question pause: the user decides whether they go on. */
export type ToolBound = (typeof toolBounds)[number];

export interface Outcome {
  /** ID of the model that was asked; only set if another one continued the answer later. */
  readonly model?: string;
  readonly endedAt: number;
  readonly apiFormat?: ApiFormat;
  readonly failure?: Failure;
  /** The gateway's word for it. */
  readonly finishReason?: string;
  readonly usage?: Usage;
  /** The model ID in the gateway's response, unchanged. */
  readonly servedModel?: string;
  /** When the request was sent; with automatic retries, the last one. */
  readonly sentAt?: number;
  /** When the first text, reasoning or refusal was received. */
  readonly firstContentAt?: number;
  /** When the first text of the answer itself was received, after any reasoning. */
  readonly firstTextAt?: number;
  /** When the last text, reasoning or refusal was received. */
  readonly lastContentAt?: number;
  /** The price in the gateway's model list when the model was asked. */
  readonly listedPrice?: Price;
  /** What its request was adapted to, where that made a difference. */
  readonly quirks?: readonly Quirk[];
  /** A part of the stream could not be read, so a part of the answer may be missing. */
  readonly hasGap?: true;
  /** The API format of the answer, where that is not the request's. */
  readonly otherFormat?: AnsweredFormat;
  /** The parts of the answer that are not shown, by the API format's names. */
  readonly unknownParts?: readonly string[];
  /** Requested by the model, although Portico offers no tools. */
  readonly toolCalls?: readonly ToolCall[];
  /** The answer waits for the user: this much was read, and it may go on. */
  readonly pausedAt?: ToolBound;
  /** The model read nothing new any more, so that its last request went out without tools. */
  readonly toolsWithdrawn?: true;
  /** Shown under the answer, never sent. */
  readonly sources?: readonly Source[];
}

export type Message = Question | Answer;

/** Turns that the user no longer wants to send. They stay visible. */
export interface OmittedTurns {
  /** Everything up to the answer to this question is omitted. */
  readonly lastQuestionId: string;
  readonly omittedAt: number;
  /** Sent in place of the turns. Without one, the summary of earlier omitted turns is still sent. */
  readonly summary?: Summary;
}

/** A summary of omitted turns, written by a model. */
export interface Summary {
  readonly text: string;
  /** Model ID. */
  readonly model: string;
  readonly outcome: Outcome;
}

/** A summary request that failed. The gateway may have charged for it. */
export type FailedSummary = Omit<Summary, 'text'>;

/** The user allowed the model to read these folders. It holds for these folders, this gateway and these tools only. */
export interface WorkspaceAccess {
  /** Their URIs. */
  readonly folders: readonly string[];
  /** The `gatewayId` of the gateway that gets what is read. */
  readonly gateway: string;
  /** The names that tools had when the user was asked. */
  readonly tools: readonly string[];
}

/** What requests of one chat have instead of what the user's settings say. */
export interface ChatSettings extends Pick<
  RequestParameters,
  'temperature' | 'maxTokens' | 'reasoningEffort'
> {
  /** `''`: none. */
  readonly systemPrompt?: string;
}

export interface Conversation {
  readonly id: string;
  readonly createdAt: number;
  /** Given by the user; absent until then. */
  readonly title?: string;
  /** Model ID for the next question; `''` if none is selected. */
  readonly model: string;
  /** The path through the message tree that is shown and sent: each message follows the one before it. */
  readonly messages: readonly Message[];
  /** All messages off that path: other versions and what follows them. Never deleted. */
  readonly offPath: readonly Message[];
  /** Oldest decision first. The newest applies; earlier ones explain what was sent before it. */
  readonly omitted?: readonly OmittedTurns[];
  readonly failedSummaries?: readonly FailedSummary[];
  /** The gateway that the history was last sent to; absent until a question has been sent. */
  readonly gateway?: GatewayRef;
  /** What the model may read by itself; absent if nothing. */
  readonly access?: WorkspaceAccess;
  /** Absent if all are as in the user's settings. */
  readonly settings?: ChatSettings;
  /** Set if a newer Portico wrote parts that this version cannot read: the chat can only be read. */
  readonly readOnly?: true;
}

export function newConversation(id: string, model: string, createdAt: number): Conversation {
  return { id, createdAt, model, messages: [], offPath: [] };
}

/** An answer that waits for its first content. */
export function newAnswer(
  id: string,
  questionId: string,
  model: string,
  startedAt: number,
): Answer {
  const empty = { state: 'waiting', text: '', reasoning: '' } as const;
  return { kind: 'answer', id, questionId, model, ...empty, startedAt };
}

export function isRunning(state: AnswerState): state is 'waiting' | 'streaming' {
  return state === 'waiting' || state === 'streaming';
}

/** The running answers that are shown: on the path, and beside it. */
export function runningAnswers(conversation: Conversation): readonly Answer[] {
  const { messages, offPath } = conversation;
  const running = (list: readonly Message[]): readonly Answer[] =>
    list.filter(isAnswer).filter(({ state }) => isRunning(state));
  return [
    ...running(messages),
    ...running(offPath).filter((answer) => isBeside(conversation, answer)),
  ];
}

/** Finds an answer on the path or beside it: others are not shown and cannot be acted on. */
export function findAnswer(conversation: Conversation, id: string): Answer | undefined {
  const isIt = (message: Message): message is Answer => isAnswer(message) && message.id === id;
  return (
    conversation.messages.find(isIt) ??
    conversation.offPath.filter(isIt).find((answer) => isBeside(conversation, answer))
  );
}

/** Whether an answer off the path is one of several to a question on it that are shown together. */
function isBeside({ messages, offPath }: Conversation, { questionId }: Answer): boolean {
  return (
    messages.some(({ id }) => id === questionId) &&
    [...messages, ...offPath].some((one) => isAlsoAsked(one) && one.questionId === questionId)
  );
}

export function isAnswer(message: Message): message is Answer {
  return message.kind === 'answer';
}

export function isAlsoAsked(message: Message): message is Answer {
  return isAnswer(message) && message.isAlsoAsked === true;
}

/**
 * The omitted turns, with the summary to send in their place, that apply to a request for the message at
 * index `end`, if the request was sent at `time` (ms since 1970).
 */
export function omittedTurnsAt(
  { omitted = [], messages }: Conversation,
  end = Infinity,
  time = Infinity,
): OmittedTurns | undefined {
  // The position decides, not the time: turns omitted later, for a retry of an early question, must not hide these.
  const applicable = omitted
    .map((turns) => ({ turns, at: messages.findIndex(({ id }) => id === turns.lastQuestionId) }))
    .filter(({ turns, at }) => turns.omittedAt <= time && at >= 0 && at < end)
    .toSorted((a, b) => a.at - b.at)
    .map(({ turns }) => turns);
  const last = applicable.at(-1);
  const summary = applicable.findLast((turns) => turns.summary !== undefined)?.summary;
  return last === undefined || summary === undefined ? last : { ...last, summary };
}

/** The sources of an answer and its continuations, each page once. */
export function sourcesOf({ outcome, earlierOutcomes = [] }: Answer): readonly Source[] {
  const byUrl = new Map<string, Source>();
  for (const source of [...earlierOutcomes, outcome].flatMap((one) => one?.sources ?? [])) {
    const known = byUrl.get(source.url);
    const numbers = new Set([...(known?.numbers ?? []), ...source.numbers]);
    byUrl.set(source.url, { ...source, ...known, numbers: [...numbers] });
  }
  return [...byUrl.values()];
}

const continuableStates: ReadonlySet<AnswerState> = new Set([
  'stopped',
  'truncated',
  'interrupted',
  'failed',
]);

/**
 * Whether an answer ended early, with text or files read that the model can continue from, or without any text after its
 * reasoning.
 */
export function canContinue(answer: Answer): boolean {
  const { state, text, rounds = [] } = answer;
  const hasContent = text.trim() !== '' || rounds.length > 0;
  return (continuableStates.has(state) && hasContent) || hasOnlyReasoning(answer);
}

/** Whether the model reasoned to the end, or to a limit, and wrote no answer. */
export function hasOnlyReasoning({ state, text, reasoning, outcome }: Answer): boolean {
  return (
    (state === 'complete' || state === 'truncated') &&
    text.trim() === '' &&
    reasoning.trim() !== '' &&
    outcome?.toolCalls === undefined
  );
}

/** How long the model reasoned before it answered; undefined if that is not known. */
export function reasoningMs({ text, outcome, earlierOutcomes = [] }: Answer): number | undefined {
  if (outcome === undefined) {
    return undefined;
  }
  let sum = 0;
  for (const { firstContentAt, firstTextAt, lastContentAt } of [...earlierOutcomes, outcome]) {
    const end = firstTextAt ?? (text === '' ? lastContentAt : undefined);
    if (firstContentAt === undefined || end === undefined) {
      return undefined;
    }
    sum += end - firstContentAt;
  }
  return sum;
}
