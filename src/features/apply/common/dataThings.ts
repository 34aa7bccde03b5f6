// The keys and elements of YAML, the headings of Markdown, and whether a text is JSON.
import { CodeScanner, closers } from './codeScanner';
import type { Lexis } from './codeScanner';
import { yamlFlow } from './codeLanguages';
import { isBlank } from './fileText';
import { indentOf } from '../../../base/text/indentation';
import { ThingNode, maxName, thingsOf, unquoted } from './thingTree';
import type { NamedThing, ThingKind } from './thingTree';

/** Whether the text is JSON, which may have comments and a comma after the last element. */
export function isJson(lines: readonly string[], lexis: Lexis): boolean {
  const scanner = new CodeScanner(lexis);
  const code = lines.map((line) => scanner.read(line).code).join('\n');
  try {
    JSON.parse(code.replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/gu, '$1'));
    return true;
  } catch {
    return false;
  }
}

/** A key or element, or the document. */
class Scope {
  readonly keys = new Set<string>();
  childIndent: number | undefined;

  constructor(
    readonly node?: ThingNode,
    /** It has a value in its line, so it has no keys below. */
    readonly hasValue = false,
  ) {}
}

/** Returns undefined for what only a parser knows, or what is no YAML. */
export function yamlThings(lines: readonly string[]): readonly NamedThing[] | undefined {
  const nodes: ThingNode[] = [];
  let scopes = [new Scope()];
  let last = 0;
  /** Lines that are indented more are text. */
  let textIndent: number | undefined;
  const flow = new FlowReader();
  const endScopes = (indent: number, isDash = false): void => {
    for (let node = scopes.at(-1)?.node; node !== undefined; node = scopes.at(-1)?.node) {
      const isEnded = isDash && node.kind === 'key' ? node.indent > indent : node.indent >= indent;
      if (!isEnded) return;
      node.end = Math.max(node.end, last + 1);
      scopes.pop();
    }
  };
  const add = (kind: ThingKind, name: string, at: number, line: number, value: string): boolean => {
    const outer = scopes.at(-1);
    if (outer === undefined || outer.hasValue || (outer.childIndent ??= at) !== at) return false;
    if (kind === 'key') {
      if (outer.keys.has(name) || name === '<<') return false;
      outer.keys.add(name);
      if (/^(?:name|id|key)$/u.test(name) && outer.node !== undefined) outer.node.label ??= value;
    }
    const node = new ThingNode(outer.node, line, { kind, name, indent: at });
    nodes.push(node);
    scopes.push(new Scope(node, kind === 'key' && value !== ''));
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
      endScopes(0);
      scopes = [new Scope()];
      if (!/^(?:---|\.\.\.)\s*(?:#.*)?$|^%/u.test(line)) return undefined;
      continue;
    }
    if (/^ *\t/u.test(line)) return undefined;
    let at = indent;
    let isElement = false;
    for (let blanks = dashAt(line, at); blanks > 0; blanks = dashAt(line, at)) {
      endScopes(at, true);
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
      endScopes(at);
      const name = unquoted(key[0].trim());
      value = value.slice(key[0].length).replace(/^\s*:\s*/u, '');
      if (!add('key', name, at, index, value)) return undefined;
    } else if (!isElement && (scopes.at(-1)?.node?.indent ?? Infinity) >= indent) {
      return undefined;
    }
    if (/^(?:[&*?]|![^\s]*\s+[&*])/u.test(value)) return undefined;
    if (/^(?:!\S*\s+)?[|>][-+\d]*$/u.test(value)) textIndent = key === null ? indent : at;
    else if (/^['"[{]/u.test(value)) flow.read(value);
    last = index;
  }
  if (flow.isOpen) return undefined;
  endScopes(0);
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

/** Reads brackets and quotes over several lines. */
class FlowReader {
  readonly #scanner = new CodeScanner(yamlFlow);
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0 || this.#scanner.isInString;
  }

  read(text: string): void {
    for (const { char } of this.#scanner.read(text).marks) {
      this.#depth += closers[char] === undefined ? -1 : 1;
    }
  }
}

/** Finds headings only: list items are text. */
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
    const node = new ThingNode(open.at(-1), line, { kind: 'heading', name, indent: level });
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
