import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { type ChatToExport, exportJson } from '../../../../../src/chat/transfer/export/exportJson';
import { diffConversations } from '../../../../../src/chat/transfer/import/diffConversations';
import type { Conversation } from '../../../../../src/shared/conversation/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../../src/shared/conversation/conversationEvent';
import { exportedChatsJsonSchema } from '../../../../support/exportedChatsSchema';
import {
  answer,
  readValidChats,
  conversation,
  yieldEach,
  joinChunks,
  readItems,
  question,
} from '../fixtures';

const root = join(__dirname, '../../../../..');
const schema = JSON.parse(
  readFileSync(join(root, 'media/exportedChats.schema.json'), 'utf8'),
) as object;
const validate = new Ajv2020({ allErrors: true }).compile(schema);

const exportedAt = 1_790_000_000_000;

function exportChats(...chats: readonly ChatToExport[]): Promise<string> {
  return joinChunks(exportJson(yieldEach(...chats), exportedAt));
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('```js\nlet a;\n', '</details>', '\u0000', '__proto__'),
);

/** Conversations that result from questions, edits and retries anywhere in the tree. */
const anyConversation: fc.Arbitrary<Conversation> = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), text, text), { minLength: 1, maxLength: 12 })
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

/** The order of off-path messages has no meaning. */
function sortOffPath({ offPath, ...rest }: Conversation): object {
  return { ...rest, offPath: offPath.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

const full = conversation({
  messages: [
    question('q1', '', { images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }] }),
    answer('a1', 'q1', {
      state: 'failed',
      autoRetries: [{ kind: 'delayed', failure: { kind: 'rateLimited', retryAfterMs: 3 } }],
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

describe('exportJson', () => {
  it('yields chunks of a few messages, however long a chat is', async () => {
    const long = Array.from({ length: 60 }, (_, index) => [
      question(`q${index}`, index === 0 ? '' : `a${index - 1}`),
      answer(`a${index}`, `q${index}`, { text: 'x'.repeat(50_000) }),
    ]).flat();
    const chat = { title: 'Long', conversation: { ...conversation(), messages: long } };
    const lengths: number[] = [];
    for await (const chunk of exportJson(yieldEach(chat), exportedAt)) {
      lengths.push(chunk.length);
    }
    assert.ok(lengths.length > 20 && Math.max(...lengths) < 150_000, String(lengths));
  });

  it('writes every field, and the import restores it', async () => {
    const [chat] = await readValidChats(
      await exportChats({ title: 'Everything', conversation: full }),
    );
    assert.deepEqual(chat?.conversation, full);
    assert.equal(chat.title, 'Everything');
    assert.deepEqual([...chat.losses], []);
  });

  it('writes chats that the import restores, whatever was asked, retried and edited', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyConversation, { maxLength: 3 }),
        text,
        async (conversations, title) => {
          const chats = conversations.map((chat, index) => ({
            ...chat,
            id: `${chat.id}-${index}`,
          }));
          const file = await exportChats(...chats.map((chat) => ({ title, conversation: chat })));
          assert.ok(validate(JSON.parse(file)), JSON.stringify(validate.errors));
          const imported = await readValidChats(file);
          assert.deepEqual(
            imported.map((chat) => sortOffPath(chat.conversation)),
            chats.map(sortOffPath),
          );
          for (const [index, { conversation: chat }] of imported.entries()) {
            assert.deepEqual(diffConversations(chats[index] ?? chat, chat), []);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('writes files that fit the published schema, which matches the one in the code', async () => {
    const file: unknown = JSON.parse(await exportChats({ title: '', conversation: full }));
    assert.ok(validate(file), JSON.stringify(validate.errors));
    assert.deepEqual(
      schema,
      exportedChatsJsonSchema(),
      'Run: node --import tsx test/support/writeExportedChatsSchema.ts',
    );
    assert.ok(!validate({ format: 'portico-chats', version: 2, exportedAt, conversations: [] }));
    assert.ok(!validate({ format: 'portico-chats', version: 1, exportedAt, conversations: [{}] }));
  });

  it('adds only missing messages when the chat is already known', () => {
    fc.assert(
      fc.property(anyConversation, fc.nat(), (later, lastIndex) => {
        const isKnown = (id: string): boolean => Number(id.slice(1)) <= lastIndex % 12;
        const known: Conversation = {
          ...later,
          messages: later.messages.filter(({ id }) => isKnown(id)),
          offPath: later.offPath.filter(({ id }) => isKnown(id)),
        };
        const merged = diffConversations(known, later).reduce(reduce, known);
        const messagesOf = (chat: Conversation): readonly string[] =>
          [...chat.messages, ...chat.offPath].map((message) => JSON.stringify(message)).toSorted();
        assert.deepEqual(messagesOf(merged), messagesOf(later));
        assert.deepEqual(merged.messages.slice(0, known.messages.length), known.messages);
      }),
      { numRuns: 300 },
    );
  });

  it('leads to interrupted answers if they were running during the export', async () => {
    const running = conversation({
      messages: [question('q1', ''), answer('a1', 'q1', { state: 'streaming' })],
    });
    const [chat] = await readValidChats(await exportChats({ title: '', conversation: running }));
    const last = chat?.conversation.messages.at(-1);
    assert.equal(last?.kind === 'answer' && last.state, 'interrupted');
  });

  it('is not imported if a newer version wrote the file', async () => {
    const file = { format: 'portico-chats', version: 2, conversations: [full] };
    assert.deepEqual(await readItems(JSON.stringify(file)), [
      { kind: 'error', error: 'newerVersion' },
    ]);
  });

  it('writes a valid file without any chat', async () => {
    assert.deepEqual(await readItems(await exportChats()), []);
  });

  it('is imported with a safe ID if the chat’s ID could name another folder', async () => {
    for (const id of ['', '..', '../../x', 'CON', 'a/b', 'A'.repeat(36), 'x'.repeat(5_000)]) {
      const file = { ...full, id, messages: full.messages, title: '' };
      const [chat] = await readValidChats({
        format: 'portico-chats',
        version: 1,
        conversations: [file],
      });
      assert.match(chat?.conversation.id ?? '', /^chat-[0-9a-f]{32}$/u, id);
    }
  });

  it('is imported without a gateway that is no web address', async () => {
    for (const baseUrl of [
      'javascript:alert(1)',
      'file:///etc',
      '',
      'https://a:b@gateway.example',
    ]) {
      const json = { ...full, title: '', gateway: { baseUrl } };
      const [chat] = await readValidChats({ conversations: [json] });
      assert.equal(chat?.conversation.gateway, undefined, baseUrl);
    }
  });

  it('is imported without a damaged message, which is counted', async () => {
    const damaged = {
      ...conversation(),
      messages: [question('q1', ''), answer('a1', 'q1'), { kind: 'question', id: 'q2' }],
      title: 7,
    };
    const [chat] = await readValidChats({ conversations: [damaged] });
    assert.equal(chat?.conversation.messages.length, 2);
    assert.deepEqual(Object.fromEntries(chat.losses), { unreadableMessage: 1 });
  });
});
