// Against the reference gateway and real sockets: what is asked again by itself, how often, and when.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { continuationMessages } from '../../../src/chat/session/continuation';
import { ModelFactRecorder } from '../../../src/chat/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../src/chat/retry/retryingChatModel';
import type { CompletionRequest, StreamPart } from '../../../src/chat/ports';
import { ModelFactsFile } from '../../../src/store/files/modelFactsFile';
import { isRecord } from '../../referenceGateway/json';
import { apiFormats } from '../../../src/shared/conversation/apiFormat';
import { faultModels, faults } from '../../referenceGateway/faults';
import { occurs } from '../../referenceGateway/faults/fault';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { ManualClock } from '../../support/manualClock';
import { canaryKey, clientOf, connectionTo, question, until } from '../gateway/harness';

let files = 0;

type Waits = StreamPart & { type: 'retryScheduled' };

interface Options {
  readonly stream?: boolean;
  readonly baseUrl?: string;
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  readonly request?: Partial<CompletionRequest>;
}

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
  let folder: string;
  let learned: ModelFactsFile;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-learned-'));
    gateway = await startGateway({ apiKey: canaryKey, models: faultModels });
  });
  after(async () => {
    await gateway.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    gateway.clearRequests();
    clock = new ManualClock(Date.now());
    parts = [];
    learned = new ModelFactsFile(join(folder, `${(files += 1)}.json`));
  });

  /** Asks once; `onWait` is told of each pause. Resolves to the kind of failure that was left. */
  async function ask(
    model: string,
    onWait: (part: Waits) => void = ({ wait }) => clock.advance(wait.ms),
    options: Options = {},
  ): Promise<string | undefined> {
    const { stream = true, baseUrl = gateway.baseUrl, seconds = 0 } = options;
    const timeouts = { firstTokenSeconds: seconds, idleSeconds: seconds, totalSeconds: seconds };
    const client = clientOf(connectionTo(baseUrl, { timeouts }), clock);
    const lessons = new ModelFactRecorder(learned, clock, () => new URL(baseUrl).origin);
    const patient = new RetryingChatModel(client.chatModel, clock, lessons);
    const signal = options.signal ?? new AbortController().signal;
    for await (const part of patient.complete(
      { ...question(model, stream), ...options.request },
      signal,
    )) {
      parts.push(part);
      if (part.type === 'retryScheduled') {
        setImmediate(() => onWait(part));
      }
    }
    const last = parts.at(-1);
    return last?.type === 'failure' ? last.failure.kind : undefined;
  }

  const pauses = (): readonly number[] =>
    parts.flatMap((part) => (part.type === 'retryScheduled' ? [part.wait.ms] : []));

  describe('starts no second answer without a click', () => {
    for (const apiFormat of apiFormats) {
      for (const stream of [true, false]) {
        for (const fault of faults.filter((one) => occurs(one, apiFormat, stream))) {
          it(`${fault.id}, ${apiFormat}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
            const before = gateway.startedAnswers;
            let done = false;
            const seconds = fault.stalls === true ? 30 : 0;
            const options = { stream, seconds, request: { apiFormat } };
            const ended = ask(fault.id, undefined, options).then(() => (done = true));
            if (fault.stalls) {
              await until(() => done || gateway.requests.length > 0, 'the request');
              await until(() => {
                clock.advance(1000);
                return done;
              }, 'the end of the answer');
            }
            await ended;
            const pausesExpected = repeatable.has(fault.id) ? 2 : 0;
            // It refuses to stream, and refuses the reply that is not streamed all the same.
            const quirks = fault.id === 'fault-400-parameter' && stream ? 1 : 0;
            assert.equal(gateway.requests.length, 1 + pausesExpected + quirks);
            assert.equal(pauses().length, pausesExpected);
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
      ['sent', 'retryScheduled'],
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
      ['sent', 'retryScheduled', 'autoRetried', 'sent', 'text', 'finish'],
    );
  });

  describe('where something was refused that can be left out', () => {
    const all = { temperature: 0.2, maxTokens: 100, reasoningEffort: 'low' } as const;
    const bodies = () => gateway.requests.map(({ json }) => json as Record<string, unknown>);
    const asked = () => parts.flatMap((part) => (part.type === 'autoRetried' ? [part.again] : []));
    const facts = async () => (await learned.all()).map(({ taught }) => taught);

    before(() => {
      for (const [id, fields] of [
        ['refuses-temperature', ['temperature']],
        ['refuses-pictures', ['image_url']],
        ['refuses-two', ['stream_options', 'max_tokens']],
        ['refuses-three', ['stream_options', 'temperature', 'reasoning_effort']],
        ['refuses-and-is-busy', ['temperature']],
      ] as const) {
        addRefuser(id, fields);
      }
    });

    /** Refuses the first of the fields that it finds, echoing the key as some gateways do. */
    function addRefuser(id: string, fields: readonly string[]): void {
      let busy = id.endsWith('busy') ? 1 : 0;
      gateway.addModel({
        id,
        about: `Refuses ${fields.join(', ')}.`,
        behaviour: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            const { json, headers } = exchange.request;
            const found = fields.find((field) =>
              field === 'image_url'
                ? exchange.request.body.includes(field)
                : isRecord(json) && field in json,
            );
            if (found !== undefined) {
              const message = `Unsupported parameter: '${found}' (${headers['authorization']})`;
              await exchange.json(400, { error: { message, param: found } });
            } else if (busy > 0) {
              busy -= 1;
              await exchange.json(503, { error: { message: 'busy' } });
            } else {
              await exchange.json(200, {
                choices: [{ message: { content: 'Hi', reasoning: 'Hm' }, finish_reason: 'stop' }],
                usage: { prompt_tokens: 3, completion_tokens: 1 },
              });
            }
          },
        },
      });
    }

    it('asks once more without it, says so, and learns it with its evidence', async () => {
      assert.equal(await ask('refuses-temperature', undefined, { request: all }), undefined);
      const [first = {}, second] = bodies();
      const { temperature: _refused, ...rest } = first;
      assert.deepEqual(second, rest);
      assert.equal(gateway.requests.length, 2);
      assert.deepEqual(
        asked().map((again) => (again.kind === 'quirk' ? again.quirk : again.kind)),
        ['noTemperature'],
      );
      const [fact] = await learned.all();
      assert.deepEqual(fact?.taught, { about: 'refusal', quirk: 'noTemperature' });
      assert.equal(fact.origin, gateway.origin);
      assert.equal(fact.at, clock.now());
      assert.match(fact.evidence, /^Unsupported parameter: 'temperature'/u);
      assert.ok(!JSON.stringify([parts, await learned.all()]).includes(canaryKey.slice(3, 15)));
    });

    it('asks the next time without it from the start, and that model alone', async () => {
      await ask('refuses-temperature', undefined, { request: all });
      gateway.clearRequests();
      parts = [];
      await ask('refuses-temperature', undefined, { request: all });
      assert.equal(gateway.requests.length, 1);
      assert.ok(!('temperature' in bodies()[0]!));
      assert.deepEqual(asked(), []);
      gateway.clearRequests();
      await ask('refuses-two', undefined, { request: all });
      assert.ok('temperature' in bodies()[0]!);
    });

    it('leaves pictures out that a model refuses, and says so each time', async () => {
      const picture = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
      const messages = [{ role: 'user', content: 'What is it?', images: [picture] }] as const;
      await ask('refuses-pictures', undefined, { request: { messages } });
      await ask('refuses-pictures', undefined, { request: { messages } });
      await ask('refuses-pictures');
      assert.deepEqual(
        bodies().map(({ messages: sent }) => JSON.stringify(sent).includes('image_url')),
        [true, false, false, false],
      );
      assert.deepEqual(
        asked().map(({ kind }) => kind),
        ['quirk', 'omitted'],
      );
    });

    it('has an answer go on by an instruction where a prefill is refused, and the next at once', async () => {
      gateway.addModel({
        id: 'refuses-prefill',
        about: 'Goes on with no answer by itself.',
        endpointTypes: ['anthropic'],
        behaviour: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            const { messages } = exchange.request.json as { messages: { role: string }[] };
            const type = 'invalid_request_error';
            const message =
              'This model does not support assistant message prefill. The conversation must end with a user message.';
            await (messages.at(-1)?.role === 'assistant'
              ? exchange.json(400, { type: 'error', error: { type, message } })
              : exchange.json(200, {
                  type: 'message',
                  content: [{ type: 'text', text: 'and a queen.' }],
                  stop_reason: 'end_turn',
                }));
          },
        },
      });
      const messages = [
        { role: 'user', content: 'A story?' },
        ...continuationMessages('messages', 'There was a king '),
      ] as const;
      const request = { apiFormat: 'messages', messages } as const;
      assert.equal(await ask('refuses-prefill', undefined, { request }), undefined);
      const ways = () => parts.flatMap((part) => (part.type === 'sent' ? [part.prefilled] : []));
      assert.deepEqual(ways(), [true, false]);
      const [, second = {}] = bodies();
      assert.deepEqual(
        (second['messages'] as { role: string }[]).map(({ role }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.deepEqual((await facts())[0], { about: 'refusal', quirk: 'noPrefill' });
      parts = [];
      assert.equal(await ask('refuses-prefill', undefined, { request }), undefined);
      assert.deepEqual(ways(), [false]);
    });

    it('asks with it again once that is forgotten', async () => {
      await ask('refuses-temperature', undefined, { request: all });
      await learned.forget(await learned.all());
      gateway.clearRequests();
      await ask('refuses-temperature', undefined, { request: all });
      assert.equal(gateway.requests.length, 2);
    });

    it('does so twice for one question', async () => {
      assert.equal(await ask('refuses-two', undefined, { request: all }), undefined);
      assert.equal(gateway.requests.length, 3);
      assert.equal(bodies()[2]?.['max_completion_tokens'], 100);
      assert.deepEqual((await facts()).slice(0, 2), [
        { about: 'refusal', quirk: 'noStreamOptions' },
        { about: 'refusal', quirk: 'maxCompletionTokens' },
      ]);
    });

    it('and not three times: then it fails as it was refused, and asked anew it begins where it came to', async () => {
      assert.equal(await ask('refuses-three', undefined, { request: all }), 'badRequest');
      assert.equal(gateway.requests.length, 3);
      // Each was got past: the next refusal names something else.
      assert.deepEqual(await facts(), [
        { about: 'refusal', quirk: 'noStreamOptions' },
        { about: 'refusal', quirk: 'noTemperature' },
      ]);
      gateway.clearRequests();
      assert.equal(await ask('refuses-three', undefined, { request: all }), undefined);
      assert.equal(gateway.requests.length, 2);
    });

    it('leaves something out once only, however often it is refused', async () => {
      assert.equal(await ask('fault-400-parameter'), 'badRequest');
      assert.deepEqual(
        bodies().map(({ stream }) => stream),
        [true, false],
      );
      assert.deepEqual(await facts(), []);
    });

    it('waits in between where the gateway is busy', async () => {
      assert.equal(await ask('refuses-and-is-busy', undefined, { request: all }), undefined);
      assert.deepEqual(
        asked().map(({ kind }) => kind),
        ['quirk', 'waited'],
      );
      assert.ok((await facts()).some(({ about }) => about === 'refusal'));
    });

    it('learns from answers whether usage comes and which field holds the reasoning', async () => {
      await ask('refuses-temperature');
      assert.deepEqual(await facts(), [
        { about: 'reasoning', field: 'reasoning' },
        { about: 'usage', comes: true },
      ]);
    });

    it('learns the context length from an error that says it', async () => {
      await ask('fault-context-llamacpp');
      assert.deepEqual(await facts(), [{ about: 'contextLength', tokens: 4096 }]);
    });
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
