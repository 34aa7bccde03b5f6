// What Portico uses of the API of VS Code's Git extension (extensions/git/src/api/git.d.ts, version 1).
import type * as vscode from 'vscode';

/** The export of the extension `vscode.git`. */
export interface GitExtension {
  /** False if the setting `git.enabled` is off. */
  readonly enabled: boolean;
  /** @throws if Git is not installed, or disabled. */
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** `uninitialized` until the folders of the window have been searched for repositories. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  /** New objects with each call: compare them by `rootUri`. */
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: GitRepositoryState;
  /** Whether the Source Control view shows the repository. */
  readonly ui: { readonly selected: boolean };
  /** Runs `git status`. */
  status(): Promise<void>;
  /** Rejects if there is no commit. */
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
  /** Staged changes against HEAD if `isStaged`, else the working tree against the index. */
  diff(isStaged: boolean): Promise<string>;
  /** The changes since the merge base of both. Rejects if they have none. */
  diffBetween(from: string, to: string): Promise<readonly GitChange[]>;
  diffBetween(from: string, to: string, path: string): Promise<string>;
  /** The diff between any two objects, trees and commits included. */
  diffBlobs(from: string, to: string): Promise<string>;
  /** The branch that a branch was made from, if that is known. */
  getBranchBase(name: string): Promise<GitBranch | undefined>;
  /** Rejects if there is no such branch. */
  getBranch(name: string): Promise<GitBranch>;
  /** The diff of a file between HEAD and the working tree. Rejects if there is no commit. */
  diffWithHEAD(path: string): Promise<string>;
  /** The diff of a file between HEAD and the index. */
  diffIndexWithHEAD(path: string): Promise<string>;
  /** Details of the index's object where `treeish` is `''`. */
  getObjectDetails(treeish: string, path: string): Promise<{ readonly size: number }>;
}

interface GitBranch {
  readonly name?: string;
  readonly remote?: string;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly parents: readonly string[];
}

interface GitRepositoryState {
  /** A detached HEAD has no `name`. */
  readonly HEAD: { readonly name?: string } | undefined;
  readonly mergeChanges: readonly GitChange[];
  readonly indexChanges: readonly GitChange[];
  readonly workingTreeChanges: readonly GitChange[];
  /** Empty unless `git.untrackedChanges` is `separate`. */
  readonly untrackedChanges?: readonly GitChange[];
}

interface GitChange {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  readonly status: number;
}
