// Commit messages from the buttons of the Source Control view, as a person uses them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { eventually, eventuallyMatches } from '../support/eventually';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { notification, openView, screenshot, themes } from '../support/workbench';

const generate = 'Generate Commit Message';
const stop = 'Stop Generating';

describe('commit messages', () => {
  let gateway: Gateway;
  let folder: string;
  let vscode: VsCode;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-repositories-'));
    for (const name of ['shop', 'stock']) createRepository(join(folder, name), name);
    gateway = await startGateway();
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      workspace: join(folder, 'shop'),
      settings: {
        'portico.baseUrl': gateway.baseUrl,
        'portico.model': 'gated',
        'workbench.colorTheme': themes.dark.name,
        'git.enabled': true,
        'git.openRepositoryInParentFolders': 'never',
        'scm.repositories.visible': 10,
      },
    });
    await openView(vscode.page, 'Source Control');
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-commit-message-${this.currentTest.title}`);
    }
  });

  it('are written by the button in the title, which is Stop meanwhile', async () => {
    const { page } = vscode;
    await showButton(page, generate);
    await screenshot(page, 'commit-message-idle-dark');
    const gate = gateway.gate('gated');
    await (await showButton(page, generate)).click();
    await gate.sendText('Sort the basket by price, then by name\n\nThe cheapest item ');
    await eventuallyMatches('the first text', () => boxText(page), /^Sort the basket by price/u);
    await showButton(page, stop);
    await screenshot(page, 'commit-message-running-dark');
    await gate.sendText('comes first.');
    await gate.finish();
    await showButton(page, generate);
    await eventuallyMatches('the message', () => boxText(page), /The cheapest item comes first\./u);
  });

  it('stop at the button, and keep what came', async () => {
    const { page } = vscode;
    const gate = gateway.gate('gated');
    await (await showButton(page, generate)).click();
    await gate.sendText('Sort the basket by price and date');
    await eventuallyMatches('the first text', () => boxText(page), /price and date$/u);
    await (await showButton(page, stop)).click();
    await showButton(page, generate);
    await eventuallyMatches(
      'the text',
      () => boxText(page),
      /^Sort the basket by price and date$/u,
    );
  });

  it('stop when the user types into the box, and keep every key', async () => {
    const { page } = vscode;
    const gate = gateway.gate('gated');
    await (await showButton(page, generate)).click();
    await gate.sendText('Sort the basket by its name');
    await eventuallyMatches('the first text', () => boxText(page), /by its name$/u);
    await page.locator('.scm-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', as I said');
    await eventually('the end', () => !gate.isOpen);
    await showButton(page, generate);
    await eventuallyMatches(
      'the text',
      () => boxText(page),
      /^Sort the basket by its name, as I said$/u,
    );
    await page.locator('.scm-editor .view-lines').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
  });

  it('show the reason and its buttons where there is none', async () => {
    const { page } = vscode;
    gateway.takeOffline('gated');
    await (await showButton(page, generate)).click();
    const toast = notification(page, 'The model “gated” isn’t available'.replace('’', "'"));
    await toast.waitFor();
    await toast.getByRole('button', { name: 'Choose model' }).waitFor();
    await toast.getByRole('button', { name: 'Retry' }).waitFor();
    await screenshot(page, 'commit-message-failed-dark');
    gateway.bringOnline('gated');
    const gate = gateway.gate('gated');
    await toast.getByRole('button', { name: 'Retry' }).click();
    await gate.sendText('Sort the basket again and again');
    await gate.finish();
    await eventuallyMatches(
      'the message',
      () => boxText(page),
      /^Sort the basket again and again$/u,
    );
  });

  it('have a button for each of several repositories', async () => {
    const { page } = vscode;
    await vscode.openWorkspace({ folder });
    await openView(page, 'Source Control');
    const row = (name: string): Locator =>
      page.locator('.scm-view .scm-provider').filter({ hasText: name }).first();
    await row('stock').hover();
    await row('stock').getByRole('button', { name: generate }).waitFor();
    await screenshot(page, 'commit-message-repositories');
    const gate = gateway.gate('gated');
    await row('stock').getByRole('button', { name: generate }).click();
    await gate.sendText('Count the stock before it is sold');
    await row('stock').hover();
    await row('stock').getByRole('button', { name: stop }).waitFor();
    await row('shop').hover();
    await row('shop').getByRole('button', { name: generate }).waitFor();
    await gate.finish();
    await row('stock').hover();
    await row('stock').getByRole('button', { name: generate }).waitFor();
    await eventuallyMatches(
      'the message',
      () =>
        page
          .locator('.scm-editor .view-lines')
          .allTextContents()
          .then((all) => all.join('|')),
      /Count.the.stock.before.it.is.sold/u,
    );
    await screenshot(page, 'commit-message-repositories-done');
  });
});

/** VS Code shows the buttons of a view's title while the pointer is over the view. */
async function showButton(page: Page, name: string): Promise<Locator> {
  await page.locator('.part.sidebar .pane-header').filter({ hasText: 'Changes' }).first().hover();
  const button = page.locator('.part.sidebar').getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  return button;
}

/** The text of the first commit box; the editor shows blanks as no-break spaces. */
async function boxText(page: Page): Promise<string> {
  const lines = await page.locator('.scm-editor').first().locator('.view-line').allTextContents();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

function createRepository(root: string, name: string): void {
  mkdirSync(root);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--initial-branch=main');
  for (const message of [`Start the ${name}`, 'Name the units', 'Explain the prices']) {
    git('commit', '--allow-empty', '-m', message);
  }
  writeFileSync(join(root, `${name}.ts`), `export const ${name} = 1;\n`);
}
