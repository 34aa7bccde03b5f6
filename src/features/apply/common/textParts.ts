// The parts of a text, each in those around it: rules and declarations, keys, functions, classes and members.
import { indentOf } from '../../../base/text/indentation';
import { codeReader, haveOwnLines, isJsonFile, isStyles, isYaml, spread } from './dataValues';
import { isBesideCode } from './definitionPlaces';
import { isBlank, type LineRange } from './fileText';
import { isCommentLine } from './marks';
import { namedThings } from './namedThings';
import { keyOf, type NamedThing } from './thingTree';

/** JSON, YAML and style sheets declare all that they have: their parts are looked for by path before anything else. */
export function isDeclarative(extension: string): boolean {
  return isStyles(extension) || isJsonFile(extension) || isYaml(extension);
}

/** A rule, declaration, key, function, class or member, with those in it. */
export interface Part extends LineRange {
  readonly name: string;
  /** The first line of the comments and decorators above. */
  readonly fullStart: number;
  /** Each has lines of its own; empty if they share lines. */
  readonly parts: readonly Part[];
}

interface Cut {
  readonly at: number;
  /** The blanks before the mark. */
  readonly indent: number;
}

export interface PartsText {
  readonly lines: readonly string[];
  readonly root: Part;
  /** Where a mark stands for lines of an answer, before which of those that it shows. */
  readonly cuts: readonly Cut[];
}

/** Reads the parts of what an answer shows: of JSON also keys without the brackets around them. */
export function readShown(
  lines: readonly string[],
  isMark: (line: string) => boolean,
  file: readonly string[],
  extension: string,
): PartsText | undefined {
  const codeOf = codeReader(extension);
  const isJson = isJsonFile(extension);
  // A file without comments gets none: JSON allows none.
  const isPlain = isJson && file.every((line) => codeOf(line) === line.trimEnd());
  const isBare = isJson && lines.find((line) => !isBlank(line) && !isMark(line))?.trim()[0] === '"';
  const shown: string[] = isBare ? ['{'] : [];
  const cuts: Cut[] = [];
  for (const line of lines) {
    const text = isPlain ? codeOf(line) : line;
    if (isMark(line)) {
      cuts.push({ at: shown.length, indent: indentOf(line).length });
    } else if (text !== '' || isBlank(line)) {
      shown.push(text);
    }
  }
  const all = isBare ? [...shown, '}'] : shown;
  const text = readParts(all, extension, cuts);
  const [only = '', ...others] = all;
  return text?.root.parts.length === 0 && others.length === 0
    ? readParts(spread(only, extension), extension)
    : text;
}

export function readParts(
  lines: readonly string[],
  extension: string,
  cuts: readonly Cut[] = [],
): PartsText | undefined {
  const isOneDocument = lines.slice(1).every((line) => !/^---(?:\s|$)/u.test(line));
  const things = isOneDocument ? namedThings(lines, extension) : undefined;
  if (things === undefined) {
    return undefined;
  }
  const kinds = isDeclarative(extension) ? ['key', 'selector'] : ['definition', 'member'];
  const byPath = Map.groupBy(
    things.filter(({ kind }) => kinds.includes(kind)),
    ({ path }) => keyOf(path),
  );
  const isBracketed = isStyles(extension) || isJsonFile(extension);
  const partsIn = (
    range: LineRange,
    path: readonly string[],
    outer = range,
    depth = 1,
  ): readonly Part[] => {
    const inner = (byPath.get(keyOf(path)) ?? []).filter(
      ({ start, end }) => range.start <= start && end <= range.end,
    );
    const { start: from, end: to } = outer;
    const own = inner.map(({ start, end }) => ({ start: start - from, end: end - from }));
    const isApart =
      inner.every(({ start }, index) => start >= (inner[index - 1]?.end ?? 0)) &&
      (!isBracketed || haveOwnLines(own, lines.slice(from, to), extension, depth));
    return isApart
      ? inner.map((thing, index) => partOf(thing, inner[index - 1]?.end ?? range.start))
      : [];
  };
  const partOf = (thing: NamedThing, from: number): Part => {
    const { name, path, start, end } = thing;
    let fullStart = start;
    while (fullStart > from && isAbove(lines[fullStart - 1] ?? '')) {
      fullStart -= 1;
    }
    return {
      name,
      start,
      end,
      fullStart,
      parts: partsIn({ start: start + 1, end }, [...path, name], thing),
    };
  };
  // A selector such as `#main,` looks like a comment.
  const isAbove = (line: string): boolean =>
    isDeclarative(extension)
      ? isCommentLine(line) && !/[{,]$/u.test(line)
      : isBesideCode(line) && !isBlank(line);
  const all = { start: 0, end: lines.length };
  return {
    lines,
    root: {
      ...all,
      name: '',
      fullStart: 0,
      parts: partsIn(all, [], all, isStyles(extension) ? 0 : 1),
    },
    cuts,
  };
}

/** Whether no mark stands between two lines of an answer. */
export function isUncut(start: number, end: number, { cuts }: PartsText): boolean {
  return !cuts.some(({ at }) => start < at && at < end);
}

/** Whether no mark stands within a part; behind its last line, one that is indented more than its head does. */
export function isWhole({ start, end }: Part, text: PartsText): boolean {
  const indent = indentOf(text.lines[start] ?? '').length;
  const isBehind = (at: number): boolean => at >= end && text.lines.slice(end, at).every(isBlank);
  return (
    isUncut(start, end, text) && !text.cuts.some((cut) => cut.indent > indent && isBehind(cut.at))
  );
}
