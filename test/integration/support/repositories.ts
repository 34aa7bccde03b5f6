// Git repositories for tests, and the commit boxes that VS Code's Git extension has for them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { GitApi, GitExtension, GitRepository } from '../../../src/workspace/host/git/gitApi';
import { until } from './portico';

/** Runs Git without the settings of the machine. */
const gitEnvironment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
};

async function gitApi(): Promise<GitApi> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  assert.ok(extension, 'VS Code’s Git extension is not installed');
  const api = (await extension.activate()).getAPI(1);
  await until('the Git extension has searched', () => api.state === 'initialized');
  return api;
}

export class TestRepository {
  private constructor(
    readonly root: string,
    private readonly repository: GitRepository,
  ) {}

  /** Creates a repository in a folder of the window's workspace and waits until VS Code has opened it. */
  static async create(name: string, commits: readonly string[] = []): Promise<TestRepository> {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const root = join(workspace.uri.fsPath, name);
    mkdirSync(root, { recursive: true });
    runGit(root, 'init', '--initial-branch=main');
    for (const message of commits) runGit(root, 'commit', '--allow-empty', '-m', message);
    const api = await gitApi();
    const uri = vscode.Uri.file(root);
    await vscode.commands.executeCommand('git.openRepository', root);
    await until(`VS Code opens the repository ${name}`, () => api.getRepository(uri) !== null);
    const repository = api.getRepository(uri);
    assert.ok(repository);
    return new TestRepository(root, repository);
  }

  get uri(): vscode.Uri {
    return this.repository.rootUri;
  }

  get box(): string {
    return this.repository.inputBox.value;
  }

  set box(text: string) {
    this.repository.inputBox.value = text;
  }

  git(...args: readonly string[]): string {
    return runGit(this.root, ...args);
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  async close(): Promise<void> {
    await vscode.commands.executeCommand('git.close', this.repository);
  }
}

export function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, env: gitEnvironment, encoding: 'utf8' });
}
