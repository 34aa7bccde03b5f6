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
import {
  claude,
  libreChat,
  libreChatPair,
  libreChatTree,
  oldClaude,
  openWebUi,
  openWebUiChat,
} from './linkedFixtures';

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
    assert.deepEqual(Object.fromEntries(losses), { toolMessage: 2 });
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

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Read {
  readonly question: string;
  readonly answer: Answer | undefined;
  readonly losses: Readonly<Record<string, number>>;
}

async function readPair(file: object): Promise<Read> {
  const [chat] = await readValidChats(file);
  assert.ok(chat);
  const { conversation, losses } = chat;
  return {
    question: conversation.messages[0]?.text ?? '',
    answer: answersOf(conversation)[0],
    losses: Object.fromEntries(losses),
  };
}

describe("a message of Open WebUI's code", () => {
  const readChat = async (answer: object, question: object = {}) =>
    readPair(openWebUiChat(question, answer));

  it('has its reasoning without the escapes of HTML', async () => {
    const { answer } = await readChat({
      content:
        '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n&gt; Is &lt;b&gt; &quot;bold&quot; &amp;amp; isn&#x27;t a &gt; b?\n&gt;\n&gt; Yes.\n</details>\nUse `&lt;b&gt;`.',
    });
    assert.equal(answer?.reasoning, `Is <b> "bold" &amp; isn't a > b?\n\nYes.`);
    assert.equal(answer.text, 'Use `&lt;b&gt;`.');
  });

  it('has the text of its output items where it has no other', async () => {
    const { answer } = await readChat({
      content: '',
      output: [
        { type: 'reasoning', summary: [], content: [{ type: 'output_text', text: 'Think.' }] },
        { type: 'function_call', name: 'search', call_id: '1', arguments: '{}' },
        { type: 'function_call_output', call_id: '1', output: [{ text: 'found' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Said.' }] },
      ],
    });
    assert.deepEqual([answer?.text, answer?.reasoning], ['Said.', 'Think.']);
  });

  it('that failed keeps its text, and the error is no text', async () => {
    const cut = await readChat({ content: 'Half', error: { content: 'Connection reset' } });
    assert.deepEqual([cut.answer?.text, cut.answer?.state], ['Half', 'failed']);
    assert.deepEqual(cut.answer?.outcome?.failure, {
      kind: 'streamError',
      detail: 'Connection reset',
    });
    const old = await readChat({ content: 'Model not found', error: true });
    assert.deepEqual([old.answer?.text, old.answer?.state], ['', 'failed']);
    assert.equal(old.answer?.outcome?.failure?.detail, 'Model not found');
  });

  it('has its sources, numbered as its text means them', async () => {
    const web = 'https://one.example/a';
    const sources = [
      {
        source: { id: 'doc', name: 'Handbook' },
        document: ['x', 'y'],
        metadata: [
          { source: 'handbook.txt', name: 'handbook.txt' },
          { source: 'handbook.txt', name: 'handbook.txt' },
        ],
      },
      {
        source: { name: 'search' },
        document: ['p', 'q'],
        metadata: [
          { source: web, name: web, title: 'Page one' },
          { source: 'b', source_url: 'https://two.example/b', name: 'Page two' },
        ],
      },
      {},
    ];
    const expected = [
      { url: web, title: 'Page one', numbers: [2] },
      { url: 'https://two.example/b', title: 'Page two', numbers: [3] },
    ];
    for (const field of ['sources', 'citations']) {
      const { answer } = await readChat({ content: 'A [2][3]', [field]: sources });
      assert.deepEqual(answer?.outcome?.sources, expected, field);
    }
    const { answer } = await readChat({ sources: 'none' });
    assert.equal(answer?.outcome?.sources, undefined);
  });

  it('has the pictures that it contains as files, not in its text', async () => {
    const { answer, losses } = await readChat({
      content: `Here: ![cat](data:image/png;base64,${png})`,
      files: [
        { type: 'image', url: `data:image/png;base64,${png}` },
        { type: 'image', url: '/api/v1/files/1/content' },
      ],
    });
    assert.equal(answer?.text, 'Here: [image 1: PNG, 70 B]\n\n[image 2: PNG, 70 B]\n\n');
    assert.deepEqual(answer.files, [
      { mediaType: 'image/png', data: png },
      { mediaType: 'image/png', data: png },
    ]);
    assert.deepEqual(losses, { image: 1 });
  });

  it('without text says that something was attached: no model accepts an empty question', async () => {
    const files = [{ type: 'file', content_type: 'image/png', url: 'f-1' }];
    const { question, losses } = await readChat({}, { content: '', files });
    assert.equal(question, '[attachment]');
    assert.deepEqual(losses, { image: 1 });
  });

  it('stays as it is where nothing of that applies', async () => {
    const content =
      'Tags: <details><summary>a</summary>&lt;b&gt;</details> [1] <details type=reasoning>';
    const { answer, losses } = await readChat({ content, error: null, sources: [], output: [] });
    assert.deepEqual([answer?.text, answer?.state], [content, 'complete']);
    assert.deepEqual([answer?.reasoning, answer?.files, losses], ['', undefined, {}]);
  });

  it('is read from the older exports, which list the bodies of chats', async () => {
    const { chat } = openWebUiChat({}, {});
    const [imported] = await readValidChats([{ ...Object(chat), title: 'Old' }]);
    assert.equal(imported?.title, 'Old');
    assert.deepEqual(textsOf(imported.conversation), ['Why?', 'So.']);
  });
});

describe("a message of LibreChat's code", () => {
  const readChat = async (answer: object, question: object = {}) =>
    readPair(libreChatPair(question, answer));

  it('has its reasoning, which stood in the text before there were parts', async () => {
    const { answer } = await readChat({ text: ':::thinking\nHm,\n\n1 + 1?\n:::\n\nTwo.\n:::' });
    assert.deepEqual([answer?.reasoning, answer?.text], ['Hm,\n\n1 + 1?', 'Two.\n:::']);
    const parts = [
      { type: 'think', think: '<think>\nHm.\n</think>' },
      { type: 'text', text: 'Three.' },
    ];
    const other = await readChat({ text: '', content: parts });
    assert.deepEqual([other.answer?.reasoning, other.answer?.text], ['Hm.', 'Three.']);
  });

  it('that failed has the words of the error outside its text', async () => {
    const old = await readChat({ text: 'Something went wrong: 401', error: true });
    assert.deepEqual([old.answer?.text, old.answer?.state], ['', 'failed']);
    assert.deepEqual(old.answer?.outcome?.failure, {
      kind: 'streamError',
      detail: 'Something went wrong: 401',
    });
    for (const part of [
      { type: 'error', error: 'overloaded' },
      { type: 'error', text: { value: 'overloaded' } },
    ]) {
      const { answer, losses } = await readChat({
        text: '',
        content: [{ type: 'text', text: 'Half' }, part],
      });
      assert.deepEqual([answer?.text, answer?.state], ['Half', 'failed']);
      assert.equal(answer?.outcome?.failure?.detail, 'overloaded');
      assert.deepEqual(losses, {});
    }
  });

  it('that was cut off says so', async () => {
    const { answer } = await readChat({
      text: 'Once',
      unfinished: false,
      finish_reason: 'incomplete',
    });
    assert.deepEqual([answer?.state, answer?.outcome?.finishReason], ['truncated', 'incomplete']);
    assert.equal((await readChat({ text: 'x', finish_reason: 'stop' })).answer?.state, 'complete');
  });

  it('is read without the marks of sources that the file names nowhere', async () => {
    const { answer, losses } = await readChat({
      text: 'Pure. \uE202turn0search0 \uE203So it is.\uE204\uE202turn0news1\uE202turn1file2 \uE200\uE202turn0search0\uE202turn0image1\uE201 And \\ue202turn0ref3.',
    });
    assert.equal(answer?.text, 'Pure. So it is. And.');
    assert.deepEqual(losses, { citation: 6 });
  });

  it('counts what is not imported by what it is', async () => {
    const { question, losses } = await readChat(
      {
        content: [
          { type: 'agent_update', agent_update: { index: 0, runId: 'r', agentId: 'a' } },
          { type: 'image_file', image_file: { file_id: 'f', filepath: '/images/f.png' } },
          { type: 'image_url', image_url: { url: '/images/g.png' } },
          { type: 'tool_call', tool_call: { name: 'search' } },
          { type: 'text', text: 'Done.' },
          { type: 'video_url', video_url: { url: 'x' } },
        ],
      },
      {
        text: '',
        files: [
          { type: 'image/png', filename: 'a.png' },
          { filename: 'b.csv', type: 'text/csv' },
        ],
        quotes: ['A quoted line'],
      },
    );
    assert.equal(question, '[quote.txt]');
    assert.deepEqual(losses, { image: 3, attachment: 1, toolMessage: 1, recording: 1 });
  });

  it('stays as it is where nothing of that applies', async () => {
    const text = 'A:\n:::thinking\nno\n:::\n\\u0041 turn0search0 :::artifact{title="x"}\nx\n:::';
    const { answer, losses } = await readChat({ text, error: false, finish_reason: 'stop' });
    assert.deepEqual([answer?.text, answer?.reasoning, answer?.state], [text, '', 'complete']);
    assert.deepEqual(losses, {});
  });
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
