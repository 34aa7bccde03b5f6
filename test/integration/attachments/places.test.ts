// What the attachment of a document says of its place: a name that a person reads, and nothing of the computer.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { showSelection } from '../support/editors';
import { activatePortico, newChat, until, type Portico } from '../support/portico';
import { runGit } from '../support/repositories';
import { attachmentsOf, previewOf, removeAll, workspaceFolder } from './support/attachments';

describe('the place of a selection', () => {
  let portico: Portico;
  let folder: string;
  let outside: string;

  before(async () => {
    portico = await activatePortico();
    folder = join(workspaceFolder(), 'places');
    outside = await mkdtemp(join(tmpdir(), 'portico-outside-'));
    await mkdir(folder);
    await newChat();
  });
  afterEach(async () => {
    await removeAll(portico);
    for (const { isDirty, uri } of vscode.workspace.textDocuments) {
      if (isDirty) {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() =>
    Promise.all([folder, outside].map((path) => rm(path, { recursive: true, force: true }))),
  );

  /** Attaches the first line of the active editor's document; returns the name, after checking what is sent. */
  const attachFirstLine = async (): Promise<string> => {
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    const [attachment, ...others] = attachmentsOf(portico);
    assert.ok(attachment);
    assert.deepEqual(others, []);
    const [label = ''] = (await previewOf(portico, attachment)).split('\n');
    for (const text of [label, attachment.name]) {
      assert.ok(![workspaceFolder(), outside, tmpdir()].some((path) => text.includes(path)), text);
      assert.doesNotMatch(text, /[a-z]:\/|%2F|"path"/u);
    }
    assert.ok(label.startsWith(`Selection of \`${attachment.name.replace(/:1$/u, '')}\``), label);
    return attachment.name;
  };
  const nameOf = async (document: vscode.TextDocument): Promise<string> => {
    await showSelection(document, document.lineAt(0).range);
    return attachFirstLine();
  };
  const nameOfUri = async (uri: vscode.Uri): Promise<string> =>
    nameOf(await vscode.workspace.openTextDocument(uri));

  it('in a notebook is the cell', async () => {
    const path = join(folder, 'analysis.ipynb');
    const cells = ['a = 1', 'b = 2', 'c = 3'].map((source) => ({
      cell_type: 'code',
      metadata: {},
      outputs: [],
      execution_count: null,
      source,
    }));
    await writeFile(path, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 }));
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
    const selections = [new vscode.NotebookRange(2, 3)];
    await vscode.window.showNotebookDocument(notebook, { selections });
    await vscode.commands.executeCommand('notebook.cell.edit');
    await until('the editor of the cell', () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText() === 'c = 3';
    });
    const editor = vscode.window.activeTextEditor!;
    const { range } = editor.document.lineAt(0);
    editor.selection = new vscode.Selection(range.start, range.end);
    await until('the selection', () => !editor.selection.isEmpty);
    assert.equal(await attachFirstLine(), 'places/analysis.ipynb, cell 3:1');
  });

  it('in a version of Git is the file with the version', async () => {
    runGit(folder, 'init', '-q', '-b', 'main');
    await writeFile(join(folder, 'app.ts'), 'first\n');
    runGit(folder, 'add', '.');
    runGit(folder, 'commit', '-q', '-m', 'First');
    const git = vscode.extensions.getExtension<{
      getAPI: (version: 1) => {
        openRepository: (uri: vscode.Uri) => Promise<object | null>;
        toGitUri: (uri: vscode.Uri, ref: string) => vscode.Uri;
      };
    }>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    assert.ok(await api?.openRepository(vscode.Uri.file(folder)));
    const commit = runGit(folder, 'rev-parse', 'HEAD').trim();
    const versions = { HEAD: 'HEAD', main: 'main', '': 'Index', [commit]: commit.slice(0, 8) };
    for (const [ref, shown] of Object.entries(versions)) {
      const uri = api!.toGitUri(vscode.Uri.file(join(folder, 'app.ts')), ref);
      assert.equal(await nameOfUri(uri), `places/app.ts (${shown}):1`);
      await removeAll(portico);
    }
  });

  it('in a new document is its name, in the workspace or not', async () => {
    for (const [path, shown] of [
      [join(folder, 'new.ts'), 'places/new.ts:1'],
      [join(outside, 'new.ts'), 'new.ts:1'],
    ] as const) {
      const uri = vscode.Uri.file(path).with({ scheme: 'untitled' });
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'text'));
      assert.equal(await nameOf(document), shown);
      await removeAll(portico);
    }
  });

  it('in an output channel is the channel', async () => {
    const content = { provideTextDocumentContent: () => 'text\n' };
    const provider = vscode.workspace.registerTextDocumentContentProvider('output', content);
    for (const [path, shown] of [
      ['extension-output-vscode.git-#1-Git', 'Git'],
      ['extension-output-acme.build-#12-Build 2.0: C/C++', 'Build 2.0: C/C++'],
      ['acme.server.Server trace', 'Server trace'],
      ['tasks', 'tasks'],
      ['/home/julia/logs/server.log', 'server.log'],
    ] as const) {
      const uri = vscode.Uri.from({ scheme: 'output', path });
      assert.equal(await nameOfUri(uri), `Output: ${shown}:1`);
      await removeAll(portico);
    }
    provider.dispose();
  });

  it('in a virtual document is its last name with the scheme, or the file that it is a version of', async () => {
    const content = { provideTextDocumentContent: () => 'text\n' };
    const path = vscode.Uri.file(join(folder, 'app.ts')).path;
    for (const [uri, shown] of [
      ['places-jdt://contents/rt.jar/java.lang/String.class?=/home/julia/rt.jar', 'String.class'],
      [`places-review:${path}?%7B%22base%22%3A1%7D`, 'places/app.ts'],
    ] as const) {
      const parsed = vscode.Uri.parse(uri);
      const provider = vscode.workspace.registerTextDocumentContentProvider(parsed.scheme, content);
      assert.equal(await nameOfUri(parsed), `${shown} (${parsed.scheme}):1`);
      await removeAll(portico);
      provider.dispose();
    }
  });

  it('in a file outside the workspace is its name without its folders', async () => {
    const path = join(outside, 'notes.txt');
    await writeFile(path, 'text\n');
    assert.equal(await nameOfUri(vscode.Uri.file(path)), '…/notes.txt:1');
  });
});
