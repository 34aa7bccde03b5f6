// The functions, members, keys, imports and the like of a text, found without a parser of its language: a scanner knows
// strings, comments and brackets, and a table of patterns knows how what has a name begins.
import { indentOf } from '../../../base/text/indentation';
import { languages, type Context, type Language } from './codeLanguages';
import { closers, CodeScanner, type CodeMark } from './codeScanner';
import { isJson, markdownThings, yamlThings } from './dataThings';
import { isBlank, isEqual } from './fileText';
import { importNodes } from './importedNames';
import { isCommentLine } from './marks';
import { ThingNode, thingsOf, unquoted, type NamedThing } from './thingTree';

/**
 * The named things of a text, in the order of their starts. It is undefined if it can't be read: a bracket or string is
 * open at the end, JSON or YAML that doesn't parse, duplicate keys, anchors, or an unknown language.
 *
 * @param extension of the file's name, lower case, without the dot: `ts`, `py`, `yml`; whole names for files without one:
 *   `dockerfile`, `makefile`
 */
export function namedThings(
  lines: readonly string[],
  extension: string,
): readonly NamedThing[] | undefined {
  if (lines.some((line) => line.length > maxLine)) return undefined;
  if (extension === 'md') return markdownThings(lines);
  if (/^(?:vue|svelte|html?)$/u.test(extension)) return partsThings(lines);
  if (extension === 'yml' || extension === 'yaml') return yamlThings(lines);
  const language = languages.get(extension);
  if (language === undefined || (language.isJson === true && !isJson(lines, language.lexis)))
    return undefined;
  const things = new Outliner(lines.map(withNamedHoles), language).read();
  if (things === undefined || (language.isJson === true && hasTwins(things))) return undefined;
  return thingsOf(things);
}

/** Whether two texts of a language that is known differ only in comments, blank lines, and blanks before a line's last sign. */
export function isSameCode(a: readonly string[], b: readonly string[], extension: string): boolean {
  const codeOf = (lines: readonly string[]): readonly string[] =>
    codeLines(lines, extension, 'texts').map((line) => line.replace(/(?<!\s)\s+(?=[:;,{]$)/u, ''));
  return languages.has(extension) && isEqual(codeOf(a), codeOf(b));
}

/** The lines with code, without comments; of those within a text of several lines, all that is wanted. */
export function codeLines(
  lines: readonly string[],
  extension: string,
  wanted?: 'texts',
): readonly string[] {
  const lexis = languages.get(extension)?.lexis;
  if (lexis === undefined) return lines.filter((line) => !isBlank(line) && !isCommentLine(line));
  const scanner = new CodeScanner(lexis);
  return lines.flatMap((line) => {
    const isText = scanner.isInString && !scanner.isInComment;
    const code = scanner.read(line).code.trimEnd();
    if (isText) return wanted === 'texts' ? line : [];
    return code === '' ? [] : code;
  });
}

/** The scripts and styles of a page or component, with their tags. */
function partsThings(lines: readonly string[]): readonly NamedThing[] | undefined {
  const things: NamedThing[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const [tag, kind, attributes] =
      /^\s*<(script|style)\b([^>]*)>\s*$/u.exec(lines[start] ?? '') ?? [];
    if (tag === undefined) continue;
    const end = lines.findIndex((line, index) => index > start && line.trim() === `</${kind}>`);
    const language =
      /\blang="(\w+)"/u.exec(attributes ?? '')?.[1] ?? (kind === 'style' ? 'css' : 'js');
    const inner = end === -1 ? undefined : namedThings(lines.slice(start + 1, end), language);
    if (inner === undefined) return undefined;
    const name = tag.trim();
    things.push({ kind: 'element', name, path: [], start, end: end + 1 });
    for (const thing of inner) {
      const path = thing.kind === 'import' ? thing.path : [name, ...thing.path];
      const from = start + 1;
      things.push({ ...thing, path, start: thing.start + from, end: thing.end + from });
    }
    start = end;
  }
  return things;
}

/** Who writes a template of code calls a class `{{ name }}`. */
function withNamedHoles(line: string): string {
  return line.replaceAll(/\{\{-?\s[^{}]+\s-?\}\}/gu, (hole) =>
    hole.replaceAll(/[^\p{L}\p{N}]/gu, '_'),
  );
}

/** Whether an object has a key twice. */
function hasTwins(nodes: readonly ThingNode[]): boolean {
  const keys = nodes.filter(({ kind }) => kind === 'key');
  return [...Map.groupBy(keys, ({ parent }) => parent).values()].some(
    (siblings) => new Set(siblings.map(({ name }) => name)).size < siblings.length,
  );
}

/** The text, or what stands in a pair of brackets. */
class Frame {
  context: Context;
  /** What the brackets belong to. */
  owner: ThingNode | undefined;
  /** The statement, member or element that is being read. */
  node: ThingNode | undefined;
  /** What the next ones belong to, though no bracket says so: a case, or a function above lines that are indented. */
  scopes: ThingNode[] = [];
  /** They belong to the next one. */
  decorators: ThingNode[] = [];
  /** Where the part of the line begins that was not added to `node`. */
  from: number;

  constructor(
    readonly close: string,
    readonly line: number,
    readonly at: number,
  ) {
    this.from = at + 1;
    this.context = this.isText ? 'top' : 'none';
  }

  get isText(): boolean {
    return this.close === '';
  }

  get hasStatements(): boolean {
    return ['top', 'block', 'type', 'enum', 'cases'].includes(this.context);
  }

  copy(): Frame {
    const { scopes, decorators } = this;
    const copy = new Frame(this.close, this.line, this.at);
    return Object.assign(copy, this, { scopes: [...scopes], decorators: [...decorators] });
  }
}

/** Nobody applies code to a minified file, and the patterns take a time that grows with the square of a line. */
const maxLine = 2_000;
/** No line is indented less; a section counts as -1. */
const outermost = -2;
/** People write shorter heads of functions; it bounds what the patterns cost. */
const maxHead = 600;
/** A class in Objective-C goes to its `@end`. */
const objectiveC = /^@(?:interface|implementation|protocol)\b[^;{(]*(?:\(\w*\))?[^;{(]*$/u;
const comprehension = /^(?:(?!\sfor\s)[^'"])*\sfor\s[^'"]*\sin\s/u;
/** `goto` and `break` lead there: `again:`, `'outer:`. */
const jumpLabel = /^'?\w+\s*:$/u;
const accessLabel = /^(?:public|private|protected|signals)(?: slots)?\s*:$/u;
/** It begins a line that continues the one before, though it is not indented more. */
const continues = /^(?:[{)\].?:|=,>]|&&|(?:extends|implements|throws|where)\b)/u;
const continuesBlock = /^(?:else|catch|finally)\b/u;

/** What stands in brackets behind its name are no parameters of a function, but what it has. */
const ofType = /\b(?:class|enum|interface|record|struct)\b/u;
/** People write shorter heads of functions; it bounds what one that is never closed costs. */
const maxHeadLines = 50;

/** A parameter without its annotations, its default, and the blanks around. */
function plainParameter(parameter: string): string {
  return parameter
    .replace(/=.*$/su, '')
    .replaceAll(/@[\w.]+(?:\([^()]*\))?\s|\[[^\]]*\]\s|\b(?:const|final)\s/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

class Outliner {
  readonly #scanner: CodeScanner;
  readonly #nodes: ThingNode[] = [];
  #stack = [new Frame('', 0, -1)];
  /** What was open where the preprocessor began a choice. */
  readonly #choices: Frame[][] = [];
  /** The line that is being read, with blanks for comments. */
  #code = '';
  /** Its code begins after so many characters. */
  #indent = 0;
  readonly #codes: string[] = [];
  #line = 0;
  /** The last line before with code. */
  #last = -1;

  constructor(
    private readonly lines: readonly string[],
    private readonly language: Language,
  ) {
    this.#scanner = new CodeScanner(language.lexis);
  }

  /** Returns undefined if brackets do not match. */
  read(): readonly ThingNode[] | undefined {
    for (this.#line = 0; this.#line < this.lines.length; this.#line += 1) {
      const line = this.lines[this.#line] ?? '';
      const { isInString } = this.#scanner;
      if (this.language.hasPreprocessor === true && !isInString && this.#preprocess(line)) continue;
      const { code, marks } = this.#scanner.read(line);
      this.#code = code.trimEnd();
      this.#codes[this.#line] = this.#code;
      this.#indent = indentOf(code).length;
      if (this.#code !== '') {
        if (!this.#readLine(marks, isInString)) return undefined;
        this.#last = this.#line;
      } else if (isInString) {
        this.#last = this.#line;
      }
    }
    const [bottom] = this.#stack;
    if (bottom === undefined || this.#stack.length > 1 || this.#scanner.isInString)
      return undefined;
    this.#endNode(bottom);
    this.#endScopes(bottom);
    for (const node of this.#nodes) {
      const accessor = node.kind === 'decorator' && /\.(setter|getter|deleter)$/u.exec(node.name);
      if (accessor && node.parent !== undefined) node.parent.variant = accessor[1];
      if (node.kind === 'definition' || node.kind === 'member') {
        node.variant ??= this.#overloadOf(node);
      }
    }
    return this.#nodes;
  }

  /** The types of a function's parameters, where others may have its name. */
  #overloadOf({ name, start }: ThingNode): string | undefined {
    const { overloadBy } = this.language;
    const head = this.#codes[start] ?? '';
    const at = head.indexOf(name);
    if (overloadBy === undefined || at === -1 || ofType.test(head.slice(0, at))) return undefined;
    const open = /^\s*(?:<[^()]*>\s*)?\(/u.exec(head.slice(at + name.length));
    if (open === null) return undefined;
    const lines = [head.slice(at + name.length + open[0].length)];
    const parameters = [''];
    let last = '';
    for (let depth = 1, line = start; line < start + maxHeadLines; line += 1) {
      for (const char of `${lines.pop() ?? this.#codes[line] ?? ''}\n`) {
        if ('([{<'.includes(char)) depth += 1;
        else if (')]}>'.includes(char) && last !== '-') depth -= 1;
        last = char;
        if (depth === 0)
          return parameters.map((one) => overloadBy(plainParameter(one)).trim()).join();
        if (char === ',' && depth === 1) parameters.push('');
        else parameters[parameters.length - 1] += char;
      }
    }
    return undefined;
  }

  #readLine(marks: readonly CodeMark[], isInString: boolean): boolean {
    const top = this.#stack.at(-1);
    if (top === undefined) return false;
    top.from = 0;
    if (!isInString) this.#beginLine(top);
    let touched = this.#stack.length - 1;
    for (const { at, char } of marks) {
      const isLast = at === this.#code.length - 1;
      const frame = this.#stack.at(-1);
      if (frame === undefined) return false;
      const close = closers[char];
      if (close !== undefined) {
        this.#stack.push(new Frame(close, this.#line, at));
      } else if (char === ';' || char === ',') {
        if (char === ';' ? isLast : this.#separates(frame, at)) {
          this.#add(frame, at + 1);
          this.#endNode(frame);
        }
      } else if (frame.close === char) {
        this.#add(frame, at);
        this.#endNode(frame);
        this.#endScopes(frame, outermost, at === this.#indent ? this.#last + 1 : this.#line + 1);
        this.#stack.pop();
        touched = Math.min(touched, this.#stack.length - 1);
        const outer = this.#stack.at(-1);
        if (outer === undefined) return false;
        if (frame.line < this.#line) outer.from = at;
        const indent = outer.node?.indent ?? Infinity;
        const isEnd =
          this.language.needsSeparators === true ||
          (this.#indent <= indent && !this.#goesOn(indent));
        if (char === '}' && isLast && outer.hasStatements && isEnd) {
          this.#add(outer, at + 1);
          this.#endNode(outer);
        }
      } else if (this.language.isLenient !== true) {
        return false;
      }
    }
    this.#endLine(touched);
    return true;
  }

  /** Whether the next line continues this one, indented more: `type A = B extends {` … `}`, `? C : D`. */
  #goesOn(indent: number): boolean {
    const next = this.lines[this.#line + 1] ?? '';
    return indentOf(next).length > indent && continues.test(next.trimStart());
  }

  #beginLine(frame: Frame): void {
    const { language } = this;
    const indent = this.#indent;
    const text = this.#code.slice(indent);
    if (language.isIndented === true) {
      if (!frame.isText || frame.node?.text.endsWith('\\') === true) return;
      this.#endNode(frame);
      const isMiddle = language.middle?.test(text) === true;
      const isCloser = language.closer?.test(text) === true;
      const isLabel = language.label?.test(text) === true;
      const isSection = language.section?.test(text) === true;
      const isWithin = isMiddle || isCloser || isLabel;
      this.#endScopes(frame, isSection ? outermost : isWithin ? indent + 1 : indent);
      const last = frame.scopes.at(-1);
      const isEnded = isLabel && last !== undefined && language.inner?.(last.text) !== 'type';
      if (last?.kind === 'case' || isEnded) this.#endScopes(frame, indent);
      if (isCloser) this.#endScopes(frame, indent, this.#line + 1);
      return;
    }
    if (text === '@end') this.#endScopes(frame, outermost, this.#line + 1);
    const { node } = frame;
    const isIn = frame.hasStatements || frame.context === 'object';
    if (node === undefined || language.needsSeparators === true || !isIn || indent > node.indent)
      return;
    const isContinued =
      continues.test(text) || (frame.context !== 'type' && continuesBlock.test(text));
    if (!isContinued) this.#endNode(frame);
  }

  /** Whether a comma ends an element: not between type parameters. */
  #separates(frame: Frame, at: number): boolean {
    if (['block', 'top', 'type'].includes(frame.context)) return false;
    const part = this.#code.slice(Math.max(frame.from, at - maxHead), at);
    const text = `${frame.node?.text ?? ''} ${part}`.slice(-maxHead);
    if (frame.context === 'cases' && !text.includes('=>')) return false;
    const opened = text.match(/[\w$]<(?=[\w$({[?*&'"])/gu)?.length ?? 0;
    const closed = text.match(/[^\s=-]>/gu)?.length ?? 0;
    return opened <= closed || at === this.#code.length - 1;
  }

  /** Adds the line from where it was added last. */
  #add(frame: Frame, to: number): void {
    const { from } = frame;
    const text = this.#code.slice(from, to);
    frame.from = to;
    if (text.trim() === '') return;
    let { node } = frame;
    if (node === undefined) {
      const isFirst = from <= this.#indent;
      const isSection = isFirst && frame.isText && this.language.section?.test(text.trim());
      const indent = isSection === true ? -1 : this.#indent;
      node = new ThingNode(frame.scopes.at(-1) ?? frame.owner, this.#line, { indent, isFirst });
      frame.node = node;
      this.#nodes.push(node);
    }
    if (node.text.length < maxHead) {
      const begun = node.text === '' ? text.trim() : `${node.text} ${text.trim()}`;
      if (node.lineStarts.at(-1)?.[1] !== this.#line) {
        node.lineStarts.push([node.text.length, this.#line]);
      }
      node.text = begun.slice(0, maxHead);
    }
    node.end = this.#line + 1;
  }

  /** Names and adds to all that this line has touched and not ended. */
  #endLine(touched: number): void {
    for (let depth = Math.max(0, touched); depth < this.#stack.length; depth += 1) {
      const frame = this.#stack[depth];
      const inner = this.#stack[depth + 1];
      if (frame === undefined) return;
      this.#add(frame, inner === undefined ? this.#code.length : inner.at + 1);
      const { node } = frame;
      if (node === undefined) continue;
      const rest = inner && this.#code.slice(inner.at + 1, inner.at + maxHead);
      this.#name(frame, node, rest);
      if (inner === undefined) {
        const labels = frame.context === 'block' ? jumpLabel : accessLabel;
        const isLabel =
          node.kind === 'case'
            ? node.text.endsWith(':')
            : node.kind !== 'key' && labels.test(node.text);
        if (node.kind === 'decorator' || isLabel) this.#endNode(frame);
      } else if (inner.line === this.#line) {
        inner.owner = node;
        inner.context = this.#contextInBrackets(frame, node);
      }
    }
  }

  /** What stands in the brackets that code opens. */
  #contextInBrackets(frame: Frame, { text }: ThingNode): Context {
    if (text === '{' && this.language.isJson !== true) {
      return frame.hasStatements ? 'block' : 'object';
    }
    // Java's constants may have methods.
    if (frame.context === 'enum' && text.endsWith('{')) return 'type';
    const head = text.length < maxHead ? text : `${text}${this.#code.slice(-40)}`;
    return this.language.brackets.find(([, pattern]) => pattern.test(head))?.[0] ?? 'none';
  }

  /** @param rest the rest of the line, if it goes on in brackets */
  #name(frame: Frame, node: ThingNode, rest: string | undefined, isEnd = false): void {
    const isBegun = node.isFirst || rest !== undefined || node.line < this.#line;
    if (node.kind !== undefined || !isBegun) return;
    const context = this.#contextOfRows(frame);
    for (const [where, kind, pattern] of this.language.rows) {
      if (!where.includes(context === 'enum' ? 'type' : context)) continue;
      const found = pattern.exec(node.text) ?? (rest ? pattern.exec(`${node.text}${rest}`) : null);
      if (found === null) continue;
      const groups = found.groups ?? {};
      const name = (groups['name'] ?? groups['attribute'] ?? '').trim();
      node.kind = kind === 'member' && context === 'top' ? 'definition' : kind;
      node.name =
        kind === 'key' || kind === 'member'
          ? unquoted(name).replace(/\b(?:async|readonly|override)\s+/gu, '')
          : name.replace(/^[\w$.]+\([^)]*$/u, '$&)');
      if (kind === 'case' && this.language.isIndented !== true) {
        this.#endScopes(frame);
        node.parent = frame.owner;
      }
      if (groups['owner'] !== undefined) node.owner = [groups['owner']];
      const offset = found.index + (kind === 'selector' ? 0 : found[0].lastIndexOf(name));
      node.start = node.lineStarts.findLast(([start]) => start <= offset + 1)?.[1] ?? node.line;
      break;
    }
    const isItem = frame.context === 'list' || frame.context === 'object';
    if (isEnd && isItem && node.kind === undefined && !comprehension.test(node.text)) {
      node.kind = 'element';
      node.name = node.text.replace(/,$/u, '');
    }
    if (node.kind !== undefined && node.parent !== undefined) {
      node.parent.first ??= node.text.replace(/,$/u, '');
      if (node.kind === 'key' && /^(?:name|id|key)$/iu.test(node.name)) {
        node.parent.label ??= /[:=]>?(.*)/u.exec(node.text)?.[1]?.trim().replace(/,$/u, '');
      }
    }
  }

  /** The context by which the rows of the table are chosen. */
  #contextOfRows(frame: Frame): Context {
    if (this.language.isIndented !== true || !frame.isText) return frame.context;
    const scope = frame.scopes.findLast(({ kind }) => kind === 'definition');
    return scope === undefined ? 'top' : (this.language.inner?.(scope.text) ?? 'block');
  }

  #endNode(frame: Frame): void {
    const { node } = frame;
    if (node === undefined) return;
    frame.node = undefined;
    this.#name(frame, node, undefined, true);
    if (node.kind !== 'decorator') {
      for (const decorator of frame.decorators.splice(0)) decorator.parent = node;
    }
    const imports = this.language.imports?.find((pattern) => pattern.test(node.text));
    if (imports !== undefined) {
      node.kind = undefined;
      this.#nodes.push(...importNodes(this.#codes, node, imports));
    } else if (node.kind === 'decorator') {
      frame.decorators.push(node);
    } else if (
      (node.kind === 'case' && frame.context === 'block') ||
      (node.kind !== undefined && frame.isText && this.language.isIndented === true) ||
      objectiveC.test(node.text)
    ) {
      frame.scopes.push(node);
    }
  }

  /** Ends what is indented at least as much, by default after the last line with code. */
  #endScopes({ scopes }: Frame, indent = outermost, end = this.#last + 1): void {
    for (let last = scopes.at(-1); last && last.indent >= indent; last = scopes.at(-1)) {
      last.end = Math.max(last.end, end);
      scopes.pop();
    }
  }

  /** Whether the line is one of the preprocessor's; of a choice, the brackets of each branch begin where the first one's do. */
  #preprocess(line: string): boolean {
    const [, word, rest = ''] = /^\s*#\s*(\w+)\s*(.*)/u.exec(line) ?? [];
    if (word === undefined) return false;
    const first = this.#line;
    while (this.#line + 1 < this.lines.length && this.lines[this.#line]?.endsWith('\\') === true) {
      this.#line += 1;
    }
    const copyOf = (stack: readonly Frame[]): Frame[] => stack.map((frame) => frame.copy());
    if (word.startsWith('if')) this.#choices.push(copyOf(this.#stack));
    else if (word === 'endif') this.#choices.pop();
    else if (word.startsWith('el')) this.#stack = copyOf(this.#choices.at(-1) ?? this.#stack);
    const kind = ({ define: 'definition', include: 'import', import: 'import' } as const)[word];
    const [name] = (kind === 'import' ? /^[<"].*?[>"]|^\w+/u : /^\w+/u).exec(rest) ?? [];
    if (kind !== undefined && name !== undefined) {
      const owner = kind === 'import' ? [name] : [];
      const end = this.#line + 1;
      const parent = this.#stack.at(-1)?.owner;
      this.#nodes.push(new ThingNode(parent, first, { kind, name, owner, end }));
    }
    return true;
  }
}
