// What leaves in each form, and that each form's answers become the same parts.
import assert from 'node:assert/strict';
import type { CompletionRequest } from '../../../src/chat/ports';
import { type WireForm, wireForms } from '../../../src/shared/wireForm';
import { startGateway, type Gateway } from '../../gateway/server';
import { canaryKey, clientOf, collect, connectionTo, fold, question } from './harness';

const conversation = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'One?' },
  { role: 'assistant', content: 'Ünö 🙂' },
  { role: 'user', content: 'Two?' },
] as const;

interface Sent {
  readonly path: (stream: boolean) => string;
  /** The body of a question with nothing but what must be said. */
  readonly plain: (stream: boolean) => object;
  /** What a system prompt, a conversation and every setting make of it. */
  readonly full: (stream: boolean) => object;
}

const usageAsked = { stream_options: { include_usage: true } };
const sent: Readonly<Record<WireForm, Sent>> = {
  chat: {
    path: () => '/v1/chat/completions',
    plain: (stream) => ({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello?' }],
      stream,
      ...(stream ? usageAsked : {}),
    }),
    full: (stream) => ({
      model: 'm',
      messages: conversation,
      stream,
      ...(stream ? usageAsked : {}),
      temperature: 0,
      max_tokens: 7,
      reasoning_effort: 'low',
    }),
  },
  responses: {
    path: () => '/v1/responses',
    plain: (stream) => ({
      model: 'm',
      input: [{ role: 'user', content: 'Hello?' }],
      stream,
      store: false,
    }),
    full: (stream) => ({
      model: 'm',
      instructions: 'Be brief.',
      input: conversation.slice(1),
      stream,
      store: false,
      temperature: 0,
      max_output_tokens: 7,
      reasoning: { effort: 'low' },
    }),
  },
};

describe('a request in each form', function () {
  this.timeout(30_000);

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey, tokensPerSecond: Infinity });
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  async function ask(request: CompletionRequest): Promise<ReturnType<typeof fold>> {
    return fold(await collect(clientOf(connectionTo(gateway.baseUrl)), request));
  }

  for (const form of wireForms) {
    for (const stream of [true, false]) {
      const how = `${form}, ${stream ? 'streamed' : 'not streamed'}`;

      it(`says what must be said and no more: ${how}`, async () => {
        await ask(question('m', stream, form));
        const [request] = gateway.requests;
        assert.equal(gateway.requests.length, 1);
        assert.equal(request?.method, 'POST');
        assert.equal(request?.path, sent[form].path(stream));
        assert.deepEqual(request?.json, sent[form].plain(stream));
      });

      it(`says everything by the names of its form: ${how}`, async () => {
        await ask({
          ...question('m', stream, form),
          messages: conversation,
          temperature: 0,
          maxTokens: 7,
          reasoningEffort: 'low',
        });
        assert.deepEqual(gateway.requests[0]?.json, sent[form].full(stream));
      });

      it(`carries the Bearer header as its only credential: ${how}`, async () => {
        await ask(question('echo', stream, form));
        const { headers = {} } = gateway.requests[0] ?? {};
        assert.equal(headers['authorization'], `Bearer ${canaryKey}`);
        const carriers = Object.keys(headers).filter((name) => headers[name]?.includes(canaryKey));
        assert.deepEqual(carriers, ['authorization']);
        assert.ok(!gateway.requests[0]?.path.includes(canaryKey.slice(0, 8)));
      });

      it(`hears the whole conversation: ${how}`, async () => {
        const folded = await ask({ ...question('echo', stream, form), messages: conversation });
        assert.equal(folded.state, 'complete', JSON.stringify(folded.failure));
        assert.deepEqual(JSON.parse(folded.text), conversation);
        assert.equal(folded.servedModel, 'echo');
        assert.ok((folded.usage?.inputTokens ?? 0) > 0 && (folded.usage?.outputTokens ?? 0) > 0);
      });

      it(`gets the reasoning apart from the answer: ${how}`, async () => {
        const folded = await ask(question('demo-reasoning', stream, form));
        assert.equal(folded.state, 'complete');
        assert.ok(folded.reasoning.startsWith('The user asks something'));
        assert.ok(folded.text.includes('**42**'));
      });

      it(`is told when the limit was met: ${how}`, async () => {
        const folded = await ask({ ...question('demo-markdown', stream, form), maxTokens: 7 });
        assert.equal(folded.state, 'truncated');
        assert.notEqual(folded.text, '');
      });

      it(`is told what is wrong: ${how}`, async () => {
        const folded = await ask(question('nobody-has-this', stream, form));
        assert.equal(folded.failureKind, 'modelGone', JSON.stringify(folded.failure));
      });
    }
  }
});
