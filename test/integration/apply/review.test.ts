// The review of proposed changes: from one open change to the next, also in the next file, without a click in between.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editorViewType } from '../../../src/chat/host/chatContributions';
import { writeWorkspaceFile } from '../attachments/support/attachments';
import { until } from '../support/portico';
import { portico } from '../support/withGateway';
import {
  apply,
  askAbout,
  block,
  diff,
  notifications,
  proposedText,
  replace,
  report,
  runOnAnswer,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('the review of changes', () => {
  withApply();

  const lines = Array.from({ length: 400 }, (_, index) => `const value${index} = ${index};`);
  const content = `${lines.join('\n')}\n`;
  const changed = (...numbers: readonly number[]): string =>
    numbers.reduce((text, at) => text.replace(`value${at} = ${at};`, `value${at} = -1;`), content);
  const edits = (name: string, ...numbers: readonly number[]): string =>
    block(
      `ts applied/${name}`,
      ...numbers.map((at) => replace(lines[at] ?? '', `const value${at} = -1;`)),
    );
  const run = (command: string) => vscode.commands.executeCommand(`portico.${command}`);
  const cursor = (): number | undefined => vscode.window.activeTextEditor?.selection.active.line;
  const isInFront = (name: string): boolean => diff()?.original.path === uriOf(name).path;
  const isAt = (name: string, line: number): Promise<void> =>
    until(`line ${line} of ${name}`, () => isInFront(name) && cursor() === line);
  const moveTo = async (line: number): Promise<void> => {
    const { activeTextEditor: editor } = vscode.window;
    assert.ok(editor);
    editor.selection = new vscode.Selection(line, 0, line, 0);
    editor.revealRange(editor.selection);
    await until('the line', () =>
      editor.visibleRanges.some((range) => range.contains(editor.selection)),
    );
  };

  it('goes from change to change, to the next file, and in the end to the file', async () => {
    await writeWorkspaceFile('applied/b.ts', content);
    await askAbout('a.ts', content, `${edits('a.ts', 2, 150, 300)}\n${edits('b.ts', 5, 200, 350)}`);
    await runOnAnswer('applyAll');
    await isAt('a.ts', 2);
    await run('rejectChange');
    await isAt('a.ts', 150);
    await run('acceptChange');
    await isAt('a.ts', 300);
    await run('rejectChange');
    await isAt('b.ts', 5);
    const isDiff = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputTextDiff;
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isDiff).length, 1);
    await moveTo(200);
    await run('acceptChange');
    await isAt('b.ts', 350);
    await run('acceptChange');
    await isAt('b.ts', 5);
    await run('rejectChange');
    await until('the file', () => {
      const { activeTextEditor: editor } = vscode.window;
      return diff() === undefined && editor?.document.uri.path === uriOf('b.ts').path;
    });
    assert.equal(cursor(), 5);
    assert.equal(await textOf(uriOf('a.ts')), changed(150));
    assert.equal(await textOf(uriOf('b.ts')), changed(200, 350));
    assert.deepEqual(notifications.messages, []);
  });

  it('goes on after all changes of a file', async () => {
    await writeWorkspaceFile('applied/d.ts', content);
    await askAbout('c.ts', content, `${edits('c.ts', 2, 150)}\n${edits('d.ts', 5, 200)}`);
    await runOnAnswer('applyAll');
    await isAt('c.ts', 2);
    await run('acceptChanges');
    await isAt('d.ts', 5);
    await run('rejectChanges');
    await until('the end', () => portico.viewState().proposals === undefined);
    assert.equal(await textOf(uriOf('c.ts')), changed(2, 150));
  });

  it('acts on the only change in view, and else shows the next one and does nothing', async () => {
    await askAbout('view.ts', content, edits('view.ts', 2, 150, 300));
    await apply();
    await isAt('view.ts', 2);
    await moveTo(80);
    await run('acceptChange');
    await isAt('view.ts', 150);
    assert.equal(await textOf(uriOf('view.ts')), content);
    await moveTo(152);
    await run('acceptChange');
    await isAt('view.ts', 300);
    assert.equal(await textOf(uriOf('view.ts')), changed(150));
    await moveTo(390);
    await run('rejectChange');
    await isAt('view.ts', 2);
    assert.equal(await proposedText(), changed(2, 150, 300));
    assert.deepEqual(notifications.messages, []);
    assert.deepEqual(report(), ['applied applied/view.ts:151']);
  });

  it('never covers a chat in an editor tab', async () => {
    await run('openInEditor');
    const isChat = (tab: vscode.Tab | undefined): boolean =>
      tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.includes(editorViewType);
    const chats = () => vscode.window.tabGroups.all.filter(({ activeTab }) => isChat(activeTab));
    await until('the tab', () => chats().length === 1);
    await askAbout('tab.ts', content, edits('tab.ts', 2));
    await run('openInEditor');
    await until('the chat in front', () =>
      isChat(vscode.window.tabGroups.activeTabGroup.activeTab),
    );
    await apply();
    await isAt('tab.ts', 2);
    assert.equal(chats().length, 1);
    await run('acceptChange');
    await until(
      'the file',
      () => vscode.window.activeTextEditor?.document.uri.path === uriOf('tab.ts').path,
    );
    assert.equal(chats().length, 1);
  });
});
