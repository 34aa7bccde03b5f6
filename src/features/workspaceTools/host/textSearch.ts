// Searches the files that a model may read. ripgrep's regular expressions take time linear in the text, so that a model's
// cannot block anything.
import type * as vscode from 'vscode';
import { ripgrepLines } from '../../../platform/host/ripgrep';
import { excludeArgs } from '../../attachments/host/fileList/listFiles';
import { pathPrefix } from '../../attachments/host/filePlace';
import { neverReadArgs, type ReadableFile } from './readableFiles';

/** What a model gets at once; it can ask for more. */
export const maxMatches = 100;
const timeoutMs = 10_000;

/** A line of a file. */
export interface FileLine {
  readonly file: ReadableFile;
  /** Lines count from 1. */
  readonly line: number;
}

export interface TextSearch {
  readonly folders: readonly vscode.WorkspaceFolder[];
  /** Where matches count. */
  readonly files: readonly ReadableFile[];
  /** Searched as text if it is no regular expression. */
  readonly pattern: string;
  readonly ignoresCase: boolean;
}

/** Sorted by path and line. Of each file, it has no more than a model gets. Rejects with `signal`. */
export async function searchText(
  search: TextSearch,
  signal: AbortSignal,
): Promise<readonly FileLine[]> {
  const byPath = new Map(search.files.map((file) => [file.path, file]));
  const places: FileLine[] = [];
  for (const folder of search.folders) {
    const prefix = pathPrefix(folder);
    const lines =
      (await searchFolder(folder, search, [], signal)) ??
      (await searchFolder(folder, search, ['--fixed-strings'], signal));
    for (const found of lines ?? []) {
      const [, path = '', line = ''] = /^\.\/([^\0]+)\0(\d+):/su.exec(found) ?? [];
      const file = byPath.get(prefix + path);
      if (file !== undefined) {
        places.push({ file, line: Number(line) });
      }
    }
  }
  return places.toSorted((a, b) =>
    a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.line - b.line,
  );
}

/** Undefined if ripgrep refuses the pattern. */
function searchFolder(
  { uri }: vscode.WorkspaceFolder,
  { pattern, ignoresCase }: TextSearch,
  more: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  return ripgrepLines({
    folder: uri.fsPath,
    args: [
      ...excludeArgs(uri),
      ...neverReadArgs,
      // Which files count is known.
      '--no-ignore-parent',
      '--line-number',
      '--no-heading',
      '--color=never',
      '--null',
      // Only the numbers count. A file of data that matches in each line would fill the output.
      '--max-columns=1',
      `--max-count=${maxMatches}`,
      ...(ignoresCase ? ['--ignore-case'] : []),
      ...more,
      `--regexp=${pattern}`,
      '--',
      '.',
    ],
    signal,
    timeoutMs,
  });
}
