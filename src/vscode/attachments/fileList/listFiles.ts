// Lists the files of a folder as its user sees them: without what `files.exclude`, `search.exclude` and .gitignore files
// exclude. VS Code's `findFiles` honors only the first.
import * as vscode from 'vscode';
import { IgnoreRules, IgnoreTree } from '../../../chat/attachments/ignoreRules';
import { runInSlices } from './slices';

/** Paths beyond are not offered. */
const maxFiles = 200_000;
const maxIgnoreFiles = 500;
/** In bytes. */
const maxIgnoreFileSize = 200_000;

/** Paths relative to `base`, in no order. Rejects with `signal`. */
export async function listFiles(base: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
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
  const tree = await readTree(base, topRules, ignoreFiles);
  if (tree === undefined) {
    return paths;
  }
  const listed: string[] = [];
  await runInSlices(paths, signal, (path) => {
    if (!tree.isIgnored(path)) {
      listed.push(path);
    }
  });
  return listed;
}

async function readTree(
  base: vscode.Uri,
  topRules: IgnoreRules | undefined,
  ignoreFiles: readonly string[],
): Promise<IgnoreTree | undefined> {
  const nested = await Promise.all(
    ignoreFiles.slice(0, maxIgnoreFiles).map(async (path) => {
      const rules = await readRules(vscode.Uri.joinPath(base, path));
      return [path.slice(0, -'/.gitignore'.length), rules] as const;
    }),
  );
  const all = [['', topRules] as const, ...nested].flatMap(([folder, rules]) =>
    rules === undefined ? [] : [[folder, rules] as const],
  );
  return all.length === 0 ? undefined : new IgnoreTree(new Map(all));
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
