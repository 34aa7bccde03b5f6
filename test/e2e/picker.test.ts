// The model picker and what stands around it, with lists that are long, old, wrong or not to be had.
import assert from 'node:assert/strict';
import type { GatewayModel } from '../referenceGateway/catalogue';
import { demoModels } from '../referenceGateway/models';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import {
  dialog,
  eventually,
  inPalette,
  notification,
  type QuickInput,
  quickInput,
  runCommand,
  screenshot,
} from '../support/workbench';
import { ChatView } from '../support/chatView';

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
    about: 'A name to be found among others.',
    behaviour: { kind: 'speaks', speak: () => ({ text: id }), tokensPerSecond: Infinity },
  })),
  {
    id: 'beta-of-another-form',
    about: 'Asked through Claude’s form, as its record says.',
    endpointTypes: ['anthropic'],
    behaviour: { kind: 'speaks', speak: () => ({ text: 'Here.' }), tokensPerSecond: Infinity },
  },
];

describe('the model picker', function () {
  this.timeout(120_000);
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    gateway = await startGateway({ apiKey: key, models });
    vscode = await VsCode.open({
      extensionVsix: packagedExtension,
      settings: {
        'portico.baseUrl': `${gateway.origin}/proxy`,
        'portico.catalogUrl': 'https://catalogue.invalid/models?a=b',
      },
    });
    await setKey();
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-picker-${this.currentTest.title}`);
    }
  });

  async function setKey(): Promise<void> {
    await runCommand(vscode.page, 'Portico: Set API Key…');
    const input = await quickInput(vscode.page);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').first().waitFor();
    await runCommand(vscode.page, 'Notifications: Clear All Notifications');
  }

  async function openPicker(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page);
    await eventually('the picker', async () =>
      /Select Model/u.test((await picker.title.textContent()) ?? ''),
    );
    return picker;
  }

  async function leave(picker: QuickInput): Promise<void> {
    await picker.cancel();
    await picker.closed();
  }

  async function chosen(id: string): Promise<void> {
    await eventually(`the setting ${id}`, () => vscode.settings['portico.model'] === id);
  }

  it('offers the address with /v1 where the one that is set has a web page, and takes it', async () => {
    const proposal = `${gateway.origin}/proxy/v1`;
    const picker = await openPicker();
    await picker.row('The model list could not be fetched').waitFor();
    await picker.pick(`Use ${proposal} as the Base URL`);
    await eventually('the setting', () => vscode.settings['portico.baseUrl'] === proposal);
    await picker.row('demo-fast').waitFor();
    await picker.pick('demo-fast');
    await picker.closed();
    await chosen('demo-fast');
  });

  it('groups the models that are not for chat last', async () => {
    const picker = await openPicker();
    await picker.row('demo-image').waitFor();
    const shown = await labels(picker);
    assert.equal(shown[0], 'demo-fast', 'the one used last comes first');
    assert.deepEqual(shown.slice(-2), ['demo-embedding', 'demo-image']);
    await picker.rows
      .filter({ hasText: 'demo-embedding' })
      .getByText('not for chat', { exact: true })
      .waitFor();
    await leave(picker);
  });

  it('says through which form a model is asked; so it is, after a reload too', async () => {
    const picker = await openPicker();
    await picker
      .row('beta-of-another-form')
      .getByText(/asked through messages/u)
      .waitFor();
    assert.equal(await picker.rows.getByText(/asked through/u).count(), 1);
    await picker.pick('beta-of-another-form');
    await picker.closed();
    await chosen('beta-of-another-form');
    await vscode.reload();
    gateway.clearRequests();
    const chat = await ChatView.open(vscode.page);
    await chat.ask('Are you there?');
    await chat.lastIs('complete');
    assert.deepEqual(
      gateway.requests.map(({ method, path }) => `${method} ${path}`),
      ['POST /proxy/v1/messages'],
    );
  });

  it('keeps its groups in their order while one types', async () => {
    const picker = await openPicker();
    await picker.row('demo-image').waitFor();
    await picker.type('demo');
    await eventually('what fits', async () => (await labels(picker)).at(-1) === own('demo'));
    assert.deepEqual(await labels(picker), [
      'demo-fast',
      'demo-a-long-name-of-its-own',
      'demo-embedding',
      'demo-image',
      own('demo'),
    ]);
    await picker.type('demo-a-l');
    await enterTakes(picker, 'demo-a-long-name-of-its-own');
    await chosen('demo-a-long-name-of-its-own');
  });

  it('takes exactly the listed ID that is typed, though one used lately holds it too', async () => {
    const first = await openPicker();
    await first.type('alpha-turbo');
    await enterTakes(first, 'alpha-turbo');
    await chosen('alpha-turbo');
    const second = await openPicker();
    await second.row('alpha').waitFor();
    await second.type('alpha');
    await enterTakes(second, 'alpha');
    await chosen('alpha');
  });

  it('finds one of 5,000 as one types, and what is typed always has a row of its own', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page);
    await input.type(`${gateway.origin}/lists/thousands/v1`);
    await input.accept();
    await titled(input, /API Key/u);
    await input.accept();
    await titled(input, /Select Model/u);
    await input.row('vendor-0/model-1').waitFor();
    await input.type('model-480');
    await eventually('those that fit', async () => (await labels(input)).length === 12);
    assert.deepEqual(
      (await labels(input)).map((label) => label.replace(/^vendor-\d+\//u, '')).toSorted(),
      [
        own('model-480'),
        'model-480',
        ...Array.from({ length: 10 }, (_, digit) => `model-480${digit}`),
      ].toSorted(),
    );
    for (const typed of ['VENDOR-6 4807', 'nothing like it', '$(trash)', 'a/b:c@d']) {
      await input.type(typed);
      await eventually(`the row of “${typed}”`, async () =>
        (await labels(input)).includes(own(typed)),
      );
    }
    await input.type('vendor-6 4807');
    await enterTakes(input, 'vendor-6/model-4807');
    await chosen('vendor-6/model-4807');
    // The last that connecting does; it would take the focus from what opens next.
    await (await ChatView.open(vscode.page)).hasFocus();
  });

  it('shows the last good list with its age while the gateway is down, and takes any ID', async () => {
    const { port } = new URL(gateway.origin);
    await gateway.close();
    const picker = await openPicker();
    const trouble = picker.row('The model list could not be fetched');
    await trouble.waitFor();
    const words = (await trouble.textContent()) ?? '';
    assert.match(words, /What is shown is the list of (?:just now|\d+ min ago)/u);
    assert.match(words, /could not be reached/u);
    await picker.type('model-2417');
    await eventually('an old row', async () =>
      (await labels(picker)).includes('vendor-16/model-2417'),
    );
    await picker.type('echo');
    await enterTakes(picker, own('echo'));
    await chosen('echo');
    gateway = await startGateway({ apiKey: key, models, port: Number(port) });
  });

  it('opens the catalogue where one is set', async () => {
    await eventually('the command', () => inPalette(vscode.page, 'Portico: Open Model Catalog'));
    const picker = await openPicker();
    await picker.button('Open Model Catalog').click();
    const question = dialog(vscode.page);
    await question.getByText('https://catalogue.invalid/models?a=b').first().waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  it('asks before a key is removed, and Retry succeeds once it is set again', async () => {
    const chat = await ChatView.open(vscode.page);
    await runCommand(vscode.page, 'Portico: Remove API Key…');
    await dialog(vscode.page).getByText('Remove the API key for').first().waitFor();
    await vscode.page.keyboard.press('Escape');
    await dialog(vscode.page).waitFor({ state: 'hidden' });
    assert.match(await chat.answerTo('Do you know me?'), /Do you know me\?/u);

    await runCommand(vscode.page, 'Portico: Remove API Key…');
    await dialog(vscode.page).getByRole('button', { name: 'Remove', exact: true }).click();
    await notification(vscode.page, 'was removed').waitFor();
    await chat.ask('And now?');
    await chat.lastIs('failed');
    assert.match((await chat.note.textContent()) ?? '', /API key/u);
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.equal(request?.headers['authorization'], undefined);

    await chat.note.getByRole('button', { name: 'Set API key' }).click();
    const input = await quickInput(vscode.page);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').first().waitFor();
    await chat.button('Retry').last().click();
    assert.match(await chat.lastIs('complete'), /And now\?/u);
  });
});

/** The labels of the rows that the list has in the document; it leaves out those out of sight. */
async function labels(picker: QuickInput): Promise<readonly string[]> {
  const rows = await picker.rows.evaluateAll((elements) =>
    elements.map((row) => ({
      place: Number(row.getAttribute('aria-posinset')),
      label: row.querySelector('.label-name')?.textContent ?? '',
    })),
  );
  return rows.toSorted((a, b) => a.place - b.place).map(({ label }) => plain(label));
}

/** The label of the row that takes what is typed. */
function own(typed: string): string {
  return `Use “${typed}” as the model ID`;
}

/** Without the icon before it. */
function plain(label: string): string {
  return label.replaceAll('\u00a0', ' ').trim();
}

/** Waits until the row that Enter takes is the one of this label, and takes it. */
async function enterTakes(picker: QuickInput, label: string): Promise<void> {
  const focused = picker.rows.and(picker.rows.page().locator('.focused')).locator('.label-name');
  await eventually(`Enter to take ${label}`, async () => {
    const [text = ''] = await focused.allTextContents();
    return plain(text) === label;
  });
  await picker.accept();
  await picker.closed();
}

async function titled(input: QuickInput, title: RegExp): Promise<void> {
  await eventually(`the question ${title.source}`, async () =>
    title.test((await input.title.textContent()) ?? ''),
  );
}
