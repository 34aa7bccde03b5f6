// What can be attached, from a real VS Code: each source, its label and its text.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { pixelPng } from '../../support/pixelPng';
import { openDocument, selectLines, showSelection } from '../support/editors';
import { recordNotifications } from '../support/notifications';
import { activatePortico, newChat, until, type Portico } from '../support/portico';
import { answerQuickPicks } from '../support/quickInputs';
import {
  attachmentsOf,
  drop,
  onlyAttachment,
  previewOf,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from './support/attachments';

describe('attachments', () => {
  let portico: Portico;

  before(async () => {
    portico = await activatePortico();
    await writeWorkspaceFile('src/a.ts', 'const one = 1;\nconst two = 2;\nconst three = 3;\n');
    await writeWorkspaceFile('src/deep/b.md', 'no line end');
    await newChat();
  });
  afterEach(async () => {
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(workspaceFolder(), 'src'), { recursive: true }));

  const only = () => onlyAttachment(portico);
  /** Picks a row of the Attach button's list. */
  const pick = async (label: string): Promise<void> => {
    const picks = answerQuickPicks(label);
    try {
      await portico.run({ type: 'attach' }, portico.conversation().id);
    } finally {
      picks.dispose();
    }
  };

  it('are files that are dragged in a remote window, where the page has other names for them', async () => {
    const path = join(workspaceFolder(), 'src/a.ts');
    const { id } = portico.conversation();
    await portico.run(
      { type: 'attachFiles', uris: [`vscode-remote://ssh-remote+host${path}`] },
      id,
    );
    assert.equal(only().name, 'src/a.ts');
  });

  it('of a file are its text below its path', async () => {
    await drop(portico, join(workspaceFolder(), 'src/a.ts'));
    const attachment = only();
    assert.equal(attachment.kind, 'file');
    assert.equal(attachment.name, 'src/a.ts');
    assert.ok(attachment.tokens > 10);
    assert.equal(attachment.text, undefined, 'the page does not get the text');
    assert.equal(
      await previewOf(portico, attachment),
      'File `src/a.ts` (ts)\n```ts\nconst one = 1;\nconst two = 2;\nconst three = 3;\n```',
    );
  });

  it('of a file have its unsaved changes', async () => {
    const path = join(workspaceFolder(), 'src/deep/b.md');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'unsaved, '));
    await drop(portico, path);
    assert.equal(
      await previewOf(portico, only()),
      'File `src/deep/b.md` (md)\n```md\nunsaved, no line end\n```',
    );
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('of a new document have its name', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'python',
      content: 'a = 1',
    });
    await showSelection(document, new vscode.Range(0, 0, 0, 5));
    await pick('Selection');
    const [name] = document.uri.path.split('/').slice(-1);
    assert.equal(only().name, `${name}:1`);
    assert.equal(
      await previewOf(portico, only()),
      `Selection of \`${name}\` (python, line 1)\n\`\`\`python\na = 1\n\`\`\``,
    );
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('of a file system of another extension have their name, and a limit', async () => {
    const sizes: Readonly<Record<string, number>> = { '/a.ts': 6, '/huge.ts': 3_000_000_000 };
    const reads: string[] = [];
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const fail = (): never => {
      throw vscode.FileSystemError.NoPermissions();
    };
    const provider = vscode.workspace.registerFileSystemProvider('portico-memory', {
      onDidChangeFile: changed.event,
      watch: () => ({ dispose: () => {} }),
      stat: ({ path }) => {
        const size = sizes[path];
        if (size === undefined) throw vscode.FileSystemError.FileNotFound();
        return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
      },
      readFile: ({ path }) => {
        reads.push(path);
        return new TextEncoder().encode('a = 1\n');
      },
      readDirectory: fail,
      createDirectory: fail,
      writeFile: fail,
      delete: fail,
      rename: fail,
    });
    await until(
      'the file system',
      () => vscode.workspace.fs.isWritableFileSystem('portico-memory') !== undefined,
    );
    const dropUri = (uri: string): Promise<void> =>
      portico.run({ type: 'attachFiles', uris: [uri] }, portico.conversation().id);
    await dropUri('portico-memory:/a.ts');
    assert.equal(await previewOf(portico, only()), 'File `…/a.ts` (ts)\n```ts\na = 1\n```');
    const notifications = recordNotifications();
    await dropUri('portico-memory:/huge.ts');
    await dropUri('portico-memory:/missing.ts');
    notifications.dispose();
    provider.dispose();
    assert.deepEqual(reads, ['/a.ts']);
    assert.match(notifications.messages.join('\n'), /too large[^]*doesn't exist/u);
  });

  it('of a selection have its lines', async () => {
    await selectLines(join(workspaceFolder(), 'src/a.ts'), 2, 3);
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    assert.equal(only().name, 'src/a.ts:2-3');
    assert.equal(
      await previewOf(portico, only()),
      'Selection of `src/a.ts` (ts, lines 2-3)\n```ts\nconst two = 2;\nconst three = 3;\n```',
    );
  });

  it('of a symbol are the innermost one around the cursor', async () => {
    const path = await writeWorkspaceFile(
      'src/outline.fake',
      'outer {\n  inner {\n    x\n  }\n}\n',
    );
    const range = (start: number, end: number) => new vscode.Range(start, 0, end, 3);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { pattern: '**/*.fake' },
      {
        provideDocumentSymbols: () => {
          const outer = new vscode.DocumentSymbol(
            'outer',
            '',
            vscode.SymbolKind.Class,
            range(0, 4),
            range(0, 0),
          );
          outer.children.push(
            new vscode.DocumentSymbol(
              'in`ner',
              '',
              vscode.SymbolKind.Method,
              range(1, 3),
              range(1, 1),
            ),
          );
          return [outer];
        },
      },
    );
    const document = await openDocument(path);
    await showSelection(document, new vscode.Range(2, 4, 2, 4));
    await pick('Symbol at the Cursor');
    provider.dispose();
    assert.equal(only().kind, 'symbol');
    assert.equal(
      await previewOf(portico, only()),
      'Symbol in `src/outline.fake` (fake, symbol `in\\u{60}ner`, lines 2-4)\n```fake\n  inner {\n    x\n  }\n```',
    );
  });

  it('of problems have one line each, worst first', async () => {
    const uri = vscode.Uri.file(join(workspaceFolder(), 'src/a.ts'));
    await vscode.window.showTextDocument(uri);
    const problems = vscode.languages.createDiagnosticCollection('test');
    const warning = new vscode.Diagnostic(
      new vscode.Range(0, 6, 0, 9),
      'unused',
      vscode.DiagnosticSeverity.Warning,
    );
    const error = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 5), 'wrong\nin two lines');
    error.code = 'E1';
    error.source = 'lint';
    problems.set(uri, [warning, error]);
    const lines =
      '2:1 error E1 (lint): wrong in two lines\n    const two = 2;\n1:7 warning: unused\n    const one = 1;\n';
    await pick('Problems in the File');
    assert.equal(only().name, 'Problems in src/a.ts');
    assert.equal(
      await previewOf(portico, only()),
      `Problems in \`src/a.ts\`\n\`\`\`\n${lines}\`\`\``,
    );
    await removeAll(portico);
    await pick('Problems in the Workspace');
    assert.equal(
      await previewOf(portico, only()),
      `Problems in the workspace\n\`\`\`\n${lines.replaceAll(/^(?=\d)/gmu, 'src/a.ts:')}\`\`\``,
    );
    problems.dispose();
  });

  it('of problems have no line of a private key, in which a spelling checker finds many', async () => {
    const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
    const uri = vscode.Uri.file(
      await writeWorkspaceFile(
        'src/key.ts',
        `const key = \`-----BEGIN PRIVATE KEY-----\n${`${body}\n`.repeat(3)}-----END PRIVATE KEY-----\`;\nconst eend = 1;\n`,
      ),
    );
    await vscode.window.showTextDocument(uri);
    const problems = vscode.languages.createDiagnosticCollection('spelling');
    problems.set(
      uri,
      [2, 5].map((line) => new vscode.Diagnostic(new vscode.Range(line, 0, line, 4), 'Unknown')),
    );
    const lines = '3:1 error: Unknown\n6:1 error: Unknown\n    const eend = 1;\n';
    await pick('Problems in the File');
    assert.equal(
      await previewOf(portico, only()),
      `Problems in \`src/key.ts\`\n\`\`\`\n${lines}\`\`\``,
    );
    problems.dispose();
  });

  it('of a folder are the names of its files, without what is excluded', async () => {
    await writeWorkspaceFile('src/tree/.gitignore', 'ignored/\n*.log\n');
    await writeWorkspaceFile('src/tree/ignored/a.ts', '');
    await writeWorkspaceFile('src/tree/b.log', '');
    // A folder has the rules of those above it.
    const top = await writeWorkspaceFile('.gitignore', '*.tmp\n/src/tree/e.ts\n/src/chosen/\n');
    await writeWorkspaceFile('src/tree/sub/d.tmp', '');
    await writeWorkspaceFile('src/tree/e.ts', '');
    await writeWorkspaceFile('src/chosen/f.ts', '');
    await writeWorkspaceFile('src/tree/sub/c.ts', '');
    await writeWorkspaceFile('src/tree/node_modules/d.ts', '');
    const picks = answerQuickPicks('nothing');
    await drop(portico, join(workspaceFolder(), 'src/tree'));
    picks.dispose();
    assert.equal(only().name, 'src/tree/');
    assert.equal(
      await previewOf(portico, only()),
      'Files in folder `src/tree` (`2 files`)\n```\n.gitignore\nsub/\n  c.ts\n```',
    );
    await removeAll(portico);
    const otherPicks = answerQuickPicks('nothing');
    await drop(portico, join(workspaceFolder(), 'src/chosen'));
    otherPicks.dispose();
    await rm(top);
    assert.match(
      await previewOf(portico, only()),
      /f\.ts/u,
      'an ignored one that the user has chosen',
    );
  });

  it('of open editors are one for each', async () => {
    const options = { preview: false };
    await vscode.window.showTextDocument(
      vscode.Uri.file(join(workspaceFolder(), 'src/a.ts')),
      options,
    );
    await pick('Open Editors');
    assert.deepEqual(
      attachmentsOf(portico).map(({ kind, name }) => [kind, name]),
      [['file', 'src/a.ts']],
    );
  });

  it('of a terminal are its selection, and the clipboard has its text again', async () => {
    await vscode.env.clipboard.writeText('what the user copied');
    const terminal = vscode.window.createTerminal({ name: 'my `terminal`' });
    terminal.show(true);
    terminal.sendText('echo attached-$((40+2))');
    const notifications = recordNotifications();
    await until('the output in the terminal', async () => {
      await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
      await pick('Terminal: Selection');
      const [attachment] = attachmentsOf(portico);
      return (
        attachment !== undefined && (await previewOf(portico, attachment)).includes('attached-42')
      );
    });
    assert.match(
      await previewOf(portico, only()),
      /^Terminal `my \\u\{60\}terminal\\u\{60\}` \(selection\)\n```\n/u,
    );
    assert.ok(notifications.messages.some((message) => message.includes('clipboard')));
    assert.equal(await vscode.env.clipboard.readText(), 'what the user copied');
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.terminal.clearSelection');
    await pick('Terminal: Selection');
    assert.deepEqual(attachmentsOf(portico), []);
    assert.equal(await vscode.env.clipboard.readText(), 'what the user copied');
    notifications.dispose();
    terminal.dispose();
  });

  it('of a notebook cell have its code and its text output', async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(1)', 'python'),
    ]);
    data.cells[0]!.outputs = [
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.stdout('1\n')]),
    ];
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    await until('the notebook', () => vscode.window.activeNotebookEditor !== undefined);
    await pick('Notebook Cell');
    const { kind, name } = only();
    assert.equal(kind, 'notebookCell');
    const file = name.replace(', cell 1', '');
    assert.equal(
      await previewOf(portico, only()),
      `Notebook cell in \`${file}\` (python, cell 1)\n\`\`\`python\nprint(1)\n\`\`\`\n\n` +
        `Output of the cell in \`${file}\` (cell 1)\n\`\`\`\n1\n\`\`\``,
    );
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('of an image have no metadata', async () => {
    const text = Buffer.concat([Buffer.from('tEXtComment\0where I live')]);
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, text.length - 4]), text, Buffer.alloc(4)]);
    const path = await writeWorkspaceFile(
      'src/pixel.png',
      Buffer.concat([pixelPng.subarray(0, 33), chunk, pixelPng.subarray(33)]),
    );
    await drop(portico, path);
    assert.equal(only().kind, 'image');
    assert.deepEqual(only().image, { mediaType: 'image/png', data: pixelPng.toString('base64') });
  });

  it('are refused with a sentence where there is nothing', async () => {
    const notifications = recordNotifications();
    await pick('Selection');
    await pick('Problems in the Workspace');
    await pick('Terminal: Last Command');
    await pick('Notebook Cell');
    notifications.dispose();
    assert.deepEqual(attachmentsOf(portico), []);
    assert.deepEqual(notifications.messages, [
      'No editor is open.',
      'There are no problems.',
      'No terminal is open.',
      'No notebook with a selected cell is active.',
    ]);
  });
});
