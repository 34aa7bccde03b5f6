// Answers in another API format than the request's: each is read as in its own.
import assert from 'node:assert/strict';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { generateContentGoldens } from './goldens/generateContent';
import { messagesGoldens } from './goldens/messages';
import { answerOf } from './goldens/readStream';
import { responsesGoldens } from './goldens/responses';

const adapters: Readonly<Record<string, ApiFormatAdapter>> = {
  chat,
  responses,
  messages,
  generateContent,
};

function bytesOf(events: readonly object[]): Buffer {
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

/** Gateways stream lines of JSON without `data:`. */
function linesOf(events: readonly object[]): Buffer {
  return Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

const goldens = [...responsesGoldens, ...messagesGoldens, ...generateContentGoldens];

const chatEvents = [
  { id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
  { id: 'c', choices: [{ index: 0, delta: { reasoning_content: 'Hm.' } }] },
  { id: 'c', choices: [{ index: 0, delta: { content: 'Half ' } }] },
  { id: 'c', choices: [{ index: 0, delta: { content: 'of it.' } }] },
  { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

/** https://github.com/ollama/ollama/blob/main/docs/api.md */
const ollamaEvents = [
  {
    model: 'm',
    created_at: 't',
    message: { role: 'assistant', content: '', thinking: 'Hm.' },
    done: false,
  },
  { model: 'm', created_at: 't', message: { role: 'assistant', content: 'Half ' }, done: false },
  { model: 'm', created_at: 't', message: { role: 'assistant', content: 'of it.' }, done: false },
  {
    model: 'm',
    created_at: 't',
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 9,
    eval_count: 4,
  },
];
const half = { text: 'Half of it.', reasoning: 'Hm.', state: 'complete', errorName: '' } as const;

describe('an answer in another API format', () => {
  for (const [asked, adapter] of Object.entries(adapters)) {
    it(`is read as in its own: asked in ${asked}`, () => {
      for (const { name, format, events, complete } of goldens.filter(
        (one) => one.format !== asked,
      )) {
        for (const bytes of [bytesOf(events), Buffer.from(JSON.stringify(complete ?? {}))]) {
          const own = answerOf(adapters[format] ?? chat, [bytes]);
          if (complete === undefined && bytes.length === 2) {
            continue;
          }
          const { otherFormat, ...answer } = answerOf(adapter, [bytes]);
          assert.deepEqual({ ...answer, otherFormat: undefined }, own, `${format}: ${name}`);
          const hasContent = own.text + own.reasoning !== '' || own.calls.length > 0;
          assert.equal(otherFormat, hasContent ? format : otherFormat, name);
        }
      }
    });

    it(`is named, and Ollama's is read too: asked in ${asked}`, () => {
      for (const bytes of [bytesOf(ollamaEvents), linesOf(ollamaEvents)]) {
        const answer = answerOf(adapter, [bytes]);
        assert.deepEqual({ ...answer, ...half, otherFormat: 'ollama' }, answer);
        assert.deepEqual(answer.usage, { inputTokens: 9, outputTokens: 4 });
      }
      const answer = answerOf(adapter, [bytesOf(chatEvents)]);
      assert.deepEqual({ ...answer, ...half }, answer);
      assert.equal(answer.otherFormat, asked === 'chat' ? undefined : 'chat');
    });
  }

  it('of Ollama has text, calls or a text of /api/generate', () => {
    const call = {
      model: 'm',
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'read_file', arguments: { path: 'a.ts' } } }],
      },
      done: true,
    };
    const called = answerOf(chat, [linesOf([call])]);
    assert.deepEqual(called.calls, [{ name: 'read_file', arguments: '{"path":"a.ts"}' }]);
    // code-yeongyu/oh-my-openagent#1120.
    const lines = [
      {
        message: {
          tool_calls: [{ function: { name: 'read', arguments: { filePath: 'README.md' } } }],
        },
        done: false,
      },
      { message: { content: '' }, done: true },
    ];
    assert.deepEqual(answerOf(chat, [linesOf(lines)]).calls, [
      { name: 'read', arguments: '{"filePath":"README.md"}' },
    ]);
    const generated = [
      { model: 'm', response: 'Half ', done: false },
      { model: 'm', response: 'of it.', done: true, done_reason: 'length' },
    ];
    const { text, state } = answerOf(chat, [linesOf(generated)]);
    assert.deepEqual({ text, state }, { text: 'Half of it.', state: 'truncated' });
  });

  it('is none because of a ping or an error among its events', () => {
    const ping = { type: 'ping' };
    const [first, ...rest] = chatEvents;
    const { text, otherFormat } = answerOf(chat, [bytesOf([ping, first ?? {}, ping, ...rest])]);
    assert.deepEqual({ text, otherFormat }, { text: half.text, otherFormat: undefined });
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    assert.equal(answerOf(chat, [bytesOf([error])]).errorName, 'ReportedError');
    assert.equal(answerOf(chat, [bytesOf([{ status: 'ok' }])]).errorName, 'notApi');
  });
});
