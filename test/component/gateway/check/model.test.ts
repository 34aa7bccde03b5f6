// The two stages that cost tokens: what they ask, what they find out, and that they stop where they should.
import assert from 'node:assert/strict';
import type { CheckEvent, Finding, StageResult } from '../../../../src/chat/connectionCheck';
import { ModelFactRecorder } from '../../../../src/chat/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../../src/chat/retry/retryingChatModel';
import type { ChatModel } from '../../../../src/chat/ports';
import type { Clock } from '../../../../src/base/clock';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { ManualClock } from '../../../support/manualClock';
import { canaryKey, clientOf, connectionTo, systemClock, until } from '../harness';
import { checkOf, foldEvents } from './subject';

describe('the check of the model', function () {
  this.timeout(30_000);

  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey });
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  function begin(
    model: string,
    clock: Clock = systemClock,
    signal = new AbortController().signal,
    key = canaryKey,
  ): {
    readonly events: CheckEvent[];
    readonly texts: string[];
    readonly ended: Promise<void>;
  } {
    const timeouts = { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 600 };
    const client = clientOf(connectionTo(gateway.baseUrl, { timeouts, key }), clock);
    const events: CheckEvent[] = [];
    const texts: string[] = [];
    const chatModel: ChatModel = {
      complete: async function* (request, own) {
        for await (const part of client.chatModel.complete(request, own)) {
          texts.push(...(part.type === 'text' ? [part.text] : []));
          yield part;
        }
      },
    };
    const run = async (): Promise<void> => {
      const subject = {
        chatModel,
        request: { apiFormat: 'chat', model, temperature: 0.5 },
      } as const;
      for await (const event of checkOf(clock).model(subject, signal)) {
        events.push(event);
      }
    };
    return { events, texts, ended: run() };
  }

  async function check(
    model: string,
    key = canaryKey,
  ): Promise<{
    readonly whole: StageResult | undefined;
    readonly streamed: StageResult | undefined;
  }> {
    const { events, ended } = begin(model, systemClock, undefined, key);
    await ended;
    const { results } = foldEvents(events);
    return { whole: results.get('whole'), streamed: results.get('streamed') };
  }

  function pieces(result: StageResult | undefined): (Finding & { what: 'pieces' }) | undefined {
    return result?.findings.find((finding) => finding.what === 'pieces');
  }

  it('asks twice, once whole and once streamed, with the settings of the chat', async () => {
    const { whole, streamed } = await check('demo-fast');
    assert.deepEqual([whole?.outcome, streamed?.outcome], ['passed', 'passed']);
    assert.deepEqual(whole?.findings, []);
    const bodies = gateway.requests.map(({ json }) => json as Record<string, unknown>);
    assert.deepEqual(
      bodies.map(({ stream, temperature, model }) => ({ stream, temperature, model })),
      [
        { stream: false, temperature: 0.5, model: 'demo-fast' },
        { stream: true, temperature: 0.5, model: 'demo-fast' },
      ],
    );
  });

  it('streamed: says when the first piece came and that they came one by one', async () => {
    const clock = new ManualClock();
    const gate = gateway.gate('gated');
    const { events, texts, ended } = begin('gated', clock);
    await gate.sendText('OK');
    await gate.finish();
    await until(() => foldEvents(events).results.has('whole'), 'the first answer');
    await until(() => gateway.requests.length === 2, 'the second question');
    clock.advance(4000);
    for (let number = 1; number <= 5; number++) {
      await gate.send();
      await until(() => texts.length === 1 + number, `piece ${number}`);
      clock.advance(100);
    }
    await gate.finish();
    await ended;
    const { results } = foldEvents(events);
    const streamed = results.get('streamed');
    assert.equal(streamed?.outcome, 'passed', JSON.stringify(streamed));
    assert.deepEqual(streamed.findings.slice(0, 2), [
      { what: 'firstToken', ms: 4000 },
      { what: 'pieces', count: 5, ms: 400, atOnce: false },
    ]);
  });

  it('whole: names the model that answered in the place of the one that was asked', async () => {
    gateway.addModel({
      id: 'alias',
      about: 'Another model answers.',
      behaviour: {
        kind: 'serves',
        serve: ({ exchange }) =>
          exchange.json(200, {
            model: 'the-cheaper-one',
            choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }],
          }),
      },
    });
    const { whole } = await check('alias');
    assert.deepEqual(whole?.findings, [{ what: 'servedBy', model: 'the-cheaper-one' }]);
  });

  it('whole: an answer without a word', async () => {
    const { whole } = await check('fault-empty-choices');
    assert.deepEqual([whole?.outcome, whole?.failure?.kind], ['failed', 'emptyReply']);
  });

  it('whole: a model that is offline, and then the second question is spared', async () => {
    const { whole, streamed } = await check('demo-offline');
    assert.deepEqual([whole?.outcome, whole?.failure?.kind], ['failed', 'modelGone']);
    assert.equal(streamed, undefined);
    assert.equal(gateway.requests.length, 1);
  });

  it('whole: a key that is refused', async () => {
    const { whole, streamed } = await check('echo', 'sk-canary-other-0011223344');
    assert.deepEqual([whole?.failure?.kind, streamed], ['keyRejected', undefined]);
  });

  it('whole: a connection that there is none of, and then the second question is spared', async () => {
    for (const kind of ['notConfigured', 'keyLost', 'insecure', 'otherGateway'] as const) {
      const { chatModel } = clientOf({ kind });
      const subject = { chatModel, request: { apiFormat: 'chat', model: 'echo' } } as const;
      const events: CheckEvent[] = [];
      const { signal } = new AbortController();
      for await (const event of checkOf(systemClock).model(subject, signal)) {
        events.push(event);
      }
      const { results } = foldEvents(events);
      assert.deepEqual([...results.keys()], ['whole'], kind);
      assert.equal(results.get('whole')?.failure?.kind, kind);
    }
  });

  it('streamed: a model that refuses to stream', async () => {
    gateway.addModel({
      id: 'whole-only',
      about: 'Answers only where nothing is streamed.',
      behaviour: {
        kind: 'serves',
        serve: ({ exchange, question }) =>
          question.stream
            ? exchange.json(400, { error: { message: 'stream is not supported', param: 'stream' } })
            : exchange.json(200, {
                choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }],
              }),
      },
    });
    const { whole, streamed } = await check('whole-only');
    assert.equal(whole?.outcome, 'passed', JSON.stringify(whole));
    assert.deepEqual([streamed?.outcome, streamed?.failure?.kind], ['failed', 'badRequest']);
  });

  it('streamed: one that answers with JSON all the same', async () => {
    const { streamed } = await check('fault-json-for-stream');
    assert.equal(streamed?.outcome, 'warned');
    assert.deepEqual([pieces(streamed)?.count, pieces(streamed)?.atOnce], [1, true]);
  });

  it('streamed: a stream that something holds back and hands over at once', async () => {
    const { streamed } = await check('fault-buffered');
    assert.equal(streamed?.outcome, 'warned', JSON.stringify(streamed));
    assert.ok((pieces(streamed)?.count ?? 0) > 5);
    assert.equal(pieces(streamed)?.atOnce, true);
  });

  it('streamed: a fast model is not taken for one that is held back', async () => {
    for (const model of ['echo', 'demo-fast', 'demo-reasoning']) {
      const { streamed } = await check(model);
      assert.equal(streamed?.outcome, 'passed', JSON.stringify(streamed));
    }
  });

  it('streamed: a model that does not stop is left as soon as enough has come', async () => {
    gateway.addModel({
      id: 'talkative',
      about: 'Goes on and on where it is streamed.',
      behaviour: {
        kind: 'speaks',
        speak: ({ stream }) => ({ text: 'Well, '.repeat(stream ? 10_000 : 1) }),
        tokensPerSecond: 1000,
      },
    });
    const { streamed } = await check('talkative');
    assert.equal(streamed?.outcome, 'passed', JSON.stringify(streamed));
    const { count = 0, ms = 0 } = pieces(streamed) ?? {};
    assert.ok(count >= 60 && count < 5000 && ms >= 250, JSON.stringify(streamed));
    const [, request] = gateway.requests;
    await request?.closed;
    assert.equal(request?.aborted, true);
  });

  it('waits for nothing: a model that is asked too often is a fault at once', async () => {
    const { chatModel } = clientOf(connectionTo(gateway.baseUrl));
    const nothing = { all: () => Promise.resolve([]), learn: () => Promise.resolve() };
    const lessons = new ModelFactRecorder(
      { ...nothing, forget: nothing.learn },
      systemClock,
      () => undefined,
    );
    const subject = {
      chatModel: new RetryingChatModel(chatModel, systemClock, lessons),
      request: { apiFormat: 'chat', model: 'fault-429' },
    } as const;
    const events: CheckEvent[] = [];
    const { signal } = new AbortController();
    for await (const event of checkOf(systemClock).model(subject, signal)) {
      events.push(event);
    }
    const { results } = foldEvents(events);
    assert.equal(results.get('whole')?.failure?.kind, 'rateLimited');
    assert.equal(gateway.requests.length, 2);
  });

  it('cancelled, it closes the connection and says nothing more', async () => {
    gateway.gate('gated');
    const leaving = new AbortController();
    const { events, ended } = begin('gated', systemClock, leaving.signal);
    const request = await gateway.nextRequest();
    leaving.abort();
    await ended;
    await request.closed;
    assert.equal(request.aborted, true);
    assert.deepEqual(events, [{ type: 'begun', stage: 'whole' }]);
    assert.equal(gateway.requests.length, 1);
  });
});
