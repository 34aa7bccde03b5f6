// Reads a prompt file: a Markdown text below an optional front matter between lines of `---`, as VS Code's prompt files
// have it (https://code.visualstudio.com/docs/copilot/customization/prompt-files). Only names and descriptions are used,
// so this reads one-line strings and ignores all other YAML; a parser of all YAML would be a dependency for two strings.

/** Far above any prompt. */
export const maxPromptChars = 100_000;
const maxFrontMatterChars = 10_000;
const maxNameChars = 100;
const maxDescriptionChars = 300;

export interface PromptFile {
  /** Absent if the file's own name counts. */
  readonly name?: string;
  readonly description?: string;
  /** The content without the front matter. */
  readonly text: string;
}

/** Never fails: a front matter without an end is text. */
export function readPromptFile(content: string): PromptFile {
  const text = content.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
  const end = text.startsWith('---\n') ? endOfFrontMatter(text) : undefined;
  if (end === undefined) {
    return { text: text.trim() };
  }
  const lines = text.slice(4, end.start).split('\n');
  const name = stringOf(lines, 'name', maxNameChars);
  const description = stringOf(lines, 'description', maxDescriptionChars);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    text: text.slice(end.end).trim(),
  };
}

function endOfFrontMatter(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const found = /^---[ \t]*$/mu.exec(text.slice(4, maxFrontMatterChars));
  return found === null
    ? undefined
    : { start: 4 + found.index, end: 4 + found.index + found[0].length };
}

/** The value of a top-level key; undefined if it is not a string on one line. The first of several counts. */
function stringOf(lines: readonly string[], key: string, maxChars: number): string | undefined {
  const line = lines.find((each) => each.startsWith(`${key}:`));
  const value = line === undefined ? undefined : scalarOf(line.slice(key.length + 1));
  return value === undefined || value === '' || value.length > maxChars ? undefined : value;
}

/** A string in double quotes with the escapes of JSON, one in single quotes, or plain text up to a comment. */
function scalarOf(source: string): string | undefined {
  if (source !== '' && !/^[ \t]/u.test(source)) {
    // `name:value` is not a key.
    return undefined;
  }
  const value = source.trim();
  if (value.startsWith('"')) {
    return jsonString(/^"(?:[^"\\]|\\.)*"/u.exec(value)?.[0]);
  }
  if (value.startsWith("'")) {
    return /^'((?:[^']|'')*)'/u.exec(value)?.[1]?.replaceAll("''", "'");
  }
  // These start a list, an object, a text of several lines, or something else that is not plain text.
  return /^[[\]{}>|&*!%@`#]/u.test(value) ? undefined : value.replace(/[ \t]#.*$/u, '').trim();
}

function jsonString(text: string | undefined): string | undefined {
  try {
    const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
