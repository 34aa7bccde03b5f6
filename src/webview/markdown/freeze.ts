// A long open block is finished piece by piece: list items, table rows, quoted blocks, lines of text.
import type { Token } from 'markdown-it';
import { type Block, blocksAt, nodesFromTokens } from './fromTokens';
import { lineStart } from './lines';
import {
  element,
  type ElementNode,
  freezeChildren,
  type MarkdownNode,
  patchChildren,
  text,
} from './nodes';
import { parseInline, type References } from './parser';

type Kind = 'list' | 'table' | 'blockquote' | 'paragraph';

/** The part of the first open block that is finished. */
export interface Frozen {
  readonly kind: Kind;
  /** Offset in the source after the finished part. */
  readonly end: number;
  /** Put before the rest, it makes the rest parse as what it is. */
  readonly prefix: string;
  /** How many link definitions were known when the first part was finished. */
  readonly definitions: number;
}

export interface OpenBlock {
  readonly block: Block;
  readonly node: MarkdownNode;
  readonly dom: Node;
  /** What was parsed. */
  readonly piece: string;
  /** Whether the last line of `piece` is still being written. */
  readonly lineBegun: boolean;
  /** The prefix that `piece` starts with. */
  readonly prefix: string;
  readonly references: References;
}

export interface FrozenPart {
  readonly kind: Kind;
  /** Offset in the piece after the part. */
  readonly end: number;
  readonly prefix: string;
  readonly tokens: readonly Token[];
  /** What is left to be patched. */
  readonly rest: MarkdownNode;
}

/** Finishes what no later line can change, if there is such a part. */
export function freezePart(open: OpenBlock): FrozenPart | undefined {
  const { node, dom } = open;
  if (node.kind !== 'element' || !(dom instanceof Element)) {
    return undefined;
  }
  switch (open.block.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return freezeItems(open, node, dom);
    case 'table_open':
      return freezeRows(open, node, dom);
    case 'blockquote_open':
      return freezeQuoted(open, node, dom);
    case 'paragraph_open':
      return freezeText(open, node, dom);
    default:
      return undefined;
  }
}

/** Whether the first block of a piece is still what its finished part was taken for. */
export function frozenFits(frozen: Frozen, first: Block, piece: string): boolean {
  switch (frozen.kind) {
    case 'list':
      return first.type === 'bullet_list_open' || first.type === 'ordered_list_open';
    case 'table':
      return first.type === 'table_open';
    case 'blockquote':
      return first.type === 'blockquote_open';
    case 'paragraph': {
      const cutLine = frozen.prefix === cutInLine;
      return (
        first.type === 'paragraph_open' &&
        // The line that was cut may be the head of a table: only the whole line tells.
        !(cutLine && /^[^\n]*\n[ \t]*[|:-][ \t|:-]*(?:\n|$)/.test(piece))
      );
    }
  }
}

/** The node of the rest, as the block looks with its finished part before it. */
export function thawedNode(frozen: Frozen, before: MarkdownNode, node: MarkdownNode): MarkdownNode {
  if (before.kind !== 'element' || node.kind !== 'element') {
    return node;
  }
  switch (frozen.kind) {
    case 'list': {
      const { start } = before.attributes;
      const loose = before.attributes.class ?? node.attributes.class;
      return element(
        node.tag,
        {
          ...(start === undefined ? {} : { start }),
          ...(loose === undefined ? {} : { class: loose }),
        },
        node.children,
      );
    }
    case 'paragraph':
      return element(node.tag, node.attributes, withoutPrefix(frozen.prefix, node.children));
    case 'table':
    case 'blockquote':
      return node;
  }
}

/** The last item may go on; the one before it may too while a line is being written. */
function heldBack(lineBegun: boolean): number {
  return lineBegun ? 2 : 1;
}

function freezeItems(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const items = blocksAt(open.block.tokens, 1);
  const count = items.length - heldBack(open.lineBegun);
  const next = items[count];
  if (count <= 0 || next === undefined) {
    return undefined;
  }
  freezeChildren(dom, count);
  return {
    kind: 'list',
    end: lineStart(open.piece, next.startLine),
    prefix: '',
    tokens: items.slice(0, count).flatMap((item) => item.tokens),
    rest: element(node.tag, node.attributes, node.children.slice(count)),
  };
}

function freezeRows(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const { block, piece } = open;
  const rows = blocksAt(block.tokens, 2).filter((row) => row.startLine > block.startLine);
  const count = rows.length - heldBack(open.lineBegun);
  const next = rows[count];
  const [table] = node.children;
  const body = dom.querySelector('tbody');
  if (count <= 0 || next === undefined || table?.kind !== 'element' || body === null) {
    return undefined;
  }
  freezeChildren(body, count);
  const parts = table.children.map((part) =>
    part.kind === 'element' && part.tag === 'tbody'
      ? element('tbody', part.attributes, part.children.slice(count))
      : part,
  );
  return {
    kind: 'table',
    end: lineStart(piece, next.startLine),
    prefix: piece.slice(lineStart(piece, block.startLine), lineStart(piece, block.startLine + 2)),
    tokens: [],
    rest: element(node.tag, node.attributes, [element('table', table.attributes, parts)]),
  };
}

function freezeQuoted(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const quoted = blocksAt(open.block.tokens, 1);
  const count = quoted.length - heldBack(open.lineBegun);
  const last = quoted[count - 1];
  if (last === undefined || last.type === 'reference_definition') {
    return undefined;
  }
  const end = lineStart(open.piece, last.endLine);
  if (!/^ {0,3}>/.test(open.piece.slice(end, end + 4))) {
    return undefined;
  }
  const done = quoted.slice(0, count);
  const nodes = done.filter((block) => block.type !== 'reference_definition').length;
  freezeChildren(dom, nodes);
  return {
    kind: 'blockquote',
    end,
    prefix: '',
    tokens: done.flatMap((block) => block.tokens),
    rest: element(node.tag, node.attributes, node.children.slice(nodes)),
  };
}

/** Stands for finished lines of a paragraph: what follows is then read as its continuation. */
const cutAtLineEnd = 'x\n';
/** Stands for the finished part of a line. */
const cutInLine = 'x ';

/** A line that is cut keeps this much (UTF-16 units) unfinished. */
const shortestRest = 200;

function freezeText(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const { piece, block, references } = open;
  const line = lineStart(piece, block.startLine);
  const prefixed = line + open.prefix.length;
  const indent = /^[ \t]*/.exec(piece.slice(prefixed))?.[0].length ?? 0;
  const start = prefixed + indent;
  const content = piece.slice(start, lineStart(piece, block.endLine));
  if (open.prefix === '' && content.startsWith('[')) {
    // It may still become a link definition.
    return undefined;
  }
  const cut = [...cutsOf(content)].find(({ before }) => isSettled(parseInline(before, references)));
  if (cut === undefined) {
    return undefined;
  }
  const done = [
    ...(open.prefix === cutAtLineEnd ? [text('\n')] : []),
    ...nodesFromTokens(parseInline(cut.before, references)),
  ];
  const after = content.slice(cut.end).replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '');
  const rest = [
    ...(cut.prefix === cutAtLineEnd && after !== '' ? [text('\n')] : []),
    ...nodesFromTokens(parseInline(after, references)),
  ];
  patchChildren(dom, node.children, [...done, ...rest]);
  freezeChildren(dom, done.length);
  return {
    kind: 'paragraph',
    end: start + cut.end,
    prefix: cut.prefix,
    tokens: [],
    rest: element(node.tag, node.attributes, rest),
  };
}

interface Cut {
  readonly before: string;
  readonly end: number;
  readonly prefix: string;
}

/**
 * Places to cut a paragraph, best first: at a line's end, but before the last complete line, which
 * may become the head of a table; inside a line only where there is no other.
 */
function* cutsOf(content: string): Generator<Cut> {
  const lineEnds = [...content.matchAll(/(?<![\s\\])\n/g)].map((match) => match.index);
  const complete = content.lastIndexOf('\n', content.lastIndexOf('\n') - 1);
  if (content.includes('\n')) {
    for (const share of [1, 0.75, 0.5]) {
      const end = lineEnds.findLast((at) => at > 0 && at <= complete * share);
      if (end !== undefined) {
        yield { before: content.slice(0, end), end: end + 1, prefix: cutAtLineEnd };
      }
    }
    return;
  }
  for (const share of [1, 0.75, 0.5]) {
    const end = lastWordEnd(content, (content.length - shortestRest) * share);
    if (end !== undefined) {
      yield { before: content.slice(0, end), end, prefix: cutInLine };
    }
  }
}

/** The offset after the last single blank before `limit`. */
function lastWordEnd(content: string, limit: number): number | undefined {
  for (let at = content.lastIndexOf(' ', limit); at > 0; at = content.lastIndexOf(' ', at - 1)) {
    if (/^[^\s\\] \S$/.test(content.slice(at - 1, at + 2))) {
      return at + 1;
    }
  }
  return undefined;
}

/** Whether nothing in these tokens still waits for its other half. */
function isSettled(tokens: readonly Token[]): boolean {
  return tokens.every((token) => {
    if (token.type === 'image') {
      return isSettled(token.children ?? []);
    }
    const open = token.content.replaceAll(/\[[^[\]\\`*_~]*\](?=[^([:])/g, '');
    return token.type !== 'text' || !mayOpen.test(open);
  });
}

const mayOpen = /[`[]|~~|(?:^|\S)\*|\*(?:$|\S)|(?:^|[^\p{L}\p{N}])_|_(?:$|[^\p{L}\p{N}])/u;

function withoutPrefix(prefix: string, children: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const [first, ...rest] = children;
  if (first?.kind !== 'text') {
    return children;
  }
  if (prefix === cutAtLineEnd) {
    return rest;
  }
  const shown = first.text.slice(prefix.length);
  return shown === '' ? rest : [text(shown), ...rest];
}
