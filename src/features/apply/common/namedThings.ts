// The functions, members, keys, imports and the like of a text, found without a parser of its language: a scanner knows
// strings, comments and brackets, and a table of patterns knows how what has a name begins.
import { CodeScanner } from './codeScanner';
import type { CodeMark } from './codeScanner';
import { indentOf } from '../../../base/text/indentation';
import { isJson, markdownThings, yamlThings } from './dataThings';
import { importNodes } from './importedNames';
import { languageOf } from './thingPatterns';
import type { Context, Language } from './thingPatterns';
import { ThingNode, thingsOf, unquoted } from './thingTree';
import type { NamedThing } from './thingTree';

export type { NamedThing, ThingKind } from './thingTree';

/**
 * The named things of a text, in the order of their starts. Undefined if it can't be read: a bracket or string is open at
 * the end, JSON or YAML that doesn't parse, duplicate keys, anchors, or an unknown language.
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
  const language = languageOf(extension);
  if (language === undefined || (language.isJson === true && !isJson(lines))) return undefined;
  const things = new Outliner(lines, language).read();
  if (things === undefined || (language.isJson === true && hasTwins(things))) return undefined;
  return thingsOf(things);
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

/** Whether an object has a key twice. */
function hasTwins(nodes: readonly ThingNode[]): boolean {
  const keys = new Map<ThingNode | undefined, Set<string>>();
  return nodes.some(({ kind, name, parent }) => {
    if (kind !== 'key') return false;
    const names = keys.get(parent) ?? new Set();
    const isTwin = names.has(name);
    keys.set(parent, names.add(name));
    return isTwin;
  });
}

/** The text, or what stands in a pair of brackets. */
interface Frame {
  readonly close: string;
  readonly line: number;
  readonly at: number;
  context: Context;
  /** What the brackets belong to. */
  owner: ThingNode | undefined;
  /** The statement, member or element that is being read. */
  node: ThingNode | undefined;
  /** What the next ones belong to, though no bracket says so: a case, or a function above lines that are indented. */
  readonly scopes: ThingNode[];
  /** They belong to the next one. */
  readonly decorators: ThingNode[];
  /** Where the part of the line begins that was not added to `node`. */
  from: number;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Nobody applies code to a minified file, and the patterns take a time that grows with the square of a line. */
const maxLine = 2_000;
/** More than the heads of functions that people write; it bounds what the patterns cost. */
const maxHead = 600;
/** A class in Objective-C goes to its `@end`. */
const objectiveC = /^@(?:interface|implementation|protocol)\b[^;{(]*(?:\(\w*\))?[^;{(]*$/u;
const comprehension = /^[^'"]*\sfor\s[^'"]*\sin\s/u;
const label = /^'?\w+\s*:$/u;
const accessLabel = /^(?:public|private|protected|signals)(?: slots)?\s*:$/u;
/** Begins a line that continues the one before, though it is not indented more. */
const continuesMember = /^(?:[{)\].?:|=,>]|&&|extends\b|implements\b|throws\b|where\b)/u;
const continues =
  /^(?:[{)\].?:|=,>]|&&|else\b|catch\b|finally\b|extends\b|implements\b|throws\b|where\b)/u;

class Outliner {
  readonly #scanner: CodeScanner;
  readonly #nodes: ThingNode[] = [];
  readonly #stack: Frame[] = [this.#frame('', 0, -1, 'top')];
  /** What was open where the preprocessor began a choice. */
  readonly #choices: Frame[][] = [];
  /** The line that is being read, with blanks for comments. */
  #code = '';
  /** Where it begins, in characters. */
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

  /** Undefined if brackets do not match. */
  read(): readonly ThingNode[] | undefined {
    for (this.#line = 0; this.#line < this.lines.length; this.#line += 1) {
      const line = this.lines[this.#line] ?? '';
      if (
        this.language.hasPreprocessor === true &&
        !this.#scanner.isInString &&
        this.#preprocess(line)
      ) {
        continue;
      }
      const { code, marks, isInString } = this.#scanner.read(line);
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
    this.#endScopes(bottom, -2, this.#last + 1);
    return this.#nodes;
  }

  #frame(close: string, line: number, at: number, context: Context): Frame {
    return {
      close,
      line,
      at,
      context,
      owner: undefined,
      node: undefined,
      scopes: [],
      decorators: [],
      from: at + 1,
    };
  }

  #readLine(marks: readonly CodeMark[], isInString: boolean): boolean {
    const top = this.#stack.at(-1);
    if (top === undefined) return false;
    top.from = 0;
    if (!isInString) this.#beginLine(top);
    let touched = this.#stack.length - 1;
    for (const { at, char } of marks) {
      const frame = this.#stack.at(-1);
      if (frame === undefined) return false;
      const close = closers[char];
      if (close !== undefined) {
        this.#stack.push(this.#frame(close, this.#line, at, 'none'));
      } else if (char === ';' || char === ',') {
        if (char === ';' ? at === this.#code.length - 1 : this.#separates(frame, at)) {
          this.#add(frame, at + 1);
          this.#endNode(frame);
        }
      } else if (frame.close === char) {
        this.#add(frame, at);
        this.#endNode(frame);
        const isOwnLine = at === this.#indent;
        this.#endScopes(frame, -2, isOwnLine ? this.#last + 1 : this.#line + 1);
        this.#stack.pop();
        touched = Math.min(touched, this.#stack.length - 1);
        const outer = this.#stack.at(-1);
        if (outer === undefined) return false;
        if (frame.line < this.#line) outer.from = at;
        if (char === '}' && this.#endsStatement(outer, at)) {
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

  #beginLine(frame: Frame): void {
    const { language } = this;
    const indent = this.#indent;
    const text = this.#code.slice(indent);
    const isBottom = frame === this.#stack[0];
    if (language.isIndented === true) {
      if (!isBottom || (frame.node !== undefined && continuesLine(frame.node.text))) return;
      this.#endNode(frame);
      const isMiddle = language.middle?.test(text) === true;
      const isCloser = language.closer?.test(text) === true;
      if (isCloser) this.#closeScopes(frame, indent);
      else if (language.section?.test(text) === true) this.#endScopes(frame, -2, this.#last + 1);
      else {
        this.#endScopes(frame, isMiddle ? indent + 1 : indent, this.#last + 1);
        if (frame.scopes.at(-1)?.kind === 'case') this.#endScopes(frame, indent, this.#last + 1);
      }
      return;
    }
    if (text === '@end') this.#endScopes(frame, -2, this.#line + 1);
    const { node } = frame;
    const isIn = hasStatements(frame) || frame.context === 'object';
    if (node === undefined || !language.hasLines || !isIn || indent > node.indent) return;
    const isContinued = frame.context === 'type' ? continuesMember : continues;
    if (!isContinued.test(text)) this.#endNode(frame);
  }

  /** Whether a comma ends an element: not between type parameters. */
  #separates(frame: Frame, at: number): boolean {
    if (frame.context === 'block' || frame.context === 'top' || frame.context === 'type')
      return false;
    const part = this.#code.slice(Math.max(frame.from, at - maxHead), at);
    const text = `${frame.node?.text ?? ''} ${part}`.slice(-maxHead);
    if (frame.context === 'cases' && !text.includes('=>')) return false;
    const opened = text.match(/[\w$]<(?=[\w$({[?*&'"])/gu)?.length ?? 0;
    const closed = text.match(/[^\s=-]>/gu)?.length ?? 0;
    return opened <= closed || at === this.#code.length - 1;
  }

  /** Whether the bracket that closes at `at` ends a statement. */
  #endsStatement(frame: Frame, at: number): boolean {
    return (
      hasStatements(frame) &&
      at === this.#code.length - 1 &&
      this.#indent <= (frame.node?.indent ?? Infinity)
    );
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
      const isSection =
        isFirst && frame === this.#stack[0] && this.language.section?.test(text.trim()) === true;
      const indent = isSection ? -1 : this.#indent;
      node = new ThingNode(frame.scopes.at(-1) ?? frame.owner, this.#line, indent, isFirst);
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

  /** All that this line has touched and not ended. */
  #endLine(touched: number): void {
    for (let depth = Math.max(0, touched); depth < this.#stack.length; depth += 1) {
      const frame = this.#stack[depth];
      const inner = this.#stack[depth + 1];
      if (frame === undefined) return;
      this.#add(frame, inner === undefined ? this.#code.length : inner.at + 1);
      const { node } = frame;
      if (node === undefined) continue;
      this.#name(
        frame,
        node,
        inner === undefined ? undefined : this.#code.slice(inner.at + 1, inner.at + maxHead),
      );
      if (inner === undefined) {
        const isLabel =
          node.text.endsWith(':') &&
          (node.kind === 'case' ||
            (frame.context === 'block' ? label : accessLabel).test(node.text));
        if (node.kind === 'decorator' || isLabel) this.#endNode(frame);
      } else if (inner.line === this.#line) {
        inner.owner = node;
        inner.context = this.#contextOf(frame, node);
      }
    }
  }

  #contextOf(frame: Frame, { text }: ThingNode): Context {
    if (text === '{' && this.language.isJson !== true) {
      return hasStatements(frame) ? 'block' : 'object';
    }
    // Java's constants may have methods.
    if (frame.context === 'enum' && text.endsWith('{')) return 'type';
    const head = text.length < maxHead ? text : `${text}${this.#code.slice(-40)}`;
    return this.language.brackets.find(([, pattern]) => pattern.test(head))?.[0] ?? 'none';
  }

  /** @param rest of the line, if it goes on in brackets. */
  #name(frame: Frame, node: ThingNode, rest: string | undefined, isEnd = false): void {
    if (
      node.kind !== undefined ||
      !(node.isFirstOfLine || rest !== undefined || node.line < this.#line)
    )
      return;
    const context = this.#contextsOf(frame);
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
        this.#endScopes(frame, -2, this.#last + 1);
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
        node.parent.label ??= /[:=]>?\s*(.*?),?$/u.exec(node.text)?.[1];
      }
    }
  }

  #contextsOf(frame: Frame): Context {
    if (this.language.isIndented !== true || frame !== this.#stack[0]) return frame.context;
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
    } else if ((node.kind === 'case' && frame.context === 'block') || objectiveC.test(node.text)) {
      frame.scopes.push(node);
    } else if (
      this.language.isIndented === true &&
      frame === this.#stack[0] &&
      node.kind !== undefined
    ) {
      frame.scopes.push(node);
    }
  }

  /** Ends what is indented at least as much before this line, and with it what this line closes. */
  #closeScopes(frame: Frame, indent: number): void {
    this.#endScopes(frame, indent + 1, this.#last + 1);
    if (frame.scopes.at(-1)?.kind === 'case') this.#endScopes(frame, indent, this.#last + 1);
    this.#endScopes(frame, indent, this.#line + 1);
  }

  /** Ends what is indented at least as much. */
  #endScopes(frame: Frame, indent: number, end: number): void {
    while ((frame.scopes.at(-1)?.indent ?? -3) >= indent) {
      const scope = frame.scopes.pop();
      if (scope !== undefined) scope.end = Math.max(scope.end, end);
    }
  }

  /** Whether the line is one of the preprocessor's; of a choice, the brackets of each branch begin where the first one's do. */
  #preprocess(line: string): boolean {
    const [, word, rest = ''] = /^\s*#\s*(\w+)\s*(.*)$/u.exec(line) ?? [];
    if (word === undefined) return false;
    const first = this.#line;
    while (this.#line + 1 < this.lines.length && this.lines[this.#line]?.endsWith('\\') === true) {
      this.#line += 1;
    }
    if (word.startsWith('if')) this.#choices.push(this.#stack.map(copyOf));
    else if (word === 'endif') this.#choices.pop();
    else if (word.startsWith('el'))
      this.#stack.splice(0, Infinity, ...(this.#choices.at(-1) ?? this.#stack).map(copyOf));
    const name = /^define$/u.test(word)
      ? /^\w+/u.exec(rest)?.[0]
      : /^(?:include|import)$/u.test(word)
        ? /^[<"].*?[>"]|^\w+/u.exec(rest)?.[0]
        : undefined;
    if (name !== undefined) {
      const node = new ThingNode(this.#stack.at(-1)?.owner, first, 0, true);
      node.kind = word === 'define' ? 'definition' : 'import';
      node.name = name;
      node.owner = word === 'define' ? [] : [name];
      node.end = this.#line + 1;
      this.#nodes.push(node);
    }
    return true;
  }
}

function copyOf(frame: Frame): Frame {
  return { ...frame, scopes: [...frame.scopes], decorators: [...frame.decorators] };
}

function hasStatements({ context }: Frame): boolean {
  return (
    context === 'top' ||
    context === 'block' ||
    context === 'type' ||
    context === 'enum' ||
    context === 'cases'
  );
}

function continuesLine(text: string): boolean {
  return text.endsWith('\\');
}
