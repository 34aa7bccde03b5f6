// A model that refuses a setting, from the refusal over the answer to what is learned and forgotten.
import assert from 'node:assert/strict';
import { isRecord } from '../../referenceGateway/json';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import type { VsCode } from '../../support/vscode';
import { quickInput, runCommand, screenshot } from '../../support/workbench';
import type { OneWindow } from './oneWindow';

const words = "Unsupported parameter: 'temperature' is not supported with this model.";
const fact = 'Asked without “temperature”';

export function learns(window: () => OneWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    ({ vscode, gateway } = window());
    gateway.addModel({
      id: 'picky',
      about: 'Refuses a temperature.',
      behaviour: {
        kind: 'serves',
        serve: async ({ exchange }) => {
          const { json } = exchange.request;
          await (isRecord(json) && 'temperature' in json
            ? exchange.json(400, { error: { message: words, param: 'temperature' } })
            : exchange.json(200, {
                choices: [{ message: { content: 'Here I am.' }, finish_reason: 'stop' }],
              }));
        },
      },
    });
    gateway.clearRequests();
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page);
    await picker.filterAndPick('picky');
    await picker.closed();
  });

  const posts = (): number => gateway.requests.filter(({ method }) => method === 'POST').length;

  it('asks again without it and says so in the answer, the first time only', async () => {
    const chat = await ChatView.open(vscode.page);
    const said = /refused “temperature”; asked again without it\./u;
    assert.match(await chat.answerTo('Are you there?'), said);
    assert.equal(posts(), 2);
    await screenshot(vscode.page, 'asked-without-temperature');
    assert.doesNotMatch(await chat.answerTo('And now?'), said);
    assert.equal(posts(), 3);
  });

  it('lists it with the server’s words and forgets it by its button', async () => {
    await runCommand(vscode.page, 'Portico: Show What Portico Learned');
    const list = await quickInput(vscode.page);
    const row = list.row(fact);
    await row.waitFor();
    assert.ok((await row.textContent())?.includes(words));
    assert.match((await row.textContent()) ?? '', /just now|min ago/u);
    await screenshot(vscode.page, 'learned');
    await row.hover();
    await row.getByRole('button', { name: 'Forget' }).click();
    await row.waitFor({ state: 'hidden' });
    await list.row('Does not say how many tokens an answer took').waitFor();
    await list.cancel();
    const chat = await ChatView.open(vscode.page);
    const before = posts();
    await chat.answerTo('Once more?');
    assert.equal(posts() - before, 2);
  });

  it('forgets all of a gateway at once', async () => {
    await runCommand(vscode.page, 'Portico: Show What Portico Learned');
    const list = await quickInput(vscode.page);
    await list.row(fact).waitFor();
    await list.pick(`Forget all for ${new URL(gateway.origin).host}`);
    await list.row('Nothing has been learned yet').waitFor();
    await list.cancel();
    await list.closed();
  });
}
