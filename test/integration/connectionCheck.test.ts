// The connection check in a real VS Code: its rows, its closing message and its buttons.
import assert from 'node:assert/strict';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import * as vscode from 'vscode';
import { checkReport } from '../../src/features/connectionCheck/host/connectionCheckCommand';
import { demoModels } from '../referenceGateway/models/demoModels';
import { selfSigned } from '../support/selfSigned';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { setUserSetting, until } from './support/portico';
import { recordQuickPicks, type QuickPickRecorder } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-check-5Tq8ZpWn';

const unexpected = "Portico couldn't do that: No key today.";

describe('Diagnose Connection', () => {
  withGateway({ apiKey: key, models: demoModels, model: 'echo' });
  let notifications: NotificationRecorder;
  let quickPicks: QuickPickRecorder;

  before(async () => {
    // While the user works with the keyboard in the chat, a picker stays open when it loses the focus.
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the chat to be hidden', () => !portico.isVisible());
  });
  beforeEach(() => {
    gateway.clearRequests();
    notifications = recordNotifications();
    quickPicks = recordQuickPicks();
  });
  afterEach(async () => {
    quickPicks.dispose();
    notifications.dispose();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.workspace
      .getConfiguration('http')
      .update('proxy', undefined, vscode.ConfigurationTarget.Global);
  });

  async function check(baseUrl?: string): Promise<readonly string[]> {
    if (baseUrl !== undefined) {
      await setUserSetting('baseUrl', baseUrl);
    }
    await vscode.commands.executeCommand('portico.checkConnection');
    return quickPicks.rows();
  }

  /** The only row with a warning or an error. */
  function broken(rows: readonly string[]): string {
    const found = rows.filter((row) => / \| (?:failed|warning)\b/u.test(row));
    assert.equal(found.length, 1, rows.join('\n'));
    return found[0] ?? '';
  }

  function port(server: Server): number {
    return (server.address() as AddressInfo).port;
  }

  // The first one: no diagnosis of this gateway has run.
  it('runs a diagnosis to copy where there is none of this gateway', async () => {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('portico.copyDiagnosis');
    assert.match(await vscode.env.clipboard.readText(), /^- Model list: passed · /mu);
    assert.deepEqual(notifications.messages, [
      "Diagnosis copied. It doesn't contain your API key.",
    ]);
  });

  it('shows a row for each stage, offers to ask the model, and asks nothing by itself', async () => {
    const rows = await check();
    const names = rows.map((row) => row.split(/ · | \| (?!passed|skipped)/u)[0]);
    assert.deepEqual(names, [
      'URL | passed',
      'DNS | skipped',
      'TCP | passed',
      'TLS | skipped',
      'Proxy | skipped',
      'Response from the Base URL | passed',
      'Authorization | passed',
      'Model list | passed',
      'Chosen model | passed',
      '$(comment-discussion) Ask the model two short questions (costs a few tokens)',
    ]);
    assert.match(rows[2] ?? '', /passed · (?:\d+ ms|\d+\.\d s) · connected to 127\.0\.0\.1:\d+$/u);
    assert.match(rows[7] ?? '', new RegExp(`${demoModels.length} models$`, 'u'));
    assert.deepEqual(notifications.messages, [
      `The connection works. The gateway lists ${demoModels.length} models.`,
    ]);
    assert.ok(gateway.requests.every(({ method }) => method === 'GET'));
    assert.equal(quickPicks.pickers[0]?.busy, false);
    assert.equal(quickPicks.pickers[0].ignoreFocusOut, false);
  });

  it('names the failed stage in a sentence, with a fix', async () => {
    gateway.setApiKey('another');
    assert.match(
      broken(await check()),
      /^Authorization \| failed · HTTP status 401 · Enter: Set API key \| .* rejected the API key/u,
    );
    gateway.setApiKey(key);

    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const closedAt = `http://127.0.0.1:${port(closed)}/v1`;
    await new Promise((resolve) => closed.close(resolve));
    assert.match(
      broken(await check(closedAt)),
      /^TCP .* \| Nothing is listening at 127\.0\.0\.1:\d+\./u,
    );

    await setUserSetting('baseUrl', 'https://me:secret@gateway.example');
    const url = broken(await check());
    assert.match(url, /^URL .* \| The Base URL can't contain a user name or password/u);
    assert.doesNotMatch(url, /secret/u);
  });

  it('shows a certificate’s issuer and expiry date', async () => {
    const server = createHttps(selfSigned('127.0.0.1', 2021), (_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const row = broken(await check(`https://127.0.0.1:${port(server)}/v1`));
    await new Promise((resolve) => server.close(resolve));
    assert.match(row, /^TLS \| failed · .*issued by 127\.0\.0\.1, valid until 2021-12-31/u);
    assert.match(row, /has expired/u);
  });

  it('names a dead proxy and the setting that configures it', async () => {
    const dead = createServer();
    await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${port(dead)}`;
    await new Promise((resolve) => dead.close(resolve));
    await vscode.workspace
      .getConfiguration('http')
      .update('proxy', `http://me:hidden@${address}`, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('portico.setApiKey', {
      baseUrl: 'https://gateway.invalid/v1',
      key,
    });
    const rows = await check('https://gateway.invalid/v1');
    const row = broken(rows);
    assert.match(row, /^Proxy .*Enter: Open proxy settings/u);
    assert.ok(row.includes(`${address} from http.proxy`), row);
    assert.ok(!rows.join('\n').includes('hidden'));
  });

  for (const [path, working] of [
    ['/proxy', '/proxy/v1'],
    ['/api', '/v1'],
    ['/api/chat', '/v1'],
    ['/api/v0', '/v1'],
  ] as const) {
    it(`offers a working Base URL in a row: ${path}`, async () => {
      const rows = await check(`${gateway.origin}${path}`);
      assert.match(broken(rows), /^Response from the Base URL /u);
      assert.ok(
        rows.some((row) => row.startsWith(`$(lightbulb) Use ${gateway.origin}${working} as`)),
        rows.join('\n'),
      );
    });
  }

  it('reports an error when the action of a row fails', async () => {
    gateway.setApiKey('another');
    await check();
    gateway.setApiKey(key);
    const { commands } = vscode;
    const { executeCommand } = commands;
    const failing: typeof executeCommand = (command, ...rest) =>
      command === 'portico.setApiKey'
        ? Promise.reject(new Error('No key today.'))
        : executeCommand(command, ...rest);
    Object.assign(commands, { executeCommand: failing });
    try {
      await quickPicks.accept('Authorization');
      await until('the sentence', () => notifications.messages.includes(unexpected));
    } finally {
      Object.assign(commands, { executeCommand });
    }
  });

  it('hides the closing message of the last check when it runs again', async () => {
    const { commands, window } = vscode;
    const { executeCommand } = commands;
    const { showErrorMessage } = window;
    const hidden: string[] = [];
    let dismiss = (): void => {};
    const shown = new Promise<undefined>((resolve) => {
      dismiss = () => resolve(undefined);
    });
    const recording: typeof executeCommand = (command, ...rest) => {
      if (command === 'notifications.hideToasts') {
        hidden.push(notifications.messages.at(-1) ?? 'no message yet');
      }
      return executeCommand(command, ...rest);
    };
    Object.assign(commands, { executeCommand: recording });
    try {
      gateway.setApiKey('another');
      Object.assign(window, { showErrorMessage: () => shown });
      const refused = executeCommand('portico.checkConnection');
      await until('the check to end', () => quickPicks.pickers.at(-1)?.busy === false);
      gateway.setApiKey(key);
      await check();
      assert.equal(hidden.length, 1);
      dismiss();
      await refused;
      await check();
      assert.equal(hidden.length, 1, 'no message is on screen');
    } finally {
      Object.assign(commands, { executeCommand });
      Object.assign(window, { showErrorMessage });
    }
  });

  it('copies a report that says which stage is running and which has not run yet', () => {
    const pending = ['unstreamed', 'streamed'] as const;
    const report = checkReport({ model: 'echo', results: new Map(), pending }, '1', new Date());
    assert.match(report, /^- Short answer, not streamed: running$/mu);
    assert.match(report, /^- Short answer, streamed: not run yet$/mu);
  });

  it('copies the last diagnosis without secrets', async () => {
    const secret = 'canary-header-3Kq7';
    const { clipboard } = vscode.env;
    await setUserSetting('headers', {
      [gateway.origin]: { 'X-Team': secret, 'X-Key': '${apiKey}' },
    });
    try {
      await clipboard.writeText('');
      await check(`${gateway.origin}/missing/v1`);
      const asked = gateway.requests.length;
      await vscode.commands.executeCommand('portico.copyDiagnosis');
      const copied = await clipboard.readText();
      assert.match(copied, /^- Response from the Base URL: failed · /mu);
      assert.match(copied, /^- \d{4}-\d\d-\d\dT[\d:.]+Z$/mu);
      assert.equal(gateway.requests.length, asked, 'nothing runs again');
      assert.ok(![key, secret].some((text) => copied.includes(text)), copied);
    } finally {
      await setUserSetting('headers', undefined);
    }
  });

  it('closes the rows of the last check when it runs again', async () => {
    await check();
    await check();
    assert.equal(quickPicks.pickers.length, 2);
    assert.ok(quickPicks.rows().length > 9);
  });

  it('cancels the check and shows no message when its rows are closed', async () => {
    await setUserSetting('baseUrl', `${gateway.origin}/lists/silent/v1`);
    const checked = vscode.commands.executeCommand('portico.checkConnection');
    const request = await gateway.nextRequest();
    quickPicks.pickers.at(-1)?.hide();
    await checked;
    await request.closed;
    assert.equal(request.aborted, true);
    assert.deepEqual(notifications.messages, []);
  });
});
