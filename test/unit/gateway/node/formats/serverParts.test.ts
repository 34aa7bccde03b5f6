// Parts of an answer that are neither text nor calls for Portico: code and its output are shown, unknown ones are named.
import assert from 'node:assert/strict';
import type { ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { codeParts } from '../../../../../src/gateway/node/formats/serverParts';
import { ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import { readerOf } from '../../../../support/streams/readerOf';
import { answerOf } from './goldens/readStream';

type Part = Readonly<Record<string, unknown>>;

/** An answer with a part before a sentence: as a stream, and not streamed. */
const answers: Readonly<
  Record<
    ApiFormat,
    readonly [ApiFormatAdapter, (part: Part) => readonly object[], (part: Part) => object]
  >
> = {
  chat: [
    chat,
    (part) => [
      { choices: [{ index: 0, delta: { content: [part, { type: 'text', text: 'So.' }] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ],
    (part) => ({
      choices: [
        {
          index: 0,
          message: { content: [part, { type: 'text', text: 'So.' }] },
          finish_reason: 'stop',
        },
      ],
    }),
  ],
  responses: [
    responses,
    (part) => [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...part, status: 'in_progress' },
      },
      { type: 'response.output_item.done', output_index: 0, item: part },
      { type: 'response.output_text.delta', output_index: 1, delta: 'So.' },
      { type: 'response.completed', response: responsesReply(part) },
    ],
    (part) => responsesReply(part),
  ],
  messages: [
    messages,
    (part) => [
      { type: 'content_block_start', index: 0, content_block: part },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'So.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ],
    (part) => ({
      type: 'message',
      content: [part, { type: 'text', text: 'So.' }],
      stop_reason: 'end_turn',
    }),
  ],
  generateContent: [
    generateContent,
    (part) => [
      { candidates: [{ content: { parts: [part] } }] },
      { candidates: [{ content: { parts: [{ text: 'So.' }] }, finishReason: 'STOP' }] },
    ],
    (part) => ({
      candidates: [{ content: { parts: [part, { text: 'So.' }] }, finishReason: 'STOP' }],
    }),
  ],
};

function responsesReply(part: Part): object {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'So.' }] };
  return { object: 'response', status: 'completed', output: [part, message] };
}

function read(format: ApiFormat, part: Part): readonly ReturnType<typeof answerOf>[] {
  const [adapter, events, complete] = answers[format];
  const stream = events(part).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return [stream.join(''), JSON.stringify(complete(part))].map((text) =>
    answerOf(adapter, [Buffer.from(text)]),
  );
}

describe('code that ran on the server', () => {
  for (const { format, type, tool = '', sample, shows } of codeParts) {
    it(`is a code block, and so is its output: ${format}, ${type} ${tool}`, () => {
      for (const { text, state, unknownParts } of read(format, JSON.parse(sample) as Part)) {
        const [block, sentence] = [text.slice(0, -3).trim(), text.slice(-3)];
        assert.deepEqual(
          { block, sentence, state },
          { block: shows, sentence: 'So.', state: 'complete' },
        );
        assert.match(text, /```\n\n+So\.$/);
        assert.deepEqual(unknownParts, []);
      }
    });
  }

  it('shows what a screen would have shown of its output', () => {
    const shown = '\r 50%\r100%\n\u001B[32mok\u001B[0m\n';
    for (const { format, type, language, sample } of codeParts) {
      if (language === undefined) {
        const output = sample.replace(
          /"(?:42|ls: no such file|a\.txt)\\n"/u,
          JSON.stringify(shown),
        );
        for (const { text } of read(format, JSON.parse(output) as Part)) {
          assert.equal(text.slice(0, -3).trim(), '```\n100%\nok\n```', type);
        }
      }
    }
  });

  it('is read in snake case, and with a longer fence where it has one', () => {
    const [{ text } = { text: '' }] = read('generateContent', {
      executable_code: { language: 'PYTHON', code: 'print("""\n```\n""")' },
    });
    assert.ok(text.trim().startsWith('````python\nprint("""\n```\n""")\n````\n\n'), text);
  });

  it('is read where its input arrives in fragments, in Claude’s format', () => {
    const block = { type: 'server_tool_use', id: 's', name: 'code_execution', input: {} };
    const events = [
      { type: 'content_block_start', index: 0, content_block: block },
      ...['{"code": "pri', 'nt(6*7)"}'].map((json) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: json },
      })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ];
    const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const { text, calls } = answerOf(messages, [Buffer.from(stream)]);
    assert.deepEqual(
      { text: text.trim(), calls },
      { text: '```python\nprint(6*7)\n```', calls: [] },
    );
  });
});

describe('a part that is not shown', () => {
  it('is named where Portico does not know it', () => {
    const unknown: Readonly<Record<ApiFormat, Part>> = {
      chat: { type: 'hologram', data: 'x' },
      responses: { type: 'hologram_call', id: 'h', status: 'completed' },
      messages: { type: 'hologram', data: 'x' },
      generateContent: { hologram: { data: 'x' } },
    };
    for (const [format, part] of Object.entries(unknown) as [ApiFormat, Part][]) {
      for (const { text, state, unknownParts } of read(format, part)) {
        assert.deepEqual({ text, state }, { text: 'So.', state: 'complete' });
        assert.equal(unknownParts.length, 1, format);
        assert.match(unknownParts[0] ?? '', /^hologram/);
      }
    }
  });

  it('is named where it is sound or a video beside a text', () => {
    const sound: readonly (readonly [ApiFormat, Part])[] = [
      ['chat', { type: 'audio', audio: { data: 'x' } }],
      ['generateContent', { inlineData: { mimeType: 'audio/wav', data: 'x' } }],
    ];
    for (const [format, part] of sound) {
      for (const { text, unknownParts } of read(format, part)) {
        assert.deepEqual({ text, unknownParts }, { text: 'So.', unknownParts: ['audio'] });
      }
    }
  });

  it('is not named where it is known', () => {
    const known: readonly (readonly [ApiFormat, Part])[] = [
      ['messages', { type: 'redacted_thinking', data: 'x' }],
      ['messages', { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } }],
      ['messages', { type: 'web_search_tool_result', tool_use_id: 's', content: [] }],
      ['messages', { type: 'mcp_tool_use', id: 's', name: 'x', input: {} }],
      ['responses', { type: 'web_search_call', id: 'w', status: 'completed' }],
      ['responses', { type: 'reasoning', id: 'r', summary: [], encrypted_content: 'x' }],
      ['responses', { type: 'mcp_list_tools', id: 'l', tools: [] }],
      ['generateContent', { text: '', thoughtSignature: 'x' }],
      ['generateContent', { thoughtSignature: 'x' }],
      ['chat', { type: 'reference', reference_ids: [1] }],
    ];
    for (const [format, part] of known) {
      for (const { text, unknownParts } of read(format, part)) {
        assert.deepEqual(
          { text, unknownParts },
          { text: 'So.', unknownParts: [] },
          JSON.stringify(part),
        );
      }
    }
  });
});

describe('the sentence of a provider about the end', () => {
  function reported(candidate: object): {
    state: string;
    refusal: string;
    text: string;
    errorName: string;
  } {
    const { state, refusal, text, errorName } = answerOf(generateContent, [
      Buffer.from(JSON.stringify({ candidates: [candidate] })),
    ]);
    return { state, refusal, text, errorName };
  }

  it('is shown where a filter ended the answer', () => {
    const content = { parts: [{ text: 'Half' }] };
    const end = reported({ content, finishReason: 'SAFETY', finishMessage: 'It was blocked.' });
    assert.equal(end.state, 'filtered');
    assert.equal(end.refusal, '\n\nIt was blocked.');
  });

  it('precedes the word for the end', () => {
    const finishMessage = 'Malformed function call: print(read_file(';
    const reader = readerOf(generateContent);
    const candidate = { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage };
    reader.push([{ data: { candidates: [candidate] }, isError: false }]);
    const { errorAtEnd } = reader;
    assert.ok(errorAtEnd instanceof ReportedError);
    assert.equal(errorAtEnd.body, `${finishMessage}\nfinish_reason: MALFORMED_FUNCTION_CALL`);
  });

  it('is the error where nothing else came', () => {
    const end = reported({ finishReason: 'OTHER', finishMessage: 'Something else.' });
    assert.equal(end.errorName, 'ReportedError');
  });
});
