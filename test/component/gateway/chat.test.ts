import assert from 'node:assert/strict';
import type { StreamPart } from '../../../src/chat/ports';
import { chat } from '../../../src/gateway/formats/chat';
import { readChatChunk } from '../../../src/gateway/formats/chatChunk';
import { fold, type Folded } from './harness';

function choice(more: object): object {
  return { choices: [{ index: 0, ...more }] };
}

const delta = (value: unknown, finish_reason: unknown = null): object =>
  choice({ delta: value, finish_reason });

function answerOf(...chunks: readonly unknown[]): Folded & { readonly reported: unknown } {
  const answer = chat.answer();
  const parts: StreamPart[] = [];
  let reported: unknown;
  for (const chunk of chunks) {
    const taken = answer.push(chunk);
    parts.push(...taken.parts);
    reported ??= taken.error?.body ?? (taken.error === undefined ? undefined : 'no body');
  }
  parts.push(...answer.end());
  return { ...fold(parts), reported };
}

describe('readChatChunk', function () {
  this.timeout(30_000);

  it('reads nothing out of what is no chunk', () => {
    for (const value of [null, undefined, 7, 'x', [], {}, { choices: null }, { choices: {} }]) {
      const chunk = readChatChunk(value);
      assert.deepEqual([chunk.text, chunk.recognised], ['', false], JSON.stringify(value));
    }
    for (const value of [
      { choices: [] },
      { choices: [null] },
      { choices: [{}] },
      { choices: [{ delta: null }] },
      { choices: [{ delta: [] }] },
      { choices: [{ delta: { content: 7 } }] },
    ]) {
      const chunk = readChatChunk(value);
      assert.deepEqual([chunk.text, chunk.recognised, chunk.error], ['', true, undefined]);
    }
  });

  it('reads the first element of an array', () => {
    assert.equal(readChatChunk([delta({ content: 'a' })]).text, 'a');
    assert.notEqual(readChatChunk([{ error: { message: 'x' } }]).error, undefined);
  });

  it('reads text, reasoning and refusals wherever they stand', () => {
    for (const [value, expected] of [
      [{ content: 'a' }, { text: 'a' }],
      [{ content: ['a', { type: 'text', text: 'b' }, null, 7] }, { text: 'ab' }],
      [{ content: [{ type: 'output_text', text: 'a' }] }, { text: 'a' }],
      [{ content: [{ type: 'refusal', refusal: 'no' }] }, { refusal: 'no' }],
      [
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'a' }] }] },
        { reasoning: 'a' },
      ],
      [{ content: null, reasoning_content: 'a' }, { reasoning: 'a' }],
      [{ content: '', reasoning: 'a' }, { reasoning: 'a' }],
      [{ reasoning: 'a', reasoning_content: 'a' }, { reasoning: 'a' }],
      [
        { reasoning: null, reasoning_details: [{ text: 'a' }, { summary: 'b' }] },
        { reasoning: 'ab' },
      ],
      [{ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }, {}],
      [{ thinking: 'a' }, { reasoning: 'a' }],
      [{ refusal: 'no', content: null }, { refusal: 'no' }],
      [{ refusal: null, content: 'a' }, { text: 'a' }],
    ] as const) {
      const { text, reasoning, refusal } = readChatChunk(delta(value));
      assert.deepEqual(
        { text, reasoning, refusal },
        { text: '', reasoning: '', refusal: '', ...expected },
        JSON.stringify(value),
      );
    }
    assert.equal(readChatChunk(choice({ text: 'old form' })).text, 'old form');
  });

  it('reads finish reasons; empty, null and "null" are none', () => {
    for (const none of ['', null, 'null', undefined, 7]) {
      assert.equal(readChatChunk(delta({}, none)).finishReason, undefined, String(none));
    }
    assert.equal(readChatChunk(delta({}, 'eos_token')).finishReason, 'eos_token');
  });

  it('reads the first choice alone, with or without its index', () => {
    const other = { index: 1, delta: { content: 'b' }, finish_reason: 'stop' };
    for (const index of [0, '0', null, undefined]) {
      const chunk = readChatChunk({ choices: [other, { index, delta: { content: 'a' } }] });
      assert.deepEqual([chunk.text, chunk.finishReason], ['a', undefined]);
    }
    assert.equal(readChatChunk({ choices: [other] }).text, '');
  });

  it('reads usage by every name', () => {
    for (const usage of [
      {
        prompt_tokens: 3,
        completion_tokens: '4',
        completion_tokens_details: { reasoning_tokens: 2 },
        prompt_tokens_details: { cached_tokens: 1 },
      },
      {
        input_tokens: 3,
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 2 },
        input_tokens_details: { cached_tokens: 1 },
      },
      { prompt_tokens: 3, completion_tokens: 4, reasoning_tokens: 2, prompt_cache_hit_tokens: 1 },
    ]) {
      const expected = { inputTokens: 3, outputTokens: 4, reasoningTokens: 2, cachedTokens: 1 };
      assert.deepEqual(readChatChunk({ choices: [], usage }).usage, expected);
      assert.deepEqual(readChatChunk({ choices: [], x_groq: { usage } }).usage, expected);
    }
    for (const usage of [null, {}, { total_tokens: 7 }, 'x']) {
      assert.equal(readChatChunk({ choices: [], usage }).usage, undefined);
    }
  });

  it('tells errors from chunks', () => {
    for (const error of [
      { error: { message: 'x' } },
      { error: 'x' },
      { error: {} },
      { error: { code: 429 } },
      { object: 'error', message: 'x' },
      { type: 'error', error: { message: 'x' } },
      { success: false, message: 'x' },
      { success: false },
      { status: 'failure', message: 'x' },
      { code: 1001, msg: 'x' },
      { detail: 'x' },
      { detail: [{ msg: 'x' }] },
      { header: { code: 1, message: 'x' } },
      { response: { error: { message: 'x' } } },
      { 'html-message': 'x' },
      { choices: [], error: { message: 'x' } },
      { porticoError: { message: 'x' } },
      { porticoError: 'x' },
      { porticoError: { error: { message: 'x' }, choices: [] } },
    ]) {
      assert.notEqual(readChatChunk(error).error, undefined, JSON.stringify(error));
    }
    for (const chunk of [
      { choices: [], error: null },
      { choices: [], error: {} },
      { choices: [], error: '' },
      { porticoError: { choices: [{ delta: { content: 'a' } }], error: { code: '' } } },
      { choices: [], message: 'x', code: 0 },
      { choices: [], status: 'success' },
      { type: 'ping' },
      { status: 'ok' },
      { trace: 'abc' },
    ]) {
      assert.equal(readChatChunk(chunk).error, undefined, JSON.stringify(chunk));
    }
  });
});

describe('an answer in the chat form', function () {
  this.timeout(30_000);

  it('keeps the text beside an error, and gives the error', () => {
    const body = { ...delta({ content: 'a' }), error: { message: 'x' } };
    const answer = answerOf({ porticoError: body });
    assert.deepEqual([answer.text, answer.reported], ['a', body]);
  });

  it('takes the finish reasons error and abort for errors', () => {
    for (const reason of ['error', 'abort', 'ERROR']) {
      assert.equal(answerOf(delta({ content: 'a' }), delta({}, reason)).reported, 'no body');
    }
    assert.equal(answerOf(delta({ content: 'a' }), delta({}, 'content_filter')).state, 'filtered');
  });

  it('takes deltas and not the message beside them', () => {
    const said = (content: string, message: string): object =>
      choice({ delta: { content }, message: { content: message } });
    assert.equal(answerOf(said('a', 'a'), said('b', 'ab'), said('', 'ab')).text, 'ab');
  });

  it('takes a message alone for the whole answer', () => {
    const message = (content: string): object => choice({ message: { content } });
    assert.equal(answerOf(message('abc')).text, 'abc');
    assert.equal(answerOf(message('a'), message('ab'), message('abc')).text, 'abc');
    assert.equal(answerOf(delta({ content: 'ab' }), message('abc')).text, 'abc');
    assert.equal(answerOf(delta({ content: 'ab' }), message('ab')).text, 'ab');
    assert.equal(answerOf(delta({ content: 'ab' }), message('other')).text, 'ab');
  });

  it('says once, with the first content, which model answers', () => {
    const parts = [
      { ...delta({ role: 'assistant' }), model: '' },
      { ...delta({ role: 'assistant' }), model: 'asked' },
      { ...delta({ content: 'a' }), model: 'served' },
      { ...delta({ content: 'b' }), model: 'other' },
    ].flatMap(
      (
        (answer) => (chunk) =>
          answer.push(chunk).parts
      )(chat.answer()),
    );
    assert.deepEqual(parts, [
      { type: 'servedModel', model: 'served' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('ends with tool calls, usage and the finish reason, each once', () => {
    const answer = chat.answer();
    answer.push({ ...delta({ content: 'a' }), usage: { prompt_tokens: 1 } });
    answer.push(delta({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '{' } }] }));
    answer.push(delta({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }));
    answer.push(delta({}, 'stop'));
    answer.push({ ...delta({}, 'tool_calls'), usage: { prompt_tokens: 2 } });
    assert.deepEqual(answer.end(), [
      { type: 'toolCalls', calls: [{ name: 'f', arguments: '{}' }] },
      { type: 'usage', usage: { inputTokens: 2 } },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  describe('puts tool calls together', () => {
    const call = (more: object): object => delta({ tool_calls: [more] });
    const f = (name: string | undefined, text: unknown): object => ({
      function: { ...(name === undefined ? {} : { name }), arguments: text },
    });
    const two = [
      { name: 'f', arguments: '{"a":1}' },
      { name: 'g', arguments: '{}' },
    ];
    const shapes: Readonly<Record<string, readonly object[]>> = {
      'by index': [
        call({ index: 0, id: 'x', ...f('f', '{"a"') }),
        call({ index: 0, ...f(undefined, ':1}') }),
        call({ index: 1, id: 'y', ...f('g', '{}') }),
      ],
      'by ID': [
        call({ id: 'x', ...f('f', '{"a"') }),
        call({ id: 'x', ...f(undefined, ':1}') }),
        call({ id: 'y', ...f('g', '{}') }),
      ],
      'by ID where every index is 0': [
        call({ index: 0, id: 'x', ...f('f', '{"a"') }),
        call({ index: 0, id: 'x', ...f(undefined, ':1}') }),
        call({ index: 0, id: 'y', ...f('g', '{}') }),
      ],
      'with an ID only later': [
        call({ index: 0, id: '', ...f('f', '{"a"') }),
        call({ index: 0, id: 'x', ...f(undefined, ':1}') }),
        call({ index: 1, id: '', ...f('g', '{}') }),
      ],
      'without index and ID': [
        call(f('f', '{"a"')),
        call({ index: null, id: '', ...f(undefined, ':1}') }),
        call(f('g', '{}')),
      ],
      'as one list': [delta({ tool_calls: [f('f', '{"a":1}'), f('g', '{}')] })],
      'with arguments that are objects': [delta({ tool_calls: [f('f', { a: 1 }), f('g', {})] })],
    };
    for (const [name, chunks] of Object.entries(shapes)) {
      it(name, () => {
        assert.deepEqual(answerOf(...chunks).calls, two);
      });
    }
    it('of a hostile server, in time linear in what it sends', () => {
      const answer = chat.answer();
      for (let at = 0; at < 5000; at++) {
        answer.push(call({ id: `x${at}`, ...f('f', '{') }));
        answer.push(call(f('f', '}')));
      }
      const [part] = answer.end();
      assert.ok(part?.type === 'toolCalls' && part.calls.length === 128);
    });
    it('in the form before tools', () => {
      const legacy = delta({ function_call: { name: 'f', arguments: '{}' } });
      assert.deepEqual(answerOf(legacy).calls, [{ name: 'f', arguments: '{}' }]);
    });
    it('and counts them as content', () => {
      assert.equal(chat.answer().push(call(f('f', ''))).hasContent, true);
      assert.equal(chat.answer().push(delta({ role: 'assistant', content: '' })).hasContent, false);
    });
  });
});
