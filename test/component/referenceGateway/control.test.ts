// What another process can order of the running gateway, and starting it by hand.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask, textOfStream } from './client';

describe('gateway control over HTTP', () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.close());

  function order(name: string, body: unknown, type = 'application/json'): Promise<Response> {
    return fetch(`${gateway.origin}/__control/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });
  }

  it('changes the key', async () => {
    assert.equal((await order('key', { key: 'sk-new' })).status, 200);
    assert.equal((await ask(gateway, 'echo')).status, 401);
    assert.equal((await ask(gateway, 'echo', {}, 'sk-new')).status, 200);
    assert.equal((await order('key', { key: null })).status, 200);
    assert.equal((await ask(gateway, 'echo')).status, 200);
  });

  it('lets a gated answer out', async () => {
    const answer = ask(gateway, 'gated', { stream: true });
    await order('gate', { order: 'send' });
    await order('gate', { order: 'send', text: 'Own. ' });
    await order('gate', { order: 'finish' });
    assert.equal(await textOfStream(await answer), 'Piece 1. Own. ');
  });

  it('shows what was asked, the key masked and its own orders left out', async () => {
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
    await order('clear', {});
    assert.equal(gateway.requests.length, 0);
  });

  it('refuses what it does not know, and what a web page could send', async () => {
    assert.equal((await order('offline', { model: 'nowhere' })).status, 400);
    assert.equal((await order('gate', {})).status, 400);
    assert.equal((await order('key', {})).status, 400);
    assert.equal((await order('nothing', {})).status, 404);
    assert.equal((await order('constructor', {})).status, 404);
    assert.equal((await order('offline', { model: 'echo' }, 'text/plain')).status, 415);
    assert.equal((await ask(gateway, 'echo')).status, 200);
  });
});

describe('gateway started by hand', () => {
  it('says its Base URL and models, asks for the key, and ends on Ctrl+C', async () => {
    const root = join(__dirname, '../../..');
    const options = ['test/referenceGateway/main.ts', '--port', '0', '--key', 'sk-by-hand-123'];
    const child = spawn(process.execPath, ['--import', 'tsx', ...options], { cwd: root });
    try {
      let said = '';
      for await (const text of child.stdout) {
        said += String(text);
        if (said.includes('Ctrl+C')) {
          break;
        }
      }
      const baseUrl = /^Base URL {2,}(\S+)$/mu.exec(said)?.[1] ?? '';
      assert.match(said, /demo-markdown {2,}Markdown/u);
      assert.match(said, /fault-cut-midway {2,}The connection/u);
      assert.ok(!said.includes('sk-by-hand'));
      assert.equal((await ask({ baseUrl }, 'echo')).status, 401);
      assert.equal((await ask({ baseUrl }, 'echo', {}, 'sk-by-hand-123')).status, 200);
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }).timeout(20_000);
});
