// The main job in a real VS Code, in every API format, streamed and not, against two gateways, of which one was not
// written for Portico: the first answer, then a model that is gone and another one that gets the same request.
import assert from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import * as vscode from 'vscode';
import { apiFormats } from '../../src/gateway/common/apiFormat';
import { demoModels } from '../referenceGateway/models/demoModels';
import {
  answerAfter,
  getAnswer,
  lastAnswer,
  newChat,
  setUserSetting,
  until,
} from './support/portico';
import { gateway, portico, withGateway } from './support/withGateway';

describe('the main job', () => {
  withGateway({ models: demoModels, tokensPerSecond: Infinity });
  const mock = new LLMock({ port: 0 });

  before(() => mock.start());
  after(async () => {
    await mock.stop();
    for (const setting of ['stream', 'models']) await setUserSetting(setting, undefined);
  });

  const error = { message: 'The model `demo-fast` does not exist', code: 'model_not_found' };
  const servers = {
    'the reference gateway': {
      baseUrl: () => gateway.baseUrl,
      bringOnline: () => gateway.bringOnline('demo-fast'),
      takeOffline: () => gateway.takeOffline('demo-fast'),
    },
    aimock: {
      baseUrl: () => `${mock.url}/v1`,
      bringOnline: () => {
        mock.reset();
        for (const model of ['demo-fast', 'demo-markdown']) mock.on({ model }, { content: 'Yes.' });
      },
      takeOffline: () =>
        mock.prependFixture({ match: { model: 'demo-fast' }, response: { error, status: 404 } }),
    },
  };

  /** The request of the last answer, as it was sent. */
  async function sentRequest(): Promise<string> {
    await portico.execute({ type: 'copyAsCurl', messageId: lastAnswer(portico).id });
    return vscode.env.clipboard.readText();
  }

  for (const [name, { baseUrl, bringOnline, takeOffline }] of Object.entries(servers)) {
    describe(`with ${name}`, () => {
      before(async () => {
        bringOnline();
        await setUserSetting('baseUrl', baseUrl());
        await vscode.commands.executeCommand('portico.refreshModels');
        // Models that were used are offered in place of one that is gone.
        await vscode.commands.executeCommand('portico.selectModel', 'demo-markdown');
        await vscode.commands.executeCommand('portico.selectModel', 'demo-fast');
      });

      for (const apiFormat of apiFormats) {
        for (const stream of [true, false]) {
          it(`is done: ${apiFormat}, ${stream ? 'streamed' : 'not streamed'}`, async () => {
            bringOnline();
            await setUserSetting('models', { '*': { apiFormat } });
            await setUserSetting('stream', stream);
            await newChat();
            const first = await getAnswer(portico, 'Hello?');
            assert.equal(first.state, 'complete', JSON.stringify(first.outcome));
            takeOffline();
            const { id, outcome } = await getAnswer(portico, 'Are you there?');
            assert.equal(outcome?.failure?.kind, 'modelNotFound');
            const refused = await sentRequest();
            await until(
              'other models',
              () => portico.viewState().notices[id]?.alternatives !== undefined,
            );
            const again = await answerAfter(portico, () =>
              portico.execute({ type: 'retryWithModel', messageId: id, model: 'demo-markdown' }),
            );
            assert.equal(again.state, 'complete', JSON.stringify(again.outcome));
            assert.equal(again.outcome?.apiFormat, apiFormat);
            const field = (model: string) =>
              apiFormat === 'generateContent' ? `/models/${model}:` : `"model":"${model}"`;
            assert.equal(refused.split(field('demo-fast')).length, 2, refused);
            assert.equal(
              await sentRequest(),
              refused.replace(field('demo-fast'), field('demo-markdown')),
            );
          });
        }
      }
    });
  }
});
