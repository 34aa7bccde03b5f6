// The control API of the reference gateway, and its start on the command line.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask, textOfStream } from './client';

describe('reference gateway: control API', () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.close());

  function send(command: string, body: unknown, type = 'application/json'): Promise<Response> {
    return fetch(`${gateway.origin}/__control/${command}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });
  }

  it('changes the required API key', async () => {
    assert.equal((await send('key', { key: 'sk-new' })).status, 200);
    assert.equal((await ask(gateway, 'echo')).status, 401);
    assert.equal((await ask(gateway, 'echo', {}, 'sk-new')).status, 200);
    assert.equal((await send('key', { key: null })).status, 200);
    assert.equal((await ask(gateway, 'echo')).status, 200);
  });

  it('releases the pieces of a gated answer', async () => {
    const answer = ask(gateway, 'gated', { stream: true });
    await send('gate', { order: 'send' });
    await send('gate', { order: 'send', text: 'Own. ' });
    await send('gate', { order: 'finish' });
    assert.equal(await textOfStream(await answer), 'Piece 1. Own. ');
  });

  it('returns recorded requests with masked keys, without control requests', async () => {
    await ask(gateway, 'echo', {}, 'sk-canary-0123456789');
    const shown = await (await fetch(`${gateway.origin}/__control/requests`)).text();
    assert.ok(!shown.includes('canary'));
    const requests = JSON.parse(shown) as readonly {
      path: string;
      headers: Record<string, string>;
    }[];
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/v1/chat/completions'],
    );
    assert.equal(requests[0]?.headers['authorization'], 'Bearer …6789');
    await send('clear', {});
    assert.equal(gateway.requests.length, 0);
  });

  it('rejects unknown commands and requests that a web page could send', async () => {
    assert.equal((await send('offline', { model: 'nowhere' })).status, 400);
    assert.equal((await send('gate', {})).status, 400);
    assert.equal((await send('key', {})).status, 400);
    assert.equal((await send('nothing', {})).status, 404);
    assert.equal((await send('constructor', {})).status, 404);
    assert.equal((await send('offline', { model: 'echo' }, 'text/plain')).status, 415);
    assert.equal((await ask(gateway, 'echo')).status, 200);
  });
});

describe('reference gateway: command line', () => {
  it('prints the Base URL and the models, requires the key, and exits on Ctrl+C', async () => {
    const root = join(__dirname, '../../..');
    const options = [
      'test/referenceGateway/main.ts',
      '--port',
      '0',
      '--key',
      'sk-command-line-123',
    ];
    const child = spawn(process.execPath, ['--import', 'tsx', ...options], { cwd: root });
    try {
      let output = '';
      for await (const text of child.stdout) {
        output += String(text);
        if (output.includes('Ctrl+C')) {
          break;
        }
      }
      const baseUrl = /^Base URL {2,}(\S+)$/mu.exec(output)?.[1] ?? '';
      assert.match(output, /demo-markdown {2,}Markdown/u);
      assert.match(output, /fault-cut-midway {2,}The connection/u);
      assert.ok(!output.includes('sk-command-line'));
      assert.equal((await ask({ baseUrl }, 'echo')).status, 401);
      assert.equal((await ask({ baseUrl }, 'echo', {}, 'sk-command-line-123')).status, 200);
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }).timeout(20_000);
});
