// The gateway's models as another extension gets and asks them, in a real VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startGateway } from '../../referenceGateway/server';
import { tracesOf } from '../../support/canary';
import { questionsTo, setUserSetting, until } from '../support/portico';
import { recordInputBoxes, recordQuickPicks } from '../support/quickInputs';
import { ask, findModel, offeredModels, rejectionOf, startAsking, user } from './asker';
import { canary, setUpVscodeChat } from './setUp';

describe("models in VS Code's own chat", () => {
  const setUp = setUpVscodeChat();

  afterEach(async () => {
    await setUserSetting('vscodeChat.enabled', undefined);
  });

  it('are the chat models of the stored list, and listing them sends nothing', async () => {
    const { asker, gateway } = setUp;
    const before = gateway.requests.length;
    const models = await offeredModels(asker);
    const ids = models.map(({ family }) => family);
    assert.ok(ids.includes('echo') && ids.includes('demo-fast'), ids.join());
    assert.ok(!ids.some((id) => id.includes('embedding')), ids.join());
    assert.equal(gateway.requests.length, before);
    for (const { id, name, vendor } of models) {
      assert.equal(vendor, 'portico');
      assert.ok(id.startsWith(`${gateway.baseUrl} `), id);
      assert.notEqual(name, '');
    }
    assert.ok(tracesOf(canary).every((trace) => !JSON.stringify(models).includes(trace)));
  });

  it('are found by their ID', async () => {
    const { asker, gateway } = setUp;
    for (const model of ['a/b:c@1', 'mit Leerzeichen', 'x#y?z', '模型']) {
      gateway.addModel({
        id: model,
        description: '',
        behavior: { kind: 'answers', answer: () => ({ text: 'Hi' }), tokensPerSecond: Infinity },
      });
    }
    await vscode.commands.executeCommand('portico.refreshModels');
    for (const model of ['a/b:c@1', 'mit Leerzeichen', 'x#y?z', '模型']) {
      const { id } = await findModel(asker, model);
      const found = await asker.lm.selectChatModels({ id });
      assert.deepEqual(
        found.map(({ family }) => family),
        [model],
      );
    }
  });

  it('are gone when the setting is off, and return with it', async () => {
    const { asker, gateway } = setUp;
    const model = await findModel(asker, 'echo');
    await setUserSetting('vscodeChat.enabled', false);
    await until('no model', async () => (await offeredModels(asker)).length === 0);
    const code = (await rejectionOf(startAsking(model, 'Hello'))).code;
    assert.equal(code, 'NotFound');
    assert.deepEqual(questionsTo(gateway), []);
    await setUserSetting('vscodeChat.enabled', undefined);
    await until('the models', async () => (await offeredModels(asker)).length > 0);
  });

  it('follow the gateway: those of the one before are gone and never asked', async () => {
    const { asker, gateway } = setUp;
    const old = await findModel(asker, 'echo');
    const other = await startGateway();
    try {
      await setUserSetting('baseUrl', other.baseUrl);
      await vscode.commands.executeCommand('portico.refreshModels');
      await until('the models of the other gateway', async () => {
        const models = await offeredModels(asker);
        return models.length > 0 && models.every(({ id }) => id.startsWith(other.baseUrl));
      });
      const { code } = await rejectionOf(startAsking(old, 'Hello'));
      assert.equal(code, 'NotFound');
      assert.deepEqual([...questionsTo(gateway), ...questionsTo(other)], []);
    } finally {
      await other.close();
    }
  });

  it('are there as soon as Connect has ended, from the list that it fetched', async () => {
    const { asker } = setUp;
    const other = await startGateway({ apiKey: canary });
    const [inputs, picks] = [recordInputBoxes(), recordQuickPicks()];
    const isOffered = async (): Promise<boolean> => {
      const models = await offeredModels(asker);
      return models.length > 0 && models.every(({ id }) => id.startsWith(other.baseUrl));
    };
    const offered = Promise.withResolvers<void>();
    // VS Code is told, and asks by itself.
    const subscription = asker.lm.onDidChangeChatModels(() =>
      isOffered().then((isThere) => (isThere ? offered.resolve() : undefined), offered.reject),
    );
    try {
      const connecting = vscode.commands.executeCommand('portico.connect', { baseUrl: '' });
      await until('the first step', () => picks.pickers.length > 0);
      Object.assign(picks.pickers[0]!, { value: other.baseUrl });
      await picks.accept(new URL(other.baseUrl).host);
      await until('the key', () => inputs.boxes.length > 0);
      await inputs.type(canary);
      await until('the models', () => picks.pickers.length > 1);
      await picks.accept('echo');
      await until('the name', () => inputs.boxes.length > 1);
      await inputs.type('');
      await connecting;
      await offered.promise;
      assert.equal(other.requests.length, 1);
      assert.deepEqual(setUp.notifications.messages, []);
    } finally {
      subscription.dispose();
      inputs.dispose();
      picks.dispose();
      await other.close();
    }
  });

  it('stream reasoning apart from the text', async () => {
    const { asker } = setUp;
    const { text, others } = await ask(asker, 'demo-reasoning', 'Why?');
    assert.ok(text.length > 0);
    assert.ok(others.length > 0, 'no thinking part');
    const reasoning = others.map((part) => Reflect.get(part as object, 'value')).join('');
    assert.ok(!text.includes(reasoning), text);
  });

  it('close the connection of an answer that runs when its request is canceled', async () => {
    const { asker, gateway } = setUp;
    const gate = gateway.gate('gated');
    const source = new vscode.CancellationTokenSource();
    const asking = ask(asker, 'gated', 'Hello', undefined, source.token).catch(() => undefined);
    const request = await gateway.nextRequest(({ method }) => method === 'POST');
    await gate.sendText('Be');
    source.cancel();
    await request.closed;
    assert.ok(request.aborted);
    await asking;
  });

  it('count tokens', async () => {
    const model = await findModel(setUp.asker, 'echo');
    const short = await model.countTokens('Hello');
    const long = await model.countTokens(user('Hello world. '.repeat(100)));
    assert.ok(short > 0 && short < 20, String(short));
    assert.ok(long > 200 && long < 500, String(long));
  });
});
