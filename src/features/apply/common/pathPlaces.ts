// Parts of a text that have their places by path: a rule of a style sheet by its selector, a value of a configuration by its
// keys, a member by its class. What the part shows is changed, what the file lacks is added behind what stands before it in
// the answer, and all else stays. (`modify()` of jsonc-parser writes JSON alone, in a layout of its own; the readers of
// named things know where each thing stands in all of these languages, so that whole lines are written, and comments stay.)
import { indentOf } from '../../../base/text/indentation';
import { changesByAnchors, isThere } from './anchors';
import {
  codeReader,
  isJsonFile,
  isSameValue,
  isStyles,
  isYaml,
  lostIn,
  spread,
  valueOf,
  type Schema,
} from './dataValues';
import { definesSame, endsLike, isDocumentation, rangeOfSymbol } from './definitionPlaces';
import { indentationOf } from './fileIndentation';
import { hasWord, inOrder, isBlank, isEqual, joinAdjacent, type TextChange } from './fileText';
import { findExact, shiftBetween, shiftLines } from './findLines';
import { isCommentLine } from './marks';
import { replaceCode, type PlacedCode, type Sources, type TextSource } from './sources';
import {
  isDeclarative,
  isUncut,
  isWhole,
  readParts,
  readShown,
  type Part,
  type PartsText,
} from './textParts';

/** Returns undefined if a path is not certain, or nothing would change. */
export function placeByPath(
  lines: readonly string[],
  isMark: (line: string) => boolean,
  { base }: TextSource,
  { extension, indentation }: Sources,
): Pick<PlacedCode, 'placed' | 'doubt'> | undefined {
  const file = readParts(base.lines, extension);
  const block = file && readShown(lines, isMark, base.lines, extension);
  if (file === undefined || block === undefined) {
    return undefined;
  }
  const unit = indentationOf(block.lines, extension).unit;
  const ratio = unit > 0 && indentation.unit > 0 ? indentation.unit / unit : 1;
  const filled = new Filler(file, block, extension, ratio).fill();
  const placed = filled?.changes.flatMap(({ start, end, lines: added }) => {
    const around = file.root.parts.findLast((part) => part.fullStart <= start) ?? file.root;
    const near = { start: Math.min(start, around.start), end: Math.max(end, around.end) };
    return replaceCode(base, { start, end }, added, extension, near);
  });
  return placed && { placed, ...(filled?.hasOneNeighbor === true && { doubt: 'oneNeighbor' }) };
}

/** A part of the file, and what the answer shows of it. */
interface Pair {
  readonly there: Part;
  readonly shown: Part;
}

/** In C, the type of a function may stand above its name: `extern "C" JNIEXPORT void JNICALL`. */
const typeLine = /^[\w\s*&<>:"]*[\w*&>]$/u;
const likeC = /^(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$/u;

/** The changes that give a text what parts show. */
class Filler {
  readonly #changes: TextChange[] = [];
  /** The lines of the file after which something follows now. */
  readonly #commas: number[] = [];
  readonly #inFile: ReadonlySet<string>;
  readonly #codeOf: (line: string) => string;
  readonly #isDeclarative: boolean;
  readonly #isJson: boolean;
  #isCertain = true;
  /** Something is new, and the answer does not say what stands on its other side: it may be meant to replace that. */
  #hasOneNeighbor = false;

  constructor(
    private readonly file: PartsText,
    private readonly block: PartsText,
    private readonly extension: string,
    /** How much more a level is indented in the file. */
    private readonly ratio: number,
  ) {
    this.#inFile = new Set(file.lines.map((line) => line.trim()));
    this.#codeOf = codeReader(extension);
    this.#isDeclarative = isDeclarative(extension);
    this.#isJson = isJsonFile(extension);
  }

  fill():
    { readonly changes: readonly TextChange[]; readonly hasOneNeighbor: boolean } | undefined {
    const { root } = this.block;
    const there = this.#isDeclarative ? this.file.root : this.#holderOf(root.parts);
    const known = root.parts.flatMap((part) => {
      const same = there?.parts.find(({ name }) => name === part.name);
      return same === undefined
        ? []
        : [{ isHolder: same.parts.length > 0, isSame: this.#isSame(same, part, this.block) }];
    });
    const isAnchored = known.some(({ isHolder, isSame }) => isHolder || isSame);
    const values = known.filter(({ isHolder }) => !isHolder);
    const changed = values.filter(({ isSame }) => !isSame).length;
    // An example of another file has the same keys.
    const isOther = this.#isDeclarative && changed > 2 && changed * 2 > values.length;
    const isMarked = this.block.cuts.length > 0;
    const isSeveral = root.parts.length > 1;
    // Of an object that is shown alone, `name` may be that of any other one. One definition has its place by its name.
    const isClear = this.#isDeclarative ? isAnchored || !isSeveral : isMarked || isSeveral;
    if (there === undefined || known.length === 0 || !isClear || isOther) {
      return undefined;
    }
    this.#fill({ there, shown: root }, this.block);
    this.#writeCommas();
    // A line that gets a comma makes no sense without what is added below it.
    const changes = joinAdjacent(inOrder(this.#changes));
    return this.#isCertain && changes.length > 0
      ? { changes, hasOneNeighbor: this.#hasOneNeighbor }
      : undefined;
  }

  /** The only part of the file that has any of these in it. What stands within functions has no names, but the same lines. */
  #holderOf(parts: readonly Part[]): Part | undefined {
    const { lines, root } = this.file;
    const names = new Set(parts.map(({ name }) => name));
    const all = (part: Part): readonly Part[] => [part, ...part.parts.flatMap(all)];
    const [only, second] = all(root).filter((part) =>
      part.parts.some(({ name }) => names.has(name)),
    );
    const isOnce = only?.parts.every(
      ({ name, start }) => !names.has(name) || findExact(lines, [lines[start] ?? '']).length === 1,
    );
    return second === undefined && isOnce === true ? only : undefined;
  }

  #fill({ there, shown }: Pair, block: PartsText): void {
    let last: Pair | undefined;
    let fresh: Part[] = [];
    // A mark may stand for a bracket or the head of a block, too: then what follows is indented in another way.
    const indents = new Set(
      shown.parts.map(({ start }) => indentOf(block.lines[start] ?? '').length),
    );
    this.#isCertain &&= this.#isRead(shown, block) && indents.size < 2;
    for (const part of shown.parts) {
      const [same, second] = there.parts.filter(({ name }) => name === part.name);
      const isTwice = shown.parts.some((one) => one !== part && one.name === part.name);
      this.#isCertain &&= second === undefined && !isTwice;
      if (same === undefined) {
        fresh.push(part);
      } else {
        const pair = { there: same, shown: this.#withoutTailOf(last, same, part, block) };
        this.#add(fresh, { there, shown }, block, last, pair);
        this.#merge(same, pair.shown, block);
        [last, fresh] = [pair, []];
      }
    }
    this.#add(fresh, { there, shown }, block, last);
  }

  /** A part without what stands below the one before in the file, too: a docstring below an attribute of Python. */
  #withoutTailOf(last: Pair | undefined, there: Part, part: Part, block: PartsText): Part {
    let { fullStart } = part;
    if (last?.shown.end === fullStart) {
      const below = this.file.lines.slice(last.there.end, there.fullStart);
      const isBelow = (line: string): boolean => block.lines[fullStart]?.trim() === line.trim();
      while (fullStart < part.start && isBelow(below.shift() ?? '')) fullStart += 1;
    }
    return { ...part, fullStart };
  }

  /** Whether the file has all lines that belong to no part. Documentation of nothing is that of a function that was cut off. */
  #isRead(shown: Part, { lines, root }: PartsText): boolean {
    const isHead = (at: number): boolean =>
      this.#isDeclarative && shown !== root && at < (shown.parts[0]?.fullStart ?? 0);
    const isRemark = (line: string): boolean =>
      isCommentLine(line) && (this.#isDeclarative || !isDocumentation(line));
    return lines
      .slice(shown.start, shown.end)
      .map((line, index) => ({ line, at: shown.start + index }))
      .filter(({ line, at }) => hasWord(line) && !isRemark(line) && !isHead(at))
      .every(
        ({ line, at }) =>
          this.#inFile.has(line.trim()) ||
          shown.parts.some(({ fullStart, end }) => fullStart <= at && at < end),
      );
  }

  #merge(there: Part, part: Part, block: PartsText): void {
    const isAll = isWhole(part, block);
    const isHolder = there.parts.length > 0 && part.parts.length > 0;
    if (this.#isDeclarative ? isHolder : !isAll && isHolder && this.#isRead(part, block)) {
      this.#fill({ there, shown: part }, block);
    } else if (!this.#isDeclarative && !isAll) {
      this.#anchor(there, part, block);
    } else if (!this.#isSame(there, part, block)) {
      this.#isCertain &&= isAll;
      if (!this.#isDeclarative) {
        this.#replace(there, part, block);
      } else if (there.parts.length > 0) {
        this.#fillFromLine(there, part, block);
      } else {
        this.#replaceValue(there, part, block);
      }
    }
  }

  /** Places what a function with marks within shows. */
  #anchor(there: Part, part: Part, block: PartsText): void {
    const { lines } = this.file;
    const bounds = [
      part.start,
      ...block.cuts.flatMap(({ at }) => (part.start < at && at <= part.end ? at : [])),
      part.end,
    ];
    const parts = bounds
      .slice(1)
      .map((end, index) =>
        this.#shifted(bounds[index] ?? 0, end, block, lines[there.start] ?? '', part.start),
      );
    const anchored = changesByAnchors(lines.slice(there.start, there.end), parts, this.extension);
    this.#isCertain &&=
      anchored !== undefined && definesSame(there, block.lines, part.start, lines);
    this.#hasOneNeighbor ||= anchored?.isBesideMark === true;
    for (const change of anchored?.changes ?? []) {
      const [start, end] = [change.start + there.start, change.end + there.start];
      this.#changes.push({ start, end, lines: change.lines });
    }
  }

  /** Puts a definition in the place of another one, with its comments. */
  #replace(there: Part, part: Part, block: PartsText): void {
    const { lines } = this.file;
    const head = lines[there.start] ?? '';
    const above = block.lines.slice(part.fullStart, part.start);
    const range = rangeOfSymbol(there, lines, above, 0);
    const added = this.#shifted(part.fullStart, part.end, block, head, part.start);
    this.#isCertain &&=
      range !== undefined &&
      definesSame(there, block.lines, part.start, lines) &&
      !this.#hasDots(added) &&
      endsAs(lines[there.end - 1] ?? '', added.at(-1) ?? '');
    this.#changes.push({ start: range?.start ?? there.start, end: there.end, lines: added });
  }

  #replaceValue(there: Part, part: Part, block: PartsText): void {
    const { start, end } = there;
    const old = this.file.lines.slice(start, end);
    const [first = '', ...others] = old;
    const added = this.#shifted(part.start, part.end, block, first);
    const [value, newValue] = [old, added].map((some) => valueOf(some, this.extension, 'core'));
    const isRead = value !== undefined && newValue !== undefined;
    this.#isCertain &&= isRead && lostIn(value, newValue).length === 0;
    const [line = '', ...more] = added;
    const isLine = others.length === 0 && more.length === 0;
    const kept = isLine ? [this.#withCommentOf(first, line)] : added;
    const hasComma = this.#codeOf(old.at(-1) ?? '').endsWith(',');
    this.#changes.push({ start, end, lines: this.#ended(kept, hasComma) });
  }

  /** The answer has in one line what the file has in several. */
  #fillFromLine(there: Part, part: Part, { lines }: PartsText): void {
    const [line = '', ...others] = lines.slice(part.start, part.end);
    const [head = '', ...rest] = others.length === 0 ? spread(line, this.extension) : [];
    const bare = this.#isJson ? ['{', head, ...rest, '}'] : [head, ...rest];
    const inner = rest.length > 0 ? readParts(bare, this.extension) : undefined;
    const [only] = inner?.root.parts ?? [];
    this.#isCertain &&= (only?.parts.length ?? 0) > 0;
    if (inner !== undefined && only !== undefined) {
      this.#fill({ there, shown: only }, inner);
    }
  }

  /** Adds what the file lacks behind the part that stands before it in the answer, or before the one behind it. */
  #add(
    fresh: readonly Part[],
    { there, shown }: Pair,
    block: PartsText,
    last?: Pair,
    next?: Pair,
  ): void {
    const [first] = fresh;
    const end = there.parts.at(-1);
    const final = fresh.at(-1);
    if (first === undefined || final === undefined || end === undefined) {
      return;
    }
    const isAfter = last !== undefined && isUncut(last.shown.end - 1, first.fullStart + 1, block);
    const isBefore = next !== undefined && isUncut(final.end - 1, next.shown.fullStart + 1, block);
    // What the answer leaves out beside it without a mark may be what is new, by another name.
    const hasRival = (neighbor: Pair | undefined, by: number): boolean => {
      const rival = neighbor && there.parts[there.parts.indexOf(neighbor.there) + by];
      return rival !== undefined && !shown.parts.some(({ name }) => name === rival.name);
    };
    const [isRivalBehind, isRivalBefore] = [hasRival(last, 1), hasRival(next, -1)];
    const isNested = shown !== this.block.root;
    const isFirst = last === undefined && isUncut(shown.start, first.fullStart + 1, block);
    const isLast = next === undefined && isUncut(final.end - 1, shown.end, block);
    const isLong = (part: Part): boolean => part.end > part.start + 1;
    this.#isCertain &&=
      !(isAfter && isBefore && (isRivalBehind || isRivalBefore)) &&
      !this.#isOtherMixin(fresh, there, shown) &&
      fresh.every((part) => this.#isComplete(part, block)) &&
      (isAfter || isBefore || this.#isMemberOf(there, first, shown, block)) &&
      // In YAML, a mark may stand for the key around what follows it.
      (!isYaml(this.extension) ||
        isUncut(last?.shown.end ?? shown.start, first.fullStart + 1, block));
    this.#hasOneNeighbor ||=
      (!this.#isDeclarative && !isAfter && !(isBefore && isFirst)) ||
      (!this.#isDeclarative && isNested && !isBefore && !isLong(final)) ||
      (isNested && isAfter && isLast && isRivalBehind) ||
      (isBefore && isFirst && isRivalBefore);
    // A declaration behind the rules within wins over theirs.
    const isRule = (part: Part, { lines }: PartsText): boolean =>
      this.#codeOf(lines[part.end - 1] ?? '').endsWith('}');
    const isLike = (part: Part): boolean =>
      isStyles(this.extension)
        ? isRule(first, block) || !isRule(part, this.file)
        : this.#isDeclarative || isLong(part) === isLong(first);
    const ownPlace = there.parts.findLast(isLike) ?? end;
    const before = !isAfter && isBefore ? next : undefined;
    const after = before === undefined ? (last?.there ?? ownPlace) : undefined;
    const behind = after === undefined ? first.fullStart : (last?.shown.end ?? first.fullStart);
    // Lines of no part between them stand in the file, too.
    const between = this.#isDeclarative ? [] : block.lines.slice(behind, first.fullStart);
    const known = between.findLastIndex((one) => hasWord(one) && !isCommentLine(one)) + 1;
    const from = behind + known;
    const to = before?.shown.fullStart ?? final.end;
    const line = (after?.end ?? 0) - 1;
    const isFollowed =
      after === undefined || this.#codeOf(this.file.lines[line] ?? '').endsWith(',');
    const indented = this.file.lines[(last ?? next)?.there.start ?? end.start] ?? '';
    // Only JSON's commas are written.
    const hasCommas = there.parts.some((part) =>
      this.#codeOf(this.file.lines[part.end - 1] ?? '').endsWith(','),
    );
    this.#isCertain &&= this.#isJson || isFollowed || !hasCommas;
    const added = fresh.flatMap((part, at) => {
      const own = this.#shifted(fresh[at - 1]?.end ?? from, part.end, block, indented, part.start);
      return this.#ended(own, isFollowed || part !== final);
    });
    added.push(...this.#shifted(final.end, to, block, indented, first.start));
    const place = before?.there.fullStart ?? after?.end ?? end.end;
    const at = place + known;
    const isBetween = (one: string, index: number): boolean =>
      one.trim() === this.file.lines[place + index]?.trim();
    this.#isCertain &&=
      between.slice(0, known).every(isBetween) &&
      !(likeC.test(this.extension) && typeLine.test(between[known - 1] ?? ''));
    // The answer does not say which one comes first.
    this.#isCertain &&= !this.#changes.some((one) => one.start === at && one.end === at);
    this.#changes.push({ start: at, end: at, lines: added });
    if (this.#isJson && after !== undefined) {
      this.#commas.push(line);
    }
  }

  /** Whether dots stand for code within a line: `field(7, ...)`. */
  #hasDots(lines: readonly string[]): boolean {
    const dots = /(?:\.{3}|…)(?![\w$([{'"`])/u;
    return lines.some((line) => dots.test(this.#codeOf(line)) && !this.#inFile.has(line.trim()));
  }

  /** Whether a new part is no list of heads, and not elsewhere in the file. */
  #isComplete(part: Part, block: PartsText): boolean {
    const { start, end } = part;
    const head = block.lines[start]?.trim() ?? '';
    const isHeadOnly = end === start + 1 && /^[^=]*\)$/u.test(head);
    return (
      isWhole(part, block) && (this.#isDeclarative || (!isHeadOnly && !this.#inFile.has(head)))
    );
  }

  /** Whether a part between marks is indented as the members of its definition are, and is none of the lines in there. */
  #isMemberOf(there: Part, part: Part, shown: Part, block: PartsText): boolean {
    const { lines } = this.file;
    const indentIn = (some: readonly string[], outer: Part, inner: Part | undefined): number =>
      indentOf(some[inner?.start ?? 0] ?? '').length - indentOf(some[outer.start] ?? '').length;
    return (
      this.#isDeclarative ||
      (shown !== block.root &&
        indentIn(lines, there, there.parts[0]) === indentIn(block.lines, shown, part) &&
        !isThere(
          lines.slice(there.start, there.end),
          block.lines.slice(part.start, part.start + 1),
        ))
    );
  }

  /** Of mixins, another one may be meant to stand for the one that is there. */
  #isOtherMixin(fresh: readonly Part[], there: Part, shown: Part): boolean {
    const words = fresh.flatMap(({ name }) => /^@[\w-]+(?=[^{]*$)/u.exec(name)?.[0] ?? []);
    return (
      isStyles(this.extension) &&
      there.parts.some(
        ({ name }) =>
          words.some((word) => name.startsWith(`${word} `)) &&
          !shown.parts.some((one) => one.name === name),
      )
    );
  }

  /** Whether both say the same; numbers also as they are written, as `3.10`. */
  #isSame(there: Part, part: Part, block: PartsText): boolean {
    const old = this.file.lines.slice(there.start, there.end);
    if (!this.#isDeclarative) {
      return isEqual(old, this.#shifted(part.start, part.end, block, old[0] ?? ''));
    }
    const added = block.lines.slice(part.start, part.end);
    const isEqualAs = (schema: Schema): boolean => {
      const [a, b] = [old, added].map((some) => valueOf(some, this.extension, schema));
      return a !== undefined && isSameValue(a, b);
    };
    return isEqualAs('core') && isEqualAs('failsafe');
  }

  /** Lines of the answer, indented like a line of the file. */
  #shifted(
    start: number,
    end: number,
    { lines }: PartsText,
    like: string,
    first = start,
  ): readonly string[] {
    const some = lines.slice(start, end);
    const line = lines[first] ?? '';
    if (!this.#isDeclarative) {
      const shift = shiftBetween(line, indentOf(like) + line.trimStart());
      const shifted = shift && shiftLines(some, shift);
      this.#isCertain &&= shifted !== undefined;
      return shifted ?? some;
    }
    const from = indentOf(line).length;
    // In a text of several lines, all blanks count.
    const ratio = some.some((one) => /[|>][-+\d]*$/u.test(one)) ? 1 : this.ratio;
    return some.map((one) => {
      const more = Math.max(0, indentOf(one).length - from);
      const blank = (indentOf(one).at(-1) ?? ' ').repeat(more * ratio);
      return isBlank(one) ? '' : indentOf(like) + blank + one.trimStart();
    });
  }

  #withCommentOf(old: string, line: string): string {
    const comment = old.slice(this.#codeOf(old).length).trimEnd();
    const hasOwn = this.#codeOf(line) !== line.trimEnd();
    return comment === '' || hasOwn ? line : line.trimEnd() + comment;
  }

  /** The lines with a comma at the end, or without one, where the language has commas. */
  #ended(lines: readonly string[], hasComma: boolean): readonly string[] {
    if (!this.#isJson) {
      return lines;
    }
    const last = lines.at(-1) ?? '';
    const code = this.#codeOf(last);
    const rest = last.slice(code.length);
    return [...lines.slice(0, -1), code.replace(/,$/u, '') + (hasComma ? ',' : '') + rest];
  }

  #writeCommas(): void {
    for (const line of this.#commas) {
      const at = this.#changes.findIndex(({ start, end }) => start <= line && line < end);
      const {
        start = line,
        end = line + 1,
        lines = this.file.lines.slice(line, line + 1),
      } = this.#changes[at] ?? {};
      const change = { start, end, lines: this.#ended(lines, true) };
      this.#changes.splice(at === -1 ? this.#changes.length : at, 1, change);
    }
  }
}

/** A definition with another end may be its head alone, or cut. */
function endsAs(last: string, line: string): boolean {
  const [, closer] = /([;})\]]|\bend)$/u.exec(line.trimEnd()) ?? [];
  return endsLike(last, line) || (closer !== undefined && last.trimEnd().endsWith(closer));
}
