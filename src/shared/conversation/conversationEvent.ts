// What changes a conversation: host, webview and store all get from state to state by reduce().
import { assertNever } from '../../base/assertNever';
import type { AutoRetry, RetryWait } from './autoRetry';
import {
  type Answer,
  type Conversation,
  type EndState,
  type GatewayRef,
  isRunning,
  type OmittedTurns,
  type FailedSummary,
  canContinue,
  type Outcome,
  type Question,
} from './conversation';
import { carryOverIds } from './messageIds';
import { findMessage, selectPathThrough, withAnswer, withTurn } from './messageTree';

export interface AnswerEnded {
  readonly type: 'ended';
  readonly answerId: string;
  readonly state: EndState;
  readonly outcome: Outcome;
}

export type ConversationEvent =
  /** Asked behind the question's parent: what followed that is put aside. */
  | {
      readonly type: 'asked';
      readonly question: Question;
      readonly answer: Answer;
      /** Another window asked: what this one shows moves only where it goes on from its end. */
      readonly elsewhere?: true;
    }
  /** The question of an answer is asked anew: the old answer is put aside, and what followed it. */
  | {
      readonly type: 'retried';
      readonly replaced: string;
      readonly answer: Answer;
      readonly elsewhere?: true;
    }
  /** The path goes through this message from now on, down to the newest below it. */
  | { readonly type: 'versionChosen'; readonly messageId: string }
  | { readonly type: 'retryScheduled'; readonly answerId: string; readonly retryWait: RetryWait }
  | { readonly type: 'autoRetried'; readonly answerId: string; readonly autoRetry: AutoRetry }
  | {
      readonly type: 'textAppended';
      readonly answerId: string;
      readonly text: string;
      readonly reasoning: string;
    }
  | AnswerEnded
  /** An answer that was taken for left is given by another window after all. Shown only, never kept. */
  | { readonly type: 'resumed'; readonly answerId: string }
  /** An answer that was cut off goes on from its text; `model`: the one that is asked now, where it is another. */
  | {
      readonly type: 'continued';
      readonly answerId: string;
      readonly at: number;
      readonly model?: string;
      /** As for a question. */
      readonly elsewhere?: true;
    }
  | { readonly type: 'modelChosen'; readonly model: string }
  /** The user has called it so; kept by whoever renames it. */
  | { readonly type: 'renamed'; readonly title: string }
  | { readonly type: 'turnsOmitted'; readonly omitted: OmittedTurns }
  | { readonly type: 'summaryFailed'; readonly failedSummary: FailedSummary }
  /** From now on its questions go there; without a gateway it is open again where they go. */
  | { readonly type: 'gatewayChosen'; readonly gateway?: GatewayRef };

/** The next state. Pure; an event for an answer that is gone or has ended changes nothing. */
export function reduce(conversation: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'asked': {
      const { question, answer, elsewhere = false } = event;
      return withTurn(conversation, question, answer, elsewhere);
    }
    case 'retried': {
      const { replaced, answer, elsewhere = false } = event;
      const old = findMessage(conversation, replaced);
      const { questionId } = old?.kind === 'answer' ? old : answer;
      return withAnswer(conversation, questionId, answer, elsewhere);
    }
    case 'versionChosen':
      return selectPathThrough(conversation, event.messageId);
    case 'retryScheduled':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...answer,
        retryWait: event.retryWait,
      }));
    case 'autoRetried':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...withoutWait(answer),
        autoRetries: [...(answer.autoRetries ?? []), event.autoRetry],
      }));
    case 'textAppended':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...answer,
        state: 'streaming',
        text: answer.text + event.text,
        reasoning: answer.reasoning + event.reasoning,
      }));
    case 'ended':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...withoutWait(answer),
        state: event.state,
        outcome: event.outcome,
      }));
    case 'resumed':
      return changeAnswer(conversation, event.answerId, ({ outcome: _none, ...answer }) => ({
        ...answer,
        state: answer.text === '' && answer.reasoning === '' ? 'waiting' : 'streaming',
      }));
    case 'continued':
      return changeAnswer(conversation, event.answerId, (answer) => continued(answer, event));
    case 'modelChosen':
      return { ...conversation, model: event.model };
    case 'renamed':
      return { ...conversation, title: event.title };
    case 'turnsOmitted':
      return { ...conversation, omitted: [...(conversation.omitted ?? []), event.omitted] };
    case 'summaryFailed':
      return {
        ...conversation,
        failedSummaries: [...(conversation.failedSummaries ?? []), event.failedSummary],
      };
    case 'gatewayChosen': {
      const { gateway: _before, ...kept } = conversation;
      return event.gateway === undefined ? kept : { ...kept, gateway: event.gateway };
    }
    default:
      return assertNever(event);
  }
}

function continued(
  answer: Answer,
  { at, model = answer.model }: ConversationEvent & { readonly type: 'continued' },
): Answer {
  if (!canContinue(answer)) {
    return answer;
  }
  const { outcome, earlierOutcomes = [], ...kept } = answer;
  const ended = outcome === undefined ? earlierOutcomes : [...earlierOutcomes, outcome];
  const told = model === answer.model ? ended : ended.map((one) => ofModel(one, answer.model));
  return { ...kept, model, state: 'waiting', earlierOutcomes: told, continuedAt: at };
}

/** Keeps the model that it names already. */
function ofModel(outcome: Outcome, model: string): Outcome {
  return { model, ...outcome };
}

function withoutWait({ retryWait: _over, ...answer }: Answer): Answer {
  return answer;
}

function changeRunning(
  conversation: Conversation,
  id: string,
  change: (answer: Answer) => Answer,
): Conversation {
  return changeAnswer(conversation, id, (answer) =>
    isRunning(answer.state) ? change(answer) : answer,
  );
}

function changeAnswer(
  conversation: Conversation,
  id: string,
  change: (answer: Answer) => Answer,
): Conversation {
  for (const place of ['messages', 'offPath'] as const) {
    const index = conversation[place].findLastIndex((message) => message.id === id);
    const answer = conversation[place][index];
    if (answer?.kind === 'answer') {
      const changed = change(answer);
      if (changed === answer) {
        return conversation;
      }
      const messages = conversation[place].with(index, changed);
      carryOverIds(conversation[place], messages);
      return { ...conversation, [place]: messages };
    }
  }
  return conversation;
}
