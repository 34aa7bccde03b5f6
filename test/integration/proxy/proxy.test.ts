// Requests while every proxy variable names a proxy that lets nothing through.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import * as vscode from 'vscode';
import { requiredVariable } from '../../support/hostProtocol';
import { recordNotifications } from '../support/notifications';
import { getAnswer, setUserSetting } from '../support/portico';
import { recordQuickPicks } from '../support/quickInputs';
import { portico, withGateway } from '../support/withGateway';

const key = 'sk-canary-proxy-0a9b8c7d';

describe('with every proxy variable set', () => {
  withGateway({ model: 'echo', isNewPerTest: true });

  it('reaches a gateway on loopback directly', async () => {
    const answer = await getAnswer(portico, 'Directly?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    assert.deepEqual(
      (await proxyRequests()).filter((line) => line.includes('127.0.0.1') && line.includes('/v1')),
      [],
    );
  });

  it('reaches any other host through the proxy only, and sends it no key', async () => {
    await setUserSetting('baseUrl', 'https://gateway.invalid/v1');
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    const answer = await getAnswer(portico, 'Through the proxy?');
    assert.equal(answer.state, 'failed');
    assert.equal(answer.outcome?.failure?.kind, 'proxy', JSON.stringify(answer.outcome));
    const requests = (await proxyRequests()).filter((line) => line.includes('gateway.invalid'));
    assert.ok(requests.length > 0, 'the proxy got a request');
    assert.ok(requests.every((line) => line.startsWith('CONNECT gateway.invalid:443 ')));
    assert.ok(!requests.join('\n').includes(key));
  });

  it('Diagnose Connection names the proxy that refuses the request, and its variable', async () => {
    await setUserSetting('baseUrl', 'https://gateway.invalid/v1');
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    const notifications = recordNotifications();
    const quickPicks = recordQuickPicks();
    await vscode.commands.executeCommand('portico.checkConnection');
    const rows = quickPicks.rows();
    quickPicks.dispose();
    notifications.dispose();
    const row = rows.find((text) => text.includes(' | failed · ')) ?? '';
    assert.match(
      row,
      /^Proxy \| failed · .* 127\.0\.0\.1:\d+ from https_proxy · Enter: Open proxy settings \| /u,
      rows.join('\n'),
    );
    assert.match(notifications.messages.join('\n'), /proxy for gateway\.invalid/u);
    const skipped = rows.filter((text) => text.endsWith('skipped · done by the proxy'));
    assert.equal(skipped.length, 3, rows.join('\n'));
  });
});

/** The requests that the proxy got. */
function proxyRequests(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    get(requiredVariable('PORTICO_PROXY_REQUESTS'), (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as string[]));
    }).on('error', reject);
  });
}
