// Where a file is, for the label of its attachment: a path relative to the workspace only if the file behind all links
// is in the workspace.
import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isSecretFileName } from '../../secrets/node/secretFileNames';
import { workspaceFileAccess } from '../../../platform/host/files/fileAccess';
import { WorkspaceFiles } from '../../../platform/host/files/workspaceFiles';

export interface FilePlace {
  /** Relative to the workspace, else absolute. */
  readonly name: string;
  /** Whether the file behind all links is in the workspace. */
  readonly isInside: boolean;
  /** The file's own name, or that of the file behind a link, suggests that it holds secrets. */
  readonly isSecret: boolean;
}

const files = new WorkspaceFiles(workspaceFileAccess);

export async function filePlace(uri: vscode.Uri): Promise<FilePlace> {
  if (uri.scheme === 'untitled') {
    return { name: uri.path, isInside: true, isSecret: false };
  }
  const real =
    uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => undefined) : undefined;
  const isSecret = [uri.path, real ?? ''].some(isSecretFileName);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined || !(await isInside(folder.uri, uri, real))) {
    return { name: real ?? absoluteName(uri), isInside: false, isSecret };
  }
  return { name: relativeName(folder, uri), isInside: true, isSecret };
}

/** A file, a new document or a notebook cell: not the output of an extension, or a preview. */
export function isFile({ scheme }: vscode.Uri): boolean {
  return (
    scheme === 'untitled' ||
    scheme === 'vscode-notebook-cell' ||
    vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined
  );
}

/** The path in the workspace; it begins with the name of the folder if the workspace has several. */
export function relativeName(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const { workspaceFolders = [] } = vscode.workspace;
  const path = uri.path.slice(folder.uri.path.replace(/\/$/u, '').length + 1);
  if (workspaceFolders.length < 2) {
    return path === '' ? folder.name : path;
  }
  const isUnique = workspaceFolders.filter(({ name }) => name === folder.name).length === 1;
  const start = isUnique ? folder.name : absoluteName(folder.uri);
  return path === '' ? start : `${start}/${path}`;
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

function absoluteName(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}
