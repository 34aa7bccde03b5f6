// Every fault of the catalog does what it describes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import {
  expectedFor,
  appliesTo,
  type Expected,
  type Fault,
} from '../../referenceGateway/faults/fault';
import { apiFormats, type ApiFormat } from '../../../src/gateway/common/apiFormat';
import { tokens } from '../../referenceGateway/answers/question';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { oneCasePerFault } from '../../support/faultCases';
import { ask, askInFormat } from './client';
import { readAnswer } from './reader';

const mebibyte = 1024 * 1024;
const key = 'sk-canary/0123456789+abc';

interface Body {
  readonly text: string;
  /** The connection broke before the end of the body. */
  readonly broken: boolean;
}

/** Reads until the body ends or breaks, or `isEnough` is true. */
async function readBody(response: Response, isEnough: (text: string) => boolean): Promise<Body> {
  const decoder = new TextDecoder();
  let text = '';
  if (isEnough(text)) {
    return { text, broken: false };
  }
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (isEnough(text)) {
        return { text, broken: false };
      }
    }
  } catch {
    return { text: text + decoder.decode(), broken: true };
  }
  return { text: text + decoder.decode(), broken: false };
}

/** Good answers whose connection breaks. */
const breaksAtEnd = new Set(['fault-cut-after-finish', 'fault-cut-after-done']);
const noResponse = new Set(['fault-hang-up', 'fault-reset', 'fault-slow-headers', 'fault-407']);
const endless = new Set([
  'fault-one-event-17mb',
  'fault-endless-line',
  'fault-answer-65mb',
  'fault-500-endless-body',
]);

describe('reference gateway: faults', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway();
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  it('have unique IDs, descriptions and consistent expectations', () => {
    assert.ok(faults.length >= 60);
    assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length);
    for (const fault of faults) {
      assert.match(fault.id, /^fault-./u);
      assert.match(fault.description, /^\S.*\.$/u, fault.id);
      for (const expected of [fault.expected, fault.expectedComplete ?? fault.expected]) {
        const needsKind = expected.state === 'failed' || expected.state === 'interrupted';
        const hasKind = expected.failureKind !== undefined;
        // A filter in front of the model is a failure, too.
        assert.ok(hasKind === needsKind || (hasKind && expected.state === 'filtered'), fault.id);
      }
    }
  });

  it('are all listed in the README, which lists nothing else', () => {
    const readme = readFileSync(join(__dirname, '../../referenceGateway/README.md'), 'utf8');
    const [, list = ''] = readme.split('## Faults by group');
    const listed = [...list.matchAll(/`` (fault-.*?) ``|`(fault-[^`]*)`/gu)];
    assert.deepEqual(
      new Set(listed.map((match) => match[1] ?? match[2])),
      new Set(faults.map(({ id }) => id)),
    );
  });

  it('are listed as models', async () => {
    const response = await fetch(`${gateway.baseUrl}/models`);
    const list = (await response.json()) as { data: readonly { id: string }[] };
    const ids = new Set(list.data.map(({ id }) => id));
    assert.deepEqual(
      faults.filter(({ id }) => !ids.has(id)),
      [],
    );
  });

  for (const format of apiFormats) {
    describe(format, () => {
      it('has at least 40 faults, streamed and complete', () => {
        for (const streamed of [true, false]) {
          assert.ok(faults.filter((fault) => appliesTo(fault, format, streamed)).length >= 40);
        }
      });
    });
  }

  for (const { fault, apiFormat, stream, title } of oneCasePerFault()) {
    if (!endless.has(fault.id)) {
      it(title, () => checkFault(gateway, fault, apiFormat, stream));
    }
  }

  it('include an event of over 16 MB', async () => {
    const response = await ask(gateway, 'fault-one-event-17mb', { stream: true });
    const body = await response.text();
    const longest = Math.max(...body.split('\n').map((line) => line.length));
    assert.ok(longest > 16 * mebibyte);
  });

  for (const stream of [true, false]) {
    it(`include an answer of over 64 MB, ${stream ? 'streamed' : 'complete'}`, async () => {
      const response = await ask(gateway, 'fault-answer-65mb', { stream });
      let size = 0;
      for await (const bytes of response.body ?? []) {
        size += (bytes as Uint8Array).length;
      }
      assert.ok(size > 64 * mebibyte);
    }).timeout(20_000);
  }

  it('include endless responses, which stop when the client disconnects', async () => {
    for (const id of ['fault-endless-line', 'fault-500-endless-body']) {
      const client = new AbortController();
      const response = await ask(gateway, id, { stream: true }, undefined, client.signal);
      const read = await readBody(response, (text) => text.length > 2 * mebibyte);
      assert.ok(!read.broken);
      const request = await gateway.nextRequest();
      client.abort();
      await request.closed;
      assert.ok(request.aborted);
    }
  });

  it('reset a connection or close it', async () => {
    const [hangUp, reset] = await Promise.all(
      ['fault-hang-up', 'fault-reset'].map((id) => endOfConnection(gateway, id)),
    );
    assert.deepEqual([hangUp, reset], ['end', 'ECONNRESET']);
  });

  it('redirect to the same origin and to another one', async () => {
    gateway.setRedirectTarget('http://other.example');
    for (const status of [301, 302, 303, 307, 308]) {
      const same = await ask(gateway, `fault-redirect-${status}-same`);
      assert.equal(same.status, status);
      assert.equal(same.headers.get('location'), '/proxy/v1/chat/completions');
      const cross = await ask(gateway, `fault-redirect-${status}-cross`);
      const target = 'http://other.example/proxy/v1/chat/completions';
      assert.equal(cross.headers.get('location'), target);
    }
  });

  it('send retry times in all forms', async () => {
    const headers = async (id: string, name: string): Promise<string | null> =>
      (await ask(gateway, `fault-429-retry-after-${id}`)).headers.get(name);
    assert.equal(await headers('seconds', 'retry-after'), '7');
    assert.equal(await headers('hour', 'retry-after'), '3600');
    assert.equal(await headers('ms', 'retry-after-ms'), '1500');
    const ahead = Date.parse((await headers('date', 'retry-after')) ?? '') - Date.now();
    assert.ok(ahead > 60_000 && ahead <= 90_000, String(ahead));
  });

  it('echo the key as plain text, in Base64 and URL-encoded', async () => {
    for (const fault of faults.filter(({ id }) => /echoes/u.test(id))) {
      const response = await ask(gateway, fault.id, { stream: true }, key);
      const received = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      const hasPlain = received.includes(key) || received.includes(encodeURIComponent(key));
      assert.ok(hasPlain, fault.id);
      assert.ok(
        decodeURIComponent(received).includes(Buffer.from(key).toString('base64')),
        fault.id,
      );
    }
  });

  it('of one API format are not available in others', async () => {
    for (const [id, own] of [
      ['fault-perplexity', 'chat'],
      ['fault-claude-bare', 'messages'],
      ['fault-gemini-array', 'generateContent'],
    ] as const) {
      for (const format of apiFormats.filter((name) => name !== own)) {
        const response = await askInFormat(format, gateway, id, false);
        assert.equal(response.status, 500);
        assert.match(await response.text(), /convert_request_failed/u);
      }
    }
  });

  it('split text into tokens that concatenate to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(tokens(text).join(''), text);
      }),
    );
  });
});

async function checkFault(
  gateway: Gateway,
  fault: Fault,
  format: ApiFormat,
  streamed: boolean,
): Promise<void> {
  const expected = expectedFor(fault, streamed, format);
  const client = new AbortController();
  const answer = askInFormat(format, gateway, fault.id, streamed, undefined, client.signal);
  if (noResponse.has(fault.id)) {
    const failure = assert.rejects(answer);
    const request = await gateway.nextRequest();
    if (fault.stalls) {
      assert.equal(request.closedAt, undefined);
      client.abort();
    }
    await failure;
    await request.closed;
    assert.equal(request.aborted, fault.stalls ?? false);
    return;
  }
  const response = await answer;
  assert.match(response.headers.get('x-oneapi-request-id') ?? '', /./u);
  if (expected.status !== undefined) {
    assert.equal(response.status, expected.status);
  }
  const body = await readBody(
    response,
    (text) => fault.stalls === true && containsText(text, expected),
  );
  checkBody(body, fault, expected);
  const request = await gateway.nextRequest();
  if (fault.stalls) {
    assert.ok(!body.broken, 'stalls until the client disconnects');
    assert.equal(request.closedAt, undefined);
    client.abort();
  }
  await request.closed;
  assert.equal(request.aborted, fault.stalls ?? false);
  assert.equal(request.finished, !body.broken && fault.stalls !== true);
}

function containsText(body: string, { text, detail = '' }: Expected): boolean {
  return body.includes(detail) && (text === undefined || readAnswer(body).text === text);
}

function checkBody(body: Body, fault: Fault, expected: Expected): void {
  assert.equal(
    body.broken,
    expected.failureKind === 'connectionLost' || breaksAtEnd.has(fault.id),
    'broken connection',
  );
  const reading = readAnswer(body.text);
  if (expected.text !== undefined) {
    assert.equal(reading.text, fault.isNonstandard ? '' : expected.text);
  }
  if (expected.reasoning !== undefined) {
    assert.equal(reading.reasoning, expected.reasoning);
  }
  if (expected.detail !== undefined) {
    assert.ok(body.text.includes(expected.detail), 'the detail of the server');
  }
}

/** Sends a request on a raw connection. Resolves to `end` or the error code that ended it. */
function endOfConnection(gateway: Gateway, model: string): Promise<string> {
  const { port } = new URL(gateway.origin);
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] });
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    socket.on('end', () => resolve('end'));
    socket.resume();
  });
}
