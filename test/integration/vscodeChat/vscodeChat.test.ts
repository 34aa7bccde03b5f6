// The gateway's models, as another extension gets and asks them in a real VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { type NotificationRecorder, recordNotifications } from '../support/notifications';
import { activatePortico, questionsTo, setUserSetting } from '../support/portico';
import { activateAsker, ask, type Asker } from './asker';

const canary = 'sk-canary-vscode-9Rt4Lm2Q';

describe("models in VS Code's own chat", () => {
  let asker: Asker;
  let gateway: Gateway;
  let notifications: NotificationRecorder;

  before(async () => {
    await activatePortico();
    asker = await activateAsker();
  });
  beforeEach(async () => {
    notifications = recordNotifications('Allow');
    gateway = await startGateway({ apiKey: canary });
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.setApiKey', { key: canary });
    await vscode.commands.executeCommand('portico.refreshModels');
  });
  afterEach(async () => {
    notifications.dispose();
    await gateway.close();
  });

  it('answers another extension once it is allowed', async () => {
    const { text } = await ask(asker, 'echo', 'Who are you?');
    assert.match(text, /Who are you\?/u);
    assert.equal(questionsTo(gateway).length, 1);
  });
});
