// `portico.keyCommand`, `${apiKey}` in `portico.headers`, and what a gateway demands besides, in a real VS Code.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
  type Portico,
} from './support/portico';
import { recordInputBoxes } from './support/quickInputs';

const accepted = 'sk-canary-command-7Tq2Xw9Z';

describe('credentials', () => {
  let portico: Portico;
  let gateway: Gateway;
  let folder: string;
  let notifications: NotificationRecorder;

  before(async () => {
    portico = await activatePortico();
    folder = await mkdtemp(join(tmpdir(), 'portico-credentials-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    notifications = recordNotifications('Run');
    gateway = await startGateway({ apiKey: accepted });
    await writeFile(join(folder, 'key'), accepted);
    await writeFile(join(folder, 'runs'), '');
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
  });
  afterEach(async () => {
    notifications.dispose();
    await setUserSetting('keyCommand', undefined);
    await setUserSetting('headers', undefined);
    await setUserSetting('queryParameters', undefined);
    await gateway.close();
  });

  /** Prints the file `key` and notes the run. */
  function command(extra = ''): readonly string[] {
    const script = `cat '${folder}/key'; echo run >> '${folder}/runs'; ${extra}`;
    return ['/bin/sh', '-c', script];
  }

  async function runs(): Promise<number> {
    return (await readFile(join(folder, 'runs'), 'utf8')).split('\n').length - 1;
  }

  function answerDialogs(button: string): void {
    notifications.dispose();
    notifications = recordNotifications(button);
  }

  describe('from a key command', () => {
    it('asks before the command runs, and uses its key', async () => {
      await setUserSetting('keyCommand', { [gateway.origin]: command() });
      assert.equal(await runs(), 0);
      const { state } = await getAnswer(portico, 'Who are you?');
      assert.equal(state, 'complete');
      assert.match(notifications.messages[0] ?? '', /^Run this command/u);
      // The command is on a line of its own, after all sentences.
      const shown = `"/bin/sh" "-c" ${JSON.stringify(command()[2])}`;
      assert.match(notifications.details[0] ?? '', /^What it prints is sent to [^\n]+\.\n\n/u);
      assert.equal(notifications.details[0]?.split('\n\n')[1], shown);
      await getAnswer(portico, 'And now?');
      assert.equal(notifications.messages.length, 1);
      assert.equal(await runs(), 1);
    });

    it('sends nothing without consent, and says so', async () => {
      answerDialogs('Cancel');
      await setUserSetting('keyCommand', { [gateway.origin]: command('true') });
      const answer = await getAnswer(portico, 'Who are you?');
      assert.equal(answer.outcome?.failure?.keyCommandProblem, 'declined');
      assert.equal(await runs(), 0);
      assert.deepEqual(questionsTo(gateway), []);
      const notice = portico.viewState().notices[answer.id];
      assert.deepEqual(
        notice?.actions.map(({ label }) => label),
        ['Open settings', 'Retry', 'Show log'],
      );
    });

    it('runs again after a 401, and sends the question once more', async () => {
      await setUserSetting('keyCommand', { [gateway.origin]: command(': renewed') });
      await writeFile(join(folder, 'key'), 'sk-expired-expired');
      const failed = await getAnswer(portico, 'Who are you?');
      assert.equal(failed.outcome?.failure?.kind, 'keyRejected');
      assert.deepEqual(
        portico.viewState().notices[failed.id]?.actions.map(({ label }) => label),
        ['Open settings', 'Retry'],
      );
      assert.equal(await runs(), 2);
      assert.equal(questionsTo(gateway).length, 1);
      await writeFile(join(folder, 'key'), accepted);
      assert.equal(await portico.retry(failed.id), true);
      await until('the answer', () => lastAnswer(portico).state === 'complete');
      assert.equal(await runs(), 3);
    });

    it('reports the exit code, not the output', async () => {
      await setUserSetting('keyCommand', { [gateway.origin]: command('exit 9') });
      const answer = await getAnswer(portico, 'Who are you?');
      assert.equal(answer.outcome?.failure?.exitCode, 9);
      const shown = JSON.stringify(portico.viewState());
      assert.match(portico.viewState().notices[answer.id]?.sentence ?? '', /exit code 9/u);
      assert.ok(!shown.includes(accepted));
    });

    it('takes precedence over a stored key, as Set API Key says', async () => {
      await setUserSetting('keyCommand', { [gateway.origin]: command('# precedence') });
      await vscode.commands.executeCommand('portico.setApiKey', { key: 'sk-stored-stored' });
      assert.match(notifications.messages.at(-1) ?? '', /takes precedence over a stored key/u);
      const { state } = await getAnswer(portico, 'Who are you?');
      assert.equal(state, 'complete');
    });
  });

  describe('in an extra header', () => {
    it('replaces Authorization, and is never sent as the placeholder', async () => {
      await setUserSetting('headers', { [gateway.origin]: { 'X-Api-Key': '${apiKey}' } });
      await vscode.commands.executeCommand('portico.setApiKey', { key: accepted });
      await getAnswer(portico, 'Who are you?');
      const headers = questionsTo(gateway).at(-1)?.headers;
      assert.equal(headers?.['x-api-key'], accepted);
      assert.equal(headers?.['authorization'], undefined);
    });

    it('is offered in place of the stored key', async () => {
      answerDialogs('Replace');
      await vscode.commands.executeCommand('portico.setApiKey', { key: accepted });
      await setUserSetting('headers', {
        [gateway.origin]: { 'X-Token': `Token ${accepted}`, 'X-Team': 'blue' },
      });
      const settings = (): unknown => vscode.workspace.getConfiguration('portico').get('headers');
      await until('the placeholder', () => JSON.stringify(settings()).includes('Token ${apiKey}'));
      assert.deepEqual(settings(), {
        [gateway.origin]: { 'X-Token': 'Token ${apiKey}', 'X-Team': 'blue' },
      });
      assert.ok(!notifications.messages.join('\n').includes(accepted));
    });
  });

  describe('that a gateway demands beside the key', () => {
    beforeEach(async () => {
      await vscode.commands.executeCommand('portico.setApiKey', {
        baseUrl: gateway.baseUrl,
        key: accepted,
      });
    });

    for (const [model, button, setting, name, proposed, typed] of [
      [
        'fault-401-subscription-key',
        'addHeader',
        'headers',
        'Ocp-Apim-Subscription-Key',
        '${apiKey}',
        'team',
      ],
      [
        'fault-400-api-version',
        'addQueryParameter',
        'queryParameters',
        'api-version',
        '',
        '2024-10-21',
      ],
    ] as const) {
      it(`are asked for and set by the notice's first button, in portico.${setting}`, async () => {
        await setUserSetting(setting, { 'https://other.example': { a: 'b' } });
        await vscode.commands.executeCommand('portico.selectModel', model);
        const { id, state } = await getAnswer(portico, 'Who are you?');
        assert.equal(state, 'failed');
        assert.equal(portico.viewState().notices[id]?.actions[0]?.action, button);
        const inputs = recordInputBoxes();
        const done = portico.run({ type: 'runNoticeAction', messageId: id, action: button });
        await until('the input box', () => inputs.boxes.length === 1);
        assert.ok(inputs.boxes[0]?.title?.includes(`“${name}”`));
        assert.equal(inputs.boxes[0]?.value, proposed);
        await inputs.type('${nothing}');
        await until('the refusal', () => inputs.boxes[0]?.validationMessage !== undefined);
        await inputs.type(typed);
        await done;
        inputs.dispose();
        assert.deepEqual(vscode.workspace.getConfiguration('portico').get(setting), {
          'https://other.example': { a: 'b' },
          [gateway.origin]: { [name]: typed },
        });
        await until(
          'Retry to be first',
          () => portico.viewState().notices[id]?.actions[0]?.action === 'retry',
        );
        assert.equal(await portico.retry(id), true);
        await until('the answer', () => lastAnswer(portico).state === 'complete');
      });
    }
  });
});
