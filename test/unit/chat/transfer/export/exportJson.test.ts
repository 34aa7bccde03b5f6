import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import {
  type ChatToExport,
  exportJson,
} from '../../../../../src/chat/transfer/export/exportJson';
import { diffConversations } from '../../../../../src/chat/transfer/import/diffConversations';
import type { Conversation } from '../../../../../src/shared/conversation/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../../src/shared/conversation/conversationEvent';
import { exportedChatsJsonSchema } from '../../../../support/exportedChatsSchema';
import { answer, chatsOf, conversation, each, gathered, itemsOf, question } from '../fixtures';

const root = join(__dirname, '../../../../..');
const schema = JSON.parse(
  readFileSync(join(root, 'media/exportedChats.schema.json'), 'utf8'),
) as object;
const fits = new Ajv2020({ allErrors: true }).compile(schema);

const exportedAt = 1_790_000_000_000;

function exported(...chats: readonly ChatToExport[]): Promise<string> {
  return gathered(exportJson(each(...chats), exportedAt));
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('```js\nlet a;\n', '</details>', '\u0000', '__proto__'),
);

/** Conversations as questions, edits and retries make them, at any place of the tree. */
const grown: fc.Arbitrary<Conversation> = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), text, text), { minLength: 1, maxLength: 12 })
  .map((steps) =>
    steps.reduce((before: Conversation, [place, asks, said, thought], index): Conversation => {
      const all = [...before.messages, ...before.offPath];
      const answers = all.filter(({ kind }) => kind === 'answer');
      const at = 1_700_000_000_000 + index;
      const chosen = answers[place % Math.max(1, answers.length)];
      const more = { text: said, reasoning: thought, startedAt: at };
      const event: ConversationEvent =
        asks || chosen?.kind !== 'answer'
          ? {
              type: 'asked',
              question: question(`q${index}`, place % 3 === 0 ? '' : (chosen?.id ?? ''), {
                text: said,
                askedAt: at,
              }),
              answer: answer(`a${index}`, `q${index}`, more),
            }
          : {
              type: 'retried',
              replacedAnswerId: chosen.id,
              answer: answer(`a${index}`, chosen.questionId, more),
            };
      return reduce(before, event);
    }, conversation()),
  );

/** The order among what is aside says nothing. */
function sorted({ offPath, ...told }: Conversation): object {
  return { ...told, offPath: offPath.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
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
  omitted: [{ lastQuestionId: 'q1', omittedAt: 8, summary: { text: 's', model: 'm', outcome: { endedAt: 9 } } }],
  failedSummaries: [{ model: 'm', outcome: { endedAt: 10, failure: { kind: 'connectionLost' } } }],
  gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
});

describe('Chats that were exported as JSON', () => {
  it('come in pieces of a few messages, however long a chat is', async () => {
    const long = Array.from({ length: 60 }, (_, index) => [
      question(`q${index}`, index === 0 ? '' : `a${index - 1}`),
      answer(`a${index}`, `q${index}`, { text: 'x'.repeat(50_000) }),
    ]).flat();
    const chat = { title: 'Long', conversation: { ...conversation(), messages: long } };
    const lengths: number[] = [];
    for await (const piece of exportJson(each(chat), exportedAt)) {
      lengths.push(piece.length);
    }
    assert.ok(lengths.length > 20 && Math.max(...lengths) < 150_000, String(lengths));
  });

  it('come back as they were, with every field of every version', async () => {
    const [chat] = await chatsOf(await exported({ title: 'Everything', conversation: full }));
    assert.deepEqual(chat?.conversation, full);
    assert.equal(chat.title, 'Everything');
    assert.deepEqual([...chat.losses], []);
  });

  it('come back as they were, whatever was said, retried and edited', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(grown, { maxLength: 3 }), text, async (grownChats, title) => {
        const chats = grownChats.map((one, index) => ({ ...one, id: `${one.id}-${index}` }));
        const file = await exported(...chats.map((one) => ({ title, conversation: one })));
        assert.ok(fits(JSON.parse(file)), JSON.stringify(fits.errors));
        const back = await chatsOf(file);
        assert.deepEqual(
          back.map((chat) => sorted(chat.conversation)),
          chats.map(sorted),
        );
        for (const [index, { conversation: one }] of back.entries()) {
          assert.deepEqual(diffConversations(chats[index] ?? one, one), []);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('fit the schema in the repository, which is the one that they are read with', async () => {
    const file: unknown = JSON.parse(await exported({ title: '', conversation: full }));
    assert.ok(fits(file), JSON.stringify(fits.errors));
    assert.deepEqual(
      schema,
      exportedChatsJsonSchema(),
      'Run: node --import tsx test/support/writeExportedChatsSchema.ts',
    );
    assert.ok(!fits({ format: 'portico-chats', version: 2, exportedAt, conversations: [] }));
    assert.ok(!fits({ format: 'portico-chats', version: 1, exportedAt, conversations: [{}] }));
  });

  it('add to a known chat what it lacks, and leave the rest as it is', () => {
    fc.assert(
      fc.property(grown, fc.nat(), (later, cut) => {
        const keep = (id: string): boolean => Number(id.slice(1)) <= cut % 12;
        const known: Conversation = {
          ...later,
          messages: later.messages.filter(({ id }) => keep(id)),
          offPath: later.offPath.filter(({ id }) => keep(id)),
        };
        const now = diffConversations(known, later).reduce(reduce, known);
        const ids = (one: Conversation): readonly string[] =>
          [...one.messages, ...one.offPath].map((message) => JSON.stringify(message)).toSorted();
        assert.deepEqual(ids(now), ids(later));
        assert.deepEqual(now.messages.slice(0, known.messages.length), known.messages);
      }),
      { numRuns: 300 },
    );
  });

  it('have the answers that ran when they were written end as left', async () => {
    const running = conversation({
      messages: [question('q1', ''), answer('a1', 'q1', { state: 'streaming' })],
    });
    const [chat] = await chatsOf(await exported({ title: '', conversation: running }));
    const last = chat?.conversation.messages.at(-1);
    assert.equal(last?.kind === 'answer' && last.state, 'interrupted');
  });

  it('of a later version are not guessed at', async () => {
    const file = { format: 'portico-chats', version: 2, conversations: [full] };
    assert.deepEqual(await itemsOf(JSON.stringify(file)), [
      { kind: 'fault', fault: 'newerVersion' },
    ]);
  });

  it('may be none', async () => {
    assert.deepEqual(await itemsOf(await exported()), []);
  });

  it('never name a folder or message that is another’s', async () => {
    for (const id of ['', '..', '../../x', 'CON', 'a/b', 'A'.repeat(36), 'x'.repeat(5_000)]) {
      const file = { ...full, id, messages: full.messages, title: '' };
      const [chat] = await chatsOf({ format: 'portico-chats', version: 1, conversations: [file] });
      assert.match(chat?.conversation.id ?? '', /^chat-[0-9a-f]{32}$/u, id);
    }
  });

  it('offer no switch to what is no gateway', async () => {
    for (const baseUrl of [
      'javascript:alert(1)',
      'file:///etc',
      '',
      'https://a:b@gateway.example',
    ]) {
      const json = { ...full, title: '', gateway: { baseUrl } };
      const [chat] = await chatsOf({ conversations: [json] });
      assert.equal(chat?.conversation.gateway, undefined, baseUrl);
    }
  });

  it('that are damaged in one message bring the others, and count it', async () => {
    const damaged = {
      ...conversation(),
      messages: [question('q1', ''), answer('a1', 'q1'), { kind: 'question', id: 'q2' }],
      title: 7,
    };
    const [chat] = await chatsOf({ conversations: [damaged] });
    assert.equal(chat?.conversation.messages.length, 2);
    assert.deepEqual(Object.fromEntries(chat.losses), { unreadableMessage: 1 });
  });
});
