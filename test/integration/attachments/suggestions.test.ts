// Suggestions after `@`, and changes in a Git repository.
import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Suggestion } from '../../../src/features/attachments/common/attachmentsView';
import { recordNotifications } from '../support/notifications';
import { activatePortico, newChat, until, type Portico } from '../support/portico';
import { answerQuickPicks } from '../support/quickInputs';
import { runGit, TestRepository } from '../support/repositories';
import {
  attachmentsOf,
  previewOf,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from './support/attachments';

describe('suggestions', () => {
  let portico: Portico;
  let outside: string;

  before(async () => {
    portico = await activatePortico();
    outside = join(dirname(workspaceFolder()), 'outside-suggestions');
    await mkdir(outside);
    await writeFile(join(outside, 'escaped.ts'), 'outside');
    await writeWorkspaceFile('list/.gitignore', 'built/\n');
    await writeWorkspaceFile('list/chatView.ts', 'the chat view');
    await writeWorkspaceFile('list/chatOther.ts', '');
    await writeWorkspaceFile('list/orderPens.ts', '');
    await writeWorkspaceFile('list/reopen.ts', '');
    await writeWorkspaceFile('list/.env', 'KEY=1');
    await writeWorkspaceFile('list/built/chatBuilt.ts', '');
    await writeWorkspaceFile('list/emitted.ts', '');
    await writeWorkspaceFile('list/emitted.js', '');
    await writeWorkspaceFile('list/emittedOnly.js', '');
    await writeWorkspaceFile('list/node_modules/chatModule.ts', '');
    await symlink(join(outside, 'escaped.ts'), join(workspaceFolder(), 'list', 'escaped.ts'));
    await newChat();
  });
  afterEach(() => removeAll(portico));
  after(async () => {
    await rm(join(workspaceFolder(), 'list'), { recursive: true });
    await rm(outside, { recursive: true });
  });

  async function suggest(query: string, trigger: '@' | '#' = '@') {
    await portico.run({ type: 'suggest', trigger, query }, portico.conversation().id);
    const { suggestions } = portico.viewState();
    assert.equal(suggestions?.query, query);
    assert.equal(suggestions.isSearching, undefined);
    return suggestions.items;
  }

  const choose = (id: string): Promise<void> =>
    portico.run({ type: 'chooseSuggestion', trigger: '@', id }, portico.conversation().id);

  it('are files of the workspace that are not excluded, and the kinds of the Attach button', async () => {
    const labels = (await suggest('chat')).map(({ label }) => label);
    assert.deepEqual(labels, ['chatView.ts', 'chatOther.ts']);
    assert.deepEqual(await suggest('chat', '#'), await suggest('chat'));
    const all = new Set((await suggest('')).map(({ label }) => label));
    assert.ok(all.has('Selection') && all.has('Git: Staged Changes'));
    assert.ok(!all.has('.env'), 'a file that may hold secrets');
    assert.equal((await suggest('term last'))[0]?.label, 'Terminal: Last Command');
  });

  it('honor the excludes of the settings: with braces, and with a condition', async () => {
    const emitted = async () => (await suggest('emitted')).map(({ label }) => label).toSorted();
    const files = vscode.workspace.getConfiguration('files');
    assert.deepEqual(await emitted(), ['emitted.js', 'emitted.ts', 'emittedOnly.js']);
    await files.update('exclude', { '**/*.js': { when: '$(basename).ts' } }, true);
    assert.deepEqual(await emitted(), ['emitted.ts', 'emittedOnly.js']);
    await files.update('exclude', { 'list/{emitted,none}.*': true, 'emitted*': true }, true);
    assert.deepEqual(await emitted(), ['emittedOnly.js']);
    await files.update('exclude', undefined, true);
    const search = vscode.workspace.getConfiguration('search');
    await search.update('exclude', { '{': true }, true);
    const labels = await emitted();
    await search.update('exclude', undefined, true);
    assert.deepEqual(
      labels,
      ['emitted.js', 'emitted.ts', 'emittedOnly.js'],
      "VS Code's search where ripgrep refuses a glob",
    );
  });

  it('of a kind precede files that have only the letters of what is typed', async () => {
    const labels = (await suggest('open')).map(({ label }) => label);
    assert.deepEqual(labels, ['reopen.ts', 'Open Editors', 'orderPens.ts']);
  });

  it('attach a file, which then comes first', async () => {
    const items = await suggest('chat');
    const other = items.find(({ label }) => label === 'chatOther.ts');
    assert.equal(other?.description, 'list');
    await choose(other.id);
    assert.deepEqual(
      attachmentsOf(portico).map(({ name }) => name),
      ['list/chatOther.ts'],
    );
    assert.equal((await suggest('chat'))[0]?.label, 'chatOther.ts');
  });

  it('begin with the open file and other open ones, before the kinds', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['list/reopen.ts', 'list/.env', 'list/orderPens.ts']) {
      const uri = vscode.Uri.file(join(workspaceFolder(), name));
      await vscode.window.showTextDocument(uri, { preview: false });
    }
    const labels = (await suggest('')).map(({ label }) => label);
    const kinds = labels.indexOf('Files…');
    assert.equal(labels[0], 'orderPens.ts');
    assert.ok(labels.slice(0, kinds).includes('reopen.ts'), labels.join());
    assert.ok(kinds <= 4, labels.join());
    // The page keeps the first row active when more rows come: Enter must not choose a kind.
    const search = vscode.workspace.getConfiguration('search');
    await search.update('useGlobalIgnoreFiles', true, true);
    const isListed = suggest('');
    const first = await new Promise<readonly Suggestion[]>((resolve) => {
      const look = (): void => {
        const { suggestions } = portico.viewState();
        if (suggestions?.isSearching === true) resolve(suggestions.items);
        else setImmediate(look);
      };
      look();
    });
    assert.equal(first[0]?.label, 'orderPens.ts', 'before the files are listed again');
    assert.ok(!first.some(({ label }) => label === '.env'));
    await isListed;
    await search.update('useGlobalIgnoreFiles', undefined, true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are symbols of the workspace, too, below the files of that name', async () => {
    const symbolIn = (name: string, path: string) =>
      new vscode.SymbolInformation(
        name,
        vscode.SymbolKind.Class,
        '',
        new vscode.Location(vscode.Uri.file(path), new vscode.Range(0, 0, 0, 8)),
      );
    const queries: string[] = [];
    const provider = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: (query) => {
        queries.push(query);
        return [
          symbolIn('ChatViewModel', join(workspaceFolder(), 'list/chatView.ts')),
          symbolIn('Unrelated', join(workspaceFolder(), 'list/chatView.ts')),
          symbolIn('ChatViewKey', join(workspaceFolder(), 'list/.env')),
          symbolIn('ChatViewOutside', join(outside, 'escaped.ts')),
        ];
      },
    });
    const { id } = portico.conversation();
    const typed = ['chat', 'chatV'].map((query) =>
      portico.run({ type: 'suggest', trigger: '@', query }, id),
    );
    const found = await suggest('chatView');
    await Promise.all(typed);
    provider.dispose();
    assert.deepEqual(queries, ['chatView']);
    assert.deepEqual(
      found.map(({ label, description }) => [label, description]),
      [
        ['chatView.ts', 'list'],
        ['ChatViewModel', 'list/chatView.ts'],
      ],
    );
    await choose(found[1]?.id ?? '');
    const [symbol] = attachmentsOf(portico);
    assert.ok(symbol);
    assert.match(await previewOf(portico, symbol), /symbol ChatViewModel.*\n```ts\nthe chat\n```/u);
  });

  it('attach nothing that was not suggested, or is a link out of the workspace', async () => {
    await suggest('chat');
    await choose(vscode.Uri.file(join(workspaceFolder(), 'list/.env')).toString());
    await choose('nothing');
    const [link] = await suggest('escaped');
    const notifications = recordNotifications();
    await choose(link?.id ?? '');
    notifications.dispose();
    assert.deepEqual(attachmentsOf(portico), []);
    assert.equal(notifications.messages.length, 1);
    assert.match(notifications.messages[0] ?? '', /isn't in the workspace/u);
  });

  it('have new files once the list is made again', async () => {
    const path = await writeWorkspaceFile('list/chatNew.ts', '');
    await vscode.workspace.getConfiguration('search').update('useGlobalIgnoreFiles', true, true);
    await until('the new file', async () =>
      (await suggest('chat')).some(({ label }) => label === 'chatNew.ts'),
    );
    await rm(path);
    await vscode.workspace
      .getConfiguration('search')
      .update('useGlobalIgnoreFiles', undefined, true);
  });
});

describe('changes in a Git repository', () => {
  let portico: Portico;
  let repository: TestRepository;
  const git = (...args: readonly string[]): string => runGit(workspaceFolder(), ...args);

  before(async () => {
    portico = await activatePortico();
    await newChat();
    git('init', '-q', '-b', 'main');
    await writeWorkspaceFile('.gitignore', '*\n!.gitignore\n!tracked*\n!.env\n');
    await writeWorkspaceFile('tracked.txt', 'one\n');
    await writeWorkspaceFile('.env', 'KEY=old\n');
    git('add', '.');
    git('commit', '-q', '-m', 'First');
    git('checkout', '-q', '-b', 'feature');
    await writeWorkspaceFile('tracked.txt', 'one\ntwo\n');
    await writeWorkspaceFile('.env', 'KEY=new\n');
    git('commit', '-q', '-a', '-m', 'Second');
    await writeWorkspaceFile('tracked.txt', 'one\ntwo\nstaged\n');
    git('add', '.');
    await writeWorkspaceFile('tracked.txt', 'one\ntwo\nstaged\nunstaged\n');
    repository = await TestRepository.create('.');
  });
  afterEach(() => removeAll(portico));
  after(async () => {
    // VS Code's Git extension would ask Git about files of later tests.
    await repository.close();
    for (const name of ['.git', '.gitignore', '.env', 'tracked.txt']) {
      await rm(join(workspaceFolder(), name), { recursive: true });
    }
  });

  async function attached(...labels: readonly string[]): Promise<string> {
    let row = 0;
    const { window } = vscode;
    const { showQuickPick } = window;
    Object.assign(window, {
      showQuickPick: async (items: PromiseLike<readonly vscode.QuickPickItem[]>) => {
        const wanted = labels[row] ?? '';
        row += 1;
        return (await items).find(({ label }) => label.includes(wanted));
      },
    });
    try {
      await portico.run({ type: 'attach' }, portico.conversation().id);
    } finally {
      Object.assign(window, { showQuickPick });
    }
    const [attachment] = attachmentsOf(portico);
    assert.ok(attachment, labels.join());
    return previewOf(portico, attachment);
  }

  it('are attached by kind, without files that may hold secrets', async () => {
    const root = workspaceFolder().split('/').at(-1) ?? '';
    const staged = await attached('Git: Staged Changes');
    assert.ok(staged.startsWith(`Staged changes in \`${root}\` (diff)\n\`\`\`diff\ndiff --git `));
    assert.ok(staged.includes('\n+staged\n') && !staged.includes('+unstaged'));
    await removeAll(portico);
    const unstaged = await attached('Git: Unstaged Changes');
    assert.ok(unstaged.includes('\n+unstaged\n') && !unstaged.includes('+staged'));
    await removeAll(portico);
    const commit = await attached('Git: Commit…', 'Second');
    assert.ok(commit.includes('Second\n\ndiff --git'));
    assert.ok(commit.includes('\n+two\n') && !commit.includes('KEY'));
    assert.match(commit, /omitted: \.env\)/u);
    await removeAll(portico);
    const first = await attached('Git: Commit…', 'First');
    assert.ok(first.includes('First\n\ndiff --git') && first.includes('\n+one\n'));
    assert.ok(first.includes('omitted: .env') && !first.includes('KEY'));
    await removeAll(portico);
    const branch = await attached('Git: Changes of the Branch');
    assert.ok(branch.includes('\n+two\n') && !branch.includes('KEY') && !branch.includes('staged'));
    assert.ok(branch.includes('since main'));
    await removeAll(portico);
  });

  it('are refused with a sentence where there are none', async () => {
    git('commit', '-q', '-a', '-m', 'Third');
    const picks = answerQuickPicks('Git: Staged Changes');
    const notifications = recordNotifications();
    await portico.run({ type: 'attach' }, portico.conversation().id);
    picks.dispose();
    notifications.dispose();
    assert.deepEqual(notifications.messages, ['There is nothing to attach for “Staged changes”.']);
  });
});
