import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import type { StreamPart } from '../../../../src/gateway/common/chatModel';
import { systemClock } from '../../../../src/platform/node/systemClock';
import { gatedPiece } from '../../../referenceGateway/models/demoModels';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { ManualClock } from '../../../support/manualClock';
import { until } from '../../../support/until';
import { canaryKey, clientOf, collect, connectionTo, fold, question } from './harness';

describe('GatewayModel', function () {
  this.timeout(30_000);

  let gateway: Gateway;
  const unhandled: unknown[] = [];
  const onRejection = (reason: unknown): void => void unhandled.push(reason);

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey, tokensPerSecond: Infinity });
    process.on('unhandledRejection', onRejection);
  });
  after(async () => {
    await gateway.close();
    process.off('unhandledRejection', onRejection);
  });
  beforeEach(() => {
    gateway.clearRequests();
  });
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
  });

  for (const stream of [true, false]) {
    it(`sends the conversation and streams text and usage, and records the request, stream: ${stream}`, async () => {
      const client = clientOf(connectionTo(gateway.baseUrl));
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'Ünö 🙂' },
        { role: 'user', content: 'Two?' },
      ] as const;
      const folded = fold(await collect(client, { ...question('echo', stream), messages }));
      assert.equal(folded.state, 'complete', JSON.stringify(folded.failure));
      assert.deepEqual(JSON.parse(folded.text), messages);
      assert.equal(folded.servedModel, 'echo');
      assert.equal(folded.finishReason, 'stop');
      const [record] = client.records;
      assert.equal(client.records.length, 1);
      assert.ok((record?.requestId ?? '').length > 10);
      assert.ok((record?.durationMs ?? -1) >= 0);
      assert.deepEqual(
        { ...record, durationMs: 0, requestId: '' },
        {
          method: 'POST',
          path: '/v1/chat/completions',
          model: 'echo',
          status: 200,
          durationMs: 0,
          requestId: '',
        },
      );
    });
  }

  it('separates reasoning from the answer, by field and by tag', async () => {
    for (const model of ['demo-reasoning', 'demo-think']) {
      const folded = fold(await collect(clientOf(connectionTo(gateway.baseUrl)), question(model)));
      assert.equal(folded.state, 'complete');
      assert.ok(folded.reasoning.startsWith('The user asks a question'), model);
      assert.ok(folded.text.includes('**42**') && !folded.text.includes('think>'), model);
      assert.ok(!/^\s/.test(folded.text));
    }
  });

  it('keeps the key out of the names and the arguments of tool calls, and other arguments as they are', async () => {
    const calls = [
      {
        id: 'a',
        type: 'function',
        function: { name: `n_${canaryKey}`, arguments: '{"a":"👩\u200d💻"}' },
      },
      {
        id: 'b',
        type: 'function',
        function: { name: 'read', arguments: `{"key":"${canaryKey}"}` },
      },
    ];
    gateway.addModel({
      id: 'calls-with-key',
      description: 'Its tool calls hold the key.',
      behavior: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          const message = { role: 'assistant', content: null, tool_calls: calls };
          await exchange.sendJson(200, {
            choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
          });
        },
      },
    });
    const client = clientOf(connectionTo(gateway.baseUrl));
    const parts = await collect(client, question('calls-with-key', false));
    assert.ok(!JSON.stringify(parts.filter(({ type }) => type !== 'sent')).includes(canaryKey));
    const { calls: read } = fold(parts);
    assert.deepEqual(
      read.map(({ name }) => name),
      ['n_[redacted]', 'read'],
    );
    assert.equal(read[0]?.arguments, '{"a":"👩\u200d💻"}');
  });

  it('emits each delta as it arrives, and closes the connection when stopped', async () => {
    const gate = gateway.gate('gated');
    const client = clientOf(connectionTo(gateway.baseUrl));
    const stop = new AbortController();
    const parts: StreamPart[] = [];
    const ended = collect(client, question('gated'), stop.signal, parts);
    await gate.send();
    await until(() => fold(parts).text === gatedPiece(1));
    await gate.send(2);
    const text = gatedPiece(1) + gatedPiece(2) + gatedPiece(3);
    await until(() => fold(parts).text === text);
    stop.abort();
    await ended;
    assert.equal(fold(parts, true).text, text);
    assert.ok(parts.every(({ type }) => type !== 'failure' && type !== 'finish'));
    const request = gateway.requests[0];
    await until(() => request?.aborted === true);
    assert.equal(client.records[0]?.failureKind, undefined);
  });

  it('closes the connection when the consumer stops iterating', async () => {
    const gate = gateway.gate('gated');
    const client = clientOf(connectionTo(gateway.baseUrl));
    const sent = gate.send();
    for await (const part of client.chatModel.complete(
      question('gated'),
      new AbortController().signal,
    )) {
      if (part.type === 'text') {
        break;
      }
    }
    await sent;
    await until(() => gateway.requests[0]?.aborted === true);
    assert.equal(client.records.length, 1);
  });

  it('closes the connection even while the consumer is busy', async () => {
    const gate = gateway.gate('gated');
    const stop = new AbortController();
    const { chatModel } = clientOf(connectionTo(gateway.baseUrl));
    const answer = chatModel.complete(question('gated'), stop.signal);
    const parts = answer[Symbol.asyncIterator]();
    const sent = gate.send();
    await parts.next();
    await sent;
    stop.abort();
    await until(() => gateway.requests[0]?.aborted === true);
    const rest = [];
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      rest.push(next.value.type);
    }
    assert.ok(!rest.includes('failure') && !rest.includes('finish'));
  });

  it('sends nothing if stopped before the request', async () => {
    const parts = await collect(
      clientOf(connectionTo(gateway.baseUrl)),
      question('echo'),
      AbortSignal.abort(),
    );
    assert.deepEqual([parts, gateway.requests.length], [[], 0]);
  });

  it('ends without a failure whenever it is stopped', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const stop = new AbortController();
      const parts: StreamPart[] = [];
      const ended = collect(
        clientOf(connectionTo(gateway.baseUrl)),
        question(turns % 2 === 0 ? 'demo-fast' : 'fault-comments-only', turns % 3 !== 0),
        stop.signal,
        parts,
      );
      for (let turn = 0; turn < turns; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      stop.abort();
      await ended;
      assert.ok(
        parts.every(({ type }) => type !== 'failure'),
        JSON.stringify(parts.at(-1)),
      );
    }
    await until(() => gateway.requests.every(({ closedAt }) => closedAt !== undefined));
  });

  it('streams several answers at once without mixing them', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl));
    const ask = (content: string): Promise<readonly StreamPart[]> =>
      collect(client, { ...question('echo'), messages: [{ role: 'user', content }] });
    const answers = await Promise.all(['one', 'two', 'three'].map(ask));
    assert.deepEqual(
      answers.map((parts) => (JSON.parse(fold(parts).text) as { content: string }[])[0]?.content),
      ['one', 'two', 'three'],
    );
  });

  it('reuses a connection after a complete answer', async () => {
    const client = clientOf(connectionTo(gateway.baseUrl));
    await collect(client, question('echo'));
    const before = openSockets();
    for (let turn = 0; turn < 5; turn++) {
      await collect(client, question('echo'));
      await client.modelLister.refresh();
    }
    assert.ok(openSockets() <= before + 2, `${before} then ${openSockets()}`);
  });

  describe('with time limits', () => {
    const limits = { firstTokenSeconds: 10, idleSeconds: 5, totalSeconds: 20 };

    it('measures the idle time from the last content', async () => {
      const clock = new ManualClock();
      const gate = gateway.gate('gated');
      const parts: StreamPart[] = [];
      const client = clientOf(connectionTo(gateway.baseUrl, { timeouts: limits }), clock);
      const ended = collect(client, question('gated'), undefined, parts);
      await until(() => gateway.requests.length === 1);
      clock.advance(9999);
      for (const number of [1, 2, 3]) {
        await gate.send();
        await until(() => fold(parts).text.endsWith(gatedPiece(number)));
        await until(() => clock.pendingTimers === 1);
        clock.advance(4999);
      }
      clock.advance(1);
      await ended;
      const { state, failure, text } = fold(parts);
      assert.deepEqual(
        [state, failure?.kind, failure?.timeoutSeconds],
        ['interrupted', 'idleTimeout', 5],
      );
      assert.equal(text, gatedPiece(1) + gatedPiece(2) + gatedPiece(3));
      await until(() => gateway.requests[0]?.aborted === true);
    });

    it('reports which limit expired before the first content', async () => {
      for (const [stream, kind, seconds] of [
        [true, 'firstTokenTimeout', 10],
        [false, 'totalTimeout', 20],
      ] as const) {
        gateway.clearRequests();
        const clock = new ManualClock();
        const client = clientOf(connectionTo(gateway.baseUrl, { timeouts: limits }), clock);
        const ended = collect(client, question('fault-slow-headers', stream));
        await until(() => gateway.requests.length === 1);
        clock.advance(seconds * 1000 - 1);
        assert.equal(clock.pendingTimers, 1);
        clock.advance(1);
        const { failure } = fold(await ended);
        assert.deepEqual([failure?.kind, failure?.timeoutSeconds], [kind, seconds]);
        assert.equal(client.records[0]?.failureKind, kind);
        assert.equal(client.records[0]?.durationMs, seconds * 1000);
      }
    });

    it('waits five seconds for the body of an error and reports what arrived', async () => {
      const stalling = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', () =>
          socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 99\r\n\r\nThe disk is full'),
        );
      });
      await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve));
      const { port } = stalling.address() as AddressInfo;
      const clock = new ManualClock();
      const client = clientOf(connectionTo(`http://127.0.0.1:${port}`), clock);
      const startedAt = clock.now();
      let done = false;
      const ended = collect(client, question('m')).finally(() => {
        done = true;
      });
      await until(() => clock.pendingTimers === 2);
      await until(() => {
        clock.advance(100);
        return done;
      });
      assert.ok(clock.now() - startedAt >= 5000);
      const { failure } = fold(await ended);
      await new Promise((resolve) => stalling.close(resolve));
      assert.deepEqual([failure?.kind, failure?.status], ['serverError', 500]);
      assert.equal(failure?.detail, 'The disk is full');
    });

    it('shows what a server wrote as plain text before it closed the connection', async () => {
      const chunk = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
      for (const [text, words] of [
        ['data: the worker died\n\n', 'the worker died'],
        ['upstream connect error', 'upstream connect error'],
        ['Unauthorized\n', 'Unauthorized'],
        ['error: the worker died\n', 'error: the worker died'],
        // Cut off events are no words.
        ['data: {"choices":[{"del', ''],
        ['data: [DON', ''],
        ['dat', ''],
      ] as const) {
        for (const start of ['', chunk]) {
          const closing = createServer((socket) => {
            socket.on('error', () => {});
            socket.once('data', () => {
              const head =
                'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\n';
              socket.end(head + start + text);
            });
          });
          await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
          const { port } = closing.address() as AddressInfo;
          const client = clientOf(connectionTo(`http://127.0.0.1:${port}`));
          const answer = fold(await collect(client, question('m')));
          await new Promise((resolve) => closing.close(resolve));
          assert.equal(answer.text, start === '' ? '' : 'Hi');
          const [first] = answer.failure?.detail?.split('\n') ?? [];
          assert.equal(answer.failureKind, 'connectionLost', text);
          assert.equal(first === words, words !== '', `${text}: ${first}`);
        }
      }
    });

    it('waits two seconds after the finish reason, even if events without content arrive', async () => {
      let send: (event: unknown) => void = () => {};
      const endlessServer = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
          const framed = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
          send = (event) => socket.write(framed(event));
          const text = { choices: [{ index: 0, delta: { content: 'Hi' } }] };
          const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
          // In one write: only the limit that the last event starts is seen.
          socket.write(framed(text) + framed(finish));
        });
      });
      after(() => void endlessServer.close());
      await new Promise<void>((resolve) => endlessServer.listen(0, '127.0.0.1', resolve));
      const { port } = endlessServer.address() as AddressInfo;
      const clock = new ManualClock();
      const parts: StreamPart[] = [];
      let done = false;
      const client = clientOf(connectionTo(`http://127.0.0.1:${port}`), clock);
      const ended = collect(client, question('m'), undefined, parts).finally(() => {
        done = true;
      });
      const sendAndAwait = async (event: object, hasArrived: () => boolean): Promise<void> => {
        send(event);
        await until(() => hasArrived() && clock.pendingTimers === 1);
      };
      await until(() => fold(parts).text === 'Hi' && clock.pendingTimers === 1);
      clock.advance(1999);
      assert.equal(done, false);
      await sendAndAwait({ choices: [], model: 'late' }, () => fold(parts).servedModel === 'late');
      clock.advance(1);
      await until(() => done);
      const { state, text } = fold(await ended);
      assert.deepEqual([state, text], ['complete', 'Hi']);
    });

    it('has no limit if it is set to 0', async () => {
      const clock = new ManualClock();
      const none = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
      const gate = gateway.gate('gated');
      const client = clientOf(connectionTo(gateway.baseUrl, { timeouts: none }), clock);
      const stop = new AbortController();
      const parts: StreamPart[] = [];
      const ended = collect(client, question('gated'), stop.signal, parts);
      await gate.send();
      await until(() => fold(parts).text !== '');
      assert.equal(clock.pendingTimers, 0);
      clock.advance(1e9);
      stop.abort();
      await ended;
    });
  });

  describe('without a working gateway', () => {
    it('a port without a listener: unreachable', async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      const client = clientOf(connectionTo(`http://127.0.0.1:${port}`));
      const { state, failure } = fold(await collect(client, question('m')));
      assert.deepEqual([state, failure?.kind], ['failed', 'unreachable']);
      assert.equal(failure?.host, `127.0.0.1:${port}`);
      assert.match(failure?.detail ?? '', /ECONNREFUSED/);
      const listed = await client.modelLister.refresh();
      assert.equal(listed.ok ? '' : listed.failure.kind, 'unreachable');
    });

    it('a port that fetch blocks: unreachable, and nothing was sent', async () => {
      const client = clientOf(connectionTo('http://127.0.0.1:9'));
      const { failure } = fold(await collect(client, question('m')));
      assert.deepEqual([failure?.kind, failure?.nothingSent], ['unreachable', true]);
      assert.match(failure?.detail ?? '', /^bad port: /u);
    });

    it('a server with another protocol: notApi', async () => {
      const other = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', () => socket.destroy());
        socket.write('SSH-2.0-OpenSSH_9.9\r\n');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      const { failure } = fold(
        await collect(clientOf(connectionTo(`http://127.0.0.1:${port}`)), question('m')),
      );
      await new Promise((resolve) => other.close(resolve));
      assert.equal(failure?.kind, 'notApi', JSON.stringify(failure));
    });

    it('an https URL of an http server: unreachable', async () => {
      const { failure } = fold(
        await collect(
          clientOf(connectionTo(gateway.baseUrl.replace('http:', 'https:'))),
          question('m'),
        ),
      );
      assert.equal(failure?.kind, 'unreachable', JSON.stringify(failure));
    });

    it('a connection that cannot be resolved: does not show the error', async () => {
      const { createGateway } = await import('../../../../src/gateway/node/gateway');
      const client = createGateway({
        clock: systemClock,
        version: '0',
        onRequest: () => {},
      }).connect(() => Promise.reject(new Error(`keyring: ${canaryKey}`)));
      const parts = await collect(client, question('m'));
      assert.deepEqual(parts, [{ type: 'failure', failure: { kind: 'unexpected' } }]);
      const listed = await client.modelLister.refresh();
      assert.deepEqual(listed, { ok: false, failure: { kind: 'unexpected' } });
    });
  });
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}
