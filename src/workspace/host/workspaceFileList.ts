// The files of the workspace, for suggestions and for names of files in answers: listed when they are first needed, and again
// when files were added or removed since. The old list is used meanwhile.
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { pathPrefix } from './filePlace';
import { listFiles } from './listFiles';

/** A list that old is made again, because changes are not reported everywhere: not in remote folders, for example. */
const maxAgeMs = 5 * 60_000;
/** A build that writes many files must not cause a listing each second. */
const minAgeMs = 5_000;

export interface FolderFiles {
  readonly folder: vscode.WorkspaceFolder;
  /** Stands before the paths if the workspace has several folders; else ''. */
  readonly prefix: string;
  /** Relative to the folder. */
  readonly paths: readonly string[];
}

export interface WorkspaceFileListDeps {
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
  /** If absent, as VS Code's search does. */
  readonly followsLinks?: false;
}

export class WorkspaceFileList implements Disposable {
  readonly #deps: WorkspaceFileListDeps;
  readonly #disposables = new DisposableStore();
  /** Undefined if they must be listed again before they are used. */
  #folders: readonly FolderFiles[] | undefined;
  /** How often `#folders` was discarded: a list that was begun before that is outdated. */
  #discards = 0;
  #listing: Promise<readonly FolderFiles[]> | undefined;
  #abort = new AbortController();
  #listedAt = 0;
  #isChanged = true;
  #isWatching = false;

  constructor(deps: WorkspaceFileListDeps) {
    this.#deps = deps;
  }

  /** The list so far, and the new one if it is being made. */
  get(): {
    readonly known: readonly FolderFiles[] | undefined;
    readonly updated: Promise<readonly FolderFiles[]> | undefined;
  } {
    this.#watch();
    const age = this.#deps.clock.now() - this.#listedAt;
    const isOld =
      this.#folders === undefined || age > maxAgeMs || (this.#isChanged && age > minAgeMs);
    if (isOld && this.#listing === undefined) {
      const { signal } = this.#abort;
      this.#listing = this.#list(signal).finally(() => (this.#listing = undefined));
      this.#listing.catch((error: unknown) => {
        if (!signal.aborted) {
          this.#deps.reportError(error);
        }
      });
    }
    return { known: this.#folders, updated: this.#listing };
  }

  /** Ends the listing that is going on, if any. */
  stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  dispose(): void {
    this.#abort.abort();
    this.#disposables.dispose();
  }

  async #list(signal: AbortSignal): Promise<readonly FolderFiles[]> {
    this.#isChanged = false;
    const discards = this.#discards;
    const { workspaceFolders = [] } = vscode.workspace;
    const folders = await Promise.all(
      workspaceFolders.map(async (folder) => ({
        folder,
        prefix: pathPrefix(folder),
        paths: await listFiles(folder.uri, signal, this.#deps.followsLinks),
      })),
    );
    if (discards === this.#discards) {
      this.#folders = folders;
      this.#listedAt = this.#deps.clock.now();
    }
    return folders;
  }

  /** Watches the folders from the first use on. */
  #watch(): void {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    const { workspace } = vscode;
    const invalidate = (): void => {
      this.#isChanged = true;
    };
    const discard = (): void => {
      this.#folders = undefined;
      this.#discards += 1;
    };
    const watcher = this.#disposables.add(
      workspace.createFileSystemWatcher('**/*', false, true, false),
    );
    this.#disposables.add(watcher.onDidCreate(invalidate));
    this.#disposables.add(watcher.onDidDelete(invalidate));
    this.#disposables.add(workspace.onDidChangeWorkspaceFolders(discard));
    this.#disposables.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search')) {
          discard();
        }
      }),
    );
  }
}
