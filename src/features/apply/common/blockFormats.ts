// What a code block of an answer proposes for a file, in the formats in which models write changes. Line numbers, headers
// and the spelling of markers may be wrong: the lines themselves decide where a change belongs.
import { writtenFile } from '../../../markdown/common/fileReference';
import {
  editsOrNewFile,
  malformed,
  named,
  pathLine,
  readEdit,
  type FileProposal,
  type ReplaceEdit,
} from './fileProposal';
import { hasWord, isBlank, splitLines, withoutOuterBlankLines } from './fileText';
import { commentText } from './marks';
import { extensionOf } from './sources';
import { parseJsonEdits, parseTaggedEdits } from './toolEdits';

/**
 * @param info the info string of the block, which may name a format such as `diff`
 * @param name the file that the answer names for the block, if it does
 */
export function parseProposals(code: string, info: string, name?: string): readonly FileProposal[] {
  const all = readProposals(code, info, name);
  const edits = all.filter((one) => one.kind === 'edits');
  // Some models repeat the name of a file before each of its changes.
  const byPath = Map.groupBy(edits, ({ path }) => path);
  return all.flatMap((one) => {
    if (one.kind !== 'edits') return one;
    const same = byPath.get(one.path) ?? [];
    return one === same[0]
      ? Object.assign({}, one, { edits: same.flatMap((each) => each.edits) })
      : [];
  });
}

function readProposals(
  code: string,
  info: string,
  name: string | undefined,
): readonly FileProposal[] {
  // Models copy a file's byte order mark.
  const lines = splitLines(code.replaceAll('\uFEFF', ''));
  const inner = fencedWithin(lines);
  if (inner !== undefined) {
    const [first = ''] = lines;
    return readProposals(inner.code, inner.info, name).map((proposal) =>
      proposal.path !== undefined
        ? proposal
        : proposal.kind === 'code'
          ? { path: inner.path, kind: 'code', lines: [first].concat(proposal.lines) }
          : Object.assign(proposal, { path: inner.path }),
    );
  }
  const language = /^[\w+-]*/u.exec(info.trim().toLowerCase())?.[0] ?? '';
  const [first = '', second = ''] = lines.filter((line) => line.trim() !== '');
  // Models of OpenAI also write the command with it: `apply_patch <<'EOF'`.
  const patchStart = /^\s*(?:\$ )?apply_?patch\b/u.test(first) ? second : first;
  if (/^\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File:)/u.test(patchStart)) {
    return parsePatch(lines);
  }
  // A marker elsewhere is code, in a string or a document for example.
  const start = pathLine(first) === undefined ? first : second;
  if (opening.test(start)) {
    return parseMarkedEdits(lines);
  }
  // A diff of a file with markers has signs before them. Search and replace is often fenced as a diff.
  if (/^(?:diff|patch|udiff)$/u.test(language) || isDiff(lines)) {
    return lines.some((line) => opening.test(line) && !/^\s/u.test(line))
      ? parseMarkedEdits(lines)
      : parseDiff(lines);
  }
  return (
    parseJsonEdits(code, language, name) ??
    parseTaggedEdits(code) ??
    parseArrow(lines, language) ??
    parseCode(lines)
  );
}

/**
 * Old and new lines with an arrow between them, which has blank lines beside it, as in exported chats of Cursor. In prose it
 * is an arrow.
 */
function parseArrow(
  lines: readonly string[],
  language: string,
): readonly FileProposal[] | undefined {
  const arrows = lines.flatMap((line, at) =>
    /^(?:[-=]+>|[→⇒↓⬇]\uFE0F?)$/u.test(line) &&
    [lines[at - 1], lines[at + 1]].every((beside) => isBlank(beside ?? ''))
      ? at
      : [],
  );
  const [at = 0, another] = arrows;
  const path = pathInComment(lines[0] ?? '');
  const [old = [], replacement = []] = [lines.slice(0, at), lines.slice(at + 1)].map((half) =>
    withoutOuterBlankLines(
      half.filter((line) => path === undefined || pathInComment(line) !== path),
    ),
  );
  const isProse = /^(?:|te?xt|plain\w*|md|markdown)$/u.test(language);
  return isProse || another !== undefined || ![old, replacement].every((half) => half.some(hasWord))
    ? undefined
    : [{ ...named(path), kind: 'edits', edits: [readEdit(old, replacement)] }];
}

const fence = /^(?:`{3,}|~{3,})(?<info>[\w+-]*)$/u;

/** Answers in the formats that aider asks for may have the path and a fence of their own within a block. */
function fencedWithin(
  lines: readonly string[],
): { readonly path: string; readonly info: string; readonly code: string } | undefined {
  const info = fence.exec((lines[1] ?? '').trim())?.groups?.['info'];
  const path = info === undefined ? undefined : writtenFile((lines[0] ?? '').trim());
  const end = fence.test((lines.at(-1) ?? '').trim()) ? -1 : lines.length;
  return info === undefined || path === undefined
    ? undefined
    : { path, info, code: lines.slice(2, end).join('\n') };
}

/** What surrounds a path: `// filepath: a.ts` (GitHub Copilot), `# === a.py ===`, `// File: \`a.ts\``, `// a.ts (updated)`. */
const besidePath =
  /^[=*-]+\s+|(?<!\s)\s+[=*-]+$|^(?:file(?:name|path)?|path)\s*[:：]\s*|`|(?<!\s)\s+\((?:updated?|modified|new)[^()]*\)$/giu;

/** The path in a comment that has nothing else. */
export function pathInComment(line: string): string | undefined {
  const comment = (commentText(line) ?? '').replaceAll(besidePath, '');
  return /\s/u.test(comment) ? undefined : writtenFile(comment);
}

/**
 * Models also write several files of one language in a block, each below a comment with its path and a blank line. Other
 * such comments are headings within a file, as `# package.json` in a Dockerfile.
 */
function parseCode(lines: readonly string[]): readonly FileProposal[] {
  const parts = lines.flatMap((line, at) => {
    const isStart = at === 0 || (isBlank(lines[at - 1] ?? '') && /^\S/u.test(line));
    const path = isStart ? pathInComment(line) : undefined;
    return path === undefined ? [] : { at, path };
  });
  const files = new Set(parts.map(({ path }) => path));
  const extensions = new Set(parts.map(({ path }) => extensionOf(path)));
  return parts.length < 2 || parts[0]?.at !== 0 || files.size < parts.length || extensions.size > 1
    ? [{ ...named(pathInComment(lines[0] ?? '')), kind: 'code', lines }]
    : parts.map(({ at, path }, index) => ({
        path,
        kind: 'code',
        lines: withoutOuterBlankLines(lines.slice(at, parts[index + 1]?.at)),
      }));
}

/** The lines of a new file: a comment that only names it is the answer's. */
export function newFileLines({
  kind,
  path,
  lines,
}: Extract<FileProposal, { kind: 'code' | 'newFile' }>): readonly string[] {
  return kind === 'code' && path !== undefined ? lines.slice(1) : lines;
}

// Unified diffs

const hunkHeader = /^@@(?:[-+,.\d\s]*(?:@@|$))?(?<after>.*)$/u;
const gitHeader = /^(?:diff --git |Index: )/u;
/** Git's line about a file. Some models write it after the names of the files, and then the names again. */
const fileMode = /^(?:new|deleted) file mode /u;

function isDiff(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => line.trim() !== '');
  return /^(?:diff --git |Index: |@@ -\d)/u.test(lines[first] ?? '') || isNamePair(lines, first);
}

/** `--- a/x` and `+++ b/x`. In a hunk, these are lines such as SQL comments, and more of the hunk follows. */
function isNamePair(lines: readonly string[], at: number): boolean {
  return (
    /^--- \S/u.test(lines[at] ?? '') &&
    /^\+\+\+ \S/u.test(lines[at + 1] ?? '') &&
    (at === 0 || /^(?:@@|$)/u.test(lines[at + 2] ?? ''))
  );
}

interface FileDiff {
  readonly head: string[];
  readonly hunks: string[];
}

function parseDiff(lines: readonly string[]): readonly FileProposal[] {
  let file: FileDiff = { head: [], hunks: [] };
  const files = [file];
  for (const [at, line] of lines.entries()) {
    const isGit = gitHeader.test(line);
    const isInHead =
      file.hunks.length === 0 &&
      !line.startsWith('@@') &&
      (!file.head.at(-1)?.startsWith('+++ ') || fileMode.test(line));
    if (isGit || (isNamePair(lines, at) && !(isInHead && file.head.length > 0))) {
      file = { head: [line], hunks: [] };
      files.push(file);
    } else {
      (isInHead && file.head.length > 0 ? file.head : file.hunks).push(line);
    }
  }
  return files
    .filter(({ head, hunks }) => [...head, ...hunks].some((line) => line.trim() !== ''))
    .map(parseFileDiff);
}

function parseFileDiff({ head, hunks }: FileDiff): FileProposal {
  const nameAfter = (sign: string): string | undefined =>
    head.filter((line) => line.startsWith(`${sign} `)).map(headerPath)[0];
  const [from, to] = [nameAfter('---'), nameAfter('+++')];
  const git = /^diff --git (?:a\/)?.+? (?:b\/)?(?<to>[^]+)/u.exec(head[0] ?? '')?.groups;
  const path = [to, from, git?.['to']].find((name) => name !== undefined && name !== '/dev/null');
  const other = /^(?:deleted file mode|(?:rename|copy) (?:from|to) )/u;
  if (to === '/dev/null' || head.some((line) => other.test(line))) {
    return { ...named(path), kind: 'unsupported', why: 'deletesOrRenames' };
  }
  const edits = parseHunks(hunks);
  // Models leave out /dev/null, the names or the line numbers.
  const isAllNew =
    edits.length > 0 &&
    edits.every(({ old }) => old.length === 0) &&
    !hunks.some((line) => /^@@ -[1-9]/u.test(line));
  if (from === '/dev/null' || isAllNew) {
    return { ...named(path), kind: 'newFile', lines: edits.flatMap((edit) => edit.new) };
  }
  return edits.length === 0 ? malformed(path) : { ...named(path), kind: 'edits', edits };
}

function headerPath(line: string): string {
  const path = line
    .slice(4)
    .replace(/\t[^]*|(?<!\s)\s+\d{4}-\d\d-\d\d [^]*/u, '')
    .replace(/^"(.*)"$/u, '$1')
    .trim();
  return path.replace(/^[ab]\//u, '');
}

/** Hunks of diffs and patches; a line without a sign is taken as one that stays, so that a wrapped line is found nowhere. */
function parseHunks(lines: readonly string[]): readonly ReplaceEdit[] {
  const edits: ReplaceEdit[] = [];
  let [old, added, after]: [string[], string[], string[]] = [[], [], []];
  let blanks = 0;
  const end = (): void => {
    if (old.length > 0 || added.length > 0) {
      edits.push({ old, new: added, ...(after.length === 0 ? {} : { after }) });
      after = [];
    }
    [old, added, blanks] = [[], [], 0];
  };
  for (const line of lines) {
    const header = hunkHeader.exec(line);
    if (header !== null) {
      end();
      const anchor = (header.groups?.['after'] ?? '').trim();
      after.push(...(anchor === '' ? [] : [anchor]));
    } else if (line === '') {
      // Between hunks it is no line of the file.
      blanks += old.length + added.length > 0 ? 1 : 0;
    } else if (!line.startsWith('\\ ') && line !== '*** End of File') {
      const stays = Array.from({ length: blanks }, () => '');
      blanks = 0;
      const text = /^[-+ ]/u.test(line) ? line.slice(1) : line;
      old.push(...stays, ...(line.startsWith('+') ? [] : [text]));
      added.push(...stays, ...(line.startsWith('-') ? [] : [text]));
    }
  }
  end();
  return edits.filter((edit) => edit.old.join('\n') !== edit.new.join('\n'));
}

// V4A patches

function parsePatch(lines: readonly string[]): readonly FileProposal[] {
  const proposals: FileProposal[] = [];
  const starts = lines.flatMap((line, at) =>
    /^\*\*\* (?:Update|Add|Delete) File:/u.test(line) ? [at] : [],
  );
  const isBegun = lines.some((line) => line.startsWith('*** Begin Patch'));
  const isCut = isBegun && !lines.some((line) => line.startsWith('*** End Patch'));
  for (const [index, start] of starts.entries()) {
    const [, action, name = ''] = /^\*\*\* (\w+) File:([^]*)/u.exec(lines[start] ?? '') ?? [];
    const path = name.trim();
    const rest = lines.slice(start + 1, starts[index + 1]);
    const end = rest.findIndex((line) => /^\*\*\* (?:Begin|End) Patch/u.test(line));
    const body = end === -1 ? rest : rest.slice(0, end);
    if (isCut && index === starts.length - 1) {
      proposals.push(malformed(path));
    } else if (action === 'Delete' || body.some((line) => line.startsWith('*** Move to:'))) {
      proposals.push({ ...named(path), kind: 'unsupported', why: 'deletesOrRenames' });
    } else {
      const edits = parseHunks(body);
      // Some models leave the signs out where all lines are new.
      const added = body.some((line) => line.startsWith('+'))
        ? edits.flatMap((edit) => edit.new)
        : body;
      proposals.push(
        action === 'Add'
          ? { ...named(path), kind: 'newFile', lines: added }
          : edits.length === 0
            ? malformed(path)
            : { ...named(path), kind: 'edits', edits },
      );
    }
  }
  return proposals.length === 0 ? [malformed()] : proposals;
}

// Search and replace, and merge conflicts

/** Cline's models write other signs: `------- SEARCH`, `+++++++ REPLACE`. */
const opening = /^\s*(?:<{5,9}|-{5,9}(?= SEARCH))/u;
const original = /^\s*\|{5,9}(?:\s.*)?$/u;
const divider = /^\s*={5,9}\s*(?:REPLACE)?$/u;
const closing = /^\s*(?:>{5,9}|\+{5,9}(?= REPLACE))(?:\s*\S.*|\s*)$/u;

function parseMarkedEdits(lines: readonly string[]): readonly FileProposal[] {
  const proposals: { path: string | undefined; edits: ReplaceEdit[] }[] = [];
  const outside: string[] = [];
  const conflict: { old: string[]; new: string[] } = { old: [], new: [] };
  let isSearch = true;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!opening.test(line)) {
      outside.push(line);
      conflict.old.push(line);
      conflict.new.push(line);
      continue;
    }
    const end = findMarker(lines, at + 1, closing);
    const middle = end === undefined ? undefined : findDivider(lines, at, end);
    if (middle === undefined || end === undefined) {
      return [malformed()];
    }
    const base = lines.slice(at, middle).findIndex((one) => original.test(one));
    const edit = {
      old: lines.slice(at + 1, base === -1 ? middle : at + base),
      new: lines.slice(middle + 1, end),
    };
    isSearch = isSearch && !/HEAD|ours|current/u.test(line);
    conflict.old.push(...edit.old);
    conflict.new.push(...edit.new);
    at = end;
    if (!isSearch) {
      continue;
    }
    const path = outside.map(pathLine).findLast((text) => text !== undefined);
    outside.length = 0;
    const before = proposals.at(-1);
    const read = readEdit(withoutStartLine(edit.old), edit.new);
    if (before === undefined || (path !== undefined && path !== before.path)) {
      proposals.push({ path, edits: [read] });
    } else {
      before.edits.push(read);
    }
  }
  if (!isSearch) {
    // The lines around a conflict are those of the file.
    return [{ kind: 'edits', edits: [conflict] }];
  }
  return proposals.map(({ path, edits }) => editsOrNewFile(path, edits));
}

/** The lines without the place that Roo Code's models write above them: `:start_line:17`, then `-------`. */
function withoutStartLine(old: readonly string[]): readonly string[] {
  const hints = old.findIndex((line) => !/^\s*:(?:start|end)_line:\s*\d+\s*$/u.test(line));
  const isRuled = hints > 0 && /^\s*-{5,9}\s*$/u.test(old[hints] ?? '');
  return hints === -1 ? [] : old.slice(isRuled ? hints + 1 : hints);
}

/** The next such line, unless another block begins before. */
function findMarker(lines: readonly string[], start: number, marker: RegExp): number | undefined {
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (marker.test(line) || opening.test(line)) {
      return opening.test(line) ? undefined : at;
    }
  }
  return undefined;
}

/** Markdown underlines headings like it: of several such lines, the divider is as long as the opening. */
function findDivider(lines: readonly string[], start: number, end: number): number | undefined {
  const length = (at: number): number =>
    /^\s*(?:<|-|=)+/u.exec(lines[at] ?? '')?.[0].trim().length ?? 0;
  const all = lines
    .slice(start + 1, end)
    .flatMap((line, index) => (divider.test(line) ? [start + 1 + index] : []));
  const same = all.filter((at) => length(at) === length(start));
  const [only, second] = all.length > 1 ? same : all;
  return second === undefined ? only : undefined;
}
