// Every stage that costs nothing is broken in turn, and the check names just that one.
import assert from 'node:assert/strict';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  checkStages,
  type CheckEvent,
  type StageResult,
} from '../../../../src/chat/connectionCheck';
import { failureKinds } from '../../../../src/shared/conversation/failure';
import { brokenStage } from '../../../../src/gateway/check/answerStages';
import { faults } from '../../../referenceGateway/faults';
import { demoModels } from '../../../referenceGateway/models';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { fullBacklog } from '../../../support/fullBacklog';
import { ManualClock } from '../../../support/manualClock';
import { selfSigned } from '../../../support/selfSigned';
import { canaryKey, connectionTo, systemClock, until } from '../harness';
import { check, checkOf, foldEvents, subjectOf } from './subject';

describe('the check of the connection', function () {
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

  /** A port where nobody listens. */
  async function closedPort(): Promise<number> {
    const server = createServer();
    const port = await listen(server);
    await new Promise((done) => open.pop()?.close(done));
    return port;
  }

  /** A gateway behind TLS: what it is asked is answered with an empty list. */
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
    assert.ok(result, `no word of ${stage}`);
    return result;
  }

  it('tells every stage in its order when all is well, and asks for the list alone', async () => {
    const events: CheckEvent[] = [];
    const told = await check(subjectOf(gateway.baseUrl), undefined, undefined, events);
    assert.deepEqual([...told.results.keys()], checkStages.slice(0, -2));
    assert.deepEqual([told.broken, told.canAsk], [[], true]);
    assert.deepEqual(
      gateway.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/models'],
    );
    const begun = events.flatMap((event) => (event.type === 'begun' ? [event.stage] : []));
    assert.deepEqual(begun, ['url', 'tcp', 'proxy', 'answer']);
    assert.deepEqual(resultOf(told.results, 'dns').findings, [{ what: 'isAddress' }]);
    assert.deepEqual(resultOf(told.results, 'tls').findings, [{ what: 'plainHttp' }]);
    assert.deepEqual(resultOf(told.results, 'list').findings, [
      { what: 'models', count: demoModels.length + faults.length },
    ]);
    const connected = resultOf(told.results, 'tcp').findings;
    assert.deepEqual(connected, [{ what: 'connectedTo', address: new URL(gateway.origin).host }]);
  });

  it('URL: what cannot be used is said, and nothing is looked at', async () => {
    const told = await check(subjectOf('https://me:secret@gateway.example'));
    assert.deepEqual([told.broken, told.canAsk], [['url'], false]);
    assert.equal(resultOf(told.results, 'url').failure?.kind, 'notConfigured');
    assert.deepEqual([...told.results.keys()], ['url']);
  });

  it('URL: plain http that the user did not agree to opens no connection', async () => {
    const insecure = { kind: 'insecure', host: 'gateway.example' } as const;
    const told = await check(subjectOf('http://gateway.example', { connection: insecure }));
    assert.deepEqual([...told.results.keys()], ['url']);
    assert.deepEqual(told.broken, ['url']);
  });

  it('DNS: a name that does not exist', async () => {
    for (const support of ['off', 'override']) {
      const told = await check(subjectOf('https://x.invalid', { proxy: { support } }));
      assert.deepEqual([told.broken, told.canAsk], [['dns'], false], support);
      const { failure, cause } = resultOf(told.results, 'dns');
      assert.deepEqual([failure?.kind, failure?.host], ['unreachable', 'x.invalid']);
      assert.ok(cause === 'notFound' || cause === 'noNameServer', cause);
    }
  });

  it('DNS: a name that only the system’s own proxy knows is no fault', async () => {
    const told = await check(subjectOf('https://x.invalid', { listFrom: gateway.baseUrl }));
    assert.deepEqual([told.broken, told.canAsk], [['dns'], true]);
    const { outcome, findings } = resultOf(told.results, 'dns');
    assert.deepEqual([outcome, findings], ['warned', [{ what: 'doneByProxy' }]]);
  });

  it('TCP: a port where nobody listens', async () => {
    const port = await closedPort();
    const told = await check(subjectOf(`http://127.0.0.1:${port}`));
    assert.deepEqual([told.broken, told.canAsk], [['tcp'], false]);
    const { failure, cause } = resultOf(told.results, 'tcp');
    assert.deepEqual([failure?.kind, cause], ['unreachable', 'refused']);
    assert.match(failure?.detail ?? '', /ECONNREFUSED/u);
  });

  // Other systems answer for a server whose backlog is full, so that there is no hole to fall into.
  if (process.platform === 'linux') {
    it('TCP: a black hole, for ten seconds', async () => {
      const hole = await fullBacklog();
      try {
        const clock = new ManualClock();
        const events: CheckEvent[] = [];
        const ended = check(subjectOf(`http://127.0.0.1:${hole.port}`), clock, undefined, events);
        await until(() => clock.waiting === 1, 'the connection to be tried');
        clock.advance(9999);
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(foldEvents(events).results.has('tcp'), false);
        clock.advance(1);
        const told = await ended;
        assert.deepEqual([told.broken, told.canAsk], [['tcp'], false]);
        const { cause, ms, limitSeconds } = resultOf(told.results, 'tcp');
        assert.deepEqual([cause, ms, limitSeconds], ['silent', 10_000, 10]);
      } finally {
        await hole.close();
      }
    });
  }

  it('TLS: a server that accepts and says nothing', async () => {
    const port = await listen(createServer());
    const clock = new ManualClock();
    const ended = check(subjectOf(`https://127.0.0.1:${port}`), clock);
    await until(() => sockets.size === 1, 'the connection');
    await until(() => clock.waiting === 1, 'the wait');
    clock.advance(10_000);
    const told = await ended;
    assert.deepEqual([told.broken, told.canAsk], [['tls'], false]);
    assert.equal(resultOf(told.results, 'tls').cause, 'silent');
  });

  it('TLS: a server that speaks plain http', async () => {
    const told = await check(subjectOf(gateway.baseUrl.replace('http:', 'https:')));
    assert.deepEqual(told.broken, ['tls']);
    const { cause, failure } = resultOf(told.results, 'tls');
    assert.deepEqual([cause, failure?.kind], ['notTls', 'unreachable']);
  });

  for (const [name, lastYear, cause] of [
    ['a self-signed certificate', 2049, 'untrusted'],
    ['a certificate that has expired', 2021, 'expired'],
  ] as const) {
    it(`TLS: ${name}`, async () => {
      const port = await listen(secureServer('127.0.0.1', lastYear));
      const told = await check(subjectOf(`https://127.0.0.1:${port}`));
      assert.deepEqual([told.broken, told.canAsk], [['tls'], false]);
      const result = resultOf(told.results, 'tls');
      assert.deepEqual([result.cause, result.failure?.kind], [cause, 'certificate']);
      assert.deepEqual(result.findings, [
        {
          what: 'certificate',
          issuer: '127.0.0.1',
          validTo: Date.UTC(lastYear, 11, 31, 23, 59, 59),
        },
      ]);
    });
  }

  it('TLS: what the system trusts passes, and is told from what Node.js trusts by itself', async () => {
    const { key, cert } = selfSigned('localhost');
    const server = createHttps({ key, cert }, (_request, response) => {
      response.end('{"object":"list","data":[{"id":"echo"}]}');
    });
    const port = await listen(server, 'localhost');
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, cert]);
    try {
      const told = await check(subjectOf(`https://localhost:${port}`));
      assert.deepEqual([told.broken, told.canAsk], [[], true], JSON.stringify([...told.results]));
      assert.deepEqual(resultOf(told.results, 'tls').findings.at(-1), {
        what: 'trust',
        by: 'system',
      });
      assert.equal(resultOf(told.results, 'dns').outcome, 'passed');
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it('proxy: one that is dead', async () => {
    const port = await closedPort();
    const proxy = { kind: 'known', host: '127.0.0.1', port, from: 'http.proxy' } as const;
    const told = await check(
      subjectOf('https://gateway.invalid', { proxy: { proxy: `http://127.0.0.1:${port}` } }),
    );
    assert.deepEqual([told.broken, told.canAsk], [['proxy'], false]);
    const { failure, findings, cause } = resultOf(told.results, 'proxy');
    assert.deepEqual(
      [failure?.kind, cause, findings],
      ['proxy', 'refused', [{ what: 'proxy', proxy }]],
    );
    for (const stage of ['dns', 'tcp', 'tls'] as const) {
      assert.deepEqual(resultOf(told.results, stage).findings, [{ what: 'leftToProxy' }]);
    }
  });

  it('proxy: one that lets nothing through, though it can be reached', async () => {
    const port = await listen(createServer());
    const proxy = { kind: 'known', host: '127.0.0.1', port, from: 'HTTPS_PROXY' } as const;
    const told = await check({
      ...subjectOf('https://gateway.invalid', {
        proxy: { environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` } },
      }),
      // What VS Code's fetch makes of it is shown inside VS Code.
      list: () =>
        Promise.resolve({ ok: false, failure: { kind: 'proxy', host: 'gateway.invalid' } }),
    });
    assert.deepEqual([told.broken, told.canAsk], [['proxy'], false]);
    assert.deepEqual(resultOf(told.results, 'proxy').findings, [{ what: 'proxy', proxy }]);
  });

  it('answer: a web page, and the address under which the API is found', async () => {
    const told = await check(subjectOf(`${gateway.origin}/proxy`));
    assert.deepEqual([told.broken, told.canAsk], [['answer'], false]);
    const { failure, findings } = resultOf(told.results, 'answer');
    assert.deepEqual([failure?.kind, failure?.likelyCause], ['notApi', 'missingV1']);
    assert.deepEqual(findings.at(-1), {
      what: 'workingBaseUrl',
      baseUrl: `${gateway.origin}/proxy/v1`,
    });
  });

  it('answer: a web page, and none but that with “/v1” either', async () => {
    const subject = subjectOf(`${gateway.origin}/proxy`);
    const told = await check({ ...subject, workingBaseUrl: () => Promise.resolve(undefined) });
    const { failure, findings } = resultOf(told.results, 'answer');
    assert.deepEqual([failure?.kind, failure?.likelyCause], ['notApi', 'wrongPath']);
    assert.deepEqual(findings.at(-1), { what: 'noneAtV1' });
  });

  it('answer: a web page in the place of the list', async () => {
    const told = await check(subjectOf(`${gateway.origin}/lists/html/v1`));
    assert.deepEqual([told.broken, told.canAsk], [['answer'], false]);
    assert.equal(resultOf(told.results, 'answer').failure?.kind, 'notApi');
  });

  it('answer: nothing, for thirty seconds', async () => {
    const clock = new ManualClock();
    const subject = subjectOf(`${gateway.origin}/lists/silent/v1`, { clock });
    const ended = check(subject, clock);
    await until(() => gateway.requests.length === 1, 'the request');
    clock.advance(30_000);
    const told = await ended;
    assert.deepEqual([told.broken, told.canAsk], [['answer'], false]);
    const { failure, ms } = resultOf(told.results, 'answer');
    assert.deepEqual([failure?.kind, ms], ['totalTimeout', 30_000]);
  });

  it('authorization: 401, 403, and a key that is missing', async () => {
    const wrong = connectionTo(gateway.baseUrl, { key: 'sk-canary-wrong-0a9b8c7d6e' });
    const refused = await check(subjectOf(gateway.baseUrl, { connection: wrong }));
    assert.deepEqual([refused.broken, refused.canAsk], [['authorization'], false]);
    assert.equal(resultOf(refused.results, 'authorization').failure?.kind, 'keyRejected');
    assert.equal(resultOf(refused.results, 'answer').outcome, 'passed');

    const forbidden = await check(subjectOf(`${gateway.origin}/lists/forbidden/v1`));
    assert.deepEqual([forbidden.broken, forbidden.canAsk], [['authorization'], true]);
    assert.deepEqual(resultOf(forbidden.results, 'authorization').findings, [
      { what: 'status', status: 403 },
    ]);

    gateway.clearRequests();
    const missing = { kind: 'keyMissing', host: '127.0.0.1' } as const;
    const connection = { connection: missing };
    const unsent = await check(subjectOf(gateway.baseUrl, connection));
    assert.deepEqual([unsent.broken, unsent.canAsk], [['authorization'], false]);
    assert.equal(resultOf(unsent.results, 'tcp').outcome, 'passed');
    assert.deepEqual(gateway.requests, []);
  });

  it('a certificate that nobody here knows does not hide that the key is missing', async () => {
    const port = await listen(secureServer('127.0.0.1'));
    const connection = { kind: 'keyMissing', host: '127.0.0.1' } as const;
    const told = await check(subjectOf(`https://127.0.0.1:${port}`, { connection }));
    assert.deepEqual(told.broken, ['tls', 'authorization']);
    assert.equal(resultOf(told.results, 'tls').outcome, 'warned');
  });

  it('list: empty, missing or in trouble; the model may answer all the same', async () => {
    const empty = await check(subjectOf(`${gateway.origin}/lists/empty/v1`, { model: '' }));
    assert.deepEqual(empty.broken, ['list']);
    for (const name of ['not-found', 'server-error', 'rate-limited', 'error-200']) {
      const told = await check(subjectOf(`${gateway.origin}/lists/${name}/v1`));
      assert.deepEqual([told.broken, told.canAsk], [['list'], true], name);
      assert.equal(resultOf(told.results, 'authorization').outcome, 'skipped', name);
    }
  });

  it('model: one that is not in the list, and none', async () => {
    const gone = await check(subjectOf(gateway.baseUrl, { model: 'gone-since-monday' }));
    assert.deepEqual([gone.broken, gone.canAsk], [['model'], true]);
    const none = await check(subjectOf(gateway.baseUrl, { model: '' }));
    assert.deepEqual([none.broken, none.canAsk], [[], false]);
    assert.equal(resultOf(none.results, 'model').outcome, 'skipped');
  });

  it('ends without a word more wherever it is cancelled, and closes what it opened', async () => {
    const whole: CheckEvent[] = [];
    await check(subjectOf(gateway.baseUrl), undefined, undefined, whole);
    for (let after = 0; after < whole.length; after++) {
      const leaving = new AbortController();
      const events: CheckEvent[] = [];
      const subject = subjectOf(gateway.baseUrl);
      for await (const event of checkOf(systemClock).connection(subject, leaving.signal)) {
        events.push(event);
        if (events.length > after) {
          leaving.abort();
        }
      }
      assert.ok(events.length <= whole.length, `${after}`);
      assert.ok(after === whole.length - 1 || foldEvents(events).canAsk === undefined, `${after}`);
    }
    await until(
      () => gateway.requests.every(({ closedAt }) => closedAt !== undefined),
      'all to be closed',
    );
  });

  it('cancelled while nothing comes, it ends at once', async () => {
    const leaving = new AbortController();
    const subject = subjectOf(`${gateway.origin}/lists/silent/v1`);
    const ended = check(subject, new ManualClock(), leaving.signal);
    const request = await gateway.nextRequest();
    leaving.abort();
    assert.equal((await ended).canAsk, undefined);
    await request.closed;
    assert.equal(request.aborted, true);
  });

  it('tells nothing secret, whatever a server echoes', async () => {
    const subjects = [
      subjectOf(gateway.baseUrl, {
        connection: connectionTo(gateway.baseUrl, { key: `${canaryKey}x` }),
      }),
      ...['server-error', 'unauthorized', 'error-200', 'html'].map((name) =>
        subjectOf(`${gateway.origin}/lists/${name}/v1`),
      ),
    ];
    for (const subject of subjects) {
      const events: CheckEvent[] = [];
      await check(subject, undefined, undefined, events);
      assert.ok(!JSON.stringify(events).includes(canaryKey.slice(0, 14)));
    }
  });

  it('has a stage for every kind of failure', () => {
    for (const kind of failureKinds) {
      assert.ok(checkStages.includes(brokenStage({ kind }, '/v1')), kind);
    }
  });
});
