// Against the reference gateway and real sockets: what is asked again by itself, how often, and when.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { PatientModel } from '../../../src/chat/patientModel';
import type { StreamPart } from '../../../src/chat/ports';
import { faultModels, faults } from '../../gateway/faults';
import { type Gateway, startGateway } from '../../gateway/server';
import { ManualClock } from '../../support/manualClock';
import { canaryKey, clientOf, connectionTo, question, until } from '../gateway/harness';

type Waits = StreamPart & { type: 'waits' };

/** What the gateway refused before it began; every other fault is asked once. */
const repeatable = new Set([
  'fault-429',
  'fault-429-retry-after-seconds',
  'fault-429-retry-after-ms',
  'fault-429-retry-after-date',
  'fault-429-retry-after-nonsense',
  'fault-429-empty-body',
  'fault-503-overloaded',
  'fault-529',
]);

describe('PatientModel', () => {
  let gateway: Gateway;
  let clock: ManualClock;
  let parts: StreamPart[];

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey, models: faultModels });
  });
  after(() => gateway.close());
  beforeEach(() => {
    gateway.clearRequests();
    clock = new ManualClock(Date.now());
    parts = [];
  });

  /** Asks once; `onWait` is told of each pause. Resolves to the kind of failure that was left. */
  async function ask(
    model: string,
    onWait: (part: Waits) => void = ({ wait }) => clock.advance(wait.ms),
    options: { stream?: boolean; baseUrl?: string; seconds?: number; signal?: AbortSignal } = {},
  ): Promise<string | undefined> {
    const { stream = true, baseUrl = gateway.baseUrl, seconds = 0 } = options;
    const timeouts = { firstTokenSeconds: seconds, idleSeconds: seconds, totalSeconds: seconds };
    const client = clientOf(connectionTo(baseUrl, { timeouts }), clock);
    const patient = new PatientModel(client.chatModel, clock);
    const signal = options.signal ?? new AbortController().signal;
    for await (const part of patient.complete(question(model, stream), signal)) {
      parts.push(part);
      if (part.type === 'waits') {
        setImmediate(() => onWait(part));
      }
    }
    const last = parts.at(-1);
    return last?.type === 'failure' ? last.failure.kind : undefined;
  }

  const pauses = (): readonly number[] =>
    parts.flatMap((part) => (part.type === 'waits' ? [part.wait.ms] : []));

  describe('starts no second answer without a click', () => {
    for (const fault of faults) {
      for (const stream of [true, false]) {
        if (stream ? fault.streamed : fault.unstreamed) {
          it(`${fault.id}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
            const before = gateway.startedAnswers;
            let done = false;
            const seconds = fault.stalls === true ? 30 : 0;
            const ended = ask(fault.id, undefined, { stream, seconds }).then(() => (done = true));
            if (fault.stalls) {
              await until(() => done || gateway.requests.length > 0, 'the request');
              await until(() => {
                clock.advance(200);
                return done;
              }, 'the end of the answer');
            }
            await ended;
            const expected = repeatable.has(fault.id) ? 3 : 1;
            assert.equal(gateway.requests.length, expected);
            assert.equal(pauses().length, expected - 1);
            assert.ok(gateway.startedAnswers - before <= 1, 'a second answer was begun');
          }).timeout(40_000);
        }
      }
    }
  });

  it('waits as long as the gateway says, and 2 s and 8 s where it says nothing', async () => {
    await ask('fault-429-retry-after-seconds');
    assert.deepEqual(pauses(), [7_000, 7_000]);
    parts = [];
    await ask('fault-529');
    assert.deepEqual(pauses(), [2_000, 8_000]);
  });

  it('sends nothing before the pause is over', async () => {
    const left: number[] = [];
    await ask('fault-529', ({ wait }) => {
      clock.advance(wait.ms - 1);
      left.push(gateway.requests.length);
      clock.advance(1);
    });
    assert.deepEqual(left, [1, 2]);
    assert.equal(clock.waiting, 0);
  });

  it('asks at once when it is told to, and not once more when the pause would have been over', async () => {
    assert.equal(await ask('fault-529', ({ askNow }) => askNow()), 'serverError');
    clock.advance(60_000);
    assert.equal(gateway.requests.length, 3);
    assert.equal(clock.waiting, 0);
  });

  it('ends without a failure and without another request when it is stopped while it waits', async () => {
    const stop = new AbortController();
    await ask('fault-529', () => stop.abort(), { signal: stop.signal });
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['waits'],
    );
    assert.equal(gateway.requests.length, 1);
    assert.equal(clock.waiting, 0);
  });

  it('goes on with the answer when one comes', async () => {
    let refusals = 0;
    gateway.addModel({
      id: 'busy-once',
      about: 'Too busy the first time.',
      ownedBy: 'test',
      endpointTypes: ['openai'],
      record: {},
      behaviour: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          refusals += 1;
          await (refusals === 1
            ? exchange.json(503, { error: { message: 'busy' } })
            : exchange.json(200, {
                choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
              }));
        },
      },
    });
    assert.equal(await ask('busy-once'), undefined);
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['waits', 'askedAgain', 'text', 'finish'],
    );
  });

  describe('where nothing can have been sent', () => {
    it('asks a closed port three times', async () => {
      const server = await listening();
      const { port } = server.address() as AddressInfo;
      server.close();
      const kind = await ask('echo', undefined, { baseUrl: `http://127.0.0.1:${port}/v1` });
      assert.deepEqual([kind, pauses()], ['unreachable', [2_000, 8_000]]);
    });

    it('asks a name that does not resolve three times', async () => {
      const kind = await ask('echo', undefined, { baseUrl: 'https://nobody.invalid/v1' });
      assert.deepEqual([kind, pauses()], ['unreachable', [2_000, 8_000]]);
    });

    it('asks one that does not speak TLS, or hangs up within the handshake, three times', async () => {
      for (const greet of ['HTTP/1.1 400 Bad Request\r\n\r\n', '']) {
        const server = await listening((said) => said.end(greet));
        const { port } = server.address() as AddressInfo;
        parts = [];
        const kind = await ask('echo', undefined, { baseUrl: `https://127.0.0.1:${port}/v1` });
        assert.deepEqual([kind, pauses()], ['unreachable', [2_000, 8_000]], JSON.stringify(parts));
        server.close();
      }
    });

    it('leaves one that took the request and hung up to the user', async () => {
      let requests = 0;
      const server = await listening((said) => {
        requests += 1;
        said.destroy();
      });
      const { port } = server.address() as AddressInfo;
      const kind = await ask('echo', undefined, { baseUrl: `http://127.0.0.1:${port}/v1` });
      assert.deepEqual([kind, requests], ['connectionLost', 1]);
      server.close();
    });
  });
});

/** A bare TCP server; `answer` is called when the client has said something. */
async function listening(answer: (socket: Socket) => void = () => {}): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
