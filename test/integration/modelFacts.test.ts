// Show Model Adjustments: the picker with what Portico has learned about models.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { recordQuickPicks } from './support/quickInputs';
import { activatePortico, getAnswer, newChat, setUserSetting, until } from './support/portico';

describe('Show Model Adjustments', () => {
  let gateway: Gateway;

  before(async () => {
    const portico = await activatePortico();
    gateway = await startGateway();
    await setUserSetting('baseUrl', gateway.baseUrl);
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
    await newChat();
    await getAnswer(portico, 'Do you count?');
  });
  after(() => gateway.close());

  it('lists adjustments that can be filtered by model, with readable evidence', async () => {
    const quickPicks = recordQuickPicks();
    const shown = vscode.commands.executeCommand('portico.showLearned');
    const row = (): string =>
      quickPicks
        .rows()
        .findLast((text) => /^(?:Reports|Does not report) token usage/u.test(text)) ?? '';
    await until('the adjustments', () => row() !== '');
    const [, description = '', detail = ''] = row().split(' | ');
    const [picker] = quickPicks.pickers;
    assert.equal(picker?.matchOnDescription, true);
    assert.match(description, /^echo · /u);
    assert.match(detail, /^[\d,]+ input tokens, [\d,]+ output tokens$|^finish_reason: stop$/u);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await shown;
    quickPicks.dispose();
  });
});
