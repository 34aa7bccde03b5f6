// Reads the workspace for a model: what the user could attach, and nothing else. Files that ignore rules exclude, files
// whose names suggest secrets and files outside the folders do not exist for it, and secrets in the others are masked.
import * as vscode from 'vscode';
import { pathMatcher } from '../../../base/glob';
import { pathTails, writtenPath } from '../../../markdown/common/fileReference';
import { oneLine } from '../../../base/text/oneLine';
import { visibleText } from '../../../base/text/visibleText';
import type { JsonRecord } from '../../../base/mergeObjects';
import type { SeenFileText } from '../../../conversation/common/fileTexts';
import type { ToolOutcome, ToolRun } from '../../../conversation/common/conversation';
import { inputOf } from '../../../conversation/common/toolRound';
import type { ChatTools } from '../../../conversation/node/session/toolLoop';
import { type ReadProblem, readText } from '../../../platform/host/files/readText';
import { filePlace, languageOf } from '../../attachments/host/filePlace';
import { workspaceProblemsAttachment } from '../../attachments/host/sources/problemsAttachment';
import { nameOfLines } from '../../attachments/host/sources/rangeAttachment';
import { isRefusal } from '../../attachments/host/sources/attachResult';
import { workspaceSymbols } from '../../attachments/host/sources/symbolAttachment';
import {
  attachmentBlock,
  blockContent,
  lineRange,
  omittedDetails,
} from '../../attachments/node/attachmentBlock';
import { formsOfKey, type SecretScanner } from '../../secrets/node/secretScanner';
import { MaskedText } from '../node/maskedText';
import { toolDefinitions, type ToolName, toolNames } from '../node/toolDefinitions';
import { listReadableFiles, readableFolders, type ReadableFile } from './readableFiles';
import { maxMatches, type FileLine, searchText, type TextSearch } from './textSearch';

/** What a model gets at once; it can ask for more. */
const maxLines = 500;
const maxPaths = 500;
const maxPlaces = 50;
/** Minified files have lines of a megabyte. */
const maxLineLength = 500;
/** A file below a megabyte may have so few lines that one call would send all of it: 186,000 tokens of a minified one. */
const maxReadLength = 50_000;

export interface WorkspaceReaderDeps {
  readonly scanner: SecretScanner;
  /** The key of the gateway that gets what is read. */
  readonly key: string | undefined;
  /** Those that the model may read now: the user may turn the switch off, or open another folder, while it reads. */
  readonly folders: () => readonly vscode.WorkspaceFolder[];
  /** The texts of files that the conversation has already. */
  readonly known: readonly SeenFileText[];
}

/** An answer of a tool that found nothing, or was called in the wrong way. */
function nothing(text: string, name = ''): ToolOutcome {
  return { ...found(text, name), hasNothingNew: true };
}

function found(text: string, name: string): ToolOutcome {
  return { text, name: oneLine(name) };
}

interface MaskedFile {
  readonly masked: MaskedText;
  /** Only the first lines. */
  readonly isExcerpt: boolean;
}

interface SymbolLine extends FileLine {
  /** Stands before the path. */
  readonly label?: string;
}

export class WorkspaceReader implements ChatTools {
  readonly definitions = toolDefinitions;
  readonly #deps: WorkspaceReaderDeps;
  readonly #known: SeenFileText[];

  constructor(deps: WorkspaceReaderDeps) {
    this.#deps = deps;
    this.#known = [...deps.known];
  }

  async run(call: ToolRun, signal: AbortSignal): Promise<ToolOutcome> {
    const input = inputOf(call);
    const name = toolNames.find((one) => one === call.name);
    const folders = this.#deps.folders();
    if (folders.length === 0) {
      return nothing('The user does not allow it any more.', call.arguments);
    }
    if (name === undefined) {
      return nothing(`There is no tool of this name. The tools are: ${toolNames.join(', ')}.`);
    }
    if (input === undefined) {
      return nothing('The arguments are not a JSON object.', call.arguments);
    }
    try {
      const outcome = await this.#run(name, input, folders, signal);
      this.#known.push(outcome);
      return outcome;
    } catch (error) {
      return nothing(`The tool failed: ${error instanceof Error ? error.name : 'error'}.`);
    }
  }

  async #run(
    name: ToolName,
    input: JsonRecord,
    folders: readonly vscode.WorkspaceFolder[],
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const text = (key: string): string => {
      const value = input[key];
      return typeof value === 'string' ? value : '';
    };
    const line = (key: string): number | undefined => {
      // Some models send numbers as text.
      const value = Number(input[key] ?? Number.NaN);
      return Number.isInteger(value) ? value : undefined;
    };
    const files = await listReadableFiles(folders, signal);
    if (files === undefined) {
      return nothing("What is ignored can't be told, so no file may be read.");
    }
    switch (name) {
      case 'list_files':
        return this.#listFiles(matching(files, text('glob')), text('glob'), signal);
      case 'search_text': {
        const ignoresCase = input['ignoreCase'] === true;
        const searched = matching(files, text('glob'));
        const pattern = text('pattern');
        return this.#searchText({ folders, files: searched, pattern, ignoresCase }, signal);
      }
      case 'read_file':
        return this.#readFile(files, text('path'), line('from'), line('to'), signal);
      case 'find_symbol':
        return this.#findSymbol(files, text('name'), signal);
      case 'list_problems':
        return this.#listProblems(files, signal);
    }
  }

  async #listFiles(
    listed: readonly ReadableFile[],
    glob: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    if (listed.length === 0) {
      return nothing('No file matches.', glob);
    }
    const shown = listed.slice(0, maxPaths).map(({ path }) => path);
    const content = (await this.#masked(shown.join('\n'), signal)).lines();
    const details = omittedDetails(listed.length - shown.length);
    return found(attachmentBlock({ title: 'Files', details, content }), glob);
  }

  async #searchText(search: TextSearch, signal: AbortSignal): Promise<ToolOutcome> {
    const { pattern } = search;
    if (pattern === '') {
      return nothing('The pattern is empty.');
    }
    const matches = await searchText(search, signal);
    const shown = await this.#placeLines(matches.slice(0, maxMatches), signal);
    if (matches.length === 0) {
      return nothing('Nothing matches.', pattern);
    }
    const details = omittedDetails(matches.length - shown.length);
    const content = shown.join('\n');
    return found(attachmentBlock({ title: 'Matches', details, content }), pattern);
  }

  async #readFile(
    files: readonly ReadableFile[],
    path: string,
    from = 1,
    to = Infinity,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const file = fileWritten(path, files);
    if (file === undefined) {
      return nothing('There is no such file, or it must not be read.', path);
    }
    const read = await this.#read(file, signal);
    if (typeof read === 'string') {
      return nothing(`The file can't be read as text: ${read}.`, path);
    }
    const { masked, isExcerpt } = read;
    const { count } = masked;
    const first = Math.max(1, from);
    if (first > count) {
      const problem = isExcerpt
        ? `Only the first ${count} lines can be read. Use search_text.`
        : `The file has ${count} lines.`;
      return nothing(problem, file.path);
    }
    const wantedLast = Math.min(count, Math.max(first, to), first + maxLines - 1);
    const last = masked.lastWithin(first, wantedLast, maxReadLength);
    if (last < first) {
      return nothing(`Line ${first} is too long to be read. Use search_text.`, file.path);
    }
    const content = masked.lines(first, last);
    const name = nameOfLines(file.path, first, last);
    const source = { uri: file.uri.toString(), startLine: first, endLine: last };
    if (this.#known.some((known) => hasLines(known, source, content))) {
      return { ...nothing(`${name}: see above, it has not changed.`, name), source };
    }
    const block = attachmentBlock({
      title: 'File',
      name: file.path,
      language: languageOf(file.uri),
      details: [
        lineRange(first, last),
        { label: isExcerpt ? 'of more than' : 'of', value: String(count) },
      ],
      content,
    });
    return { text: block, name, source };
  }

  async #findSymbol(
    files: readonly ReadableFile[],
    name: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const all = await workspaceSymbols(name);
    const exact = all.filter((symbol) => symbol.name.replace(/\(.*$/su, '') === name);
    const symbols = exact.length > 0 ? exact : all;
    if (symbols.length === 0) {
      return nothing('No symbol of this name is known. Use search_text.', name);
    }
    const readable = new Map(files.map((file) => [file.uri.toString(), file]));
    const places: SymbolLine[] = [];
    let outside = 0;
    const add = (label: string, { uri, range }: vscode.Location): void => {
      const file = readable.get(uri.toString());
      if (file === undefined) {
        outside += 1;
      } else {
        places.push({ label, file, line: range.start.line + 1 });
      }
    };
    for (const { name: symbol, location } of symbols.slice(0, 5)) {
      signal.throwIfAborted();
      add(`definition of ${oneLine(symbol)} `, location);
      const references = await vscode.commands.executeCommand<
        readonly vscode.Location[] | undefined
      >('vscode.executeReferenceProvider', location.uri, location.range.start);
      for (const reference of references ?? []) {
        add('reference ', reference);
      }
    }
    const lines = new Set(await this.#placeLines(places.slice(0, maxPlaces), signal));
    const details = [
      ...(outside === 0 ? [] : [{ label: 'outside the workspace:', value: String(outside) }]),
      ...omittedDetails(Math.max(0, places.length - maxPlaces)),
    ];
    const content = [...lines].join('\n');
    return lines.size === 0
      ? nothing('It is defined and used outside the workspace only.', name)
      : found(attachmentBlock({ title: 'Symbols', details, content }), name);
  }

  async #listProblems(files: readonly ReadableFile[], signal: AbortSignal): Promise<ToolOutcome> {
    const readable = new Set(files.map(({ uri }) => uri.toString()));
    // A line alone does not show all secrets: `secretAccessKey =` may be in the one before.
    const result = await workspaceProblemsAttachment((uri) => readable.has(uri.toString()), false);
    return isRefusal(result)
      ? nothing('There are no problems.')
      : found((await this.#masked(result.text ?? '', signal)).lines(), result.name);
  }

  /** `src/a.ts:3: const a = 1;` for each, grouped by file. */
  async #placeLines(
    places: readonly SymbolLine[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const shown: string[] = [];
    for (const [file, inFile] of Map.groupBy(places, (place) => place.file)) {
      // All of a file is scanned: a line may be one of a private key.
      const read = await this.#read(file, signal);
      if (typeof read === 'string') {
        continue;
      }
      const { masked } = read;
      for (const { line, label = '' } of inFile.filter((place) => place.line <= masked.count)) {
        shown.push(`${label}${file.path}:${line}: ${shortLine(masked.lines(line, line))}`);
      }
    }
    return shown;
  }

  /** A link may have taken the place of a file since it was listed. */
  async #read({ uri }: ReadableFile, signal: AbortSignal): Promise<MaskedFile | ReadProblem> {
    const { isInside, isSecret } = await filePlace(uri);
    const read = isInside && !isSecret ? await readText(uri, { isExcerpt: true }) : 'missing';
    return typeof read === 'string'
      ? read
      : { masked: await this.#masked(read.text, signal), isExcerpt: read.isExcerpt };
  }

  async #masked(text: string, signal: AbortSignal): Promise<MaskedText> {
    // Invisible characters are removed: they hide secrets, and no block has them.
    const all = visibleText(text).text;
    const known = formsOfKey(this.#deps.key);
    const { findings, isIncomplete } = await this.#deps.scanner.scan([all], known, signal);
    signal.throwIfAborted();
    if (isIncomplete) {
      throw new Error('The scan for secrets was not complete.');
    }
    return new MaskedText(all, findings);
  }
}

function matching(files: readonly ReadableFile[], glob: string): readonly ReadableFile[] {
  const isMatch = glob === '' ? () => true : pathMatcher(glob.replace(/^\.?\//u, ''));
  return files.filter(({ path }) => isMatch(path));
}

function shortLine(line: string): string {
  const shown = line.trim();
  return shown.length > maxLineLength ? `${shown.slice(0, maxLineLength)}…` : shown;
}

/** Whether a text that the model has seen has these lines of the file, as they are now. */
function hasLines(
  { text = '', source }: SeenFileText,
  wanted: { readonly uri: string; readonly startLine: number; readonly endLine: number },
  content: string,
): boolean {
  const { uri, startLine = 1, endLine = Infinity } = source ?? {};
  if (uri !== wanted.uri || startLine > wanted.startLine || endLine < wanted.endLine) {
    return false;
  }
  const lines = blockContent(text)?.split('\n') ?? [];
  const offset = wanted.startLine - startLine;
  const now = content.replace(/\n$/u, '').split('\n');
  return now.every((line, index) => lines[offset + index] === line);
}

/** Models write the name of the folder where paths don't have it, and absolute paths, which have it, too. */
function fileWritten(written: string, files: readonly ReadableFile[]): ReadableFile | undefined {
  const path = writtenPath(written);
  const [whole, ...ends] = pathTails(path ?? '');
  const segments = whole?.split('/') ?? [];
  const names = new Set(readableFolders().map(({ name }) => name));
  const below = ends.filter((_, index) =>
    [segments[index], segments[index + 1]].some((name) => name !== undefined && names.has(name)),
  );
  const isAbsolute = path?.startsWith('/') === true;
  return [...(isAbsolute ? [] : [whole]), ...below]
    .map((end) => files.find((file) => file.path === end))
    .find((file) => file !== undefined);
}
