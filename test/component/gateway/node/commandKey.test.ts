import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamPart } from '../../../../src/gateway/common/chatModel';
import type { CommandKey } from '../../../../src/gateway/common/connection';
import { isFailure } from '../../../../src/gateway/common/failure';
import { clientOf, collect, connectionTo, question } from './harness';

const completion = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
});
const rejection = JSON.stringify({
  error: { message: 'Invalid API key', code: 'invalid_api_key' },
});

describe('a key of a key command', () => {
  let server: Server;
  let baseUrl: string;
  let accepted: string;
  let statusOfRejection: number;
  let keys: string[];

  beforeEach(async () => {
    keys = [];
    accepted = 'sk-second';
    statusOfRejection = 401;
    server = createServer((request, response) => {
      const key = (request.headers.authorization ?? '').replace('Bearer ', '');
      keys.push(key);
      request.resume();
      response.setHeader('Content-Type', 'application/json');
      response.statusCode = key === accepted ? 200 : statusOfRejection;
      const list = JSON.stringify({ data: [{ id: 'echo' }] });
      response.end(key !== accepted ? rejection : request.method === 'GET' ? list : completion);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Prints `next` when it runs again, once. */
  function commandKey(next: Awaited<ReturnType<CommandKey['replace']>>): CommandKey {
    let current = 'sk-first';
    let isReplaced = false;
    return {
      get current() {
        return current;
      },
      replace: async () => {
        const key = isReplaced ? undefined : next;
        isReplaced = true;
        current = typeof key === 'string' ? key : current;
        return key;
      },
    };
  }

  function client(next: Awaited<ReturnType<CommandKey['replace']>>): ReturnType<typeof clientOf> {
    return clientOf(connectionTo(baseUrl, { key: 'sk-first', commandKey: commandKey(next) }));
  }

  function failureOf(parts: readonly StreamPart[]): unknown {
    const last = parts.at(-1);
    return last?.type === 'failure' ? last.failure : undefined;
  }

  it('is renewed after a 401, and the question is sent once more', async () => {
    const parts = await collect(client('sk-second'), question('echo', false));
    assert.deepEqual(keys, ['sk-first', 'sk-second']);
    assert.equal(failureOf(parts), undefined);
    const adjustments = parts.flatMap((part) =>
      part.type === 'requestAdjusted' ? [part.adjustment.kind] : [],
    );
    assert.deepEqual(adjustments, ['keyRenewed']);
  });

  it('is renewed once per question, also if that is sent again', async () => {
    accepted = 'none';
    const asked = client('sk-second');
    const parts = await collect(asked, question('echo', false));
    assert.deepEqual(keys, ['sk-first', 'sk-second']);
    const failure = failureOf(parts);
    assert.ok(typeof failure === 'object' && failure !== null && isFailure(failure));
    assert.equal(failure.kind, 'keyRejected');
    assert.equal(failure.keyFromCommand, true);
    await collect(asked, question('echo', false));
    assert.deepEqual(keys, ['sk-first', 'sk-second', 'sk-second']);
  });

  it('is not sent again where no other key came', async () => {
    const parts = await collect(client(undefined), question('echo', false));
    assert.deepEqual(keys, ['sk-first']);
    assert.equal((failureOf(parts) as { kind: string }).kind, 'keyRejected');
  });

  it('reports why the command gave no other key', async () => {
    const failure = {
      kind: 'keyCommandFailed',
      keyCommandProblem: 'exitCode',
      exitCode: 1,
    } as const;
    const parts = await collect(client(failure), question('echo', false));
    assert.deepEqual(keys, ['sk-first']);
    assert.deepEqual(failureOf(parts), failure);
  });

  it('stays the same after a rejection with another status', async () => {
    statusOfRejection = 403;
    await collect(client('sk-second'), question('echo', false));
    assert.deepEqual(keys, ['sk-first']);
  });

  it('is renewed for the model list', async () => {
    const result = await client('sk-second').modelLister.refresh();
    assert.deepEqual(keys, ['sk-first', 'sk-second']);
    assert.equal(result.ok, true);
  });
});
