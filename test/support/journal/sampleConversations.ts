// Sample events and conversations for tests of the journal.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { questionDraft, type Attachment } from '../../../src/conversation/common/attachment';
import { newConversation, type Conversation } from '../../../src/conversation/common/conversation';
import { reduce, type ConversationEvent } from '../../../src/conversation/common/conversationEvent';
import { idFromFolderName } from '../../../src/storage/node/storagePaths';

/** An attachment whose text is determined by its ID, and too long to be stored in a line of the journal. */
export function longAttachment(id: string): Attachment {
  const text = `${id} `.repeat(20_000);
  return { id, kind: 'file', name: `${id}.txt`, text, tokens: 20_000 };
}

export function asked(
  question: string,
  answer: string,
  text = 'Why?',
  attachments?: readonly Attachment[],
): ConversationEvent & { readonly type: 'asked' } {
  return {
    type: 'asked',
    question: {
      kind: 'question',
      id: question,
      ...questionDraft(text, attachments),
      askedAt: 1,
    },
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

export function textAppended(answerId: string, text: string): ConversationEvent {
  return { type: 'textAppended', answerId, text, reasoning: '' };
}

export function ended(answerId: string): ConversationEvent {
  return { type: 'ended', answerId, state: 'complete', outcome: { endedAt: 2 } };
}

export interface SampleConversation {
  readonly initial: Conversation;
  /** Each becomes one record: the text of an answer comes in one piece. */
  readonly events: readonly ConversationEvent[];
  /** The conversation after 0, 1, 2… events. */
  readonly states: readonly Conversation[];
}

export function sampleConversation(id: string, eventCount: number): SampleConversation {
  const initial = newConversation(id, 'm', 1);
  const turns = Array.from({ length: Math.ceil(eventCount / 4) }, (_, turn) => [
    asked(`q${turn}`, `a${turn}`, `Frage ${turn} – 为什么?`),
    textAppended(`a${turn}`, `Weil ${turn} é\u{1F600}\n`),
    ended(`a${turn}`),
    { type: 'modelChosen', model: `m${turn}` } as const,
  ]);
  const events = turns.flat().slice(0, eventCount);
  const states = [initial];
  for (const event of events) {
    states.push(reduce(states.at(-1)!, event));
  }
  return { initial, events, states };
}

/** The IDs of the conversations in a store. */
export async function savedIds(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, 'conversations')).catch(() => []);
  return names
    .filter((name) => !/\.(?:drafts|tmp)$/.test(name))
    .flatMap((name) => idFromFolderName(name) ?? []);
}
