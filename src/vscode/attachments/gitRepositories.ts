// The repositories of VS Code's Git extension, for attachments of changes. Git is never run by Portico.
import * as vscode from 'vscode';

/** The members of the extension's API that attachments use (extensions/git/src/api/git.d.ts, version 1). */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: { readonly HEAD: { readonly name?: string } | undefined };
  /** Staged changes against HEAD if `isStaged`, else the working tree against the index. */
  diff(isStaged?: boolean): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly Commit[]>;
  /** From the merge base of both. */
  diffBetween(from: string, to: string): Promise<readonly Change[]>;
  diffBetween(from: string, to: string, path: string): Promise<string>;
  getBranchBase?(name: string): Promise<Branch | undefined>;
  getBranch(name: string): Promise<Branch>;
}

export interface Commit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly authorName?: string;
}

interface Branch {
  readonly name?: string;
  readonly remote?: string;
}

interface Change {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): { readonly repositories: readonly Repository[] };
}

/** Empty if the Git extension is missing or off, or there are none. */
export async function gitRepositories(): Promise<readonly Repository[]> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  try {
    const git = await extension?.activate();
    return git?.enabled === true ? git.getAPI(1).repositories : [];
  } catch {
    // Git is not installed.
    return [];
  }
}
