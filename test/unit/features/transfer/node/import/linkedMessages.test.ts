// Exports of Claude, Open WebUI and LibreChat.
import assert from 'node:assert/strict';
import type { Answer, Conversation } from '../../../../../../src/conversation/common/conversation';
import {
  Counter,
  type LossKind,
} from '../../../../../../src/features/transfer/node/import/importedChat';
import {
  linkMessages,
  type LinkedMessage,
} from '../../../../../../src/features/transfer/node/import/linkedMessages';
import { options, readItems, readValidChats } from '../fixtures';
import { claude, libreChat, libreChatTree, oldClaude, openWebUi } from './linkedFixtures';

function textsOf({ messages }: Conversation): readonly string[] {
  return messages.map(({ text }) => text);
}

function answersOf({ messages, offPath }: Conversation): readonly Answer[] {
  return [...messages, ...offPath].filter((message) => message.kind === 'answer');
}

describe('an export of Claude', () => {
  it('becomes a chat with its reasoning, times, branches and what was lost', async () => {
    const [chat] = await readValidChats([claude]);
    assert.ok(chat);
    const { conversation, title, losses } = chat;
    assert.equal(title, 'Sorting');
    assert.equal(conversation.id, `claude-${claude.uuid}`);
    assert.equal(conversation.createdAt, Date.parse(claude.created_at));
    assert.equal(conversation.model, options.model);
    assert.deepEqual(textsOf(conversation), [
      'How do I sort?',
      'Use\n\nsort().',
      'And in Go?',
      'slices.Sort.',
    ]);
    assert.deepEqual(
      conversation.offPath.map(({ text }) => text),
      ['And in Rust?', 'sort_unstable.'],
    );
    assert.equal(answersOf(conversation)[0]?.reasoning, 'Easy.');
    assert.equal(answersOf(conversation)[0]?.startedAt, Date.parse('2025-06-01T10:00:09.000Z'));
    assert.deepEqual(Object.fromEntries(losses), { attachment: 1, toolMessage: 2 });
  });

  it('of 2023 is read in the order of its list; a question without an answer can be retried', async () => {
    const [chat] = await readValidChats([oldClaude]);
    assert.ok(chat);
    assert.equal(chat.title, undefined);
    assert.deepEqual(textsOf(chat.conversation), ['One?', 'Eins.', 'Two?', '']);
    assert.equal(answersOf(chat.conversation).at(-1)?.state, 'failed');
  });
});

describe('an export of Open WebUI', () => {
  for (const [name, file] of [
    ['all chats', [openWebUi]],
    ['one chat', openWebUi],
  ] as const) {
    it(`becomes a chat with models, images, versions and reasoning: ${name}`, async () => {
      const [chat] = await readValidChats(file);
      assert.ok(chat);
      const { conversation, title, losses } = chat;
      assert.equal(title, 'Pictures');
      assert.deepEqual(textsOf(conversation), ['What is this?', 'A cat.', 'Sure?', 'Yes']);
      const [question] = conversation.messages;
      assert.deepEqual(question?.kind === 'question' && question.images, [
        { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
      ]);
      const [shown, last, other] = answersOf(conversation);
      assert.equal(shown?.reasoning, 'It has\nwhiskers.');
      assert.equal(shown.model, 'qwen3:8b');
      assert.equal(shown.startedAt, 1_717_236_009_000);
      assert.equal(last?.state, 'truncated');
      assert.equal(other?.text, 'A dog.');
      assert.deepEqual(Object.fromEntries(losses), { attachment: 1 });
    });
  }
});

describe('an export of LibreChat', () => {
  for (const [name, file] of [
    ['a list', libreChat],
    ['a tree', libreChatTree],
  ] as const) {
    it(`becomes a chat: ${name}`, async () => {
      const [chat] = await readValidChats(file);
      assert.ok(chat);
      const { conversation, title, losses } = chat;
      assert.equal(title, 'Capitals');
      assert.deepEqual(textsOf(conversation), ['Capital of France?', 'Paris.', 'Of Spain?', 'Mad']);
      const [first, second] = answersOf(conversation);
      assert.equal(first?.reasoning, 'Geography.');
      assert.equal(first.model, 'gpt-4o');
      assert.equal(second?.model, 'gpt-4o-mini');
      assert.equal(second.state, 'truncated');
      assert.deepEqual(Object.fromEntries(losses), { toolMessage: 1, attachment: 1 });
    });
  }
});

describe('messages that name their predecessors', () => {
  const link = (...messages: readonly LinkedMessage[]) => {
    const losses = new Counter<LossKind>();
    const result = linkMessages(messages, 0, losses, options);
    return { ...result, losses: Object.fromEntries(losses.counts) };
  };
  const user = (id: string, parentId?: string): LinkedMessage => ({
    id,
    parentId,
    role: 'user',
    text: id,
  });
  const assistant = (id: string, parentId?: string): LinkedMessage => ({
    id,
    parentId,
    role: 'assistant',
    text: id,
  });

  it('of one answer become one answer, also after a message that is not imported', () => {
    const other = { id: 'tool', parentId: 'a1', role: 'other', text: 'x' } as const;
    const { messages, losses } = link(
      user('q1'),
      assistant('a1', 'q1'),
      other,
      assistant('a2', 'tool'),
      user('q2', 'a2'),
    );
    assert.deepEqual(
      messages.map(({ id, text }) => [id, text]),
      [
        ['q1', 'q1'],
        ['a1', 'a1\n\na2'],
        ['q2', 'q2'],
      ],
    );
    assert.deepEqual(losses, {});
  });

  it('that branch within an answer keep their own text, so that a chain of branches stays small', () => {
    const messages = [user('q'), assistant('a0', 'q')];
    for (let step = 1; step < 2_000; step++) {
      messages.push(assistant(`a${step}`, `a${step - 1}`), assistant(`b${step}`, `a${step - 1}`));
    }
    const all = link(...messages).messages;
    assert.equal(all.length, 4_000);
    assert.ok(all.every(({ text }) => text.length < 10));
  });

  it('in a cycle, twice or before the first question are counted', () => {
    const { losses } = link(
      user('x', 'y'),
      assistant('y', 'x'),
      assistant('a', 'none'),
      user('q'),
      user('q'),
    );
    assert.deepEqual(losses, { unreadableMessage: 1, answerWithoutQuestion: 1, orphanMessage: 2 });
  });
});

it('an import of a file with similar names but no messages finds no chats', async () => {
  for (const json of [
    [{ uuid: 'u', full_name: 'Me', email_address: 'me@mail.example' }],
    { conversationId: 'x', messages: [] },
    { conversationId: 'x', messages: [{ role: 'user', content: 'x' }] },
    [{ id: 'x', chat: { history: [] } }],
    [{ chat_messages: 'none' }],
  ]) {
    const items = await readItems(JSON.stringify(json));
    assert.equal(items.at(-1)?.kind, 'error', JSON.stringify(items));
  }
});
