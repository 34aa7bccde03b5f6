// The keys and elements of YAML, the headings of Markdown, and whether a text is JSON.
import {
  isAlias,
  isCollection,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type ParsedNode,
} from 'yaml';
import { CodeScanner, type Lexis } from './codeScanner';
import { isBlank } from './fileText';
import { maxName, ThingNode, thingsOf, type NamedThing, type ThingKind } from './thingTree';

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

/**
 * Finds the keys and elements of YAML, but for those in flow collections. Returns undefined if the text does not parse, has
 * a key twice, or has anchors, of which a part elsewhere says what stands there.
 */
export function yamlThings(lines: readonly string[]): readonly NamedThing[] | undefined {
  const text = lines.join('\n');
  const lineCounter = new LineCounter();
  const documents = parseYaml(text, lineCounter);
  const nodes: ThingNode[] = [];
  const isRead = documents?.every(
    ({ errors, contents }) => errors.length === 0 && read(contents, undefined),
  );
  return isRead === true ? thingsOf(nodes) : undefined;

  function read(node: ParsedNode | null, outer: ThingNode | undefined): boolean {
    if (node === null || isScalar(node)) return node?.anchor === undefined;
    if (isAlias(node) || node.anchor !== undefined) return false;
    if (node.flow === true) return true;
    if (isSeq(node)) {
      return node.items.every((item) => read(item, add('element', firstLine(item), item, outer)));
    }
    const names = new Set<string>();
    const isEach = node.items.every(({ key, value }) => {
      if (!isScalar(key) || key.anchor !== undefined || key.value === '<<') return false;
      const name = key.source;
      if (outer !== undefined && /^(?:name|id|key)$/u.test(name)) {
        outer.label ??= value === null ? '' : firstLine(value);
      }
      names.add(name);
      const thing = add('key', name, key, outer);
      if (value !== null) extend(thing, value);
      return read(value, thing);
    });
    return isEach && names.size === node.items.length;
  }

  function add(
    kind: ThingKind,
    name: string,
    node: ParsedNode,
    outer: ThingNode | undefined,
  ): ThingNode {
    const thing = new ThingNode(outer, lineOf(node.range[0]), {
      kind,
      name: name.slice(0, maxName),
    });
    nodes.push(thing);
    extend(thing, node);
    return thing;
  }

  /** What a thing has in it ends where the innermost one does: a collection goes on to the next key. */
  function extend(thing: ThingNode, node: ParsedNode): void {
    const isBlock = isCollection(node) && node.flow !== true;
    const [start, end] = node.range;
    const last = isBlock ? start : start + text.slice(start, end).trimEnd().length - 1;
    for (let at: ThingNode | undefined = thing; at !== undefined; at = at.parent) {
      at.end = Math.max(at.end, lineOf(last) + 1);
    }
  }

  function firstLine({ range: [start, end] }: ParsedNode): string {
    const [line = ''] = text.slice(start, end).split('\n', 1);
    return line.replace(/(?<!\s)\s+#.*/u, '').trim();
  }

  function lineOf(offset: number): number {
    return lineCounter.linePos(offset).line - 1;
  }
}

/** Returns undefined if it is nested more deeply than the parser can follow. */
function parseYaml(text: string, lineCounter: LineCounter) {
  try {
    return parseAllDocuments(text, { lineCounter, uniqueKeys: false, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
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
