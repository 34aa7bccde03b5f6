// Questions that the model answers with tools: rounds of calls, bounds that pause, and what is sent after a stop or a kill.
import assert from 'node:assert/strict';
import type {
  Answer,
  Conversation,
  ToolOutcome,
  ToolRun,
} from '../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../src/conversation/common/conversationEvent';
import {
  usualBounds,
  type ChatTools,
  type ToolBounds,
} from '../../../../../src/conversation/node/session/toolLoop';
import {
  answerUsage,
  conversationTotals,
} from '../../../../../src/features/usage/node/answerUsage';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { Price } from '../../../../../src/gateway/common/usage';
import type { ManualClock } from '../../../../support/manualClock';
import { chatFixture, orphanedChat, settle, type ChatFixture } from '../fakes';

const stop = { type: 'finish', reason: 'stop' } as const;
const definitions = [{ name: 'read_file', description: 'Reads a file.' }];

function text(value: string): StreamPart {
  return { type: 'text', text: value };
}

function reasons(value: string): StreamPart {
  return { type: 'reasoning', text: value };
}

function calls(...paths: readonly string[]): StreamPart {
  return {
    type: 'toolCalls',
    calls: paths.map((path) => ({
      id: `call-${path}`,
      name: 'read_file',
      arguments: JSON.stringify({ path }),
    })),
  };
}

function usage(inputTokens: number): StreamPart {
  return { type: 'usage', usage: { inputTokens, outputTokens: 1 } };
}

interface ToolFixture extends ChatFixture {
  /** The arguments of the calls that ran. */
  readonly ran: readonly string[];
  readonly tools: ChatTools;
}

/** A chat with a question. */
async function askedChat({
  bounds = {},
  result = ({ arguments: input }) => ({ text: `content for ${input}`, name: input }),
  run = (outcome) => Promise.resolve(outcome),
  price: ownPrice,
}: {
  readonly bounds?: Partial<ToolBounds>;
  readonly result?: (call: ToolRun) => ToolOutcome;
  readonly run?: (
    outcome: ToolOutcome,
    clock: ManualClock,
    signal: AbortSignal,
  ) => Promise<ToolOutcome>;
  /** Set by the user. */
  readonly price?: Price;
} = {}): Promise<ToolFixture> {
  const ran: string[] = [];
  const tools = {
    definitions,
    run: (call: ToolRun, signal: AbortSignal): Promise<ToolOutcome> => {
      ran.push(call.arguments);
      return run(result(call), fixture.clock, signal);
    },
  };
  const price = { input: 1_000_000, output: 0, currency: 'USD' };
  const fixture: ChatFixture = chatFixture({}, price, undefined, undefined, () => ({
    tools,
    bounds: { ...usualBounds, ...bounds },
    price: ownPrice,
  }));
  fixture.session.ask('Why?');
  await settle();
  return { ...fixture, ran, tools };
}

async function reply({ model }: ChatFixture, ...parts: readonly StreamPart[]): Promise<void> {
  await model.end(...parts, stop);
  await settle();
}

async function goOn(chat: ChatFixture, isWithoutTools = false): Promise<void> {
  assert.equal(chat.session.continueAnswer(chat.answer().id, isWithoutTools), true);
  await settle();
}

/** The round that reads one file, as `sent()` returns it. */
const readA = ['assistant | call {"path":"a"}', 'user | content for {"path":"a"}'];

/** What a request has of a conversation: the texts, the calls and the results. */
function sent({ model }: ChatFixture, index = -1): readonly string[] {
  return (model.requests.at(index)?.messages ?? []).map(
    ({ role, content, toolCalls = [], toolResults = [] }) =>
      [
        role,
        content,
        ...toolCalls.map(({ input }) => `call ${JSON.stringify(input)}`),
        ...toolResults.map((one) => one.text),
      ]
        .filter((part) => part !== '')
        .join(' | '),
  );
}

describe('A question with tools', () => {
  it('is answered with what the calls return, as one answer', async () => {
    const chat = await askedChat();
    assert.deepEqual(chat.model.requests[0]?.tools, { definitions, mode: 'auto' });
    await reply(chat, text('I look. '), calls('a', 'b'), usage(10));
    assert.equal(chat.answer().state, 'streaming');
    assert.deepEqual(sent(chat), [
      'user | Why?',
      'assistant | I look.  | call {"path":"a"} | call {"path":"b"}',
      'user | content for {"path":"a"} | content for {"path":"b"}',
    ]);
    await reply(chat, text('Because.'), usage(30));
    const { state, text: shown, rounds = [], outcome } = chat.answer();
    assert.equal(state, 'complete');
    assert.equal(shown, 'I look. \n\nBecause.');
    assert.deepEqual(
      rounds.map((round) => [round.textLength, round.outcome?.usage?.inputTokens]),
      [[8, 10]],
    );
    assert.equal(outcome?.usage?.inputTokens, 30);
    assert.equal(outcome?.toolCalls, undefined);
    const { inputTokens, requests } = conversationTotals(
      chat.session.conversation,
      () => undefined,
    );
    assert.deepEqual([inputTokens, requests], [40, 2]);
    chat.session.ask('And?');
    await settle();
    assert.deepEqual(sent(chat).slice(1), [
      'assistant | I look.  | call {"path":"a"} | call {"path":"b"}',
      'user | content for {"path":"a"} | content for {"path":"b"}',
      'assistant | Because.',
      'user | And?',
    ]);
  });

  it('sends only the last attempt where the gateway began an answer again', async () => {
    const chat = await askedChat();
    await reply(chat, text('I lo'), { type: 'answerRestarted' }, text('Let me see.'), calls('a'));
    assert.deepEqual(sent(chat).slice(1), [
      'assistant | Let me see. | call {"path":"a"}',
      'user | content for {"path":"a"}',
    ]);
    await reply(chat, text('Wrong.'), { type: 'answerRestarted' }, text('Because.'));
    assert.equal(chat.answer().text, 'Let me see.\n\nBecause.');
  });

  for (const [title, texts, shown] of [
    ['a paragraph of its own', ['I look.', 'So.'], 'I look.\n\nSo.'],
    ['one also after a line end', ['I look.\n', 'So.'], 'I look.\n\nSo.'],
    ['one also before white space', ['I look.', '\n So.'], 'I look.\n\n\n So.'],
    ['more of the code that is open', ['```js\nlet a', ' = 1;\n```'], '```js\nlet a = 1;\n```'],
    [
      'a text of its own in a loop of five rounds',
      ['I look:\n\n- at `a`', '- and at `b`', '## Found\n\n1. one', '2. two', '## So\n\nDone.'],
      'I look:\n\n- at `a`\n\n- and at `b`\n\n## Found\n\n1. one\n\n2. two\n\n## So\n\nDone.',
    ],
    ['the first one after calls alone', ['', '\n', 'So.'], '\nSo.'],
  ] as const) {
    it(`makes a round's text ${title}, and sends the texts as they came`, async () => {
      const chat = await askedChat();
      for (const [index, one] of texts.entries()) {
        const last = index === texts.length - 1;
        await reply(chat, reasons(`Thought ${index}`), text(one), ...(last ? [] : [calls(one)]));
      }
      assert.equal(chat.answer().text, shown);
      assert.equal(
        chat.answer().reasoning,
        texts.map((_text, index) => `Thought ${index}`).join('\n\n'),
      );
      chat.session.ask('And?');
      await settle();
      const written = chat.model.requests.at(-1)?.messages ?? [];
      const sentTexts = written.filter(({ role }) => role === 'assistant');
      assert.deepEqual(
        sentTexts.map(({ content }) => content),
        texts,
      );
    });
  }

  it('separates thoughts that came as text', async () => {
    const chat = await askedChat();
    const thought = [text('Hm'), { type: 'textReclassified' }] as const;
    await reply(chat, ...thought, calls('a'));
    await reply(chat, ...thought, text('So.'));
    assert.equal(chat.answer().reasoning, 'Hm\n\nHm');
    assert.equal(chat.answer().text, 'So.');
  });

  it('has its results on disk before the next request leaves', async () => {
    const chat = await askedChat();
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.store.synced = promise;
    await reply(chat, calls('a'));
    assert.deepEqual(
      chat.store.appended.slice(1).map(({ type }) => type),
      ['toolsCalled', 'toolReturned'],
    );
    assert.equal(chat.model.requests.length, 1);
    resolve();
    await settle();
    assert.equal(chat.model.requests.length, 2);
  });

  for (const [bound, change, part] of [
    ['calls', { calls: 1 }, usage(1)],
    ['tokens', { tokens: 1_000 }, usage(1_000)],
    ['cost', { cost: 5 }, usage(5)],
  ] as const) {
    it(`pauses at the bound of its ${bound}, and goes on when the user wants it`, async () => {
      const chat = await askedChat({ bounds: change });
      await reply(chat, calls('a', 'b'), part);
      const { state, outcome } = chat.answer();
      assert.equal(state, 'stopped');
      assert.equal(outcome?.pausedAt, bound);
      assert.equal(chat.ran.length, bound === 'calls' ? 1 : 0);
      assert.equal(chat.model.requests.length, 1);
      await goOn(chat);
      assert.equal(chat.model.requests.length, bound === 'calls' ? 1 : 2);
    });
  }

  it('pauses once its calls took too long', async () => {
    const chat = await askedChat({
      run: (outcome, clock) => {
        clock.advance(usualBounds.ms);
        return Promise.resolve(outcome);
      },
    });
    await reply(chat, calls('a', 'b'));
    assert.equal(chat.answer().outcome?.pausedAt, 'time');
    assert.deepEqual(chat.ran, ['{"path":"a"}']);
  });

  it('runs the calls that are left when it goes on, and asks for none of them again', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    await reply(chat, text('I look. '), calls('a', 'b'));
    await goOn(chat);
    // The second call is the first of this run, and reaches the bound again.
    assert.deepEqual(chat.ran, ['{"path":"a"}', '{"path":"b"}']);
    assert.equal(chat.model.requests.length, 1);
    await goOn(chat);
    assert.deepEqual(sent(chat), [
      'user | Why?',
      'assistant | I look.  | call {"path":"a"} | call {"path":"b"}',
      'user | content for {"path":"a"} | content for {"path":"b"}',
    ]);
  });

  it('is answered with what was read, if the user wants no more of it', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    await reply(chat, calls('a'));
    await goOn(chat, true);
    assert.equal(chat.model.requests[1]?.tools, undefined);
    assert.deepEqual(sent(chat), ['user | Why?', ...readA]);
    await reply(chat, text('Because.'));
    assert.equal(chat.answer().state, 'complete');
  });

  it('keeps what it read for later questions, although it wrote no text', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    await reply(chat, calls('a'));
    assert.equal(chat.answer().outcome?.pausedAt, 'calls');
    chat.session.ask('Just say it.');
    await settle();
    assert.deepEqual(sent(chat), ['user | Why?', ...readA, 'user | Just say it.']);
  });

  it('is answered with what was read of a round, if its other calls are not wanted', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    await reply(chat, text('I look.'), calls('a', 'b'));
    await goOn(chat, true);
    const read = [
      'user | Why?',
      'assistant | I look. | call {"path":"a"} | call {"path":"b"}',
      'user | content for {"path":"a"}',
    ];
    assert.deepEqual(sent(chat), read);
    await reply(chat, text('Because.'));
    chat.session.ask('And?');
    await settle();
    assert.deepEqual(sent(chat), [...read, 'assistant | Because.', 'user | And?']);
  });

  it('goes on with its text, not with calls that the user did not want, once that was cut off', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    await reply(chat, calls('a', 'b'));
    await goOn(chat, true);
    await chat.model.end(text('Because it'), { type: 'finish', reason: 'length' });
    assert.equal(chat.answer().state, 'truncated');
    await goOn(chat);
    assert.deepEqual(chat.ran, ['{"path":"a"}']);
    assert.deepEqual(sent(chat).slice(2, 4), [
      'user | content for {"path":"a"}',
      'assistant | Because it',
    ]);
  });

  it('counts the requests of another model as its own', async () => {
    const chat = await askedChat({ bounds: { calls: 1 } });
    const served = { type: 'servedModel', model: 'model-a' } as const;
    await reply(chat, served, calls('a'), usage(1));
    chat.session.chooseModel('model-b');
    await goOn(chat);
    await reply(chat, { type: 'servedModel', model: 'model-b' }, text('Because.'));
    assert.equal(chat.answer().rounds?.[0]?.outcome?.model, 'model-a');
    assert.equal(answerUsage(chat.answer(), () => undefined)?.comparison, 'same');
  });

  it('pauses in a call that takes too long, and makes it again when the user wants it', async () => {
    let hangs = true;
    const signals: AbortSignal[] = [];
    const chat = await askedChat({
      run: (outcome, _clock, signal) => {
        signals.push(signal);
        return hangs ? new Promise(() => {}) : Promise.resolve(outcome);
      },
    });
    await reply(chat, calls('a'));
    assert.equal(chat.answer().state, 'streaming');
    chat.clock.advance(usualBounds.ms);
    await settle();
    assert.equal(chat.answer().outcome?.pausedAt, 'time');
    assert.equal(signals[0]?.aborted, true);
    hangs = false;
    await goOn(chat);
    assert.deepEqual(sent(chat).slice(1), readA);
  });

  it('pauses at the cost by the price that the user has set', async () => {
    const chat = await askedChat({
      bounds: { cost: 5 },
      price: { input: 5_000_000, output: 0, currency: 'USD' },
    });
    await reply(chat, calls('a'), usage(1));
    assert.equal(chat.answer().outcome?.pausedAt, 'cost');
  });

  for (const [title, paths, hasNothingNew] of [
    ['three equal calls', ['a', 'a', 'a'], false],
    ['two rounds that read nothing new', ['a', 'b'], true],
  ] as const) {
    it(`goes out without tools after ${title}`, async () => {
      const chat = await askedChat({
        result: () => ({ text: 'x', name: 'x', ...(hasNothingNew && { hasNothingNew }) }),
      });
      for (const [index, path] of paths.entries()) {
        assert.notEqual(chat.model.requests[index]?.tools, undefined);
        await reply(chat, calls(path));
      }
      assert.equal(chat.model.requests[paths.length]?.tools, undefined);
      await reply(chat, text('I am done.'));
      assert.equal(chat.answer().outcome?.toolsWithdrawn, true);
    });
  }

  it('stops within a call, and goes on after the last complete round', async () => {
    let hangs = false;
    const chat = await askedChat({
      run: (outcome) => (hangs ? new Promise(() => {}) : Promise.resolve(outcome)),
    });
    await reply(chat, text('First. '), calls('a'));
    hangs = true;
    await reply(chat, text('Second. '), calls('b'));
    chat.session.stop();
    assert.equal(chat.answer().state, 'stopped');
    hangs = false;
    assert.equal(chat.session.retry(chat.answer().id), true);
    await settle();
    assert.deepEqual(sent(chat), [
      'user | Why?',
      'assistant | First.  | call {"path":"a"}',
      'user | content for {"path":"a"}',
    ]);
    await reply(chat, text('Because.'));
    assert.equal(chat.answer().text, 'First. \n\nBecause.');
  });

  it('starts anew on a retry, if what it read was too much for the model', async () => {
    const chat = await askedChat();
    await reply(chat, calls('a'));
    await chat.model.end({ type: 'failure', failure: { kind: 'contextTooLong', status: 400 } });
    assert.equal(chat.answer().state, 'failed');
    chat.session.retry(chat.answer().id);
    await settle();
    assert.deepEqual(sent(chat), ['user | Why?']);
  });

  it('is readable after a kill at any of its events, sends nothing by itself, and goes on', async () => {
    const chat = await askedChat();
    await reply(chat, text('First. '), calls('a', 'b'), usage(5));
    await reply(chat, text('Second. '), calls('c'), usage(6));
    await reply(chat, text('Because.'));
    const { appended, created } = chat.store;
    const [conversation] = created;
    assert.ok(conversation);
    for (let end = 1; end < appended.length; end += 1) {
      const killed: Conversation = appended.slice(0, end).reduce(reduce, conversation);
      const reopened = orphanedChat(killed, () => ({
        tools: chat.tools,
        bounds: usualBounds,
        price: undefined,
      }));
      await settle();
      assert.equal(reopened.model.requests.length, 0, `after ${end} events`);
      const answer = reopened.answer();
      assert.equal(chat.answer().text.startsWith(answer.text), true);
      const ranBefore = chat.ran.length;
      const isContinued = reopened.session.continueAnswer(answer.id);
      assert.equal(isContinued || reopened.session.retry(answer.id), true, `after ${end} events`);
      await settle();
      const runs = (killed.messages.at(-1) as Answer).rounds?.flatMap((round) => round.runs) ?? [];
      const open = runs.filter((run) => run.result === undefined);
      assert.equal(chat.ran.length - ranBefore, open.length, `calls after ${end} events`);
      const request = sent(reopened).join('\n');
      for (const { arguments: input } of runs) {
        assert.equal(request.split(`call ${input}`).length, 2, `after ${end} events`);
        assert.equal(request.split(`content for ${input}`).length, 2, `after ${end} events`);
      }
      await reopened.model.end(text('Because.'), stop);
      assert.equal(reopened.answer().state, 'complete', `after ${end} events`);
      assert.equal(reopened.model.requests.length, 1, `after ${end} events`);
    }
  });

  it('gives a model that calls what is not there, or with broken arguments, what the tool says', async () => {
    const chat = await askedChat({ result: () => ({ text: 'No such tool.', name: '' }) });
    await reply(chat, { type: 'toolCalls', calls: [{ id: 'x', name: 'run', arguments: '{"a' }] });
    assert.deepEqual(sent(chat).slice(1), [
      'assistant | call {"invalidJson":"{\\"a"}',
      'user | No such tool.',
    ]);
  });
});
