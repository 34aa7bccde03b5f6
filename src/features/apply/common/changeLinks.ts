// Which changes of a text make no sense without each other.
import { changesOfNew, changesOfOld, headOf, isWithin, wordsIn, type Texts } from './compareThings';
import { counterOf, hasWord, isBlank, type TextChange } from './fileText';
import { isCommentLine } from './marks';
import { keyOfThing, type NamedThing } from './thingTree';

/** Changes that make no sense without each other: those of one thing or line that moves, gets another name, or is new. */
export type Links = readonly (readonly number[])[];

/** Those that share lines. */
export function linksByLines(lines: readonly string[], changes: readonly TextChange[]): Links {
  return [
    ...linksOfLines(lines, changes),
    ...linksOfBlanks(lines, changes),
    linkOfConditions(lines, changes),
  ];
}

/** Those that share names. */
export function linksByNames(texts: Texts): Links {
  return [...linksOfNames(texts), ...linksOfOverloads(texts)];
}

/** Those that stand together. If none of them takes something away, each can be made alone. */
export function linksByPlace(texts: Texts): Links {
  return [...linksOfFunctions(texts), ...linksOfNeighbors(texts)];
}

/** It has members, of which each makes sense alone. */
const holdsMembers =
  /\b(?:class|enum|extension|impl|interface|module|namespace|object|protocol|record|struct|trait)\b/u;

/** The changes within each function but outside of those in it: half of them may be code that does not run. */
function linksOfFunctions({ lines, things, changes }: Texts): Links {
  const inner = things.filter(({ kind }) => kind === 'definition' || kind === 'member');
  const byThing = Map.groupBy(changes.entries(), ([, change]) =>
    inner.findLast((thing) => isWithin(change, thing)),
  );
  return [...byThing].flatMap(([thing, links]) => {
    const isLeaf = !inner.some((other) => thing && other !== thing && isWithin(other, thing));
    const isLinked = thing && (isLeaf || !holdsMembers.test(lines[thing.start] ?? ''));
    return isLinked ? [links.map(([index]) => index)] : [];
  });
}

/** A change that names what only another one writes makes no sense without it. */
function linksOfNames(texts: Texts): Links {
  const { lines, things, newThings, changes } = texts;
  const known = new Set([...wordsOf(lines, things), ...things.map(({ name }) => name)]);
  const fresh = newThings.filter(
    ({ kind, name }) => kind !== 'import' && name.length > 2 && !known.has(name),
  );
  const usersOf = indexesBy(changes, (change) => wordsOf(change.lines, []));
  return fresh.map((thing) => changesOfNew(texts, headOf(thing)).concat(usersOf(thing.name)));
}

/** Of definitions with one name, only the comments above and their own lines say which is which. */
function linksOfOverloads(texts: Texts): Links {
  const { lines, things } = texts;
  const definitions = things.filter(({ kind }) => kind === 'definition' || kind === 'member');
  const count = counterOf(definitions.map(keyOfThing));
  return definitions
    .filter((thing) => count(keyOfThing(thing)) > 1)
    .map((thing) => {
      let { start } = thing;
      while (isCommentLine(lines[start - 1] ?? '')) {
        start -= 1;
      }
      return changesOfOld(texts, { start, end: thing.end });
    });
}

/** Changes of which one takes a line that the other one writes: it moves, and is lost or doubled if only one is made. */
function linksOfLines(lines: readonly string[], changes: readonly TextChange[]): Links {
  const writersOf = indexesBy(
    changes,
    (change) => new Set(change.lines.filter(hasWord).map((one) => one.trim())),
  );
  return changes.map(({ start, end }, index) => [
    index,
    ...lines.slice(start, end).flatMap((line) => writersOf(line.trim())),
  ]);
}

/** A change of blank lines only, and the nearest other one: without that it may stand anywhere. */
function linksOfBlanks(lines: readonly string[], changes: readonly TextChange[]): Links {
  const between = (index: number): number =>
    (changes[index]?.start ?? Infinity) - (changes[index - 1]?.end ?? -Infinity);
  return changes.flatMap(({ start, end, lines: added }, index) => {
    const isOfBlanks = [...lines.slice(start, end), ...added].every(isBlank);
    const other = between(index + 1) < between(index) ? index + 1 : index - 1;
    return isOfBlanks && changes.length > 1 ? [[index, other]] : [];
  });
}

/**
 * Neighbors, of which one may stand for what the other takes away: where more new lines stand than old ones, or what goes
 * are statements without a name.
 */
function linksOfNeighbors({ things, changes }: Texts): Links {
  const isOpen = (change: TextChange): boolean =>
    change.lines.length > change.end - change.start ||
    (change.lines.length === 0 &&
      !things.some(({ start }) => change.start <= start && start < change.end));
  return changes.flatMap((change, index) => {
    const last = changes[index - 1];
    return last?.end === change.start && (isOpen(last) || isOpen(change))
      ? [[index - 1, index]]
      : [];
  });
}

/** The preprocessor's `#if` and `#endif` in two changes. */
function linkOfConditions(
  lines: readonly string[],
  changes: readonly TextChange[],
): readonly number[] {
  const depthOf = (some: readonly string[]): number =>
    some.reduce(
      (depth, line) =>
        depth + Number(/^\s*#\s*if/u.test(line)) - Number(/^\s*#\s*endif\b/u.test(line)),
      0,
    );
  return changes.flatMap(({ start, end, lines: added }, index) =>
    depthOf(added) === depthOf(lines.slice(start, end)) ? [] : index,
  );
}

/** The indexes of the changes that have a word or line. */
function indexesBy(
  changes: readonly TextChange[],
  has: (change: TextChange) => ReadonlySet<string>,
): (one: string) => readonly number[] {
  const all = changes.flatMap((change, index) => [...has(change)].map((one) => ({ one, index })));
  const indexes = Map.groupBy(all, ({ one }) => one);
  return (one) => indexes.get(one)?.map(({ index }) => index) ?? [];
}

/** The words of a text without its imports. */
export function wordsOf(
  lines: readonly string[],
  things: readonly NamedThing[],
): ReadonlySet<string> {
  const inImport = new Set<number>();
  for (const { start, end } of things.filter(({ kind }) => kind === 'import')) {
    for (let at = start; at < end; at += 1) {
      inImport.add(at);
    }
  }
  return new Set(lines.flatMap((line, at) => (inImport.has(at) ? [] : wordsIn(line))));
}
