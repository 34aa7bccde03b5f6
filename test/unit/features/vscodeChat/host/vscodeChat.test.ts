import assert from 'node:assert/strict';
import { UnavailableModels } from '../../../../../src/features/models/node/unavailableModels';
import type * as callerPartsModule from '../../../../../src/features/vscodeChat/host/callerParts';
import type * as requesterModule from '../../../../../src/features/vscodeChat/host/requester';
import type * as errorsModule from '../../../../../src/features/vscodeChat/host/responseErrors';
import type * as noticesModule from '../../../../../src/features/vscodeChat/host/responseNotices';
import type * as providerModule from '../../../../../src/features/vscodeChat/host/responseProvider';
import { ExtensionAccess } from '../../../../../src/features/vscodeChat/node/extensionAccess';
import { ReasoningStore } from '../../../../../src/features/vscodeChat/node/reasoningStore';
import type {
  ChatModel,
  CompletionRequest,
  StreamPart,
} from '../../../../../src/gateway/common/chatModel';
import { failureKinds, type Failure } from '../../../../../src/gateway/common/failure';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import {
  DataPart,
  extensions,
  installVsCodeParts,
  ModelError,
  PromptTsxPart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from './vscodeParts';

const folder = '../../../../../src/features/vscodeChat/host';
const { callerParts, notices, provider, errors, requester } = withVsCodeTexts(() => {
  installVsCodeParts();
  return {
    callerParts: require(`${folder}/callerParts`) as typeof callerPartsModule,
    notices: require(`${folder}/responseNotices`) as typeof noticesModule,
    provider: require(`${folder}/responseProvider`) as typeof providerModule,
    errors: require(`${folder}/responseErrors`) as typeof errorsModule,
    requester: require(`${folder}/requester`) as typeof requesterModule,
  };
});

const gateway = 'https://gateway.example/v1';
const id = `${gateway} m`;

describe('requesterOf', () => {
  const chat = {
    extensionUri: { scheme: 'file', fsPath: '/app/extensions/copilot' },
    packageJSON: {},
  };
  afterEach(() => extensions.clear());

  it("recognizes VS Code's own chat, and the chat extension that VS Code ships", () => {
    assert.deepEqual(requester.requesterOf({ requestInitiator: 'core' }), { type: 'core' });
    const asked = { requestInitiator: 'github.copilot-chat' };
    assert.equal(requester.requesterOf(asked).type, 'extension');
    extensions.set('github.copilot-chat', chat);
    assert.equal(requester.requesterOf(asked).type, 'core');
  });

  it('takes an installed extension with that ID for another extension', () => {
    const asked = { requestInitiator: 'github.copilot-chat' };
    for (const fsPath of ['/home/extensions/github.copilot-chat', '/app-of-another/copilot']) {
      extensions.set('github.copilot-chat', { ...chat, extensionUri: { scheme: 'file', fsPath } });
      assert.equal(requester.requesterOf(asked).type, 'extension', fsPath);
    }
    extensions.set('x.y', chat);
    assert.equal(requester.requesterOf({ requestInitiator: 'x.y' }).type, 'extension');
  });

  it('takes a missing or unreadable requester for an unknown one', () => {
    for (const options of [{}, { requestInitiator: '' }, { requestInitiator: { value: 'core' } }]) {
      assert.deepEqual(requester.requesterOf(options), { type: 'unknown' });
    }
  });
});

describe('readCallerMessage', () => {
  const read = (role: number, ...content: unknown[]) =>
    callerParts.readCallerMessage({ role, content, name: undefined });

  it('reads the roles, the one for instructions included', () => {
    assert.deepEqual(
      [1, 2, 3].map((role) => read(role).role),
      ['user', 'assistant', 'system'],
    );
  });

  it('reads text, images, calls and results', () => {
    const bytes = Buffer.from('\u0089PNG\r\n', 'latin1');
    const image = { mediaType: 'image/png', data: bytes.toString('base64') };
    const { parts } = read(
      1,
      new TextPart('A'),
      new DataPart(bytes, 'image/PNG'),
      new DataPart(Buffer.from('{"a":1}'), 'application/vnd.x+json; charset=utf-8'),
      new ToolCallPart('1', 'weather', { city: 'Bern' }),
      new ToolResultPart('1', [
        new TextPart('B'),
        new DataPart(bytes, 'image/png'),
        new PromptTsxPart([7]),
      ]),
    );
    assert.deepEqual(parts, [
      { type: 'text', text: 'A' },
      { type: 'image', image },
      { type: 'text', text: '{"a":1}' },
      { type: 'toolCall', id: '1', name: 'weather', input: { city: 'Bern' } },
      {
        type: 'toolResult',
        callId: '1',
        parts: [
          { type: 'text', text: 'B' },
          { type: 'image', image },
          { type: 'text', text: '[7]' },
        ],
      },
    ]);
  });

  it("ignores reasoning, parts that it does not know, and the hints of VS Code's chat", () => {
    const hint = new DataPart(new Uint8Array([1]), 'cache_control');
    assert.deepEqual(read(2, new ThinkingPart('Hm'), { unknown: 1 }, null, hint).parts, []);
  });

  // anomalyco/opencode#30249: one such result ended the chat for good.
  const bytes = new TextEncoder().encode('<a>ü</a>');
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  const foreign: readonly (readonly [string, Uint8Array, string | undefined])[] = [
    ['application/pdf', bytes, undefined],
    ['application/zip', new Uint8Array(2_100), undefined],
    ['application/octet-stream', bytes, undefined],
    ['audio/mpeg', bytes, undefined],
    ['video/mp4', new Uint8Array(1_200_000), undefined],
    ['image/heic', bytes, undefined],
    ['image/bmp', bytes, undefined],
    ['image/png', bytes, undefined],
    ['image/jpeg', new Uint8Array(), undefined],
    ['font/woff2', bytes, undefined],
    ['x-vendor/unknown', new Uint8Array(), undefined],
    ['image/svg+xml', bytes, '<a>ü</a>'],
    ['application/xml; charset=utf-8', bytes, '<a>ü</a>'],
    ['application/atom+xml', bytes, '<a>ü</a>'],
    ['application/x-yaml', bytes, '<a>ü</a>'],
    ['application/javascript', bytes, '<a>ü</a>'],
    ['application/x-ndjson', bytes, '<a>ü</a>'],
    ['text/csv', bytes, '<a>ü</a>'],
    ['TEXT/HTML; charset="utf-16le"', new Uint8Array([0x61, 0, 0x62, 0]), 'ab'],
    ['text/plain; charset=nobody', bytes, '<a>ü</a>'],
  ];
  for (const [type, data, expected] of foreign) {
    it(`sends what it can of other files, and a line with the type and size for the rest: ${type}`, () => {
      for (const wrap of [
        (part: unknown) => read(1, part).parts[0],
        (part: unknown) => {
          const [result] = read(1, new ToolResultPart('1', [part])).parts;
          return result?.type === 'toolResult' ? result.parts[0] : undefined;
        },
      ]) {
        const part = wrap(new DataPart(data, type));
        assert.ok(part?.type === 'text');
        assert.ok(
          expected === undefined
            ? part.text.startsWith(`[${type}, `) &&
                part.text.endsWith(": this content can't be sent]")
            : part.text === expected,
          part.text,
        );
      }
    });
  }

  it('sends an image as what its bytes are', () => {
    for (const type of ['image/png', 'image/x-unknown']) {
      assert.deepEqual(read(1, new DataPart(jpeg, type)).parts, [
        {
          type: 'image',
          image: { mediaType: 'image/jpeg', data: Buffer.from(jpeg).toString('base64') },
        },
      ]);
    }
  });

  it('reads parts with content of other kinds than the API has', () => {
    const circular: { self?: object } = {};
    circular.self = circular;
    const parts = [
      new ToolResultPart('1', [
        new PromptTsxPart(circular),
        null,
        7,
        new DataPart(undefined!, 'image/png'),
      ]),
      new ToolResultPart('2', undefined!),
      new ToolResultPart('3', 'text' as never),
    ];
    const results = read(1, ...parts).parts;
    assert.deepEqual(
      results.map((part) => part.type === 'toolResult' && part.callId),
      ['1', '2', '3'],
    );
  });
});

describe('failureError', () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    NoPermissions: [
      'keyMissing',
      'keyLost',
      'keyCommandFailed',
      'keyRejected',
      'insecure',
      'forbidden',
      'blocked',
    ],
    NotFound: ['modelNotFound'],
    Blocked: ['noCredit', 'overBudget', 'rateLimited', 'contentFiltered'],
  };

  it('has a code for each kind that VS Code has one for, and one sentence', () => {
    const found = Map.groupBy(failureKinds, (kind) => {
      const error = errors.failureError({ kind, detail: '{"error":{}}' }, 'm');
      assert.doesNotMatch(
        error.message,
        ['badRequest', 'blocked', 'serverError', 'streamError'].includes(kind) ? /\n/u : /[{}\n]/u,
      );
      return error instanceof ModelError ? error.code : 'none';
    });
    for (const [code, kinds] of Object.entries(expected)) {
      assert.deepEqual(found.get(code)?.toSorted(), kinds.toSorted());
    }
  });
});

interface ProviderOptions {
  readonly connection?: object;
  readonly enabled?: boolean;
  /** The user turns the setting off before answering the question about an extension with “Allow”. */
  readonly isTurnedOffInQuestion?: boolean;
  readonly acceptsTools?: boolean;
  /** What the model list says. */
  readonly quirks?: CompletionRequest['quirks'];
}

describe('ResponseProvider', () => {
  function createProvider(
    answer: readonly StreamPart[],
    {
      connection = { baseUrl: gateway },
      enabled = true,
      isTurnedOffInQuestion = false,
      acceptsTools = true,
      quirks,
    }: ProviderOptions = {},
  ) {
    let isEnabled = enabled;
    const requests: CompletionRequest[] = [];
    const shown: string[] = [];
    const logged: string[] = [];
    for (const name of ['showErrorMessage', 'showWarningMessage']) {
      vscodeTexts.window[name] = async (message: string) => void shown.push(message);
    }
    const chatModel: ChatModel = {
      async *complete(request) {
        requests.push(request);
        yield* answer;
      },
    };
    const responseNotices = new notices.ResponseNotices({
      unavailableModels: new UnavailableModels(),
      log: { info: (line: string) => void logged.push(line) },
    });
    const responses = new provider.ResponseProvider({
      isEnabled: () => isEnabled,
      gateways: { currentId: async () => gateway },
      current: { resolve: async () => connection as never },
      access: new ExtensionAccess({
        consents: { of: async () => undefined, set: async () => {} } as never,
        ask: async () => {
          isEnabled = !isTurnedOffInQuestion;
          return isTurnedOffInQuestion ? 'allowed' : 'refused';
        },
      }),
      requestSettings: () => ({ systemPrompt: 'Pirate', stream: true }),
      lookUpModel: async () => ({
        apiFormat: 'chat',
        parameters: { top_p: 0.5 },
        ...(quirks === undefined ? {} : { quirks }),
      }),
      acceptsTools: async () => acceptsTools,
      createChatModel: () => chatModel,
      reasoning: new ReasoningStore(),
      notices: responseNotices,
    });
    const parts: unknown[] = [];
    const respond = (options: object = {}, messages: readonly object[] = []) =>
      responses.respond(
        id,
        {
          messages: messages as never,
          options: { toolMode: 1, requestInitiator: 'core', ...options } as never,
        },
        { report: (part) => void parts.push(part) },
        { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) },
      );
    return { respond, requests, shown, logged, parts, responseNotices };
  }

  const text = { type: 'text', text: 'Hello' } as const;
  const stop = { type: 'finish', reason: 'stop' } as const;
  const tools = [{ name: 'weather', description: 'Tells the weather.', inputSchema: {} }];
  const missing: Failure = { kind: 'keyMissing', host: 'gateway.example' };

  it("sends the caller's messages and options, the user's parameters, and no system prompt", async () => {
    const { respond, requests, logged, parts } = createProvider([text, stop]);
    const modelOptions = { temperature: 1, top_p: 0.9, seed: 1, 'evil\nline': 2 };
    await respond({ tools, toolMode: 2, modelOptions }, [
      { role: 1, content: [new TextPart('Hi')] },
    ]);
    assert.deepEqual(requests, [
      {
        purpose: 'vscodeChat',
        apiFormat: 'chat',
        model: 'm',
        messages: [{ role: 'user', content: 'Hi' }],
        stream: true,
        temperature: 1,
        topP: 0.9,
        // Written into the body last: the user's own value is sent.
        parameters: { top_p: 0.5 },
        tools: { definitions: tools, mode: 'required' },
      },
    ]);
    assert.deepEqual(logged, [String.raw`model options not sent: seed, evil\u{a}line`]);
    assert.deepEqual(parts, [new TextPart('Hello')]);
  });

  it("lists the sources under an answer in VS Code's chat, where the numbers in the text lead nowhere", async () => {
    const one = { url: 'https://one.example/a', title: 'Page [one]', numbers: [1, 3] };
    const two = { url: 'https://two.example/b', numbers: [] };
    const sources = { type: 'sources', sources: [one, two] } as const;
    const list = String.raw`

**Sources**

- \[1\] \[3\] [Page \[one\]](<https://one.example/a>)
- [https://two.example/b](<https://two.example/b>)
`;
    const call = { id: '1', name: 'weather', arguments: '{}' };
    const calls = { type: 'toolCalls', calls: [call] } as const;
    const listed = async (answer: readonly StreamPart[], options: object = {}) => {
      const { respond, parts } = createProvider(answer);
      await respond(options).catch(() => undefined);
      return parts.findLast((part) => part instanceof TextPart);
    };
    const early = { ...sources, sources: [one] };
    assert.deepEqual(await listed([early, text, sources, stop]), new TextPart(list));
    // Who asks in code may want nothing but the text.
    for (const requestInitiator of ['acme.reader', undefined]) {
      assert.notDeepEqual(
        await listed([text, sources, stop], { requestInitiator }),
        new TextPart(list),
      );
    }
    assert.deepEqual(await listed([text, stop]), new TextPart('Hello'));
    assert.deepEqual(await listed([text, sources, calls, stop], { tools }), new TextPart('Hello'));
  });

  it('sends neither tools nor images to a model that accepts neither', async () => {
    const { respond, requests } = createProvider([text, stop], {
      acceptsTools: false,
      quirks: ['noImages'],
    });
    await respond({ tools });
    assert.deepEqual(requests[0]?.quirks, ['noImages', 'noTools']);
  });

  it('returns the reasoning that preceded calls with their results', async () => {
    const reasoning = { apiFormat: 'chat', model: 'm', blocks: [{ signature: 's' }] } as const;
    const call = { id: '1', name: 'weather', arguments: '{"city":"Bern"}' };
    const calls = { type: 'toolCalls', calls: [call], reasoning } as const;
    const { respond, requests, parts } = createProvider([
      { type: 'reasoning', text: 'Hm' },
      calls,
      stop,
    ]);
    await respond({ tools });
    const called = new ToolCallPart('1', 'weather', { city: 'Bern' });
    assert.deepEqual(parts, [new ThinkingPart('Hm'), called]);
    await respond({ tools }, [{ role: 2, content: [called] }]);
    assert.deepEqual(requests[1]?.messages[0]?.reasoning, reasoning);
  });

  it('reports no call at all where one of them is invalid', async () => {
    const call = { id: '1', name: 'weather', arguments: '{}' };
    const broken = { id: '2', name: 'time', arguments: '{"zone":' };
    const { respond, parts } = createProvider([{ type: 'toolCalls', calls: [call, broken] }, stop]);
    await assert.rejects(respond({ tools }), /“time”/u);
    assert.deepEqual(parts, []);
  });

  it('sends nothing to another gateway, with another key, or while it is off', async () => {
    for (const options of [
      { connection: { baseUrl: gateway, keyLabel: 'team' } },
      { connection: { baseUrl: 'https://other.example/v1' } },
      { enabled: false },
    ]) {
      const { respond, requests } = createProvider([text, stop], options);
      await assert.rejects(respond(), (error: ModelError) => error.code === 'NotFound');
      assert.deepEqual(requests, []);
    }
  });

  it('sends nothing where it was turned off while the question about the extension was open', async () => {
    const { respond, requests } = createProvider([text, stop], { isTurnedOffInQuestion: true });
    const asked = respond({ requestInitiator: 'x.y' });
    await assert.rejects(asked, (error: ModelError) => error.code === 'NotFound');
    assert.deepEqual(requests, []);
  });

  it("says once in VS Code's own chat that the key is missing, until one is stored", async () => {
    const { respond, shown, responseNotices } = createProvider([], { connection: missing });
    const isNoPermissions = (error: ModelError) => error.code === 'NoPermissions';
    await assert.rejects(respond(), isNoPermissions);
    await assert.rejects(respond(), isNoPermissions);
    assert.equal(shown.length, 1);
    responseNotices.onKeyStored();
    await assert.rejects(respond(), isNoPermissions);
    assert.equal(shown.length, 2);
  });

  it("says once in VS Code's own chat that a model gets no tools", async () => {
    const sent = {
      type: 'sent',
      request: {} as never,
      prefilled: false,
      quirks: ['noTools'],
    } as const;
    const { respond, shown, logged } = createProvider([sent, text, stop]);
    await respond({ tools });
    await respond({ tools });
    assert.equal(shown.length, 1);
    assert.equal(logged.length, 2);
  });
});
