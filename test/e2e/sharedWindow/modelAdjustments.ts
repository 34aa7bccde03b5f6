// A model that rejects a parameter: the rejection, the answer, and the adjustment that is listed and removed.
import assert from 'node:assert/strict';
import { isRecord } from '../../referenceGateway/http/json';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { eventuallyMatches } from '../../support/eventually';
import { quickInput, runCommand, type QuickInput } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { dialog, screenshot } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

const rejection = "Unsupported parameter: 'temperature' is not supported with this model.";
const adjustment = 'Sent without “temperature”';

export function testModelAdjustments(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    ({ vscode, gateway } = getShared());
    gateway.addModel({
      id: 'picky',
      description: 'Rejects `temperature`.',
      behavior: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          const { json } = exchange.request;
          await (isRecord(json) && 'temperature' in json
            ? exchange.sendJson(400, { error: { message: rejection, param: 'temperature' } })
            : exchange.sendJson(200, {
                choices: [{ message: { content: 'Here I am.' }, finish_reason: 'stop' }],
              }));
        },
      },
    });
    gateway.clearRequests();
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page, /Select Model/u);
    await picker.filterAndPick('picky');
    await picker.waitUntilClosed();
  });

  const posts = (): number => gateway.requests.filter(({ method }) => method === 'POST').length;

  async function openAdjustments(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Show Model Adjustments');
    const list = await quickInput(vscode.page);
    await list.row(adjustment).waitFor();
    return list;
  }

  it('retries without the rejected parameter and says so in the answer, the first time only', async () => {
    const chat = await ChatView.open(vscode.page);
    const notice = /rejected “temperature”, so Portico retried without it\./u;
    assert.match(await chat.getAnswer('Are you there?'), notice);
    assert.equal(posts(), 2);
    await screenshot(vscode.page, 'asked-without-temperature');
    assert.doesNotMatch(await chat.getAnswer('And now?'), notice);
    assert.equal(posts(), 3);
  });

  it('lists the adjustment with the server’s words, and removes it by its button', async () => {
    const list = await openAdjustments();
    const row = list.row(adjustment);
    const read = () => row.textContent();
    assert.ok((await read())?.includes(rejection));
    await eventuallyMatches('the age of the adjustment', read, /just now|min ago/u);
    await screenshot(vscode.page, 'model-adjustments');
    await list.pickButton(adjustment, 'Remove');
    await row.waitFor({ state: 'hidden' });
    await list.cancelAndWait();
    const chat = await ChatView.open(vscode.page);
    const before = posts();
    await chat.getAnswer('Once more?');
    assert.equal(posts() - before, 2);
  });

  it('removes all adjustments of a gateway at once', async () => {
    const list = await openAdjustments();
    await list.pick(`Remove all for ${new URL(gateway.origin).host}`);
    await dialog(vscode.page).getByRole('button', { name: 'Remove', exact: true }).click();
    await list.row('No model adjustments yet').waitFor();
    await list.cancelAndWait();
  });
}
