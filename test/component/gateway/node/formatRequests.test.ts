// The requests of each API format, and answers of the reference gateway in each of them.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { apiFormats, type ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { ChatMessage, CompletionRequest } from '../../../../src/gateway/common/chatModel';
import type { ApiFormatAdapter } from '../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../src/gateway/node/formats/chatCompletions';
import { generateContent, requestUrl } from '../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../src/gateway/node/formats/responses';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { canaryKey, clientOf, collect, connectionTo, fold, question } from './harness';

const conversation = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'One?' },
  { role: 'assistant', content: 'Ünö 🙂' },
  { role: 'user', content: 'Two?' },
] as const;

/** An answer as an item of a Responses request. */
const item = (message: { readonly role: string }): object =>
  message.role === 'assistant' ? { type: 'message', ...message } : message;

interface ExpectedRequest {
  readonly path: (stream: boolean) => string;
  /** The body with the required fields only. */
  readonly plain: (stream: boolean) => object;
  /** The body with a system prompt, a conversation and every setting. */
  readonly full: (stream: boolean) => object;
}

const streamOptions = { stream_options: { include_usage: true } };
const expectedRequests: Readonly<Record<ApiFormat, ExpectedRequest>> = {
  chat: {
    path: () => '/v1/chat/completions',
    plain: (stream) => ({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello?' }],
      stream,
      ...(stream ? streamOptions : {}),
    }),
    full: (stream) => ({
      model: 'm',
      messages: conversation,
      stream,
      ...(stream ? streamOptions : {}),
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
      input: conversation.slice(1).map(item),
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

describe('requests in each API format', function () {
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

  for (const format of apiFormats) {
    for (const stream of [true, false]) {
      const how = `${format}, ${stream ? 'streamed' : 'not streamed'}`;

      it(`send only the required fields: ${how}`, async () => {
        await ask(question('m', stream, format));
        const [request] = gateway.requests;
        assert.equal(gateway.requests.length, 1);
        assert.equal(request?.method, 'POST');
        assert.equal(request?.path, expectedRequests[format].path(stream));
        assert.deepEqual(request?.json, expectedRequests[format].plain(stream));
      });

      it(`send every setting by the format's field names: ${how}`, async () => {
        await ask({
          ...question('m', stream, format),
          messages: conversation,
          temperature: 0,
          maxTokens: 7,
          reasoningEffort: 'low',
        });
        assert.deepEqual(gateway.requests[0]?.json, expectedRequests[format].full(stream));
      });

      it(`send the key only in the Authorization header: ${how}`, async () => {
        await ask(question('echo', stream, format));
        const { headers = {} } = gateway.requests[0] ?? {};
        assert.equal(headers['authorization'], `Bearer ${canaryKey}`);
        const carriers = Object.keys(headers).filter((name) => headers[name]?.includes(canaryKey));
        assert.deepEqual(carriers, ['authorization']);
        assert.ok(!gateway.requests[0]?.path.includes(canaryKey.slice(0, 8)));
      });

      it(`send the conversation and receive text, usage and model: ${how}`, async () => {
        const folded = await ask({ ...question('echo', stream, format), messages: conversation });
        assert.equal(folded.state, 'complete', JSON.stringify(folded.failure));
        assert.deepEqual(JSON.parse(folded.text), conversation);
        assert.equal(folded.servedModel, 'echo');
        assert.ok((folded.usage?.inputTokens ?? 0) > 0 && (folded.usage?.outputTokens ?? 0) > 0);
      });

      it(`receive reasoning and answer separately: ${how}`, async () => {
        const folded = await ask(question('demo-reasoning', stream, format));
        assert.equal(folded.state, 'complete');
        assert.ok(folded.reasoning.startsWith('The user asks a question'));
        assert.ok(folded.text.includes('**42**'));
      });

      it(`receive a truncated answer at the token limit: ${how}`, async () => {
        const folded = await ask({ ...question('demo-markdown', stream, format), maxTokens: 7 });
        assert.equal(folded.state, 'truncated');
        assert.notEqual(folded.text, '');
      });

      it(`receive the gateway's error: ${how}`, async () => {
        const folded = await ask(question('nobody-has-this', stream, format));
        assert.equal(folded.failureKind, 'modelNotFound', JSON.stringify(folded.failure));
      });
    }
  }
});

describe('images in each API format', () => {
  const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
  const url = 'data:image/png;base64,iVBORw0KGgo=';
  const bodies: Readonly<Record<ApiFormat, object>> = {
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
            { type: 'input_image', image_url: url, detail: 'auto' },
            { type: 'input_text', text: 'What is this?' },
          ],
        },
        { type: 'message', role: 'assistant', content: 'A dot.' },
      ],
    },
    messages: {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: image.data },
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
            { inlineData: { mimeType: 'image/png', data: image.data } },
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

  for (const format of apiFormats) {
    it(`come before the text: ${format}`, () => {
      const body = adapters[format].requestBody({
        ...question('m', true, format),
        messages: [
          { role: 'user', content: 'What is this?', images: [image] },
          { role: 'assistant', content: 'A dot.' },
        ],
      });
      const [name = ''] = Object.keys(bodies[format]);
      assert.deepEqual({ [name]: body[name] }, bodies[format]);
    });

    it(`are sent without an empty text: ${format}`, () => {
      const body = adapters[format].requestBody({
        ...question('m', true, format),
        messages: [{ role: 'user', content: '', images: [image, image] }],
      });
      assert.equal(JSON.stringify(body).split(image.data).length, 3);
      assert.ok(!/"text":""/.test(JSON.stringify(body)));
    });
  }
});

describe('turns of a conversation', () => {
  const bodyOf = (
    adapter: ApiFormatAdapter,
    ...chatMessages: readonly ChatMessage[]
  ): Record<string, unknown> => adapter.requestBody({ ...question('m'), messages: chatMessages });

  it('alternate and keep every message; where the format requires it, the first is the user’s', () => {
    const unordered: readonly ChatMessage[] = [
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
      { role: 'user', content: 'c' },
      { role: 'system', content: 'd' },
      { role: 'user', content: 'e' },
      { role: 'system', content: 'f' },
    ];
    const anthropicBody = bodyOf(messages, ...unordered);
    assert.equal(anthropicBody['system'], 'd\n\nf');
    assert.deepEqual(anthropicBody['messages'], [
      { role: 'user', content: '…' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: ['b', 'c', 'e'].map((text) => ({ type: 'text', text })) },
    ]);
    const geminiBody = bodyOf(generateContent, ...unordered);
    assert.deepEqual(geminiBody['systemInstruction'], { parts: [{ text: 'd\n\nf' }] });
    assert.deepEqual(geminiBody['contents'], [
      { role: 'user', parts: [{ text: '…' }] },
      { role: 'model', parts: [{ text: 'a' }] },
      { role: 'user', parts: ['b', 'c', 'e'].map((text) => ({ text })) },
    ]);
    const turns = [
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b\n\nc\n\ne' },
    ];
    const system = { role: 'system', content: 'd\n\nf' };
    assert.deepEqual(bodyOf(chat, ...unordered)['messages'], [system, ...turns]);
    assert.deepEqual(bodyOf(responses, ...unordered)['input'], turns.map(item));
  });
});

describe('the URL of Gemini’s format', () => {
  const urlOf = (baseUrl: string, model: string, stream = false): string =>
    requestUrl(baseUrl, question(model, stream));

  it('replaces only a final v1 with v1beta', () => {
    for (const [baseUrl, expected] of [
      ['https://gateway.example/v1', 'https://gateway.example/v1beta/models/m:generateContent'],
      ['https://host.example/v1/proxy', 'https://host.example/v1/proxy/models/m:generateContent'],
      ['https://host.example/api/v1', 'https://host.example/api/v1beta/models/m:generateContent'],
      ['https://host.example/v1beta', 'https://host.example/v1beta/models/m:generateContent'],
    ] as const) {
      assert.equal(urlOf(baseUrl, 'm'), expected);
    }
  });

  it('percent-encodes any model ID into one path segment', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.constantFrom('a/b', '..', '../../x', 'a?b#c', 'm:free', '%2e%2e', ' m ', '\ud800'),
        ),
        (id) => {
          const url = new URL(urlOf('https://gateway.example/v1', id, true));
          assert.equal(url.search, '?alt=sse');
          const match = /^\/v1beta\/models\/([^/]*):streamGenerateContent$/.exec(url.pathname);
          const bare = id.replace(/^models\//, '');
          assert.equal(decodeURIComponent(match?.[1] ?? ''), Buffer.from(bare).toString());
        },
      ),
    );
    assert.equal(
      urlOf('https://gateway.example/v1', 'models/gemini-2.5-pro'),
      'https://gateway.example/v1beta/models/gemini-2.5-pro:generateContent',
    );
  });
});
