// Each free stage is broken in turn, and the check names exactly that stage.
import assert from 'node:assert/strict';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { checkStages, type StageResult } from '../../../../../src/gateway/common/connectionCheck';
import { failureKinds } from '../../../../../src/gateway/common/failure';
import { stageOf } from '../../../../../src/gateway/node/check/checkConnection';
import { systemClock } from '../../../../../src/platform/node/systemClock';
import { faults } from '../../../../referenceGateway/faults/faultCatalog';
import { demoModels } from '../../../../referenceGateway/models/demoModels';
import { toolModels } from '../../../../referenceGateway/models/toolModels';
import { startGateway, type Gateway } from '../../../../referenceGateway/server';
import { ManualClock } from '../../../../support/manualClock';
import { selfSigned } from '../../../../support/selfSigned';
import { openUnresponsivePort } from '../../../../support/unresponsivePort';
import { until } from '../../../../support/until';
import { canaryKey, connectionTo } from '../harness';
import { check, checkOf, subjectOf } from './subject';

describe('the free stages of the connection check', function () {
  this.timeout(30_000);

  let gateway: Gateway;
  const open: (Server | HttpsServer)[] = [];
  const sockets = new Set<Socket>();

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());
  afterEach(async () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
  });

  async function listen(server: Server | HttpsServer, host = '127.0.0.1'): Promise<number> {
    open.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  }

  /** A port where nothing listens. */
  async function closedPort(): Promise<number> {
    const server = createServer();
    const port = await listen(server);
    await new Promise((done) => open.pop()?.close(done));
    return port;
  }

  /** A gateway behind TLS that lists one model. */
  function secureServer(host: string, lastYear?: number): HttpsServer {
    return createHttps(selfSigned(host, lastYear), (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"object":"list","data":[{"id":"echo"}]}');
    });
  }

  function resultOf(
    results: ReadonlyMap<string, StageResult>,
    stage: StageResult['stage'],
  ): StageResult {
    const result = results.get(stage);
    assert.ok(result, `no result of ${stage}`);
    return result;
  }

  it('reports every stage in order when all is well, and requests only the list', async () => {
    const summary = await check(subjectOf(gateway.baseUrl));
    assert.deepEqual([...summary.results.keys()], checkStages.slice(0, -2));
    assert.deepEqual([summary.broken, summary.canAsk], [[], true]);
    assert.deepEqual(
      gateway.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/models'],
    );
    assert.deepEqual(resultOf(summary.results, 'dns').facts, { note: 'isAddress' });
    assert.deepEqual(resultOf(summary.results, 'tls').facts, { note: 'plainHttp' });
    assert.deepEqual(resultOf(summary.results, 'list').facts, {
      modelCount: demoModels.length + toolModels.length + faults.length,
    });
    assert.deepEqual(resultOf(summary.results, 'tcp').facts, {
      connectedTo: new URL(gateway.origin).host,
    });
  });

  it('URL: an invalid Base URL fails the first stage, and nothing is probed', async () => {
    const summary = await check(subjectOf('https://me:secret@gateway.example'));
    assert.deepEqual([summary.broken, summary.canAsk], [['url'], false]);
    assert.equal(resultOf(summary.results, 'url').failure?.kind, 'notConfigured');
    assert.deepEqual([...summary.results.keys()], ['url']);
  });

  it('URL: plain http without the user’s consent opens no connection', async () => {
    const insecure = { kind: 'insecure', host: 'gateway.example' } as const;
    const summary = await check(subjectOf('http://gateway.example', { connection: insecure }));
    assert.deepEqual([...summary.results.keys()], ['url']);
    assert.deepEqual(summary.broken, ['url']);
  });

  it('DNS: a host name that does not exist', async () => {
    for (const support of ['off', 'override']) {
      const summary = await check(subjectOf('https://x.invalid', { proxy: { support } }));
      assert.deepEqual([summary.broken, summary.canAsk], [['dns'], false], support);
      const { failure, cause } = resultOf(summary.results, 'dns');
      assert.deepEqual([failure?.kind, failure?.host], ['unreachable', 'x.invalid']);
      assert.ok(cause === 'notFound' || cause === 'lookupFailed', cause);
    }
  });

  it('DNS: a name that only the system proxy resolves is a warning', async () => {
    const summary = await check(subjectOf('https://x.invalid', { listFrom: gateway.baseUrl }));
    assert.deepEqual([summary.broken, summary.canAsk], [['dns'], true]);
    const { outcome, facts } = resultOf(summary.results, 'dns');
    assert.deepEqual([outcome, facts], ['warned', { note: 'reachedBySystemProxy' }]);
  });

  it('TCP: a port where nothing listens', async () => {
    const port = await closedPort();
    const summary = await check(subjectOf(`http://127.0.0.1:${port}`));
    assert.deepEqual([summary.broken, summary.canAsk], [['tcp'], false]);
    const { failure, cause } = resultOf(summary.results, 'tcp');
    assert.deepEqual([failure?.kind, cause], ['unreachable', 'refused']);
    assert.match(failure?.detail ?? '', /ECONNREFUSED/u);
  });

  // Other systems accept connections to a server whose backlog is full.
  if (process.platform === 'linux') {
    it('TCP: no response within ten seconds', async () => {
      const hole = await openUnresponsivePort();
      try {
        const clock = new ManualClock();
        const received: StageResult[] = [];
        const ended = check(subjectOf(`http://127.0.0.1:${hole.port}`), clock, undefined, received);
        await until(() => clock.pendingTimers === 1);
        clock.advance(9999);
        await new Promise((resolve) => setImmediate(resolve));
        assert.ok(received.every(({ stage }) => stage !== 'tcp'));
        clock.advance(1);
        const summary = await ended;
        assert.deepEqual([summary.broken, summary.canAsk], [['tcp'], false]);
        const { cause, ms } = resultOf(summary.results, 'tcp');
        assert.deepEqual([cause, ms], ['timedOut', 10_000]);
      } finally {
        await hole.close();
      }
    });
  }

  it('TLS: a server that accepts the connection and stays silent', async () => {
    const port = await listen(createServer());
    const clock = new ManualClock();
    const ended = check(subjectOf(`https://127.0.0.1:${port}`), clock);
    await until(() => sockets.size === 1);
    await until(() => clock.pendingTimers === 1);
    clock.advance(10_000);
    const summary = await ended;
    assert.deepEqual([summary.broken, summary.canAsk], [['tls'], false]);
    assert.equal(resultOf(summary.results, 'tls').cause, 'timedOut');
  });

  it('TLS: a server that speaks plain http', async () => {
    const summary = await check(subjectOf(gateway.baseUrl.replace('http:', 'https:')));
    assert.deepEqual(summary.broken, ['tls']);
    const { cause, failure } = resultOf(summary.results, 'tls');
    assert.deepEqual([cause, failure?.kind], ['notTls', 'unreachable']);
  });

  for (const [name, lastYear, cause] of [
    ['a self-signed certificate', 2049, 'untrusted'],
    ['a certificate that has expired', 2021, 'expired'],
  ] as const) {
    it(`TLS: ${name}`, async () => {
      const port = await listen(secureServer('127.0.0.1', lastYear));
      const summary = await check(subjectOf(`https://127.0.0.1:${port}`));
      assert.deepEqual([summary.broken, summary.canAsk], [['tls'], false]);
      const result = resultOf(summary.results, 'tls');
      assert.deepEqual([result.cause, result.failure?.kind], [cause, 'certificate']);
      const validTo = Date.UTC(lastYear, 11, 31, 23, 59, 59);
      assert.deepEqual(result.facts, { certificate: { issuer: '127.0.0.1', validTo } });
    });
  }

  it('TLS: a certificate that only the system trusts passes and says so', async () => {
    const { key, cert } = selfSigned('localhost');
    const server = createHttps({ key, cert }, (_request, response) => {
      response.end('{"object":"list","data":[{"id":"echo"}]}');
    });
    const port = await listen(server, 'localhost');
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, cert]);
    try {
      const summary = await check(subjectOf(`https://localhost:${port}`));
      assert.deepEqual(
        [summary.broken, summary.canAsk],
        [[], true],
        JSON.stringify([...summary.results]),
      );
      assert.equal(resultOf(summary.results, 'tls').facts.note, 'trustedBySystem');
      assert.equal(resultOf(summary.results, 'dns').outcome, 'passed');
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it('proxy: a dead proxy', async () => {
    const port = await closedPort();
    const proxy = { kind: 'named', host: '127.0.0.1', port, source: 'http.proxy' } as const;
    const summary = await check(
      subjectOf('https://gateway.invalid', { proxy: { proxy: `http://127.0.0.1:${port}` } }),
    );
    assert.deepEqual([summary.broken, summary.canAsk], [['proxy'], false]);
    const { failure, facts, cause } = resultOf(summary.results, 'proxy');
    assert.deepEqual([failure?.kind, cause, facts], ['proxy', 'refused', { proxy }]);
    for (const stage of ['dns', 'tcp', 'tls'] as const) {
      assert.deepEqual(resultOf(summary.results, stage).facts, { note: 'doneByProxy' });
    }
  });

  it('proxy: a proxy that accepts connections but refuses the request', async () => {
    const port = await listen(createServer());
    const proxy = { kind: 'named', host: '127.0.0.1', port, source: 'HTTPS_PROXY' } as const;
    const summary = await check({
      ...subjectOf('https://gateway.invalid', {
        proxy: { environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` } },
      }),
      // The integration tests show what VS Code's fetch reports.
      list: () =>
        Promise.resolve({ ok: false, failure: { kind: 'proxy', host: 'gateway.invalid' } }),
    });
    assert.deepEqual([summary.broken, summary.canAsk], [['proxy'], false]);
    assert.deepEqual(resultOf(summary.results, 'proxy').facts, { proxy });
  });

  it('answer: a web page, with the Base URL where the API is found', async () => {
    const summary = await check(subjectOf(`${gateway.origin}/proxy`));
    assert.deepEqual([summary.broken, summary.canAsk], [['answer'], false]);
    const { failure, facts } = resultOf(summary.results, 'answer');
    assert.deepEqual([failure?.kind, failure?.likelyCause], ['notApi', 'missingV1']);
    assert.equal(facts.workingBaseUrl, `${gateway.origin}/proxy/v1`);
  });

  it('answer: a web page, with and without “/v1”', async () => {
    const subject = subjectOf(`${gateway.origin}/proxy`);
    const summary = await check({ ...subject, workingBaseUrl: () => Promise.resolve(undefined) });
    const { failure, facts } = resultOf(summary.results, 'answer');
    assert.deepEqual([failure?.kind, failure?.likelyCause], ['notApi', 'wrongPath']);
    assert.equal(facts.note, 'noListAtV1');
  });

  it('answer: no response within thirty seconds', async () => {
    const clock = new ManualClock();
    const subject = subjectOf(`${gateway.origin}/lists/silent/v1`, { clock });
    const ended = check(subject, clock);
    await until(() => gateway.requests.length === 1);
    clock.advance(30_000);
    const summary = await ended;
    assert.deepEqual([summary.broken, summary.canAsk], [['answer'], false]);
    const { failure, ms } = resultOf(summary.results, 'answer');
    assert.deepEqual([failure?.kind, ms], ['totalTimeout', 30_000]);
  });

  it('authorization: 401, 403 and a missing key', async () => {
    const wrong = connectionTo(gateway.baseUrl, { key: 'sk-canary-wrong-0a9b8c7d6e' });
    const refused = await check(subjectOf(gateway.baseUrl, { connection: wrong }));
    assert.deepEqual([refused.broken, refused.canAsk], [['authorization'], false]);
    assert.equal(resultOf(refused.results, 'authorization').failure?.kind, 'keyRejected');
    assert.equal(resultOf(refused.results, 'answer').outcome, 'passed');

    const forbidden = await check(subjectOf(`${gateway.origin}/lists/forbidden/v1`));
    assert.deepEqual([forbidden.broken, forbidden.canAsk], [['authorization'], true]);
    assert.deepEqual(resultOf(forbidden.results, 'authorization').facts, { status: 403 });

    gateway.clearRequests();
    const missing = { kind: 'keyMissing', host: '127.0.0.1' } as const;
    const connection = { connection: missing };
    const unsent = await check(subjectOf(gateway.baseUrl, connection));
    assert.deepEqual([unsent.broken, unsent.canAsk], [['authorization'], false]);
    assert.equal(resultOf(unsent.results, 'tcp').outcome, 'passed');
    assert.deepEqual(gateway.requests, []);
  });

  it('reports a missing key behind an untrusted certificate', async () => {
    const port = await listen(secureServer('127.0.0.1'));
    const connection = { kind: 'keyMissing', host: '127.0.0.1' } as const;
    const summary = await check(subjectOf(`https://127.0.0.1:${port}`, { connection }));
    assert.deepEqual(summary.broken, ['tls', 'authorization']);
    assert.equal(resultOf(summary.results, 'tls').outcome, 'warned');
  });

  it('list: an empty, missing or failing list still lets the model be asked', async () => {
    const empty = await check(subjectOf(`${gateway.origin}/lists/empty/v1`, { model: '' }));
    assert.deepEqual(empty.broken, ['list']);
    for (const name of ['not-found', 'server-error', 'rate-limited', 'error-200']) {
      const summary = await check(subjectOf(`${gateway.origin}/lists/${name}/v1`));
      assert.deepEqual([summary.broken, summary.canAsk], [['list'], true], name);
      assert.equal(resultOf(summary.results, 'authorization').outcome, 'skipped', name);
    }
  });

  it('model: a model that is not listed, and no model', async () => {
    const gone = await check(subjectOf(gateway.baseUrl, { model: 'gone-since-monday' }));
    assert.deepEqual([gone.broken, gone.canAsk], [['model'], true]);
    const none = await check(subjectOf(gateway.baseUrl, { model: '' }));
    assert.deepEqual([none.broken, none.canAsk], [[], false]);
    assert.equal(resultOf(none.results, 'model').outcome, 'skipped');
  });

  it('reports nothing more once it is canceled, at whatever stage, and closes its connections', async () => {
    const { results } = await check(subjectOf(gateway.baseUrl));
    for (let count = 1; count <= results.size; count++) {
      const cancel = new AbortController();
      const received: StageResult[] = [];
      const subject = subjectOf(gateway.baseUrl);
      for await (const result of checkOf(systemClock).connection(subject, cancel.signal)) {
        received.push(result);
        if (received.length >= count) {
          cancel.abort();
        }
      }
      assert.equal(received.length, count);
    }
    await until(() => gateway.requests.every(({ closedAt }) => closedAt !== undefined));
  });

  it('ends at once when canceled while nothing arrives', async () => {
    const cancel = new AbortController();
    const subject = subjectOf(`${gateway.origin}/lists/silent/v1`);
    const ended = check(subject, new ManualClock(), cancel.signal);
    const request = await gateway.nextRequest();
    cancel.abort();
    assert.equal((await ended).canAsk, undefined);
    await request.closed;
    assert.equal(request.aborted, true);
  });

  it('keeps secrets out of the results, whatever a server echoes', async () => {
    const subjects = [
      subjectOf(gateway.baseUrl, {
        connection: connectionTo(gateway.baseUrl, { key: `${canaryKey}x` }),
      }),
      ...['server-error', 'unauthorized', 'error-200', 'html'].map((name) =>
        subjectOf(`${gateway.origin}/lists/${name}/v1`),
      ),
    ];
    for (const subject of subjects) {
      const { results } = await check(subject);
      assert.ok(!JSON.stringify([...results]).includes(canaryKey.slice(0, 14)));
    }
  });

  it('maps every kind of failure to a stage', () => {
    for (const kind of failureKinds) {
      assert.ok(checkStages.includes(stageOf({ kind }, '/v1')), kind);
    }
  });
});
