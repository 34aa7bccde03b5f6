import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { activatePortico, answered, lastAnswer, newChat, setUser, until } from './portico';
import { listen } from './shownMessages';

const touched = [
  'headers',
  'maxTokens',
  'reasoningEffort',
  'stream',
  'systemPrompt',
  'temperature',
  'timeouts',
];

describe('settings', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;
  let other: Gateway;

  before(async () => {
    portico = await activatePortico();
    [gateway, other] = await Promise.all([startGateway(), startGateway()]);
  });
  after(async () => {
    await Promise.all([gateway.close(), other.close()]);
  });
  beforeEach(async () => {
    await setUser('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
    gateway.clearRequests();
    other.clearRequests();
  });
  afterEach(async () => {
    for (const name of touched) {
      await setUser(name, undefined);
    }
  });

  function lastBody(): Readonly<Record<string, unknown>> {
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    return request?.json as Readonly<Record<string, unknown>>;
  }

  it('nothing is sent beside the question where nothing is set', async () => {
    await answered(portico, 'Only this?');
    assert.deepEqual(lastBody(), {
      model: 'echo',
      messages: [{ role: 'user', content: 'Only this?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('what is set is sent, zero and false too', async () => {
    await setUser('systemPrompt', 'Be brief.');
    await setUser('temperature', 0);
    await setUser('maxTokens', 64);
    await setUser('reasoningEffort', 'low');
    await setUser('stream', false);
    await answered(portico, 'And now?');
    assert.deepEqual(lastBody(), {
      model: 'echo',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'And now?' },
      ],
      stream: false,
      temperature: 0,
      max_tokens: 64,
      reasoning_effort: 'low',
    });
  });

  it('a value of the wrong type counts as not set', async () => {
    await setUser('temperature', 'hot');
    await setUser('maxTokens', [64]);
    await setUser('reasoningEffort', 3);
    await setUser('systemPrompt', { be: 'brief' });
    await setUser('stream', 'no');
    await setUser('timeouts', 'never');
    await setUser('headers', ['X-Team: blue']);
    await answered(portico, 'Only this?');
    assert.deepEqual(Object.keys(lastBody()), ['model', 'messages', 'stream', 'stream_options']);
    assert.equal(lastBody()['stream'], true);
  });

  it('extra headers go to their origin alone, and none that Portico sets itself', async () => {
    const said = listen();
    await setUser('headers', {
      [gateway.origin]: {
        'X-Team': 'blue',
        Authorization: 'Bearer sk-instead',
        Host: 'evil.example',
        'Content-Type': 'text/evil',
        'Content-Length': '1',
        'Transfer-Encoding': 'chunked',
        'Proxy-Authorization': 'Basic x',
        'X-Split': 'a\r\nX-Injected: yes',
      },
      [`${other.origin}/v1`]: { 'X-Other': 'green' },
      'no origin': { 'X-Nowhere': 'red' },
    });
    await until('the warning', () => said.sentences.length > 0);
    said.end();
    const [warning = ''] = said.sentences;
    for (const name of ['Authorization', 'Host', 'Content-Type', 'X-Split', 'X-Nowhere']) {
      assert.ok(warning.includes(`"${name}"`), `${name} is named: ${warning}`);
    }
    for (const silent of ['X-Team', 'X-Other', 'sk-instead', 'evil', 'Injected']) {
      assert.ok(!warning.includes(silent), `${silent} is not named: ${warning}`);
    }

    await answered(portico, 'With headers?');
    const refreshed = listen();
    await vscode.commands.executeCommand('portico.refreshModels');
    await setUser('baseUrl', other.baseUrl);
    await vscode.commands.executeCommand('portico.refreshModels');
    refreshed.end();
    assert.deepEqual(
      gateway.requests.map(({ method }) => method),
      ['POST', 'GET'],
    );
    for (const { headers, rawHeaders, method } of gateway.requests) {
      assert.equal(headers['x-team'], 'blue');
      assert.equal(headers['authorization'], undefined);
      assert.equal(headers['host'], new URL(gateway.origin).host);
      assert.equal(headers['content-type'], method === 'POST' ? 'application/json' : undefined);
      assert.doesNotMatch(rawHeaders.join('\n'), /sk-instead|evil|inject|x-other|x-nowhere/iu);
    }
    assert.equal(other.requests.length, 1);
    assert.equal(other.requests[0]?.headers['x-other'], 'green');
    assert.equal(other.requests[0]?.headers['x-team'], undefined);
  });

  it('the values of extra headers are kept out of what is shown', async () => {
    await setUser('headers', { [gateway.origin]: { 'X-Secret': 'hunter2-hunter2' } });
    await vscode.commands.executeCommand('portico.selectModel', 'fault-500-echoes-header');
    const answer = await answered(portico, 'What did I send?');
    assert.equal(answer.state, 'failed');
    assert.match(answer.outcome?.failure?.detail ?? '', /x-secret/u);
    assert.ok(!JSON.stringify(portico.viewState()).includes('hunter2'));
  });

  it('each time-out is obeyed and named', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    const gate = gateway.gate('gated');
    await setUser('timeouts', { firstTokenSeconds: 0.25, idleSeconds: 50, totalSeconds: 50 });
    assert.deepEqual(await limitOf('First?'), ['failed', 'firstTokenTimeout', 0.25]);
    await setUser('timeouts', { firstTokenSeconds: 50, idleSeconds: 0.3, totalSeconds: 50 });
    void gate.send(2);
    assert.deepEqual(await limitOf('Second?'), ['interrupted', 'idleTimeout', 0.3]);
    assert.notEqual(lastAnswer(portico).text, '');
    await setUser('stream', false);
    await setUser('timeouts', { firstTokenSeconds: 50, idleSeconds: 50, totalSeconds: 0.35 });
    assert.deepEqual(await limitOf('Third?'), ['failed', 'totalTimeout', 0.35]);
  });

  it('a time-out of 0 is none', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'gated');
    const gate = gateway.gate('gated');
    await setUser('timeouts', { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 });
    portico.ask('Take your time.');
    await gateway.nextRequest(({ method }) => method === 'POST');
    await gate.sendText('It was taken.');
    await until('the text', () => lastAnswer(portico).text === 'It was taken.');
    await gate.finish();
    await until('the end', () => lastAnswer(portico).state === 'complete');
  });

  async function limitOf(question: string): Promise<readonly unknown[]> {
    const { state, outcome } = await answered(portico, question);
    return [state, outcome?.failure?.kind, outcome?.failure?.limitSeconds];
  }
});
