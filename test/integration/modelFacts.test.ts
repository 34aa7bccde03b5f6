// Show Model Adjustments: the picker with what Portico has learned about models.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRecord } from '../referenceGateway/http/json';
import { recordNotifications } from './support/notifications';
import { getAnswer, lastAnswer, newChat, until } from './support/portico';
import { recordQuickPicks } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const rejection = "Unsupported parameter: 'stream_options' is not supported with this model.";

describe('Show Model Adjustments', () => {
  withGateway();

  before(async () => {
    gateway.addModel({
      id: 'picky',
      description: 'Rejects stream options.',
      behavior: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          const { json } = exchange.request;
          await (isRecord(json) && 'stream_options' in json
            ? exchange.sendJson(400, { error: { message: rejection, param: 'stream_options' } })
            : exchange.sendJson(200, {
                choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }],
              }));
        },
      },
    });
    await vscode.commands.executeCommand('portico.selectModel', 'picky');
    await newChat();
    await getAnswer(portico, 'Do you answer?');
  });

  it('lists what was changed in the request in the usage of the answer', () => {
    const { id } = lastAnswer(portico);
    const rows = portico.viewState().usage.answers[id]?.rows ?? [];
    assert.deepEqual(
      rows.filter(({ label }) => label === 'Adjustment').map(({ value }) => value),
      ['Sent without “stream_options”'],
    );
  });
  after(() => gateway.close());

  it('lists adjustments that can be filtered by model, with readable evidence', async () => {
    const quickPicks = recordQuickPicks();
    const shown = vscode.commands.executeCommand('portico.showLearned');
    const row = (): string =>
      quickPicks.rows().findLast((text) => text.startsWith('Sent without “stream_options”')) ?? '';
    await until('the adjustments', () => row() !== '');
    const [, description = '', detail = ''] = row().split(' | ');
    const [picker] = quickPicks.pickers;
    assert.equal(picker?.matchOnDescription, true);
    assert.match(description, /^picky · /u);
    assert.equal(detail, rejection);
    // Enter shows the evidence, and removes nothing unless that is confirmed.
    const dialogs = recordNotifications();
    await quickPicks.accept('Sent without “stream_options”');
    await until('the picker to open again', () => quickPicks.pickers.length === 2);
    dialogs.dispose();
    assert.deepEqual(dialogs.messages, [
      'picky: Sent without “stream_options”. Remove this adjustment?',
    ]);
    assert.match(dialogs.details[0] ?? '', /'stream_options' is not supported/u);
    await until('the adjustments', () => row() !== '');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await shown;
    quickPicks.dispose();
  });
});
