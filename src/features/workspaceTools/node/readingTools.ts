// What the tools that read the workspace do. They see no secret in a file; what they return is masked and limited by
// `WorkspaceReader`.
import { pathMatcher } from '../../../base/glob';
import type { JsonRecord } from '../../../base/mergeObjects';
import { oneLine } from '../../../base/text/oneLine';
import { writtenPath } from '../../../markdown/common/fileReference';
import { omittedDetails, type BlockDetail } from '../../../workspace/node/labeledBlock';
import type { ToolName } from '../common/workspaceTools';
import { searchLines } from './lineSearch';
import type { MaskedText } from './maskedText';
import type { FileLine, ReadableFile, ReadFile, ToolContext } from './openWorkspace';

/** A model that wants more can search. */
const maxPlaces = 50;
/** A name has so many definitions only if it says little. */
const maxSymbols = 5;
/** Minified files have lines of a megabyte. */
const maxLineLength = 500;

/** A tool found nothing, or was called in the wrong way. */
export interface NothingFound {
  readonly type: 'nothing';
  /** What the model gets. */
  readonly text: string;
  /** What was looked for, for the user. */
  readonly name: string;
}

export type ToolFinding =
  | NothingFound
  | {
      readonly type: 'lines';
      /** What they are, in English. */
      readonly title: string;
      readonly name: string;
      readonly lines: readonly string[];
      readonly details?: readonly BlockDetail[];
    }
  /** Lines of a file, from `first` to `last` or fewer. */
  | (ReadFile & {
      readonly type: 'file';
      readonly file: ReadableFile;
      readonly first: number;
      readonly last: number;
    });

export type ReadingTool = (input: JsonRecord, context: ToolContext) => Promise<ToolFinding>;

/** Each tool of the table. */
export const readingTools: Readonly<Record<ToolName, ReadingTool>> = {
  list_files: listFiles,
  search_text: searchText,
  read_file: readFile,
  find_symbol: findSymbol,
  list_problems: listProblems,
};

export function nothing(text: string, name = ''): NothingFound {
  return { type: 'nothing', text, name };
}

function textOf(input: JsonRecord, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value : '';
}

function lineOf(input: JsonRecord, key: string): number | undefined {
  const value = input[key];
  return typeof value === 'number' ? value : undefined;
}

function matching(files: readonly ReadableFile[], glob: string): readonly ReadableFile[] {
  const isMatch = glob === '' ? () => true : pathMatcher(glob.replace(/^\.?\//u, ''));
  return files.filter(({ path }) => isMatch(path));
}

async function listFiles(input: JsonRecord, { files }: ToolContext): Promise<ToolFinding> {
  const name = textOf(input, 'glob');
  const lines = matching(files, name).map(({ path }) => path);
  return lines.length === 0
    ? nothing('No file matches.', name)
    : { type: 'lines', title: 'Files', name, lines };
}

async function searchText(input: JsonRecord, context: ToolContext): Promise<ToolFinding> {
  const pattern = textOf(input, 'pattern');
  if (pattern === '') {
    return nothing('The pattern is empty.');
  }
  const files = matching(context.files, textOf(input, 'glob'));
  const search = { files, pattern, ignoresCase: input['ignoreCase'] === true };
  const { matches, hasMore } = await searchLines(search, context);
  return matches.length === 0
    ? nothing('Nothing matches. Of files above 1 MB, only the beginning is searched.', pattern)
    : {
        type: 'lines',
        title: 'Matches',
        name: pattern,
        lines: matches.map(({ file, line, masked }) => placeText(file, line, masked)),
        details: hasMore ? [{ label: 'omitted:', value: 'more' }] : [],
      };
}

/** Models write absolute paths, and the name of the folder where paths don't have it. */
function fileWritten(written: string, files: readonly ReadableFile[]): ReadableFile | undefined {
  const path = writtenPath(written) ?? '';
  return (
    files.find((file) => file.path === written || file.path === path) ??
    files.find(
      (file) =>
        path.endsWith(`/${file.path}`) &&
        `/${decodeURIComponent(file.uri)}`.endsWith(`/${path.replace(/^\//u, '')}`),
    )
  );
}

async function readFile(input: JsonRecord, { files, read }: ToolContext): Promise<ToolFinding> {
  const path = textOf(input, 'path');
  const file = fileWritten(path, files);
  if (file === undefined) {
    return nothing('There is no such file, or it must not be read.', path);
  }
  const result = await read(file);
  if (typeof result === 'string') {
    return nothing(`The file can't be read as text: ${result}.`, path);
  }
  const { masked, isExcerpt } = result;
  const first = Math.max(1, lineOf(input, 'from') ?? 1);
  if (first > masked.count) {
    const problem = isExcerpt
      ? `Only the first ${masked.count} lines can be read.`
      : `The file has ${masked.count} lines.`;
    return nothing(problem, file.path);
  }
  const last = Math.min(masked.count, Math.max(first, lineOf(input, 'to') ?? Infinity));
  return { type: 'file', file, masked, isExcerpt, first, last };
}

async function findSymbol(input: JsonRecord, context: ToolContext): Promise<ToolFinding> {
  const { workspace, files, mask, signal } = context;
  const name = textOf(input, 'name');
  const known = await workspace.findSymbols(name);
  // A heading of a document may be one, and the name that is looked for tells what it begins with.
  const names = await mask(known.map((symbol) => oneLine(symbol.name)).join('\n'));
  const all = known.filter((_symbol, index) => !names.hasSecret(index + 1));
  const exact = all.filter((symbol) => symbol.name.replace(/\(.*$/su, '') === name);
  const symbols = exact.length > 0 ? exact : all;
  if (symbols.length === 0) {
    return nothing('No symbol of this name is known. Use search_text.', name);
  }
  const readable = new Map(files.map((file) => [file.uri, file]));
  const places: (FileLine & { readonly label: string })[] = [];
  let outside = 0;
  for (const symbol of symbols.slice(0, maxSymbols)) {
    signal.throwIfAborted();
    const found = [symbol.definition, ...(await symbol.references())];
    for (const [index, { uri, line }] of found.entries()) {
      const file = readable.get(uri);
      const label = index === 0 ? `definition of ${oneLine(symbol.name)} ` : 'reference ';
      if (file === undefined) {
        outside += 1;
      } else {
        places.push({ label, file, line });
      }
    }
  }
  const lines: string[] = [];
  for (const [file, inFile] of Map.groupBy(places.slice(0, maxPlaces), (place) => place.file)) {
    const result = await context.read(file);
    for (const { label, line } of inFile) {
      if (typeof result !== 'string' && line <= result.masked.count) {
        lines.push(label + placeText(file, line, result.masked));
      }
    }
  }
  const details = [
    ...(outside === 0 ? [] : [{ label: 'outside the workspace:', value: String(outside) }]),
    ...omittedDetails(Math.max(0, places.length - maxPlaces)),
  ];
  return lines.length === 0
    ? nothing('It is defined and used outside the workspace only.', name)
    : { type: 'lines', title: 'Symbols', name, lines: [...new Set(lines)], details };
}

async function listProblems(_input: JsonRecord, context: ToolContext): Promise<ToolFinding> {
  const readable = new Set(context.files.map(({ uri }) => uri));
  const { texts: lines, omitted } = await context.workspace.listProblems((uri) =>
    readable.has(uri),
  );
  const details = omittedDetails(omitted);
  return lines.length === 0
    ? nothing('There are no problems.')
    : { type: 'lines', title: 'Problems in the workspace', name: '', lines, details };
}

/** `src/a.ts:3: const a = 1;` */
function placeText({ path }: ReadableFile, line: number, masked: MaskedText): string {
  const text = masked.lines(line, line).trim();
  const shown = text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
  return `${path}:${line}: ${shown}`;
}
