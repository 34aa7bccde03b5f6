// Which file a change is for, and whether it may be changed. A model names a file; the file is looked up among those that
// the user attached and those of the workspace, and nothing else.
import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import * as vscode from 'vscode';
import { workspaceFileAccess } from '../../../platform/host/files/fileAccess';
import { WorkspaceFiles } from '../../../platform/host/files/workspaceFiles';
import { judgePath, type PathVerdict } from '../node/pathRules';

const files = new WorkspaceFiles(workspaceFileAccess);

/**
 * The file of a path that a model wrote. `several`: the path, or the name, fits more than one file of the workspace.
 * Undefined if there is no such file.
 *
 * @param attached the files that the model has seen
 */
export async function findTarget(
  path: string,
  attached: readonly vscode.Uri[],
): Promise<vscode.Uri | 'several' | undefined> {
  const seen = attached.filter((uri) => uri.path === path || uri.path.endsWith(`/${path}`));
  const [first, second] = seen;
  if (first !== undefined) {
    return second === undefined ? first : ((await files.find(path)) ?? 'several');
  }
  const exact = await files.find(path);
  if (exact !== undefined) {
    return exact;
  }
  const [found, another] = await vscode.workspace.findFiles(
    `**/${path.replaceAll(/[[\]{}*?]/gu, '[$&]')}`,
    undefined,
    2,
  );
  return another === undefined ? found : 'several';
}

export interface Target {
  readonly verdict: Exclude<PathVerdict, 'refused'>;
}

/** Why a file may not be changed, as a sentence; or whether the user is asked by its name. */
export async function checkTarget(uri: vscode.Uri): Promise<Target | string> {
  const { l10n, workspace } = vscode;
  const { scheme } = uri;
  if (!workspace.isTrusted) {
    return l10n.t("this workspace isn't trusted");
  }
  if (scheme === 'untitled' || scheme === 'vscode-notebook-cell') {
    const isOpen = workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
    return isOpen ? { verdict: 'allowed' } : l10n.t("the document isn't open any more");
  }
  if (/\.ipynb$/iu.test(uri.path)) {
    return l10n.t("a notebook can't be changed as a whole; attach a cell of it instead");
  }
  if (workspace.fs.isWritableFileSystem(scheme) !== true) {
    return l10n.t('the file is read-only');
  }
  const folder = workspace.getWorkspaceFolder(uri);
  const entry = folder === undefined ? undefined : await workspaceFileAccess.stat(uri);
  if (folder === undefined) {
    return l10n.t("the file isn't in the workspace");
  }
  if (entry?.isFile !== true) {
    return l10n.t("the file doesn't exist any more");
  }
  if (!(await files.isInside(folder.uri, uri, entry))) {
    return l10n.t('the file is a link that leads out of the workspace');
  }
  const verdicts = (await pathsOf(folder.uri, uri)).map(judgePath);
  return verdicts.includes('refused')
    ? l10n.t('nothing is written there')
    : { verdict: verdicts.includes('asks') ? 'asks' : 'allowed' };
}

/** The path below the folder, and that of the file behind all links. */
async function pathsOf(folder: vscode.Uri, uri: vscode.Uri): Promise<readonly string[]> {
  const named = uri.path.slice(folder.path.replace(/\/$/u, '').length + 1);
  if (uri.scheme !== 'file') {
    return [named];
  }
  const [root, file] = await Promise.all([realpath(folder.fsPath), realpath(uri.fsPath)]);
  const below = relative(root, file);
  // In another folder of the workspace, its path there is longer than that from here, and judged as a whole.
  return [named, below.startsWith('..') ? below.replace(/^(?:\.\.[\\/])+/u, '') : below];
}

/** The folder and path of a file that a model wants to create. Undefined if it gets no name before it is saved. */
export async function newFileUri(path: string): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder?.uri.scheme !== 'file' || !vscode.workspace.isTrusted) {
    return undefined;
  }
  const uri = vscode.Uri.joinPath(folder.uri, path);
  const isFree = (await workspaceFileAccess.stat(uri)) === undefined;
  return isFree && judgePath(path) === 'allowed' && (await isParentInside(uri.fsPath))
    ? uri
    : undefined;
}

/** Whether the nearest folder above that exists is in the workspace, behind all links. */
async function isParentInside(path: string): Promise<boolean> {
  const parent = vscode.Uri.joinPath(vscode.Uri.file(path), '..').fsPath;
  const real = await realpath(parent).catch(() => undefined);
  return real === undefined
    ? parent !== path && isParentInside(parent)
    : files.isRealPathInside(real);
}
