// WorkspaceFiles: finds files by their path below a workspace folder. Only names are looked up; no file is read.
import { sep } from 'node:path';
import type * as vscode from 'vscode';
import { normalizeFilePath } from '../../markdown/common/fileReference';

/** What a file system reports for a name. A symbolic link to a file is a file and a link. */
export interface FileEntry {
  readonly isFile: boolean;
  readonly isLink: boolean;
}

export interface WorkspaceFilesDeps {
  /** The folders in the order in which they are tried. */
  readonly folders: () => readonly vscode.Uri[];
  /** Undefined if there is nothing of that name, or the file system fails. */
  readonly stat: (uri: vscode.Uri) => Promise<FileEntry | undefined>;
  /** Resolves all symbolic links of a path on the local disk. Undefined if that fails. */
  readonly realPath: (path: string) => Promise<string | undefined>;
}

export class WorkspaceFiles {
  readonly #deps: WorkspaceFilesDeps;

  constructor(deps: WorkspaceFilesDeps) {
    this.#deps = deps;
  }

  /** The file of that path in the first folder that has one. Undefined for anything that is not inside the workspace. */
  async find(path: string): Promise<vscode.Uri | undefined> {
    for (const folder of this.#deps.folders()) {
      const uri = await this.findIn(folder, path);
      if (uri !== undefined) {
        return uri;
      }
    }
    return undefined;
  }

  /** The file of that path in a folder of the workspace. Undefined for anything that is not inside the workspace. */
  async findIn(folder: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
    const normalized = normalizeFilePath(path);
    if (normalized === undefined || normalized === '') {
      return undefined;
    }
    const base = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
    const uri = folder.with({ path: `${base}${normalized}`, query: '', fragment: '' });
    const entry = await this.#deps.stat(uri);
    return entry?.isFile === true && (await this.isInside(folder, uri, entry)) ? uri : undefined;
  }

  /** Whether the file or folder itself, behind all links, is in a folder of the workspace, below `folder` by its path. */
  async isInside(folder: vscode.Uri, uri: vscode.Uri, entry: FileEntry): Promise<boolean> {
    if (folder.scheme !== 'file') {
      return !entry.isLink && !(await this.#hasLinkAbove(uri, folder));
    }
    const real = await this.#deps.realPath(uri.fsPath);
    return real !== undefined && this.isRealPathInside(real);
  }

  /** Whether a path on the local disk, with all links resolved, is a folder of the workspace or in one. */
  async isRealPathInside(path: string): Promise<boolean> {
    const { folders, realPath } = this.#deps;
    const local = folders().filter(({ scheme }) => scheme === 'file');
    const roots = await Promise.all(local.map(({ fsPath }) => realPath(fsPath)));
    return roots.some(
      (root) =>
        root !== undefined &&
        (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)),
    );
  }

  /** Other file systems do not report where a link leads, so no link is followed. */
  async #hasLinkAbove(uri: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
    let path = uri.path.slice(0, uri.path.lastIndexOf('/'));
    while (path.length > folder.path.length) {
      const entry = await this.#deps.stat(uri.with({ path }));
      if (entry === undefined || entry.isLink) {
        return true;
      }
      path = path.slice(0, path.lastIndexOf('/'));
    }
    return false;
  }
}
