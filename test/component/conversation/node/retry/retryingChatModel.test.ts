// Automatic retries against the reference gateway over real sockets: which requests, how often, and when.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelFactRecorder } from '../../../../../src/conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../../../src/conversation/node/retry/retryingChatModel';
import { ModelFactsFile } from '../../../../../src/features/adjustments/node/modelFactsFile';
import { apiFormats } from '../../../../../src/gateway/common/apiFormat';
import type { CompletionRequest, StreamPart } from '../../../../../src/gateway/common/chatModel';
import { continuationMessages } from '../../../../../src/gateway/common/continuation';
import type { Quirk } from '../../../../../src/gateway/common/quirk';
import { supportsFormat } from '../../../../referenceGateway/faults/fault';
import { faultModels, faults } from '../../../../referenceGateway/faults/faultCatalog';
import type { Exchange } from '../../../../referenceGateway/http/exchange';
import { isRecord, type Json } from '../../../../referenceGateway/http/json';
import { startGateway, type Gateway } from '../../../../referenceGateway/server';
import { oneCasePerFault } from '../../../../support/faultCases';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';
import { canaryKey, clientOf, connectionTo, question } from '../../../gateway/node/harness';

let fileCount = 0;

type RetryScheduled = StreamPart & { type: 'retryScheduled' };

interface Options {
  readonly stream?: boolean;
  readonly baseUrl?: string;
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  readonly request?: Partial<CompletionRequest>;
}

describe('RetryingChatModel', () => {
  let gateway: Gateway;
  let clock: ManualClock;
  let parts: StreamPart[];
  let folder: string;
  let modelFacts: ModelFactsFile;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-model-facts-'));
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
    modelFacts = new ModelFactsFile(join(folder, `${(fileCount += 1)}.json`), clock);
  });

  /** Sends one question; `onWait` is called for each pause. Resolves to the kind of the final failure. */
  async function ask(
    model: string,
    onWait: (part: RetryScheduled) => void = ({ wait }) => clock.advance(wait.delayMs),
    options: Options = {},
  ): Promise<string | undefined> {
    const { stream = true, baseUrl = gateway.baseUrl, seconds = 0 } = options;
    const timeouts = { firstTokenSeconds: seconds, idleSeconds: seconds, totalSeconds: seconds };
    const client = clientOf(connectionTo(baseUrl, { timeouts }), clock);
    const factRecorder = new ModelFactRecorder({
      modelFacts,
      clock,
      gateway: async () => baseUrl,
    });
    const retrying = new RetryingChatModel({ chatModel: client.chatModel, clock, factRecorder });
    const signal = options.signal ?? new AbortController().signal;
    for await (const part of retrying.complete(
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
    parts.flatMap((part) => (part.type === 'retryScheduled' ? [part.wait.delayMs] : []));

  describe('never starts a second answer automatically', () => {
    for (const { fault, apiFormat, stream, title } of oneCasePerFault()) {
      it(title, async () => {
        const before = gateway.startedAnswers;
        let done = false;
        const seconds = fault.stalls === true ? 30 : 0;
        const options = { stream, seconds, request: { apiFormat } };
        const ended = ask(fault.id, undefined, options).then(() => (done = true));
        if (fault.stalls) {
          await until(() => done || gateway.requests.length > 0);
          await until(() => {
            clock.advance(1000);
            return done;
          });
        }
        await ended;
        const expectedPauses = fault.retried ? 2 : 0;
        const { length = 1 } = fault.adaptedStreams?.(stream) ?? {};
        assert.equal(gateway.requests.length, length + expectedPauses);
        assert.equal(pauses().length, expectedPauses);
        assert.ok(gateway.startedAnswers - before <= 1, 'a second answer was started');
      });
    }
  });

  it('waits as long as the gateway asks for, else 2 s and 8 s', async () => {
    await ask('fault-429-retry-after-seconds');
    assert.deepEqual(pauses(), [7_000, 7_000]);
    parts = [];
    await ask('fault-529');
    assert.deepEqual(pauses(), [2_000, 8_000]);
  });

  it('sends nothing before the pause ends', async () => {
    const requestCounts: number[] = [];
    await ask('fault-529', ({ wait }) => {
      clock.advance(wait.delayMs - 1);
      requestCounts.push(gateway.requests.length);
      clock.advance(1);
    });
    assert.deepEqual(requestCounts, [1, 2]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('retries at once on request, and not again when the pause would have ended', async () => {
    assert.equal(await ask('fault-529', ({ retryNow }) => retryNow()), 'serverError');
    clock.advance(60_000);
    assert.equal(gateway.requests.length, 3);
    assert.equal(clock.pendingTimers, 0);
  });

  it('ends without a failure or another request when it is stopped during the pause', async () => {
    const stop = new AbortController();
    await ask('fault-529', () => stop.abort(), { signal: stop.signal });
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['sent', 'retryScheduled'],
    );
    assert.equal(gateway.requests.length, 1);
    assert.equal(clock.pendingTimers, 0);
  });

  it('streams the answer once a retry succeeds', async () => {
    let rejections = 0;
    gateway.addModel({
      id: 'busy-once',
      description: 'Too busy the first time.',
      ownedBy: 'test',
      endpointTypes: ['openai'],
      record: {},
      behavior: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          rejections += 1;
          await (rejections === 1
            ? exchange.sendJson(503, { error: { message: 'busy' } })
            : exchange.sendJson(200, {
                choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
              }));
        },
      },
    });
    assert.equal(await ask('busy-once'), undefined);
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['sent', 'retryScheduled', 'requestAdjusted', 'sent', 'text', 'finish'],
    );
  });

  describe('after a rejection that names a parameter', () => {
    const all = { temperature: 0.2, maxTokens: 100, reasoningEffort: 'low' } as const;
    const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const everything = {
      ...all,
      messages: [{ role: 'user', content: 'What is it?', images: [image] }],
    } as const;
    const bodies = () => gateway.requests.map(({ json }) => json as Record<string, unknown>);
    const adjustments = () =>
      parts.flatMap((part) => (part.type === 'requestAdjusted' ? [part.adjustment] : []));
    const facts = async () => (await modelFacts.all()).map(({ content }) => content);

    before(() => {
      for (const [id, fields] of [
        ['rejects-temperature', ['temperature']],
        ['rejects-images', ['image_url']],
        ['rejects-two', ['stream_options', 'max_tokens']],
        [
          'rejects-six',
          [
            'stream_options',
            'temperature',
            'reasoning_effort',
            'max_tokens',
            'image_url',
            'stream',
          ],
        ],
        ['rejects-thinking', ['thinkingLevel', 'thinkingConfig']],
        ['rejects-and-is-busy', ['temperature']],
      ] as const) {
        addRejectingModel(id, fields);
      }
    });

    before(() => {
      for (const [id, serve] of Object.entries(refusals)) {
        gateway.addModel({ id, description: id, behavior: { kind: 'serves', serve } });
      }
    });

    /** Rejects the first of the fields that a request has, and echoes the key as some gateways do. */
    function addRejectingModel(id: string, fields: readonly string[]): void {
      let busy = id.endsWith('busy') ? 1 : 0;
      gateway.addModel({
        id,
        description: `Rejects ${fields.join(', ')}.`,
        behavior: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            const { json, headers } = exchange.request;
            const found = fields.find((field) =>
              nestedFields.has(field)
                ? exchange.request.body.includes(field)
                : isRecord(json) && field in json,
            );
            if (found !== undefined) {
              const message = `Unsupported parameter: '${found}' (${headers['authorization']})`;
              await exchange.sendJson(400, { error: { message, param: found } });
            } else if (busy > 0) {
              busy -= 1;
              await exchange.sendJson(503, { error: { message: 'busy' } });
            } else {
              await exchange.sendJson(200, hi);
            }
          },
        },
      });
    }

    it('retries without it, reports that, and records the fact with its evidence', async () => {
      assert.equal(await ask('rejects-temperature', undefined, { request: all }), undefined);
      const [first = {}, second] = bodies();
      const { temperature: _temperature, ...rest } = first;
      assert.deepEqual(second, rest);
      assert.equal(gateway.requests.length, 2);
      assert.deepEqual(
        adjustments().map((adjustment) =>
          adjustment.kind === 'adapted' ? adjustment.quirk : adjustment.kind,
        ),
        ['noTemperature'],
      );
      const [fact] = await modelFacts.all();
      assert.deepEqual(fact?.content, { type: 'rejection', quirk: 'noTemperature' });
      assert.equal(fact.gateway, gateway.baseUrl);
      assert.equal(fact.apiFormat, 'chat');
      assert.equal(fact.at, clock.now());
      assert.match(fact.evidence, /^Unsupported parameter: 'temperature'/u);
      assert.ok(!JSON.stringify([parts, await modelFacts.all()]).includes(canaryKey.slice(3, 15)));
    });

    it('omits it from the start the next time, for that model only', async () => {
      await ask('rejects-temperature', undefined, { request: all });
      gateway.clearRequests();
      parts = [];
      await ask('rejects-temperature', undefined, { request: all });
      assert.equal(gateway.requests.length, 1);
      assert.ok(!('temperature' in bodies()[0]!));
      assert.deepEqual(adjustments(), []);
      gateway.clearRequests();
      await ask('rejects-two', undefined, { request: all });
      assert.ok('temperature' in bodies()[0]!);
    });

    it('omits images that a model rejects, and reports that each time', async () => {
      const { messages } = everything;
      await ask('rejects-images', undefined, { request: { messages } });
      await ask('rejects-images', undefined, { request: { messages } });
      await ask('rejects-images');
      assert.deepEqual(
        bodies().map((body) => JSON.stringify(body['messages']).includes('image_url')),
        [true, false, false, false],
      );
      assert.deepEqual(
        adjustments().map(({ kind }) => kind),
        ['adapted', 'imagesOmitted'],
      );
    });

    it('continues an answer by instruction after a rejected prefill, and the next one at once', async () => {
      gateway.addModel({
        id: 'rejects-prefill',
        description: 'Rejects prefill.',
        endpointTypes: ['anthropic'],
        behavior: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            const { messages } = exchange.request.json as { messages: { role: string }[] };
            const type = 'invalid_request_error';
            const message =
              'This model does not support assistant message prefill. The conversation must end with a user message.';
            await (messages.at(-1)?.role === 'assistant'
              ? exchange.sendJson(400, { type: 'error', error: { type, message } })
              : exchange.sendJson(200, {
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
      assert.equal(await ask('rejects-prefill', undefined, { request }), undefined);
      const prefilled = () =>
        parts.flatMap((part) => (part.type === 'sent' ? [part.prefilled] : []));
      assert.deepEqual(prefilled(), [true, false]);
      const [, second = {}] = bodies();
      assert.deepEqual(
        (second['messages'] as { role: string }[]).map(({ role }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.deepEqual((await facts())[0], { type: 'rejection', quirk: 'noPrefill' });
      parts = [];
      assert.equal(await ask('rejects-prefill', undefined, { request }), undefined);
      assert.deepEqual(prefilled(), [false]);
    });

    it('sends it again once the fact is removed', async () => {
      await ask('rejects-temperature', undefined, { request: all });
      await modelFacts.remove(await modelFacts.all());
      gateway.clearRequests();
      await ask('rejects-temperature', undefined, { request: all });
      assert.equal(gateway.requests.length, 2);
    });

    it('adapts to two rejections of one question', async () => {
      assert.equal(await ask('rejects-two', undefined, { request: all }), undefined);
      assert.equal(gateway.requests.length, 3);
      assert.equal(bodies()[2]?.['max_completion_tokens'], 100);
      assert.deepEqual((await facts()).slice(0, 2), [
        { type: 'rejection', quirk: 'noStreamOptions' },
        { type: 'rejection', quirk: 'maxCompletionTokens' },
      ]);
    });

    const adapted: Readonly<Record<string, Quirk>> = {
      'fault-rejects-temperature': 'noTemperature',
      'fault-rejects-effort': 'noReasoningEffort',
      'fault-rejects-thinking-level': 'thinkingBudget',
      'fault-rejects-system': 'systemInUser',
      'fault-roles-alternate': 'systemInUser',
      'fault-template-error': 'systemInUser',
      'fault-rejects-images': 'noImages',
      'fault-rejects-images-500': 'noImages',
      'fault-rejects-max-tokens': 'maxCompletionTokens',
      'fault-rejects-stream-options': 'noStreamOptions',
      'fault-rejects-store': 'noStore',
      'fault-rejects-streaming': 'noStream',
      'fault-rejects-streaming-in-stream': 'noStream',
      'fault-rejects-complete': 'onlyStream',
      'fault-rejects-complete-in-body': 'onlyStream',
    };
    for (const fault of faults.filter(({ id }) => id in adapted)) {
      for (const apiFormat of apiFormats.filter((format) => supportsFormat(fault, format))) {
        it(`${fault.id}, ${apiFormat}: is asked once more, and the next time at once`, async () => {
          const quirk = adapted[fault.id];
          const stream = quirk !== 'onlyStream';
          const system = { role: 'system', content: 'Be brief.' } as const;
          const messages = [system, ...everything.messages];
          const request = { ...everything, apiFormat, messages };
          assert.equal(await ask(fault.id, undefined, { stream, request }), undefined);
          assert.equal(gateway.requests.length, 2);
          assert.deepEqual(
            (await modelFacts.all()).map((fact) => [fact.apiFormat, fact.content]),
            [[apiFormat, { type: 'rejection', quirk }]],
          );
          parts = [];
          assert.equal(await ask(fault.id, undefined, { stream, request }), undefined);
          assert.equal(gateway.requests.length, 3);
          assert.deepEqual(
            parts.flatMap((part) => (part.type === 'sent' ? [part.quirks] : [])),
            [[quirk]],
          );
        });
      }
    }

    it('asks for no more tokens than the model writes, and the next time at once', async () => {
      const request = { apiFormat: 'messages', requiredMaxTokens: 8_192 } as const;
      const asked = () => bodies().map((body) => body['max_tokens']);
      assert.equal(await ask('fault-default-max-tokens', undefined, { request }), undefined);
      assert.deepEqual(asked(), [8_192, 4_096]);
      assert.deepEqual(
        adjustments().map(({ kind }) => kind),
        ['maxTokensLowered'],
      );
      assert.deepEqual(await facts(), [{ type: 'maxOutputTokens', tokens: 4_096 }]);
      assert.equal(await ask('fault-default-max-tokens', undefined, { request }), undefined);
      assert.deepEqual(asked(), [8_192, 4_096, 4_096]);
    });

    it('asks for no more than the context length allows, as an error with status 200 says', async () => {
      const request = { apiFormat: 'messages', requiredMaxTokens: 8_192 } as const;
      const id = 'fault-default-max-tokens-in-stream';
      assert.equal(await ask(id, undefined, { request }), undefined);
      assert.deepEqual(
        bodies().map((body) => body['max_tokens']),
        [8_192, 2_048],
      );
    });

    it('lowers the limit on the answer once', async () => {
      gateway.addModel({
        id: 'limit-falls',
        description: 'The limit is always half of what was asked for.',
        endpointTypes: ['anthropic'],
        behavior: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            const { max_tokens: asked } = exchange.request.json as { max_tokens: number };
            const message = `max_tokens: ${asked} > ${asked / 2}, which is the maximum`;
            await exchange.sendJson(400, { error: { type: 'invalid_request_error', message } });
          },
        },
      });
      const request = { apiFormat: 'messages', requiredMaxTokens: 8_192 } as const;
      assert.equal(await ask('limit-falls', undefined, { request }), 'badRequest');
      assert.deepEqual(
        bodies().map((body) => body['max_tokens']),
        [8_192, 4_096],
      );
      assert.deepEqual(await facts(), []);
    });

    for (const [apiFormat, id, maximum] of [
      ['chat', 'fault-max-tokens-too-large', 16_384],
      ['responses', 'fault-max-tokens-too-large', 16_384],
      ['generateContent', 'fault-max-tokens-too-large', 16_384],
      ['messages', 'fault-default-max-tokens', 4_096],
    ] as const) {
      it(`keeps to the user's own limit on the answer, ${apiFormat}`, async () => {
        const request = { apiFormat, maxTokens: 100_000 };
        assert.equal(await ask(id, undefined, { request }), 'badRequest');
        assert.equal(gateway.requests.length, 1);
        const last = parts.at(-1);
        assert.equal(last?.type === 'failure' && last.failure.maxOutputTokens, maximum);
      });
    }

    for (const apiFormat of apiFormats) {
      it(`joins neighbors of one role, ${apiFormat}`, async () => {
        const messages = ['Wrong?', 'Right?'].map(
          (content) => ({ role: 'user', content }) as const,
        );
        const request = { apiFormat, messages };
        assert.equal(await ask('fault-roles-in-a-row', undefined, { request }), undefined);
        assert.equal(gateway.requests.length, 1);
      });
    }

    for (const apiFormat of apiFormats) {
      it(`a refusal of images of this size changes and teaches nothing, ${apiFormat}`, async () => {
        const request = { ...everything, apiFormat };
        assert.equal(await ask('fault-images-too-large', undefined, { request }), 'badRequest');
        assert.equal(gateway.requests.length, 1);
        assert.deepEqual(await facts(), []);
      });
    }

    it('learns from the answer only: after the sixth rejection it fails, and knows nothing', async () => {
      assert.equal(await ask('rejects-six', undefined, { request: everything }), 'badRequest');
      assert.equal(gateway.requests.length, 6);
      assert.deepEqual(await facts(), []);
    });

    it('learns what a second retry replaced only in its last form', async () => {
      const request = { apiFormat: 'generateContent', reasoningEffort: 'low' } as const;
      assert.equal(await ask('rejects-thinking', undefined, { request }), undefined);
      assert.deepEqual(
        adjustments().map((adjustment) => adjustment.kind === 'adapted' && adjustment.quirk),
        ['thinkingBudget', 'noReasoningEffort'],
      );
      assert.deepEqual(await facts(), [{ type: 'rejection', quirk: 'noReasoningEffort' }]);
    });

    it('does not learn what it omitted in vain: the gateway then says the same again', async () => {
      const request = { temperature: 0.2 };
      assert.equal(await ask('refuses-streaming', undefined, { request }), undefined);
      assert.deepEqual(
        adjustments().map((adjustment) => adjustment.kind === 'adapted' && adjustment.quirk),
        ['noTemperature', 'noStream'],
      );
      assert.deepEqual(await facts(), [{ type: 'rejection', quirk: 'noStream' }]);
    });

    it('learns for the API format in which the model rejected it', async () => {
      await ask('rejects-temperature', undefined, { request: all });
      gateway.clearRequests();
      const request = { ...all, apiFormat: 'responses' } as const;
      await ask('rejects-temperature', undefined, { request });
      assert.ok('temperature' in bodies()[0]!);
    });

    it('tries it again after 14 days', async () => {
      await ask('rejects-temperature', undefined, { request: all });
      for (const [days, requests] of [
        [13, 1],
        [1, 2],
        [13, 1],
      ] as const) {
        clock.advance(days * 24 * 60 * 60 * 1_000);
        gateway.clearRequests();
        assert.equal(await ask('rejects-temperature', undefined, { request: all }), undefined);
        assert.equal(gateway.requests.length, requests);
      }
    });

    it('tries it again once the record of the model has changed', async () => {
      await ask('rejects-temperature', undefined, { request: all });
      await modelFacts.forget(gateway.baseUrl, ['rejects-temperature']);
      gateway.clearRequests();
      await ask('rejects-temperature', undefined, { request: all });
      assert.equal(gateway.requests.length, 2);
    });

    it('reports with each request what it was adapted to, if that made a difference', async () => {
      const applied = () => parts.flatMap((part) => (part.type === 'sent' ? [part.quirks] : []));
      await ask('rejects-temperature', undefined, { request: all });
      assert.deepEqual(applied(), [[], ['noTemperature']]);
      parts = [];
      await ask('rejects-temperature', undefined, { request: all });
      assert.deepEqual(applied(), [['noTemperature']]);
      parts = [];
      await ask('rejects-temperature');
      assert.deepEqual(applied(), [[]]);
    });

    for (const [id, why] of [
      ['refuses-in-stream', 'the only event of a stream'],
      ['refuses-in-body', 'a body with status 200'],
    ] as const) {
      it(`retries after a rejection in ${why}, and learns it`, async () => {
        assert.equal(await ask(id, undefined, { request: all }), undefined);
        assert.equal(gateway.requests.length, 2);
        assert.deepEqual(await facts(), [{ type: 'rejection', quirk: 'noTemperature' }]);
      });
    }

    it('does not retry after a rejection behind text', async () => {
      const kind = await ask('refuses-after-text', undefined, { request: all });
      assert.notEqual(kind, undefined);
      assert.equal(gateway.requests.length, 1);
      assert.deepEqual(await facts(), []);
    });

    it('tries each adaptation only once', async () => {
      assert.equal(await ask('fault-400-parameter'), 'badRequest');
      assert.deepEqual(
        bodies().map(({ stream }) => stream),
        [true, false],
      );
      assert.deepEqual(await facts(), []);
    });

    it('also waits if the gateway is busy after an adaptation', async () => {
      assert.equal(await ask('rejects-and-is-busy', undefined, { request: all }), undefined);
      assert.deepEqual(
        adjustments().map(({ kind }) => kind),
        ['adapted', 'delayed'],
      );
      assert.ok((await facts()).some(({ type }) => type === 'rejection'));
    });

    it('records the context length from an overflow error', async () => {
      await ask('fault-context-llamacpp');
      assert.deepEqual(await facts(), [{ type: 'contextLength', tokens: 4096 }]);
    });

    it('removes a context length that a longer request refutes, from the file too', async () => {
      const subject = { gateway: gateway.baseUrl, apiFormat: 'chat', model: 'counts' } as const;
      const add = (tokens: number): Promise<void> =>
        modelFacts.add({
          ...subject,
          content: { type: 'contextLength', tokens },
          evidence: '',
          at: clock.now(),
        });
      await add(9_000);
      await ask('counts');
      assert.deepEqual(await facts(), [{ type: 'contextLength', tokens: 9_000 }]);
      await add(8_999);
      await ask('counts');
      assert.deepEqual(await facts(), []);
    });
  });

  describe('while a local server loads the model', () => {
    /** Answers after `refusals` requests; resolves to when each request came, in seconds. */
    async function askWhileLoading(
      refusals: number,
      refused = '503 Service Unavailable',
    ): Promise<readonly number[]> {
      const start = clock.now();
      const requestedAt: number[] = [];
      const loading = '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}';
      const server = await listening((socket) => {
        requestedAt.push((clock.now() - start) / 1_000);
        const [status, body] =
          requestedAt.length > refusals ? ['200 OK', JSON.stringify(hi)] : [refused, loading];
        const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close`;
        socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      });
      const { port } = server.address() as AddressInfo;
      let done = false;
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const asked = ask('local', () => {}, { baseUrl }).then(() => (done = true));
      await until(() => {
        if (clock.pendingTimers > 0) clock.advance(100);
        return done;
      });
      await asked;
      server.close();
      return requestedAt;
    }

    it('asks again after 1, 2, 4 and then each 5 s, and says so once, before and after', async () => {
      assert.deepEqual(await askWhileLoading(5), [0, 1, 3, 7, 12, 17]);
      const shown = parts.filter(({ type }) => type !== 'sent').map(({ type }) => type);
      assert.deepEqual(shown.slice(0, 2), ['retryScheduled', 'requestAdjusted']);
      assert.equal(shown.filter((type) => type === 'retryScheduled').length, 1);
      assert.equal(shown.filter((type) => type === 'requestAdjusted').length, 1);
      assert.ok(parts.some((part) => part.type === 'text' && part.text === 'Hi'));
    });

    it('asks again, too, where the server says so in a response with status 200', async () => {
      assert.deepEqual(await askWhileLoading(2, '200 OK'), [0, 1, 3]);
    });

    it('gives up after five minutes', async () => {
      const requestedAt = await askWhileLoading(Infinity);
      assert.equal(requestedAt.at(-1), 297);
      const last = parts.at(-1);
      assert.equal(last?.type === 'failure' && last.failure.kind, 'modelLoading');
    });
  });

  describe('if nothing was sent', () => {
    it('tries a closed port three times', async () => {
      const server = await listening();
      const { port } = server.address() as AddressInfo;
      server.close();
      const kind = await ask('echo', undefined, { baseUrl: `http://127.0.0.1:${port}/v1` });
      assert.deepEqual([kind, pauses()], ['unreachable', [2_000, 8_000]]);
    });

    it('tries a host name that does not resolve three times', async () => {
      const kind = await ask('echo', undefined, { baseUrl: 'https://nobody.invalid/v1' });
      assert.deepEqual([kind, pauses()], ['unreachable', [2_000, 8_000]]);
    });

    it('tries a server that ends the TLS handshake three times, one that speaks plain http once', async () => {
      for (const [greeting, delays] of [
        ['HTTP/1.1 400 Bad Request\r\n\r\n', []],
        ['', [2_000, 8_000]],
      ] as const) {
        const server = await listening((socket) => socket.end(greeting));
        const { port } = server.address() as AddressInfo;
        parts = [];
        const kind = await ask('echo', undefined, { baseUrl: `https://127.0.0.1:${port}/v1` });
        server.close();
        assert.deepEqual([kind, pauses()], ['unreachable', delays], JSON.stringify(parts));
      }
    });

    it('does not retry if the server closed the connection after the request', async () => {
      let requests = 0;
      const server = await listening((socket) => {
        requests += 1;
        socket.destroy();
      });
      const { port } = server.address() as AddressInfo;
      const kind = await ask('echo', undefined, { baseUrl: `http://127.0.0.1:${port}/v1` });
      assert.deepEqual([kind, requests], ['connectionLost', 1]);
      server.close();
    });
  });
});

/** Fields that are not at the top of the body. */
const nestedFields: ReadonlySet<string> = new Set(['image_url', 'thinkingLevel', 'thinkingConfig']);

/** An answer in every API format. */
const hi = {
  choices: [{ message: { content: 'Hi', reasoning: 'Hm' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
  status: 'completed',
  candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
};

const rejection = { error: { message: "Unsupported parameter: 'temperature'.", code: 400 } };

async function sendEvents(exchange: Exchange, ...events: readonly Json[]): Promise<void> {
  exchange.sendHeaders(200, { 'Content-Type': 'text/event-stream' });
  await exchange.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

/** Models that report a rejection in a successful response, and one that counts many tokens. */
const refusals: Readonly<Record<string, (reply: { exchange: Exchange }) => Promise<void>>> = {
  'refuses-in-stream': ({ exchange }) =>
    exchange.request.body.includes('temperature')
      ? sendEvents(exchange, rejection)
      : exchange.sendJson(200, hi),
  'refuses-in-body': ({ exchange }) =>
    exchange.sendJson(200, exchange.request.body.includes('temperature') ? rejection : hi),
  'refuses-after-text': ({ exchange }) =>
    sendEvents(exchange, { choices: [{ delta: { content: 'Well, ' } }] }, rejection),
  'refuses-streaming': ({ exchange }) => {
    const message = 'At this temperature of the servers, streaming is not supported.';
    return exchange.request.body.includes('"stream":true')
      ? exchange.sendJson(400, { error: { message } })
      : exchange.sendJson(200, hi);
  },
  counts: ({ exchange }) => exchange.sendJson(200, { ...hi, usage: { prompt_tokens: 9_000 } }),
};

/** A plain TCP server; `answer` is called when the client has sent something. */
async function listening(answer: (socket: Socket) => void = () => {}): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
