// Edits as the tools of agents take them, in tags or JSON: `old_text` (Zed), `old_string` (Claude Code), `oldString` (VS
// Code), `old_str` (Anthropic's text editor tool).
import { parseJson } from '../../../base/parseJson';
import {
  editsOrNewFile,
  malformed,
  pathLine,
  readEdit,
  type FileProposal,
  type ReplaceEdit,
} from './fileProposal';
import { splitLines } from './fileText';

const oldName = /^old_?(?:text|string|str)$/iu;
const newName = /^new_?(?:text|string|str)$/iu;
const pathName = /^(?:file_?)?(?:path|name)$|^file$/iu;
/** Claude Code and Gemini CLI have these (google-gemini/gemini-cli#20033). */
const everywhereName = /^(?:replace_?all|allow_?multiple)$/iu;
/** Zed's tags have the number of the line: `<old_text line=17>`. */
const editTag =
  /<(?<close>\/?)(?<name>(?:old|new)_?(?:text|string|str)|(?:file_?)?(?:path|name)|file|replace_?all|allow_?multiple|edits)(?:\s[^<>]*)?>/giu;

interface TextEdit {
  readonly old: string;
  readonly new: string;
  readonly isEverywhere: boolean;
  /** Line ends next to tags are no part of the text. */
  readonly isTagged?: true;
}

/** The edits of each file, as agents' tools take them. */
class FileEdits {
  readonly #byPath = new Map<string | undefined, ReplaceEdit[]>();

  add(path: string | undefined, edit: TextEdit): void {
    const { old, new: replacement, isEverywhere, isTagged = false } = edit;
    const textOf = (text: string): string => (isTagged ? text.replace(/\r?\n[ \t]*$/u, '') : text);
    const edits = this.#byPath.get(path) ?? [];
    this.#byPath.set(path, edits);
    const quoted = splitLines(old);
    const everywhere = isEverywhere ? { isEverywhere } : {};
    const read = readEdit(quoted, splitLines(replacement));
    const isWhole = read.old === quoted;
    const exact = isWhole ? { exact: { old: textOf(old), new: textOf(replacement) } } : {};
    edits.push({ ...read, ...exact, ...everywhere });
  }

  get isEmpty(): boolean {
    return this.#byPath.size === 0;
  }

  get proposals(): readonly FileProposal[] {
    return [...this.#byPath].map(([path, edits]) => editsOrNewFile(path, edits));
  }
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
}

/** Returns undefined if there is more before the first tag than a name and other tags. */
export function parseTaggedEdits(code: string): readonly FileProposal[] | undefined {
  const first = /<old_?(?:text|string|str)(?:\s[^<>]*)?>/iu.exec(code)?.index;
  if (first === undefined) {
    return undefined;
  }
  const text = code
    .slice(0, first)
    .replaceAll(/<[a-z_]+(?:\s[^<>]*)?>/giu, '\n')
    .replaceAll(/<\/[a-z_]+>/giu, '');
  const names = splitLines(text).filter((line) => line.trim() !== '');
  if (names.length > 1 || names.some((line) => pathLine(line) === undefined)) {
    return undefined;
  }
  const files = new FileEdits();
  let path = names[0] === undefined ? undefined : pathLine(names[0]);
  let old: string | undefined;
  let added: string | undefined;
  let isEverywhere = false;
  let open: OpenTag | undefined;
  /** Zed's models close the last edit with the tag of all (`END_TAGS` in zed-industries/zed's edit_parser.rs). */
  let end: number | undefined;
  const add = (): void => {
    if (old !== undefined && added !== undefined) {
      const isTagged = true;
      files.add(path, { old: textIn(old), new: textIn(added), isEverywhere, isTagged });
      [old, added, isEverywhere] = [undefined, undefined, false];
    }
  };
  for (const { 0: tag, index, groups = {} } of code.matchAll(editTag)) {
    const { name = '', close } = groups;
    if (open === undefined) {
      if (close === '' && name !== 'edits') {
        open = { name, start: index + tag.length };
      }
      continue;
    }
    end = close === '/' && name === 'edits' ? index : end;
    if (close !== '/' || name !== open.name) {
      continue;
    }
    const content = code.slice(open.start, index);
    open = undefined;
    if (oldName.test(name)) {
      add();
    }
    if (pathName.test(name)) {
      add();
      path = content.trim();
    } else if (everywhereName.test(name)) {
      isEverywhere = content.trim() === 'true';
    } else if (oldName.test(name) && old === undefined) {
      old = content;
    } else if (newName.test(name) && old !== undefined && added === undefined) {
      added = content;
    } else {
      return [malformed(path)];
    }
  }
  if (open !== undefined && newName.test(open.name) && end !== undefined) {
    added ??= code.slice(open.start, end).trimEnd();
    open = undefined;
  }
  add();
  const isComplete = open === undefined && old === undefined && !files.isEmpty;
  return isComplete ? files.proposals : [malformed(path)];
}

function textIn(content: string): string {
  return content.replace(/^\r?\n/u, '');
}

export function parseJsonEdits(
  code: string,
  language: string,
  name: string | undefined,
): readonly FileProposal[] | undefined {
  if (!/^\s*[[{]/u.test(code) || !/"old_?(?:text|string|str)"\s*:/iu.test(code)) {
    return undefined;
  }
  const value = parseJson(code);
  if (value === undefined) {
    return language.startsWith('json') ? [malformed()] : undefined;
  }
  const files = new FileEdits();
  const isComplete = collectEdits(value, undefined, files);
  const { proposals } = files;
  // A JSON file may have such keys itself: that the edits of an answer are for it, they say.
  const ownName = name?.slice(name.lastIndexOf('/') + 1) ?? '';
  const isFile =
    /\.json[c5]?$/iu.test(ownName) && proposals.some(({ path }) => !path?.endsWith(ownName));
  if (files.isEmpty || isFile) {
    return undefined;
  }
  return isComplete ? proposals : [malformed()];
}

/** Whether each object with old lines has new ones. */
function collectEdits(value: unknown, outerPath: string | undefined, files: FileEdits): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.every((one) => collectEdits(one, outerPath, files));
  }
  const entries = Object.entries(value);
  const valueOf = (name: RegExp): unknown => entries.find(([key]) => name.test(key))?.[1];
  const [path = outerPath, old, replacement] = [pathName, oldName, newName].map((name) => {
    const text = valueOf(name);
    return typeof text === 'string' ? text : undefined;
  });
  if (old === undefined && replacement === undefined) {
    return entries.every(([, one]) => collectEdits(one, path, files));
  }
  if (old === undefined || replacement === undefined) {
    return false;
  }
  const isEverywhere = valueOf(everywhereName) === true;
  files.add(path, { old, new: replacement, isEverywhere });
  return true;
}
