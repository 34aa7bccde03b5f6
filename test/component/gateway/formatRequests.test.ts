// What leaves in each form, and that each form's answers become the same parts.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ChatMessage, CompletionRequest } from '../../../src/chat/ports';
import { chat } from '../../../src/gateway/formats/chat';
import { generateContent, requestUrl } from '../../../src/gateway/formats/generateContent';
import { messages } from '../../../src/gateway/formats/messages';
import { responses } from '../../../src/gateway/formats/responses';
import type { ApiFormatAdapter } from '../../../src/gateway/formats/apiFormatAdapter';
import { type ApiFormat, apiFormats } from '../../../src/shared/conversation/apiFormat';
import { startGateway, type Gateway } from '../../referenceGateway/server';
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
const sent: Readonly<Record<ApiFormat, Sent>> = {
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
  messages: {
    path: () => '/v1/messages',
    plain: (stream) => ({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello?' }],
      stream,
      max_tokens: 8192,
    }),
    full: (stream) => ({
      model: 'm',
      system: 'Be brief.',
      messages: conversation.slice(1),
      stream,
      max_tokens: 7,
      temperature: 0,
      output_config: { effort: 'low' },
    }),
  },
  generateContent: {
    path: (stream) =>
      `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    plain: () => ({ contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }] }),
    full: () => ({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'One?' }] },
        { role: 'model', parts: [{ text: 'Ünö 🙂' }] },
        { role: 'user', parts: [{ text: 'Two?' }] },
      ],
      generationConfig: {
        temperature: 0,
        maxOutputTokens: 7,
        thinkingConfig: { thinkingLevel: 'low', includeThoughts: true },
      },
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

  for (const form of apiFormats) {
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
        assert.equal(folded.failureKind, 'modelNotFound', JSON.stringify(folded.failure));
      });
    }
  }
});

describe('pictures in each form', () => {
  const picture = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
  const url = 'data:image/png;base64,iVBORw0KGgo=';
  const shown: Readonly<Record<ApiFormat, object>> = {
    chat: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url } },
            { type: 'text', text: 'What is this?' },
          ],
        },
        { role: 'assistant', content: 'A dot.' },
      ],
    },
    responses: {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: url },
            { type: 'input_text', text: 'What is this?' },
          ],
        },
        { role: 'assistant', content: 'A dot.' },
      ],
    },
    messages: {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: picture.data },
            },
            { type: 'text', text: 'What is this?' },
          ],
        },
        { role: 'assistant', content: 'A dot.' },
      ],
    },
    generateContent: {
      contents: [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: picture.data } },
            { text: 'What is this?' },
          ],
        },
        { role: 'model', parts: [{ text: 'A dot.' }] },
      ],
    },
  };
  const adapters: Readonly<Record<ApiFormat, ApiFormatAdapter>> = {
    chat,
    responses,
    messages,
    generateContent,
  };

  for (const form of apiFormats) {
    it(`stand before the text that asks about them: ${form}`, () => {
      const body = adapters[form].requestBody({
        ...question('m', true, form),
        messages: [
          { role: 'user', content: 'What is this?', images: [picture] },
          { role: 'assistant', content: 'A dot.' },
        ],
      });
      const [name = ''] = Object.keys(shown[form]);
      assert.deepEqual({ [name]: body[name] }, shown[form]);
    });

    it(`may stand alone: ${form}`, () => {
      const body = adapters[form].requestBody({
        ...question('m', true, form),
        messages: [{ role: 'user', content: '', images: [picture, picture] }],
      });
      assert.equal(JSON.stringify(body).split(picture.data).length, 3);
      assert.ok(!/"text":""/.test(JSON.stringify(body)));
    });
  }
});

describe('the turns of a conversation', () => {
  const bodyOf = (
    adapter: ApiFormatAdapter,
    ...said: readonly ChatMessage[]
  ): Record<string, unknown> => adapter.requestBody({ ...question('m'), messages: said });

  it('alternate and begin with the user’s, nothing said is lost', () => {
    const conversed: readonly ChatMessage[] = [
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
      { role: 'user', content: 'c' },
      { role: 'system', content: 'd' },
      { role: 'user', content: 'e' },
      { role: 'system', content: 'f' },
    ];
    const claude = bodyOf(messages, ...conversed);
    assert.equal(claude['system'], 'd\n\nf');
    assert.deepEqual(claude['messages'], [
      { role: 'user', content: '…' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: ['b', 'c', 'e'].map((text) => ({ type: 'text', text })) },
    ]);
    const gemini = bodyOf(generateContent, ...conversed);
    assert.deepEqual(gemini['systemInstruction'], { parts: [{ text: 'd\n\nf' }] });
    assert.deepEqual(gemini['contents'], [
      { role: 'user', parts: [{ text: '…' }] },
      { role: 'model', parts: [{ text: 'a' }] },
      { role: 'user', parts: ['b', 'c', 'e'].map((text) => ({ text })) },
    ]);
  });
});

describe('the path of Gemini’s form', () => {
  const urlOf = (baseUrl: string, model: string, stream = false): string =>
    requestUrl(baseUrl, question(model, stream));

  it('stands under v1beta in place of a final v1, and nowhere else', () => {
    for (const [baseUrl, expected] of [
      ['https://gateway.example/v1', 'https://gateway.example/v1beta/models/m:generateContent'],
      ['https://host.example/v1/proxy', 'https://host.example/v1/proxy/models/m:generateContent'],
      ['https://host.example/api/v1', 'https://host.example/api/v1beta/models/m:generateContent'],
      ['https://host.example/v1beta', 'https://host.example/v1beta/models/m:generateContent'],
    ] as const) {
      assert.equal(urlOf(baseUrl, 'm'), expected);
    }
  });

  it('holds any ID byte for byte, encoded, and lets none out of its place', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.constantFrom('a/b', '..', '../../x', 'a?b#c', 'm:free', '%2e%2e', ' m ', '\ud800'),
        ),
        (id) => {
          const url = new URL(urlOf('https://gateway.example/v1', id, true));
          assert.equal(url.search, '?alt=sse');
          const place = /^\/v1beta\/models\/([^/]*):streamGenerateContent$/.exec(url.pathname);
          const bare = id.replace(/^models\//, '');
          assert.equal(decodeURIComponent(place?.[1] ?? ''), Buffer.from(bare).toString());
        },
      ),
    );
    assert.equal(
      urlOf('https://gateway.example/v1', 'models/gemini-2.5-pro'),
      'https://gateway.example/v1beta/models/gemini-2.5-pro:generateContent',
    );
  });
});
