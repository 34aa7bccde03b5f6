// Code of an answer lands in files, from the question to the accepted change and back.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { ChatView } from '../support/chatView';
import { eventually, eventuallyEqual } from '../support/eventually';
import { quickInput, runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { openFileByName, screenshot, selectLine } from '../support/workbench';

const lines = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`);
const content = `${lines.join('\n')}\n`;
const replacing = (line: number, text: string): string =>
  `<<<<<<< SEARCH\n${lines[line]}\n=======\n${text}\n>>>>>>> REPLACE`;
const block = (info: string, ...parts: readonly string[]): string =>
  `\`\`\`${info}\n${parts.join('\n')}\n\`\`\`\n`;

describe('applying code', () => {
  let gateway: Gateway;
  let folder: string;
  let vscode: VsCode;
  let chat: ChatView;
  let answer = '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-apply-'));
    const reviewed = ['keys1', 'keys2', 'clicks1', 'clicks2'];
    for (const name of ['three', 'merged', 'first', 'second', 'again', 'edited', ...reviewed]) {
      writeFileSync(join(folder, `${name}.ts`), content);
    }
    writeFileSync(join(folder, 'cursor.ts'), 'if (ready) {\n  start();\n}\n');
    gateway = await startGateway();
    gateway.addModel({
      id: 'writes-code',
      description: '',
      behavior: { kind: 'answers', answer: () => ({ text: answer }), tokensPerSecond: Infinity },
    });
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      workspace: folder,
      settings: {
        'portico.baseUrl': gateway.baseUrl,
        'portico.model': 'writes-code',
        'terminal.integrated.gpuAcceleration': 'off',
      },
    });
    chat = await ChatView.open(vscode.page);
    // A view that takes the focus late must not take it from a command's box.
    await runCommand(vscode.page, 'Portico: Focus Chat');
    await chat.waitForFocus();
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    // The disk has what is saved a moment before the editor knows, and VS Code would ask about it.
    await vscode.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
    await runCommand(vscode.page, 'View: Close All Editors');
    await runCommand(vscode.page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
    await panel().waitFor({ state: 'hidden' });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-apply-${this.currentTest.title}`);
    }
  });

  const onDisk = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const isOnDisk = (name: string, text: string) => eventuallyEqual(name, () => onDisk(name), text);
  const openFile = async (name: string): Promise<void> => {
    await openFileByName(vscode.page, name);
    await vscode.page.locator('.editor-instance .view-line').first().click();
  };
  /** The line of an editor with this text; in a diff editor, that of the proposed side. */
  const line = (text: string): Locator =>
    vscode.page
      .locator('.editor-instance :is(.modified-in-monaco-diff-editor, .monaco-editor) .view-line')
      .filter({ hasText: text })
      .last();
  /** A button in the title of the editor; VS Code adds the keys to its name. */
  const titleButton = (name: string): Locator =>
    vscode.page
      .locator('.editor-actions')
      .getByRole('button', { name: new RegExp(`^${name}( \\(|$)`, 'u') });
  const save = (): Promise<void> => vscode.page.keyboard.press('Control+S');
  /** Waits until the diff editor is gone, and the file itself is shown and has the focus. */
  const isBackIn = async (name: string): Promise<void> => {
    const { page } = vscode;
    await page.getByRole('tab', { name: /: Proposed Changes/u }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  };
  const panel = (): Locator => chat.frame.getByRole('region', { name: 'Proposed changes' });
  const applied = (): Locator => chat.frame.getByRole('list', { name: 'Applied changes' });
  const isReported = (text: string) => applied().getByText(text, { exact: true }).waitFor();
  /** Presses Shift+Tab until a button has the focus, and then Enter. */
  const pressButton = async (name: string | RegExp): Promise<void> => {
    await runCommand(vscode.page, 'Portico: Focus Chat');
    await chat.waitForFocus();
    await eventually(`the focus on ${name}`, async () => {
      await vscode.page.keyboard.press('Shift+Tab');
      return chat.button(name).evaluate((button) => button === document.activeElement);
    });
    await vscode.page.keyboard.press('Enter');
  };

  /** Attaches a file and asks about it. */
  const askAbout = async (name: string, text: string): Promise<void> => {
    answer = text;
    await chat.box.click();
    await chat.box.pressSequentially(`@${name}`);
    const options = chat.frame.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.filter({ hasText: name }).first().click();
    await chat.frame.getByRole('list', { name: 'Attachments' }).getByText(name).first().waitFor();
    await chat.getAnswer('Change it.');
  };

  it('shows the changes before any click, accepts one of three, and undoes it in one step', async () => {
    const parts = [
      replacing(2, 'two();'),
      replacing(14, 'more();\nless();'),
      replacing(25, 'x();'),
    ];
    await askAbout('three.ts', block('ts three.ts', ...parts));
    await chat.frame.getByText('three.ts · 3 changes').waitFor();
    await chat.button('Apply').click();
    await line('more();').click();
    assert.equal(onDisk('three.ts'), content);
    await titleButton('Accept Change').click();
    await isReported('1 change applied');
    await titleButton('Reject All Changes').click();
    await isBackIn('three.ts');
    await save();
    await isOnDisk('three.ts', content.replace('const value14 = 14;', 'more();\nless();'));
    await vscode.page.keyboard.press('Control+Z');
    await save();
    await isOnDisk('three.ts', content);
  });

  it('merges with what the user changed meanwhile, and asks about a conflict', async () => {
    const parts = [replacing(2, 'two();'), replacing(9, 'nine();')];
    await askAbout('merged.ts', block('ts merged.ts', ...parts));
    await openFile('merged.ts');
    for (const text of ['const value5 ', 'const value9 ']) {
      await line(text.trimEnd()).click();
      await vscode.page.keyboard.press('End');
      await vscode.page.keyboard.type(' // Mine.');
    }
    const mine = content.replaceAll(/(?<=value[59] = .;)/gu, ' // Mine.');
    await save();
    await isOnDisk('merged.ts', mine);
    await chat.button('Apply').click();
    await panel().getByText('1 change, 1 conflict').waitFor();
    await titleButton('Accept All Changes').click();
    await panel().getByText('1 conflict', { exact: true }).waitFor();
    // Ctrl+S in the diff editor saves what was accepted, and nothing else.
    const merged = mine.replace('const value2 = 2;', 'two();');
    await save();
    await isOnDisk('merged.ts', merged);
    await titleButton('Accept Change').click();
    await isReported('2 changes applied');
    await isBackIn('merged.ts');
    await save();
    await isOnDisk('merged.ts', merged.replace('const value9 = 9; // Mine.', 'nine();'));
  });

  it('applies two files of one answer and undoes both, by keyboard', async () => {
    await askAbout(
      'first.ts',
      block('ts first.ts', replacing(2, 'two();')) +
        block('ts second.ts', replacing(3, 'three();')),
    );
    await chat.button('Apply all (2 files)').waitFor();
    await pressButton('Apply all (2 files)');
    await vscode.page.getByRole('tab', { name: /^first\.ts: Proposed Changes/u }).waitFor();
    await pressButton('Accept all');
    await isReported('2 changes applied');
    await runCommand(vscode.page, 'File: Save All Files');
    await isOnDisk('first.ts', content.replace('const value2 = 2;', 'two();'));
    await isOnDisk('second.ts', content.replace('const value3 = 3;', 'three();'));
    await pressButton('Undo all');
    await isReported('2 undone');
    await runCommand(vscode.page, 'File: Save All Files');
    await isOnDisk('first.ts', content);
    await isOnDisk('second.ts', content);
  });

  /** The steps of a review, by the keys of VS Code's own and by the buttons in the title. */
  const ways = {
    keys: {
      acceptChange: () => vscode.page.keyboard.press('Control+Y'),
      rejectChange: () => vscode.page.keyboard.press('Control+N'),
      rejectRest: () => vscode.page.keyboard.press('Control+Shift+N'),
    },
    clicks: {
      acceptChange: () => titleButton('Accept Change').click(),
      rejectChange: () => titleButton('Reject Change').click(),
      rejectRest: () => titleButton('Reject All Changes').click(),
    },
  };
  for (const [way, { acceptChange, rejectChange, rejectRest }] of Object.entries(ways)) {
    it(`accepts one of three changes, then two of three in the next file, by ${way} alone`, async () => {
      const { page } = vscode;
      const parts = [replacing(2, 'two();'), replacing(14, 'more();'), replacing(25, 'x();')];
      const [first, second] = [`${way}1.ts`, `${way}2.ts`];
      await askAbout(first, block(`ts ${first}`, ...parts) + block(`ts ${second}`, ...parts));
      await chat.button('Apply all (2 files)').waitFor();
      await pressButton('Apply all (2 files)');
      const isReviewed = async (name: string, count: number): Promise<void> => {
        await isReported(count === 1 ? '1 change applied' : `${count} changes applied`);
        await page
          .getByRole('tab', { name: `${name}: Proposed Changes`, selected: true })
          .waitFor();
        await page.locator('.editor-instance .modified .monaco-editor.focused').waitFor();
      };
      await line('two();').waitFor();
      await acceptChange();
      await isReviewed(first, 1);
      await rejectRest();
      await isReviewed(second, 1);
      await acceptChange();
      await isReviewed(second, 2);
      await acceptChange();
      await isReviewed(second, 3);
      await rejectChange();
      await isBackIn(second);
      await runCommand(page, 'File: Save All Files');
      await isOnDisk(first, content.replace('const value2 = 2;', 'two();'));
      const two = content.replace('const value2 = 2;', 'two();');
      await isOnDisk(second, two.replace('const value14 = 14;', 'more();'));
    });
  }

  it('says why a change is refused, and the model writes it again', async () => {
    const misquoted = replacing(2, 'two();').replace('= 2', '= 3');
    await askAbout('again.ts', block('ts again.ts', misquoted));
    const refusal = "can't be placed: the lines to replace aren't in the file";
    await chat.frame.getByText(`again.ts · ${refusal}`).waitFor();
    await chat.button('Apply').click();
    await isReported('1 refused');
    answer = block('ts again.ts', replacing(2, 'two();'));
    const redo = applied().getByRole('button', { name: 'Ask the model to redo this' });
    assert.match((await redo.getAttribute('title')) ?? '', /costs a request/u);
    await redo.click();
    await chat.frame.getByText('again.ts · 1 change').waitFor();
    await chat.button('Apply').last().click();
    await line('two();').waitFor();
    await titleButton('Accept All Changes').click();
    await isBackIn('again.ts');
    await save();
    await isOnDisk('again.ts', content.replace('const value2 = 2;', 'two();'));
  });

  it('edits the selection, and writes nothing before it is accepted', async () => {
    answer = block('ts', 'seven();');
    await openFile('edited.ts');
    for (const button of ['Reject All Changes', 'Accept All Changes']) {
      await selectLine(line('const value7'));
      await line('const value7').click({ button: 'right' });
      await vscode.page.getByRole('menuitem', { name: 'Portico', exact: true }).hover();
      const item = vscode.page.getByRole('menuitem', { name: 'Edit Selection…' });
      // A menu of VS Code ignores clicks just after it opens.
      await eventually('the menu to close', async () => {
        await item.click({ timeout: 1_000 }).catch(() => undefined);
        return !(await item.isVisible());
      });
      const input = await quickInput(vscode.page, /Edit Selection/u);
      await input.type('Call it');
      await input.accept();
      await line('seven();').waitFor();
      assert.equal(onDisk('edited.ts'), content);
      await titleButton(button).click();
      await isBackIn('edited.ts');
    }
    await save();
    await isOnDisk('edited.ts', content.replace('const value7 = 7;', 'seven();'));
  });

  it('inserts code at the cursor, on lines of its own, and puts a command at the prompt', async () => {
    await askAbout('cursor.ts', block('ts', 'if (!ok) {\n  stop();\n}') + block('sh', 'touch ran'));
    await openFile('cursor.ts');
    await line('start();').click();
    await vscode.page.keyboard.press('End');
    const choose = async (index: number, item: string): Promise<void> => {
      await chat.button('More').nth(index).click();
      await chat.frame.getByRole('menuitem', { name: item }).click();
    };
    await choose(0, 'Insert at cursor');
    await line('stop();').waitFor();
    await openFile('cursor.ts');
    await save();
    const inserted = '  if (!ok) {\n    stop();\n  }\n';
    await isOnDisk('cursor.ts', `if (ready) {\n  start();\n${inserted}}\n`);
    await chat.button('Send to terminal').click();
    await vscode.page.locator('.xterm-rows').filter({ hasText: 'touch ran' }).waitFor();
    assert.ok(!existsSync(join(folder, 'ran')));
    await vscode.page.keyboard.press('Enter');
    await eventually('the command to run', () => existsSync(join(folder, 'ran')));
  });
});
