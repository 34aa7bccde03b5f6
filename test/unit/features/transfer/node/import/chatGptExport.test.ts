import assert from 'node:assert/strict';
import { answer, outline, question, readItems, readValidChats } from '../fixtures';
import { branched, oldest, reasoned } from './chatGptFixtures';

describe('readChatGptChat', () => {
  it('reads the oldest exports', async () => {
    const [chat] = await readValidChats(oldest);
    assert.equal(chat?.title, 'Rhyme schemes');
    assert.deepEqual([...chat.losses], []);
    assert.deepEqual(chat.conversation, {
      id: 'chatgpt-11111111-1111-4111-8111-111111111111',
      createdAt: 1_671_000_000_500,
      model: 'default-model',
      messages: [
        question('q1', '', { text: 'What is a villanelle?', askedAt: 1_671_000_010_000 }),
        answer('a1', 'q1', {
          model: 'text-davinci-002-render',
          text: 'A poem of nineteen lines.',
          startedAt: 1_671_000_020_000,
          outcome: { endedAt: 1_671_000_020_000, finishReason: 'stop' },
        }),
      ],
      offPath: [],
    });
  });

  it('imports branches as versions, and shows the path that ChatGPT showed', async () => {
    const [chat] = await readValidChats([branched]);
    assert.ok(chat);
    assert.deepEqual(outline(chat.conversation), [
      ' > you: First question',
      'n2 > gpt-4 (complete): Second try',
      'n4 > you: What is in the picture?',
      'n6 > gpt-4 (complete): A cat, 42 times.',
      'off path: n2 > gpt-4 (truncated): First try',
      'off path: n4 > you: Follow-up that nobody answered',
      'off path: n5 >  (failed): ',
    ]);
    assert.deepEqual(Object.fromEntries(chat.losses), {
      image: 1,
      attachment: 1,
      toolMessage: 2,
    });
  });

  it('tells reasoning, speech and hidden instructions apart', async () => {
    const [chat] = await readValidChats({ conversations: [reasoned] });
    assert.ok(chat);
    assert.equal(chat.title, undefined);
    assert.deepEqual(outline(chat.conversation), [
      ' > you: How is tea made?',
      'm2 > gpt-5-thinking (complete): Leaves are withered.',
    ]);
    const last = chat.conversation.messages.at(-1);
    assert.equal(
      last?.kind === 'answer' && last.reasoning,
      'Recalling the steps\n\nWithering, rolling, drying.\n\nChecking\n\nThought for 7 seconds',
    );
    assert.deepEqual(Object.fromEntries(chat.losses), {
      systemMessage: 1,
      recording: 1,
      citation: 1,
    });
  });

  it('reads a file with one chat and a file with a list of chats', async () => {
    assert.equal((await readValidChats(branched)).length, 1);
    assert.equal((await readValidChats([...oldest, branched, reasoned])).length, 3);
  });

  it('reads a tree with cycles, with keys of Object.prototype, and deeper than the call stack', async () => {
    const node = (parent: string | null, role: string, text: string) => ({
      parent,
      children: [],
      message: { author: { role }, content: { parts: [text] } },
    });
    const mapping = JSON.parse(
      JSON.stringify({ a: node('b', 'user', 'round'), b: node('a', 'assistant', 'and round') }),
    ) as Record<string, unknown>;
    const own = (key: string, value: unknown): void => {
      Object.defineProperty(mapping, key, { value, enumerable: true });
    };
    own('', node('', 'user', 'under itself'));
    own('__proto__', node(null, 'user', 'Who is your prototype?'));
    own('constructor', node('__proto__', 'assistant', 'Nobody.'));
    let last = 'constructor';
    for (let index = 0; index < 20_000; index += 1) {
      const id = `deep${index}`;
      own(id, node(last, index % 2 === 0 ? 'user' : 'assistant', String(index)));
      last = id;
    }
    const [chat] = await readValidChats([{ mapping, current_node: last }]);
    assert.ok(chat);
    assert.equal(chat.conversation.messages.length, 20_002);
    assert.deepEqual(
      outline(chat.conversation)
        .slice(0, 2)
        .map((line) => line.split('): ').at(-1)),
      [' > you: Who is your prototype?', 'Nobody.'],
    );
    assert.equal(chat.losses.get('orphanMessage'), 3);
  });

  it('limits the text that versions repeat', async () => {
    const long = 'x'.repeat(1_000);
    const nodes = Array.from({ length: 2_000 }, (_, index) => [
      `a${index}`,
      {
        parent: index === 0 ? 'q' : `a${index - 1}`,
        message: { author: { role: 'assistant' }, content: { parts: [long] } },
      },
    ]);
    const ends = Array.from({ length: 2_000 }, (_, index) => [
      `z${index}`,
      {
        parent: 'a1999',
        message: { author: { role: 'assistant' }, content: { parts: ['end'] } },
      },
    ]);
    const q = { message: { author: { role: 'user' }, content: { parts: ['Long?'] } } };
    const mapping = Object.fromEntries([['q', q], ...nodes, ...ends]) as object;
    const [chat] = await readValidChats([{ mapping }]);
    assert.ok((chat?.losses.get('shortenedVersion') ?? 0) > 0);
    assert.ok(JSON.stringify(chat?.conversation).length < 30_000_000);
  });

  it('skips a chat without a question as empty', async () => {
    assert.deepEqual(await readItems(JSON.stringify([{ title: 'New chat', mapping: {} }])), [
      { kind: 'skipped', reason: 'empty' },
    ]);
  });
});
