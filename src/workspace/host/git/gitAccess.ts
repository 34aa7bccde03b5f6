// Finds the repository that a commit message or an attachment is for, or says why there is none.
import * as vscode from 'vscode';
import { showPick } from '../../../platform/host/window';
import { systemClock } from '../../../platform/node/systemClock';
import type { GitApi, GitExtension, GitRepository } from './gitApi';
import type { GitProblem } from './gitProblems';

/** How long the search for repositories may take. */
const searchTimeoutMs = 10_000;

/**
 * Resolves to the repository of `rootUri`, else to the only one or the one that the user picks; to undefined if the
 * user picks none.
 */
export async function findRepository(
  rootUri: vscode.Uri | undefined,
  title: string,
): Promise<GitRepository | GitProblem | undefined> {
  const api = await gitApi();
  if (typeof api === 'string') {
    return api;
  }
  const { repositories } = api;
  const isWanted = (repository: GitRepository): boolean =>
    repository.rootUri.toString() === rootUri?.toString();
  const selected = repositories.filter(({ ui }) => ui.selected);
  const [only, ...others] = selected.length === 1 ? selected : repositories;
  const wanted = repositories.find(isWanted);
  if (wanted !== undefined || only === undefined) {
    return wanted ?? 'noRepository';
  }
  return others.length === 0 ? only : pickRepository(repositories, title);
}

async function gitApi(): Promise<GitApi | GitProblem> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) {
    return vscode.workspace.isTrusted ? 'extensionMissing' : 'untrusted';
  }
  const git = await extension.activate();
  if (!git.enabled) {
    const isOn = vscode.workspace.getConfiguration('git').get('enabled') !== false;
    return isOn ? 'notInstalled' : 'disabled';
  }
  let api: GitApi;
  try {
    api = git.getAPI(1);
  } catch {
    return 'notInstalled';
  }
  return (await isInitialized(api)) ? api : 'notReady';
}

async function isInitialized(api: GitApi): Promise<boolean> {
  if (api.state === 'initialized') {
    return true;
  }
  return new Promise((resolve) => {
    const finish = (): void => {
      listener.dispose();
      timer.dispose();
      resolve(api.state === 'initialized');
    };
    const listener = api.onDidChangeState(finish);
    const timer = systemClock.after(searchTimeoutMs, finish);
  });
}

async function pickRepository(
  repositories: readonly GitRepository[],
  title: string,
): Promise<GitRepository | undefined> {
  const rows = repositories.map((repository) => ({
    label: repositoryName(repository),
    description: repository.state.HEAD?.name ?? '',
    repository,
  }));
  return (await showPick(rows, { title }))?.repository;
}

export function repositoryName({ rootUri }: Pick<GitRepository, 'rootUri'>): string {
  return rootUri.path.slice(rootUri.path.lastIndexOf('/') + 1);
}
