// Which changes of a text make no sense without each other.
import { indentOf } from '../../../base/text/indentation';
import {
  changesOfNew,
  changesOfOld,
  headOf,
  isWithin,
  wordsIn,
  type Gone,
  type Texts,
} from './compareThings';
import { isBesideCode } from './definitionPlaces';
import { counterOf, hasWord, isBlank, type LineRange, type TextChange } from './fileText';
import { codeLines } from './namedThings';
import { blockEnd } from './sources';
import { keyOfThing, type NamedThing } from './thingTree';

/** Changes that make no sense without each other: those of one thing or line that moves, gets another name, or is new. */
export type Links = readonly (readonly number[])[];

/** Changes that belong together by their lines: moved lines, new words, blank lines, supertypes, conditions, conflict marks. */
export function linksByLines(
  lines: readonly string[],
  changes: readonly TextChange[],
  extension: string,
): Links {
  return [
    ...linksOfLines(lines, changes),
    ...linksOfWords(lines, changes, extension),
    ...linksOfBlanks(lines, changes),
    ...linksOfSupertypes(lines, changes),
    linkOfConditions(lines, changes),
    ...linksOfConflicts(lines, changes),
  ];
}

/** Changes that belong together by named things: overloads and calls. */
export function linksByNames(texts: Texts): Links {
  return [...linksOfOverloads(texts), ...linksOfCalls(texts)];
}

/** Those that stand together. If none of them takes something away, each can be made alone. */
export function linksByPlace(texts: Texts, gone: readonly Gone[], extension: string): Links {
  return [
    ...linksOfFunctions(texts, extension),
    ...linksOfHeads(texts, gone),
    ...linksOfNeighbors(texts),
  ];
}

/** It has members, of which each makes sense alone. */
const holdsMembers =
  /\b(?:class|enum|extension|impl|interface|module|namespace|object|protocol|record|struct|trait)\b/u;

/**
 * The changes within each function but outside of those in it: half of them may be code that does not run. A comment that
 * goes, as models leave them out, takes none of the others with it.
 */
function linksOfFunctions({ lines, things, changes }: Texts, extension: string): Links {
  const inner = things.filter(({ kind }) => kind === 'definition' || kind === 'member');
  const ranges = inner.map((thing) => withAbove(lines, thing));
  const byThing = Map.groupBy(
    changes.entries(),
    ([, change]) => inner[ranges.findLastIndex((range) => isWithin(change, range))],
  );
  return [...byThing].flatMap(([thing, links]) => {
    const isLeaf = !inner.some((other) => thing && other !== thing && isWithin(other, thing));
    const isLinked = thing && (isLeaf || !holdsMembers.test(lines[thing.start] ?? ''));
    const others = links.filter(([, { start, end, lines: added }]) => {
      const old = lines.slice(start, end);
      const isOfComments = old.some(hasWord) && codeLines(old, extension).length === 0;
      return !isOfComments || !added.every(isBlank);
    });
    return isLinked ? [others.map(([index]) => index)] : [];
  });
}

/** A thing with the comments, decorators and attributes above it. */
function withAbove(lines: readonly string[], { start, end }: LineRange): LineRange {
  const isAbove = (line = ''): boolean => isBesideCode(line) && !isBlank(line);
  const last = lines.slice(0, start).findLastIndex((line) => !isAbove(line));
  return { start: last + 1, end };
}

/** The head of a class, which may say what its members are for, and those of them that go. */
function linksOfHeads(texts: Texts, gone: readonly Gone[]): Links {
  return texts.things.flatMap((thing) => {
    const link = changesOfOld(texts, headOf(thing));
    const members = gone.filter((one) => one.thing !== thing && isWithin(one.thing, thing));
    return link.length > 0 && holdsMembers.test(texts.lines[thing.start] ?? '')
      ? [[...link, ...members.flatMap((one) => changesOfOld(texts, one.thing))]]
      : [];
  });
}

/** The head of a class, and those of its members that change, which may override what it gets from another class now. */
function linksOfSupertypes(lines: readonly string[], changes: readonly TextChange[]): Links {
  const indentAt = (at: number): number => indentOf(lines[at] ?? '').length;
  return changes.flatMap(({ start, end, lines: added }, index) => {
    const offset = lines.slice(start, end).findIndex((line) => holdsMembers.test(line));
    if (offset === -1 || !added.some((line) => holdsMembers.test(line))) return [];
    const head = start + offset + Number(lines[start + offset + 1]?.trim() === '{');
    const inner = [...lines.keys()]
      .slice(head + 1, blockEnd(lines, head))
      .filter((at) => /^\s.*\w\(/u.test(lines[at] ?? ''));
    const indent = Math.min(...inner.map(indentAt));
    const isOfHead = (change: TextChange): boolean =>
      inner.some((at) => indentAt(at) === indent && change.start <= at && at < change.end);
    return [[index, ...changes.flatMap((change, other) => (isOfHead(change) ? other : []))]];
  });
}

/** A change that names what only another one writes, which comes first, makes no sense without it. */
export function linksOfNames(texts: Texts): Links {
  const { lines, things, newThings } = texts;
  const code = codeLines(withoutImports(lines, things), '');
  const known = new Set([...code.flatMap(wordsIn), ...things.map(({ name }) => name)]);
  const fresh = newThings.filter(
    ({ kind, name }) => kind !== 'import' && name.length > 2 && !known.has(name),
  );
  return linksOfUsers(texts, fresh);
}

/** A change that imports a name, which comes first, and those that use it: only these make no sense alone. */
export function linksOfImports(texts: Texts): Links {
  const known = new Set(texts.lines.flatMap(wordsIn));
  const fresh = texts.newThings.filter(({ kind, name }) => kind === 'import' && !known.has(name));
  return linksOfUsers(texts, fresh);
}

/** The changes that write the heads of new things, or their imports, and those that use their names. */
function linksOfUsers(texts: Texts, fresh: readonly NamedThing[]): Links {
  const usersOf = indexesBy(texts.changes, (change) => wordsOf(change.lines, []));
  return fresh.map((thing) => {
    const written = thing.kind === 'import' ? thing : headOf(thing);
    return changesOfNew(texts, written).concat(usersOf(thing.name));
  });
}

/** A function that gets other parameters, and its new calls. */
export function linksOfCalls(texts: Texts): Links {
  const known = new Set(callsIn(texts.lines).map(({ text }) => text));
  const fresh = callsIn(texts.newLines).filter(({ text }) => !known.has(text));
  const byName = Map.groupBy(fresh, ({ name }) => name);
  return texts.newThings.map(({ name, path, start }) => {
    const isConstructor = /^(?:constructor|__init__)$/u.test(name);
    const names = isConstructor ? [name, path.at(-1) ?? ''] : [name];
    const calls = names.flatMap((one) => byName.get(one) ?? []);
    const isDeclared = calls.some((call) => call.start === start);
    return isDeclared ? calls.flatMap((call) => changesOfNew(texts, call)) : [];
  });
}

/** Some lists of parameters are as long; it bounds what a bracket without its end costs. */
const maxCall = 1_000;

interface Call extends LineRange {
  readonly name: string;
  readonly text: string;
}

/** Calls and declarations of functions: `name(a, b)`, `name = async (a, b) =>`. */
function callsIn(lines: readonly string[]): readonly Call[] {
  const all = lines.join('\n');
  const lineCount = (text: string): number => text.split('\n').length;
  const opening =
    /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)(?:<[\p{L}\p{N}_$ ,.]*>)?(?:\s*[=:]\s*(?:async\s*)?(?:function\s*)?)?\(/gu;
  let [at, start] = [0, 0];
  return [...all.matchAll(opening)].map(({ 0: { length }, 1: name = '', index }) => {
    start += lineCount(all.slice(at, index)) - 1;
    at = index;
    let [end, open] = [index + length, 1];
    for (; open > 0 && end < Math.min(all.length, index + maxCall); end += 1) {
      open += all[end] === '(' ? 1 : all[end] === ')' ? -1 : 0;
    }
    const text = all.slice(index, end);
    return { name, text: text.replaceAll(/\s+/gu, ''), start, end: start + lineCount(text) };
  });
}

/** Words of languages, which declare nothing and may be new in a file. */
const keyword =
  /^(?:abstract|and|any|assert|async|await|base|bool|boolean|break|byte|case|catch|char|class|const|constexpr|continue|def|default|defer|del|delegate|delete|double|elif|else|elsif|end|ensure|enum|event|except|explicit|export|extends|extern|False|false|final|finally|float|for|foreach|from|func|function|global|goto|guard|implements|import|include|inline|instanceof|int|integer|interface|internal|lambda|late|let|long|loop|match|module|mut|namespace|native|new|nil|None|not|null|number|object|operator|out|override|package|pass|private|protected|protocol|public|raise|readonly|record|ref|register|require|rescue|return|sealed|select|self|short|signed|sizeof|static|str|String|string|struct|super|switch|template|then|this|throw|throws|trait|True|true|try|type|typedef|typeof|undefined|union|unknown|unless|unsafe|unsigned|until|use|using|val|var|virtual|void|volatile|when|where|while|with|yield)$/u;
const importLine = /^\s*(?:import|using|from|use|require|export \*|#\s*include|@import|@use)\b/u;
const quotedText = /"[^"]*"|'[^']*'/gu;

/**
 * A new word that several changes have: a name that one of them declares in any form, or a type that both rely on. What
 * stands only behind dots belongs to something else: `.trim()`.
 */
function linksOfWords(
  lines: readonly string[],
  changes: readonly TextChange[],
  extension: string,
): Links {
  const known = new Set(codeLines(lines, extension).flatMap(wordsIn));
  const free = new Set<string>();
  const wordsOfChange = (change: TextChange): ReadonlySet<string> => {
    const code = codeLines(change.lines, extension).filter((line) => !importLine.test(line));
    const found = code
      .map((line) => line.replaceAll(quotedText, '').replaceAll(/\b(?:this|self)(?:\.|->)/gu, ' '))
      .flatMap((line) => Array.from(line.matchAll(/(\.|->|::)?([\p{L}_$][\p{L}\p{N}_$]{2,})/gu)));
    return new Set(
      found.flatMap(([, dot, word = '']) => {
        if (known.has(word) || keyword.test(word)) return [];
        if (dot === undefined) free.add(word);
        return word;
      }),
    );
  };
  const usersOf = indexesBy(changes, wordsOfChange);
  return [...free].map(usersOf);
}

/** Of definitions with one name, only the comments above and their own lines say which is which. */
function linksOfOverloads(texts: Texts): Links {
  const { lines, things } = texts;
  const definitions = things.filter(({ kind }) => kind === 'definition' || kind === 'member');
  const count = counterOf(definitions.map(keyOfThing));
  return definitions
    .filter((thing) => count(keyOfThing(thing)) > 1)
    .map((thing) => changesOfOld(texts, withAbove(lines, thing)));
}

/**
 * Changes of which one takes a line that the other one writes: it moves, and is lost or doubled if only one is made. The line
 * that begins an import in several lines says nothing.
 */
function linksOfLines(lines: readonly string[], changes: readonly TextChange[]): Links {
  const isSaying = (line: string): boolean => hasWord(line) && !/^import (?:type )?\{$/u.test(line);
  const writersOf = indexesBy(
    changes,
    (change) => new Set(change.lines.filter(isSaying).map((one) => one.trim())),
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
 * are statements without a name; or of which one takes the comma before the other. Nothing stands for an import.
 */
function linksOfNeighbors({ lines, things, changes }: Texts): Links {
  const areImports = (last: TextChange, change: TextChange): boolean =>
    change.start === change.end &&
    [...lines.slice(last.start, last.end), ...change.lines].every((line) => importLine.test(line));
  const isOpen = (change: TextChange): boolean =>
    change.lines.length > change.end - change.start ||
    (change.lines.length === 0 &&
      !things.some(({ start }) => change.start <= start && start < change.end));
  const losesComma = ({ end, lines: added }: TextChange): boolean =>
    lines[end - 1]?.trimEnd() === `${(added.at(-1) ?? '').trimEnd()},`;
  return changes.flatMap((change, index) => {
    const last = changes[index - 1];
    return last?.end === change.start &&
      !areImports(last, change) &&
      (isOpen(last) || isOpen(change) || losesComma(last))
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

/** What takes the marks of one merge conflict. */
function linksOfConflicts(lines: readonly string[], changes: readonly TextChange[]): Links {
  const marked = changes.flatMap(({ start, end }, index) =>
    lines.slice(start, end).some((line) => /^(?:<{7}|={7}|>{7})(?:\s|$)/u.test(line)) ? index : [],
  );
  const conflictOf = (index: number): number =>
    lines.slice(0, changes[index]?.end).filter((line) => line.startsWith('<<<<<<< ')).length;
  return [...Map.groupBy(marked, conflictOf).values()];
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
  return new Set(withoutImports(lines, things).flatMap(wordsIn));
}

function withoutImports(
  lines: readonly string[],
  things: readonly NamedThing[],
): readonly string[] {
  const inImport = new Set<number>();
  for (const { start, end } of things.filter(({ kind }) => kind === 'import')) {
    for (let at = start; at < end; at += 1) {
      inImport.add(at);
    }
  }
  return lines.filter((_, at) => !inImport.has(at));
}
