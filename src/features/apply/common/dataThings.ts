// The keys and elements of YAML, the headings of Markdown, and whether a text is JSON.
import { CodeScanner, lexes } from './codeScanner';
import { isBlank } from './fileText';
import { indentOf } from '../../../base/text/indentation';
import { ThingNode, thingsOf, unquoted } from './thingTree';
import type { NamedThing, ThingKind } from './thingTree';

/** JSON, which may have comments and a comma after the last element. */
export function isJson(lines: readonly string[]): boolean {
  const scanner = new CodeScanner(lexes.js);
  const code = lines.map((line) => scanner.read(line).code).join('\n');
  try {
    JSON.parse(code.replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/gu, '$1'));
    return true;
  } catch {
    return false;
  }
}

/** More than the keys that people write; it bounds what the patterns cost. */
const maxName = 600;

interface Scope {
  readonly node: ThingNode;
  readonly indent: number;
  /** It has a value in its line, so no keys below. */
  readonly hasValue: boolean;
  readonly keys: Set<string>;
  childIndent: number | undefined;
}

/** Undefined for what only a parser knows, or what is no YAML. */
export function yamlThings(lines: readonly string[]): readonly NamedThing[] | undefined {
  const nodes: ThingNode[] = [];
  let scopes: Scope[] = [];
  let root = new Map<string, number>();
  let rootIndent: number | undefined;
  let last = 0;
  /** Lines that are indented more are text. */
  let textIndent: number | undefined;
  const flow = new FlowReader();
  const endScopes = (isEnded: (scope: Scope) => boolean): void => {
    for (let scope = scopes.at(-1); scope !== undefined && isEnded(scope); scope = scopes.at(-1)) {
      scope.node.end = Math.max(scope.node.end, last + 1);
      scopes.pop();
    }
  };
  const add = (kind: ThingKind, name: string, at: number, line: number, value: string): boolean => {
    const outer = scopes.at(-1);
    if (outer?.hasValue === true) return false;
    if (outer === undefined) {
      if ((rootIndent ??= at) !== at) return false;
    } else if ((outer.childIndent ??= at) !== at) {
      return false;
    }
    if (kind === 'key') {
      const isTwin = outer === undefined ? root.has(name) : outer.keys.has(name);
      if (isTwin || name === '<<') return false;
      if (outer === undefined) root.set(name, line);
      else outer.keys.add(name);
    }
    const node = new ThingNode(outer?.node, line, at, true);
    node.kind = kind;
    node.name = name;
    nodes.push(node);
    if (kind === 'key' && /^(?:name|id|key)$/u.test(name) && outer !== undefined) {
      outer.node.label ??= value;
    }
    const hasValue = kind === 'key' && value !== '';
    scopes.push({ node, indent: at, hasValue, keys: new Set(), childIndent: undefined });
    return true;
  };
  for (const [index, line] of lines.entries()) {
    const indent = indentOf(line).length;
    if (textIndent !== undefined && (isBlank(line) || indent > textIndent)) {
      if (!isBlank(line)) last = index;
      continue;
    }
    textIndent = undefined;
    if (flow.isOpen) {
      flow.read(line);
      last = index;
      continue;
    }
    if (isBlank(line) || /^\s*#/u.test(line)) continue;
    if (/^(?:---|\.\.\.|%)/u.test(line)) {
      endScopes(() => true);
      scopes = [];
      root = new Map();
      rootIndent = undefined;
      if (!/^(?:---|\.\.\.)\s*(?:#.*)?$|^%/u.test(line)) return undefined;
      continue;
    }
    if (/^ *\t/u.test(line)) return undefined;
    let at = indent;
    let isElement = false;
    for (let blanks = dashAt(line, at); blanks > 0; blanks = dashAt(line, at)) {
      const from = at;
      endScopes(
        (scope) => scope.indent > from || (scope.indent === from && scope.node.kind === 'element'),
      );
      const text = withoutComment(line.slice(at + blanks, at + maxName));
      if (!add('element', text, at, index, text)) return undefined;
      isElement = true;
      at += blanks;
    }
    let value = withoutComment(line.slice(at));
    const key =
      /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"{}[\]&*!|>%@`#,?][^:]*(?::[^:\s][^:]*)*)(?=\s*:(?:\s|$))/u.exec(
        value.slice(0, maxName),
      );
    if (key !== null) {
      const from = at;
      endScopes((scope) => scope.indent >= from);
      const name = unquoted(key[0].trim());
      value = value.slice(key[0].length).replace(/^\s*:\s*/u, '');
      if (!add('key', name, at, index, value)) return undefined;
    } else if (!isElement && (scopes.at(-1)?.indent ?? Infinity) >= indent) {
      return undefined;
    }
    if (/^(?:[&*?]|![^\s]*\s+[&*])/u.test(value)) return undefined;
    if (/^(?:!\S*\s+)?[|>][-+\d]*$/u.test(value)) textIndent = key === null ? indent : at;
    else if (/^['"[{]/u.test(value)) flow.read(value);
    last = index;
  }
  if (flow.isOpen) return undefined;
  endScopes(() => true);
  return thingsOf(nodes);
}

/** How long a dash and the blanks behind it are, if an element begins there. */
function dashAt(line: string, at: number): number {
  const dash = /-(?:\s+|$)/uy;
  dash.lastIndex = at;
  return dash.exec(line)?.[0].length ?? 0;
}

/** A hash after a blank begins a comment, except in quotes. */
function withoutComment(text: string): string {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/u.exec(text)?.[0] ?? '';
  const hash = text.slice(quoted.length).search(/(?:^|\s)#/u);
  return (hash === -1 ? text : text.slice(0, quoted.length + hash)).trim();
}

/** Brackets and quotes over several lines. */
class FlowReader {
  #depth = 0;
  #quote: string | undefined;

  get isOpen(): boolean {
    return this.#depth > 0 || this.#quote !== undefined;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const char = text[at] ?? '';
      if (this.#quote !== undefined) {
        if (char === '\\' && this.#quote === '"') at += 1;
        else if (char === this.#quote) this.#quote = undefined;
      } else if (char === '#' && /\s/u.test(text[at - 1] ?? ' ')) {
        return;
      } else if (char === '[' || char === '{') {
        this.#depth += 1;
      } else if (char === ']' || char === '}') {
        this.#depth -= 1;
      } else if ((char === '"' || char === "'") && /[\s[{,:]/u.test(text[at - 1] ?? ' ')) {
        this.#quote = char;
      }
    }
  }
}

/** Headings only: list items are text. */
export function markdownThings(lines: readonly string[]): readonly NamedThing[] {
  const nodes: ThingNode[] = [];
  const open: ThingNode[] = [];
  let fence: string | undefined;
  let isFrontMatter = lines[0] === '---';
  const add = (level: number, name: string, line: number): void => {
    while ((open.at(-1)?.indent ?? 0) >= level) {
      const ended = open.pop();
      if (ended !== undefined) ended.end = lastText(lines, line);
    }
    const node = new ThingNode(open.at(-1), line, level, true);
    node.kind = 'heading';
    node.name = name;
    nodes.push(node);
    open.push(node);
  };
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
    if (isFrontMatter) {
      isFrontMatter = index === 0 || line !== '---';
    } else if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const heading = /^ {0,3}(#{1,6})(?:\s(.*))?$/u.exec(line);
      const before = lines[index - 1] ?? '';
      if (heading !== null)
        add(
          heading[1]?.length ?? 1,
          heading[2]
            ?.trim()
            .replace(/(?:^|\s)#+$/u, '')
            .trim() ?? '',
          index,
        );
      else if (/^ {0,3}(?:=+|--+)\s*$/u.test(line) && /^ {0,3}[^\s#>|*+-]/u.test(before)) {
        add(line.includes('=') ? 1 : 2, before.trim(), index - 1);
      }
    }
  }
  for (const node of open) node.end = lastText(lines, lines.length);
  return thingsOf(nodes);
}

function lastText(lines: readonly string[], end: number): number {
  let last = end;
  while (last > 0 && isBlank(lines[last - 1] ?? '')) last -= 1;
  return last;
}
