// A long open block is finished piece by piece: list items, table rows, quoted blocks, lines of text.
import { type Block, blocksAt } from './fromTokens';
import { cutInLine, freezeText, withoutPrefix } from './freezeText';
import { lineStart } from './lines';
import { element, type ElementNode, freezeChildren, type MarkdownNode } from './nodes';
import type { Frozen, FrozenPart, OpenBlock } from './openBlock';

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
