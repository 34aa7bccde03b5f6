// The two stages that cost tokens: their requests, their results, and when they stop.
import assert from 'node:assert/strict';
import type { Clock } from '../../../../../src/base/clock';
import { ModelFactRecorder } from '../../../../../src/conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../../../src/conversation/node/retry/retryingChatModel';
import type { ChatModel } from '../../../../../src/gateway/common/chatModel';
import type {
  CheckedModel,
  CheckStage,
  StageResult,
} from '../../../../../src/gateway/common/connectionCheck';
import { systemClock } from '../../../../../src/platform/node/systemClock';
import { startGateway, type Gateway } from '../../../../referenceGateway/server';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';
import { canaryKey, clientOf, connectionTo } from '../harness';
import { checkOf } from './subject';

describe('the model stages of the connection check', function () {
  this.timeout(30_000);

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  function run(
    subject: CheckedModel,
    clock: Clock = systemClock,
    signal = new AbortController().signal,
  ): { readonly results: Map<CheckStage, StageResult>; readonly ended: Promise<void> } {
    const results = new Map<CheckStage, StageResult>();
    const follow = async (): Promise<void> => {
      for await (const result of checkOf(clock).model(subject, signal)) {
        results.set(result.stage, result);
      }
    };
    return { results, ended: follow() };
  }

  function begin(
    model: string,
    clock: Clock = systemClock,
    signal = new AbortController().signal,
    key = canaryKey,
  ): {
    readonly results: Map<CheckStage, StageResult>;
    readonly texts: string[];
    readonly ended: Promise<void>;
  } {
    const timeouts = { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 600 };
    const client = clientOf(connectionTo(gateway.baseUrl, { timeouts, key }), clock);
    const texts: string[] = [];
    const chatModel: ChatModel = {
      complete: async function* (request, own) {
        for await (const part of client.chatModel.complete(request, own)) {
          texts.push(...(part.type === 'text' ? [part.text] : []));
          yield part;
        }
      },
    };
    const request = {
      purpose: 'connectionCheck',
      apiFormat: 'chat',
      model,
      temperature: 0.5,
    } as const;
    return { ...run({ chatModel, request }, clock, signal), texts };
  }

  async function check(
    model: string,
    key = canaryKey,
  ): Promise<{
    readonly unstreamed: StageResult | undefined;
    readonly streamed: StageResult | undefined;
  }> {
    const { results, ended } = begin(model, systemClock, undefined, key);
    await ended;
    return { unstreamed: results.get('unstreamed'), streamed: results.get('streamed') };
  }

  it('asks twice, without and with streaming, with the settings of the chat', async () => {
    const { unstreamed, streamed } = await check('demo-fast');
    assert.deepEqual([unstreamed?.outcome, streamed?.outcome], ['passed', 'passed']);
    assert.deepEqual(unstreamed?.facts, {});
    const bodies = gateway.requests.map(({ json }) => json as Record<string, unknown>);
    assert.deepEqual(
      bodies.map(({ stream, temperature, model }) => ({ stream, temperature, model })),
      [
        { stream: false, temperature: 0.5, model: 'demo-fast' },
        { stream: true, temperature: 0.5, model: 'demo-fast' },
      ],
    );
  });

  it('streamed: measures the first token and the time between chunks', async () => {
    const clock = new ManualClock();
    const gate = gateway.gate('gated');
    const { results, texts, ended } = begin('gated', clock);
    await gate.sendText('OK');
    await gate.finish();
    await until(() => results.has('unstreamed'));
    await until(() => gateway.requests.length === 2);
    clock.advance(4000);
    for (let number = 1; number <= 5; number++) {
      await gate.send();
      await until(() => texts.length === 1 + number);
      clock.advance(100);
    }
    await gate.finish();
    await ended;
    const streamed = results.get('streamed');
    assert.equal(streamed?.outcome, 'passed', JSON.stringify(streamed));
    assert.equal(streamed.facts.firstTokenMs, 4000);
    assert.deepEqual(streamed.facts.chunks, { count: 5, ms: 400 });
  });

  it('not streamed: names the model that answered instead of the one that was asked', async () => {
    gateway.addModel({
      id: 'alias',
      description: 'Another model answers.',
      behavior: {
        kind: 'serves',
        serve: ({ exchange }) =>
          exchange.sendJson(200, {
            model: 'the-cheaper-one',
            choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }],
          }),
      },
    });
    const { unstreamed } = await check('alias');
    assert.deepEqual(unstreamed?.facts, { servedBy: 'the-cheaper-one' });
  });

  it('not streamed: an empty answer, an offline model and a rejected key end the check', async () => {
    for (const [model, key, kind, requests] of [
      ['fault-empty-choices', canaryKey, 'emptyReply', 2],
      ['demo-offline', canaryKey, 'modelNotFound', 1],
      ['echo', 'sk-canary-other-0011223344', 'keyRejected', 1],
    ] as const) {
      gateway.clearRequests();
      const { unstreamed } = await check(model, key);
      assert.deepEqual([unstreamed?.outcome, unstreamed?.failure?.kind], ['failed', kind]);
      assert.equal(gateway.requests.length, requests, model);
    }
  });

  it('not streamed: skips the second question when there is no connection', async () => {
    for (const kind of ['notConfigured', 'keyLost', 'insecure'] as const) {
      const { chatModel } = clientOf({ kind });
      const request = { purpose: 'connectionCheck', apiFormat: 'chat', model: 'echo' } as const;
      const { results, ended } = run({ chatModel, request });
      await ended;
      assert.deepEqual([...results.keys()], ['unstreamed'], kind);
      assert.equal(results.get('unstreamed')?.failure?.kind, kind);
    }
  });

  it('streamed: a model that refuses to stream fails', async () => {
    gateway.addModel({
      id: 'unstreamed-only',
      description: 'Answers only requests that are not streamed.',
      behavior: {
        kind: 'serves',
        serve: ({ exchange, question }) =>
          question.stream
            ? exchange.sendJson(400, {
                error: { message: 'stream is not supported', param: 'stream' },
              })
            : exchange.sendJson(200, {
                choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }],
              }),
      },
    });
    const { unstreamed, streamed } = await check('unstreamed-only');
    assert.equal(unstreamed?.outcome, 'passed', JSON.stringify(unstreamed));
    assert.deepEqual([streamed?.outcome, streamed?.failure?.kind], ['failed', 'badRequest']);
  });

  it('streamed: a JSON reply instead of a stream is a warning', async () => {
    const { streamed } = await check('fault-json-for-stream');
    assert.equal(streamed?.outcome, 'warned');
    assert.equal(streamed.facts.chunks?.count, 1);
  });

  it('streamed: a stream that is held back and released at once is a warning', async () => {
    const clock = new ManualClock();
    const gate = gateway.gate('gated');
    const { results, ended } = begin('gated', clock);
    await gateway.nextRequest();
    await gate.sendText('OK');
    await gate.finish();
    // The second request is the streamed one.
    await gateway.nextRequest();
    clock.advance(400);
    const numbers = Array.from({ length: 30 }, (_, index) => gate.sendText(`${index + 1} `));
    await Promise.all([...numbers, gate.finish(), ended]);
    const streamed = results.get('streamed');
    assert.equal(streamed?.outcome, 'warned', JSON.stringify(streamed));
    assert.deepEqual(streamed.facts.chunks, { count: 30, ms: 0 });
    assert.equal(streamed.facts.firstTokenMs, 400);
  });

  it('streamed: stops a model that goes on once the sample is large enough', async () => {
    gateway.addModel({
      id: 'talkative',
      description: 'Goes on and on where it is streamed.',
      behavior: {
        kind: 'answers',
        answer: ({ stream }) => ({ text: 'Well, '.repeat(stream ? 10_000 : 1) }),
        tokensPerSecond: 1000,
      },
    });
    const { streamed } = await check('talkative');
    assert.equal(streamed?.outcome, 'passed', JSON.stringify(streamed));
    const { count = 0, ms = 0 } = streamed.facts.chunks ?? {};
    assert.ok(count >= 60 && count < 5000 && ms >= 250, JSON.stringify(streamed));
    const [, request] = gateway.requests;
    await request?.closed;
    assert.equal(request?.aborted, true);
  });

  it('fails at once on a rate limit instead of waiting for a retry', async () => {
    const { chatModel } = clientOf(connectionTo(gateway.baseUrl));
    const nothing = { all: () => Promise.resolve([]), add: () => Promise.resolve() };
    const factRecorder = new ModelFactRecorder({
      modelFacts: { ...nothing, remove: nothing.add, forget: nothing.add },
      clock: systemClock,
      gateway: async () => undefined,
    });
    const subject = {
      chatModel: new RetryingChatModel({ chatModel, clock: systemClock, factRecorder }),
      request: { purpose: 'connectionCheck', apiFormat: 'chat', model: 'fault-429' },
    } as const;
    const { results, ended } = run(subject);
    await ended;
    assert.equal(results.get('unstreamed')?.failure?.kind, 'rateLimited');
    assert.equal(gateway.requests.length, 2);
  });

  it('closes the connection and reports nothing when canceled', async () => {
    gateway.gate('gated');
    const cancel = new AbortController();
    const { results, ended } = begin('gated', systemClock, cancel.signal);
    const request = await gateway.nextRequest();
    cancel.abort();
    await ended;
    await request.closed;
    assert.equal(request.aborted, true);
    assert.equal(results.size, 0);
    assert.equal(gateway.requests.length, 1);
  });
});
