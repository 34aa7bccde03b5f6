// The model picker with lists that are long, old, wrong or unavailable, and the commands around it.
import assert from 'node:assert/strict';
import { demoModels } from '../../referenceGateway/models/demoModels';
import type { GatewayModel } from '../../referenceGateway/models/modelCatalog';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { freePort } from '../../setup/codeServer.mjs';
import { filesHolding } from '../../support/canary';
import { ChatView } from '../../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../../support/eventually';
import { isInPalette, quickInput, runCommand, type QuickInput } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { dialog, notification } from '../../support/workbench';
import { useGateway, type SharedWindow } from './sharedWindow';

const key = 'sk-canary-picker-6TyH2mPq';

/** Few enough for all rows to be seen. */
const models: readonly GatewayModel[] = [
  ...['demo-fast', 'demo-embedding', 'demo-image', 'echo'].map((id) => {
    const model = demoModels.find((known) => known.id === id);
    assert.ok(model, id);
    return model;
  }),
  ...['alpha', 'alpha-turbo', 'demo-a-long-name-of-its-own'].map((id): GatewayModel => ({
    id,
    description: 'A name to be found among others.',
    behavior: { kind: 'answers', answer: () => ({ text: id }), tokensPerSecond: Infinity },
  })),
  {
    id: 'beta-of-another-format',
    description: 'Its record names the Anthropic API format.',
    endpointTypes: ['anthropic'],
    behavior: { kind: 'answers', answer: () => ({ text: 'Here.' }), tokensPerSecond: Infinity },
  },
];

export function testModelPicker(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    // A port that no other process is given while the gateway is down.
    gateway = await startGateway({ apiKey: key, models, port: await freePort() });
    ({ vscode } = getShared());
    await useGateway(vscode, `${gateway.origin}/proxy`, {
      'portico.model': undefined,
      'portico.catalogUrl': 'https://catalog.invalid/models?a=b',
    });
    await setKey();
  });
  after(() => gateway.close());

  async function setKey(): Promise<void> {
    await runCommand(vscode.page, 'Portico: Set API Key…');
    const input = await quickInput(vscode.page, /API Key/u);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    await runCommand(vscode.page, 'Notifications: Clear All Notifications');
  }

  async function openPicker(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Select Model…');
    return quickInput(vscode.page, /Select Model/u);
  }

  const waitForModel = (id: string) => vscode.waitForSetting('portico.model', id);

  it('offers the Base URL with /v1 where the current one answers with a web page', async () => {
    const proposal = `${gateway.origin}/proxy/v1`;
    const picker = await openPicker();
    await picker.row("Couldn't fetch the model list").waitFor();
    await picker.pick(`Use ${proposal} as the Base URL`);
    await vscode.waitForSetting('portico.baseUrl', proposal);
    await picker.pick('demo-fast');
    await picker.waitUntilClosed();
    await waitForModel('demo-fast');
  });

  it('groups the models that are not for chat last', async () => {
    const picker = await openPicker();
    await picker.row('demo-image').waitFor();
    // The last used model comes first.
    await eventuallyEqual(
      'the first model and the last two',
      async () => {
        // Before them is the row that switches to another gateway.
        const shown = (await picker.labels()).filter((label) => !label.startsWith('Gateway: '));
        return [shown[0], ...shown.slice(-2)];
      },
      ['demo-fast', 'demo-embedding', 'demo-image'],
    );
    await picker.rows
      .filter({ hasText: 'demo-embedding' })
      .getByText('not for chat', { exact: true })
      .waitFor();
    await picker.cancelAndWait();
  });

  it('shows the API format of a model, which is used after a reload too', async () => {
    const picker = await openPicker();
    await picker
      .row('beta-of-another-format')
      .getByText(/messages API/u)
      .waitFor();
    await eventuallyEqual(
      'one row with an API format',
      () => picker.rows.getByText(/ API(?: ·|$)/u).count(),
      1,
    );
    await picker.pick('beta-of-another-format');
    await picker.waitUntilClosed();
    await waitForModel('beta-of-another-format');
    // The list is saved in the background; without it the question would wait for a new one.
    await eventually('the list on disk', () =>
      filesHolding('beta-of-another-format', [vscode.folders.user]).some((file) =>
        file.includes('models'),
      ),
    );
    await vscode.reload();
    gateway.clearRequests();
    const chat = await ChatView.open(vscode.page);
    await chat.getAnswer('Are you there?');
    assert.deepEqual(
      gateway.requests.map(({ method, path }) => `${method} ${path}`),
      ['POST /proxy/v1/messages'],
    );
  });

  it('keeps the order of its groups while the user types', async () => {
    const picker = await openPicker();
    await picker.row('demo-image').waitFor();
    await picker.type('demo');
    await eventuallyEqual('the matching rows', () => picker.labels(), [
      'demo-fast',
      'demo-a-long-name-of-its-own',
      'demo-embedding',
      'demo-image',
      useAsId('demo'),
    ]);
    await picker.type('demo-a-l');
    await picker.acceptRow('demo-a-long-name-of-its-own');
    await waitForModel('demo-a-long-name-of-its-own');
  });

  it('takes the listed ID that is typed, although a recent one contains it', async () => {
    const first = await openPicker();
    await first.type('alpha-turbo');
    await first.acceptRow('alpha-turbo');
    await waitForModel('alpha-turbo');
    const second = await openPicker();
    await second.row('alpha').waitFor();
    await second.type('alpha');
    await second.acceptRow('alpha');
    await waitForModel('alpha');
  });

  it('finds one of 5,000 models, and always offers the typed text as an ID', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.type(`${gateway.origin}/lists/thousands/v1`);
    await input.accept();
    await input.waitForTitle(/API Key/u);
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    await input.row('vendor-0/model-1').waitFor();
    await input.type('model-480');
    await eventuallyEqual(
      'the matching rows',
      async () =>
        (await input.labels()).map((label) => label.replace(/^vendor-\d+\//u, '')).toSorted(),
      [
        useAsId('model-480'),
        'model-480',
        ...Array.from({ length: 10 }, (_, digit) => `model-480${digit}`),
      ].toSorted(),
    );
    for (const typed of ['VENDOR-6 4807', 'nothing like it', '$(trash)', 'a/b:c@d']) {
      await input.type(typed);
      await input.row(useAsId(typed)).waitFor();
    }
    await input.type('vendor-6 4807');
    await input.pressEnterOn('vendor-6/model-4807');
    await input.waitForTitle(/Gateway Name/u);
    await input.accept();
    await input.waitUntilClosed();
    await waitForModel('vendor-6/model-4807');
    // Connecting ends with this; later it would take the focus from what opens next.
    await (await ChatView.open(vscode.page)).waitForFocus();
  });

  it('shows the last good list with its age while the gateway is down, and takes any ID', async () => {
    const { port } = new URL(gateway.origin);
    await gateway.close();
    const picker = await openPicker();
    const warning = picker.row("Couldn't fetch the model list");
    const read = () => warning.textContent();
    await eventuallyMatches(
      'the age of the list',
      read,
      /Showing the list from (?:just now|\d+ min ago)/u,
    );
    await eventuallyMatches('the reason', read, /Couldn't reach/u);
    await picker.type('model-2417');
    await picker.row('vendor-16/model-2417').waitFor();
    await picker.type('echo');
    await picker.acceptRow(useAsId('echo'));
    await waitForModel('echo');
    gateway = await startGateway({ apiKey: key, models, port: Number(port) });
  });

  it('opens the model catalog where one is set', async () => {
    await eventually('the command', () => isInPalette(vscode.page, 'Portico: Open Model Catalog'));
    const picker = await openPicker();
    await picker.button('Open Model Catalog').click();
    const question = dialog(vscode.page);
    await question.getByText('https://catalog.invalid/models?a=b').first().waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  it('asks before it removes a key, and Retry answers once the key is set again', async () => {
    const chat = await ChatView.open(vscode.page);
    await runCommand(vscode.page, 'Portico: Remove API Key…');
    await dialog(vscode.page).getByText('Remove the API key for').first().waitFor();
    await vscode.page.keyboard.press('Escape');
    await dialog(vscode.page).waitFor({ state: 'hidden' });
    assert.match(await chat.getAnswer('Do you know me?'), /Do you know me\?/u);

    await runCommand(vscode.page, 'Portico: Remove API Key…');
    await dialog(vscode.page).getByRole('button', { name: 'Remove', exact: true }).click();
    await notification(vscode.page, 'was removed').waitFor();
    await chat.ask('And now?');
    await chat.waitForState('failed');
    await eventuallyMatches('the notice', () => chat.note.textContent(), /API key/u);
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.equal(request?.headers['authorization'], undefined);

    await chat.note.getByRole('button', { name: 'Set API key' }).click();
    const input = await quickInput(vscode.page, /API Key/u);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    await chat.button('Retry').last().click();
    assert.match(await chat.waitForState('complete'), /And now\?/u);
  });
}

/** The label of the row that takes the typed text as the model ID. */
function useAsId(typed: string): string {
  return `Use “${typed}” as the model ID`;
}
