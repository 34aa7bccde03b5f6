// Accept: only what is in front, only what was shown, once, whatever happens at the same time.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Proposals, type ProposalSource } from '../../../src/features/apply/host/proposals';
import { writeChanges } from '../../../src/features/apply/host/writeChanges';
import type { FileChange } from '../../../src/features/apply/node/fileChanges';
import { openEditorUris } from '../../../src/features/attachments/host/sources/openEditors';
import { workspaceFolder, writeWorkspaceFile } from '../attachments/support/attachments';
import { until } from '../support/portico';
import { portico } from '../support/withGateway';
import {
  apply,
  askAbout,
  askFor,
  block,
  clickButton,
  diff,
  notifications,
  replace,
  report,
  runOnBlocks,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('Accept', () => {
  withApply();

  const lines = Array.from({ length: 12 }, (_, index) => `const value${index} = ${index};`);
  const content = `${lines.join('\n')}\n`;
  const change = (line: number, more: Partial<FileChange> = {}): FileChange => ({
    start: line,
    end: line + 1,
    lines: [`const changed${line} = 1;`],
    isConflict: false,
    block: 0,
    ...more,
  });
  const changed = (text: string, ...numbers: readonly number[]): string =>
    numbers.reduce(
      (all, line) => all.replace(lines[line] ?? '', `const changed${line} = 1;`),
      text,
    );

  /** Proposes changes without an answer, as any placement may give them. */
  const propose = async (name: string, changes: readonly FileChange[]) => {
    await writeWorkspaceFile(`applied/${name}`, content);
    const uri = uriOf(name);
    await until('the text', async () => (await textOf(uri)) === content);
    const reports: string[] = [];
    const source: ProposalSource = {
      write: (_uri, run) => run(),
      didApply: async (_proposal, { rows }) => {
        reports.push(rows.map(({ line, reason = '' }) => `${line} ${reason}`.trim()).join());
      },
      placeAgain: async () => undefined,
    };
    const proposals = new Proposals();
    const proposal = proposals.add({ uri, now: content, changes, refused: [] }, source);
    return { uri, proposals, proposal, reports };
  };

  const lastHeader = (): string | undefined =>
    Object.values(portico.viewState().placements ?? {}).at(-1)?.blocks[0]?.text;

  it('acts on the diff in front, not on the only proposal', async () => {
    const code = block('ts applied/front.ts', replace('const value2 = 2;', 'const two = 2;'));
    await askAbout('front.ts', content, code);
    await apply();
    await writeWorkspaceFile('applied/other.ts', content);
    await vscode.window.showTextDocument(uriOf('other.ts'));
    for (const command of ['acceptChanges', 'acceptChange', 'rejectChanges', 'rejectChange']) {
      await vscode.commands.executeCommand(`portico.${command}`);
    }
    assert.equal(await textOf(uriOf('front.ts')), content);
    assert.equal(portico.viewState().proposals?.length, 1);
    const sentence = 'No diff editor with proposed changes is active.';
    assert.deepEqual(
      notifications.messages,
      Array.from({ length: 4 }, () => sentence),
    );
  });

  it('writes no proposal that is saved, and takes it for no file of the user', async () => {
    const code = block('ts applied/saved.ts', replace('const value2 = 2;', 'const two = 2;'));
    await askAbout('saved.ts', content, code);
    await apply();
    // Of any other document without a file, VS Code opens Save As and waits.
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(await readFile(uriOf('saved.ts').fsPath, 'utf8'), content);
    assert.ok(!openEditorUris().some((uri) => uri.toString() === diff()?.modified.toString()));
  });

  it('writes a change once, however often it is clicked', async () => {
    const inserted = change(3, { end: 3 });
    const { uri, proposals, proposal, reports } = await propose('twice.ts', [inserted, change(8)]);
    const clicks = [1, 2, 3].map(() => proposals.accept(proposal, [inserted]));
    assert.deepEqual(await Promise.all(clicks), [true, false, false]);
    const wanted = content.replace('const value3', 'const changed3 = 1;\nconst value3');
    assert.equal(await textOf(uri), wanted);
    await Promise.all([proposals.acceptAll(proposal), proposals.acceptAll(proposal)]);
    assert.equal(await textOf(uri), changed(wanted, 8));
    assert.equal(reports.length, 2);
    proposals.dispose();
  });

  it('says of an accepted change that the file has it, also where the model did not see the file', async () => {
    await writeWorkspaceFile('applied/there.ts', content);
    await askFor(block('ts applied/there.ts', replace('const value2 = 2;', 'const two = 2;')));
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    await runOnBlocks([0]);
    assert.equal(lastHeader(), 'there.ts · already there');
  });

  it('asks about a file and writes into it once, however often it is clicked', async () => {
    const inserted = change(3, { end: 3 });
    const { uri, proposals, proposal } = await propose('package.json', [inserted]);
    const questions: (() => void)[] = [];
    let isFirstDone = false;
    notifications.dispose();
    const { showWarningMessage } = vscode.window;
    const ask = () =>
      new Promise<string>((resolve) => {
        questions.push(() => resolve('Accept'));
        if (isFirstDone) resolve('Accept');
      });
    Object.assign(vscode.window, { showWarningMessage: ask });
    const clicks = [1, 2].map(() => proposals.accept(proposal, [inserted]));
    await until('the question', () => questions.length > 0);
    questions[0]?.();
    await clicks[0];
    isFirstDone = true;
    questions.forEach((answer) => answer());
    await clicks[1];
    Object.assign(vscode.window, { showWarningMessage });
    const wanted = content.replace('const value3', 'const changed3 = 1;\nconst value3');
    assert.equal(await textOf(uri), wanted);
    assert.equal(questions.length, 1);
    proposals.dispose();
  });

  it('keeps what is typed at the same time, and writes all of a change or nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { uri, proposals, proposal } = await propose(`typed${round}.ts`, [
        change(3),
        change(8),
      ]);
      const typed = new vscode.WorkspaceEdit();
      typed.insert(uri, new vscode.Position(6, 0), '// mine\n');
      const typing = (): Thenable<boolean> => vscode.workspace.applyEdit(typed);
      const accepting = (): Promise<boolean> => proposals.acceptAll(proposal);
      const both = round % 2 === 0 ? [typing(), accepting()] : [accepting(), typing()];
      await Promise.all(both);
      const own = content.replace('const value6', '// mine\nconst value6');
      const text = await textOf(uri);
      const isTyped = text.includes('// mine');
      // VS Code may refuse what was typed by an edit of its API, never what a person types.
      assert.ok(
        [isTyped ? own : content, changed(isTyped ? own : content, 3, 8)].includes(text),
        text,
      );
      proposals.dispose();
    }
  });

  it('writes nothing into a text that has changed before it is written', async () => {
    const { uri, proposals } = await propose('early.ts', [change(3)]);
    const typed = new vscode.WorkspaceEdit();
    typed.insert(uri, new vscode.Position(0, 0), '// mine\n');
    await vscode.workspace.applyEdit(typed);
    assert.equal(await writeChanges(uri, content, [change(3)]), 'VS Code refused it');
    assert.equal(await textOf(uri), `// mine\n${content}`);
    proposals.dispose();
  });

  it('writes all of a change or nothing into a file that is saved at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { uri, proposals, proposal } = await propose(`saved${round}.ts`, [
        change(3),
        change(8),
      ]);
      const document = await vscode.workspace.openTextDocument(uri);
      const accepting = proposals.acceptAll(proposal);
      await Promise.all([accepting, document.save()]);
      const wanted = (await accepting) ? changed(content, 3, 8) : content;
      assert.equal(document.getText(), wanted);
      assert.ok([content, wanted].includes(await readFile(uri.fsPath, 'utf8')));
      await document.save();
      assert.equal(await readFile(uri.fsPath, 'utf8'), wanted);
      proposals.dispose();
    }
  });

  it('loses nothing that another window has saved at the same time', async () => {
    const others = content.replace('const value10', '// of another window\nconst value10');
    for (let round = 0; round < 6; round += 1) {
      const { uri, proposals, proposal } = await propose(`windows${round}.ts`, [change(3)]);
      const document = await vscode.workspace.openTextDocument(uri);
      await Promise.all([proposals.acceptAll(proposal), writeFile(uri.fsPath, others)]);
      // VS Code has the other text, or finds at the save that the file is newer, and asks.
      await Promise.race([
        document.save(),
        until('the other text', () => document.getText() === others),
      ]).catch(() => false);
      assert.match(await readFile(uri.fsPath, 'utf8'), /of another window/u);
      proposals.dispose();
    }
  });

  describe('of what would take code away', () => {
    const things = [{ kind: 'definition', name: 'save' }] as const;
    const removal = { group: 1, things };
    const changes = [change(1), change(3, { removal, lines: [] }), change(8, { removal })];
    const removed = (text: string): string => changed(text, 8).replace('const value3 = 3;\n', '');

    it('is no part of Accept All Changes, and is offered by the next one', async () => {
      const { uri, proposals, proposal, reports } = await propose('all.ts', changes);
      await proposals.acceptAll(proposal);
      assert.equal(await textOf(uri), changed(content, 1));
      assert.equal(proposal.changes.length, 2);
      // The panel has a button for them.
      assert.deepEqual(notifications.messages, []);
      await proposals.acceptAll(proposal);
      const sentence = 'What is left in applied/all.ts would remove `save`.';
      assert.deepEqual(notifications.messages, [sentence]);
      clickButton('Accept Removals');
      await proposals.acceptAll(proposal);
      await until('the removal', async () => (await textOf(uri)) === removed(changed(content, 1)));
      assert.deepEqual(reports, ['2', '4 removed `save`,8']);
      proposals.dispose();
    });

    it('is all that is left of a class of which the rest was accepted', async () => {
      const now = [
        'import os',
        '',
        'class Store:',
        '    def load(self):',
        '        return 1',
        '',
        '    def save(self):',
        '        return os.sep',
        '',
        '    def size(self):',
        '        return 2',
        '',
      ].join('\n');
      const code = [...now.split('\n').slice(2, 6), ...now.split('\n').slice(9)];
      await askAbout('store.py', now, block('py', ...code).replace('return 1', 'return 10'));
      await apply();
      await vscode.commands.executeCommand('portico.acceptChanges');
      const sentence = 'What is left in applied/store.py would remove `save`.';
      assert.deepEqual(notifications.messages, [sentence]);
      await runOnBlocks([0]);
      const left = '1 change · would remove `save`';
      assert.equal(lastHeader(), `store.py · ${left}`);
      await apply();
      assert.equal(portico.viewState().proposals?.[0]?.text, left);
    });

    it('takes all changes of a removal with one click on any of them', async () => {
      const { uri, proposals, proposal } = await propose('group.ts', changes);
      await proposals.accept(proposal, changes.slice(2));
      assert.equal(await textOf(uri), removed(content));
      proposals.dispose();
      const other = await propose('group2.ts', changes);
      await other.proposals.reject(other.proposal, changes.slice(1, 2));
      assert.deepEqual(other.proposal.changes, changes.slice(0, 1));
      other.proposals.dispose();
    });
  });

  it('leaves a conflict one when the block is applied again after its other changes', async () => {
    const code = [
      'class Cart {',
      '  add() {',
      '    one();',
      '  }',
      '  drop() {',
      '    two();',
      '  }',
      '}',
    ];
    const now = `${code.join('\n')}\n`;
    const answer = block('ts applied/cart.ts', ...code)
      .replace('one()', 'uno()')
      .replace('two()', 'dos()');
    await askAbout('cart.ts', now, answer);
    const mine = now.replace('two();', 'two(mine);');
    await writeWorkspaceFile('applied/cart.ts', mine);
    await until('the text', async () => (await textOf(uriOf('cart.ts'))) === mine);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    await runOnBlocks([0]);
    assert.equal(await textOf(uriOf('cart.ts')), mine.replace('one()', 'uno()'));
    assert.equal(lastHeader(), 'cart.ts · 1 conflict');
  });

  it('says that a file with mixed line ends is saved with one kind', async () => {
    await writeWorkspaceFile('applied/mixed.txt', 'one\r\ntwo\nthree\r\n');
    await askFor(block('txt applied/mixed.txt', replace('two', 'TWO')));
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.deepEqual(notifications.messages, [
      'applied/mixed.txt has mixed line ends. VS Code saves it with one kind.',
    ]);
  });

  it('opens no file outside the workspace from the report of an imported chat', async () => {
    const code = block('ts applied/report.ts', replace('const value2 = 2;', 'const two = 2;'));
    await askAbout('report.ts', content, code);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(report().length, 1);
    const file = join(workspaceFolder(), 'applied', 'chat.json');
    const uri = vscode.Uri.file(file);
    await vscode.commands.executeCommand('portico.exportChat', { format: 'json', uri });
    const exported = await readFile(file, 'utf8');
    const { id, messages } = portico.conversation();
    const messageId = messages.at(-1)?.id ?? '';
    const outside = [
      'file:///etc/hostname',
      `${vscode.Uri.file(workspaceFolder()).toString()}/../outside.txt`,
      'file://server.invalid/share/a.txt',
      'untitled:/etc/hostname',
      'https://server.invalid/a',
    ];
    for (const [index, named] of outside.entries()) {
      const imported = exported.replaceAll(id, `${id}-${index}`);
      await writeFile(file, imported.replaceAll(uriOf('report.ts').toString(), named));
      await vscode.commands.executeCommand('portico.importChats', { uris: [uri] });
      await until('the imported chat', async () => await portico.open(`${id}-${index}`));
      const before = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
      await portico.run({ type: 'openAppliedChange', messageId, index: 0 });
      assert.match(notifications.messages.at(-1) ?? '', /isn't in the workspace/u, named);
      assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, before, named);
    }
    await rm(file);
    assert.equal(diff(), undefined);
    await askFor('Done.');
  });
});
