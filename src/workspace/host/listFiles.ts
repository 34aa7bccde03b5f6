// Lists the files of a folder as its user sees them: without what `files.exclude`, `search.exclude` and .gitignore files
// exclude. Without ripgrep, in virtual workspaces for example, VS Code's search serves, which does not read .gitignore
// files.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { ripgrepLines } from './ripgrep';

/** Paths beyond are not offered. */
const maxFiles = 200_000;

const withoutRulesAbove = '--no-ignore-parent';

/**
 * Paths relative to `base`, in no order. Rejects with `signal`.
 *
 * @param followsLinks if absent, as VS Code's search does
 */
export async function listFiles(
  base: vscode.Uri,
  signal: AbortSignal,
  followsLinks?: false,
): Promise<readonly string[]> {
  const search = vscode.workspace.getConfiguration('search', base);
  const follows = followsLinks ?? search.get('followSymlinks') !== false;
  const folder = vscode.workspace.getWorkspaceFolder(base);
  const isWorkspaceFolder = folder?.uri.toString() === base.toString();
  const args = [
    follows ? '--follow' : '--no-follow',
    ...(isWorkspaceFolder ? [withoutRulesAbove] : []),
  ];
  const paths = base.scheme === 'file' ? await ripgrepFiles(base, args, signal) : undefined;
  return (paths ?? (await foundFiles(base, signal))).slice(0, maxFiles);
}

interface Excludes {
  readonly globs: readonly string[];
  /** Excludes a file only if there is another one of this name beside it, `$(basename).ts` for example. */
  readonly conditional: readonly { readonly glob: string; readonly when: string }[];
}

function excludesOf(base: vscode.Uri): Excludes {
  const entries = ['files', 'search'].flatMap((section): readonly [string, unknown][] => {
    const setting: unknown = vscode.workspace.getConfiguration(section, base).get('exclude');
    return Object.entries(setting ?? {});
  });
  return {
    globs: entries.flatMap(([glob, value]) => (value === true ? [glob] : [])),
    conditional: entries.flatMap(([glob, value]) => {
      const isCondition = typeof value === 'object' && value !== null && 'when' in value;
      return isCondition && typeof value.when === 'string' ? [{ glob, when: value.when }] : [];
    }),
  };
}

/** The arguments with which ripgrep leaves out what its user does not see, all but the conditional exclusions. */
export function excludeArgs(base: vscode.Uri): readonly string[] {
  return [
    '--hidden',
    '--path-separator=/',
    // Only .gitignore files count, outside Git repositories, too.
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-exclude',
    '--no-ignore-global',
    ...excludesOf(base).globs.map((glob) => `--glob=!${anchored(glob)}`),
  ];
}

/**
 * Paths relative to `base`, in no order; undefined if ripgrep cannot list them. Ignore rules above `base` count, as for Git,
 * unless they exclude all of it: that of a home folder in Git often is `*`. Rejects with `signal`.
 */
export async function ripgrepFiles(
  base: vscode.Uri,
  more: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { conditional } = excludesOf(base);
  const args = ['--files', '--null', ...excludeArgs(base), ...more];
  const list = (...own: readonly string[]): Promise<readonly string[] | undefined> =>
    ripgrepLines({ folder: base.fsPath, args: [...args, ...own], signal, lineEnd: '\0' });
  let paths = await list();
  for (const { glob, when } of conditional) {
    const all = new Set(paths);
    const excluded = await list(`--glob=${anchored(glob)}`);
    for (const path of excluded ?? []) {
      const { dir, name } = posix.parse(path);
      const sibling = when.replace('$(basename)', () => name);
      if (all.has(posix.join(dir, sibling))) {
        all.delete(path);
      }
    }
    paths = paths && [...all];
  }
  return paths?.length === 0 && !more.includes(withoutRulesAbove)
    ? ripgrepFiles(base, [...more, withoutRulesAbove], signal)
    : paths;
}

/** A glob without a slash matches in all folders in ripgrep, and only in the top one in VS Code. */
function anchored(glob: string): string {
  return `${/^(?:\*\*|\/)/u.test(glob) ? '' : '/'}${glob.replace(/\/$/u, '')}`;
}

/** What VS Code's search finds, which applies `files.exclude` itself. */
async function foundFiles(base: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const { globs } = excludesOf(base);
  // Globs with braces cannot stand in the braces that join them.
  const joined = globs.filter((glob) => !/[{},]/u.test(glob)).join(',');
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await vscode.workspace.findFiles(
      new vscode.RelativePattern(base, '**/*'),
      joined === '' ? undefined : `{${joined}}`,
      maxFiles,
      source.token,
    );
    signal.throwIfAborted();
    const start = base.path.replace(/\/$/u, '').length + 1;
    return found.map(({ path }) => path.slice(start));
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
