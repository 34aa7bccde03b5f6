// Parts of style sheets and configurations, which have their places by path: a rule by its selector, a value by its keys. A
// value that the part shows is changed, what the file lacks is added behind what stands before it, and all else stays.
// (`modify()` of jsonc-parser writes JSON alone, in a layout of its own; the readers of named things know where each key
// stands in all of these languages, so that whole lines are written, and comments stay.)
import { parse } from 'yaml';
import { indentOf } from '../../../base/text/indentation';
import { languages } from './codeLanguages';
import { CodeScanner, lexisOf, type Lexis } from './codeScanner';
import { indentationOf } from './fileIndentation';
import { hasWord, inOrder, isBlank, type LineRange, type TextChange } from './fileText';
import { isCommentLine } from './marks';
import { namedThings } from './namedThings';
import { replaceCode, type PlacedLines, type Sources, type TextSource } from './sources';
import { keyOf, type NamedThing } from './thingTree';

const styles = /^(?:css|scss|less)$/u;
const keyed = /^(?:jsonc?|toml)$/u;
const yamlLike = /^ya?ml$/u;

export function hasPaths(extension: string): boolean {
  return [styles, keyed, yamlLike].some((kind) => kind.test(extension));
}

/** A rule, declaration or key, with those in it. */
interface Part extends LineRange {
  readonly name: string;
  /** The first line of the comments above. */
  readonly lead: number;
  /** Each has lines of its own; empty if they share lines. */
  readonly parts: readonly Part[];
}

interface PartsText {
  readonly lines: readonly string[];
  readonly root: Part;
}

/** Returns undefined if a path is not certain, or nothing would change. */
export function placeByPath(
  lines: readonly string[],
  isMark: (line: string) => boolean,
  { base }: TextSource,
  { extension, indentation }: Sources,
): readonly PlacedLines[] | undefined {
  const file = readParts(base.lines, extension);
  const { shown, cuts } = shownLines(lines, isMark, base.lines, extension);
  const block = readShown(shown, extension);
  const inFile = new Set(base.lines.map((line) => line.trim()));
  const isRead = block?.lines.every(
    (line, at) =>
      !hasWord(line) ||
      isCommentLine(line) ||
      inFile.has(line.trim()) ||
      block.root.parts.some(({ start, end }) => start <= at && at < end),
  );
  if (file === undefined || block === undefined || isRead !== true) {
    return undefined;
  }
  const unit = indentationOf(block.lines, extension).unit;
  const ratio = unit > 0 && indentation.unit > 0 ? indentation.unit / unit : 1;
  const filler = new Filler(file, extension, ratio, new Set(cuts));
  const changes = filler.fill(block);
  return changes?.flatMap(({ start, end, lines: added }) => {
    const around = file.root.parts.findLast((part) => part.lead <= start) ?? file.root;
    const near = { start: Math.min(start, around.start), end: Math.max(end, around.end) };
    return replaceCode(base, { start, end }, added, extension).map((one) => ({ ...one, near }));
  });
}

/** The lines without marks, and before which of them one stood. A file without comments gets none: JSON allows none. */
function shownLines(
  lines: readonly string[],
  isMark: (line: string) => boolean,
  file: readonly string[],
  extension: string,
): { readonly shown: readonly string[]; readonly cuts: readonly number[] } {
  const codeOf = codeReader(extension);
  const isPlain =
    /^jsonc?$/u.test(extension) && file.every((line) => codeOf(line) === line.trimEnd());
  const shown: string[] = [];
  const cuts: number[] = [];
  for (const line of lines) {
    const text = isPlain ? codeOf(line) : line;
    if (isMark(line)) {
      cuts.push(shown.length);
    } else if (text !== '' || isBlank(line)) {
      shown.push(text);
    }
  }
  return { shown, cuts };
}

/** Reads the parts of what an answer shows: of JSON also keys without the brackets around them. */
function readShown(lines: readonly string[], extension: string): PartsText | undefined {
  const isBare =
    /^jsonc?$/u.test(extension) && /^\s*"/u.test(lines.find((line) => !isBlank(line)) ?? '');
  const all = isBare ? ['{', ...lines, '}'] : lines;
  const text = readParts(all, extension);
  const [only, ...others] = all;
  return text?.root.parts.length === 0 && only !== undefined && others.length === 0
    ? readParts(spread(only, extension), extension)
    : text;
}

function readParts(lines: readonly string[], extension: string): PartsText | undefined {
  const isOneDocument = lines.slice(1).every((line) => !/^---(?:\s|$)/u.test(line));
  const things = isOneDocument ? namedThings(lines, extension) : undefined;
  if (things === undefined) {
    return undefined;
  }
  const byPath = Map.groupBy(
    things.filter(({ kind }) => kind === 'key' || kind === 'selector'),
    ({ path }) => keyOf(path),
  );
  const partsIn = (range: LineRange, path: readonly string[]): readonly Part[] => {
    const inner = (byPath.get(keyOf(path)) ?? []).filter(
      ({ start, end }) => range.start <= start && end <= range.end,
    );
    const isApart = inner.every(({ start }, index) => start >= (inner[index - 1]?.end ?? 0));
    return isApart
      ? inner.map((thing, index) => partOf(thing, inner[index - 1]?.end ?? range.start))
      : [];
  };
  const partOf = (thing: NamedThing, from: number): Part => {
    const { name, path, start, end } = thing;
    let lead = start;
    while (lead > from && isAbove(lines[lead - 1] ?? '')) {
      lead -= 1;
    }
    return { name, start, end, lead, parts: partsIn({ start: start + 1, end }, [...path, name]) };
  };
  const all = { start: 0, end: lines.length };
  return { lines, root: { ...all, name: '', lead: 0, parts: partsIn(all, []) } };
}

/** Whether a line is a comment, not a selector such as `#main,`. */
function isAbove(line: string): boolean {
  return isCommentLine(line) && !/[{,]$/u.test(line);
}

/** The changes that give a text what parts show. */
class Filler {
  readonly #changes: TextChange[] = [];
  /** The lines of the file after which something follows now. */
  readonly #commas: number[] = [];
  readonly #codeOf: (line: string) => string;
  #isCertain = true;

  constructor(
    private readonly file: PartsText,
    private readonly extension: string,
    /** How much more a level is indented in the file. */
    private readonly ratio: number,
    private readonly cuts: ReadonlySet<number>,
  ) {
    this.#codeOf = codeReader(extension);
  }

  fill(block: PartsText): readonly TextChange[] | undefined {
    const { root } = this.file;
    const names = new Set(root.parts.map(({ name }) => name));
    const known = block.root.parts.filter(({ name }) => names.has(name));
    const isAnchored = known.some((part) => {
      const there = root.parts.find(({ name }) => name === part.name);
      return there && (there.parts.length > 0 || this.#isSame(there, part, block.lines));
    });
    // Of an object that is shown alone, `name` may be that of any other one.
    if (known.length === 0 || (block.root.parts.length > 1 && !isAnchored)) {
      return undefined;
    }
    this.#fill(root, block.root, block);
    this.#writeCommas();
    return this.#isCertain && this.#changes.length > 0 ? joined(this.#changes) : undefined;
  }

  #fill(there: Part, shown: Part, block: PartsText): void {
    let last: Part | undefined;
    let fresh: Part[] = [];
    for (const part of shown.parts) {
      const [same, second] = there.parts.filter(({ name }) => name === part.name);
      const isTwice = shown.parts.some((one) => one !== part && one.name === part.name);
      this.#isCertain &&= second === undefined && !isTwice;
      if (same === undefined) {
        fresh.push(part);
      } else {
        this.#add(fresh, there, shown, block, last, same);
        this.#merge(same, part, block);
        [last, fresh] = [same, []];
      }
    }
    this.#add(fresh, there, shown, block, last);
  }

  #merge(there: Part, part: Part, block: PartsText): void {
    const { lines } = this.file;
    const [line = '', ...others] = block.lines.slice(part.start, part.end);
    if (there.parts.length > 0 && part.parts.length > 0) {
      this.#fill(there, part, block);
    } else if (this.#isSame(there, part, block.lines)) {
      return;
    } else if (there.parts.length > 0) {
      const inner =
        others.length === 0 ? readShown(spread(line, this.extension), this.extension) : undefined;
      const [only] = inner?.root.parts ?? [];
      this.#isCertain &&= inner !== undefined && only !== undefined && only.parts.length > 0;
      if (inner !== undefined && only !== undefined && only.parts.length > 0) {
        this.#fill(there, only, inner);
      }
    } else {
      const old = lines.slice(there.start, there.end);
      const added = this.#shifted(part.start, part.end, block, lines[there.start] ?? '');
      const values = [old, added].map((some) => valueOf(some, this.extension, 'core'));
      this.#isCertain &&= this.#isWhole(part.start, part.end) && keepsAll(values[0], values[1]);
      const hasComma = this.#codeOf(old.at(-1) ?? '').endsWith(',');
      const isLine = old.length === 1 && added.length === 1;
      const kept = isLine ? [this.#withCommentOf(old[0] ?? '', added[0] ?? '')] : added;
      this.#changes.push({
        start: there.start,
        end: there.end,
        lines: this.#ended(kept, hasComma),
      });
    }
  }

  /** Adds what the file lacks behind the part that stands before it in the answer, or before the one behind it. */
  #add(
    fresh: readonly Part[],
    there: Part,
    shown: Part,
    block: PartsText,
    last: Part | undefined,
    next?: Part,
  ): void {
    const [first] = fresh;
    const end = there.parts.at(-1);
    if (first === undefined || end === undefined) {
      return;
    }
    // Of mixins, another one may be meant to stand for the one that is there.
    const words = fresh.flatMap(({ name }) => /^@[\w-]+(?=[^{]*$)/u.exec(name)?.[0] ?? []);
    const isOther = there.parts.some(
      ({ name }) =>
        words.some((word) => name.startsWith(`${word} `)) &&
        styles.test(this.extension) &&
        !shown.parts.some((one) => one.name === name),
    );
    const after = last ?? (next === undefined ? end : undefined);
    const index = shown.parts.indexOf(first);
    const from = last === undefined ? first.lead : (shown.parts[index - 1]?.end ?? first.lead);
    const nextShown = shown.parts[index + fresh.length];
    const to = after === undefined ? (nextShown?.lead ?? 0) : (fresh.at(-1)?.end ?? 0);
    // What the answer leaves out between two neighbors without a mark may be what is new there, by another name.
    const isRival = (part: Part): boolean =>
      (last?.end ?? Infinity) <= part.start && part.end <= (next?.start ?? 0);
    const isMarked = !this.#isWhole(from - 1, (nextShown?.start ?? 0) + 1);
    this.#isCertain &&=
      !isOther &&
      (isMarked || !there.parts.some(isRival)) &&
      fresh.every((part) => this.#isWhole(part.start, part.end));
    const like = this.file.lines[end.start] ?? '';
    const isJson = /^jsonc?$/u.test(this.extension);
    const line = (after?.end ?? 0) - 1;
    const isFollowed =
      after === undefined || this.#codeOf(this.file.lines[line] ?? '').endsWith(',');
    const added = fresh.flatMap((part, at) => {
      const start = at === 0 ? from : (fresh[at - 1]?.end ?? from);
      const own = this.#shifted(start, part.end, block, like, part.start);
      return isJson ? this.#ended(own, isFollowed || at < fresh.length - 1) : own;
    });
    added.push(...this.#shifted(fresh.at(-1)?.end ?? to, to, block, like, first.start));
    const at = after?.end ?? next?.lead ?? end.end;
    this.#changes.push({ start: at, end: at, lines: added });
    if (isJson && after !== undefined) {
      this.#commas.push(line);
    }
  }

  /** Whether both say the same; numbers also as they are written, as `3.10`. */
  #isSame(there: Part, part: Part, shown: readonly string[]): boolean {
    const old = this.file.lines.slice(there.start, there.end);
    const added = shown.slice(part.start, part.end);
    const isEqualAs = (schema: Schema): boolean => {
      const [a, b] = [old, added].map((some) => valueOf(some, this.extension, schema));
      return a !== undefined && isSameValue(a, b);
    };
    return isEqualAs('core') && isEqualAs('failsafe');
  }

  /** Whether no mark stands within lines of the answer. */
  #isWhole(start: number, end: number): boolean {
    return ![...this.cuts].some((cut) => start < cut && cut < end);
  }

  /** Lines of the answer, indented like a line of the file. */
  #shifted(
    start: number,
    end: number,
    { lines }: PartsText,
    like: string,
    first = start,
  ): readonly string[] {
    const from = indentOf(lines[first] ?? '').length;
    const some = lines.slice(start, end);
    // In a text of several lines, all blanks count.
    const ratio = some.some((line) => /[|>][-+\d]*$/u.test(line)) ? 1 : this.ratio;
    return some.map((line) => {
      const more = Math.max(0, indentOf(line).length - from);
      const blank = (indentOf(line).at(-1) ?? ' ').repeat(more * ratio);
      return isBlank(line) ? '' : indentOf(like) + blank + line.trimStart();
    });
  }

  #withCommentOf(old: string, line: string): string {
    const comment = old.slice(this.#codeOf(old).length).trimEnd();
    return this.#codeOf(line) === line.trimEnd() ? line.trimEnd() + comment : line;
  }

  /** The lines with a comma at the end, or without one, where the language has commas. */
  #ended(lines: readonly string[], hasComma: boolean): readonly string[] {
    const last = lines.at(-1) ?? '';
    const code = this.#codeOf(last);
    const rest = last.slice(code.length);
    const isJson = /^jsonc?$/u.test(this.extension);
    return isJson
      ? [...lines.slice(0, -1), code.replace(/,$/u, '') + (hasComma ? ',' : '') + rest]
      : lines;
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

/** Joins the changes of neighboring lines: a line that gets a comma makes no sense without what is added below it. */
function joined(changes: readonly TextChange[]): readonly TextChange[] {
  const result: TextChange[] = [];
  for (const change of inOrder(changes)) {
    const last = result.at(-1);
    if (last !== undefined && last.end === change.start) {
      result[result.length - 1] = {
        ...last,
        end: change.end,
        lines: [...last.lines, ...change.lines],
      };
    } else {
      result.push(change);
    }
  }
  return result;
}

const yamlLexis = lexisOf([
  { open: String.raw`(?<=^|\s)#`, close: '', kind: 'comment', isRaw: true },
  { open: `'`, close: `'`, kind: 'string', isRaw: true },
  { open: '"', close: '"', kind: 'string' },
]);

function lexisFor(extension: string): Lexis {
  return languages.get(extension)?.lexis ?? yamlLexis;
}

/** Returns a line without the comment at its end. */
function codeReader(extension: string): (line: string) => string {
  return (line) => new CodeScanner(lexisFor(extension)).read(line).code.trimEnd();
}

/** A line of which the outermost braces stand on lines of their own, as does each thing in them. */
function spread(line: string, extension: string): readonly string[] {
  const { marks } = new CodeScanner(lexisFor(extension)).read(line);
  const indent = indentOf(line);
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const { at, char } of marks) {
    const isCloser = /[)\]}]/u.test(char);
    depth -= isCloser ? 1 : 0;
    const isCut = isCloser
      ? depth === 0
      : /[,;]/u.test(char)
        ? depth === 1
        : char === '{' && depth === 0;
    if (isCut) {
      const to = isCloser ? at : at + 1;
      parts.push(line.slice(from, to).trim());
      from = to;
    }
    depth += /[([{]/u.test(char) ? 1 : 0;
  }
  const [head = '', ...inner] = parts.filter((text) => text !== '');
  return parts.length < 2
    ? [line]
    : [
        indent + head,
        ...inner.map((text) => `${indent}  ${text}`),
        indent + line.slice(from).trim(),
      ];
}

/** How scalars of YAML are read: as values, or as they are written. */
type Schema = 'core' | 'failsafe';

/** What lines with one key say; undefined if it can't be read. Of a style, it is the text, and of a rule the properties. */
function valueOf(lines: readonly string[], extension: string, schema: Schema): unknown {
  const code = lines.map(codeReader(extension)).filter((line) => line !== '');
  const text = code.join('\n').trim().replace(/,$/u, '');
  try {
    if (styles.test(extension)) {
      const [, ...body] = text.split('{');
      const names = body
        .join('{')
        .split(/[;{}\n]/u)
        .map((one) => one.split(':', 1)[0]?.trim());
      return schema === 'core' && body.length > 0
        ? Object.fromEntries(names.map((name) => [name, '']))
        : code.map((line) => line.trim()).join('\n');
    }
    if (/^jsonc?$/u.test(extension)) {
      return JSON.parse(`{${text}}`);
    }
    const source = extension === 'toml' ? text.replace('=', ': ') : lines.join('\n');
    return parse(source, { schema });
  } catch {
    return undefined;
  }
}

function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a new value has all elements and keys of the old one. */
function keepsAll(old: unknown, value: unknown): boolean {
  if (old === undefined || value === undefined) {
    return false;
  }
  if (Array.isArray(old)) {
    const left = Array.isArray(value) ? [...value] : [];
    return old.every((one) => {
      const at = left.findIndex((other) => isSameValue(one, other));
      left.splice(at === -1 ? 0 : at, 1);
      return at !== -1;
    });
  }
  return (
    !isRecord(old) ||
    (isRecord(value) &&
      Object.keys(old).every((key) => key in value && keepsAll(old[key], value[key])))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
