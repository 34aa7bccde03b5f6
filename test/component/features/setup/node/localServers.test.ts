import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import {
  findLocalServers,
  type LocalPort,
  type LocalServer,
} from '../../../../../src/features/setup/node/localServers';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';
import { withServer } from '../../../gateway/node/harness';

const listOf = (owner: string, ...ids: readonly string[]): string =>
  JSON.stringify({
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', owned_by: owner })),
  });

/** What the software answers by default, as its users have posted it. */
const answers: readonly (readonly [
  name: string,
  body: string,
  count: number,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ['Ollama', listOf('library', 'gemma3:4b', 'qwen3:8b'), 2],
  [
    'LM Studio',
    '{"data":[{"id":"text-embedding-nomic-embed-text-v1.5","object":"model","owned_by":"organization_owner"}],"object":"list"}',
    1,
  ],
  [
    'llama.cpp',
    '{"models":[{"name":"Qwen3-0.6B-Q4_K_M","model":"Qwen3-0.6B-Q4_K_M","tags":[]}],"object":"list","data":[{"id":"Qwen3-0.6B-Q4_K_M","object":"model","owned_by":"llamacpp","created":1783986018,"meta":{"n_ctx_train":131072}}]}',
    1,
  ],
  [
    'vLLM',
    '{"object":"list","data":[{"id":"Qwen/Qwen3-8B","object":"model","created":1,"owned_by":"vllm","root":"Qwen/Qwen3-8B","max_model_len":40960}]}',
    1,
  ],
  ['LiteLLM', listOf('openai', 'gpt-5.2'), 1, { 'x-litellm-version': '1.80.0' }],
];

const notLists: readonly (readonly [name: string, answer: (reply: ServerResponse) => void])[] = [
  ['a web page', (reply) => reply.end('<html><title>Jenkins</title></html>')],
  ['other JSON', (reply) => reply.end('{"status":"ok"}')],
  ['a list of something else', (reply) => reply.end('[{"id":1,"name":"Invoice"}]')],
  ['a key required', (reply) => reply.writeHead(401).end(listOf('library', 'm'))],
  ['an error', (reply) => reply.writeHead(500).end('oops')],
  ['a broken connection', (reply) => reply.destroy()],
  ['more than 1 MB', (reply) => reply.end(listOf('library', ...manyIds))],
];

const manyIds = Array.from({ length: 20_000 }, (_, index) => `model-${index}`);

describe('findLocalServers', function () {
  this.timeout(30_000);

  let clock: ManualClock;
  let logged: string[];

  beforeEach(() => {
    clock = new ManualClock();
    logged = [];
  });

  async function search(
    ports: readonly LocalPort[],
    found: LocalServer[] = [],
    signal = new AbortController().signal,
  ): Promise<void> {
    const onRequest = ({ path, status }: { path: string; status?: number }): void =>
      void logged.push(`${path} ${status}`);
    const options = { clock, version: '0.1.0-test', onRequest };
    found.push(...(await findLocalServers(options, signal, ports)));
  }

  const portOf = (origin: string): number => Number(new URL(origin).port);

  async function findAt(answer: RequestListener, name?: string): Promise<readonly LocalServer[]> {
    const found: LocalServer[] = [];
    await withServer(answer, async (origin) => {
      await search([{ port: portOf(origin), ...(name === undefined ? {} : { name }) }], found);
      assert.ok(found.every(({ baseUrl }) => baseUrl === `${origin}/v1`));
    });
    assert.equal(clock.pendingTimers, 0);
    return found;
  }

  for (const [name, body, modelCount, headers = {}] of answers) {
    it(`tells ${name} by its answer, at any port`, async () => {
      const found = await findAt((_, reply) => reply.writeHead(200, headers).end(body), 'Other');
      assert.deepEqual(
        found.map((server) => [server.name, server.modelCount]),
        [[name, modelCount]],
      );
    });
  }

  it('names a server that tells nothing after its port, or by its address', async () => {
    const answer: RequestListener = (_, reply) => reply.end(listOf('', 'm'));
    const [named] = await findAt(answer, 'Jan');
    assert.equal(named?.name, 'Jan');
    const [unnamed] = await findAt(answer);
    assert.match(unnamed?.name ?? '', /^127\.0\.0\.1:\d+$/u);
  });

  it('finds a server that has no model yet', async () => {
    const found = await findAt((_, reply) => reply.end('{"object":"list","data":null}'), 'Ollama');
    assert.deepEqual(
      found.map((server) => [server.name, server.modelCount]),
      [['Ollama', 0]],
    );
  });

  for (const [name, answer] of notLists) {
    it(`takes ${name} for no server`, async () => {
      assert.deepEqual(await findAt((_, reply) => answer(reply), 'Ollama'), []);
    });
  }

  it('asks each port once, with no key, cookie or header of the user, and follows no redirect', async () => {
    const seen: unknown[] = [];
    await withServer(
      ({ method, url, headers }, reply) => {
        seen.push([method, url, headers.authorization, headers.cookie, headers['user-agent']]);
        reply.writeHead(302, { location: '/elsewhere', 'set-cookie': 'a=1' }).end();
      },
      async (origin) => {
        const found: LocalServer[] = [];
        await search([{ port: portOf(origin) }], found);
        assert.deepEqual(found, []);
      },
    );
    assert.deepEqual(seen, [['GET', '/v1/models', undefined, undefined, 'Portico/0.1.0-test']]);
    assert.deepEqual(logged, ['/v1/models 302']);
  });

  it('gives up a silent server after 300 ms, and reports the others', async () => {
    let silentRequests = 0;
    await withServer(
      () => (silentRequests += 1),
      (silent) =>
        withServer(
          (_, reply) => reply.end(listOf('vllm', 'm')),
          async (quick) => {
            const found: LocalServer[] = [];
            const ports = [silent, quick].map((origin) => ({ port: portOf(origin) }));
            const searching = search(ports, found);
            await until(() => silentRequests === 1 && logged.length === 1);
            clock.advance(300);
            await searching;
            assert.deepEqual(
              found.map(({ name }) => name),
              ['vLLM'],
            );
          },
        ),
    );
    assert.equal(clock.pendingTimers, 0);
  });

  it("does not wait for what VS Code's fetch loads first, the system's certificates", async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => new Promise<never>(() => undefined);
    try {
      assert.equal((await findAt((_, reply) => reply.end(listOf('vllm', 'm')))).length, 1);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('ends when it is aborted, and reports nothing after that', async () => {
    let open: ServerResponse | undefined;
    await withServer(
      (_, reply) => (open = reply),
      async (origin) => {
        const stop = new AbortController();
        const found: LocalServer[] = [];
        const searching = search([{ port: portOf(origin) }], found, stop.signal);
        await until(() => open !== undefined);
        stop.abort();
        await searching;
        assert.deepEqual(found, []);
        await until(() => open?.destroyed === true);
      },
    );
  });

  it('asks nothing once it was aborted', async () => {
    let requests = 0;
    await withServer(
      () => (requests += 1),
      (origin) => search([{ port: portOf(origin) }], [], AbortSignal.abort()),
    );
    assert.equal(requests, 0);
  });
});
