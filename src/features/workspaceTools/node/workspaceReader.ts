// Reads the workspace for a model: what the user could attach, and nothing else. Whatever a tool returns passes `run()`,
// which masks the secrets in it and limits its length.
import { oneLine } from '../../../base/text/oneLine';
import type { ToolOutcome, ToolRun } from '../../../conversation/common/conversation';
import type { SeenFileText } from '../../../conversation/common/fileTexts';
import { inputOf } from '../../../conversation/common/toolRound';
import type { ChatTools } from '../../../conversation/node/session/toolLoop';
import type { ToolDefinition } from '../../../gateway/common/tools';
import { argumentsProblem } from '../../../gateway/node/tools/toolArguments';
import {
  blockContent,
  labeledBlock,
  lineRange,
  nameOfLines,
  omittedDetails,
} from '../../../workspace/node/labeledBlock';
import { formsOfKey, type SecretScanner } from '../../secrets/node/secretScanner';
import type { ToolName } from '../common/workspaceTools';
import { MaskedText } from './maskedText';
import type { OpenWorkspace, ReadableFile, ReadFile } from './openWorkspace';
import { nothing, readingTools, type ToolFinding } from './readingTools';
import { toolDefinitions } from './toolDefinitions';

/** What a model gets at once; it can ask for more. */
const maxLines = 500;
/** A file below a megabyte may have so few lines that one call would send all of it: 186,000 tokens of a minified one. */
const maxLength = 50_000;

export interface WorkspaceReaderDeps {
  readonly scanner: SecretScanner;
  /** The key of the gateway that gets what is read. */
  readonly key: string | undefined;
  /** Those that the user allows. */
  readonly tools: readonly ToolName[];
  /** Undefined once nothing may be read: the user may turn the switch off, or open another folder, while the model reads. */
  readonly workspace: () => OpenWorkspace | undefined;
  /** The texts of files that the conversation has already. */
  readonly known: readonly SeenFileText[];
}

export class WorkspaceReader implements ChatTools {
  readonly definitions: readonly ToolDefinition[];
  readonly #deps: WorkspaceReaderDeps;
  readonly #known: SeenFileText[];

  constructor(deps: WorkspaceReaderDeps) {
    this.#deps = deps;
    this.#known = [...deps.known];
    this.definitions = toolDefinitions(deps.tools);
  }

  async run(call: ToolRun, signal: AbortSignal): Promise<ToolOutcome> {
    try {
      const { text, name, ...rest } = outcomeOf(await this.#find(call, signal));
      const outcome = {
        text: (await this.#mask(text, signal)).lines(),
        name: (await this.#mask(oneLine(name), signal)).lines(),
        ...rest,
      };
      if (this.#known.some((known) => hasLines(known, outcome))) {
        const seen = `${outcome.name}: see above, it has not changed.`;
        return { ...outcome, text: seen, hasNothingNew: true };
      }
      this.#known.push(outcome);
      return outcome;
    } catch (error) {
      const failed = `The tool failed: ${error instanceof Error ? error.name : 'error'}.`;
      return outcomeOf(nothing(failed));
    }
  }

  async #find(call: ToolRun, signal: AbortSignal): Promise<ToolFinding> {
    const { tools } = this.#deps;
    const workspace = this.#deps.workspace();
    const name = tools.find((one) => one === call.name);
    const input = inputOf(call);
    if (workspace === undefined) {
      return nothing('The user does not allow it any more.', call.arguments);
    }
    if (name === undefined) {
      return nothing(`There is no tool of this name. The tools are: ${tools.join(', ')}.`);
    }
    const definition = this.definitions.find((tool) => tool.name === name);
    const problem = definition && argumentsProblem(call, definition);
    if (problem !== undefined || input === undefined) {
      return nothing(`${problem} You wrote: ${call.arguments}`, call.arguments);
    }
    const listed = await workspace.listFiles(signal);
    if (listed === undefined) {
      return nothing("It isn't known what is ignored, so no file may be read.");
    }
    const mask = (text: string): Promise<MaskedText> => this.#mask(text, signal);
    // A pattern of paths, and the place of a path in a list, would reveal what a path with a secret has.
    const paths = await mask(listed.map(({ path }) => oneLine(path)).join('\n'));
    const files = listed.filter((_file, index) => !paths.hasSecret(index + 1));
    const read = async (file: ReadableFile): Promise<ReadFile | string> => {
      const result = await workspace.readText(file);
      return typeof result === 'string'
        ? result
        : { masked: await mask(result.text), isExcerpt: result.isExcerpt };
    };
    return readingTools[name](input, { workspace, files, read, mask, signal });
  }

  #mask(text: string, signal: AbortSignal): Promise<MaskedText> {
    return MaskedText.of(text, async (visible) => {
      const known = formsOfKey(this.#deps.key);
      const { findings, isIncomplete } = await this.#deps.scanner.scan([visible], known, signal);
      signal.throwIfAborted();
      if (isIncomplete) {
        throw new Error('The scan for secrets was not complete.');
      }
      return findings;
    });
  }
}

/** What is found, as far as it fits. */
function outcomeOf(finding: ToolFinding): ToolOutcome {
  switch (finding.type) {
    case 'nothing': {
      const { text, name } = finding;
      return { text: text.slice(0, maxLength), name, hasNothingNew: true };
    }
    case 'lines': {
      const { title, name, lines, details = [] } = finding;
      const shown = firstLines(lines);
      const omitted = omittedDetails(lines.length - shown.length);
      const content = shown.join('\n');
      return { text: labeledBlock({ title, details: [...details, ...omitted], content }), name };
    }
    case 'file': {
      const { file, masked, isExcerpt, first } = finding;
      const wanted = Math.min(finding.last, first + maxLines - 1);
      const last = masked.lastWithin(first, wanted, maxLength);
      if (last < first) {
        return outcomeOf(
          nothing(`Line ${first} is too long to be read. Use search_text.`, file.path),
        );
      }
      const count = { label: isExcerpt ? 'of more than' : 'of', value: String(masked.count) };
      const text = labeledBlock({
        title: 'File',
        name: file.path,
        language: file.language,
        details: [lineRange(first, last), count],
        content: masked.lines(first, last),
      });
      const source = { uri: file.uri, startLine: first, endLine: last };
      return { text, name: nameOfLines(file.path, first, last), source };
    }
  }
}

function firstLines(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, maxLines)) {
    length += line.length + 1;
    if (length > maxLength) {
      break;
    }
    shown.push(line);
  }
  return shown;
}

/** Whether a text that the model has seen has these lines of the file, as they are now. */
function hasLines({ text = '', source }: SeenFileText, wanted: ToolOutcome): boolean {
  const { uri, startLine = 1, endLine = Infinity } = source ?? {};
  const { startLine: first = 1, endLine: last = Infinity } = wanted.source ?? {};
  if (uri === undefined || uri !== wanted.source?.uri || startLine > first || endLine < last) {
    return false;
  }
  const lines = blockContent(text)?.split('\n') ?? [];
  const now = blockContent(wanted.text)?.replace(/\n$/u, '').split('\n');
  return now?.every((line, index) => lines[first - startLine + index] === line) === true;
}
