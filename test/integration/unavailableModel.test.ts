// A model that goes offline in mid-conversation: one click asks another, and nothing but its name changes.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models/demoModels';
import { type Gateway, startGateway } from '../referenceGateway/server';
import {
  activatePortico,
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from './support/portico';
import { recordQuickPicks } from './support/quickInputs';
import { recordNotifications, type NotificationRecorder } from './support/notifications';

const key = 'sk-canary-gone-8Lp3';

describe('a model that is gone', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;
  let notifications: NotificationRecorder;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({
      apiKey: key,
      models: demoModels,
      tokensPerSecond: Infinity,
    });
    await setUserSetting('baseUrl', gateway.baseUrl);
    await setUserSetting('systemPrompt', 'Be brief.');
    await vscode.commands.executeCommand('portico.setApiKey', { key });
  });
  after(async () => {
    await setUserSetting('systemPrompt', undefined);
    await gateway.close();
  });
  beforeEach(async () => {
    notifications = recordNotifications('Set as Default');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await newChat();
  });
  afterEach(() => {
    notifications.dispose();
    gateway.bringBack('demo-fast');
  });

  function notice(): NonNullable<ReturnType<typeof portico.viewState>['notices'][string]> {
    const found = portico.viewState().notices[lastAnswer(portico).id];
    assert.ok(found);
    return found;
  }

  async function offered(): Promise<readonly string[]> {
    await until('the alternatives', () => notice().alternatives !== undefined);
    return notice().alternatives?.map(({ model }) => model) ?? [];
  }

  it('is answered by another with the identical request, the model’s value apart', async () => {
    await getAnswer(portico, 'One?');
    gateway.takeOffline('demo-fast');
    gateway.clearRequests();
    const failed = await getAnswer(portico, 'Zwei? 你好 "two"');
    assert.equal(failed.outcome?.failure?.kind, 'modelGone');
    const models = await offered();
    assert.ok(models.length > 0 && models.length <= 5);
    assert.ok(!models.includes('demo-fast'));
    assert.ok(
      models.every((model) => model.startsWith('demo-')),
      models.join(),
    );
    assert.match(notice().sentence, /lists the model “demo-fast”, but does not serve it/u);
    assert.equal(notice().actions.filter(({ action }) => action === 'retry').length, 1);
    const asked = questionsTo(gateway);
    assert.equal(asked.length, 1, 'it never switches by itself');

    const [chosen = ''] = models;
    assert.equal(chosen, 'demo-markdown', 'what was used lately comes first');
    assert.equal(await portico.retryWithModel(failed.id, 'not/offered'), false);
    // What is sent is what was sent, whatever the settings have become.
    await setUserSetting('systemPrompt', 'Be verbose.');
    assert.equal(await portico.retryWithModel(failed.id, chosen), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    await setUserSetting('systemPrompt', 'Be brief.');
    const [first, second] = questionsTo(gateway);
    assert.ok(first && second);
    assert.deepEqual(second.json, { ...(first.json as object), model: chosen });
    assert.equal(
      second.body.replace(JSON.stringify(chosen), JSON.stringify('demo-fast')),
      first.body,
    );
    assert.equal(second.path, first.path);
    assert.equal(lastAnswer(portico).model, chosen);
    assert.equal(portico.conversation().model, chosen);
    assert.equal(portico.conversation().messages.length, 4);
    await until('the offer', () =>
      notifications.messages.some((text) => text.includes('new chats')),
    );
    await until(
      'the default',
      () => vscode.workspace.getConfiguration('portico').get('model') === chosen,
    );
  });

  it('weighs the conversation as the meter does: the system prompt counts', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    gateway.takeOffline('demo-fast');
    await getAnswer(portico, 'One?');
    assert.equal((await offered())[0], 'demo-small', 'what was used lately comes first');
    await setUserSetting('systemPrompt', 'Be brief. '.repeat(1000));
    await getAnswer(portico, 'Two?');
    const [first] = await offered();
    await setUserSetting('systemPrompt', 'Be brief.');
    assert.notEqual(first, 'demo-small', 'it takes 2000 tokens');
  });

  it('says before the click which model is asked through another form, and asks it so', async () => {
    await setUserSetting('wireForms', { 'demo-markdown': 'messages' });
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    await offered();
    const differing = notice().alternatives?.filter(({ differences }) =>
      differences.some((text) => text.includes('a different API format')),
    );
    assert.deepEqual(differing?.find(({ model }) => model === 'demo-markdown')?.differences, [
      'Uses a different API format: messages.',
    ]);
    assert.ok((differing?.length ?? 0) < (notice().alternatives?.length ?? 0));
    assert.equal(await portico.retryWithModel(failed.id, 'demo-markdown'), true);
    await until('the answer', () => lastAnswer(portico).state === 'streaming');
    await vscode.commands.executeCommand('portico.stop');
    await setUserSetting('wireForms', undefined);
    assert.equal(lastAnswer(portico).outcome?.apiFormat, 'messages');
    const paths = questionsTo(gateway);
    assert.equal(paths.at(-1)?.path, '/v1/messages');
  });

  it('in the middle of an answer: that goes on with another, by the identical request', async () => {
    const gate = gateway.gate('demo-fast');
    assert.equal(await portico.ask('A story?'), true);
    await gate.sendText('There was a king, and');
    await gate.finish('length');
    await until('the answer ends', () => lastAnswer(portico).state === 'truncated');
    const { id } = lastAnswer(portico);
    gateway.takeOffline('demo-fast');
    gateway.clearRequests();
    assert.equal(await portico.continueAnswer(id), true);
    await until('the refusal', () => lastAnswer(portico).outcome !== undefined);
    const [chosen = ''] = await offered();
    assert.equal(await portico.retryWithModel(id, chosen), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    const { text, model } = lastAnswer(portico);
    assert.ok(text.startsWith('There was a king, and') && text.length > 30, text);
    assert.deepEqual([lastAnswer(portico).id, model], [id, chosen]);
    assert.equal(portico.conversation().messages.length, 2);
    const [first, second] = questionsTo(gateway);
    assert.equal(
      second?.body.replace(JSON.stringify(chosen), JSON.stringify('demo-fast')),
      first?.body,
    );
  });

  it('is not offered itself while others are, until it has come back', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
    gateway.takeOffline('demo-small');
    gateway.takeOffline('demo-markdown');
    try {
      const failed = await getAnswer(portico, 'One?');
      assert.equal((await offered())[0], 'demo-markdown', 'what was used lately comes first');
      assert.equal(await portico.retryWithModel(failed.id, 'demo-markdown'), true);
      await until('the second refusal', () => lastAnswer(portico).outcome !== undefined);
      assert.equal(lastAnswer(portico).model, 'demo-markdown');
      assert.ok(!(await offered()).includes('demo-small'));
      gateway.bringBack('demo-small');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
      await getAnswer(portico, 'Are you there?');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
      await getAnswer(portico, 'And you?');
      assert.equal((await offered())[0], 'demo-small');
    } finally {
      gateway.bringBack('demo-small');
      gateway.bringBack('demo-markdown');
    }
  });

  it('has its offers again when the conversation is opened anew, and asks nobody for them', async () => {
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    const before = await offered();
    const { sentence } = notice();
    gateway.clearRequests();
    portico.reopen();
    assert.deepEqual(await offered(), before);
    assert.equal(notice().sentence, sentence);
    assert.deepEqual(gateway.requests, []);
    gateway.bringBack('demo-fast');
    assert.equal(await portico.retryWithModel(failed.id, before[0] ?? ''), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
  });

  it('is no longer told once the answer goes on', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    assert.equal(await portico.ask('One?'), true);
    await until('some text', () => lastAnswer(portico).text !== '');
    await vscode.commands.executeCommand('portico.stop');
    const { id, text } = lastAnswer(portico);
    gateway.takeOffline('demo-markdown');
    try {
      assert.equal(await portico.continueAnswer(id), true);
      await until('the refusal', () => lastAnswer(portico).outcome !== undefined);
      const [chosen = ''] = await offered();
      assert.equal(lastAnswer(portico).text, text);
      gateway.bringBack('demo-markdown');
      assert.equal(await portico.continueAnswer(id), true);
      await until('more text', () => lastAnswer(portico).text.length > text.length);
      await vscode.commands.executeCommand('portico.stop');
      assert.equal(notice().alternatives, undefined);
      assert.equal(await portico.retryWithModel(id, chosen), false);
    } finally {
      gateway.bringBack('demo-markdown');
    }
  });

  async function chooseAnother(messageId: string, model: string): Promise<void> {
    const quickPicks = recordQuickPicks();
    try {
      const choosing = portico.run({ type: 'pickModelForRetry', messageId });
      await until('the fresh list', () => {
        const settled = quickPicks.pickers.at(-1)?.busy === false;
        return settled && quickPicks.rows().some((row) => row.includes(model));
      });
      await quickPicks.accept(model);
      await choosing;
    } finally {
      quickPicks.dispose();
    }
  }

  it('is answered at once by any other that is chosen and changes nothing else', async () => {
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    await offered();
    assert.deepEqual(
      notice().actions.map(({ action }) => action),
      ['retry'],
      '“Choose Another…” stands among the offers',
    );
    gateway.clearRequests();
    await chooseAnother(failed.id, 'demo-small');
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).model, 'demo-small');
    assert.equal(questionsTo(gateway).length, 1);
    await until('the offer', () =>
      notifications.messages.some((text) => text.includes('new chats')),
    );
  });

  it('is answered by any other that is chosen, once its differences were told', async () => {
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    await offered();
    const before = portico.conversation().model;
    gateway.clearRequests();
    await chooseAnother(failed.id, 'demo-claude');
    const [first] = notice().alternatives ?? [];
    assert.equal(first?.model, 'demo-claude');
    assert.match(first?.differences.join() ?? '', /a different API format: messages/u);
    assert.equal(portico.conversation().model, before, 'nothing is chosen yet');
    assert.deepEqual(questionsTo(gateway), []);
    await portico.run({ type: 'retryWithModel', messageId: failed.id, model: 'demo-claude' });
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).outcome?.apiFormat, 'messages');
  });

  it('is told by a fresh list where the gateway says something else', async () => {
    gateway.addModel({
      id: 'demo-fading',
      about: 'Leaves the list with its first answer, which is a 500.',
      behaviour: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          gateway.removeModel('demo-fading');
          await exchange.json(500, {
            error: { message: 'no channel', code: 'get_channel_failed' },
          });
        },
      },
    });
    await vscode.commands.executeCommand('portico.refreshModels');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fading');
    const failed = await getAnswer(portico, 'Are you there?');
    assert.equal(failed.outcome?.failure?.kind, 'serverError');
    assert.ok((await offered()).length > 0);
    assert.match(
      notice().sentence,
      /had an internal error.*“demo-fading” is no longer in its list/u,
    );
    await until('the warning', () =>
      notifications.messages.some((text) =>
        /no longer lists “demo-fading”, with which/u.test(text),
      ),
    );
  });

  it('is no matter of a failure that has another reason', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', { key: 'sk-wrong-wrong-wrong' });
    await getAnswer(portico, 'Are you there?');
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    assert.equal(notice().alternatives, undefined);
    assert.deepEqual(
      gateway.requests.slice(-1).map(({ method }) => method),
      ['POST'],
    );
  });

  describe('where there is another gateway', () => {
    let other: Gateway;

    before(async () => {
      other = await startGateway({ models: demoModels });
    });
    after(() => other.close());
    afterEach(() => setUserSetting('baseUrl', gateway.baseUrl));

    const refresh = () => vscode.commands.executeCommand('portico.refreshModels');

    it('is not looked for in the list of one that was switched to meanwhile', async () => {
      let begun = (): void => {};
      let end = (): void => {};
      const begins = new Promise<void>((resolve) => (begun = resolve));
      const ends = new Promise<void>((resolve) => (end = resolve));
      gateway.addModel({
        id: 'demo-leaving',
        about: 'Is gone once the test says so.',
        behaviour: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            begun();
            await ends;
            await exchange.json(404, { error: { message: 'gone', code: 'model_not_found' } });
          },
        },
      });
      await vscode.commands.executeCommand('portico.selectModel', 'demo-leaving');
      assert.equal(await portico.ask('Are you there?'), true);
      await begins;
      await setUserSetting('baseUrl', other.baseUrl);
      end();
      await until('the answer ends', () => lastAnswer(portico).state === 'failed');
      gateway.removeModel('demo-leaving');
      const failed = lastAnswer(portico);
      assert.equal(failed.outcome?.failure?.kind, 'modelGone');
      // A whole round at home is longer than what the failure sets off.
      await setUserSetting('baseUrl', gateway.baseUrl);
      gateway.takeOffline('demo-fast');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
      await getAnswer(portico, 'And you?');
      await offered();
      assert.equal(portico.viewState().notices[failed.id]?.alternatives, undefined);
      assert.deepEqual(other.requests, []);
    });

    it('is no default that the list of a gateway not in use could miss', async () => {
      await setUserSetting('baseUrl', other.baseUrl);
      await refresh();
      other.removeModel('demo-fast');
      other.clearRequests();
      const release = other.holdList();
      const refreshed = refresh();
      await other.nextRequest();
      await setUserSetting('baseUrl', gateway.baseUrl);
      release();
      await refreshed;
      assert.match(notifications.messages.at(-1) ?? '', /No longer listed: “demo-fast”\.$/u);
      await refresh();
      assert.doesNotMatch(notifications.messages.join('\n'), /no longer listed by the gateway/u);
    });

    it('is told of its own list, whichever comes in meanwhile', async () => {
      await refresh();
      await setUserSetting('baseUrl', other.baseUrl);
      await refresh();
      notifications.dispose();
      notifications = recordNotifications();
      gateway.addModel({ id: 'new-here', about: 'New.', behaviour: { kind: 'noChat' } });
      other.addModel({ id: 'new-there', about: 'New.', behaviour: { kind: 'noChat' } });
      gateway.clearRequests();
      other.clearRequests();
      const releases = [gateway.holdList(), other.holdList()];
      const there = refresh();
      await other.nextRequest();
      await setUserSetting('baseUrl', gateway.baseUrl);
      const here = refresh();
      await gateway.nextRequest();
      for (const release of releases) {
        release();
      }
      await Promise.all([there, here]);
      const news = notifications.messages.map((text) => /“new-\w+”/u.exec(text)?.[0] ?? '');
      assert.deepEqual(news.toSorted(), ['“new-here”', '“new-there”']);
      gateway.removeModel('new-here');
    });
  });

  it('is told at a refresh, with what is new', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    gateway.removeModel('echo');
    gateway.addModel({ id: 'brand-new', about: 'New.', behaviour: { kind: 'noChat' } });
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.match(
      notifications.messages.at(-1) ?? '',
      /^The gateway lists \d+ models\. New since last time: “brand-new”\. No longer listed: “echo”\.$/u,
    );
  });
});
