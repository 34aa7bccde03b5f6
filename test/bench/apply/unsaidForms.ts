// Answers that leave something out, or say it in another way than the file: the forms in which models answer about real
// files, with what the file must be afterwards. What an answer does not show stays.
import { rebase, splice, type Change, type SourceFile, type Splice } from './corpus';
import {
  editFormats,
  englishMarks,
  fenceOf,
  hunksOf,
  markLine,
  type Answer,
  type Hunk,
} from './formats';
import { dedentedCode, indentationAt, otherToken, type Mutated } from './mutations';
import type { Member, Outlined } from './outline';
import type { Random } from './random';

interface Written {
  readonly mutated: Mutated;
  readonly answer: Answer;
}

export interface UnsaidForm {
  readonly name: string;
  /** The right answer. Less is written at most: a refusal is never wrong. */
  readonly expects: 'land' | 'ask' | 'refuse';
  readonly hasSymbols?: false;
  write(file: SourceFile, random: Random): readonly (Written | undefined)[];
}

type LineRange = Pick<Member, 'start' | 'end'>;

/** Of one file, so many definitions or keys are taken, but in the first form all. */
const perFile = 3;

// What an answer shows

const none = (start: number, end: number): Splice => ({ start, end, lines: [] });
const insert = (start: number, ...lines: readonly string[]): Splice => ({
  start,
  end: start,
  lines,
});
const isBlank = (line: string | undefined): boolean => line?.trim() === '';

function changeOf({ name, path, language, lines }: SourceFile, parts: readonly Splice[]): Change {
  return { name, path, language, before: lines, parts };
}

/** Lines of a file with these changes. */
function shown(
  lines: readonly string[],
  { start, end }: LineRange,
  splices: readonly Splice[],
): readonly string[] {
  const inside = splices
    .filter((each) => each.start >= start && each.end <= end)
    .map((each) => ({ start: each.start - start, end: each.end - start, lines: each.lines }));
  return splice(lines.slice(start, end), inside);
}

function answerOf(change: Change, lines: readonly string[]): Answer {
  return { info: fenceOf(change), block: lines.join('\n') };
}

const all = ({ lines }: SourceFile): LineRange => ({ start: 0, end: lines.length });

/** A token changed in a line that names nothing. */
function innerToken(
  { lines, outline }: SourceFile,
  { start, end }: LineRange,
  random: Random,
): Splice | undefined {
  const named = new Set(
    [...outline.definitions, ...outline.definitions.flatMap(({ members }) => members)].map(
      (each) => each.start,
    ),
  );
  const inner = [...lines.keys()].filter((at) => {
    const line = lines[at]!;
    return (
      at > start &&
      at < end - 1 &&
      !named.has(at) &&
      !/^\s*(?:begin|do|done|else|end|ensure|esac|fi|then)\s*$/u.test(line) &&
      /\w{3}/u.test(line) &&
      !lines.includes(otherToken(line))
    );
  });
  const at = random.pick(inner);
  return at === undefined ? undefined : { start: at, end: at + 1, lines: [otherToken(lines[at]!)] };
}

/** Another value, with the same name before it. */
function otherValue({ lines }: SourceFile, { start, end }: LineRange): Splice | undefined {
  const line = lines[start]!;
  const value = /^(?<name>\s*[^:=]+[:=]\s*)(?<value>.*\w{3}.*)$/u.exec(line)?.groups;
  if (end > start + 1 || value === undefined) return undefined;
  const other = value['name']! + otherToken(value['value']!);
  return lines.includes(other) ? undefined : { start, end, lines: [other] };
}

/** A member with its comments, and the blank line beside it. */
function withoutMember({ lines }: SourceFile, { lead, end }: Member): Splice {
  if (isBlank(lines[lead - 1])) return none(lead - 1, end);
  return none(lead, isBlank(lines[end]) ? end + 1 : end);
}

/** JSON has no comma after the last one, but for files of programs that allow it. */
function withoutLastComma(file: SourceFile, lines: readonly string[]): readonly string[] {
  const isLast = (texts: readonly string[], at: number): boolean =>
    texts[at]!.endsWith(',') && /^\s*[\]}]/u.test(texts[at + 1] ?? '');
  const hasNone = !file.lines.some((_, at) => isLast(file.lines, at));
  return file.language === 'JSON' && hasNone
    ? lines.map((line, at) => (isLast(lines, at) ? line.slice(0, -1) : line))
    : lines;
}

const some = <T>(random: Random, values: readonly T[]): readonly T[] =>
  random.shuffle(values).slice(0, perFile);

const outer = ({ outline, lines }: SourceFile): readonly Outlined[] =>
  outline.definitions.filter(({ start }) => /^\S/u.test(lines[start] ?? ''));

// A member left out

interface LeftOut {
  readonly definition: Outlined;
  readonly member: Member;
  /** The change of another member. */
  readonly part: Splice;
}

function leaveOut(file: SourceFile, random: Random): readonly LeftOut[] {
  return some(
    random,
    file.outline.definitions.filter(({ members }) => members.length > 1),
  ).flatMap((definition) => {
    const member = random.pick(definition.members)!;
    const part = random
      .shuffle(definition.members.filter((other) => other !== member))
      .map((other) => innerToken(file, other, random) ?? otherValue(file, other))
      .find((each) => each !== undefined);
    return part ? [{ definition, member, part }] : [];
  });
}

/** Each way in which an answer can show a definition without one of its members. */
function leftOutForm(
  name: string,
  show: (file: SourceFile, left: LeftOut, random: Random) => readonly string[] | undefined,
): UnsaidForm {
  return {
    name,
    expects: 'ask',
    write: (file, random) =>
      leaveOut(file, random).map((left) => {
        const lines = show(file, left, random);
        const change = changeOf(file, [left.part]);
        return lines && { mutated: { change }, answer: answerOf(change, lines) };
      }),
  };
}

/** Another member, in the place of the one that is left out. It differs by more than its name, which would be a rename. */
function newMember({ lines }: SourceFile, { name, start, end }: Member): Splice | undefined {
  const [first = '', ...others] = lines.slice(start, end);
  const [before, after, ...more] = first.split(name);
  // Another word behind the parameters makes no other member: `a() const override {`.
  const isNamed = !name.startsWith('[') && !/\(.*\w/u.test(before! + name);
  if (after === undefined || more.length > 0 || !isNamed) return undefined;
  const head = `${before}${name.replace(/\W+$/u, '')}Anew`;
  if (others.length === 0) {
    const rest = otherToken(after);
    return rest === after ? undefined : { start, end, lines: [head + rest] };
  }
  // The head is one line, and the last line closes it, if anything does.
  const opens = /[{:]$|^\s*def\b|^\s*(?:local )?function\b/u.test(first);
  const body = `${/^\s*/u.exec(first)![0]}  anew();`;
  return opens && others.length > 1
    ? { start, end, lines: [head + after, body, others.at(-1)!] }
    : undefined;
}

const mark = (file: SourceFile, near: string): string =>
  markLine(changeOf(file, []), /^\s*/u.exec(near)![0], englishMarks[0]!);

// Configuration

/** The keys around a line. */
function keysAround({ outline }: SourceFile, at: number): readonly Outlined[] {
  return outline.keys.filter(({ start, end }) => start <= at && at < end);
}

/** All keys but those around a line, each left out or not. */
function exampleOf(
  file: SourceFile,
  at: number,
  part: Splice,
  isLeft: (member: Member) => boolean,
): readonly string[] | undefined {
  const around = new Set(keysAround(file, at).map(({ start }) => start));
  const siblings = file.outline.keys.filter(
    ({ start, depth }) =>
      !around.has(start) &&
      (depth === 0 || [...around].some((outerStart) => holds(file, outerStart, start))),
  );
  const left = siblings.filter(isLeft).map((each) => none(each.lead, each.end));
  const apart = left.filter(
    (each) => !left.some((one) => one !== each && one.start <= each.start && one.end >= each.end),
  );
  const lines = shown(file.lines, all(file), [...apart, part]);
  // A grammar that ends a key too late would take the head of another one away.
  const isWhole = headsOf(file, at).every((head) => lines.includes(file.lines[head]!));
  return apart.length > 0 && isWhole ? withoutLastComma(file, lines) : undefined;
}

/** The lines before that are indented less, each less than the one behind it. */
function headsOf(file: SourceFile, at: number): readonly number[] {
  const { lines } = file;
  const own = widthOf(lines[at]!);
  const head = lines.slice(0, at).findLastIndex((line) => !isBlank(line) && widthOf(line) < own);
  return head === -1 || own === 0 ? [] : [head, ...headsOf(file, head)];
}

function holds({ outline }: SourceFile, outerStart: number, start: number): boolean {
  const outerKey = outline.keys.find((each) => each.start === outerStart)!;
  const inner = outline.keys.find((each) => each.start === start)!;
  return (
    inner.start > outerKey.start && inner.end <= outerKey.end && inner.depth === outerKey.depth + 1
  );
}

function configurationForm(name: string, isLeft: (random: Random) => boolean): UnsaidForm {
  return {
    name,
    expects: 'ask',
    write: (file, random) =>
      some(random, file.outline.keys).map((key) => {
        const part = otherValue(file, key);
        const lines = part && exampleOf(file, key.start, part, () => isLeft(random));
        if (!lines) return undefined;
        const change = changeOf(file, [part]);
        return { mutated: { change }, answer: answerOf(change, lines) };
      }),
  };
}

// What the user did since

interface Pair {
  readonly first: Outlined;
  readonly second: LineRange;
}

/** Neighbors with nothing but blank lines between them. */
function pairs({ outline, lines }: SourceFile): readonly Pair[] {
  return outline.definitions.flatMap((first) =>
    outline.definitions
      .filter(
        (second) =>
          second.depth === first.depth &&
          second.lead > first.end &&
          lines.slice(first.end, second.lead).every(isBlank),
      )
      .slice(0, 1)
      .map((second) => ({ first, second: { start: second.lead, end: second.end } })),
  );
}

/** The second one moves in front of the first one. */
function swap({ lines }: SourceFile, { first, second }: Pair): readonly Splice[] {
  const between = lines.slice(first.end, second.start);
  return [
    insert(first.lead, ...lines.slice(second.start, second.end), ...between),
    none(first.end, second.end),
  ];
}

const sinceFormats = ['quoted', 'quoted with its head', 'definition', 'complete'] as const;

function sinceAnswer(
  file: SourceFile,
  { start, end }: LineRange,
  part: Splice,
  format: (typeof sinceFormats)[number],
): Answer {
  const change = changeOf(file, [part]);
  switch (format) {
    case 'quoted':
      return editFormats['search/replace']!(hunksOf(change), change, 0);
    case 'quoted with its head':
      return editFormats['search/replace']!([hunkOf(file, { start, end }, part)], change, 0);
    case 'definition':
      return answerOf(change, shown(file.lines, { start, end }, [part]));
    case 'complete':
      return answerOf(change, shown(file.lines, all(file), [part]));
  }
}

function hunkOf({ lines }: SourceFile, { start, end }: LineRange, part: Splice): Hunk {
  const signed = (sign: ' ' | '-' | '+', texts: readonly string[]): Hunk['lines'] =>
    texts.map((text) => ({ sign, text }));
  return {
    start,
    length: end - start,
    lines: [
      ...signed(' ', lines.slice(start, part.start)),
      ...signed('-', lines.slice(part.start, part.end)),
      ...signed('+', part.lines),
      ...signed(' ', lines.slice(part.end, end)),
    ],
  };
}

function sinceForm(
  name: string,
  write: (file: SourceFile, pair: Pair, random: Random) => SinceCase | undefined,
): UnsaidForm {
  return {
    name,
    expects: 'land',
    write: (file, random) =>
      some(random, pairs(file)).flatMap((pair) => {
        const since = write(file, pair, random);
        if (!since) return [];
        const { file: seen = file, at = pair.first, drift, twin } = since;
        const part = innerToken(seen, at, random);
        const isFree =
          part && drift.every(({ start, end }) => end <= part.start || start >= part.end);
        return isFree
          ? sinceFormats.map((format) => ({
              mutated: {
                change: changeOf(seen, [part]),
                drift,
                ...(twin ? { twin: { change: changeOf(seen, []), drift: twin(part) } } : {}),
              },
              answer: sinceAnswer(seen, at, part, format),
            }))
          : [];
      }),
  };
}

interface SinceCase {
  readonly drift: readonly Splice[];
  /** The file that the model saw, if it is another. */
  readonly file?: SourceFile;
  readonly at?: Outlined;
  /** What changes if the change lands in a copy that nobody can tell from the original. */
  readonly twin?: (part: Splice) => readonly Splice[];
}

/** The same body below, with another name. */
function withTwin(file: SourceFile, { first }: Pair): SinceCase | undefined {
  const { lines } = file;
  const text = lines.slice(first.start, first.end);
  const head = text[0]!.replace(first.name, `${first.name}Too`);
  if (head === text[0]) return undefined;
  const twin = [head, ...text.slice(1)];
  const seen = { ...file, lines: splice(lines, [insert(first.end, '', ...twin)]) };
  const second = { start: first.end + 1, end: first.end + 1 + twin.length };
  return { file: seen, at: first, drift: swap(seen, { first, second }) };
}

// Other ways to say the same

function quoting(
  file: SourceFile,
  part: Splice,
  old: readonly string[],
  replacement: readonly string[],
): readonly Written[] {
  const lines: Hunk['lines'] = [
    ...old.map((text) => ({ sign: '-' as const, text })),
    ...replacement.map((text) => ({ sign: '+' as const, text })),
  ];
  return ['search/replace', 'JSON', 'old_text and new_text'].map((format) => {
    const change = changeOf(file, [part]);
    return {
      mutated: { change },
      answer: editFormats[format]!([{ start: part.start, length: old.length, lines }], change, 0),
    };
  });
}

/** Lines of which the first one is indented, and stands in the file once. */
function indentedToken(file: SourceFile, random: Random): Splice | undefined {
  const part = innerToken(file, all(file), random);
  const line = part && file.lines[part.start]!;
  const isUnique = file.lines.filter((other) => other.trim() === line?.trim()).length === 1;
  return part && isUnique && /^\s+[^\s*]/u.test(line!) ? part : undefined;
}

/** The blanks of one level of indentation, where the lines around have the same, most steps of the file, and all lines. */
function unitAt({ lines }: SourceFile, at: number): string | undefined {
  const widths = lines.flatMap((line) => (isBlank(line) ? [] : widthOf(line)));
  const steps = widths.map((width, index) => width - (widths[index - 1] ?? 0));
  const counts = Map.groupBy(
    steps.filter((step) => step > 1),
    (step) => step,
  );
  const [most] = [...counts].toSorted(([one, a], [other, b]) => b.length - a.length || one - other);
  const own = widthOf(lines[at]!);
  const head = lines.slice(0, at).findLast((line) => !isBlank(line) && widthOf(line) < own);
  const unit = own - widthOf(head ?? '');
  // Lines that go on in the next one may have another step than blocks.
  const isOfAll = lines.every(
    (line) => isBlank(line) || /^ *\*/u.test(line) || widthOf(line) % unit === 0,
  );
  return unit === most?.[0] && isOfAll && !/[(,]$/u.test(head ?? '') ? ' '.repeat(unit) : undefined;
}

const widthOf = (line: string): number => /^ */u.exec(line)![0].length;

/**
 * The same lines, indented in the other kind of blanks; undefined if they are not indented in steps of the same width, or
 * their blocks by more than one step: a model writes one tab for a level, whatever a text within them has. Of parameters
 * and base classes alone, which go on from the line before, nobody can say how many blanks a tab stands for.
 */
function reunited(lines: readonly string[]): readonly string[] | undefined {
  const widths = lines.flatMap((line) => (isBlank(line) ? [] : widthOf(line)));
  const unit = Math.min(...widths.filter((width) => width > 0));
  if (lines.every((line) => /^\t*(?!\s)/u.test(line))) {
    return lines.map((line) => line.replace(/^\t+/u, (tabs) => '  '.repeat(tabs.length)));
  }
  const isOneStep = lines.every(
    (line, at) =>
      !/[{:]$/u.test(lines[at - 1] ?? '') || widthOf(line) - widthOf(lines[at - 1]!) <= unit,
  );
  const hasLevel = lines.some((line, at) => {
    const before = lines[at - 1] ?? line;
    const goesOn = /[(,]$/u.test(before) || /^\s*[:?] ?\w/u.test(line);
    return widthOf(line) - widthOf(before) === unit && !goesOn;
  });
  return widths.every((width) => width % unit === 0) && unit > 1 && isOneStep && hasLevel
    ? lines.map((line) => line.replace(/^ +/u, (blanks) => '\t'.repeat(blanks.length / unit)))
    : undefined;
}

const isOneKind = ({ lines }: SourceFile): boolean =>
  !lines.some((line) => line.startsWith('\t')) || !lines.some((line) => line.startsWith('  '));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const encode = (text: string): string => text.replaceAll(/[&<>]/gu, (sign) => entities[sign]!);

/** How models name the file in the first line of a complete one. */
const namings: readonly ((path: string) => string)[] = [
  (path) => `filepath: ${path}`,
  (path) => path,
  (path) => `File: \`${path}\``,
  (path) => `${path} (updated)`,
  (path) => `=== ${path} ===`,
  (path) => `filepath: /home/me/project/${path}`,
  (path) => String.raw`filepath: c:\work\project` + `\\${path.replaceAll('/', '\\')}`,
];

function completeForm(
  name: string,
  write: (file: SourceFile, random: Random) => readonly Splice[] | undefined,
): UnsaidForm {
  return {
    name,
    expects: 'land',
    write(file, random) {
      const parts = write(file, random);
      const change = parts && changeOf(file, parts);
      return change
        ? [{ mutated: { change }, answer: answerOf(change, shown(file.lines, all(file), parts)) }]
        : [];
    },
  };
}

/** The first or the last line of code. */
const edge = ({ lines }: SourceFile, side: 'first' | 'last'): number =>
  side === 'first'
    ? lines.findIndex((line) => !isBlank(line))
    : lines.findLastIndex((line) => !isBlank(line));

function changedEdge(file: SourceFile, side: 'first' | 'last'): readonly Splice[] | undefined {
  const at = edge(file, side);
  const line = file.lines[at]!;
  const other = otherToken(line);
  return other === line ? undefined : [{ start: at, end: at + 1, lines: [other] }];
}

function definitionOf(file: SourceFile, definition: Outlined, random: Random): Written | undefined {
  const part = innerToken(file, definition, random);
  if (!part) return undefined;
  const change = changeOf(file, [part]);
  const lead = random.below(2) === 0 ? definition.lead : definition.start;
  const answer = answerOf(change, shown(file.lines, { ...definition, start: lead }, [part]));
  return {
    mutated: { change },
    answer: (random.below(2) === 0 ? dedentedCode(answer) : undefined) ?? answer,
  };
}

/** A file of the first import and some definitions. */
function excerptForm(name: string, count: number): UnsaidForm {
  return {
    name,
    expects: 'land',
    write(file, random) {
      const [first] = file.outline.imports;
      const header = first && file.lines.slice(first.start, first.end);
      const definitions = outer(file).filter(({ lead }) => lead >= (first?.end ?? 0));
      return some(random, definitions.slice(0, 1 - count || undefined)).flatMap((definition) => {
        const at = definitions.indexOf(definition);
        const taken = definitions.slice(at, at + count);
        const isApart = taken.every((one, index) => one.lead >= (taken[index - 1]?.end ?? 0));
        if (!header || !isApart) return [];
        const lines = [...header];
        const moved = taken.map(({ name: own, depth, members, lead, start, end }) => {
          lines.push('', ...file.lines.slice(lead, end));
          const shift = lines.length - end;
          return {
            name: own,
            depth,
            members,
            lead: lead + shift,
            start: start + shift,
            end: end + shift,
          };
        });
        const small = { ...file, lines, outline: { ...file.outline, definitions: moved } };
        return moved.map((one) => definitionOf(small, one, random));
      });
    },
  };
}

// Parts that have their places by path or by lines that a function has once

/** A definition under another name, with a blank line before it. */
function renamedCopy(
  { lines }: SourceFile,
  { name, start, end }: Member,
): readonly string[] | undefined {
  const [head = '', ...body] = lines.slice(start, end);
  const [before, after, ...more] = head.split(name);
  const plain = /^\w+$/u.test(name) && after !== undefined && more.length === 0;
  return plain ? ['', `${before}${name}Anew${after}`, ...body] : undefined;
}

/** Two definitions, each changed, in one answer. */
const twoDefinitions: UnsaidForm = {
  name: 'Two definitions, a token changed in each',
  expects: 'land',
  write: (file, random) =>
    some(random, outer(file)).map((first) => {
      const second = random.pick(outer(file).filter(({ lead }) => lead > first.end));
      const parts = [first, second].flatMap((one) => (one && innerToken(file, one, random)) ?? []);
      if (!second || parts.length < 2) return undefined;
      const change = changeOf(file, parts);
      const gap = file.language === 'Python' ? ['', ''] : [''];
      const texts = [first, second].map((one) => shown(file.lines, one, parts));
      return {
        mutated: { change },
        answer: answerOf(change, [...texts[0]!, ...gap, ...texts[1]!]),
      };
    }),
};

const newDefinition: UnsaidForm = {
  name: 'A definition, and a new one behind it',
  expects: 'land',
  write: (file, random) =>
    some(random, outer(file)).map((definition) => {
      const part = innerToken(file, definition, random);
      const copy = renamedCopy(file, definition);
      if (!part || !copy) return undefined;
      const change = changeOf(file, [part, insert(definition.end, ...copy)]);
      return {
        mutated: { change },
        answer: answerOf(change, [...shown(file.lines, definition, [part]), ...copy]),
      };
    }),
};

const newMemberBehind: UnsaidForm = {
  name: 'A new member behind one, others marked',
  expects: 'land',
  write: (file, random) =>
    some(
      random,
      file.outline.definitions.filter(({ members }) => members.length > 1),
    ).map((definition) => {
      const { lines } = file;
      const member = random.pick(definition.members)!;
      const copy = renamedCopy(file, member);
      const isClosed = /^\s*(?:[})]|end\b)/u.test(lines[definition.end - 1]!);
      if (!copy || !isClosed || file.outline.keys.length > 0) return undefined;
      const marked = mark(file, lines[member.start]!);
      const change = changeOf(file, [insert(member.end, ...copy)]);
      const text = [
        lines[definition.start]!,
        marked,
        ...lines.slice(member.start, member.end),
        ...copy,
        marked,
        lines[definition.end - 1]!,
      ];
      return { mutated: { change }, answer: answerOf(change, text) };
    }),
};

/** The lines of a function that stand in it once. */
function onceIn({ lines }: SourceFile, { start, end }: LineRange): readonly number[] {
  const body = lines.slice(start, end);
  return [...lines.keys()]
    .slice(start + 1, end - 1)
    .filter((at) => /\w/u.test(lines[at]!) && body.filter((one) => one === lines[at]).length === 1);
}

/** A new line between a mark and a line of a function, or between two of its lines. */
function anchorForm(name: string, expects: UnsaidForm['expects'], isBetween: boolean): UnsaidForm {
  return {
    name,
    expects,
    write: (file, random) =>
      some(random, file.outline.definitions).map((definition) => {
        const { lines } = file;
        const { start, end } = definition;
        const at = random.pick(
          onceIn(file, definition).filter(
            (line) => !isBetween || onceIn(file, definition).includes(line + 1),
          ),
        );
        const isFunction = definition.members.length === 0 && file.outline.keys.length === 0;
        if (at === undefined || at > end - 3 || !isFunction || file.language === 'CSS')
          return undefined;
        const marked = mark(file, lines[at]!);
        const place = isBetween ? at + 1 : at;
        const added = `${/^\s*/u.exec(lines[at]!)![0]}step(1);`;
        const change = changeOf(file, [insert(place, added)]);
        const near = isBetween ? [lines[at]!, added, lines[at + 1]!] : [added, lines[at]!];
        const text = [lines[start]!, marked, ...near, marked, lines[end - 1]!];
        return { mutated: { change }, answer: answerOf(change, text) };
      }),
  };
}

const otherLastLine: UnsaidForm = {
  name: 'A definition with another last line',
  expects: 'ask',
  write: (file, random) =>
    some(random, file.language === 'Python' ? file.outline.definitions : []).map((definition) => {
      const { start, end } = definition;
      const last = file.lines[end - 1]!;
      if (end < start + 3 || isBlank(last)) return undefined;
      const part = { start: end - 1, end, lines: [`${/^\s*/u.exec(last)![0]}step(1)`] };
      const change = changeOf(file, [part]);
      return {
        mutated: { change },
        answer: answerOf(change, shown(file.lines, definition, [part])),
      };
    }),
};

const someDeclarations: UnsaidForm = {
  name: 'Some declarations of a rule',
  expects: 'land',
  write: (file, random) =>
    some(random, file.language === 'CSS' ? outer(file) : []).map((rule) => {
      const { lines } = file;
      const declaration = random.pick(rule.members);
      const part = declaration && otherValue(file, declaration);
      if (!part) return undefined;
      const left = rule.members.filter((one) => one !== declaration && random.below(2) === 0);
      const change = changeOf(file, [part]);
      const gone = left.map((one) => none(one.start, one.end));
      return { mutated: { change }, answer: answerOf(change, shown(lines, rule, [...gone, part])) };
    }),
};

export const unsaidForms: readonly UnsaidForm[] = [
  {
    name: 'One definition, a token changed',
    expects: 'land',
    write: (file, random) =>
      file.outline.definitions.map((definition) => definitionOf(file, definition, random)),
  },
  {
    name: 'The same without symbols',
    expects: 'land',
    hasSymbols: false,
    write: (file, random) =>
      some(random, file.outline.definitions).map((each) => definitionOf(file, each, random)),
  },
  excerptForm('One import and this definition are the file', 1),
  excerptForm('One import and two definitions are the file', 2),
  leftOutForm('A member left out of a definition', (file, { definition, member, part }) =>
    withoutLastComma(file, shown(file.lines, definition, [part, withoutMember(file, member)])),
  ),
  leftOutForm('A member left out of a complete file', (file, { member, part }) =>
    withoutLastComma(file, shown(file.lines, all(file), [part, withoutMember(file, member)])),
  ),
  leftOutForm('A member left out between marks', (file, { definition, member, part }) => {
    const lines = shown(file.lines, definition, [part, withoutMember(file, member)]);
    return [mark(file, lines[0]!), ...withoutLastComma(file, lines), mark(file, lines[0]!)];
  }),
  leftOutForm('A member left out, others marked', (file, { definition, member, part }) => {
    const at = definition.members.indexOf(member);
    const [before, after] = [definition.members[at - 1], definition.members[at + 1]];
    if (!before || !after || part.start < before.start || part.end > after.end) return undefined;
    const left = withoutMember(file, member);
    return [
      ...file.lines.slice(definition.start, definition.start + 1),
      mark(file, file.lines[before.start]!),
      ...shown(file.lines, { start: before.lead, end: after.end }, [part, left]),
      mark(file, file.lines[before.start]!),
      ...file.lines.slice(definition.end - 1, definition.end),
    ];
  }),
  {
    name: 'A member left out, another one at its place',
    expects: 'ask',
    write: (file, random) =>
      leaveOut(file, random).flatMap(({ definition, member, part }) => {
        const anew = newMember(file, member);
        if (!anew) return [];
        const change = changeOf(file, [part]);
        return [definition, all(file)].map((range) => ({
          mutated: { change },
          answer: answerOf(change, shown(file.lines, range, [part, anew])),
        }));
      }),
  },
  configurationForm('Keys left out of a configuration', (random) => random.below(2) === 0),
  configurationForm('One key of a configuration', () => true),
  {
    name: 'A new key in an example of a configuration',
    expects: 'ask',
    write: (file, random) =>
      some(random, file.outline.keys).map((key) => {
        const line = file.lines[key.start]!;
        const next = file.lines[key.end] ?? '';
        const isFit =
          key.end === key.start + 1 && !isBlank(next) && /^\s*["\w.-]+\s*[:=]\s*\S/u.test(line);
        const added = line.replace(/(?<=^\s*["']?)\w+/u, (name) => `${name}_anew`);
        const isLast = /^\s*[\]}]/u.test(next);
        if (!isFit || added === line) return undefined;
        const beforeComment = /(?<=["\w\]}])(?=\s*(?:\/[/*][^"]*)?$)/u;
        const isJson = file.language === 'JSON' && isLast;
        const part = { ...key, lines: [isJson ? line.replace(beforeComment, ',') : line, added] };
        const lines = exampleOf(file, key.start, part, () => random.below(3) > 0);
        const change = changeOf(file, [part]);
        return lines && { mutated: { change }, answer: answerOf(change, lines) };
      }),
  },
  {
    name: 'A new line between marks that replaces one',
    expects: 'land',
    write: (file, random) =>
      some(random, file.outline.definitions).map((definition) => {
        const { lines } = file;
        const body = lines.slice(definition.start, definition.end);
        const isAssigned = (at: number): boolean =>
          /^\s+(?:const |let |var |local |auto |final )?[\w.$]+ (?::?=) \S.*\w{3}/u.test(
            lines[at]!,
          ) &&
          body.filter((line) => line === lines[at + 1]).length === 1 &&
          !isBlank(lines[at + 1]);
        const at = random.pick(
          [...lines.keys()].slice(definition.start + 1, definition.end - 3).filter(isAssigned),
        );
        if (at === undefined || otherToken(lines[at]!) === lines[at]) return undefined;
        const part = { start: at, end: at + 1, lines: [otherToken(lines[at]!)] };
        const change = changeOf(file, [part]);
        const marked = mark(file, lines[at]!);
        const shownLines = [body[0]!, marked, ...part.lines, lines[at + 1]!, marked, body.at(-1)!];
        return { mutated: { change }, answer: answerOf(change, shownLines) };
      }),
  },
  {
    name: 'A line between marks that stands earlier, too',
    expects: 'land',
    write: (file, random) =>
      some(random, file.outline.definitions).map((definition) => {
        const { lines } = file;
        const closes = /^\s*(?:\}|end\b)/u.test(lines[definition.end - 1]!);
        const last = definition.end - (closes ? 2 : 1);
        const depth = /^\s*/u.exec(lines[last] ?? '')![0];
        const same = [...lines.keys()].slice(definition.start + 1, last - 2).filter((at) => {
          const isStatement = /^\s*[\w.$]+\(.*\);?$/u.test(lines[at]!);
          return (
            isStatement &&
            lines[at]!.startsWith(depth) &&
            !/^\s/u.test(lines[at]!.slice(depth.length))
          );
        });
        const at = random.pick(same);
        if (at === undefined || isBlank(lines[last])) return undefined;
        const change = changeOf(file, [insert(last, lines[at]!)]);
        return {
          mutated: { change },
          answer: answerOf(change, [
            lines[definition.start]!,
            mark(file, lines[at]!),
            lines[at]!,
            ...lines.slice(last, definition.end),
          ]),
        };
      }),
  },
  twoDefinitions,
  newDefinition,
  newMemberBehind,
  anchorForm('A new line between two neighbors of a function', 'land', true),
  anchorForm('A new line between a mark and a line of a function', 'ask', false),
  otherLastLine,
  someDeclarations,
  sinceForm('Neighbors swapped since', (file, pair) => ({ drift: swap(file, pair) })),
  sinceForm('Twins, but for their names, swapped since', withTwin),
  sinceForm('Moved behind others since', (file, { first }) => {
    const next = file.outline.definitions.filter(
      ({ depth, lead }) => depth === first.depth && lead >= first.end,
    );
    const last = next[2];
    return (
      last && { drift: swap(file, { first, second: { start: next[0]!.lead, end: last.end } }) }
    );
  }),
  sinceForm('Copied under another name since', (file, { first }, random) => {
    const text = file.lines.slice(first.start, first.end);
    const head = text[0]!.replace(first.name, `${first.name}Too`);
    const copy = [head, ...text.slice(1)];
    const isBefore = random.below(2) === 0;
    return head === text[0]
      ? undefined
      : {
          drift: [isBefore ? insert(first.lead, ...copy, '') : insert(first.end, '', ...copy)],
        };
  }),
  sinceForm('Copied since: nobody can tell the twins apart', (file, { first }, random) => {
    const text = file.lines.slice(first.start, first.end);
    const isBefore = random.below(2) === 0;
    const at = isBefore ? first.start : first.end;
    const copyOf = (lines: readonly string[]): Splice =>
      isBefore ? insert(at, ...lines, '') : insert(at, '', ...lines);
    return {
      drift: [copyOf(text)],
      twin: (part) => [copyOf(shown(file.lines, first, [part]))],
    };
  }),
  {
    name: 'A second edit quotes what the first one wrote',
    expects: 'land',
    write(file, random) {
      const token = indentedToken(file, random);
      if (!token) return [];
      const at = token.start;
      const line = file.lines[at]!;
      const [first, second] = [1, 2].map(
        (step) => `${indentationAt({ before: file.lines }, at)}step(${step});`,
      );
      const after = file.lines[at + 1] ?? '';
      const change = changeOf(file, [insert(at + 1, second!)]);
      const hunk = (signs: string, ...texts: readonly string[]): Hunk => ({
        start: at,
        length: 1,
        lines: texts.map((text, index) => ({ sign: signs[index] as ' ' | '-' | '+', text })),
      });
      const hunks = [hunk(' +', line, first!), hunk('-+ ', first!, second!, after)];
      return ['search/replace', 'JSON', 'old_text and new_text'].map((format) => ({
        mutated: { change },
        answer: editFormats[format]!(hunks, change, 0),
      }));
    },
  },
  {
    name: 'Quoted without the first blanks',
    expects: 'land',
    write(file, random) {
      const part = indentedToken(file, random);
      const rest = part && file.lines.slice(part.end, part.end + random.below(3));
      const flat = (line: string): string => line.trimStart();
      return part && rest
        ? quoting(
            file,
            part,
            [flat(file.lines[part.start]!), ...rest],
            [flat(part.lines[0]!), ...rest],
          )
        : [];
    },
  },
  {
    name: 'Only the new lines have their blanks',
    expects: 'land',
    write(file, random) {
      const part = indentedToken(file, random);
      if (!part) return [];
      const line = file.lines[part.start]!;
      const added = `${/^\s*/u.exec(line)![0]}step(1);`;
      return quoting(file, insert(part.start, added), [line.trimStart()], [added, line]);
    },
  },
  {
    name: 'A definition in tabs for blanks, or in blanks for tabs',
    expects: 'land',
    write: (file, random) =>
      some(random, isOneKind(file) ? file.outline.definitions : []).map((definition) => {
        const part = innerToken(file, definition, random);
        const lines = part && reunited(shown(file.lines, definition, [part]));
        const change = changeOf(file, part ? [part] : []);
        return lines && { mutated: { change }, answer: answerOf(change, lines) };
      }),
  },
  {
    name: 'New lines in tabs for blanks, or in blanks for tabs',
    expects: 'land',
    write(file, random) {
      const part = isOneKind(file) ? indentedToken(file, random) : undefined;
      if (!part) return [];
      const line = file.lines[part.start]!;
      const own = /^\s*/u.exec(line)![0];
      const unit = own.startsWith('\t') ? '\t' : unitAt(file, part.start);
      if (unit === undefined) return [];
      const added = [`${own}step(() => {`, `${own}${unit}rest();`, `${own}});`];
      const flat = [
        'step(() => {',
        `${unit === '\t' ? '  ' : '\t'}rest();`,
        '});',
        line.trimStart(),
      ];
      return quoting(file, insert(part.start, ...added), [line.trimStart()], flat);
    },
  },
  {
    name: 'Signs as entities',
    expects: 'land',
    write(file, random) {
      const definition = random.pick(file.outline.definitions);
      const part = definition && innerToken(file, definition, random);
      const isPlain = !file.lines.some((line) => /&(?:amp|lt|gt);/u.test(line));
      if (!part || !isPlain) return [];
      const change = changeOf(file, [part]);
      return [all(file), definition]
        .map((range) => shown(file.lines, range, [part]))
        .concat([editFormats['search/replace']!(hunksOf(change), change, 0).block.split('\n')])
        .map((lines) => lines.map((line) => (/^[<>]{7} /u.test(line) ? line : encode(line))))
        .filter((lines) => lines.some((line) => /&\w+;/u.test(line)))
        .map((lines) => ({ mutated: { change }, answer: answerOf(change, lines) }));
    },
  },
  {
    name: 'A complete file below its name',
    expects: 'land',
    write(file, random) {
      const part = innerToken(file, all(file), random);
      const change = changeOf(file, part ? [part] : []);
      const lines = shown(file.lines, all(file), change.parts);
      return namings.map(
        (naming) =>
          part && {
            mutated: { change },
            answer: answerOf(change, [markLine(change, '', naming(file.path)), ...lines]),
          },
      );
    },
  },
  completeForm('A complete file with another first line', (file) => changedEdge(file, 'first')),
  completeForm('A complete file with another last line', (file) => changedEdge(file, 'last')),
  completeForm('A complete file with a line before its first', (file) => [
    insert(edge(file, 'first'), mark(file, '').replace(englishMarks[0]!, 'Copyright')),
  ]),
  completeForm('A complete file with a line after its last', (file) => [
    insert(edge(file, 'last') + 1, mark(file, '').replace(englishMarks[0]!, 'The end')),
  ]),
  {
    name: 'A complete file that holds a sample of an edit',
    expects: 'land',
    write(file, random) {
      const token = innerToken(file, all(file), random);
      if (!token) return [];
      const quoted = file.lines[token.start]!;
      const sample =
        file.language === 'JSON'
          ? [`  "old_text": ${JSON.stringify(quoted.trim())},`, '  "new_text": "step(1);",']
          : ['<<<<<<< SEARCH', quoted, '=======', 'step(1);', '>>>>>>> REPLACE'];
      const held = rebase(changeOf(file, [token]), [insert(edge(file, 'first') + 1, ...sample)]);
      return [
        {
          mutated: { change: held },
          answer: {
            ...answerOf(held, splice(held.before, held.parts)),
            info: `${fenceOf(held)} ${file.path}`,
          },
        },
      ];
    },
  },
];
