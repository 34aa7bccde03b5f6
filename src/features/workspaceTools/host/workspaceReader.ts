// Reads the workspace for a model: what the user could attach, and nothing else. Files that ignore rules exclude, files
// whose names suggest secrets and files outside the folders do not exist for it, and secrets in the others are masked.
import * as vscode from 'vscode';
import { oneLine } from '../../../base/text/oneLine';
import { visibleText } from '../../../base/text/visibleText';
import type { JsonRecord } from '../../../base/mergeObjects';
import type { SeenFileText } from '../../../conversation/common/fileTexts';
import type { ToolOutcome, ToolRun } from '../../../conversation/common/conversation';
import { inputOf } from '../../../conversation/common/toolRound';
import type { ChatTools } from '../../../conversation/node/session/toolLoop';
import { readText } from '../../../platform/host/files/readText';
import { languageOf } from '../../attachments/host/filePlace';
import { workspaceProblemsAttachment } from '../../attachments/host/sources/problemsAttachment';
import { nameOfLines } from '../../attachments/host/sources/rangeAttachment';
import { isRefusal } from '../../attachments/host/sources/attachResult';
import { attachmentBlock, blockContent, lineRange } from '../../attachments/node/attachmentBlock';
import { formsOfKey, type SecretScanner } from '../../secrets/node/secretScanner';
import { MaskedText } from '../node/maskedText';
import { toolDefinitions, type ToolName, toolNames } from '../node/toolDefinitions';
import { readableFile, readableFiles } from './readableFiles';
import { searchByRipgrep, searchByText } from './textSearch';

/** What a model gets at once; it can ask for more. */
const maxLines = 500;
const maxPaths = 500;
const maxMatches = 100;
const maxPlaces = 50;
/** Minified files have lines of a megabyte. */
const maxLineLength = 500;

export interface WorkspaceReaderDeps {
  readonly scanner: SecretScanner;
  /** The key of the gateway that gets what is read. */
  readonly key: string | undefined;
  /** The texts of files that the conversation has already. */
  readonly known: readonly SeenFileText[];
}

/** An answer of a tool that found nothing, or was called in the wrong way. */
function nothing(text: string, name = ''): ToolOutcome {
  return { text, name, hasNothingNew: true };
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
    if (name === undefined) {
      return nothing(`There is no tool of this name. The tools are: ${toolNames.join(', ')}.`);
    }
    if (input === undefined) {
      return nothing('The arguments are not a JSON object.');
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
    const listed = await readableFiles(glob, signal);
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
    const listed = await readableFiles(glob, signal);
    const found =
      (await searchByRipgrep(listed, pattern, ignoresCase, signal)) ??
      (await searchByText(listed, pattern, signal));
    const shown: string[] = [];
    for (const [file, lines] of Map.groupBy(found.slice(0, maxMatches), (match) => match.file)) {
      // All of a file is scanned: a line may be one of a private key.
      const read = await readText(file.uri, { isExcerpt: true });
      const masked = typeof read === 'string' ? undefined : await this.#masked(read.text, signal);
      for (const { line } of masked === undefined ? [] : lines) {
        shown.push(`${file.path}:${line}: ${shortLine(masked?.lines(line, line) ?? '')}`);
      }
    }
    if (shown.length === 0) {
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
    const file = await readableFile(path, signal);
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
    const last = Math.min(count, Math.max(first, to), first + maxLines - 1);
    if (first > count) {
      return nothing(`The file has ${count} lines.`, file.path);
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
      (await readableFiles('', signal)).map((file) => [file.uri.toString(), file.path]),
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
    const readable = new Set((await readableFiles('', signal)).map(({ uri }) => uri.toString()));
    const result = await workspaceProblemsAttachment((uri) => readable.has(uri.toString()));
    return isRefusal(result)
      ? nothing('There are no problems.')
      : { text: (await this.#masked(result.text ?? '', signal)).lines(), name: result.name };
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
