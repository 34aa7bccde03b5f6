// Conversations for the trials of the journal.
import type { Conversation } from '../../../src/shared/conversation/conversation';
import { newConversation } from '../../../src/shared/conversation/conversation';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent';
import { reduce } from '../../../src/shared/conversation/conversationEvent';

export function asked(question: string, answer: string, text = 'Why?'): ConversationEvent {
  return {
    type: 'asked',
    question: { kind: 'question', id: question, text, at: 1 },
    answer: {
      kind: 'answer',
      id: answer,
      questionId: question,
      model: 'm',
      state: 'waiting',
      text: '',
      reasoning: '',
      startedAt: 1,
    },
  };
}

export function piece(answerId: string, text: string): ConversationEvent {
  return { type: 'textAppended', answerId, text, reasoning: '' };
}

export function ended(answerId: string): ConversationEvent {
  return { type: 'ended', answerId, state: 'complete', outcome: { endedAt: 2 } };
}

export interface Story {
  readonly begun: Conversation;
  /** Each is one record: no two pieces of one answer follow one another. */
  readonly events: readonly ConversationEvent[];
  /** After so many of them. */
  readonly states: readonly Conversation[];
}

/** @param length Of its events. */
export function story(id: string, length: number): Story {
  const begun = newConversation(id, 'm', 1);
  const turns = Array.from({ length: Math.ceil(length / 4) }, (_, turn) => [
    asked(`q${turn}`, `a${turn}`, `Frage ${turn} – 为什么?`),
    piece(`a${turn}`, `Weil ${turn} é\u{1F600}\n`),
    ended(`a${turn}`),
    { type: 'modelChosen', model: `m${turn}` } as const,
  ]);
  const events = turns.flat().slice(0, length);
  const states = [begun];
  for (const event of events) {
    states.push(reduce(states.at(-1)!, event));
  }
  return { begun, events, states };
}
