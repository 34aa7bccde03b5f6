// Questions about code from the context menu and the lightbulb, attachments, found secrets, and a prompt of the workspace, as
// a person meets them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { filesHolding } from '../support/canary';
import { pressKey } from '../support/chatView';
import { eventually, eventuallyEqual } from '../support/eventually';
import { pixelPng } from '../support/pixelPng';
import { quickInput, runCommand } from '../support/quickInput';
import { randomCharacters } from '../support/secrets/randomCharacters';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import {
  chatFrame,
  dialog,
  openFileByName,
  screenshot,
  selectLine,
  themes,
} from '../support/workbench';

describe('questions about code', () => {
  const token = `ghp_${randomCharacters(36, 'abcdefghijk0123456789', Math.random)}`;
  let gateway: Gateway;
  let folder: string;
  let vscode: VsCode;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-code-'));
    writeFileSync(join(folder, 'conf.ts'), `export const token = '${token}';\n`);
    writeFileSync(join(folder, 'broken.json'), '{\n  "one": 1,\n  "two": tow\n}\n');
    mkdirSync(join(folder, '.github', 'prompts'), { recursive: true });
    writeFileSync(
      join(folder, '.github', 'prompts', 'explain.prompt.md'),
      '---\ndescription: The prompt of a repository\n---\nExplain ${file} in the tone of ${input:tone}.\n',
    );
    gateway = await startGateway();
    gateway.addModel({
      id: 'sees-images',
      description: '',
      record: { architecture: { input_modalities: ['text', 'image'] } },
      behavior: { kind: 'answers', answer: () => ({ text: 'A dot.' }), tokensPerSecond: Infinity },
    });
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      workspace: folder,
      settings: {
        'portico.baseUrl': gateway.baseUrl,
        'portico.model': 'echo',
        'portico.models': { echo: { imageInput: false } },
        'workbench.colorTheme': themes.dark.name,
      },
    });
    await runCommand(vscode.page, 'Portico: Focus Chat');
    await chatFrame(vscode.page);
    const box = await openBroken();
    await box.waitFor();
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => gateway.clearRequests());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-code-actions-${this.currentTest.title}`);
    }
  });

  /** Opens the file with a problem; the line with it. */
  const openBroken = async (): Promise<Locator> => {
    await openFileByName(vscode.page, 'broken.json');
    return vscode.page.locator('.editor-instance .view-line').filter({ hasText: 'tow' }).first();
  };
  /** The complete text of the preview that a chip opens; `start` is how it begins. */
  const previewOf = async (chip: Locator, start: string): Promise<string> => {
    const { page } = vscode;
    await chip.getByRole('button').first().click();
    const line = page.locator('.editor-instance .view-line').filter({ hasText: start }).first();
    await line.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    return eventually('the preview in the clipboard', async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      return text.startsWith(start) ? text : undefined;
    });
  };
  /** Portico's own files. */
  const storage = () => [join(vscode.folders.user, 'globalStorage', 'portico.portico')];
  const sentQuestion = (): Promise<string> =>
    eventually('a question', async () => {
      const request = gateway.requests.find(({ method }) => method === 'POST');
      const body = request?.json as
        { readonly messages: { readonly content: string }[] } | undefined;
      return body?.messages.at(-1)?.content;
    });

  it('are in the context menu of a selection', async () => {
    const { page } = vscode;
    const line = await openBroken();
    await selectLine(line);
    await line.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Portico', exact: true }).hover();
    const item = page.getByRole('menuitem', { name: 'Explain with Portico' });
    await item.waitFor();
    await screenshot(page, 'code-actions-menu-dark');
    await item.click();
    const question = await sentQuestion();
    if (!/"two": tow[\s\S]*Explain this code\.$/u.test(question)) throw new Error(question);
    const frame = await chatFrame(page);
    await frame.getByRole('article', { name: /^You/u }).first().waitFor();
    await screenshot(page, 'code-actions-asked-dark');
  });

  it('are in the lightbulb of a problem', async () => {
    const { page } = vscode;
    const line = await openBroken();
    await page.locator('.squiggly-error').first().waitFor();
    await line.click();
    await page.keyboard.press('End');
    const item = page.locator('.action-widget .action').filter({ hasText: 'Fix with Portico' });
    // VS Code closes the list again if the focus is still on its way to the editor.
    await eventually('the lightbulb’s list', async () => {
      await page.keyboard.press('Control+.');
      await item.first().waitFor({ timeout: 2_000 });
      return true;
    });
    await screenshot(page, 'code-actions-lightbulb-dark');
    await item.first().click();
    const question = await sentQuestion();
    if (!/Problems in `broken\.json`[\s\S]*Fix the problems in this code\.$/u.test(question)) {
      throw new Error(question);
    }
  });

  it('send the file, the problems and the selection that were attached, as the previews show them', async () => {
    const { page } = vscode;
    const line = await openBroken();
    await selectLine(line);
    const frame = await chatFrame(page);
    const box = frame.getByRole('textbox', { name: 'Message', exact: true });
    const options = frame.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    const chips = frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await box.click();
    await box.pressSequentially('@brok');
    await options.filter({ hasText: 'broken.json' }).first().waitFor();
    await screenshot(page, 'attachments-suggestions-dark');
    await pressKey(box, 'Enter');
    await chips.filter({ hasText: 'broken.json' }).first().waitFor();
    await box.pressSequentially('@problems');
    await options.filter({ hasText: 'Problems in the File' }).click();
    await frame.getByRole('button', { name: 'Attach selection broken.json:3' }).click();
    await eventually('three attachments', async () => (await chips.count()) === 3);
    const previews: string[] = [];
    for (const start of ['File', 'Problems in', 'Selection of']) {
      previews.push(await previewOf(chips.nth(previews.length), start));
    }
    await screenshot(page, 'attachments-preview-dark');
    await box.fill('What is wrong?');
    await pressKey(box, 'Enter');
    assert.equal(await sentQuestion(), [...previews, 'What is wrong?'].join('\n\n'));
    await eventually('no attachment', async () => (await chips.count()) === 0);
  });

  it('send a picture that was dropped, and offer the models that accept it where the current one does not', async () => {
    const { page } = vscode;
    const frame = await chatFrame(page);
    const box = frame.getByRole('textbox', { name: 'Message', exact: true });
    await box.click();
    await box.evaluate((target, base64) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], 'pixel.png', { type: 'image/png' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const init = { bubbles: true, cancelable: true, shiftKey: true, dataTransfer };
        target.dispatchEvent(new DragEvent(type, init));
      }
    }, pixelPng.toString('base64'));
    const chips = frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await chips.filter({ hasText: 'pixel.png' }).first().waitFor();
    await frame.getByText("echo doesn't accept images").waitFor();
    await frame.getByRole('button', { name: 'Select model' }).click();
    const picker = await quickInput(page, /Select Model/u);
    await picker.row('sees-images').waitFor();
    await screenshot(page, 'models-for-images-dark');
    // The first row is selected.
    await picker.acceptRow('sees-images');
    await frame.getByText("doesn't accept images").waitFor({ state: 'hidden' });
    await box.fill('What is it?');
    await pressKey(box, 'Enter');
    const request = await eventually('a question', () =>
      gateway.requests.find(({ method }) => method === 'POST'),
    );
    const body = request.json as {
      readonly model: string;
      readonly messages: readonly { readonly content: unknown }[];
    };
    assert.equal(body.model, 'sees-images');
    assert.match(JSON.stringify(body.messages.at(-1)?.content), /data:image\/png;base64,iVBOR/u);
  });

  it('have their secrets masked before they leave, if the user says so', async () => {
    const { page } = vscode;
    const frame = await chatFrame(page);
    const box = frame.getByRole('textbox', { name: 'Message', exact: true });
    await box.click();
    await box.pressSequentially('@conf');
    const options = frame.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.filter({ hasText: 'conf.ts' }).click();
    const chips = frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await chips.filter({ hasText: 'conf.ts' }).first().waitFor();
    await box.fill(`Why is ${token} rejected?`);
    await eventually('the draft on the disk', () => filesHolding(token, storage()).length > 1);
    await pressKey(box, 'Enter');
    const panel = frame.getByRole('alertdialog', { name: 'Check before sending' });
    await panel.waitFor();
    await screenshot(page, 'secrets-dark');
    if (gateway.requests.some(({ method }) => method === 'POST')) throw new Error('It was sent.');
    await panel.getByRole('button', { name: 'Mask and send' }).click();
    const question = await sentQuestion();
    assert.equal(
      question,
      "File `conf.ts` (ts)\n```ts\nexport const token = '[GitHub token removed]';\n```\n\n" +
        'Why is [GitHub token removed] rejected?',
    );
    await eventually('an empty message box', async () => (await box.inputValue()) === '');
    if ((await frame.content()).includes(token)) throw new Error('The token is in the page.');
    await eventuallyEqual('files with the token', () => filesHolding(token, storage()), []);
  });

  it('are prompts of the workspace, after a dialog, with what the user types', async () => {
    const { page } = vscode;
    await openBroken();
    const frame = await chatFrame(page);
    const box = frame.getByRole('textbox', { name: 'Message', exact: true });
    await box.click();
    await box.pressSequentially('/explain');
    const option = frame
      .getByRole('listbox', { name: 'Suggestions' })
      .getByRole('option', { name: /explain \(workspace\)/u });
    await option.waitFor();
    await screenshot(page, 'prompts-suggestions-dark');
    await option.click();
    await dialog(page).getByText('Use the prompt “explain (workspace)”?').waitFor();
    await screenshot(page, 'prompts-review-dark');
    await dialog(page).getByRole('button', { name: 'Use' }).click();
    const input = await quickInput(page);
    await input.waitForTitle(/explain \(workspace\)/u);
    await screenshot(page, 'prompts-input-dark');
    await input.type('a pirate');
    await input.accept();
    await eventually('the prompt in the message box', async () => {
      const text = await box.inputValue();
      return text === 'Explain `broken.json` in the tone of a pirate.';
    });
    await frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem').first().waitFor();
    await screenshot(page, 'prompts-inserted-dark');
  });
});
