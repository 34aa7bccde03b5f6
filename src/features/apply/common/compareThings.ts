// What became of the named things of a text: which are gone, have moved, or have another name.
import { omitUndefined } from '../../../base/omitUndefined';
import { sameEnds } from '../../../base/text/sameEnds';
import {
  counterOf,
  hasWord,
  isEqual,
  overlaps,
  writtenRanges,
  type LineRange,
  type TextChange,
} from './fileText';
import { keyOf, keyOfThing, type NamedThing } from './thingTree';

export interface Texts {
  /** Those of the base, in the words of matcher.ts. */
  readonly lines: readonly string[];
  readonly things: readonly NamedThing[];
  /** The base with all changes. */
  readonly newLines: readonly string[];
  readonly newThings: readonly NamedThing[];
  readonly changes: readonly TextChange[];
}

/** The indexes of the changes that take lines of a thing that was there before. */
export function changesOfOld({ changes }: Texts, thing: LineRange): number[] {
  return changes.flatMap((change, index) => (overlaps(change, thing) ? [index] : []));
}

/** The indexes of the changes that write lines of a thing of the new text. */
export function changesOfNew({ changes }: Texts, thing: LineRange): number[] {
  return writtenRanges(changes).flatMap((range, index) => (overlaps(range, thing) ? [index] : []));
}

export function headOf({ start }: NamedThing): LineRange {
  return { start, end: start + 1 };
}

/** A thing that the new text does not have, and the new one that stands where it was, or imports or declares the same name. */
export interface Gone {
  readonly thing: NamedThing;
  readonly replacedBy?: NamedThing;
}

export interface ThingChanges {
  readonly gone: readonly Gone[];
  /** Imports that are gone: whether that is said depends on what uses their names. */
  readonly imports: readonly Gone[];
  /** Those that have another name, and are the same but for that. */
  readonly renamed: readonly NamedThing[];
  readonly moved: readonly NamedThing[];
  /** Changes that make no sense without each other: those of one thing that moves, gets another name, or is new. */
  readonly links: (readonly number[])[];
}

/** Compares the things, counted by kind, name, and the things around them. */
export function compareThings(texts: Texts): ThingChanges {
  const { lines, things, newLines, newThings } = texts;
  const missing = surplus(things, newThings, (thing) => changesOfOld(texts, thing).length > 0);
  const fresh = new Set(
    surplus(newThings, things, (thing) => changesOfNew(texts, thing).length > 0),
  );
  const take = (fits: (candidate: NamedThing) => boolean): NamedThing | undefined => {
    const found = [...fresh].find(fits);
    if (found !== undefined) {
      fresh.delete(found);
    }
    return found;
  };
  const newNames = new Map<string, string>();
  const moved: Pair[] = [...movedWithinChanges(texts)];
  const alike: Pair[] = [];
  const left: NamedThing[] = [];
  for (const thing of missing) {
    const path = renamedPath(thing.path, newNames);
    const isSame = (one: NamedThing): boolean => one.kind === thing.kind && one.name === thing.name;
    const there =
      take(
        (one) => isSame(one) && keyOf(one.path) === keyOf(path) && one.variant === thing.variant,
      ) ?? take((one) => isSame(one) && isMostly(texts, { thing, there: one }));
    if (there !== undefined) {
      moved.push({ thing, there });
      continue;
    }
    const fits = isInGap(texts, thing, path);
    const code = codeOf(thing, lines);
    const other = take(
      (one) =>
        thing.kind !== 'import' &&
        fits(one) &&
        isSameButForName(thing, code, one, codeOf(one, newLines)),
    );
    if (other === undefined) {
      left.push(thing);
    } else {
      alike.push({ thing, there: other });
      newNames.set(keyOf([...thing.path, thing.name]), other.name);
    }
  }
  // What leaves other keys out may leave this one out, too: several packages have one version.
  const isOfPart = ({ thing: { kind, path } }: Pair): boolean =>
    kind === 'key' && left.some((one) => one.kind === 'key' && keyOf(one.path) === keyOf(path));
  const renamed = alike.filter((pair) => !isOfPart(pair));
  const gone: Gone[] = alike
    .filter(isOfPart)
    .map(({ thing, there }) => ({ thing, replacedBy: there }));
  const imports: Gone[] = [];
  for (const thing of left) {
    if (!gone.some(({ thing: outer }) => isWithin(thing, outer))) {
      const isImport = thing.kind === 'import';
      const isBound = ({ kind, name, path }: NamedThing): boolean =>
        (kind === 'import' || (kind === 'definition' && path.length === 0)) && name === thing.name;
      const replacedBy =
        (isImport ? take(isBound) : undefined) ??
        take(isInGap(texts, thing, renamedPath(thing.path, newNames)));
      (isImport ? imports : gone).push({ thing, ...omitUndefined({ replacedBy }) });
    }
  }
  const linkOf = (old: LineRange, later?: LineRange): readonly number[] => [
    ...changesOfOld(texts, old),
    ...(later === undefined ? [] : changesOfNew(texts, later)),
  ];
  const links = [
    ...moved.map(({ thing, there }) => linkOf(thing, there)),
    ...renamed.map(({ thing, there }) => linkOf(headOf(thing), headOf(there))),
    ...[...gone, ...imports].map(({ thing, replacedBy }) => linkOf(thing, replacedBy)),
    ...[...fresh].map((thing) => changesOfNew(texts, thing)),
  ];
  const thingsOf = (pairs: readonly Pair[]): readonly NamedThing[] =>
    pairs.map(({ thing }) => thing);
  return { gone, imports, renamed: thingsOf(renamed), moved: thingsOf(moved), links };
}

/** A thing that was there before, and what it is in the new text. */
interface Pair {
  readonly thing: NamedThing;
  readonly there: NamedThing;
}

/** Finds the things of which a change writes all lines again. */
function movedWithinChanges({ things, newThings, changes, ...texts }: Texts): readonly Pair[] {
  const byKey = Map.groupBy(newThings, keyOfThing);
  return things
    .filter((thing) => changes.some((change) => isWithin(thing, change)))
    .flatMap((thing) => {
      const [there] = byKey.get(keyOfThing(thing)) ?? [];
      return there && (thing.kind === 'key' || isMostly(texts, { thing, there }))
        ? { thing, there }
        : [];
    });
}

function isMostly(
  { lines, newLines }: Pick<Texts, 'lines' | 'newLines'>,
  { thing, there }: Pair,
): boolean {
  // Brackets on lines of their own are half of a short overload.
  const code = [codeOf(thing, lines), codeOf(there, newLines)].map((all) =>
    thing.variant === there.variant ? all : all.filter(hasWord),
  );
  return shareOf(code[0] ?? [], code[1] ?? []) >= 0.5;
}

/** Says of a new thing whether it begins in a change that takes lines of an old one, in the same things. */
function isInGap(
  texts: Texts,
  thing: NamedThing,
  path: readonly string[],
): (one: NamedThing) => boolean {
  const gap = changesOfOld(texts, thing);
  return (one) =>
    one.kind === thing.kind &&
    keyOf(one.path) === keyOf(path) &&
    changesOfNew(texts, headOf(one)).some((index) => gap.includes(index));
}

/** The things of a text that another one does not have, or has less often: then those that changes touch. */
function surplus(
  things: readonly NamedThing[],
  other: readonly NamedThing[],
  isTouched: (thing: NamedThing) => boolean,
): readonly NamedThing[] {
  const keyWithVariant = (thing: NamedThing): string =>
    keyOf([keyOfThing(thing), thing.variant ?? '']);
  const counts = Map.groupBy(other, keyWithVariant);
  const found = [...Map.groupBy(things, keyWithVariant)].flatMap(([one, same]) => {
    const count = same.length - (counts.get(one)?.length ?? 0);
    return count > 0 && count < same.length
      ? [...same.filter(isTouched), ...same.filter((thing) => !isTouched(thing))].slice(0, count)
      : same.slice(0, Math.max(0, count));
  });
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** The path to a thing once the things around it have their new names. */
function renamedPath(
  path: readonly string[],
  newNames: ReadonlyMap<string, string>,
): readonly string[] {
  return path.map((name, index) => newNames.get(keyOf(path.slice(0, index + 1))) ?? name);
}

function codeOf({ start, end }: NamedThing, lines: readonly string[]): readonly string[] {
  return lines
    .slice(start, end)
    .map((line) => line.trim().replace(/[,;]$/u, ''))
    .filter((line) => line !== '');
}

export function wordsIn(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** The share of the lines or words of the longer one that both have. */
export function shareOf(a: readonly string[], b: readonly string[]): number {
  const [countA, countB] = [counterOf(a), counterOf(b)];
  const same = [...new Set(a)].reduce((sum, one) => sum + Math.min(countA(one), countB(one)), 0);
  return same / Math.max(1, a.length, b.length);
}

/** Whether two texts begin and end alike, for half of the longer one. */
export function hasHalfOfEnds(a: string, b: string): boolean {
  const { head, tail } = sameEnds(a, b);
  return (head + tail) * 2 >= Math.max(a.length, b.length);
}

/** Whether two things differ in their names only; elements of lists, which have none, in numbers, such as those of versions. */
function isSameButForName(
  a: NamedThing,
  codeA: readonly string[],
  b: NamedThing,
  codeB: readonly string[],
): boolean {
  const rest = (code: readonly string[], name: string): readonly string[] =>
    code.map((line) =>
      a.kind === 'element' ? line.replaceAll(/\d+(?:\.\d+)*/gu, '\0') : line.replaceAll(name, '\0'),
    );
  const [restA, restB] = [rest(codeA, a.name), rest(codeB, b.name)];
  // `"html": false` and `"lock": false` are two keys, not one with another name.
  const isSwitch = a.kind === 'key' && !restA.some((line) => hasWord(line.replace(plainValue, '')));
  return isEqual(restA, restB) && !isSwitch;
}

const plainValue = /\b(?:true|false|null|none|yes|no|on|off|\d+)\b/iu;

export function isWithin(inner: LineRange, outer: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
