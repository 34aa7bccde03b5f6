// What code without quotes would take away unsaid. **What an answer does not show stays, and nothing stands twice**: a
// named thing that the answer does not show, and a line that goes where no new line stands, is a removal that the user
// decides about. To put its lines back into the new text would break one text in ten. So all changes that belong to it are
// held together, and the base stays there as it is.
import { omitUndefined } from '../../../base/omitUndefined';
import {
  linksByLines,
  linksByNames,
  linksByPlace,
  linksOfCalls,
  linksOfImports,
  linksOfNames,
  wordsOf,
  type Links,
} from './changeLinks';
import {
  changesOfOld,
  compareThings,
  hasHalfOfEnds,
  isWithin,
  shareOf,
  wordsIn,
  type Gone,
  type Texts,
} from './compareThings';
import { isSameButForNumbers, lostIn, valueOf } from './dataValues';
import {
  counterOf,
  hasWord,
  isBlank,
  withChanges,
  type LineRange,
  type TextChange,
} from './fileText';
import { isCommentLine } from './marks';
import { namedThings } from './namedThings';
import type { Removal, RemovedThing } from './placement';
import { isDeclarative, readParts, type Part } from './textParts';
import { keyOf, keyOfThing, type NamedThing } from './thingTree';

export interface Removals {
  /** The removal that each change belongs to; undefined for one that only does what the answer shows. */
  readonly removals: readonly (Removal | undefined)[];
  readonly links: Links;
}

/**
 * What changes of a text would take away that the answer does not show.
 * @param changes of one block; sorted, not overlapping
 * @param extension of the file, as `namedThings()` takes it
 * @param linesThatStay returns the lines that stay whatever the answer shows
 */
export function findRemovals(
  lines: readonly string[],
  changes: readonly TextChange[],
  extension: string,
  linesThatStay: (links: Links) => readonly string[],
): Removals {
  const held = new HeldChanges(changes.length);
  const newLines = withChanges(lines, changes);
  const things = namedThings(lines, extension);
  const newThings = things && namedThings(newLines, extension);
  const lineLinks = linksByLines(lines, changes, extension);
  if (things === undefined || newThings === undefined) {
    const gone = changes.map((change) => countGone(lines, change, extension));
    if (things === undefined) {
      // Without names, a few new lines may stand for a whole function, and more new lines than old ones for a part of it.
      gone.forEach((count, index) => held.hold(count > 0 ? [index] : [], linesRemoved(count)));
      const shrinking = gone.flatMap((count, index) => (count > 0 ? index : []));
      const growing = changes.flatMap(({ start, end, lines: added }, index) =>
        added.length > end - start ? [[index, ...shrinking]] : [],
      );
      held.follow([...lineLinks, ...growing]);
    } else if (gone.some((count) => count > 0)) {
      // The answer ends early, or in the middle: its last line stands for all lines that it lacks.
      held.hold([...changes.keys()], linesRemoved(gone.reduce((sum, count) => sum + count, 0)));
    }
    return { removals: held.removals(), links: lineLinks };
  }
  const texts: Texts = { lines, things, newLines, newThings, changes };
  const { gone, imports, renamed, moved, links: thingLinks } = compareThings(texts);
  for (const one of gone) {
    held.hold(changesOfOld(texts, one.thing), describe(one));
  }
  if (isDeclarative(extension)) {
    holdInLines(held, texts, gone, extension);
  }
  const known = [...[...gone, ...imports].map(({ thing }) => thing), ...renamed, ...moved];
  // Other changes may take more lines of what is replaced: the question names these lines, too.
  const replaced = new Set(
    gone.flatMap(({ thing, replacedBy }) => (replacedBy === undefined ? [] : thing)),
  );
  const isStill = stillThere(texts);
  holdLines(
    held,
    texts,
    (at, hasNew) =>
      known.some((one) => one.start <= at && at < one.end && (hasNew || !replaced.has(one))) ||
      isStill(at),
  );
  const links = [...thingLinks, ...lineLinks, ...linksByNames(texts)];
  const allLinks = [...links, ...linksByPlace(texts, gone, extension)];
  held.follow(allLinks);
  for (const one of usedImports(imports, texts, held, linesThatStay(links))) {
    held.hold(changesOfOld(texts, one.thing), describe(one));
  }
  held.follow(allLinks);
  const importLinks = linksOfImports(texts).filter(([importing = 0]) => held.has(importing));
  held.follow([...allLinks, ...importLinks]);
  const written = changes.filter((_, index) => !held.has(index));
  if (written.length > 0 && written.length < changes.length) {
    const left = namedThings(withChanges(lines, written), extension);
    const silent = [...renamed, ...imports.map(({ thing }) => thing)];
    if (left === undefined || !isComplete(left, texts, silent)) {
      held.joinAll();
    }
  }
  return { removals: held.removals(), links };
}

/** A change that one of several blocks proposes. */
interface BlockChange extends TextChange {
  readonly removal?: Removal;
  readonly block: number;
}

/** The changes of a file, in order. */
interface FileWithChanges {
  readonly extension: string;
  readonly lines: readonly string[];
  readonly changes: readonly BlockChange[];
}

/**
 * The removals of all changes of several files, one file after another: calls and uses of what a block leaves to the user
 * are left with it. The files are read as if they were one.
 */
export function joinRemovals(
  files: readonly FileWithChanges[],
): readonly (readonly (Removal | undefined)[])[] {
  const all = files.flatMap(({ changes }, file) => changes.map((one) => ({ ...one, file })));
  const held = new HeldChanges(all.length);
  const groups = Map.groupBy(all.entries(), ([index, { removal, file, block }]) =>
    removal === undefined ? index : keyOf([file, block, removal.group].map(String)),
  );
  for (const members of groups.values()) {
    const indexes = members.map(([index]) => index);
    members[0]?.[1].removal?.things.forEach((thing) => held.hold(indexes, thing));
  }
  const texts = files.map(({ extension, lines, changes }): Texts => {
    const newLines = withChanges(lines, changes);
    const [things = [], newThings = []] = [lines, newLines].map((some) =>
      namedThings(some, extension),
    );
    return { lines, things, newLines, newThings, changes };
  });
  const joined = texts.reduce(
    (a, b) => ({
      lines: [...a.lines, ...b.lines],
      newLines: [...a.newLines, ...b.newLines],
      things: [...a.things, ...shiftedBy(b.things, a.lines.length)],
      newThings: [...a.newThings, ...shiftedBy(b.newThings, a.newLines.length)],
      changes: [...a.changes, ...shiftedBy(b.changes, a.lines.length)],
    }),
    { lines: [], newLines: [], things: [], newThings: [], changes: [] },
  );
  held.follow(linksOfCalls(joined));
  held.follow(linksOfNames(joined).filter(([declaring = 0]) => held.has(declaring)));
  const removals = held.removals();
  return files.map((_, file) => removals.filter((__, index) => all[index]?.file === file));
}

function shiftedBy<T extends LineRange>(ranges: readonly T[], lines: number): readonly T[] {
  return ranges.map((one) => ({ ...one, start: one.start + lines, end: one.end + lines }));
}

/** Puts these members in one group, with all that were in theirs. A group has the number of its first member. */
export function putInOneGroup(groups: number[], members: readonly number[]): void {
  const joined = new Set(members.flatMap((member) => groups[member] ?? []));
  const first = Math.min(...joined);
  for (const [member, group] of groups.entries()) {
    groups[member] = joined.has(group) ? first : group;
  }
}

/** Changes in groups, of which those are held that take something away. */
class HeldChanges {
  readonly #groups: number[];
  readonly #removed: { readonly change: number; readonly thing: RemovedThing }[] = [];

  constructor(count: number) {
    this.#groups = [...Array.from({ length: count }).keys()];
  }

  has(change: number): boolean {
    return this.#held().has(this.#groups[change]);
  }

  #held(): ReadonlySet<number | undefined> {
    return new Set(this.#removed.map(({ change }) => this.#groups[change]));
  }

  hold(changes: readonly number[], thing: RemovedThing): void {
    const [change] = changes;
    if (change !== undefined) {
      putInOneGroup(this.#groups, changes);
      this.#removed.push({ change, thing });
    }
  }

  /** Holds what is linked with changes that are held, until nothing is added. */
  follow(links: Links): void {
    let left = links;
    for (;;) {
      const held = this.#held();
      const reached = left.filter((link) => link.some((change) => held.has(this.#groups[change])));
      if (reached.length === 0) {
        return;
      }
      reached.forEach((link) => putInOneGroup(this.#groups, link));
      left = left.filter((link) => !reached.includes(link));
    }
  }

  /** If any is held, all are. */
  joinAll(): void {
    if (this.#removed.length > 0) {
      putInOneGroup(this.#groups, [...this.#groups.keys()]);
    }
  }

  removals(): readonly (Removal | undefined)[] {
    return this.#groups.map((group) => {
      const things = this.#removed.filter(({ change }) => this.#groups[change] === group);
      return things.length === 0 ? undefined : { group, things: things.map(({ thing }) => thing) };
    });
  }
}

export function linesRemoved(count: number): RemovedThing {
  return { kind: 'line', name: String(count) };
}

function describe({ thing: { kind, name }, replacedBy }: Gone): RemovedThing {
  const newName = replacedBy?.name === name ? undefined : replacedBy?.name;
  return { kind, name, ...omitUndefined({ replacedBy: newName }) };
}

/** Holds the changes that take what has no name in data: keys and elements that share lines. */
function holdInLines(held: HeldChanges, texts: Texts, gone: readonly Gone[], extension: string) {
  const compare = (there: Part, later: Part | undefined): void => {
    const changes = changesOfOld(texts, there);
    if (changes.length === 0 || later === undefined) {
      return;
    }
    if (there.parts.length > 0 && later.parts.length > 0) {
      there.parts.forEach((part) =>
        compare(
          part,
          later.parts.find(({ name }) => name === part.name),
        ),
      );
      return;
    }
    const [old, value] = [
      texts.lines.slice(there.start, there.end),
      texts.newLines.slice(later.start, later.end),
    ].map((some) => valueOf(some, extension, 'core'));
    const isNamed = ({ kind, name }: RemovedThing): boolean =>
      kind === 'element'
        ? texts.things.some((one) => one.kind === kind && isWithin(one, there))
        : gone.some(({ thing }) => thing.name === name);
    for (const one of lostIn(old, value, isSameButForNumbers)) {
      if (!isNamed(one)) held.hold(changes, one);
    }
  };
  const [old, later] = [texts.lines, texts.newLines].map((some) => readParts(some, extension));
  if (old !== undefined) compare(old.root, later?.root);
}

/**
 * Holds the changes that take lines for which no new line stands, other than those of which it is known what became. A line
 * that only moves there from elsewhere stands for none of them.
 */
function holdLines(
  held: HeldChanges,
  { lines, newLines, changes }: Texts,
  isKnown: (at: number, hasNew: boolean) => boolean,
): void {
  const [countOf, newCountOf] = [counterOf(lines.map(trimmed)), counterOf(newLines.map(trimmed))];
  for (const [index, { start, end, lines: added }] of changes.entries()) {
    const all = lines.slice(start, end);
    const hasNew = added.some(hasWord);
    const old = all.filter((line, offset) => !isBlank(line) && !isKnown(start + offset, hasNew));
    const own = new Set(all.map(trimmed));
    const isMoved = (text: string): boolean =>
      hasWord(text) && !own.has(text) && newCountOf(text) <= countOf(text);
    const leftOut = countLeftOut(
      old,
      added.filter((line) => !isBlank(line) && !isMoved(line.trim())),
    );
    if (leftOut > 0) {
      held.hold([index], linesRemoved(leftOut));
    }
  }
}

const trimmed = (line: string): string => line.trim();

/** `return items.join()` stands for a variable, a loop, what that adds, and what is returned. */
const replacedByLine = 4;
/** A new line without a word of the old ones, such as the call of a new function, stands for less. */
const replacedByOtherLine = 2;

/**
 * How many old lines nothing stands for, where each new line is another one of the old lines: it has half of its words, or
 * begins and ends like it, as models change a value or an argument. A new line that is none of them may stand for two lines of
 * code and all comments, for four if it has a word of the old lines, but a comment for comments only.
 */
function countLeftOut(old: readonly string[], added: readonly string[]): number {
  const oldWords = new Set(old.flatMap(wordsIn));
  let left = [...old];
  let replacedCount = 0;
  for (const line of added) {
    const words = wordsIn(line);
    const at = left.findIndex(
      (other) => shareOf(words, wordsIn(other)) >= 0.5 || hasHalfOfEnds(line.trim(), other.trim()),
    );
    if (at !== -1) {
      left.splice(at, 1);
    } else if (isCommentLine(line)) {
      left = left.filter((other) => !isCommentLine(other));
    } else {
      replacedCount += words.some((word) => oldWords.has(word))
        ? replacedByLine
        : replacedByOtherLine;
    }
  }
  const code = left.filter((line) => hasWord(line) && !isCommentLine(line));
  return replacedCount === 0 ? left.length : Math.max(0, code.length - replacedCount);
}

/** How many lines a change takes more than it writes, or lines of code; of templates of data, at least those with keys that it lacks. */
function countGone(
  lines: readonly string[],
  { start, end, lines: added }: TextChange,
  extension: string,
): number {
  const old = lines.slice(start, end);
  const keys = new Set(added.map(keyInLine));
  const lacking = old.map(keyInLine).filter((key) => key !== undefined && !keys.has(key));
  const isCode = (line: string): boolean => !isBlank(line) && !isCommentLine(line);
  const countMore = (isCounted: (line: string) => boolean): number =>
    old.filter(isCounted).length - added.filter(isCounted).length;
  return Math.max(
    /^(?:ya?ml|jsonc?)$/u.test(extension) ? lacking.length : 0,
    countMore((line) => !isBlank(line)),
    countMore(isCode),
  );
}

function keyInLine(line: string): string | undefined {
  return /^([^\s"':]+)["']?\s*:/u.exec(line.trim().replace(/^[-\s"']+/u, ''))?.[1];
}

/** Whether the innermost thing around a line has that line as often as before: it has moved there, or in or out of a block. */
function stillThere({ lines, things, newLines, newThings }: Texts): (at: number) => boolean {
  const counter = (texts: readonly string[], all: readonly NamedThing[]) => {
    const owners: string[] = [];
    for (const thing of all) {
      const { start, end } = thing;
      owners.fill('', owners.length, start);
      for (let at = start; at < end; at += 1) {
        owners[at] = keyOfThing(thing);
      }
    }
    const keyAt = (at: number): string => keyOf([owners[at] ?? '', (texts[at] ?? '').trim()]);
    return { keyAt, count: counterOf([...texts.keys()].map(keyAt)) };
  };
  const [old, later] = [counter(lines, things), counter(newLines, newThings)];
  return (at) => later.count(old.keyAt(at)) >= old.count(old.keyAt(at));
}

/**
 * The imports that may be needed: the code before did not use them, or the new code does, or what stays in its place. Of a
 * name that the answer imports from elsewhere, only code that it does not show may need the old one.
 */
function usedImports(
  imports: readonly Gone[],
  { lines, things, newLines, newThings, changes }: Texts,
  held: HeldChanges,
  others: readonly string[],
): readonly Gone[] {
  const used = wordsOf(lines, things);
  const staying = changes.flatMap(({ start, end }, index) =>
    held.has(index) ? lines.slice(start, end) : [],
  );
  const usedByOthers = wordsOf(others, []);
  const usedLater = new Set([
    ...wordsOf(newLines, newThings),
    ...wordsOf(staying, []),
    ...usedByOthers,
  ]);
  return imports.filter(({ thing: { name }, replacedBy }) =>
    replacedBy?.name === name ? usedByOthers.has(name) : !used.has(name) || usedLater.has(name),
  );
}

/**
 * Whether a text with some of the changes has all things that it had, but for those that go silently, and none twice. It
 * has not where changes belong together in a way that the names do not show.
 */
function isComplete(
  left: readonly NamedThing[],
  { things, newThings }: Texts,
  silent: readonly NamedThing[],
): boolean {
  const keysOf = (all: readonly NamedThing[]): readonly string[] =>
    all.map(({ kind, name }) => keyOf([kind, name]));
  const [inLeft, inBase] = [counterOf(keysOf(left)), counterOf(keysOf(things))];
  const [inNew, inSilent] = [counterOf(keysOf(newThings)), counterOf(keysOf(silent))];
  return keysOf([...things, ...left]).every(
    (key) =>
      inLeft(key) >= inBase(key) - inSilent(key) &&
      inLeft(key) <= Math.max(inBase(key), inNew(key)),
  );
}
