// Parts that come again, without a number, or under another ID with each event: each stands once, and none is lost.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { propertyRuns } from '../../../../support/propertyRuns';
import { readerOf } from '../../../../support/streams/readerOf';
import { answerOf } from './goldens/readStream';

function read(adapter: ApiFormatAdapter, events: readonly object[]): ReturnType<typeof answerOf> {
  const json = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return answerOf(adapter, [Buffer.from(json)]);
}

const thought = 'I weigh it.';

function chatChunk(delta: object, reason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason: reason }] };
}

function claudeThought(...deltas: readonly object[]): readonly object[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
  ];
}

const claudeEnd: readonly object[] = [
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Yes.' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
];

function geminiChunk(parts: readonly object[], finishReason?: string): object {
  return { candidates: [{ content: { parts }, finishReason }] };
}

const chatEnd = [chatChunk({ content: 'Yes.' }), chatChunk({}, 'stop')];

describe('a thought that comes again as a whole', () => {
  const parts = ['I weigh', ' it.'];
  const cases: Readonly<Record<string, readonly [ApiFormatAdapter, readonly object[]]>> = {
    'with its signature, in Claude’s format': [
      messages,
      [
        ...claudeThought(...parts.map((thinking) => ({ type: 'thinking_delta', thinking })), {
          type: 'thinking_delta',
          thinking: thought,
          signature: 'c2ln',
        }),
        ...claudeEnd,
      ],
    ],
    'with its signature after the first part of it, in Claude’s format': [
      messages,
      [
        ...claudeThought(
          { type: 'thinking_delta', thinking: parts[0] },
          { type: 'thinking_delta', thinking: thought, signature: 'c2ln' },
        ),
        ...claudeEnd,
      ],
    ],
    'with the end of its block, in Claude’s format': [
      messages,
      [
        ...claudeThought(...parts.map((thinking) => ({ type: 'thinking_delta', thinking }))),
        {
          type: 'content_block_stop',
          index: 0,
          content_block: { type: 'thinking', thinking: thought },
        },
        ...claudeEnd,
      ],
    ],
    'as its block started again, in Claude’s format': [
      messages,
      [
        ...claudeThought(...parts.map((thinking) => ({ type: 'thinking_delta', thinking }))),
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'thinking', thinking: thought },
        },
        ...claudeEnd,
      ],
    ],
    'in the complete message, in Claude’s format': [
      messages,
      [
        ...claudeThought(...parts.map((thinking) => ({ type: 'thinking_delta', thinking }))),
        ...claudeEnd.slice(0, 2),
        {
          type: 'message',
          content: [
            { type: 'thinking', thinking: thought },
            { type: 'text', text: 'Yes.' },
          ],
          stop_reason: 'end_turn',
        },
      ],
    ],
    'in reasoning_details with its signature': [
      chat,
      [
        ...parts.map((text) =>
          chatChunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] }),
        ),
        chatChunk({
          reasoning_details: [{ type: 'reasoning.text', index: 0, text: thought, signature: 's' }],
        }),
        ...chatEnd,
      ],
    ],
    'in thinking_blocks with its signature': [
      chat,
      [
        ...parts.map((text) =>
          chatChunk({
            reasoning_content: text,
            thinking_blocks: [{ type: 'thinking', thinking: text }],
          }),
        ),
        chatChunk({
          reasoning_content: thought,
          thinking_blocks: [{ type: 'thinking', thinking: thought, signature: 's' }],
        }),
        ...chatEnd,
      ],
    ],
    'in thinking_blocks with its signature, after deltas of a text alone': [
      chat,
      [
        ...parts.map((text) => chatChunk({ reasoning_content: text })),
        chatChunk({
          reasoning_content: thought,
          thinking_blocks: [{ type: 'thinking', thinking: thought, signature: 's' }],
        }),
        ...chatEnd,
      ],
    ],
    'in the content with its signature': [
      chat,
      [
        ...parts.map((thinking) => chatChunk({ content: [{ type: 'thinking', thinking }] })),
        chatChunk({ content: [{ type: 'thinking', thinking: thought, signature: 's' }] }),
        ...chatEnd,
      ],
    ],
    'with its signature, in Gemini’s format': [
      generateContent,
      [
        ...parts.map((text) => geminiChunk([{ text, thought: true }])),
        geminiChunk([{ text: thought, thought: true, thoughtSignature: 's' }]),
        geminiChunk([{ text: 'Yes.' }], 'STOP'),
      ],
    ],
    'between tags in the text': [
      chat,
      [
        ...parts.map((text) => chatChunk({ reasoning_content: text })),
        ...['<think>', ...parts, '</think>\n\n'].map((content) => chatChunk({ content })),
        ...chatEnd,
      ],
    ],
    'as done events, in the Responses format': [
      responses,
      [
        ...parts.map((delta) => ({ type: 'response.reasoning_text.delta', item_id: 'r', delta })),
        { type: 'response.reasoning_text.done', item_id: 'r', text: thought },
        {
          type: 'response.output_item.done',
          item: {
            id: 'r',
            type: 'reasoning',
            content: [{ type: 'reasoning_text', text: thought }],
          },
        },
        { type: 'response.output_text.delta', item_id: 'm', delta: 'Yes.' },
        { type: 'response.completed', response: { status: 'completed', output: [] } },
      ],
    ],
  };
  for (const [name, [adapter, events]] of Object.entries(cases)) {
    it(`stands once: ${name}`, () => {
      const { reasoning, text, state } = read(adapter, events);
      assert.deepEqual(
        { reasoning, text, state },
        { reasoning: thought, text: 'Yes.', state: 'complete' },
      );
    });
  }

  it('goes back once, with its signature', () => {
    const reader = readerOf(messages, { apiFormat: 'messages' });
    const events = [
      ...claudeThought(
        { type: 'thinking_delta', thinking: thought },
        { type: 'thinking_delta', thinking: thought, signature: 'c2ln' },
        { type: 'signature_delta', signature: 'c2ln' },
      ),
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ];
    const pushed = reader.push(events.map((data) => ({ data, isError: false }))).parts;
    const calls = [...pushed, ...reader.end()].find(
      (part): part is StreamPart & { type: 'toolCalls' } => part.type === 'toolCalls',
    );
    const [{ block } = { block: undefined }] = (calls?.reasoning?.blocks ?? []) as readonly {
      block?: unknown;
    }[];
    assert.deepEqual(block, { type: 'thinking', thinking: thought, signature: 'c2ln' });
  });

  it('is no other thought between tags', () => {
    for (const other of ['Another one.', 'I weigh', `${thought} And more.`]) {
      const { reasoning, text } = read(chat, [
        chatChunk({ reasoning_content: thought }),
        chatChunk({ content: `<think>${other}</think>` }),
        ...chatEnd,
      ]);
      assert.equal(text, 'Yes.');
      assert.ok(reasoning.startsWith(thought) && reasoning.endsWith(other), reasoning);
    }
  });
});

/** An item of a Responses stream. */
interface Item {
  readonly type: 'text' | 'reasoning' | 'call';
  readonly deltas: readonly string[];
  /** The events that repeat it. */
  readonly repeats: readonly ('done' | 'item')[];
}

const letters = fc.constantFrom('0', '哈', 'a', '1', '的', 'x.', 'ab');
const item = fc.record({
  type: fc.constantFrom('text' as const, 'reasoning' as const, 'call' as const),
  deltas: fc.array(letters, { minLength: 1, maxLength: 6 }),
  repeats: fc.array(fc.constantFrom('done' as const, 'item' as const), { maxLength: 3 }),
});

/** `sameNumber` is LiteLLM's before BerriAI/litellm#36375. */
type Keys = 'number' | 'id' | 'both' | 'freshId' | 'sameNumber' | 'none';

function itemEvents({ type, deltas, repeats }: Item, index: number, keys: Keys): readonly object[] {
  let events = 0;
  const hasId = ['id', 'both', 'sameNumber'].includes(keys);
  const place = (): object => ({
    ...(keys === 'number' || keys === 'both' ? { output_index: index } : {}),
    ...(keys === 'sameNumber' ? { output_index: 0 } : {}),
    ...(hasId ? { item_id: `i${index}` } : {}),
    ...(keys === 'freshId' ? { item_id: `i${index}-${events++}` } : {}),
  });
  const whole = deltas.join('');
  const names = {
    text: 'output_text',
    reasoning: 'reasoning_text',
    call: 'function_call_arguments',
  };
  const id = hasId ? { id: `i${index}` } : {};
  const call = { type: 'function_call', call_id: `c${index}`, name: `f${index}` };
  const complete = {
    text: { type: 'message', content: [{ type: 'output_text', text: whole }] },
    reasoning: { type: 'reasoning', content: [{ type: 'reasoning_text', text: whole }] },
    call: { ...call, arguments: whole },
  }[type];
  return [
    {
      type: 'response.output_item.added',
      ...place(),
      item: {
        ...(type === 'call' ? { ...call, arguments: '' } : { type: complete.type, content: [] }),
        ...id,
      },
    },
    ...deltas.map((delta) => ({ type: `response.${names[type]}.delta`, ...place(), delta })),
    ...repeats.map((repeat) =>
      repeat === 'done'
        ? {
            type: `response.${names[type]}.done`,
            ...place(),
            [type === 'call' ? 'arguments' : 'text']: whole,
          }
        : { type: 'response.output_item.done', ...place(), item: { ...complete, ...id } },
    ),
  ];
}

describe('the items of a Responses stream', () => {
  const wholeOf = ({ deltas }: Item): string => deltas.join('');
  const texts = (items: readonly Item[], type: Item['type']): string =>
    items
      .filter((one) => one.type === type)
      .map(wholeOf)
      .join('\n\n');

  it('stand once each, by number, ID, fresh IDs, one number for all or nothing, however often they are repeated, and wherever cut', () => {
    const keys = fc.constantFrom<Keys>('number', 'id', 'both', 'freshId', 'sameNumber', 'none');
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 4 }),
        keys,
        fc.nat(1_000),
        (items, kind, at) => {
          const events = items.flatMap((one, index) => itemEvents(one, index, kind));
          const end = { type: 'response.completed', response: { status: 'completed', output: [] } };
          const whole = read(responses, [...events, end]);
          assert.equal(whole.text, texts(items, 'text'));
          assert.equal(whole.reasoning, texts(items, 'reasoning'));
          assert.deepEqual(
            whole.calls.map((call) => call.arguments),
            items.filter(({ type }) => type === 'call').map(wholeOf),
          );
          const cut = read(responses, events.slice(0, Math.floor((at / 1_000) * events.length)));
          assert.ok(whole.text.startsWith(cut.text) && whole.reasoning.startsWith(cut.reasoning));
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('are all there where they are interleaved, by number or ID', () => {
    const keys = fc.constantFrom<Keys>('number', 'id', 'both');
    const order = fc.array(fc.nat(2), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 2, maxLength: 3 }),
        keys,
        order,
        (items, kind, turns) => {
          const queues = items.map((one, index) => [...itemEvents(one, index, kind)]);
          const events: object[] = [];
          for (const turn of turns) {
            events.push(...(queues[turn % queues.length]?.splice(0, 1) ?? []));
          }
          events.push(...queues.flat());
          const answer = read(responses, [
            ...events,
            { type: 'response.completed', response: { status: 'completed', output: [] } },
          ]);
          for (const type of ['text', 'reasoning'] as const) {
            const sorted = (text: string): string =>
              Array.from(text.replace(/\n\n/g, '')).toSorted().join('');
            assert.equal(sorted(answer[type]), sorted(texts(items, type)));
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('go on as one where each delta has another ID and none was added', () => {
    const deltas = ['To be', ', or', ' not', ' to be'];
    const events = deltas.map((delta, at) => ({
      type: 'response.output_text.delta',
      item_id: `msg_${at}`,
      delta,
    }));
    const whole = deltas.join('');
    const done = { type: 'response.output_text.done', item_id: 'msg_9', text: whole };
    const message = {
      type: 'message',
      id: 'msg_10',
      content: [{ type: 'output_text', text: whole }],
    };
    const itemDone = { type: 'response.output_item.done', item: message };
    for (const ends of [
      [done, done],
      [done, { ...itemDone, output_index: 1 }],
      [{ ...itemDone, output_index: 0 }],
    ]) {
      assert.equal(read(responses, [...events, ...ends]).text, 'To be, or not to be');
    }
  });

  it('are all there where each comes complete, with one number for all', () => {
    const events = ['{"a":1}', '{"b":2}'].map((input, at) => ({
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'function_call', id: `f${at}`, call_id: `c${at}`, name: 'f', arguments: input },
    }));
    const { calls } = read(responses, events);
    assert.deepEqual(
      calls.map((call) => call.arguments),
      ['{"a":1}', '{"b":2}'],
    );
  });

  it('are shown where only the end of the stream has them', () => {
    const message = (id: string, text: string): object => ({
      type: 'message',
      id,
      content: [{ type: 'output_text', text }],
    });
    const { text } = read(responses, [
      { type: 'response.output_text.delta', item_id: 'b', output_index: 1, delta: 'Second.' },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [message('a', 'First.'), message('b', 'Second.')],
        },
      },
    ]);
    assert.equal(text, 'Second.\n\nFirst.');
  });
});

describe('deltas of single characters', () => {
  const formats: readonly (readonly [ApiFormatAdapter, (text: string) => object, object])[] = [
    [chat, (content) => chatChunk({ content }), chatChunk({}, 'stop')],
    [
      messages,
      (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ],
    [
      responses,
      (delta) => ({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta }),
      { type: 'response.completed', response: { status: 'completed' } },
    ],
    [
      generateContent,
      (text) => ({ candidates: [{ content: { parts: [{ text }] } }] }),
      { candidates: [{ finishReason: 'STOP' }] },
    ],
  ];

  it('stay byte for byte, also those that are the same', () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), (deltas) => {
        for (const [adapter, event, end] of formats) {
          assert.equal(read(adapter, [...deltas.map(event), end]).text, deltas.join(''));
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
