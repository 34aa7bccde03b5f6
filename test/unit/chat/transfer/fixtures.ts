// What the tests of reading and writing chats have in common.
import { createHash } from 'node:crypto';
import type { ImportedChat, ReaderOptions } from '../../../../src/chat/transfer/import/importedChat';
import { type ReadItem, readChats } from '../../../../src/chat/transfer/import/readChats';
import type {
  Answer,
  Conversation,
  Question,
} from '../../../../src/shared/conversation/conversation';

export const parts: ReaderOptions = {
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  now: 1_800_000_000_000,
  model: 'default-model',
};

export async function* inChunks(text: string, size = 1_000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

export async function itemsOf(text: string, size?: number): Promise<readonly ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readChats(inChunks(text, size), parts)) items.push(item);
  return items;
}

/** The chats of a file in which nothing is wrong. */
export async function chatsOf(json: unknown): Promise<readonly ImportedChat[]> {
  const items = await itemsOf(typeof json === 'string' ? json : JSON.stringify(json));
  return items.map((item) => {
    if (item.kind !== 'chat') throw new Error(JSON.stringify(item));
    return item.chat;
  });
}

export async function gathered(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

export async function* each<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export function question(id: string, parent: string, more: Partial<Question> = {}): Question {
  return { kind: 'question', id, text: `Question ${id}?`, parentId: parent, askedAt: 1_700_000_000_000, ...more };
}

export function answer(id: string, questionId: string, more: Partial<Answer> = {}): Answer {
  return {
    kind: 'answer',
    id,
    questionId,
    model: 'vendor/model',
    state: 'complete',
    text: `Answer ${id}.`,
    reasoning: '',
    startedAt: 1_700_000_000_000,
    outcome: { endedAt: 1_700_000_001_000, finishReason: 'stop' },
    ...more,
  };
}

export function conversation(more: Partial<Conversation> = {}): Conversation {
  return {
    id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    createdAt: 1_700_000_000_000,
    model: 'vendor/model',
    messages: [],
    offPath: [],
    ...more,
  };
}

/** Each message as a line: what it follows, who says it, and what. */
export function outline({ messages, offPath }: Conversation): readonly string[] {
  const line = (message: Question | Answer): string =>
    message.kind === 'question'
      ? `${message.parentId} > you: ${message.text}`
      : `${message.questionId} > ${message.model} (${message.state}): ${message.text}`;
  return [...messages.map(line), ...offPath.map((message) => `aside ${line(message)}`)];
}
