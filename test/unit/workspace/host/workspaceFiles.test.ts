import assert from 'node:assert/strict';
import { lstatSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { WorkspaceFiles, type FileEntry } from '../../../../src/workspace/host/workspaceFiles';

/** Has as much of VS Code's URI as the search uses. */
function uri(scheme: string, path: string): vscode.Uri {
  return {
    scheme,
    path,
    fsPath: path,
    with: (change: { path: string }) => uri(scheme, change.path),
  } as unknown as vscode.Uri;
}

describe('WorkspaceFiles', () => {
  let home: string;
  let folders: vscode.Uri[];
  let files: WorkspaceFiles;
  /** Paths whose `stat` was called, in order. */
  let asked: string[];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'portico-files-'));
    for (const folder of ['one/src', 'two', 'outside']) {
      await mkdir(join(home, folder), { recursive: true });
    }
    await writeFile(join(home, 'one/src/a.ts'), '');
    await writeFile(join(home, 'one/both.ts'), '');
    await writeFile(join(home, 'two/both.ts'), '');
    await writeFile(join(home, 'two/b.ts'), '');
    await writeFile(join(home, 'outside/secret.ts'), '');
    await writeFile(join(home, 'one-secret.ts'), '');
    folders = ['one', 'two'].map((name) => uri('file', join(home, name)));
    asked = [];
    files = new WorkspaceFiles({
      folders: () => folders,
      stat: ({ path }) => {
        asked.push(path);
        const entry = statSync(path, { throwIfNoEntry: false });
        const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
        return Promise.resolve(entry && { isFile: entry.isFile(), isLink });
      },
      realPath: (path) => realpath(path).catch(() => undefined),
    });
  });
  afterEach(() => rm(home, { recursive: true }));

  const find = async (path: string) => (await files.find(path))?.path;

  it('finds a file in the first folder that has it', async () => {
    assert.equal(await find('src/a.ts'), join(home, 'one/src/a.ts'));
    assert.equal(await find('b.ts'), join(home, 'two/b.ts'));
    assert.equal(await find('both.ts'), join(home, 'one/both.ts'));
    assert.equal(await find('none.ts'), undefined);
  });

  it('finds no folder', async () => {
    assert.equal(await find('src'), undefined);
  });

  it('does not ask for a path that is not inside a folder', async () => {
    const names = [
      '../outside/secret.ts',
      '/etc/passwd',
      'C:/x',
      '//host/x',
      '%2e%2e/x',
      'x\0',
      '',
    ];
    for (const path of [...names, 'a/'.repeat(100_000), join(home, 'outside/secret.ts')]) {
      assert.equal(await find(path), undefined);
    }
    assert.deepEqual(asked, []);
  });

  it('finds nothing behind a link that leads out of the workspace', async () => {
    await symlink(join(home, 'outside'), join(home, 'one/linked'));
    await symlink(join(home, 'outside/secret.ts'), join(home, 'one/secret.ts'));
    await symlink(join(home, 'one-secret.ts'), join(home, 'one/sibling.ts'));
    for (const path of ['linked/secret.ts', 'secret.ts', 'sibling.ts']) {
      assert.equal(await find(path), undefined);
    }
  });

  it('follows links inside the workspace, and to a folder that is itself a link', async () => {
    await symlink(join(home, 'two/b.ts'), join(home, 'one/b.ts'));
    assert.equal(await find('b.ts'), join(home, 'one/b.ts'));
    await symlink(join(home, 'one'), join(home, 'link'));
    folders = [uri('file', join(home, 'link'))];
    assert.equal(await find('src/a.ts'), join(home, 'link/src/a.ts'));
  });

  it('finds nothing without a folder', async () => {
    folders = [];
    assert.equal(await find('src/a.ts'), undefined);
  });

  describe('in a virtual file system', () => {
    const entries = new Map<string, FileEntry>([
      ['/repo/src', { isFile: false, isLink: false }],
      ['/repo/src/a.ts', { isFile: true, isLink: false }],
      ['/repo/link.ts', { isFile: true, isLink: true }],
      ['/repo/linked', { isFile: false, isLink: true }],
      ['/repo/linked/sub', { isFile: false, isLink: false }],
      ['/repo/linked/sub/a.ts', { isFile: true, isLink: false }],
      ['/README.md', { isFile: true, isLink: false }],
    ]);

    beforeEach(() => {
      folders = [uri('vscode-vfs', '/repo')];
      files = new WorkspaceFiles({
        folders: () => folders,
        stat: ({ path }) => Promise.resolve(entries.get(path)),
        realPath: () => Promise.reject(new Error('There is no local disk.')),
      });
    });

    it('finds files', async () => {
      assert.equal(await find('src/a.ts'), '/repo/src/a.ts');
      assert.equal(await find('src/b.ts'), undefined);
      folders = [uri('vscode-vfs', '/')];
      assert.equal(await find('README.md'), '/README.md');
    });

    it('follows no links, because nothing says where they lead', async () => {
      assert.equal(await find('link.ts'), undefined);
      assert.equal(await find('linked/sub/a.ts'), undefined);
    });
  });
});
