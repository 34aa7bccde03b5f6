// Where a document is, and the name by which a model knows it, which leaves the computer: a path relative to the workspace
// only if the file behind all links is in the workspace, else a short name. Neither is a URI or an absolute path.
import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { parseJson } from '../../base/parseJson';
import { isSecretFileName } from '../node/secretFileNames';
import { workspaceFileAccess } from './fileAccess';
import { WorkspaceFiles } from './workspaceFiles';

export interface FilePlace {
  /** Relative to the workspace, else without its folders. */
  readonly name: string;
  /** Whether the file behind all links is in the workspace. */
  readonly isInside: boolean;
  /** The file's own name, or that of the file behind a link, suggests that it holds secrets. */
  readonly isSecret: boolean;
}

const files = new WorkspaceFiles(workspaceFileAccess);

export async function filePlace(uri: vscode.Uri): Promise<FilePlace> {
  const cell = notebookCell(uri);
  if (cell !== undefined) {
    const place = await filePlace(cell.notebook.uri);
    return { ...place, name: cellName(place.name, cell) };
  }
  const real =
    uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => undefined) : undefined;
  const isSecret = [shownPath(uri), real ?? ''].some(isSecretFileName);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder !== undefined && (await isInside(folder.uri, uri, real))) {
    return { name: relativeName(folder, uri), isInside: true, isSecret };
  }
  const outside = real === undefined ? uri : uri.with({ path: vscode.Uri.file(real).path });
  return { name: otherName(outside), isInside: uri.scheme === 'untitled', isSecret };
}

/** `analysis.ipynb, cell 3` */
export function cellName(notebook: string, { index }: vscode.NotebookCell): string {
  return vscode.l10n.t('{0}, cell {1}', notebook, index + 1);
}

/** The scheme of what Apply proposes for a file: VS Code has it as a file, too. */
export const proposalScheme = 'portico-proposal';

/** A file, a new document or a notebook cell: not the output of an extension, a preview, or what is only proposed. */
export function isFile({ scheme }: vscode.Uri): boolean {
  return (
    scheme === 'untitled' ||
    scheme === 'vscode-notebook-cell' ||
    (scheme !== proposalScheme && vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined)
  );
}

/** The path in the workspace; it begins with the name of the folder if the workspace has several. */
export function relativeName(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const { workspaceFolders = [] } = vscode.workspace;
  const path = uri.path.slice(folder.uri.path.replace(/\/$/u, '').length + 1);
  if (workspaceFolders.length < 2) {
    return path === '' ? folder.name : path;
  }
  const alike = workspaceFolders.filter(({ name }) => name === folder.name);
  const number = alike.findIndex(({ index }) => index === folder.index) + 1;
  const start = number < 2 ? folder.name : `${folder.name} (${number})`;
  return path === '' ? start : `${start}/${path}`;
}

/** Stands before the paths of files of a folder if the workspace has several; else ''. */
export function pathPrefix(folder: vscode.WorkspaceFolder): string {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.length < 2 ? '' : `${relativeName(folder, folder.uri)}/`;
}

/** A fence's language: the file's extension, because VS Code knows the language of open files only. */
export function languageOf(uri: vscode.Uri, document?: vscode.TextDocument): string {
  const extension = /[^/]\.([a-z0-9+#-]{1,12})$/iu.exec(uri.path)?.[1];
  return uri.scheme === 'untitled' || uri.scheme === 'vscode-notebook-cell'
    ? (document?.languageId ?? '')
    : (extension ?? '').toLowerCase();
}

async function isInside(
  folder: vscode.Uri,
  uri: vscode.Uri,
  real: string | undefined,
): Promise<boolean> {
  if (uri.scheme === 'file') {
    // A file without a real path is gone, so no link leads anywhere.
    return real === undefined || files.isRealPathInside(real);
  }
  const entry = await workspaceFileAccess.stat(uri);
  return entry !== undefined && files.isInside(folder, uri, entry);
}

/** The cell of an open notebook that has the document. */
function notebookCell(uri: vscode.Uri): vscode.NotebookCell | undefined {
  return uri.scheme === 'vscode-notebook-cell'
    ? vscode.workspace.notebookDocuments
        .flatMap((notebook) => notebook.getCells())
        .find(({ document }) => document.uri.toString() === uri.toString())
    : undefined;
}

/** The name of what is no file of the workspace: a version of one, a new document, output, a file elsewhere. */
function otherName(uri: vscode.Uri): string {
  const { l10n, workspace } = vscode;
  const path = shownPath(uri);
  if (uri.scheme === 'output') {
    return l10n.t('Output: {0}', channelName(path));
  }
  const baseName = posix.basename(path);
  if (uri.scheme === 'file' || workspace.fs.isWritableFileSystem(uri.scheme) === true) {
    return `…/${baseName}`;
  }
  const name = workspaceName(path) ?? (baseName === '' ? uri.scheme : baseName);
  const { ref } = versionOf(uri);
  // Git's index has no name: https://github.com/microsoft/vscode/blob/main/extensions/git/src/uri.ts
  const version =
    ref === undefined ? uri.scheme : /^~?$/u.test(ref) ? l10n.t('Index') : shortRef(ref);
  return uri.scheme === 'untitled' ? name : `${name} (${version})`;
}

/** Where the file of a version is in the workspace. */
function workspaceName(path: string): string | undefined {
  const { workspace } = vscode;
  for (const { uri } of path.startsWith('/') ? (workspace.workspaceFolders ?? []) : []) {
    const file = uri.with({ path });
    const folder = workspace.getWorkspaceFolder(file);
    if (folder !== undefined) {
      return relativeName(folder, file);
    }
  }
  return undefined;
}

/**
 * An extension's channel is `extension-output-PUBLISHER.EXTENSION-#1-NAME`, or `PUBLISHER.EXTENSION.NAME` if it is a log:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/common/extHostOutput.ts
 */
function channelName(path: string): string {
  return path.replace(/^\/?(?:extension-output-.+?-#\d+-|[^./]+\.[^./]+\.(?=.)|.*\/)?/su, '');
}

const versionQuery = v.fallback(
  v.object({ path: v.optional(v.string()), ref: v.optional(v.string()) }),
  {},
);

/** What the query of a version says, as Git's does: `{"path":"/a/b.ts","ref":"HEAD"}`. */
function versionOf({ query }: vscode.Uri): v.InferOutput<typeof versionQuery> {
  return v.parse(versionQuery, parseJson(query));
}

/** Git's scheme adds `.git` to some paths, so the query knows better. */
function shownPath(uri: vscode.Uri): string {
  const { path } = versionOf(uri);
  return path === undefined ? uri.path : vscode.Uri.file(path).path;
}

function shortRef(ref: string): string {
  return /^[\da-f]{40,64}$/u.test(ref) ? ref.slice(0, 8) : ref;
}
