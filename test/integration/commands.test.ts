import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models/demoModels';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { getAnswer, newChat, questionsTo, setUserSetting, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-commands-7Rw4';

describe('commands', () => {
  withGateway({ apiKey: key, models: demoModels, model: 'echo' });
  let notifications: NotificationRecorder;

  after(() => setUserSetting('catalogUrl', undefined));
  beforeEach(() => {
    gateway.clearRequests();
    notifications = recordNotifications();
  });
  afterEach(() => notifications.dispose());

  it('Refresh Model List says how many models there are', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.deepEqual(notifications.messages, [`The gateway lists ${demoModels.length} models.`]);
    assert.deepEqual(
      gateway.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/models'],
    );
  });

  it('Refresh Model List says why it failed', async () => {
    await setUserSetting('baseUrl', `${gateway.origin}/lists/server-error/v1`);
    await vscode.commands.executeCommand('portico.refreshModels');
    await setUserSetting('baseUrl', gateway.baseUrl);
    assert.equal(notifications.messages.length, 1);
    assert.match(notifications.messages[0] ?? '', /had an internal error \(status 500\)\./u);
  });

  it('Diagnose Connection says whether the connection works', async () => {
    await vscode.commands.executeCommand('portico.checkConnection');
    gateway.setApiKey('another');
    await vscode.commands.executeCommand('portico.checkConnection');
    gateway.setApiKey(key);
    const [works = '', refused = ''] = notifications.messages;
    assert.equal(works, `The connection works. The gateway lists ${demoModels.length} models.`);
    assert.match(refused, /rejected the API key/u);
  });

  it('Diagnose Connection says that the model is not listed', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'gone-since-monday');
    await vscode.commands.executeCommand('portico.checkConnection');
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    assert.match(
      notifications.messages.join('\n'),
      /“gone-since-monday” isn't in the gateway's list of \d+ models/u,
    );
  });

  it('Diagnose Connection saves a Base URL with the missing /v1 on request', async () => {
    const proposal = `${gateway.origin}/proxy/v1`;
    notifications.dispose();
    notifications = recordNotifications(`Use ${proposal}`);
    await setUserSetting('baseUrl', `${gateway.origin}/proxy`);
    await vscode.commands.executeCommand('portico.checkConnection');
    assert.equal(vscode.workspace.getConfiguration('portico').get('baseUrl'), proposal);
    await setUserSetting('baseUrl', gateway.baseUrl);
  });

  it('Open Model Catalog opens web pages only', async () => {
    for (const address of [undefined, '', 'javascript:alert(1)', 'file:///etc/passwd', 'x']) {
      await setUserSetting('catalogUrl', address);
      await vscode.commands.executeCommand('portico.openCatalog');
    }
    await setUserSetting('catalogUrl', 'https://gateway.example/models?sort=name#chat');
    // In a test run VS Code throws where it would have to ask in a modal dialog.
    await assert.rejects(
      async () => vscode.commands.executeCommand('portico.openCatalog'),
      /open the external website/u,
    );
  });

  it('Set API Key rejects a key with invalid characters without showing it', async () => {
    for (const bad of [
      'sk-gräßlich-geheim',
      'sk two words',
      'sk-\u0000nul',
      '密钥密钥密钥',
      '  ',
    ]) {
      notifications.dispose();
      notifications = recordNotifications();
      await vscode.commands.executeCommand('portico.setApiKey', { key: bad });
      assert.equal(notifications.messages.length, 1, bad);
      const [sentence = ''] = notifications.messages;
      assert.match(sentence, /\.$/u);
      assert.doesNotMatch(sentence, /sk|geheim|words|nul|密|stored/u);
    }
    await newChat();
    const answer = await getAnswer(portico, 'Is the old key still stored?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    assert.equal(questionsTo(gateway).at(-1)?.headers['authorization'], `Bearer ${key}`);
  });

  it('Set API Key ignores invalid arguments', async () => {
    for (const argument of [{ key: 7 }, { key: [key] }, 'sk-just-a-text', 7, []]) {
      let isDone = false;
      const command = vscode.commands.executeCommand('portico.setApiKey', argument);
      void command.then(() => (isDone = true));
      await until('the input box to close', async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        return isDone;
      });
    }
    assert.deepEqual(notifications.messages, []);
  });

  it('Set API Key shows at most the last four characters of a key', async () => {
    const other = 'https://elsewhere.invalid/v1';
    await vscode.commands.executeCommand('portico.setApiKey', { baseUrl: other, key });
    await vscode.commands.executeCommand('portico.setApiKey', { baseUrl: other, key: 'short' });
    assert.deepEqual(notifications.messages, [
      `The API key …${key.slice(-4)} for elsewhere.invalid was stored.`,
      'The API key for elsewhere.invalid was stored.',
    ]);
  });
});
