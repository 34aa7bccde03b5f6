// Reads the workspace for a model: what the user could attach, and nothing else. Files that ignore rules exclude, files
// whose names suggest secrets and files outside the folders do not exist for it, and secrets in the others are masked.
import * as vscode from 'vscode';
import { pathMatcher } from '../../../base/glob';
import { oneLine } from '../../../base/text/oneLine';
import { visibleText } from '../../../base/text/visibleText';
import type { JsonRecord } from '../../../base/mergeObjects';
import type { SeenFileText } from '../../../conversation/common/fileTexts';
import type { ToolOutcome, ToolRun } from '../../../conversation/common/conversation';
import { inputOf } from '../../../conversation/common/toolRound';
import type { ChatTools } from '../../../conversation/node/session/toolLoop';
import { ripgrepLines } from '../../../platform/host/ripgrep';
import { workspaceFileAccess } from '../../../platform/host/files/fileAccess';
import { readText } from '../../../platform/host/files/readText';
import { WorkspaceFiles } from '../../../platform/host/files/workspaceFiles';
import { listFiles } from '../../attachments/host/fileList/listFiles';
import { filePlace, languageOf, relativeName } from '../../attachments/host/filePlace';
import { workspaceProblemsAttachment } from '../../attachments/host/sources/problemsAttachment';
import { nameOfLines } from '../../attachments/host/sources/rangeAttachment';
import { isRefusal } from '../../attachments/host/sources/attachResult';
import { attachmentBlock, blockContent, lineRange } from '../../attachments/node/attachmentBlock';
import { isSecretFileName } from '../../secrets/node/secretFileNames';
import {
  type FoundSecret,
  formsOfKey,
  maskSecrets,
  type SecretScanner,
} from '../../secrets/node/secretScanner';
import { toolDefinitions, type ToolName, toolNames } from '../node/toolDefinitions';

/** What a model gets at once; it can ask for more. */
const maxLines = 500;
const maxPaths = 500;
const maxMatches = 100;
const maxPlaces = 50;
const searchTimeoutMs = 10_000;
/** Files that a search without ripgrep reads. */
const maxReadFiles = 2_000;
/** Minified files have lines of a megabyte. */
const maxLineLength = 500;
/** A file below a megabyte may have so few lines that one call would send all of it: 186,000 tokens of a minified one. */
const maxReadLength = 50_000;

export interface WorkspaceReaderDeps {
  readonly scanner: SecretScanner;
  /** The key of the gateway that gets what is read. */
  readonly key: string | undefined;
  /** The texts of files that the conversation has already. */
  readonly known: readonly SeenFileText[];
  /** The user may turn the switch off, or open another folder, while the model reads. */
  readonly mayRead: () => boolean;
}

interface ListedFile {
  readonly uri: vscode.Uri;
  readonly path: string;
}

/** An answer of a tool that found nothing, or was called in the wrong way. */
function nothing(text: string, name = ''): ToolOutcome {
  return { text, name, hasNothingNew: true };
}

const files = new WorkspaceFiles(workspaceFileAccess);

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
    if (!this.#deps.mayRead()) {
      return nothing('The user does not allow it any more.', oneLine(call.arguments));
    }
    if (name === undefined) {
      return nothing(`There is no tool of this name. The tools are: ${toolNames.join(', ')}.`);
    }
    if (input === undefined) {
      return nothing('The arguments are not a JSON object.', oneLine(call.arguments));
    }
    try {
      const outcome = await this.#run(name, input, signal);
      this.#known.push(outcome);
      return outcome;
    } catch (error) {
      if (signal.aborted) {
        return nothing('Canceled.');
      }
      return nothing(`The tool failed: ${error instanceof Error ? error.name : 'error'}.`);
    }
  }

  #run(name: ToolName, input: JsonRecord, signal: AbortSignal): Promise<ToolOutcome> {
    const text = (key: string): string => {
      const value = input[key];
      return typeof value === 'string' ? value : '';
    };
    const line = (key: string): number | undefined => {
      // Some models send numbers as text.
      const value = Number(input[key] ?? Number.NaN);
      return Number.isInteger(value) ? value : undefined;
    };
    switch (name) {
      case 'list_files':
        return this.#listFiles(text('glob'), signal);
      case 'search_text': {
        const ignoresCase = input['ignoreCase'] === true;
        return this.#searchText(text('pattern'), text('glob'), ignoresCase, signal);
      }
      case 'read_file':
        return this.#readFile(text('path'), line('from'), line('to'), signal);
      case 'find_symbol':
        return this.#findSymbol(text('name'), signal);
      case 'list_problems':
        return this.#listProblems(signal);
    }
  }

  async #listFiles(glob: string, signal: AbortSignal): Promise<ToolOutcome> {
    const listed = await this.#files(glob, signal);
    if (listed.length === 0) {
      return nothing('No file matches.', glob);
    }
    const shown = listed.slice(0, maxPaths).map(({ path }) => path);
    const details = omitted(listed.length - shown.length);
    return this.#block({ title: 'Files', details, content: shown.join('\n') }, glob, signal);
  }

  async #searchText(
    pattern: string,
    glob: string,
    ignoresCase: boolean,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    if (pattern === '') {
      return nothing('The pattern is empty.');
    }
    const listed = await this.#files(glob, signal);
    const found =
      (await searchByRipgrep(listed, pattern, ignoresCase, signal)) ??
      (await searchByText(listed, pattern, signal));
    const shown: string[] = [];
    for (const [file, lines] of Map.groupBy(found.slice(0, maxMatches), (match) => match.file)) {
      // All of a file is scanned: a line may be one of a private key.
      const read = await readText(file.uri, { isExcerpt: true });
      const masked = typeof read === 'string' ? undefined : await this.#masked(read.text, signal);
      for (const { line } of lines) {
        // Only the beginning of a file of more than a megabyte was read.
        if (masked !== undefined && line <= masked.count) {
          shown.push(`${file.path}:${line}: ${shortLine(masked.lines(line, line))}`);
        }
      }
    }
    if (found.length === 0) {
      return nothing('Nothing matches.', pattern);
    }
    const details = omitted(found.length - shown.length);
    const text = attachmentBlock({ title: 'Matches', details, content: shown.join('\n') });
    return { text, name: oneLine(pattern) };
  }

  async #readFile(
    path: string,
    from = 1,
    to = Infinity,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const file = await this.#file(path, signal);
    if (file === undefined) {
      return nothing('There is no such file, or it must not be read.', path);
    }
    const read = await readText(file.uri, { isExcerpt: true });
    if (typeof read === 'string') {
      return nothing(`The file can't be read as text: ${read}.`, path);
    }
    const masked = await this.#masked(read.text, signal);
    const { count } = masked;
    const first = Math.max(1, from);
    if (first > count) {
      const problem = read.isExcerpt
        ? `Only the first ${count} lines can be read. Use search_text.`
        : `The file has ${count} lines.`;
      return nothing(problem, file.path);
    }
    const wanted = Math.min(count, Math.max(first, to), first + maxLines - 1);
    const last = masked.lastWithin(first, wanted, maxReadLength);
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
        { label: read.isExcerpt ? 'of more than' : 'of', value: String(count) },
      ],
      content,
    });
    return { text: block, name, source };
  }

  async #findSymbol(name: string, signal: AbortSignal): Promise<ToolOutcome> {
    const { commands } = vscode;
    const found = await commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      name,
    );
    const exact = (found ?? []).filter((symbol) => symbol.name.replace(/\(.*$/su, '') === name);
    const symbols = exact.length > 0 ? exact : (found ?? []);
    if (symbols.length === 0) {
      return nothing('No symbol of this name is known. Use search_text.', name);
    }
    const readable = new Map(
      (await this.#files('', signal)).map((file) => [file.uri.toString(), file.path]),
    );
    const lines: string[] = [];
    let outside = 0;
    const add = async (kind: string, { uri, range }: vscode.Location): Promise<void> => {
      const path = readable.get(uri.toString());
      if (path === undefined) {
        outside += 1;
      } else if (lines.length < maxPlaces) {
        const document = await vscode.workspace.openTextDocument(uri);
        const { line } = range.start;
        const text = line < document.lineCount ? document.lineAt(line).text.trim() : '';
        lines.push(`${kind} ${path}:${line + 1}: ${shortLine(text)}`);
      }
    };
    for (const { name: symbol, location } of symbols.slice(0, 5)) {
      signal.throwIfAborted();
      await add(`definition of ${oneLine(symbol)}`, location);
      const references = await commands.executeCommand<readonly vscode.Location[] | undefined>(
        'vscode.executeReferenceProvider',
        location.uri,
        location.range.start,
      );
      for (const reference of references ?? []) {
        await add('reference', reference);
      }
    }
    const unique = [...new Set(lines)];
    const details =
      outside === 0 ? [] : [{ label: 'outside the workspace:', value: String(outside) }];
    return unique.length === 0
      ? nothing('It is defined and used outside the workspace only.', name)
      : this.#block({ title: 'Symbols', details, content: unique.join('\n') }, name, signal);
  }

  async #listProblems(signal: AbortSignal): Promise<ToolOutcome> {
    const readable = new Set((await this.#files('', signal)).map(({ uri }) => uri.toString()));
    const result = await workspaceProblemsAttachment((uri) => readable.has(uri.toString()));
    return isRefusal(result)
      ? nothing('There are no problems.')
      : { text: (await this.#masked(result.text ?? '', signal)).lines(), name: result.name };
  }

  /** The files that a model may read, sorted by path. */
  async #files(glob: string, signal: AbortSignal): Promise<readonly ListedFile[]> {
    const isMatch = glob === '' ? () => true : pathMatcher(glob.replace(/^\.?\//u, ''));
    const all = await Promise.all(
      folders().map(async ({ folder, prefix }) => {
        const paths = await listFiles(folder.uri, signal, false);
        return paths.map((path) => ({
          uri: vscode.Uri.joinPath(folder.uri, path),
          path: prefix + path,
        }));
      }),
    );
    return all
      .flat()
      .filter(({ path }) => !isSecretFileName(path) && isMatch(path))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The file that a model names, if it may be read. */
  async #file(path: string, signal: AbortSignal): Promise<ListedFile | undefined> {
    const wanted = path.replaceAll('\\', '/').replace(/^\.\//u, '');
    const listed = (await this.#files('', signal)).find((file) => file.path === wanted);
    const folder = listed && vscode.workspace.getWorkspaceFolder(listed.uri);
    const entry = listed && (await workspaceFileAccess.stat(listed.uri));
    if (listed === undefined || folder === undefined || entry?.isFile !== true) {
      return undefined;
    }
    const { isInside, isSecret } = await filePlace(listed.uri);
    return isInside && !isSecret && (await files.isInside(folder.uri, listed.uri, entry))
      ? listed
      : undefined;
  }

  async #block(
    block: Parameters<typeof attachmentBlock>[0],
    name: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const content = (await this.#masked(block.content, signal)).lines();
    return { text: attachmentBlock({ ...block, content }), name: oneLine(name) };
  }

  async #masked(text: string, signal: AbortSignal): Promise<MaskedText> {
    const all = text.replaceAll(/\r\n?/gu, '\n');
    const known = formsOfKey(this.#deps.key);
    const { findings, isIncomplete } = await this.#deps.scanner.scan([all], known, signal);
    signal.throwIfAborted();
    if (isIncomplete) {
      throw new Error('The scan for secrets was not complete.');
    }
    return new MaskedText(all, findings);
  }
}

/** A text without its secrets. They are found in all of it: a private key may begin before the lines that are wanted. */
class MaskedText {
  readonly #text: string;
  readonly #secrets: readonly FoundSecret[];
  /** The offset of each line, and the text's length. */
  readonly #starts: readonly number[];

  constructor(text: string, secrets: readonly FoundSecret[]) {
    this.#text = text;
    this.#secrets = secrets;
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      starts.push(at + 1);
    }
    this.#starts = text.endsWith('\n') || text === '' ? starts : [...starts, text.length];
  }

  /** The number of lines. */
  get count(): number {
    return this.#starts.length - 1;
  }

  /** The last of these lines so that all fit into `length` UTF-16 units; the one before `first` if none fits. */
  lastWithin(first: number, last: number, length: number): number {
    const end = (this.#starts[first - 1] ?? 0) + length;
    let fitting = last;
    while (fitting >= first && (this.#starts[fitting] ?? 0) > end) {
      fitting -= 1;
    }
    return fitting;
  }

  /** These lines, counted from 1; all of them by default. */
  lines(first = 1, last = this.count): string {
    const [from, to] = [this.#starts[first - 1] ?? 0, this.#starts[last] ?? this.#text.length];
    const within = this.#secrets.flatMap((secret) => {
      const [start, end] = [Math.max(secret.start, from) - from, Math.min(secret.end, to) - from];
      return start < end ? [{ ...secret, start, end }] : [];
    });
    return maskSecrets(this.#text.slice(from, to), within);
  }
}

interface ReadFolder {
  readonly folder: vscode.WorkspaceFolder;
  /** Stands before the paths if the workspace has several folders; else ''. */
  readonly prefix: string;
}

function folders(): readonly ReadFolder[] {
  const { workspaceFolders = [] } = vscode.workspace;
  return workspaceFolders.map((folder) => ({
    folder,
    prefix: workspaceFolders.length < 2 ? '' : `${relativeName(folder, folder.uri)}/`,
  }));
}

interface Match {
  readonly file: ListedFile;
  /** From 1. */
  readonly line: number;
}

/**
 * ripgrep's regular expressions take time linear in the text, so that a model's cannot block anything. Undefined if it is
 * not there, or the pattern is none.
 */
async function searchByRipgrep(
  listed: readonly ListedFile[],
  pattern: string,
  ignoresCase: boolean,
  signal: AbortSignal,
): Promise<readonly Match[] | undefined> {
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const matches: Match[] = [];
  for (const { folder, prefix } of folders()) {
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

async function searchByText(
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

function shortLine(text: string): string {
  const shown = visibleText(text.trim()).text;
  return shown.length > maxLineLength ? `${shown.slice(0, maxLineLength)}…` : shown;
}

function omitted(count: number): readonly { readonly label: string; readonly value: string }[] {
  return count === 0 ? [] : [{ label: 'omitted:', value: String(count) }];
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
  const now = visibleText(content).text.replace(/\n$/u, '').split('\n');
  return now.every((line, index) => lines[offset + index] === line);
}
