// What happens to the file between the question and Apply, and what a model gets wrong when it quotes.
import { indentOf } from '../../../src/base/text/indentation';
import { rebase, splice, type Change, type Splice } from './corpus';
import {
  chineseMarks,
  context,
  englishMarks,
  hunksOf,
  markLine,
  newLines,
  oldLines,
  partialCode,
  type Answer,
  type Hunk,
  type HunkLine,
} from './formats';
import type { Random } from './random';

export interface Mutated {
  /** It changes the text that the model saw. */
  readonly change: Change;
  /** What changed in the file since. */
  readonly drift?: readonly Splice[];
  /** How the file that was attached is written: its line ends and so on, which the model does not see. */
  readonly encode?: (text: string) => string;
  /** How the file differs from what the model saw in every line, or what was masked in it. */
  readonly reveal?: (text: string) => string;
  /** What was attached: the file, if it is absent. Lines from 0, `end` is exclusive. */
  readonly seen?: 'nothing' | { readonly start: number; readonly end: number };
  /** What the model quotes, if it is not the change's own hunks. */
  readonly hunks?: readonly Hunk[];
  readonly rewrite?: (answer: Answer) => Answer | undefined;
  readonly isCut?: true;
  readonly marks?: readonly string[];
  /** The parts that must not land. */
  readonly blocked?: readonly number[];
  /** The same in a copy, which nobody can tell from the original, or in which the answer says that it belongs. */
  readonly twin?: Pick<Mutated, 'change' | 'drift' | 'blocked'>;
  /** Where the model saw a copy of a hunk, with another line in it. */
  readonly copy?: { readonly start: number; readonly hunk: number };
}

export interface Mutation {
  readonly name: string;
  /** The right answer; parts that are not blocked may land all the same. */
  readonly expects: 'land' | 'refuse';
  readonly formats: 'all' | 'edits' | 'edits and symbol' | 'marks' | 'closed';
  /** @returns undefined where the change has no place for it. */
  mutate(change: Change, random: Random, other: Change): Mutated | undefined;
}

export const placeholder = '[AWS removed]';
const privateKey = (edge: string): string => `-----${edge} PRIVATE KEY-----`;
const secrets: readonly ((count: number) => string)[] = [
  (count) => `the key ${count} of the measure`,
  (count) => [privateKey('BEGIN'), `key ${count}`, privateKey('END')].join('\n'),
];

export const fileMutations: readonly Mutation[] = [
  { name: 'Unchanged', expects: 'land', formats: 'all', mutate: (change) => ({ change }) },
  {
    name: 'Unchanged, not attached',
    expects: 'land',
    formats: 'all',
    mutate: (change) => ({ change, seen: 'nothing' }),
  },
  {
    name: 'Moved by 23 new lines',
    expects: 'land',
    formats: 'all',
    mutate(change, random, other) {
      const start = farPlace(change, random);
      if (start === undefined) return undefined;
      const from = random.below(Math.max(1, other.before.length - 23));
      return { change, drift: [insertion(start, other.before.slice(from, from + 23))] };
    },
  },
  {
    name: 'Indented since',
    expects: 'refuse',
    formats: 'all',
    mutate: (change) => ({ change, reveal: (text) => indented(text, unitOf(change)) }),
  },
  {
    name: 'Indented, not attached',
    expects: 'land',
    formats: 'edits',
    mutate: (change) => ({
      change,
      seen: 'nothing',
      reveal: (text) => indented(text, unitOf(change)),
    }),
  },
  {
    name: 'A replaced line changed since',
    expects: 'refuse',
    formats: 'all',
    mutate: replacedLineChanged,
  },
  {
    name: 'The same, not attached',
    expects: 'refuse',
    formats: 'edits',
    mutate(change, random) {
      const mutated = replacedLineChanged(change, random);
      return mutated && { ...mutated, blocked: blockedHunk(change, mutated), seen: 'nothing' };
    },
  },
  {
    name: 'A context line changed since',
    expects: 'land',
    formats: 'all',
    mutate(change, random) {
      const inContext = (line: number): boolean =>
        change.parts.some(({ start, end }) => line >= start - context && line < end + context);
      const lines = [...change.before.keys()]
        .filter((line) => inContext(line) && !isReplaced(change, line))
        .map((line) => ({ line, text: otherToken(change.before[line]!) }))
        .filter(({ line, text }) => text !== change.before[line]);
      const changed = random.pick(lines);
      return changed && { change, drift: [replacement(changed.line, changed.text)] };
    },
  },
  {
    name: 'An equal place since',
    expects: 'land',
    formats: 'all',
    mutate(change, random) {
      const start = farPlace(change, random);
      const lines = oldLines(random.pick(hunksOf(change))!);
      return start === undefined ? undefined : { change, drift: [insertion(start, lines)] };
    },
  },
  {
    name: 'Two equal places',
    expects: 'refuse',
    formats: 'edits',
    mutate: (change, random) => withCopy(change, random, (lines) => lines),
  },
  {
    name: 'Two equal places, one attached',
    expects: 'land',
    formats: 'edits',
    mutate(change, random) {
      const all = { ...change.parts[0]!, end: change.parts.at(-1)!.end };
      const place = farPlace({ ...change, parts: [all] }, random, 12);
      const copied = withCopy(change, random, (lines) => lines, place);
      const parts = copied?.change.parts;
      return (
        parts && {
          change: copied.change,
          seen: { start: Math.max(0, parts[0]!.start - 8), end: parts.at(-1)!.end + 8 },
        }
      );
    },
  },
  {
    name: 'Two places, differently indented',
    expects: 'land',
    formats: 'edits',
    mutate(change, random) {
      const copied = withCopy(change, random, (lines) => indentedLines(lines, unitOf(change)));
      return copied && { change: copied.change };
    },
  },
  {
    name: 'The same, quoted with a third indentation',
    expects: 'refuse',
    formats: 'edits',
    mutate(change, random) {
      const unit = unitOf(change);
      const copied = withCopy(change, random, (lines) => indentedLines(lines, unit));
      return (
        copied && { ...copied, hunks: copied.hunks.map((hunk) => indentedHunk(hunk, unit + unit)) }
      );
    },
  },
  {
    name: 'Overlapping equal places',
    expects: 'refuse',
    formats: 'edits',
    mutate(change, random) {
      const start = farPlace(change, random);
      if (start === undefined) return undefined;
      const [x, y, z] = ['retry(first)', 'await pause(10)', 'await pause(20)'];
      const sign = (signs: string, ...texts: string[]): HunkLine[] =>
        texts.map((text, at) => ({ sign: signs[at] as HunkLine['sign'], text }));
      return {
        change: { ...rebase(change, [insertion(start, [x, y, x, y, x])]), parts: [] },
        hunks: [{ start, length: 3, lines: sign(' -+ ', x, y, z, x) }],
      };
    },
  },
  {
    name: 'Target gone, a sibling left',
    expects: 'refuse',
    formats: 'all',
    mutate(change, random) {
      const copied = withCopy(change, random, (lines, part) =>
        lines.map((text, line) => (line === part ? otherToken(text) : text)),
      );
      const hunk = copied?.hunks[copied.copy.hunk];
      if (!hunk) return undefined;
      const gone = { start: hunk.start, end: hunk.start + hunk.length, lines: [] };
      const isSame =
        splice(copied.change.before, []).join('\n').split(oldLines(hunk).join('\n')).length > 2;
      return isSame ? undefined : { ...copied, drift: [gone] };
    },
  },
  {
    name: 'CRLF',
    expects: 'land',
    formats: 'all',
    mutate: (change) => ({ change, encode: (text) => text.replaceAll('\n', '\r\n') }),
  },
  {
    name: 'BOM',
    expects: 'land',
    formats: 'all',
    mutate: (change) => ({ change, encode: (text) => `\uFEFF${text}` }),
  },
  {
    name: 'No last line end',
    expects: 'land',
    formats: 'all',
    mutate: (change) => ({ change, encode: (text) => text.replace(/\n$/u, '') }),
  },
  {
    name: 'A mark in the file',
    expects: 'land',
    formats: 'all',
    mutate(change, random) {
      const part = random.pick(change.parts)!;
      const start = Math.max(0, part.start - random.below(context));
      const mark = markLine(change, indentationAt(change, start), random.pick(englishMarks)!);
      return { change: rebase(change, [insertion(start, [mark])]) };
    },
  },
  {
    name: 'A masked secret near the change',
    expects: 'land',
    formats: 'all',
    mutate(change, random) {
      const part = random.pick(change.parts)!;
      const start = Math.max(0, part.start - random.below(context));
      const line = `${indentationAt(change, start)}key = "${placeholder}"`;
      return masked(rebase(change, [insertion(start, [line])]), random);
    },
  },
  {
    name: 'A masked secret in the change',
    expects: 'land',
    formats: 'all',
    mutate(change, random) {
      const at = random.below(change.parts.length);
      const { start } = change.parts[at]!;
      const line = `${indentationAt(change, start)}key = "${placeholder}"`;
      const based = rebase(change, [insertion(start, [line])]);
      const parts = based.parts.map((part, index) =>
        index === at
          ? { start: part.start - 1, end: part.end, lines: [`${line} // kept`, ...part.lines] }
          : part,
      );
      return masked({ ...based, parts }, random);
    },
  },
  {
    name: 'One of two masked secrets copied',
    expects: 'refuse',
    formats: 'all',
    mutate(change, random) {
      const start = farPlace(change, random);
      if (start === undefined) return undefined;
      const blanks = indentationAt(change, start);
      const lines = [1, 2].map((key) => `${blanks}key${key} = "${placeholder}"`);
      const based = rebase(change, [insertion(start, lines)]);
      const at = random.below(change.parts.length);
      const parts = based.parts.map((part, index) =>
        index === at ? { ...part, lines: [...part.lines, `key3 = "${placeholder}"`] } : part,
      );
      return { ...masked({ ...based, parts }, random), blocked: [at] };
    },
  },
];

export const quoteMutations: readonly Mutation[] = [
  {
    name: 'Quoted with other indentation',
    expects: 'land',
    formats: 'edits and symbol',
    mutate(change) {
      const hunks = hunksOf(change).map(dedented);
      if (!hunks.every((hunk) => hunk !== undefined)) return undefined;
      return { change, hunks, rewrite: dedentedCode };
    },
  },
  misquote('A token changed', (lines, random) => alterOne(lines, random, otherToken)),
  misquote('A comment dropped', (lines, random) =>
    alterOne(lines, random, (text) =>
      /^\s*(?:\/\/|#\s|\/?\*|<!--)/u.test(text)
        ? undefined
        : text.replace(/\s+(?:\/\/|#) .*$/u, ''),
    ),
  ),
  misquote('A line left out', (lines, random) => {
    const at = 1 + random.below(Math.max(1, lines.length - 2));
    const isInside =
      lines.slice(0, at).some(isQuoted) &&
      lines.slice(at + 1).some(isQuoted) &&
      isQuoted(lines[at]!);
    return isInside ? lines.toSpliced(at, 1) : undefined;
  }),
  misquote('Blanks collapsed', (lines, random) => {
    const isAll = random.below(2) === 0;
    return alterAll(lines, isAll, (text) => text.replaceAll(/\s+/gu, ' '));
  }),
  misquote('Full-width punctuation or NBSP', (lines, random) =>
    random.below(3) === 0
      ? alterOne(lines, random, (text) => text.replace(/(?<=\S) /u, '\u00A0'))
      : alterAll(lines, false, (text) =>
          text.replaceAll(/[(),:;!?]/gu, (sign) =>
            String.fromCodePoint(sign.charCodeAt(0) + 0xfee0),
          ),
        ),
  ),
  {
    name: '$& in the new lines',
    expects: 'land',
    formats: 'all',
    mutate(change) {
      const parts = change.parts.map((part) => ({
        ...part,
        lines: part.lines.map((line, at) => (at === 0 ? `${line} $& $1 $$ $\`` : line)),
      }));
      return parts.some(({ lines }) => lines.length > 0)
        ? { change: { ...change, parts } }
        : undefined;
    },
  },
  {
    name: 'Marks in Chinese',
    expects: 'land',
    formats: 'marks',
    mutate: (change) => ({ change, marks: chineseMarks }),
  },
  {
    name: 'Cut by the length limit',
    expects: 'refuse',
    formats: 'all',
    mutate: (change, random) => ({
      change,
      isCut: true,
      rewrite: cutter(random),
      blocked: [...change.parts.keys()],
    }),
  },
  {
    name: 'Cut without a word',
    expects: 'refuse',
    formats: 'closed',
    mutate: (change, random) => ({ change, rewrite: cutter(random) }),
  },
];

function misquote(
  name: string,
  alter: (lines: readonly HunkLine[], random: Random) => readonly HunkLine[] | undefined,
): Mutation {
  return {
    name,
    expects: 'refuse',
    formats: 'edits',
    mutate(change, random) {
      const hunks = hunksOf(change);
      const at = random.below(hunks.length);
      const lines = alter(hunks[at]!.lines, random);
      return lines && { change, hunks: hunks.with(at, { ...hunks[at]!, lines }) };
    },
  };
}

const isQuoted = ({ sign, text }: HunkLine): boolean => sign !== '+' && text.trim() !== '';

/** Alters one quoted line; the alteration returns undefined to leave the line out. */
function alterOne(
  lines: readonly HunkLine[],
  random: Random,
  alter: (text: string) => string | undefined,
): readonly HunkLine[] | undefined {
  const isInside = (at: number): boolean => at > 0 && at < lines.length - 1;
  const at = random.pick(
    [...lines.keys()].filter((index) => {
      const text = alter(lines[index]!.text);
      const isChanged = text === undefined ? isInside(index) : text !== lines[index]!.text;
      return isQuoted(lines[index]!) && isChanged;
    }),
  );
  if (at === undefined) return undefined;
  const text = alter(lines[at]!.text);
  return text === undefined ? lines.toSpliced(at, 1) : lines.with(at, { ...lines[at]!, text });
}

function alterAll(
  lines: readonly HunkLine[],
  isNewToo: boolean,
  alter: (text: string) => string,
): readonly HunkLine[] | undefined {
  const altered = lines.map((line) =>
    line.sign !== '+' || isNewToo ? { ...line, text: alter(line.text) } : line,
  );
  const isChanged = altered.some(
    ({ text }, at) => isQuoted(lines[at]!) && text !== lines[at]!.text,
  );
  return isChanged ? altered : undefined;
}

function replacedLineChanged(change: Change, random: Random): Mutated | undefined {
  const lines = [...change.before.keys()].filter(
    (line) => isReplaced(change, line) && otherToken(change.before[line]!) !== change.before[line],
  );
  const line = random.pick(lines);
  if (line === undefined) return undefined;
  const blocked = change.parts.findIndex(({ start, end }) => line >= start && line < end);
  const drift = [replacement(line, otherToken(change.before[line]!))];
  return { change, drift, blocked: [blocked] };
}

/** Without a base, an edit stands or falls as a whole. */
function blockedHunk(change: Change, { blocked = [] }: Mutated): readonly number[] {
  const line = change.parts[blocked[0]!]!.start;
  const hunk = hunksOf(change).find(
    (each) => line >= each.start && line <= each.start + each.length,
  );
  return partsIn(change, hunk!);
}

function partsIn(change: Change, hunk: Hunk): readonly number[] {
  const end = hunk.start + hunk.length;
  return [...change.parts.keys()].filter(
    (at) => change.parts[at]!.start >= hunk.start && change.parts[at]!.end <= end,
  );
}

/** A file with a second place, altered by `copy`, which the model saw too. */
function withCopy(
  change: Change,
  random: Random,
  copy: (lines: readonly string[], changedLine: number) => readonly string[],
  start = farPlace(change, random),
): (Mutated & Required<Pick<Mutated, 'hunks' | 'copy'>>) | undefined {
  if (start === undefined) return undefined;
  const at = random.below(hunksOf(change).length);
  const { lines, ...hunk } = hunksOf(change)[at]!;
  const changed = lines.findIndex(({ sign }) => sign !== ' ');
  const old = oldLines({ ...hunk, lines });
  const based = rebase(change, [insertion(start, copy(old, Math.min(changed, old.length - 1)))]);
  const hunks = hunksOf(based);
  const blocked = partsIn(based, hunks[at]!);
  return { change: based, hunks, copy: { start, hunk: at }, blocked };
}

/**
 * Where parts between marks say by themselves that a hunk belongs to its copy: the last line above that is indented less
 * than the mark begins a block, and the block has the first line of the hunk once, in the copy. Undefined where they don't.
 */
export function twinInBlock({
  change,
  drift,
  hunks = [],
  copy,
  marks = englishMarks,
}: Mutated): Mutated['twin'] {
  const hunk = copy && hunks[copy.hunk];
  if (!hunk || copy.hunk === 0) return undefined;
  const [first] = newLines(hunk);
  const indent = indentOf(first!).length;
  const isIn = (line: string, outer: number) => line.trim() === '' || indentOf(line).length > outer;
  const above = partialCode(change, hunks.slice(0, copy.hunk), marks)
    .block.split('\n')
    .slice(0, -1);
  const head = above.findLast((line) => !isIn(line, indent - 1));
  const [start, again] = [...change.before.keys()].filter((at) => change.before[at] === head);
  if (start === undefined || again !== undefined) return undefined;
  const rest = change.before.slice(start + 1);
  const end = rest.findIndex((line) => !isIn(line, indentOf(head!).length));
  const block = end === -1 ? rest : rest.slice(0, end);
  const at = start + 1 + block.indexOf(first!);
  if (at !== copy.start || block.indexOf(first!) !== block.lastIndexOf(first!)) return undefined;
  const shift = copy.start - hunk.start;
  const inHunk = new Set(partsIn(change, hunk));
  const parts = change.parts.map((part, index) =>
    inHunk.has(index) ? { ...part, start: part.start + shift, end: part.end + shift } : part,
  );
  return { change: { ...change, parts }, ...(drift && { drift }), blocked: [] };
}

function masked(change: Change, random: Random): Mutated {
  const secret = random.pick(secrets)!;
  const reveal = (text: string): string => {
    let count = 0;
    return text.replaceAll(placeholder, () => secret((count += 1)));
  };
  return { change, reveal };
}

/** A line before which no quote of the change reaches. */
function farPlace(change: Change, random: Random, distance = 2 * context): number | undefined {
  const isFar = (line: number): boolean =>
    change.parts.every(({ start, end }) => line < start - distance || line > end + distance);
  return random.pick([...change.before.keys()].filter(isFar));
}

function isReplaced({ parts }: Change, line: number): boolean {
  return parts.some(({ start, end }) => line >= start && line < end);
}

const insertion = (start: number, lines: readonly string[]): Splice => ({
  start,
  end: start,
  lines,
});
const replacement = (line: number, text: string): Splice => ({
  start: line,
  end: line + 1,
  lines: [text],
});

/** A token misread, as models do and as a person edits. */
export function otherToken(text: string): string {
  return text.replace(
    /\w{3,}(?=\W*$)/u,
    (word) => word.slice(0, -1) + (word.endsWith('x') ? 'y' : 'x'),
  );
}

export function indentationAt({ before }: Pick<Change, 'before'>, line: number): string {
  const near = before.slice(0, line + 1).findLast((text) => text.trim() !== '') ?? '';
  return /^\s*/u.exec(near)![0];
}

function unitOf({ before }: Change): string {
  return before.some((line) => line.startsWith('\t')) ? '\t' : '  ';
}

const indentedLines = (lines: readonly string[], unit: string): readonly string[] =>
  lines.map((line) => (line.trim() === '' ? line : unit + line));
const indented = (text: string, unit: string): string =>
  indentedLines(text.split('\n'), unit).join('\n');

/** A line of blanks is indented as the others, or the quote would not say how many it has. */
function indentedHunk(hunk: Hunk, unit: string): Hunk {
  const lines = hunk.lines.map(({ sign, text }) => ({ sign, text: text && unit + text }));
  return { ...hunk, lines };
}

/** Undefined where nothing is indented. */
function commonIndentation(lines: readonly string[]): number | undefined {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*/u.exec(line)![0].length);
  const depth = Math.min(...depths);
  return depth > 0 && depth !== Infinity ? depth : undefined;
}

const undent = (text: string, depth: number): string =>
  text.trim() === '' ? text : text.slice(depth);

function dedented(hunk: Hunk): Hunk | undefined {
  const depth = commonIndentation(hunk.lines.map(({ text }) => text));
  if (depth === undefined) return undefined;
  const lines = hunk.lines.map((line) => ({ ...line, text: undent(line.text, depth) }));
  return { ...hunk, lines };
}

/** One function, whose first line is the least indented one. Quotes of hunks are dedented already. */
export function dedentedCode(answer: Answer): Answer | undefined {
  const lines = answer.block.split('\n');
  const depth = commonIndentation(lines);
  return depth === undefined
    ? answer
    : { ...answer, block: lines.map((line) => undent(line, depth)).join('\n') };
}

/** Cuts the answer's last quarter somewhere within a line. */
function cutter(random: Random): (answer: Answer) => Answer {
  const share = 0.75 + random.below(200) / 1000;
  return (answer) => ({
    ...answer,
    block: answer.block.slice(0, Math.floor(answer.block.length * share)),
  });
}
