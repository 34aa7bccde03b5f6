// The gateway's models as another extension gets and asks them, in a real VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startGateway } from '../../referenceGateway/server';
import { tracesOf } from '../../support/canary';
import { questionsTo, setUserSetting, until } from '../support/portico';
import { ask, assistant, user, findModel, offeredModels, rejectionOf, startAsking } from './asker';
import { pixelPng } from '../../support/pixelPng';
import { canary, setUpVscodeChat } from './setUp';

describe("models in VS Code's own chat", () => {
  const setUp = setUpVscodeChat();

  afterEach(async () => {
    await setUserSetting('vscodeChat.enabled', undefined);
    await setUserSetting('models', undefined);
    await setUserSetting('systemPrompt', undefined);
    await setUserSetting('temperature', undefined);
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

  it('have the limits and abilities of the settings', async () => {
    const { asker } = setUp;
    await setUserSetting('models', {
      echo: {
        contextLength: 50_000,
        maxOutputTokens: 10_000,
        toolCalling: false,
        imageInput: true,
      },
    });
    await until('the settings', async () => {
      const { maxInputTokens, ...model } = await findModel(asker, 'echo');
      const abilities: unknown = Reflect.get(model, 'capabilities');
      return (
        maxInputTokens === 40_000 &&
        JSON.stringify(abilities) ===
          JSON.stringify({ supportsImageToText: true, supportsToolCalling: false })
      );
    });
  });

  it('answer with the settings of requests, without the system prompt of the chat view', async () => {
    const { asker, gateway } = setUp;
    await setUserSetting('systemPrompt', 'You are a pirate.');
    await setUserSetting('temperature', 0.3);
    const messages = [user('One?'), assistant('Two.'), user('Who are you?')];
    const { text } = await ask(asker, 'echo', messages, {
      modelOptions: { max_tokens: 77, seed: 7 },
    });
    assert.match(text, /Who are you\?/u);
    const [request] = questionsTo(gateway);
    assert.deepEqual(pick(request?.json, ['messages', 'temperature', 'seed', 'stream']), {
      messages: [
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'Two.' },
        { role: 'user', content: 'Who are you?' },
      ],
      temperature: 0.3,
      stream: true,
    });
    assert.match(request?.body ?? '', /"max_(?:completion_)?tokens":77/u);
  });

  it('stream reasoning apart from the text', async () => {
    const { asker } = setUp;
    const { text, others } = await ask(asker, 'demo-reasoning', 'Why?');
    assert.ok(text.length > 0);
    assert.ok(others.length > 0, 'no thinking part');
    const reasoning = others.map((part) => Reflect.get(part as object, 'value')).join('');
    assert.ok(!text.includes(reasoning), text);
  });

  it('get images, and text files as text; other files are refused with their type', async () => {
    const { asker, gateway } = setUp;
    const { LanguageModelDataPart: data } = vscode;
    const parts = [
      new vscode.LanguageModelTextPart('What is this?'),
      data.image(pixelPng, 'image/png'),
      data.text(' A note.', 'text/plain'),
      data.json({ a: 1 }),
    ];
    await ask(asker, 'echo', [user(parts)]);
    const body = questionsTo(gateway)[0]?.body ?? '';
    assert.match(body, /data:image\/png;base64,iVBORw/u);
    assert.match(body, /What is this\? A note\./u);
    const model = await findModel(asker, 'echo');
    const sound = new vscode.LanguageModelDataPart(new Uint8Array([1]), 'audio/wav');
    const error = await rejectionOf(startAsking(model, [user([sound])]));
    assert.match(error.message, /audio\/wav/u);
    assert.equal(questionsTo(gateway).length, 1);
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

  it('are harmless whatever the list says of them', async () => {
    const { asker, gateway } = setUp;
    gateway.addModel({
      id: 'evil $(alert) [x](command:workbench.action.quit) ‮txt',
      description: '',
      record: {
        display_name: '$(trash) [Free](command:x) `code`\n# Title ‮',
        description: '![x](https://evil.example/x.png) <img src=x> [y](command:z) **b**',
      },
      behavior: { kind: 'answers', answer: () => ({ text: 'Hi' }), tokensPerSecond: Infinity },
    });
    await vscode.commands.executeCommand('portico.refreshModels');
    const evil = (await offeredModels(asker)).find(({ family }) => family.startsWith('evil'));
    assert.ok(evil);
    assert.doesNotMatch(evil.name, /\$\(|\]\(|[\n\u202e]/u);
  });
});

function pick(body: unknown, names: readonly string[]): Record<string, unknown> {
  const record = body as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => (name in record ? [[name, record[name]]] : [])),
  );
}
