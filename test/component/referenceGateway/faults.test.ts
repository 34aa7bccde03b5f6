// Every row of the fault table does what it says, byte by byte where that is cheap.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import { expectedOf, occurs, type Expected, type Fault } from '../../referenceGateway/faults/fault';
import { formNames, type FormName } from '../../referenceGateway/formats/formatHandler';
import { tokens } from '../../referenceGateway/answers/question';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask, askIn } from './client';
import { readAnswer } from './reader';

const mebibyte = 1024 * 1024;
const key = 'sk-canary/0123456789+abc';

interface Body {
  readonly text: string;
  /** The connection broke before the body's end. */
  readonly broken: boolean;
}

/** Reads until the body ends, breaks, or holds what is waited for. */
async function readBody(response: Response, enough: (text: string) => boolean): Promise<Body> {
  const decoder = new TextDecoder();
  let text = '';
  if (enough(text)) {
    return { text, broken: false };
  }
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (enough(text)) {
        return { text, broken: false };
      }
    }
  } catch {
    return { text: text + decoder.decode(), broken: true };
  }
  return { text: text + decoder.decode(), broken: false };
}

const breaks = new Set(['fault-cut-after-finish', 'fault-cut-after-done']);
const noResponse = new Set(['fault-hang-up', 'fault-reset', 'fault-slow-headers', 'fault-407']);
const endless = new Set([
  'fault-one-event-17mb',
  'fault-endless-line',
  'fault-answer-65mb',
  'fault-500-endless-body',
]);

describe('fault table', () => {
  let gateway: Gateway;

  before(async () => {
    gateway = await startGateway();
  });
  after(() => gateway.close());
  beforeEach(() => gateway.clearRequests());

  it('has at least 60 rows with IDs of their own, sentences for people, and whole expectations', () => {
    assert.ok(faults.length >= 60);
    assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length);
    for (const fault of faults) {
      assert.match(fault.id, /^fault-./u);
      assert.match(fault.about, /^\S.*\.$/u, fault.id);
      assert.ok(fault.streamed || fault.unstreamed, fault.id);
      for (const expected of [fault.expected, fault.expectedUnstreamed ?? fault.expected]) {
        const needsKind = expected.state === 'failed' || expected.state === 'interrupted';
        assert.equal(expected.failureKind !== undefined, needsKind, fault.id);
      }
    }
  });

  it('lists every fault as a model', async () => {
    const response = await fetch(`${gateway.baseUrl}/models`);
    const list = (await response.json()) as { data: readonly { id: string }[] };
    const ids = new Set(list.data.map(({ id }) => id));
    assert.deepEqual(
      faults.filter(({ id }) => !ids.has(id)),
      [],
    );
  });

  for (const form of formNames) {
    describe(form, () => {
      it('has at least 40 misbehaviours, streamed and not', () => {
        for (const streamed of [true, false]) {
          assert.ok(faults.filter((fault) => occurs(fault, form, streamed)).length >= 40);
        }
      });

      for (const streamed of [true, false]) {
        const how = streamed ? 'streamed' : 'not streamed';
        for (const fault of faults.filter((one) => occurs(one, form, streamed))) {
          if (!endless.has(fault.id)) {
            it(`${fault.id}, ${how}`, () => checkRow(gateway, fault, form, streamed));
          }
        }
      }
    });
  }

  it('sends one event of over 16 MB', async () => {
    const response = await ask(gateway, 'fault-one-event-17mb', { stream: true });
    const body = await response.text();
    const longest = Math.max(...body.split('\n').map((line) => line.length));
    assert.ok(longest > 16 * mebibyte);
  });

  for (const stream of [true, false]) {
    it(`sends an answer of over 64 MB, ${stream ? 'streamed' : 'not streamed'}`, async () => {
      const response = await ask(gateway, 'fault-answer-65mb', { stream });
      let size = 0;
      for await (const bytes of response.body ?? []) {
        size += (bytes as Uint8Array).length;
      }
      assert.ok(size > 64 * mebibyte);
    }).timeout(20_000);
  }

  it('never ends what is endless, and stops when the client leaves', async () => {
    for (const id of ['fault-endless-line', 'fault-500-endless-body']) {
      const leaving = new AbortController();
      const response = await ask(gateway, id, { stream: true }, undefined, leaving.signal);
      const read = await readBody(response, (text) => text.length > 2 * mebibyte);
      assert.ok(!read.broken);
      const request = await gateway.nextRequest();
      leaving.abort();
      await request.closed;
      assert.ok(request.aborted);
    }
  });

  it('tells a reset from a hang-up', async () => {
    const [hangUp, reset] = await Promise.all(
      ['fault-hang-up', 'fault-reset'].map((id) => closeOf(gateway, id)),
    );
    assert.deepEqual([hangUp, reset], ['end', 'ECONNRESET']);
  });

  it('redirects to this origin and to another one', async () => {
    gateway.setRedirectTarget('http://elsewhere.example');
    for (const status of [301, 302, 303, 307, 308]) {
      const same = await ask(gateway, `fault-redirect-${status}-same`);
      assert.equal(same.status, status);
      assert.equal(same.headers.get('location'), '/proxy/v1/chat/completions');
      const cross = await ask(gateway, `fault-redirect-${status}-cross`);
      const target = 'http://elsewhere.example/proxy/v1/chat/completions';
      assert.equal(cross.headers.get('location'), target);
    }
  });

  it('says how long to wait in each way', async () => {
    const headers = async (id: string, name: string): Promise<string | null> =>
      (await ask(gateway, `fault-429-retry-after-${id}`)).headers.get(name);
    assert.equal(await headers('seconds', 'retry-after'), '7');
    assert.equal(await headers('hour', 'retry-after'), '3600');
    assert.equal(await headers('ms', 'retry-after-ms'), '1500');
    const ahead = Date.parse((await headers('date', 'retry-after')) ?? '') - Date.now();
    assert.ok(ahead > 60_000 && ahead <= 90_000, String(ahead));
  });

  it('sends the key back plain, in base64 and URL-encoded', async () => {
    for (const fault of faults.filter(({ id }) => /echoes/u.test(id))) {
      const response = await ask(gateway, fault.id, { stream: true }, key);
      const all = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      const hasPlain = all.includes(key) || all.includes(encodeURIComponent(key));
      assert.ok(hasPlain, fault.id);
      assert.ok(decodeURIComponent(all).includes(Buffer.from(key).toString('base64')), fault.id);
    }
  });

  it('speaks a dialect in its own form alone', async () => {
    for (const [id, own] of [
      ['fault-perplexity', 'chat'],
      ['fault-claude-bare', 'messages'],
      ['fault-gemini-array', 'generateContent'],
    ] as const) {
      for (const form of formNames.filter((name) => name !== own)) {
        const response = await askIn(form, gateway, id, false);
        assert.equal(response.status, 500);
        assert.match(await response.text(), /convert_request_failed/u);
      }
    }
  });

  it('cuts text into tokens that join to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(tokens(text).join(''), text);
      }),
    );
  });
});

async function checkRow(
  gateway: Gateway,
  fault: Fault,
  form: FormName,
  streamed: boolean,
): Promise<void> {
  const expected = expectedOf(fault, streamed, form);
  const leaving = new AbortController();
  const answer = askIn(form, gateway, fault.id, streamed, undefined, leaving.signal);
  if (noResponse.has(fault.id)) {
    const failure = assert.rejects(answer);
    const request = await gateway.nextRequest();
    if (fault.stalls) {
      assert.equal(request.closedAt, undefined);
      leaving.abort();
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
  const body = await readBody(response, (text) => fault.stalls === true && holds(text, expected));
  checkBody(body, fault, expected);
  const request = await gateway.nextRequest();
  if (fault.stalls) {
    assert.ok(!body.broken, 'stalls until the client leaves');
    assert.equal(request.closedAt, undefined);
    leaving.abort();
  }
  await request.closed;
  assert.equal(request.aborted, fault.stalls ?? false);
  assert.equal(request.finished, !body.broken && fault.stalls !== true);
}

function holds(body: string, { text }: Expected): boolean {
  return text === undefined || readAnswer(body).text === text;
}

function checkBody(body: Body, fault: Fault, expected: Expected): void {
  assert.equal(
    body.broken,
    expected.failureKind === 'connectionLost' || breaks.has(fault.id),
    'broken connection',
  );
  const reading = readAnswer(body.text);
  if (expected.text !== undefined) {
    assert.equal(reading.text, expected.text);
  }
  if (expected.reasoning !== undefined) {
    assert.equal(reading.reasoning, expected.reasoning);
  }
  if (expected.detail !== undefined) {
    assert.ok(body.text.includes(expected.detail), 'the words under Details');
  }
}

/** How a raw connection ends that sends one request: `end`, or the error's code. */
function closeOf(gateway: Gateway, model: string): Promise<string> {
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
