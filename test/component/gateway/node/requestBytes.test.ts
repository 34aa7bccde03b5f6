import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { apiFormats } from '../../../../src/gateway/common/apiFormat';
import type { Connection } from '../../../../src/gateway/common/connection';
import { isAllowedHeader } from '../../../../src/gateway/node/http/requestHeaders';
import { tracesOf } from '../../../support/canary';
import {
  goldenBodies,
  goldenParameters,
  goldenRequest,
} from '../../../unit/gateway/node/formats/goldens/requestBodies';
import { canaryKey, clientOf, collect, connectionTo, fold, question } from './harness';

/** Records the bytes that arrive and sends the same response to each request. */
class RawServer {
  readonly requests: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(answer: string) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let received = '';
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, head))?.[1] ?? '0');
        if (head !== -1 && received.length >= head + 4 + length) {
          this.requests.push(received);
          received = '';
          socket.write(answer);
        }
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${address.port}/v1`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function httpAnswer(body: string, type = 'application/json'): string {
  return `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const completion = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
});

const canary = 'canary-of-the-environment';
const environment: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: `sk-${canary}`,
  OPENAI_ADMIN_KEY: `sk-admin-${canary}`,
  OPENAI_BASE_URL: `http://${canary}.invalid/v1`,
  OPENAI_ORG_ID: canary,
  OPENAI_PROJECT_ID: canary,
  OPENAI_WEBHOOK_SECRET: canary,
  OPENAI_CUSTOM_HEADERS: `X-Canary: ${canary}\nAuthorization: Bearer ${canary}\nUser-Agent: ${canary}`,
  OPENAI_LOG: 'debug',
  OPENAI_API_VERSION: canary,
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  ALL_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  all_proxy: 'http://127.0.0.1:9',
};

/** The headers that undici's fetch always adds (measured). */
const fetchHeaders = [
  'host',
  'connection',
  'accept-language',
  'sec-fetch-mode',
  'accept-encoding',
  'content-length',
];

describe('the bytes of a request', function () {
  this.timeout(30_000);

  const server = new RawServer(httpAnswer(completion));
  const list = new RawServer(httpAnswer('{"data":[{"id":"m"}]}'));
  const previous = new Map(Object.keys(environment).map((name) => [name, process.env[name]]));
  let baseUrl = '';
  let listUrl = '';

  before(async () => {
    Object.assign(process.env, environment);
    baseUrl = await server.listen();
    listUrl = await list.listen();
  });

  after(async () => {
    for (const [name, value] of previous) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
    await server.close();
    await list.close();
  });

  beforeEach(() => {
    server.requests.length = 0;
    list.requests.length = 0;
  });

  function headersOf(request: string): ReadonlyMap<string, string> {
    const lines = request.slice(0, request.indexOf('\r\n\r\n')).split('\r\n').slice(1);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(':')).toLowerCase();
      assert.ok(!headers.has(name), `${name} twice`);
      headers.set(name, line.slice(line.indexOf(':') + 1).trim());
    }
    return headers;
  }

  async function sent(more: Partial<Connection> = {}, stream = true): Promise<string> {
    const folded = fold(
      await collect(clientOf(connectionTo(baseUrl, more)), question('gpt-x', stream)),
    );
    assert.equal(folded.state, 'complete', JSON.stringify(folded.failure));
    const [request] = server.requests;
    assert.equal(server.requests.length, 1);
    return request ?? '';
  }

  for (const stream of [true, false]) {
    it(`hold the allowed headers and the exact body, stream: ${stream}`, async () => {
      const request = await sent({}, stream);
      const headers = headersOf(request);
      assert.deepEqual(
        [...headers.keys()].toSorted(),
        ['authorization', 'content-type', 'accept', 'user-agent', ...fetchHeaders].toSorted(),
      );
      assert.equal(headers.get('authorization'), `Bearer ${canaryKey}`);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('accept'), 'application/json, text/event-stream');
      assert.equal(headers.get('user-agent'), 'Portico/0.1.0-test');
      assert.ok(request.startsWith('POST /v1/chat/completions HTTP/1.1\r\n'));
      assert.equal(
        request.slice(request.indexOf('\r\n\r\n') + 4),
        `{"model":"gpt-x","messages":[{"role":"user","content":"Hello?"}],"stream":${stream}${
          stream ? ',"stream_options":{"include_usage":true}' : ''
        }}`,
      );
      assert.ok(!request.includes(canary));
      assert.equal(request.split(canaryKey).length, 2);
    });
  }

  it('hold the same headers over node:http, without those of fetch', async () => {
    const timeouts = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
    const request = await sent({ timeouts, headers: { 'X-Team': 'blue' } });
    const headers = headersOf(request);
    const own = ['authorization', 'content-type', 'accept', 'user-agent', 'x-team'];
    const http = ['host', 'connection', 'accept-encoding', 'content-length'];
    assert.deepEqual([...headers.keys()].toSorted(), [...own, ...http].toSorted());
    assert.equal(headers.get('authorization'), `Bearer ${canaryKey}`);
    assert.ok(!request.includes(canary));
    assert.ok(request.endsWith('"stream":true,"stream_options":{"include_usage":true}}'));
  });

  for (const malformed of [
    'Bad Name: x',
    'X-Bad: 你好',
    'no colon',
    '\u0001: \u0002',
    ':',
    ': x',
  ]) {
    it(`are sent whatever OPENAI_CUSTOM_HEADERS: ${JSON.stringify(malformed)}`, async () => {
      const before = { ...process.env };
      for (const name of Object.keys(environment).filter((one) => one.startsWith('OPENAI_'))) {
        process.env[name] = malformed;
      }
      const changed = process.env['OPENAI_CUSTOM_HEADERS'];
      try {
        const request = await sent();
        assert.deepEqual(
          [...headersOf(request).keys()].toSorted(),
          ['authorization', 'content-type', 'accept', 'user-agent', ...fetchHeaders].toSorted(),
        );
        assert.equal(process.env['OPENAI_CUSTOM_HEADERS'], changed);
      } finally {
        Object.assign(process.env, before);
      }
    });
  }

  it('hold optional fields only if they are set', async () => {
    const client = clientOf(connectionTo(baseUrl));
    await collect(client, {
      ...question('m', false),
      temperature: 0,
      maxTokens: 7,
      reasoningEffort: 'low',
    });
    const request = server.requests[0] ?? '';
    assert.ok(
      request.endsWith('"stream":false,"temperature":0,"max_tokens":7,"reasoning_effort":"low"}'),
      request,
    );
  });

  for (const apiFormat of apiFormats) {
    it(`hold the exact body of a conversation in the API format ${apiFormat}`, async () => {
      await collect(clientOf(connectionTo(baseUrl)), goldenRequest(apiFormat));
      const request = server.requests[0] ?? '';
      const body = Buffer.from(request.slice(request.indexOf('\r\n\r\n') + 4), 'latin1');
      assert.equal(body.toString('utf8'), JSON.stringify(goldenBodies[apiFormat]));
    });

    it(`hold the user’s parameters in the exact body: ${apiFormat}`, async () => {
      const { parameters, body: expected } = goldenParameters[apiFormat];
      const request = { ...goldenRequest(apiFormat), parameters };
      const [first] = await collect(clientOf(connectionTo(baseUrl)), request);
      assert.ok(first?.type === 'sent');
      assert.deepEqual(first.request.parameters, parameters);
      assert.equal(first.request.body, JSON.stringify(expected));
      const received = server.requests[0] ?? '';
      const body = Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1');
      assert.equal(body.toString('utf8'), JSON.stringify(expected));
    });

    it(`hold no NUL in the API format ${apiFormat}`, async () => {
      const golden = goldenRequest(apiFormat);
      await collect(clientOf(connectionTo(baseUrl)), {
        ...golden,
        messages: [...golden.messages, { role: 'user', content: '$12,000\0–$18,000' }],
      });
      const request = Buffer.from(server.requests[0] ?? '', 'latin1').toString('utf8');
      assert.ok(request.includes('$12,000\ufffd–$18,000') && !request.includes('\\u0000'), request);
    });

    it(`hold no lone surrogates in the API format ${apiFormat}`, async () => {
      const cutOff = { role: 'assistant', content: 'Cut off within \ud83d' } as const;
      const golden = goldenRequest(apiFormat);
      await collect(clientOf(connectionTo(baseUrl)), {
        ...golden,
        model: 'm\udc00',
        messages: [...golden.messages, cutOff, { role: 'user', content: '\ud83d\ude00 \udc00' }],
      });
      const request = Buffer.from(server.requests[0] ?? '', 'latin1').toString('utf8');
      assert.ok(!/\\ud[89a-f]/i.test(request), request);
      assert.ok(
        request.includes('Cut off within \ufffd') && request.includes('😀 \ufffd'),
        request,
      );
    });

    it(`name the version of the Claude-compatible format only in it: ${apiFormat}`, async () => {
      const { headers } = connectionTo(baseUrl);
      await collect(clientOf(connectionTo(baseUrl)), goldenRequest(apiFormat));
      const own = { ...headers, 'Anthropic-Version': '2099-01-01' };
      const parts = await collect(
        clientOf(connectionTo(baseUrl, { headers: own })),
        goldenRequest(apiFormat),
      );
      const versions = server.requests.map((request) =>
        headersOf(request).get('anthropic-version'),
      );
      const expected = apiFormat === 'messages' ? '2023-06-01' : undefined;
      assert.deepEqual(versions, [expected, '2099-01-01']);
      assert.ok(!JSON.stringify(parts[0]).includes('2099-01-01'), 'the user’s value is not shown');
    });
  }

  it('hold no Authorization header without a key on loopback', async () => {
    const { key: _, ...keyless } = connectionTo(baseUrl);
    await collect(clientOf(keyless), question('m'));
    assert.ok(!headersOf(server.requests[0] ?? '').has('authorization'));
    assert.ok(!(server.requests[0] ?? '').includes(canary));
  });

  it('hold the extra headers of the origin, except forbidden ones', async () => {
    const request = await sent({
      headers: {
        'X-Team': 'blue',
        'User-Agent': 'Own/1',
        Authorization: 'Basic x',
        Host: 'evil.example',
        'Content-Type': 'text/plain',
        'content-encoding': 'br',
        Connection: 'close',
        'Proxy-Authorization': 'x',
        'Transfer-Encoding': 'chunked',
        'X-Bad\r\nX-Smuggled': '1',
        'X-Bad': 'a\r\nX-Smuggled: 1',
      },
    });
    const headers = headersOf(request);
    assert.equal(headers.get('x-team'), 'blue');
    assert.equal(headers.get('user-agent'), 'Own/1');
    assert.equal(headers.get('authorization'), `Bearer ${canaryKey}`);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.ok(headers.get('host')?.startsWith('127.0.0.1:'));
    assert.ok(!/smuggled|evil|proxy-auth|x-bad|content-encoding/i.test(request));
  });

  it('are a GET without a body for the model list', async () => {
    const result = await clientOf(connectionTo(listUrl)).modelLister.refresh();
    assert.ok(result.ok);
    const request = list.requests[0] ?? '';
    assert.ok(request.startsWith('GET /v1/models HTTP/1.1\r\n'));
    assert.ok(request.endsWith('\r\n\r\n'));
    assert.deepEqual(
      [...headersOf(request).keys()].toSorted(),
      ['authorization', 'accept', 'user-agent', ...fetchHeaders]
        .filter((name) => name !== 'content-length')
        .toSorted(),
    );
  });

  it('name the version of the Claude-compatible format for the model list where settings name that format', async () => {
    const settings: readonly Partial<Connection>[] = [
      {},
      { apiFormats: ['chat'] },
      { apiFormats: ['messages'] },
    ];
    for (const more of settings) {
      await clientOf(connectionTo(listUrl, more)).modelLister.refresh();
    }
    assert.deepEqual(
      list.requests.map((request) => headersOf(request).get('anthropic-version')),
      [undefined, undefined, '2023-06-01'],
    );
  });

  it('go directly to loopback, whatever the proxy variables', async () => {
    // Node's fetch reads the variables only under NODE_USE_ENV_PROXY; VS Code's has its own rules.
    assert.equal(process.env['HTTP_PROXY'], 'http://127.0.0.1:9');
    assert.equal(process.env['NODE_USE_ENV_PROXY'], undefined);
    await sent();
  });

  it('are not written to the console, whatever OPENAI_LOG', async () => {
    const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;
    const before = methods.map((name) => console[name]);
    const logged: unknown[] = [];
    for (const name of methods) {
      console[name] = (...values: unknown[]): void => void logged.push(values);
    }
    try {
      await sent();
      await collect(
        clientOf(connectionTo(`${baseUrl}/nowhere`, { isLoopback: false })),
        question('m'),
      );
    } finally {
      for (const [index, name] of methods.entries()) {
        console[name] = before[index] ?? console[name];
      }
    }
    assert.deepEqual(logged, []);
  });

  it('go through the current globalThis.fetch', async () => {
    const original = globalThis.fetch;
    const urls: string[] = [];
    const client = clientOf(connectionTo(baseUrl));
    await collect(client, question('m'));
    globalThis.fetch = (input, init) => {
      urls.push(input instanceof Request ? input.url : input.toString());
      assert.equal(init?.redirect, 'manual');
      assert.ok(init !== undefined && !('dispatcher' in init));
      return original(input, init);
    };
    try {
      await collect(client, question('m'));
      await client.modelLister.refresh();
    } finally {
      globalThis.fetch = original;
    }
    assert.deepEqual(urls, [`${baseUrl}/chat/completions`, `${baseUrl}/models`]);
  });
});

describe('guardedFetch sends nothing', function () {
  this.timeout(30_000);

  const server = new RawServer(httpAnswer(completion));
  let baseUrl = '';

  before(async () => {
    baseUrl = await server.listen();
  });
  after(() => server.close());

  async function failureOf(connection: Connection): Promise<string | undefined> {
    const client = clientOf(connection);
    const folded = fold(await collect(client, question('m')));
    const listed = await client.modelLister.refresh();
    assert.equal(listed.ok ? undefined : listed.failure.kind, folded.failureKind);
    assert.deepEqual(server.requests, []);
    const shown = JSON.stringify([folded, listed, client.records]);
    assert.ok(!tracesOf(connection.key ?? canaryKey).some((trace) => shown.includes(trace)));
    return folded.failureKind;
  }

  it('to another machine without a key', async () => {
    const { key: _, ...keyless } = connectionTo(baseUrl);
    assert.equal(await failureOf({ ...keyless, isLoopback: false }), 'keyMissing');
  });

  it('to another origin than the connection’s', async () => {
    const other = { ...connectionTo(baseUrl), origin: 'https://gateway.example' };
    assert.equal(await failureOf(other), 'unexpected');
  });

  it('with a key that is no valid header value, and does not show the key', async () => {
    for (const key of ['sk-canary-ä-0123456789', 'sk-canary\n0123456789', 'sk-canary 0123456']) {
      assert.equal(await failureOf(connectionTo(baseUrl, { key })), 'keyRejected');
    }
  });

  it('without a connection', async () => {
    const client = clientOf({ kind: 'keyLost', host: 'gateway.example' });
    const parts = await collect(client, question('m'));
    assert.deepEqual(parts, [
      { type: 'failure', failure: { kind: 'keyLost', host: 'gateway.example' } },
    ]);
    const listed = await client.modelLister.refresh();
    assert.deepEqual(listed, { ok: false, failure: { kind: 'keyLost', host: 'gateway.example' } });
    assert.deepEqual(client.records, []);
  });
});

describe('isAllowedHeader', function () {
  this.timeout(30_000);

  it('rejects reserved names and invalid names and values', () => {
    for (const name of ['Authorization', 'HOST', 'content-length', 'Connection', 'TE', 'Upgrade']) {
      assert.equal(isAllowedHeader(name, 'x'), false, name);
    }
    for (const name of ['', 'a b', 'a:b', 'ä', 'a\n']) {
      assert.equal(isAllowedHeader(name, 'x'), false, name);
    }
    for (const value of ['a\nb', 'a\u0000', '€']) {
      assert.equal(isAllowedHeader('X-A', value), false, value);
    }
    assert.equal(isAllowedHeader('X-Api-Key', 'a b\tc é'), true);
  });
});
