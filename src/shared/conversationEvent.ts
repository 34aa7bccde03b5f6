// What changes a conversation: host, webview and store all get from state to state by reduce().
import { assertNever } from '../base/assertNever';
import type { AskedAgain, Wait } from './askedAgain';
import {
  type Answer,
  type Conversation,
  type EndState,
  findAnswer,
  type GatewayRef,
  isRunning,
  type LeftOut,
  type LostSummary,
  mayGoOn,
  type Outcome,
  type Question,
} from './conversation';

export interface AnswerEnded {
  readonly type: 'ended';
  readonly answerId: string;
  readonly state: EndState;
  readonly outcome: Outcome;
}

export type ConversationEvent =
  | { readonly type: 'asked'; readonly question: Question; readonly answer: Answer }
  | { readonly type: 'retried'; readonly replaced: string; readonly answer: Answer }
  | { readonly type: 'waits'; readonly answerId: string; readonly wait: Wait }
  | { readonly type: 'askedAgain'; readonly answerId: string; readonly again: AskedAgain }
  | {
      readonly type: 'delta';
      readonly answerId: string;
      readonly text: string;
      readonly reasoning: string;
    }
  | AnswerEnded
  /** An answer that was cut off goes on from its text; `model`: the one that is asked now, where it is another. */
  | {
      readonly type: 'continued';
      readonly answerId: string;
      readonly at: number;
      readonly model?: string;
    }
  | { readonly type: 'modelChosen'; readonly model: string }
  | { readonly type: 'leftOut'; readonly leftOut: LeftOut }
  | { readonly type: 'summaryLost'; readonly lost: LostSummary }
  /** From now on its questions go there; without a gateway it is open again where they go. */
  | { readonly type: 'gatewayChosen'; readonly gateway?: GatewayRef };

/** The next state. Pure; an event for an answer that is gone or has ended changes nothing. */
export function reduce(conversation: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'asked':
      return {
        ...conversation,
        messages: [...conversation.messages, event.question, event.answer],
      };
    case 'retried': {
      const old = findAnswer(conversation, event.replaced);
      if (old === undefined) {
        return conversation;
      }
      return {
        ...conversation,
        messages: conversation.messages.map((message) =>
          message === old ? event.answer : message,
        ),
        superseded: [...conversation.superseded, old],
      };
    }
    case 'waits':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...answer,
        wait: event.wait,
      }));
    case 'askedAgain':
      return changeRunning(conversation, event.answerId, (answer) => ({
        ...withoutWait(answer),
        askedAgain: [...(answer.askedAgain ?? []), event.again],
      }));
    case 'delta':
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
    case 'continued':
      return changeAnswer(conversation, event.answerId, (answer) => goOn(answer, event));
    case 'modelChosen':
      return { ...conversation, model: event.model };
    case 'leftOut':
      return { ...conversation, leftOut: [...(conversation.leftOut ?? []), event.leftOut] };
    case 'summaryLost':
      return {
        ...conversation,
        lostSummaries: [...(conversation.lostSummaries ?? []), event.lost],
      };
    case 'gatewayChosen': {
      const { gateway: _before, ...kept } = conversation;
      return event.gateway === undefined ? kept : { ...kept, gateway: event.gateway };
    }
    default:
      return assertNever(event);
  }
}

function goOn(
  answer: Answer,
  { at, model = answer.model }: ConversationEvent & { readonly type: 'continued' },
): Answer {
  if (!mayGoOn(answer)) {
    return answer;
  }
  const { outcome, earlier = [], ...kept } = answer;
  const ended = outcome === undefined ? earlier : [...earlier, outcome];
  const told = model === answer.model ? ended : ended.map((one) => ofModel(one, answer.model));
  return { ...kept, model, state: 'waiting', earlier: told, resumedAt: at };
}

/** Keeps the model that it names already. */
function ofModel(outcome: Outcome, model: string): Outcome {
  return { model, ...outcome };
}

function withoutWait({ wait: _over, ...answer }: Answer): Answer {
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
  const index = conversation.messages.findLastIndex((message) => message.id === id);
  const answer = conversation.messages[index];
  const changed = answer?.kind === 'answer' ? change(answer) : undefined;
  return changed === undefined || changed === answer
    ? conversation
    : { ...conversation, messages: conversation.messages.with(index, changed) };
}
