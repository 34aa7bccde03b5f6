// Helpers of the export and import tests.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type {
  Answer,
  Conversation,
  Question,
} from '../../../../../src/conversation/common/conversation';
import {
  reduce,
  type ConversationEvent,
} from '../../../../../src/conversation/common/conversationEvent';
import {
  FileError,
  type FileErrorKind,
  type ImportedChat,
  type ImportOptions,
  type SkipReason,
} from '../../../../../src/features/transfer/node/import/importedChat';
import { readChats } from '../../../../../src/features/transfer/node/import/readChats';

export const options: ImportOptions = {
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  now: 1_800_000_000_000,
  model: 'default-model',
};

export async function* inChunks(text: string, size = 1_000): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) {
    yield text.slice(start, start + size);
  }
}

/** What `readChats` yields, and the error that it throws as the last item. */
export type ReadItem =
  | { readonly kind: 'chat'; readonly chat: ImportedChat }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'error'; readonly error: FileErrorKind };

export async function readItems(text: string, chunkSize?: number): Promise<readonly ReadItem[]> {
  const items: ReadItem[] = [];
  try {
    for await (const chat of readChats(inChunks(text, chunkSize), options)) {
      items.push(
        typeof chat === 'string' ? { kind: 'skipped', reason: chat } : { kind: 'chat', chat },
      );
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    items.push({ kind: 'error', error: error.kind });
  }
  return items;
}

/** The chats of a file that contains nothing invalid. */
export async function readValidChats(json: unknown): Promise<readonly ImportedChat[]> {
  const items = await readItems(typeof json === 'string' ? json : JSON.stringify(json));
  return items.map((item) => {
    if (item.kind !== 'chat') throw new Error(JSON.stringify(item));
    return item.chat;
  });
}

export async function joinChunks(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

export async function* yieldEach<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export function question(id: string, parentId: string, more: Partial<Question> = {}): Question {
  return {
    kind: 'question',
    id,
    text: `Question ${id}?`,
    parentId,
    askedAt: 1_700_000_000_000,
    ...more,
  };
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

/** Each message as a line with its parent, author and text. */
export function outline({ messages, offPath }: Conversation): readonly string[] {
  const line = (message: Question | Answer): string =>
    message.kind === 'question'
      ? `${message.parentId} > you: ${message.text}`
      : `${message.questionId} > ${message.model} (${message.state}): ${message.text}`;
  return [...messages.map(line), ...offPath.map((message) => `off path: ${line(message)}`)];
}

/** Has every optional field. */
export const fullConversation = conversation({
  messages: [
    question('q1', '', { images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }] }),
    answer('a1', 'q1', {
      state: 'failed',
      adjustments: [{ kind: 'delayed', failure: { kind: 'rateLimited', retryAfterMs: 3 } }],
      earlierOutcomes: [{ endedAt: 5, model: 'other' }],
      continuedAt: 6,
      reasoning: 'Hm.',
      outcome: {
        endedAt: 7,
        apiFormat: 'chat',
        finishReason: 'error',
        servedModel: 'm2',
        sentAt: 1,
        firstContentAt: 2,
        firstTextAt: 2,
        lastContentAt: 3,
        listedPrice: { input: 1, currency: 'EUR' },
        usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedTokens: 4 },
        toolCalls: [{ name: 'f', arguments: '{' }],
        failure: { kind: 'streamError', status: 500, detail: 'words', host: 'gateway.example' },
      },
    }),
  ],
  offPath: [answer('a0', 'q1', { state: 'stopped' })],
  omitted: [
    {
      lastQuestionId: 'q1',
      omittedAt: 8,
      summary: { text: 's', model: 'm', outcome: { endedAt: 9 } },
    },
  ],
  failedSummaries: [{ model: 'm', outcome: { endedAt: 10, failure: { kind: 'connectionLost' } } }],
  gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
});

export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('```js\nlet a;\n', '</details>', '\u0000', '__proto__'),
);

/** Conversations that result from questions, edits and retries anywhere in the tree. */
export const anyConversation: fc.Arbitrary<Conversation> = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), anyText, anyText), { minLength: 1, maxLength: 12 })
  .map((steps) =>
    steps.reduce(
      (before: Conversation, [answerIndex, asks, messageText, reasoning], index): Conversation => {
        const all = [...before.messages, ...before.offPath];
        const answers = all.filter(({ kind }) => kind === 'answer');
        const time = 1_700_000_000_000 + index;
        const target = answers[answerIndex % Math.max(1, answers.length)];
        const more = { text: messageText, reasoning, startedAt: time };
        const event: ConversationEvent =
          asks || target?.kind !== 'answer'
            ? {
                type: 'asked',
                question: question(`q${index}`, answerIndex % 3 === 0 ? '' : (target?.id ?? ''), {
                  text: messageText,
                  askedAt: time,
                }),
                answer: answer(`a${index}`, `q${index}`, more),
              }
            : {
                type: 'retried',
                replacedAnswerId: target.id,
                answer: answer(`a${index}`, target.questionId, more),
              };
        return reduce(before, event);
      },
      conversation(),
    ),
  );
