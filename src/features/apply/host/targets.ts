// Which file a change is for, and whether it may be changed. A model names a file; the file is looked up among those that
// the user attached and those of the workspace, and nothing else.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { pathTails, writtenPath } from '../../../markdown/common/fileReference';
import { showPick } from '../../../platform/host/window';
import { workspaceFileAccess } from '../../../workspace/host/fileAccess';
import { isFile, pathPrefix, relativeName } from '../../../workspace/host/filePlace';
import { WorkspaceFiles } from '../../../workspace/host/workspaceFiles';
import { judgePath, type PathVerdict } from '../node/pathRules';
import type { FileNames } from './fileNames';

const files = new WorkspaceFiles(workspaceFileAccess);

/** A file that the model has seen, under the name that it was sent with. */
export interface SeenFile {
  readonly uri: vscode.Uri;
  readonly name: string;
}

/**
 * The files that a path may mean that a model wrote; the user chooses among several. Of a path that no file has, an end
 * counts where it can do no harm: that of another machine's, and that of lines which are quoted from the file.
 */
export async function findTargets(
  written: string,
  attached: readonly SeenFile[],
  fileNames: FileNames,
  isQuoted: boolean,
): Promise<readonly vscode.Uri[]> {
  const named = attached.filter(({ uri, name }) => name === written || uri.path === written);
  if (named.length === 1) {
    return named.map(({ uri }) => uri);
  }
  const path = writtenPath(written);
  if (path === undefined) {
    return [];
  }
  const [whole = '', ...ends] = pathTails(path);
  const seenAt = (end: string): readonly vscode.Uri[] =>
    attached.map(({ uri }) => uri).filter((uri) => uri.path.endsWith(`/${end}`));
  const seen = seenAt(whole);
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
  if (seen.length > 0) {
    return seen;
  }
  for (const end of [whole, ...(isQuoted || path.startsWith('/') ? ends : [])]) {
    const seenHere = seenAt(end);
    const isLikely = isQuoted || end === whole || end.includes('/');
    const found = seenHere.length > 0 || !isLikely ? seenHere : await fileNames.endingWith(end);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/**
 * Returns where a path may be, the likeliest place first: in the folder whose name is in it, as models are shown it where there
 * are several, or below which it is on some machine, and in each folder.
 */
function placesOf(
  path: string,
): readonly { readonly folder: vscode.WorkspaceFolder; readonly rest: string }[] {
  const { workspaceFolders: folders = [] } = vscode.workspace;
  const named = folders.flatMap((folder) => {
    const name = relativeName(folder, folder.uri);
    const start = path.startsWith('/') ? path.lastIndexOf(`/${name}/`) + 1 : 0;
    const hasName = path.startsWith(`${name}/`, start);
    return hasName ? [{ folder, rest: path.slice(start + name.length + 1) }] : [];
  });
  const whole = path.startsWith('/') ? [] : folders.map((folder) => ({ folder, rest: path }));
  return [...named, ...whole];
}

/**
 * The file that the user picks for code: one of the candidates, or of the likely and the open files of the workspace if
 * there are none. Returns undefined if the user picks none.
 */
export async function pickFile(
  candidates: readonly vscode.Uri[],
  likely: readonly vscode.Uri[],
): Promise<vscode.Uri | undefined> {
  const { l10n, window, workspace } = vscode;
  const open = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const isOffered = (uri: vscode.Uri): boolean =>
    isFile(uri) && (uri.scheme !== 'file' || workspace.getWorkspaceFolder(uri) !== undefined);
  const offered = candidates.length > 0 ? candidates : [...likely, ...open].filter(isOffered);
  const uris = [...new Map(offered.map((uri) => [uri.toString(), uri])).values()];
  const rows = uris.map((uri) => {
    const label = posix.basename(uri.path);
    const path = workspace.asRelativePath(uri);
    return { label, description: path === label ? '' : path, uri };
  });
  const other = { label: l10n.t('Other file…'), description: '', uri: undefined };
  const picked = await showPick([...rows, other], {
    title: l10n.t('Select the File That This Code Changes'),
    placeHolder: l10n.t('Type the name of a file'),
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
  const verdict = judgePaths(await pathsOf(folder.uri, uri));
  return verdict === 'refused' ? l10n.t('nothing is written there') : { verdict };
}

function judgePaths(paths: readonly string[]): PathVerdict {
  const verdicts = paths.map(judgePath);
  return (
    verdicts.find((one) => one === 'refused') ?? verdicts.find((one) => one === 'asks') ?? 'allowed'
  );
}

/** The path below the folder, and that of the file behind all links. */
async function pathsOf(folder: vscode.Uri, uri: vscode.Uri): Promise<readonly string[]> {
  const named = uri.path.slice(folder.path.replace(/\/$/u, '').length + 1);
  if (uri.scheme !== 'file') {
    return [named];
  }
  // The file may be gone meanwhile, which reading it says.
  const real = await realpath(uri.fsPath).catch(() => undefined);
  return real === undefined ? [named] : [named, await pathBelow(folder, real)];
}

/** A path into another folder of the workspace is longer than the path from here, and is judged as a whole. */
async function pathBelow(folder: vscode.Uri, real: string): Promise<string> {
  const below = relative(await realpath(folder.fsPath), real);
  return below.replace(/^(?:\.\.[\\/])+/u, '');
}

const manifest = v.object({
  contributes: v.object({
    languages: v.array(
      v.object({
        extensions: v.optional(v.array(v.string()), []),
        filenames: v.optional(v.array(v.string()), []),
      }),
    ),
  }),
});

/**
 * Whether a name without folders is that of a file: VS Code has a language for its extension or for it, or the workspace
 * has such a file. Sentences name members of modules in the same way, `temp_file.name` for example.
 */
export async function isFileName(path: string, fileNames: FileNames): Promise<boolean> {
  const extension = posix.extname(path);
  const isOfLanguage = vscode.extensions.all.some(({ packageJSON }) => {
    const parsed = v.safeParse(manifest, packageJSON);
    const languages = parsed.success ? parsed.output.contributes.languages : [];
    const name = path.toLowerCase();
    return languages.some(
      ({ extensions, filenames }) =>
        extensions.includes(extension) || filenames.some((one) => one.toLowerCase() === name),
    );
  });
  return path.includes('/') || isOfLanguage || fileNames.hasExtension(extension);
}

/** A file that a model wants to create. */
export interface NewFileTarget extends Target {
  readonly uri: vscode.Uri;
}

/** Returns undefined if it gets no name before it is saved. */
export async function newFileTarget(written: string): Promise<NewFileTarget | undefined> {
  const place = await placeOfNew(written);
  if (place?.folder.uri.scheme !== 'file' || !vscode.workspace.isTrusted) {
    return undefined;
  }
  const { folder, rest } = place;
  const uri = vscode.Uri.joinPath(folder.uri, rest);
  const isFree = (await workspaceFileAccess.stat(uri)) === undefined;
  // A repository may have a link to `.git/hooks`, so that the file's own path says nothing.
  const real = isFree ? await realPathOfNew(uri.fsPath) : undefined;
  if (real === undefined || !(await files.isRealPathInside(real))) {
    return undefined;
  }
  const verdict = judgePaths([rest, await pathBelow(folder.uri, real)]);
  return verdict === 'refused' ? undefined : { uri, verdict };
}

/** The path of a new file in the workspace, for its header. */
export async function newFilePath(written: string): Promise<string | undefined> {
  const place = await placeOfNew(written);
  return place && pathPrefix(place.folder) + place.rest;
}

/** A folder may have one of its own name in it. */
async function placeOfNew(
  written: string,
): Promise<ReturnType<typeof placesOf>[number] | undefined> {
  const path = writtenPath(written);
  const places = path === undefined ? [] : placesOf(path);
  const [named, inside] = places;
  const { workspaceFolders: folders = [] } = vscode.workspace;
  const [start = ''] = path?.split('/') ?? [];
  const hasOwn =
    folders.length === 1 &&
    inside !== undefined &&
    (await workspaceFileAccess.stat(vscode.Uri.joinPath(inside.folder.uri, start))) !== undefined;
  return hasOwn ? inside : named;
}

/** Returns where a file would be: links are resolved from the nearest folder above that exists. */
async function realPathOfNew(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  const real = await realpath(parent).catch(() => undefined);
  const above = real ?? (parent === path ? undefined : await realPathOfNew(parent));
  return above === undefined ? undefined : join(above, basename(path));
}
