// Which API format a question is sent in: by the gateway's model list, and by the user's setting.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models/demoModels';
import { startGateway } from '../referenceGateway/server';
import { holdTimers, type HeldTimers } from './support/holdTimers';
import { recordNotifications } from './support/notifications';
import { getAnswer, newChat, questionsTo, setUserSetting, until } from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

const paths = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  generateContent: (model: string) =>
    `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
} as const;

describe('the API format of a question', () => {
  withGateway({ models: demoModels, tokensPerSecond: Infinity });
  /** How long a question waits for the first list of a gateway. */
  let listTimer: HeldTimers;

  before(async () => {
    await vscode.commands.executeCommand('portico.refreshModels');
  });
  beforeEach(async () => {
    await newChat();
    gateway.clearRequests();
    listTimer = holdTimers((ms) => ms === 2_000);
  });
  afterEach(async () => {
    listTimer.dispose();
    await setUserSetting('models', undefined);
  });

  async function formatOf(
    model: string,
  ): Promise<{ readonly path: string; readonly format: unknown }> {
    await vscode.commands.executeCommand('portico.selectModel', model);
    const answer = await getAnswer(portico, 'In which format?');
    assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
    const request = questionsTo(gateway).at(-1);
    return { path: request?.path ?? '', format: answer.outcome?.apiFormat };
  }

  it('is the one in the model’s record, or chat where the record has none', async () => {
    for (const [model, format, path] of [
      ['echo', 'chat', paths.chat],
      ['demo-responses', 'responses', paths.responses],
      ['demo-claude', 'messages', paths.messages],
      ['demo-gemini', 'generateContent', paths.generateContent('demo-gemini')],
    ] as const) {
      assert.deepEqual(await formatOf(model), { path, format }, model);
    }
  });

  it('comes from a list that is fetched first where none was fetched before', async () => {
    const unseen = await startGateway({ models: demoModels, tokensPerSecond: Infinity });
    try {
      await setUserSetting('baseUrl', unseen.baseUrl);
      await setUserSetting('model', 'demo-claude');
      await newChat();
      const answer = await getAnswer(portico, 'In which format?');
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

  it('comes from the list as soon as the gateway no longer refuses it', async () => {
    const locked = await startGateway({ apiKey: 'sk-canary-forms-5Tq8', models: demoModels });
    try {
      await setUserSetting('baseUrl', locked.baseUrl);
      await setUserSetting('model', 'demo-claude');
      await newChat();
      const refused = await getAnswer(portico, 'In which format?');
      assert.equal(refused.outcome?.failure?.kind, 'keyMissing');
      locked.setApiKey(null);
      const answer = await getAnswer(portico, 'And now?');
      assert.equal(answer.outcome?.apiFormat, 'messages', JSON.stringify(answer.outcome));
    } finally {
      await setUserSetting('baseUrl', gateway.baseUrl);
      await locked.close();
    }
  });

  it('is chat where the list does not come in time', async () => {
    const slow = await startGateway({ models: demoModels, tokensPerSecond: Infinity });
    const releaseList = slow.holdList();
    try {
      await setUserSetting('baseUrl', slow.baseUrl);
      await setUserSetting('model', 'echo');
      await newChat();
      const answering = getAnswer(portico, 'In which format?');
      await slow.nextRequest(({ path }) => path === '/v1/models');
      await until('the question to wait for the list', () => listTimer.count > 0);
      listTimer.fire();
      const answer = await answering;
      assert.equal(answer.state, 'complete', JSON.stringify(answer.outcome));
      assert.equal(answer.outcome?.apiFormat, 'chat');
    } finally {
      releaseList();
      await setUserSetting('baseUrl', gateway.baseUrl);
      await slow.close();
    }
  });

  it('is the one in the setting for models that match its glob', async () => {
    await setUserSetting('models', {
      '*': { apiFormat: 'generateContent' },
      'ech?': { apiFormat: 'messages' },
      'demo-*': { apiFormat: 'auto' },
    });
    assert.deepEqual(await formatOf('echo'), { path: paths.messages, format: 'messages' });
    assert.deepEqual(await formatOf('demo-responses'), {
      path: paths.responses,
      format: 'responses',
    });
  });

  it('is not changed by an invalid setting', async () => {
    for (const nonsense of [
      { echo: { apiFormat: 'completions' } },
      { echo: 7 },
      ['messages'],
      'messages',
    ]) {
      await setUserSetting('models', nonsense);
      assert.deepEqual(await formatOf('echo'), { path: paths.chat, format: 'chat' });
    }
  });

  it('warns of invalid values when the setting changes, with key and field', async () => {
    const notifications = recordNotifications();
    await setUserSetting('models', {
      fine: { apiFormat: 'messages' },
      misspelt: { apiFormat: 'mesages' },
      number: 7,
      odd: { contextLength: -1, parameters: { model: 'other', top_p: 1 } },
    });
    await until('the warning', () => notifications.messages.length > 0);
    notifications.dispose();
    assert.deepEqual(notifications.messages, [
      [
        'Portico ignores invalid values in “portico.models”:',
        '"misspelt" → apiFormat must be one of “auto”, “chat”, “responses”, “messages”, “generateContent”;',
        '"number" must be an object;',
        '"odd" → contextLength must be a whole number of tokens above 0;',
        `"odd" → parameters.model can't be set, because Portico sets it itself.`,
      ].join(' '),
    ]);
  });

  it('cannot be set by a workspace', async () => {
    const { globalValue } = vscode.workspace.getConfiguration('portico').inspect('models') ?? {};
    assert.equal(globalValue, undefined);
    await assert.rejects(
      async () =>
        vscode.workspace
          .getConfiguration('portico')
          .update(
            'models',
            { '*': { apiFormat: 'messages' } },
            vscode.ConfigurationTarget.Workspace,
          ),
      /Workspace/u,
    );
  });
});
