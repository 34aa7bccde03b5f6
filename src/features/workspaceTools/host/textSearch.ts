// Searches the files that a model may read.
import { ripgrepLines } from '../../../platform/host/ripgrep';
import { readText } from '../../../platform/host/files/readText';
import { type ListedFile, readableFolders } from './readableFiles';

const searchTimeoutMs = 10_000;
/** Files that a search without ripgrep reads. */
const maxReadFiles = 2_000;

export interface Match {
  readonly file: ListedFile;
  /** From 1. */
  readonly line: number;
}

/**
 * ripgrep's regular expressions take time linear in the text, so that a model's cannot block anything. Undefined if it is
 * not there, or the pattern is none.
 */
export async function searchByRipgrep(
  listed: readonly ListedFile[],
  pattern: string,
  ignoresCase: boolean,
  signal: AbortSignal,
): Promise<readonly Match[] | undefined> {
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const matches: Match[] = [];
  for (const { folder, prefix } of readableFolders()) {
    const lines = await ripgrepLines({
      folder: folder.uri.fsPath,
      args: [
        '--hidden',
        '--no-follow',
        '--no-require-git',
        '--path-separator=/',
        '--line-number',
        '--no-heading',
        '--color=never',
        '--null',
        '--max-columns=1',
        ...(ignoresCase ? ['--ignore-case'] : []),
        `--regexp=${pattern}`,
        '--',
        '.',
      ],
      signal,
      timeoutMs: searchTimeoutMs,
    });
    if (lines === undefined) {
      return undefined;
    }
    for (const found of lines) {
      const [, path = '', line = ''] = /^(?:\.\/)?([^\0]+)\0(\d+):/su.exec(found) ?? [];
      const file = byPath.get(prefix + path);
      if (file !== undefined) {
        matches.push({ file, line: Number(line) });
      }
    }
  }
  return matches.toSorted((a, b) =>
    a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.line - b.line,
  );
}

export async function searchByText(
  listed: readonly ListedFile[],
  pattern: string,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (const file of listed.slice(0, maxReadFiles)) {
    const read = await readText(file.uri);
    signal.throwIfAborted();
    const lines = typeof read === 'string' ? [] : read.text.split(/\r\n?|\n/u);
    for (const [index, text] of lines.entries()) {
      if (text.includes(pattern)) {
        matches.push({ file, line: index + 1 });
      }
    }
  }
  return matches;
}
