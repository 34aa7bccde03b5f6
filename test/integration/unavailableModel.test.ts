// A model that goes offline in mid-conversation: one click asks another one with the same request.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models/demoModels';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import {
  getAnswer,
  lastAnswer,
  newChat,
  questionsTo,
  setUserSetting,
  until,
} from './support/portico';
import { recordQuickPicks } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-gone-8Lp3';

describe('an unavailable model', () => {
  withGateway({ apiKey: key, models: demoModels, tokensPerSecond: Infinity });
  let notifications: NotificationRecorder;

  before(async () => {
    await setUserSetting('systemPrompt', 'Be brief.');
  });
  after(async () => {
    await setUserSetting('systemPrompt', undefined);
  });
  beforeEach(async () => {
    notifications = recordNotifications();
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
    await newChat();
  });
  afterEach(() => {
    notifications.dispose();
    gateway.bringOnline('demo-fast');
  });

  const retryWith = (messageId: string, model: string) =>
    portico.execute({ type: 'retryWithModel', messageId, model });

  function notice(): NonNullable<ReturnType<typeof portico.viewState>['notices'][string]> {
    const found = portico.viewState().notices[lastAnswer(portico).id];
    assert.ok(found);
    return found;
  }

  /** Another model for one answer is not the one for new chats; no notification asks. */
  function assertDefaultStays(): void {
    assert.equal(vscode.workspace.getConfiguration('portico').get('model'), 'demo-fast');
    assert.deepEqual(notifications.messages, []);
  }

  async function offered(): Promise<readonly string[]> {
    await until('the alternatives', () => notice().alternatives !== undefined);
    return notice().alternatives?.map(({ model }) => model) ?? [];
  }

  it('is replaced by another one with the same request but for the model ID', async () => {
    await getAnswer(portico, 'One?');
    gateway.takeOffline('demo-fast');
    gateway.clearRequests();
    const failed = await getAnswer(portico, 'Zwei? 你好 "two"');
    assert.equal(failed.outcome?.failure?.kind, 'modelNotFound');
    const models = await offered();
    assert.ok(models.length > 0 && models.length <= 5);
    assert.ok(!models.includes('demo-fast'));
    assert.ok(
      models.every((model) => model.startsWith('demo-')),
      models.join(),
    );
    assert.match(notice().sentence, /“demo-fast” is listed by .* but isn't available/u);
    assert.equal(notice().actions.filter(({ action }) => action === 'retry').length, 1);
    const asked = questionsTo(gateway);
    assert.equal(asked.length, 1, 'it never switches by itself');

    const [chosen = ''] = models;
    assert.equal(chosen, 'demo-markdown', 'recent models come first');
    assert.equal(await retryWith(failed.id, 'not/offered'), false);
    // The same request is sent again, although the settings have changed.
    await setUserSetting('systemPrompt', 'Be verbose.');
    assert.equal(await retryWith(failed.id, chosen), true);
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
    assertDefaultStays();
  });

  it('is replaced when an answer is continued, with the same request', async () => {
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
    assert.equal(await retryWith(id, chosen), true);
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

  it('is not offered itself until it has answered again', async () => {
    await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
    await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
    gateway.takeOffline('demo-small');
    gateway.takeOffline('demo-markdown');
    try {
      const failed = await getAnswer(portico, 'One?');
      assert.equal((await offered())[0], 'demo-markdown', 'recent models come first');
      assert.equal(await retryWith(failed.id, 'demo-markdown'), true);
      await until('the second refusal', () => lastAnswer(portico).outcome !== undefined);
      assert.equal(lastAnswer(portico).model, 'demo-markdown');
      assert.ok(!(await offered()).includes('demo-small'));
      gateway.bringOnline('demo-small');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-small');
      await getAnswer(portico, 'Are you there?');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
      await getAnswer(portico, 'And you?');
      assert.equal((await offered())[0], 'demo-small');
    } finally {
      gateway.bringOnline('demo-small');
      gateway.bringOnline('demo-markdown');
    }
  });

  it('has the same offers when the chat is opened again, without a request', async () => {
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    const before = await offered();
    const { sentence } = notice();
    gateway.clearRequests();
    portico.reopen();
    assert.deepEqual(await offered(), before);
    assert.equal(notice().sentence, sentence);
    assert.deepEqual(gateway.requests, []);
    gateway.bringOnline('demo-fast');
    assert.equal(await retryWith(failed.id, before[0] ?? ''), true);
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
  });

  it('has no offers any more once the answer is continued', async () => {
    const id = 'demo-gated';
    const gate = gateway.gate(id);
    gateway.addModel({
      id,
      description: 'Answers when the test says so.',
      behavior: { kind: 'answers', answer: () => ({ text: 'Here.' }), tokensPerSecond: Infinity },
    });
    try {
      await vscode.commands.executeCommand('portico.selectModel', id);
      assert.equal(await portico.ask('One?'), true);
      await gate.sendText('There was a king, and');
      await until('some text', () => lastAnswer(portico).text !== '');
      await vscode.commands.executeCommand('portico.stop');
      const { id: answerId, text } = lastAnswer(portico);
      gateway.takeOffline(id);
      assert.equal(await portico.continueAnswer(answerId), true);
      await until('the refusal', () => lastAnswer(portico).outcome !== undefined);
      const [chosen = ''] = await offered();
      assert.equal(lastAnswer(portico).text, text);
      gateway.bringOnline(id);
      assert.equal(await portico.continueAnswer(answerId), true);
      await gate.sendText(' a queen.');
      await until('more text', () => lastAnswer(portico).text.length > text.length);
      await vscode.commands.executeCommand('portico.stop');
      assert.equal(notice().alternatives, undefined);
      assert.equal(await retryWith(answerId, chosen), false);
    } finally {
      gateway.removeModel(id);
    }
  });

  async function chooseAnother(messageId: string, model: string): Promise<void> {
    const quickPicks = recordQuickPicks();
    try {
      const choosing = portico.run({ type: 'pickModelForRetry', messageId });
      await until('the picker', () => quickPicks.pickers.length > 0);
      const [picker] = quickPicks.pickers;
      await until('all models', () => picker?.busy === false && picker.activeItems.length > 0);
      assert.equal(picker?.title, 'Retry with Another Model');
      const [active] = picker.activeItems;
      assert.equal(active?.label, (await offered())[0], 'the closest one, not the current one');
      assert.ok(
        quickPicks
          .rows()
          .some((row) => row.startsWith('$(warning) demo-fast | unavailable right now')),
      );
      await quickPicks.accept(model);
      await choosing;
    } finally {
      quickPicks.dispose();
    }
  }

  it('is replaced at once by a picked model that differs in nothing else', async () => {
    gateway.takeOffline('demo-fast');
    const failed = await getAnswer(portico, 'One?');
    await offered();
    assert.deepEqual(
      notice().actions.map(({ action }) => action),
      ['retry'],
      'the page adds “Choose another model…”',
    );
    gateway.clearRequests();
    await chooseAnother(failed.id, 'demo-small');
    await until('the answer ends', () => lastAnswer(portico).state === 'complete');
    assert.equal(lastAnswer(portico).model, 'demo-small');
    assert.equal(questionsTo(gateway).length, 1);
    assert.equal(portico.conversation().model, 'demo-small');
    assertDefaultStays();
  });

  it('is replaced by a picked model after its differences were shown', async () => {
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

  it('is recognized by a new model list where the error names another reason', async () => {
    gateway.addModel({
      id: 'demo-fading',
      description: 'Leaves the list with its first answer, which is a 500.',
      behavior: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          gateway.removeModel('demo-fading');
          await exchange.sendJson(500, {
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
      /had an internal error.*“demo-fading” is no longer in the model list/u,
    );
    // The notice has said it: neither the list nor Diagnose Connection says it again.
    await vscode.commands.executeCommand('portico.checkConnection');
    const shown = notifications.messages.filter((text) => !text.includes(' new: '));
    assert.equal(shown.length, 1, shown.join('\n'));
    assert.match(shown[0] ?? '', /^The connection works\. The gateway lists \d+ models\.$/u);
  });

  it('is not suspected when the failure has another reason', async () => {
    await vscode.commands.executeCommand('portico.setApiKey', { key: 'sk-wrong-wrong-wrong' });
    await getAnswer(portico, 'Are you there?');
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    assert.equal(notice().alternatives, undefined);
    assert.deepEqual(
      gateway.requests.slice(-1).map(({ method }) => method),
      ['POST'],
    );
  });

  describe('with a second gateway', () => {
    let other: Gateway;

    before(async () => {
      other = await startGateway({ models: demoModels });
    });
    after(() => other.close());
    afterEach(() => setUserSetting('baseUrl', gateway.baseUrl));

    const refresh = () => vscode.commands.executeCommand('portico.refreshModels');

    it('is not replaced by models of a gateway that was chosen meanwhile', async () => {
      const started = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      gateway.addModel({
        id: 'demo-leaving',
        description: 'Is refused when the test says so.',
        behavior: {
          kind: 'serves',
          serve: async ({ exchange }) => {
            started.resolve();
            await released.promise;
            await exchange.sendJson(404, { error: { message: 'gone', code: 'model_not_found' } });
          },
        },
      });
      await vscode.commands.executeCommand('portico.selectModel', 'demo-leaving');
      assert.equal(await portico.ask('Are you there?'), true);
      await started.promise;
      await setUserSetting('baseUrl', other.baseUrl);
      released.resolve();
      await until('the answer ends', () => lastAnswer(portico).state === 'failed');
      gateway.removeModel('demo-leaving');
      const failed = lastAnswer(portico);
      assert.equal(failed.outcome?.failure?.kind, 'modelNotFound');
      // A complete question to the first gateway takes longer than the advice after a failure.
      await setUserSetting('baseUrl', gateway.baseUrl);
      gateway.takeOffline('demo-fast');
      await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
      await getAnswer(portico, 'And you?');
      await offered();
      assert.equal(portico.viewState().notices[failed.id]?.alternatives, undefined);
      assert.deepEqual(other.requests, []);
    });

    it('is not reported as a missing default by the list of another gateway', async () => {
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
      assert.match(
        notifications.messages.at(-1) ?? '',
        /1 model is no longer listed: “demo-fast”\.$/u,
      );
      await refresh();
      assert.doesNotMatch(notifications.messages.join('\n'), /no longer listed by the gateway/u);
    });

    it('is compared with the earlier list of the same gateway, in whichever order lists arrive', async () => {
      await refresh();
      await setUserSetting('baseUrl', other.baseUrl);
      await refresh();
      notifications.dispose();
      notifications = recordNotifications();
      gateway.addModel({ id: 'new-here', description: 'New.', behavior: { kind: 'noChat' } });
      other.addModel({ id: 'new-there', description: 'New.', behavior: { kind: 'noChat' } });
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

  it('is named when the list is refreshed, with the new models', async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
    gateway.removeModel('echo');
    gateway.addModel({ id: 'brand-new', description: 'New.', behavior: { kind: 'noChat' } });
    await vscode.commands.executeCommand('portico.refreshModels');
    assert.match(
      notifications.messages.at(-1) ?? '',
      /^The gateway lists \d+ models\. 1 model is no longer listed: “echo”\. 1 model is new: “brand-new”\.$/u,
    );
  });
});
