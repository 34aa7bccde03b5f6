import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fetchFor, nodeFetch } from '../../../../src/gateway/node/http/nodeFetch';
import { clientOf, collect, connectionTo, fold, question } from './harness';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const text = 'Grüße, 你好. '.repeat(1000);
const events = [
  { choices: [{ index: 0, delta: { content: text } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
const stream = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;

describe('nodeFetch', function () {
  this.timeout(30_000);

  let server: Server;
  let answer: Answer = () => {};
  let origin = '';

  before(async () => {
    server = createServer((request, response) => {
      request.resume();
      request.on('end', () => answer(response, request));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function send(signal: AbortSignal | null = null): Promise<Response> {
    const headers = new Headers({ Accept: '*/*' });
    const options = { method: 'POST', headers, body: 'ä', redirect: 'manual', signal } as const;
    return nodeFetch(new URL(`${origin}/x?y=1`), options);
  }

  for (const [encoding, encode] of [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const) {
    it(`decodes a body: ${encoding}`, async () => {
      answer = (response) => {
        response.setHeader('Content-Encoding', encoding);
        response.end(encode(Buffer.from(text)));
      };
      assert.equal(await (await send()).text(), text);
    });
  }

  it('passes on status, headers and the exact body', async () => {
    const lengths: unknown[] = [];
    answer = (response, { headers, url }) => {
      lengths.push(headers['content-length'], url);
      response.writeHead(418, { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end('no');
    };
    const response = await send();
    assert.deepEqual([response.status, response.headers.get('x-a')], [418, '1']);
    assert.equal(await response.text(), 'no');
    assert.deepEqual(lengths, ['2', '/x?y=1']);
  });

  it('follows no redirect, and survives every status', async () => {
    for (const status of [204, 205, 304, 301, 307, 999]) {
      answer = (response) => {
        response.writeHead(status, { Location: '/elsewhere' });
        response.end();
      };
      const response = await send();
      assert.equal(response.status, Math.min(status, 599));
      assert.equal(response.headers.get('location'), '/elsewhere');
      await response.arrayBuffer();
    }
  });

  it('does not use a connection again, which the server may be about to close', async () => {
    const used = new Set<unknown>();
    answer = (response, { socket }) => {
      if (used.has(socket)) {
        socket.destroy();
      } else {
        used.add(socket);
        response.end('ok');
      }
    };
    for (let count = 0; count < 3; count++) {
      assert.equal(await (await send()).text(), 'ok');
    }
  });

  it('ends the connection when it is aborted, before and after the headers', async () => {
    for (const sendsHeaders of [false, true]) {
      const abort = new AbortController();
      const closed = new Promise<void>((resolve) => {
        answer = (response, incoming) => {
          incoming.socket.once('close', () => resolve());
          if (sendsHeaders) {
            response.write('first');
          } else {
            abort.abort();
          }
        };
      });
      const read = async (): Promise<string> => {
        const response = await send(abort.signal);
        const reader = response.body?.getReader();
        await reader?.read();
        abort.abort();
        await reader?.read();
        return 'not aborted';
      };
      await assert.rejects(read());
      await closed;
    }
  });

  it('is used only for limits that the fetch of Node does not allow', async () => {
    answer = (response) => response.end(stream);
    const original = globalThis.fetch;
    let fetches = 0;
    globalThis.fetch = (...args) => {
      fetches += 1;
      return original(...args);
    };
    const limits = { firstTokenSeconds: 300, idleSeconds: 300, totalSeconds: 300 };
    try {
      for (const [timeouts, isStreamed, expected] of [
        [limits, true, 1],
        [{ ...limits, firstTokenSeconds: 0 }, true, 0],
        [{ ...limits, firstTokenSeconds: 301 }, true, 0],
        [{ ...limits, idleSeconds: 0 }, true, 0],
        [{ ...limits, totalSeconds: 0 }, true, 1],
        [{ ...limits, totalSeconds: 0 }, false, 0],
        [{ ...limits, firstTokenSeconds: 0 }, false, 1],
      ] as const) {
        fetches = 0;
        const client = clientOf(connectionTo(`${origin}/v1`, { timeouts }));
        const folded = fold(await collect(client, question('m', isStreamed)));
        assert.deepEqual([folded.state, folded.text], ['complete', text]);
        assert.equal(fetches, expected, JSON.stringify(timeouts));
      }
      assert.equal(fetchFor([0]), nodeFetch);
    } finally {
      globalThis.fetch = original;
    }
  });
});
