// Lists the files of a folder as its user sees them: without what `files.exclude`, `search.exclude` and .gitignore files
// exclude. VS Code's `findFiles` honors only the first.
import * as vscode from 'vscode';
import { IgnoreRules, IgnoreTree } from '../../node/ignoreRules';
import { runInSlices } from './slices';

/** Paths beyond are not offered. */
const maxFiles = 200_000;
const maxIgnoreFiles = 500;
/** In bytes. */
const maxIgnoreFileSize = 200_000;

/** Paths relative to `base`, in no order. Rejects with `signal`. */
export async function listFiles(base: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const above = await rulesAbove(base);
  const topRules = await readRules(vscode.Uri.joinPath(base, '.gitignore'));
  const excluded = [...searchExcludes(base), ...(topRules?.folderGlobs ?? [])];
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  let found: readonly vscode.Uri[];
  try {
    found = await vscode.workspace.findFiles(
      new vscode.RelativePattern(base, '**/*'),
      excluded.length === 0 ? undefined : `{${excluded.join(',')}}`,
      maxFiles,
      source.token,
    );
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
  signal.throwIfAborted();
  const start = base.path.replace(/\/$/u, '').length + 1;
  const paths: string[] = [];
  const ignoreFiles: string[] = [];
  await runInSlices(found, signal, ({ path }) => {
    const relative = path.slice(start);
    paths.push(relative);
    if (relative.endsWith('/.gitignore')) {
      ignoreFiles.push(relative);
    }
  });
  const tree = await readTree(base, topRules, ignoreFiles, above);
  if (tree === undefined) {
    return paths;
  }
  const listed: string[] = [];
  await runInSlices(paths, signal, (path) => {
    if (!tree.isIgnored(above.prefix + path)) {
      listed.push(path);
    }
  });
  return listed;
}

async function readTree(
  base: vscode.Uri,
  topRules: IgnoreRules | undefined,
  ignoreFiles: readonly string[],
  { prefix, byFolder }: RulesAbove,
): Promise<IgnoreTree | undefined> {
  const nested = await Promise.all(
    ignoreFiles.slice(0, maxIgnoreFiles).map(async (path) => {
      const rules = await readRules(vscode.Uri.joinPath(base, path));
      return [prefix + path.slice(0, -'/.gitignore'.length), rules] as const;
    }),
  );
  const own = [[prefix.slice(0, -1), topRules] as const, ...nested].flatMap(([folder, rules]) =>
    rules === undefined ? [] : [[folder, rules] as const],
  );
  const all = new Map([...byFolder, ...own]);
  return all.size === 0 ? undefined : new IgnoreTree(all);
}

/** The rules of the folders above a folder, up to that of the workspace. */
interface RulesAbove {
  /** Of the folder in that of the workspace, with a slash at its end; '' if there are no rules above it. */
  readonly prefix: string;
  readonly byFolder: ReadonlyMap<string, IgnoreRules>;
}

async function rulesAbove(base: vscode.Uri): Promise<RulesAbove> {
  const none = { prefix: '', byFolder: new Map<string, IgnoreRules>() };
  const top = vscode.workspace.getWorkspaceFolder(base)?.uri;
  const path = top && base.path.slice(top.path.replace(/\/$/u, '').length + 1).replace(/\/$/u, '');
  if (top === undefined || path === undefined || path === '') {
    return none;
  }
  const byFolder = new Map<string, IgnoreRules>();
  const names = path.split('/');
  for (const depth of names.keys()) {
    const folder = names.slice(0, depth).join('/');
    const rules = await readRules(vscode.Uri.joinPath(top, folder, '.gitignore'));
    if (rules !== undefined) {
      byFolder.set(folder, rules);
    }
  }
  // Of an ignored folder that the user has chosen, the files are listed: the rules above would exclude all of them.
  const isIgnored = new IgnoreTree(byFolder).isFolderIgnored(path);
  return byFolder.size === 0 || isIgnored ? none : { prefix: `${path}/`, byFolder };
}

async function readRules(uri: vscode.Uri): Promise<IgnoreRules | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0 || size > maxIgnoreFileSize) {
      return undefined;
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return new IgnoreRules(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The globs that are on. Those with braces cannot stand in the braces that join them. */
function searchExcludes(base: vscode.Uri): readonly string[] {
  const setting: unknown = vscode.workspace.getConfiguration('search', base).get('exclude');
  return typeof setting === 'object' && setting !== null
    ? Object.entries(setting).flatMap(([glob, isOn]) =>
        isOn === true && !/[{},]/u.test(glob) ? [glob] : [],
      )
    : [];
}
