// A question on its way to the gateway, and the checks that it passes before it is sent.
import type { Connection } from '../../../gateway/common/connection';
import type { Failure } from '../../../gateway/common/failure';
import { isSameQuestion, questionDraft, type QuestionDraft } from '../../common/attachment';
import { findAnswer, type Conversation, type QuestionContent } from '../../common/conversation';
import type { QueuedQuestion } from '../../common/draft';
import { pathTo } from '../../common/messageTree';

/** The text and images at the end of a request, after the first `before` messages of the conversation. */
export interface RequestEnd {
  readonly content: QuestionContent;
  readonly before: number;
}

/** A question on its way to the gateway. */
export interface PendingSend {
  /** Where its text is until it is asked: a change there cancels the send. */
  readonly source: 'messageBox' | 'conversation' | QueuedQuestion;
  /** Undefined when the request of an answer is sent again unchanged. */
  readonly question: RequestEnd | undefined;
  /**
   * Where the request does not end with `question`: an answer is continued by an instruction, or its request is sent again
   * unchanged.
   */
  readonly requestEnd?: RequestEnd;
  /** The ID of an answer that is continued. */
  readonly continued?: string;
  /** The model that is asked, if it is not the chat's. */
  readonly model?: string;
  /** The ID of a question that is asked again: other answers to it may run. */
  readonly questionAskedAgain?: string;
  /**
   * Asks. False when the conversation does not allow it.
   *
   * @param content set if a check has replaced the question's
   */
  readonly start: (content?: QuestionContent) => boolean;
  /** Shows an answer that has failed, without a request. Only further models have it: the others are asked all the same. */
  readonly fail?: (failure: Failure) => void;
}

/**
 * Whether the question may be sent, or what is sent in its place; then the message box or the queue shows that. A failure is
 * for sends that can `fail`.
 */
export type CheckDecision =
  boolean | { readonly content: QuestionContent } | { readonly failure: Failure };

/** `answered`: the question is held until the user has answered the check's prompt. */
type CheckResult = CheckDecision | { readonly answered: Promise<CheckDecision> };

/** `signal` aborts when the send is canceled: the check then removes its prompt. */
export type SendCheck = (
  send: PendingSend,
  connection: Connection | Failure,
  signal: AbortSignal,
) => CheckResult | Promise<CheckResult>;

/** What a question passes, in this order: the reasons for it stand beside the stages that have one. */
const sendStages = [
  'setup',
  'gatewayConsent',
  'workspacePrompt',
  // A secret is not found where invisible characters are in it.
  'visibleText',
  // What has changed in them may hold secrets.
  'attachments',
  'secrets',
  // Allows the connection: after the consents, and before checks that send requests of their own.
  'connection',
  'contextLimit',
  // What an earlier check omits is not paid, and what it summarizes is.
  'budget',
] as const;

/** One for each stage. */
export type SendChecks = Readonly<Record<(typeof sendStages)[number], SendCheck>>;

export function inOrder(checks: SendChecks): readonly SendCheck[] {
  return sendStages.map((stage) => checks[stage]);
}

/** The conversation up to the answer that is continued, if one is: that may stand beside the shown path. */
export function sentConversation(
  { continued = '' }: PendingSend,
  conversation: Conversation,
): Conversation {
  const answer = findAnswer(conversation, continued);
  return answer === undefined
    ? conversation
    : { ...conversation, messages: pathTo(conversation, answer) };
}

/** Replaces the content of its question, if it has one. */
export function withContent(send: PendingSend, content: QuestionContent): PendingSend {
  const { source, question } = send;
  if (question === undefined) {
    return send;
  }
  const replaced = { ...send, question: { ...question, content } };
  return typeof source === 'object'
    ? {
        ...replaced,
        source: { id: source.id, ...questionDraft(content.text, content.attachments) },
      }
    : replaced;
}

/**
 * Whether the user has changed what is in the message box, or the first question of the queue. The checks of the first question
 * after a start can take a second: text that is typed after it meanwhile does not change it, unless a prompt about it is in view.
 * @param isHeld whether such a prompt is in view
 */
export function isSourceChanged(
  { source, question }: PendingSend,
  draft: QuestionDraft & { readonly queue: readonly QueuedQuestion[] },
  isHeld: boolean,
): boolean {
  const typedOn = isHeld ? '' : textTypedOn(draft.text, question?.content.text);
  const text = draft.text.slice(0, draft.text.length - typedOn.length);
  return source === 'messageBox'
    ? !isSameQuestion(questionDraft(text, draft.attachments), question?.content)
    : typeof source === 'object' && draft.queue[0] !== source;
}

/** What the user has typed after a question that is on its way; '' if the text is another one. */
export function textTypedOn(text: string, sent = ''): string {
  return text.startsWith(sent) ? text.slice(sent.length) : '';
}
