import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { activatePortico, newChat, setUserSetting, until, type Portico } from './support/portico';
import {
  recordInputBoxes,
  recordQuickPicks,
  type InputBoxRecorder,
  type QuickPickRecorder,
} from './support/quickInputs';

const key = 'sk-canary-link-4Vb8Nm2Q';
const otherKey = 'sk-canary-link-7Kd3Wp9Z';
const { now } = Date;

describe('Connect from a link', () => {
  let portico: Portico;
  let gateway: Gateway;
  let notifications: NotificationRecorder;
  let picks: QuickPickRecorder;
  let inputs: InputBoxRecorder;
  let skippedMs = 0;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway();
    Date.now = () => now() + skippedMs;
  });
  after(async () => {
    Date.now = now;
    for (const name of ['gateways', 'baseUrl', 'model', 'keyCommand']) {
      await setUserSetting(name, undefined);
    }
    await gateway.close();
  });
  beforeEach(async () => {
    await setUserSetting('gateways', undefined);
    await setUserSetting('baseUrl', '');
    await newChat();
    notifications = recordNotifications('Review…');
    picks = recordQuickPicks();
    inputs = recordInputBoxes();
    gateway.clearRequests();
  });
  afterEach(() => {
    notifications.dispose();
    picks.dispose();
    inputs.dispose();
  });

  /** A second link within five seconds would be dropped. @returns when Connect has ended */
  async function open(query: string): Promise<void> {
    skippedMs += 60_000;
    await portico.openUri(vscode.Uri.parse(`vscode://portico.portico/connect?${query}`));
  }

  const setting = (name: string): unknown =>
    vscode.workspace.getConfiguration('portico').inspect(name)?.globalValue;

  it('leads with two choices to a chat that answers', async () => {
    const connecting = open(
      `key=${key}&baseUrl=${encodeURIComponent(gateway.baseUrl)}&name=Team&model=echo`,
    );
    const { host } = new URL(gateway.baseUrl);
    await until('the first row', () => picks.rows().length > 0);
    assert.deepEqual(notifications.messages, [
      `A link wants to set up ${host}. Your questions and files would go there.`,
    ]);
    assert.match(picks.rows()[0] ?? '', new RegExp(`${host} .*…${key.slice(-4)}.*echo`, 'u'));
    assert.deepEqual(picks.pickers[0]?.activeItems, []);
    assert.equal(setting('baseUrl'), '');
    assert.deepEqual(gateway.requests, []);
    await picks.accept(host);
    await connecting;
    assert.equal(setting('baseUrl'), gateway.baseUrl);
    assert.equal(setting('model'), 'echo');
    assert.deepEqual(setting('gateways'), [{ name: 'Team', baseUrl: gateway.baseUrl }]);
    await portico.ask('Hello');
    await until('the answer', () => {
      const last = portico.conversation().messages.at(-1);
      return last?.kind === 'answer' && last.state === 'complete';
    });
    const sent = gateway.requests.map(({ headers }) => headers['authorization']);
    assert.deepEqual([...new Set(sent)], [`Bearer ${key}`]);
  });

  it('adds its key beside a stored one', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', { baseUrl: gateway.baseUrl, key });
    const connecting = open(
      `key=${otherKey}&baseUrl=${encodeURIComponent(gateway.baseUrl)}&model=echo`,
    );
    await until('the first row', () => picks.rows().length > 0);
    assert.match(notifications.details.join('\n'), /is added beside it/u);
    await picks.accept(new URL(gateway.baseUrl).host);
    await connecting;
    assert.equal(gateway.requests.at(-1)?.headers['authorization'], `Bearer ${otherKey}`);
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.equal(gateway.requests.at(-1)?.headers['authorization'], `Bearer ${otherKey}`);
    const { connection } = portico.viewState();
    assert.equal(connection.keyLabel, 'key 2');
    await vscode.commands.executeCommand('portico.switchGateway', { baseUrl: gateway.baseUrl });
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.equal(gateway.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
  });

  it('asks for no key where one is stored', async () => {
    const connecting = open(`baseUrl=${encodeURIComponent(gateway.baseUrl)}&model=echo`);
    await until('the first row', () => picks.rows().length > 0);
    await picks.accept(new URL(gateway.baseUrl).host);
    await Promise.race([connecting, until('a box', () => inputs.boxes.length > 0)]);
    assert.deepEqual(inputs.boxes, []);
    assert.equal(setting('baseUrl'), gateway.baseUrl);
  });

  it('writes one entry of the gateways for a preset, and asks before its command runs', async () => {
    const preset = {
      name: 'Company',
      baseUrl: gateway.baseUrl,
      helpUrl: 'https://help.example/ai',
      models: { echo: { contextLength: 4_000 } },
      keyCommand: [process.execPath, '-e', `console.log('${key}')`],
    };
    const connecting = open(`preset=${Buffer.from(JSON.stringify(preset)).toString('base64url')}`);
    await until('the first row', () => picks.rows().length > 0);
    assert.match(notifications.details.join('\n'), /console\.log/u);
    assert.match(picks.rows()[0] ?? '', /Help page: .*\/ai, Settings of models: echo/u);
    await picks.accept(new URL(gateway.baseUrl).host);
    // The dialog about the command is closed unanswered.
    await until('the question about the command', () => notifications.messages.length > 1);
    assert.match(notifications.messages[1] ?? '', /^Run this command/u);
    assert.deepEqual(gateway.requests, []);
    assert.equal(setting('gateways'), undefined);
    // The command can be edited, else the key is asked for.
    await until('the box for the command', () => inputs.boxes.length === 1);
    assert.equal(inputs.boxes[0]?.value, JSON.stringify(preset.keyCommand));
    inputs.boxes[0]?.hide();
    await until('the box for the key', () => inputs.boxes.length === 2);
    // Going back loses none of it.
    inputs.pressButton(vscode.QuickInputButtons.Back.tooltip);
    await until('the first step', () => picks.pickers.length === 2);
    assert.match(picks.rows()[0] ?? '', /“Company”, Help page: .*Settings of models: echo/u);
    picks.pickers[1]?.hide();
    await connecting;
    assert.equal(setting('keyCommand'), undefined);
    assert.equal(setting('gateways'), undefined);
  });
});
