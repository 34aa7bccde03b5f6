// Which file a change is for, and whether it may be changed. A model names a file; the file is looked up among those that
// the user attached and those of the workspace, and nothing else.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import * as vscode from 'vscode';
import { workspaceFileAccess } from '../../../platform/host/files/fileAccess';
import { showPick } from '../../../platform/host/window';
import { WorkspaceFiles } from '../../../platform/host/files/workspaceFiles';
import { normalizeFilePath } from '../../../markdown/common/fileReference';
import { relativeName } from '../../attachments/host/filePlace';
import type { FileNames } from './fileNames';
import { judgePath, type PathVerdict } from '../node/pathRules';

const files = new WorkspaceFiles(workspaceFileAccess);

/** A file that the model has seen, under the name that it was sent with. */
export interface SeenFile {
  readonly uri: vscode.Uri;
  readonly name: string;
}

/** The files that a path may mean that a model wrote: the user chooses among several. */
export async function findTargets(
  written: string,
  attached: readonly SeenFile[],
  fileNames: FileNames,
): Promise<readonly vscode.Uri[]> {
  const named = attached.filter(({ uri, name }) => name === written || uri.path === written);
  if (named.length === 1) {
    return named.map(({ uri }) => uri);
  }
  const path = normalizeFilePath(written);
  if (path === undefined || path === '') {
    return [];
  }
  const seen = attached.map(({ uri }) => uri).filter((uri) => uri.path.endsWith(`/${path}`));
  if (seen.length === 1) {
    return seen;
  }
  const inFolders = await Promise.all(
    placesOf(path).map(({ folder, rest }) => files.findIn(folder.uri, rest)),
  );
  const exact = inFolders.filter((uri) => uri !== undefined);
  if (exact.length === 1 || (exact.length > 1 && seen.length === 0)) {
    return exact;
  }
  return seen.length > 0 ? seen : fileNames.endingWith(path);
}

/** Where a path may be: in each folder and, of several, in the one whose name it begins with, as models are shown it. */
function placesOf(
  path: string,
): readonly { readonly folder: vscode.WorkspaceFolder; readonly rest: string }[] {
  const { workspaceFolders: folders = [] } = vscode.workspace;
  const named = folders.flatMap((folder) => {
    const start = `${relativeName(folder, folder.uri)}/`;
    return folders.length > 1 && path.startsWith(start)
      ? [{ folder, rest: path.slice(start.length) }]
      : [];
  });
  return [...named, ...folders.map((folder) => ({ folder, rest: path }))];
}

/**
 * The file that the user picks for code: one of the candidates, or of the attached and the open files if there are none.
 * Undefined if the user picks none.
 */
export async function pickFile(
  candidates: readonly vscode.Uri[],
  seen: readonly vscode.Uri[],
): Promise<vscode.Uri | undefined> {
  const { l10n, window, workspace } = vscode;
  const open = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const offered = candidates.length > 0 ? candidates : [...seen, ...open];
  const uris = [...new Map(offered.map((uri) => [uri.toString(), uri])).values()];
  const rows = uris.map((uri) => ({
    label: posix.basename(uri.path),
    description: workspace.asRelativePath(uri),
    uri,
  }));
  const other = { label: l10n.t('Other file…'), description: '', uri: undefined };
  const picked = await showPick([...rows, other], {
    title: l10n.t('Select the File That This Code Changes'),
  });
  if (picked === undefined || picked.uri !== undefined) {
    return picked?.uri;
  }
  return (
    await window.showOpenDialog({ title: l10n.t('Select the File That This Code Changes') })
  )?.[0];
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
  if (folder === undefined) {
    return l10n.t("the file isn't in the workspace");
  }
  const entry = await workspaceFileAccess.stat(uri);
  if (entry?.isFile !== true) {
    return l10n.t("the file doesn't exist any more");
  }
  if (!(await files.isInside(folder.uri, uri, entry))) {
    return l10n.t('the file is a link that leads out of the workspace');
  }
  const verdicts = new Set((await pathsOf(folder.uri, uri)).map(judgePath));
  return verdicts.has('refused')
    ? l10n.t('nothing is written there')
    : { verdict: verdicts.has('asks') ? 'asks' : 'allowed' };
}

/** The path below the folder, and that of the file behind all links. */
async function pathsOf(folder: vscode.Uri, uri: vscode.Uri): Promise<readonly string[]> {
  const named = uri.path.slice(folder.path.replace(/\/$/u, '').length + 1);
  if (uri.scheme !== 'file') {
    return [named];
  }
  return [named, await pathBelow(folder, await realpath(uri.fsPath))];
}

/** A path into another folder of the workspace is longer than the path from here, and is judged as a whole. */
async function pathBelow(folder: vscode.Uri, real: string): Promise<string> {
  const below = relative(await realpath(folder.fsPath), real);
  return below.replace(/^(?:\.\.[\\/])+/u, '');
}

/** The folder and path of a file that a model wants to create. Undefined if it gets no name before it is saved. */
export async function newFileUri(path: string): Promise<vscode.Uri | undefined> {
  const [place] = placesOf(path);
  if (place?.folder.uri.scheme !== 'file' || !vscode.workspace.isTrusted) {
    return undefined;
  }
  const { folder, rest } = place;
  const uri = vscode.Uri.joinPath(folder.uri, rest);
  const isFree = (await workspaceFileAccess.stat(uri)) === undefined;
  if (!isFree || judgePath(rest) !== 'allowed') {
    return undefined;
  }
  // A repository may have a link to `.git/hooks`, so that the file's own path says nothing.
  const real = await realPathOfNew(uri.fsPath);
  const isAllowed =
    real !== undefined &&
    (await files.isRealPathInside(real)) &&
    judgePath(await pathBelow(folder.uri, real)) === 'allowed';
  return isAllowed ? uri : undefined;
}

/** Where a file would be: links are resolved from the nearest folder above that exists. */
async function realPathOfNew(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  const real = await realpath(parent).catch(() => undefined);
  const above = real ?? (parent === path ? undefined : await realPathOfNew(parent));
  return above === undefined ? undefined : join(above, basename(path));
}
