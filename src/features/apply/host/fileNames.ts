// The files of the workspace by their names. They are listed once for all blocks of an answer: a search for each block
// would follow every link of a repository, one to `/proc/self` for example, as often as the answer has blocks. When the
// user leaves the chat, the search ends, and the blocks that still wait for their turn begin no other one.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import type { FolderFiles, WorkspaceFileList } from '../../../workspace/host/workspaceFileList';

/** More files of one name are not offered to choose from. */
const maxFound = 20;

interface NamedFile {
  readonly folder: vscode.Uri;
  readonly path: string;
}

type FilesByName = ReadonlyMap<string, readonly NamedFile[]>;

export class FileNames implements Disposable {
  readonly #list: Pick<WorkspaceFileList, 'get' | 'stop'>;
  #isDisposed = false;
  #folders: readonly FolderFiles[] | undefined;
  #byName: FilesByName = new Map();

  constructor(list: Pick<WorkspaceFileList, 'get' | 'stop'>) {
    this.#list = list;
  }

  /** The files that end with these segments; none if they were not listed when the user left the chat. */
  async endingWith(path: string): Promise<readonly vscode.Uri[]> {
    const alike = (await this.#read()).get(posix.basename(path)) ?? [];
    return alike
      .filter((file) => `/${file.path}`.endsWith(`/${path}`))
      .slice(0, maxFound)
      .map((file) => vscode.Uri.joinPath(file.folder, file.path));
  }

  async hasExtension(extension: string): Promise<boolean> {
    return [...(await this.#read()).keys()].some((name) => posix.extname(name) === extension);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#list.stop();
  }

  async #read(): Promise<FilesByName> {
    if (this.#isDisposed) {
      return this.#byName;
    }
    const { known, updated } = this.#list.get();
    const folders = (await updated?.catch(() => known)) ?? known ?? [];
    if (folders !== this.#folders) {
      this.#folders = folders;
      this.#byName = byName(folders);
    }
    return this.#byName;
  }
}

function byName(folders: readonly FolderFiles[]): FilesByName {
  const files = folders.flatMap(({ folder, paths }) =>
    paths.map((path) => ({ folder: folder.uri, path })),
  );
  return Map.groupBy(files, ({ path }) => posix.basename(path));
}
