import assert from 'node:assert/strict';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import {
  readAnswerEvent,
  type AnswerEvent,
} from '../../../../../src/gateway/node/formats/answerEvent';
import type { AnswerReader } from '../../../../../src/gateway/node/formats/answerReader';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { reasoningFields } from '../../../../../src/gateway/node/formats/chatReasoning';
import { ExchangeError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import type { SseEvent } from '../../../../../src/gateway/node/http/sse';
import { fold, type Folded } from '../../../../component/gateway/node/harness';
import { readerOf } from '../../../../support/streams/readerOf';

function choice(more: object): object {
  return { choices: [{ index: 0, ...more }] };
}

const delta = (value: unknown, finish_reason: unknown = null): object =>
  choice({ delta: value, finish_reason });

const event = (data: unknown): SseEvent => ({ data, isError: false });
const errorEvent = (data: unknown): SseEvent => ({ data, isError: true });

function read(body: unknown, isError = false): AnswerEvent {
  return readAnswerEvent(chat.createEventReader(), body, isError);
}

function newReader(): AnswerReader {
  return readerOf(chat);
}

function answerOf(...chunks: readonly unknown[]): Folded & { readonly reported: unknown } {
  return answerOfEvents(chunks.map(event));
}

function answerOfEvents(events: readonly SseEvent[]): Folded & { readonly reported: unknown } {
  const reader = newReader();
  const parts: StreamPart[] = [];
  let reported: unknown;
  for (const sseEvent of events) {
    const { parts: added, error } = reader.push([sseEvent]);
    parts.push(...added);
    reported ??= error instanceof ReportedError ? error.body : error?.message;
  }
  const { errorAtEnd } = reader;
  reported ??= errorAtEnd instanceof ReportedError ? errorAtEnd.body : undefined;
  parts.push(...reader.end());
  return { ...fold(parts), reported };
}

describe('readAnswerEvent with chat completions', function () {
  this.timeout(30_000);

  it('does not recognize JSON that is not a chunk', () => {
    for (const value of [null, undefined, 7, 'x', [], {}, { choices: null }, { choices: {} }]) {
      const chunk = read(value);
      assert.deepEqual([chunk.text, chunk.isRecognized], ['', false], JSON.stringify(value));
    }
    for (const value of [
      { choices: [] },
      { choices: [null] },
      { choices: [{}] },
      { choices: [{ delta: null }] },
      { choices: [{ delta: [] }] },
      { choices: [{ delta: { content: true } }] },
    ]) {
      const chunk = read(value);
      assert.deepEqual([chunk.text, chunk.isRecognized, chunk.error], ['', true, undefined]);
    }
  });

  it('reads the chunks in an array', () => {
    assert.equal(answerOf([delta({ content: 'a' })]).text, 'a');
    assert.notEqual(answerOf([{ error: { message: 'x' } }]).reported, undefined);
  });

  it('reads text, reasoning and refusals from all known fields', () => {
    for (const [value, expected] of [
      [{ content: 'a' }, { text: 'a' }],
      // Cloudflare's Workers AI (cloudflare/ai#651).
      [{ content: 6 }, { text: '6' }],
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
      [{ refusal: 'no', content: null }, { refusal: 'no' }],
      [{ refusal: null, content: 'a' }, { text: 'a' }],
    ] as const) {
      const { text, reasoning, refusal } = read(delta(value));
      assert.deepEqual(
        { text, reasoning, refusal },
        { text: '', reasoning: '', refusal: '', ...expected },
        JSON.stringify(value),
      );
    }
    assert.equal(read(choice({ text: 'legacy' })).text, 'legacy');
  });

  for (const { name, sample, shows, isReturned } of reasoningFields) {
    it(`reads reasoning in the field ${name}, and sends it back with calls where it must`, () => {
      const reader = chat.createEventReader();
      const body = JSON.parse(sample) as { choices: [{ delta: Record<string, unknown> }] };
      assert.equal(reader.read(body).reasoning, shows);
      const value = body.choices[0].delta[name];
      assert.ok(value !== undefined);
      assert.deepEqual(
        reader.reasoningBlocks?.().map(({ block }) => block),
        isReturned ? [{ [name]: value }] : [],
      );
    });
  }

  it('reads reasoning once that is in a field and between tags in the text, as MiniMax sends it', () => {
    const { text, reasoning } = answerOf(
      delta({ content: '<think>\nThe user', reasoning_content: 'The user' }),
      delta({ content: ' asks 2+2.', reasoning_content: ' asks 2+2.' }),
      delta({ content: '\n</think>\n\n4' }),
    );
    assert.deepEqual([text, reasoning?.trim()], ['4', 'The user asks 2+2.']);
  });

  it('makes an answer of reasoning in the text that is never closed, if it ends normally', () => {
    for (const [reason, text, reasoning] of [
      ['stop', 'So.', ''],
      ['eos_token', 'So.', ''],
      ['length', '', 'So.'],
      ['content_filter', '', 'So.'],
      [null, '', 'So.'],
    ] as const) {
      const answer = answerOf(delta({ content: '<think>' }), delta({ content: 'So.' }, reason));
      assert.deepEqual([answer.text, answer.reasoning], [text, reasoning], String(reason));
    }
  });

  it('leaves the reasoning before a tool call where it is', () => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } };
    const { text, reasoning } = answerOf(
      delta({ content: '<think>I call f.' }),
      delta({ tool_calls: [call] }, 'tool_calls'),
    );
    assert.deepEqual([text, reasoning], ['', 'I call f.']);
  });

  it('ignores empty, null and "null" finish reasons', () => {
    for (const none of ['', null, 'null', undefined, 7]) {
      assert.equal(read(delta({}, none)).finishReason, undefined, String(none));
    }
    assert.equal(read(delta({}, 'eos_token')).finishReason, 'eos_token');
  });

  it('reads only the choice with index 0, which may have no index', () => {
    const other = { index: 1, delta: { content: 'b' }, finish_reason: 'stop' };
    for (const index of [0, '0', null, undefined]) {
      const chunk = read({ choices: [other, { index, delta: { content: 'a' } }] });
      assert.deepEqual([chunk.text, chunk.finishReason], ['a', undefined]);
    }
    assert.equal(read({ choices: [other] }).text, '');
  });

  it('reads usage by all known names', () => {
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
      assert.deepEqual(read({ choices: [], usage }).usage, expected);
      assert.deepEqual(read({ choices: [], x_groq: { usage } }).usage, expected);
    }
    for (const usage of [null, {}, { total_tokens: 7 }, 'x']) {
      assert.equal(read({ choices: [], usage }).usage, undefined);
    }
  });

  it('separates errors from chunks', () => {
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
      { header: { code: 1, message: 'x' } },
      { response: { error: { message: 'x' } } },
      { choices: [], error: { message: 'x' } },
    ]) {
      assert.notEqual(read(error).error, undefined, JSON.stringify(error));
    }
    for (const error of [
      { message: 'x' },
      'x',
      [],
      { foo: 1 },
      { error: { message: 'x' }, choices: [] },
    ]) {
      assert.notEqual(read(error, true).error, undefined, JSON.stringify(error));
    }
    for (const message of [
      { detail: 'x' },
      { detail: [{ msg: 'x' }] },
      { 'html-message': 'x' },
      { choices: [], message: 'x' },
    ]) {
      const { error, mayBeError } = read(message);
      assert.deepEqual([error, mayBeError], [undefined, true], JSON.stringify(message));
      assert.notEqual(read(message, true).error, undefined);
    }
    for (const chunk of [
      { choices: [], error: null },
      { choices: [], error: {} },
      { choices: [], error: '' },
      { choices: [{ delta: { content: 'a' } }], error: { code: '' } },
      { choices: [], message: 'x', code: 0 },
      { choices: [], status: 'success' },
      { type: 'ping' },
      { status: 'ok' },
      { trace: 'abc' },
    ]) {
      assert.equal(read(chunk).error, undefined, JSON.stringify(chunk));
      assert.equal(read(chunk).mayBeError, false, JSON.stringify(chunk));
    }
    const chunk = { choices: [{ delta: { content: 'a' } }], error: { code: '' } };
    assert.equal(read(chunk, true).error, undefined);
  });
});

describe('AnswerReader with chat completions', function () {
  this.timeout(30_000);

  it('emits the text beside an error and reports the error', () => {
    const body = { ...delta({ content: 'a' }), error: { message: 'x' } };
    for (const sseEvent of [event(body), errorEvent(body)]) {
      const answer = answerOfEvents([sseEvent]);
      assert.deepEqual([answer.text, answer.reported], ['a', body]);
    }
  });

  it('treats finish reasons that name a fault of the server as errors', () => {
    for (const reason of ['error', 'abort', 'ERROR', 'insufficient_system_resource']) {
      const { reported } = answerOf(delta({ content: 'a' }), delta({}, reason));
      assert.equal(reported, `finish_reason: ${reason}`);
    }
    assert.equal(answerOf(delta({ content: 'a' }), delta({}, 'content_filter')).state, 'filtered');
  });

  it('forgets a finish reason that content follows', () => {
    assert.equal(
      answerOf(delta({ content: 'a' }, 'stop'), delta({ content: 'b' })).state,
      'truncated',
    );
    assert.equal(answerOf(delta({ content: 'a' }, 'stop'), delta({})).state, 'complete');
    assert.equal(answerOf(delta({ content: 'a' }, 'error'), delta({}, 'stop')).reported, undefined);
  });

  it('reads the message beside an empty delta (Perplexity)', () => {
    const message = { role: 'assistant', content: 'Paris is the capital.' };
    const reply = choice({
      finish_reason: 'stop',
      message,
      delta: { role: 'assistant', content: '' },
    });
    const { text, state } = answerOf(reply);
    assert.deepEqual({ text, state }, { text: 'Paris is the capital.', state: 'complete' });
    for (const empty of [null, {}, { content: null }]) {
      assert.equal(answerOf(choice({ message, delta: empty })).text, 'Paris is the capital.');
    }
  });

  it('counts reasoning and cached input that a server counts apart', () => {
    for (const [usage, expected] of [
      // xAI
      [
        {
          prompt_tokens: 12,
          completion_tokens: 1,
          total_tokens: 399,
          completion_tokens_details: { reasoning_tokens: 386 },
        },
        { inputTokens: 12, outputTokens: 387, reasoningTokens: 386 },
      ],
      [
        {
          prompt_tokens: 12,
          completion_tokens: 1,
          completion_tokens_details: { reasoning_tokens: 386 },
        },
        { inputTokens: 12, outputTokens: 387, reasoningTokens: 386 },
      ],
      // Google's OpenAI-compatible API
      [
        { prompt_tokens: 20, completion_tokens: 151, total_tokens: 553 },
        { inputTokens: 20, outputTokens: 533 },
      ],
      [
        { prompt_tokens: 20, total_tokens: 30 },
        { inputTokens: 20, outputTokens: 10 },
      ],
      [
        { completion_tokens: 10, total_tokens: 30 },
        { inputTokens: 20, outputTokens: 10 },
      ],
      [
        {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 1115,
          cache_read_input_tokens: 1000,
          cache_creation_input_tokens: 100,
        },
        { inputTokens: 1110, outputTokens: 5, cachedTokens: 1000, cacheWriteTokens: 100 },
      ],
      // OpenAI: the output includes reasoning.
      [
        {
          prompt_tokens: 10,
          completion_tokens: 400,
          total_tokens: 410,
          completion_tokens_details: { reasoning_tokens: 386 },
        },
        { inputTokens: 10, outputTokens: 400, reasoningTokens: 386 },
      ],
      [
        { prompt_tokens: 10, completion_tokens: 5, total_tokens: 0 },
        { inputTokens: 10, outputTokens: 5 },
      ],
    ] as const) {
      assert.deepEqual(answerOf({ choices: [], usage }).usage, expected, JSON.stringify(usage));
      // Moonshot's place
      const inChoice = choice({ delta: {}, finish_reason: 'stop', usage });
      assert.deepEqual(answerOf(inChoice).usage, expected);
    }
  });

  it('reads the transcript of an answer in sound, and notices media without text', () => {
    assert.equal(answerOf(delta({ content: null, audio: { transcript: 'Hi.' } })).text, 'Hi.');
    const media = (value: object): unknown => {
      const reader = newReader();
      reader.push([event(delta(value, 'stop'))]);
      const { errorAtEnd } = reader;
      return errorAtEnd instanceof ExchangeError ? errorAtEnd.failure.media : undefined;
    };
    const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }];
    assert.equal(media({ content: '', images }), 'image');
    assert.equal(media({ content: images }), 'image');
    assert.equal(media({ content: null, audio: { data: 'AAAA' } }), 'audio');
    assert.equal(media({ content: 'Here:', images }), undefined);
    assert.equal(media({ content: '' }), undefined);
  });

  it('reads reasoning and tool input of any depth', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    assert.equal(answerOf(delta({ reasoning: deep, content: 'a' })).text, 'a');
    const calls = [{ function: { name: 'f', arguments: { deep } } }];
    assert.equal(answerOf(delta({ tool_calls: calls })).calls[0]?.name, 'f');
  });

  it('limits what is kept of an answer, not what is sent', () => {
    const reader = newReader();
    const sources = 'x'.repeat(8_000);
    let message = '';
    for (let index = 0; index < 9_000; index++) {
      message += 'word ';
      const chunk = {
        ...choice({ delta: { content: 'word ' }, message: { content: message } }),
        sources,
      };
      assert.equal(reader.push([event(chunk)]).error, undefined);
    }
    const large = event(delta({ content: 'y'.repeat(16 * 1024 * 1024) }));
    assert.equal(reader.push([large, large, large]).error, undefined);
    assert.equal(reader.push([large]).error?.message, 'tooLarge');
  });

  it('emits the tool calls that came before an error', () => {
    const reader = newReader();
    const call = { index: 0, id: 'x', function: { name: 'look_up', arguments: '{}' } };
    reader.push([event(delta({ tool_calls: [call] }))]);
    const calls = [{ id: 'x', name: 'look_up', arguments: '{}' }];
    assert.deepEqual(reader.interrupt(), [{ type: 'toolCalls', calls }]);
  });

  it('ignores the cumulative message beside a delta', () => {
    const both = (content: string, message: string): object =>
      choice({ delta: { content }, message: { content: message } });
    assert.equal(answerOf(both('a', 'a'), both('b', 'ab'), both('', 'ab')).text, 'ab');
  });

  it('treats a message without a delta as the answer so far', () => {
    const message = (content: string): object => choice({ message: { content } });
    assert.equal(answerOf(message('abc')).text, 'abc');
    assert.equal(answerOf(message('a'), message('ab'), message('abc')).text, 'abc');
    assert.equal(answerOf(delta({ content: 'ab' }), message('abc')).text, 'abc');
    assert.equal(answerOf(delta({ content: 'ab' }), message('ab')).text, 'ab');
    assert.equal(answerOf(delta({ content: 'ab' }), message('other')).text, 'ab');
  });

  it('emits the model once, with the first content', () => {
    const reader = newReader();
    const parts = [
      { ...delta({ role: 'assistant' }), model: '' },
      { ...delta({ role: 'assistant' }), model: 'asked' },
      { ...delta({ content: 'A' }), model: 'served' },
      { ...delta({ content: 'b' }), model: 'other' },
    ].flatMap((chunk) => reader.push([event(chunk)]).parts);
    assert.deepEqual(parts, [
      { type: 'servedModel', model: 'served' },
      { type: 'text', text: 'A' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('ends with tool calls, usage and the finish reason, each once', () => {
    const reader = newReader();
    for (const chunk of [
      { ...delta({ content: 'A' }), usage: { prompt_tokens: 1 } },
      delta({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '{' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }),
      delta({}, 'stop'),
      { ...delta({}, 'tool_calls'), usage: { prompt_tokens: 2 } },
    ]) {
      reader.push([event(chunk)]);
    }
    assert.deepEqual(reader.end(), [
      { type: 'toolCalls', calls: [{ id: 'call00001', name: 'f', arguments: '{}' }] },
      { type: 'usage', usage: { inputTokens: 2 } },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  describe('joins the fragments of tool calls', () => {
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
      'with an ID in a later fragment': [
        call({ index: 0, id: '', ...f('f', '{"a"') }),
        call({ index: 0, id: 'x', ...f(undefined, ':1}') }),
        call({ index: 1, id: '', ...f('g', '{}') }),
      ],
      'without index and ID': [
        call(f('f', '{"a"')),
        call({ index: null, id: '', ...f(undefined, ':1}') }),
        call(f('g', '{}')),
      ],
      'in one list': [delta({ tool_calls: [f('f', '{"a":1}'), f('g', '{}')] })],
      'with arguments that are objects': [delta({ tool_calls: [f('f', { a: 1 }), f('g', {})] })],
    };
    for (const [name, chunks] of Object.entries(shapes)) {
      it(name, () => {
        assert.deepEqual(answerOf(...chunks).calls, two);
      });
    }
    it('limits the calls of a hostile server to 128', () => {
      const reader = newReader();
      for (let at = 0; at < 5000; at++) {
        reader.push([event(call({ id: `x${at}`, ...f('f', '{') }))]);
        reader.push([event(call(f('f', '}')))]);
      }
      const [part] = reader.end();
      assert.ok(part?.type === 'toolCalls' && part.calls.length === 128);
    });
    it('in the older field function_call', () => {
      const legacy = delta({ function_call: { name: 'f', arguments: '{}' } });
      assert.deepEqual(answerOf(legacy).calls, [{ name: 'f', arguments: '{}' }]);
    });
    it('and counts them as content', () => {
      const hasContent = (chunk: object): boolean => newReader().push([event(chunk)]).hasContent;
      assert.equal(hasContent(call(f('f', ''))), true);
      assert.equal(hasContent(delta({ role: 'assistant', content: '' })), false);
    });
  });
});
