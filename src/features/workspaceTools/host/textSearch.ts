// Searches texts with VS Code's ripgrep. Its regular expressions take time linear in the text, so that a model's cannot block
// anything.
import * as vscode from 'vscode';
import { pathPrefix } from '../../../workspace/host/filePlace';
import { excludeArgs } from '../../../workspace/host/listFiles';
import { ripgrepLines } from '../../../workspace/host/ripgrep';
import type { FileLine, TextMatch, TextSearch } from '../node/openWorkspace';
import { neverReadArgs } from './readableFiles';

/** More than a model gets, because some may turn out to be matches in secrets only. */
const maxLinesPerFile = 1_000;
const timeoutMs = 10_000;

/** The matches are in no order. Rejects with `signal`. */
export async function searchFiles(
  folders: readonly vscode.WorkspaceFolder[],
  search: TextSearch,
  signal: AbortSignal,
): Promise<readonly FileLine[]> {
  const byPath = new Map(search.files.map((file) => [file.path, file]));
  const places: FileLine[] = [];
  for (const folder of folders) {
    const prefix = pathPrefix(folder);
    const args = [
      ...excludeArgs(folder.uri),
      ...neverReadArgs,
      // Which files count is known.
      '--no-ignore-parent',
      '--no-heading',
      '--null',
      // Only the numbers count. A file of data that matches in each line would fill the output.
      '--max-columns=1',
      `--max-count=${maxLinesPerFile}`,
    ];
    for (const found of await linesWith(search, { folder, args, signal })) {
      const [, path = '', line = ''] = /^\.\/([^\0]+)\0(\d+):/su.exec(found) ?? [];
      const file = byPath.get(prefix + path);
      if (file !== undefined) {
        places.push({ file, line: Number(line) });
      }
    }
  }
  return places;
}

/** Rejects with `signal`. */
export async function searchTexts(
  texts: readonly string[],
  search: Omit<TextSearch, 'files'>,
  signal: AbortSignal,
): Promise<readonly TextMatch[]> {
  const input = texts.map((text) => `${text}\n`).join('');
  const found = await linesWith(search, { args: ['--only-matching', '--text'], input, signal });
  return found.map((line) => {
    const [, number = '', match = ''] = /^(\d+):(.*?)\r?$/su.exec(line) ?? [];
    return { index: Number(number) - 1, match };
  });
}

/** What ripgrep prints; of a pattern that is no regular expression, what it prints for its text. */
async function linesWith(
  { pattern, ignoresCase }: Omit<TextSearch, 'files'>,
  { folder, args, ...run }: SearchRun,
): Promise<readonly string[]> {
  const search = (...more: readonly string[]): Promise<readonly string[] | undefined> =>
    ripgrepLines({
      ...run,
      folder: folder?.uri.fsPath ?? vscode.env.appRoot,
      args: [
        ...args,
        '--line-number',
        '--color=never',
        // `$` is before the end of a line, whatever that is. ripgrep then ends its own lines with `\r\n`.
        '--crlf',
        ...(ignoresCase ? ['--ignore-case'] : []),
        ...more,
        `--regexp=${pattern}`,
        '--',
        folder === undefined ? '-' : '.',
      ],
      timeoutMs,
    });
  return (await search()) ?? (await search('--fixed-strings')) ?? [];
}

interface SearchRun {
  /** Absent if it searches the input. */
  readonly folder?: vscode.WorkspaceFolder;
  readonly input?: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
}
