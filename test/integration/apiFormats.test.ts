// Which form of the interface a question leaves in, by the list's word and by the user's.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { activatePortico, getAnswer, newChat, setUserSetting, until } from './support/portico';
import { recordNotifications } from './support/notifications';

const paths = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  generateContent: (model: string) =>
    `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
} as const;

describe('the form of the interface', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({ models: demoModels, tokensPerSecond: Infinity });
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.refreshModels');
  });
  after(() => gateway.close());
  beforeEach(async () => {
    await newChat();
    gateway.clearRequests();
  });
  afterEach(() => setUserSetting('wireForms', undefined));

  async function asked(model: string): Promise<{ readonly path: string; readonly form: unknown }> {
    await vscode.commands.executeCommand('portico.selectModel', model);
    const answer = await getAnswer(portico, 'In which form?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    return { path: request?.path ?? '', form: answer.outcome?.apiFormat };
  }

  it('is the one that the model’s record says, and chat where it says nothing', async () => {
    for (const [model, form, path] of [
      ['echo', 'chat', paths.chat],
      ['demo-responses', 'responses', paths.responses],
      ['demo-claude', 'messages', paths.messages],
      ['demo-gemini', 'generateContent', paths.generateContent('demo-gemini')],
    ] as const) {
      assert.deepEqual(await asked(model), { path, form }, model);
    }
  });

  it('is the record’s where Base URL and model were typed and no list was ever seen', async () => {
    const unseen = await startGateway({ models: demoModels, tokensPerSecond: Infinity });
    try {
      await setUserSetting('baseUrl', unseen.baseUrl);
      await setUserSetting('model', 'demo-claude');
      await newChat();
      const answer = await getAnswer(portico, 'In which form?');
      assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
      await getAnswer(portico, 'And now?');
      assert.deepEqual(
        unseen.requests.map(({ path }) => path),
        ['/v1/models', paths.messages, paths.messages],
      );
    } finally {
      await setUserSetting('baseUrl', gateway.baseUrl);
      await unseen.close();
    }
  });

  it('is the record’s once the list is given that was refused for want of a key', async () => {
    const locked = await startGateway({ apiKey: 'sk-canary-forms-5Tq8', models: demoModels });
    try {
      await setUserSetting('baseUrl', locked.baseUrl);
      await setUserSetting('model', 'demo-claude');
      await newChat();
      const refused = await getAnswer(portico, 'In which form?');
      assert.equal(refused.outcome?.failure?.kind, 'keyMissing');
      locked.setApiKey(null);
      const answer = await getAnswer(portico, 'And now?');
      assert.equal(answer.outcome?.apiFormat, 'messages', JSON.stringify(answer.outcome));
    } finally {
      await setUserSetting('baseUrl', gateway.baseUrl);
      await locked.close();
    }
  });

  it('waits two seconds for a list at most, and asks without it then', async () => {
    const slow = await startGateway({ models: demoModels, tokensPerSecond: Infinity });
    const give = slow.holdList();
    try {
      await setUserSetting('baseUrl', slow.baseUrl);
      await setUserSetting('model', 'echo');
      await newChat();
      const answer = await getAnswer(portico, 'In which form?');
      assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
      assert.equal(answer.outcome?.apiFormat, 'chat');
    } finally {
      give();
      await setUserSetting('baseUrl', gateway.baseUrl);
      await slow.close();
    }
  });

  it('is the one that the user says, for the models that a glob fits', async () => {
    await setUserSetting('wireForms', {
      'ech?': 'messages',
      'demo-*': 'auto',
      '*': 'generateContent',
    });
    assert.deepEqual(await asked('echo'), { path: paths.messages, form: 'messages' });
    assert.deepEqual(await asked('demo-responses'), { path: paths.responses, form: 'responses' });
  });

  it('is not told by what is no form', async () => {
    for (const nonsense of [{ echo: 'completions' }, { echo: 7 }, ['messages'], 'messages']) {
      await setUserSetting('wireForms', nonsense);
      assert.deepEqual(await asked('echo'), { path: paths.chat, form: 'chat' });
    }
  });

  it('entries that are none are named when they are set', async () => {
    const notifications = recordNotifications();
    await setUserSetting('wireForms', { fine: 'messages', misspelt: 'mesages', number: 7 });
    await until('the warning', () => notifications.messages.length > 0);
    notifications.dispose();
    assert.deepEqual(notifications.messages, [
      'Portico ignores these entries of “portico.wireForms”: "misspelt", "number". An entry needs a model ID or glob, and one of “auto”, “chat”, “responses”, “messages”, “generateContent”.',
    ]);
  });

  it('is no workspace’s to say', async () => {
    const { globalValue } = vscode.workspace.getConfiguration('portico').inspect('wireForms') ?? {};
    assert.equal(globalValue, undefined);
    await assert.rejects(
      async () =>
        vscode.workspace
          .getConfiguration('portico')
          .update('wireForms', { '*': 'messages' }, vscode.ConfigurationTarget.Workspace),
      /Workspace/u,
    );
  });
});
