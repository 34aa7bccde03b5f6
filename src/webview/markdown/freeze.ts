// Freezes the finished part of a long open block: list items, table rows, quoted blocks, lines of a paragraph.
// Only the rest of the block is parsed again when text is appended.
import { omitUndefined } from '../../base/omitUndefined';
import { freezeText, inLinePrefix, withoutPrefix } from './freezeText';
import { type Block, blocksAt } from './fromTokens';
import { element, type ElementNode, freezeChildren, type MarkdownNode } from './nodes';
import type { Frozen, FrozenPart, OpenBlock } from './openBlock';
import { lineStart } from './parser';

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
      return freezeBlockquote(open, node, dom);
    case 'paragraph_open':
      return freezeText(open, node, dom);
    default:
      return undefined;
  }
}

/** Whether the first block of a chunk still has the kind of its frozen part. */
export function continuesFrozen(frozen: Frozen, first: Block, chunk: string): boolean {
  switch (frozen.kind) {
    case 'list':
      return first.type === 'bullet_list_open' || first.type === 'ordered_list_open';
    case 'table':
      return first.type === 'table_open';
    case 'blockquote':
      return first.type === 'blockquote_open';
    case 'paragraph': {
      const isLineCut = frozen.prefix === inLinePrefix;
      return (
        first.type === 'paragraph_open' &&
        // The line that was cut becomes a table header if a delimiter row follows.
        !(isLineCut && /^[^\n]*\n[ \t]*[|:-][ \t|:-]*(?:\n|$)/.test(chunk))
      );
    }
  }
}

/** Adapts the node of the rest of a block to the frozen part before it. */
export function nodeAfterFrozen(
  { kind, prefix }: Frozen,
  before: MarkdownNode,
  node: MarkdownNode,
): MarkdownNode {
  if (before.kind !== 'element' || node.kind !== 'element') {
    return node;
  }
  switch (kind) {
    case 'list': {
      const { start, class: loose = node.attributes.class } = before.attributes;
      return element(node.tag, omitUndefined({ start, class: loose }), node.children);
    }
    case 'paragraph':
      return element(node.tag, node.attributes, withoutPrefix(prefix, node.children));
    case 'table':
    case 'blockquote':
      return node;
  }
}

function freezeItems(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const items = blocksAt(open.block.tokens, 1);
  const count = items.length - open.unfinishedParts;
  const next = items[count];
  if (count <= 0 || next === undefined) {
    return undefined;
  }
  freezeChildren(dom, count);
  return {
    kind: 'list',
    end: lineStart(open.chunk, next.startLine),
    prefix: '',
    tokens: items.slice(0, count).flatMap((item) => item.tokens),
    rest: element(node.tag, node.attributes, node.children.slice(count)),
  };
}

function freezeRows(open: OpenBlock, node: ElementNode, dom: Element): FrozenPart | undefined {
  const { block, chunk } = open;
  const rows = blocksAt(block.tokens, 2).filter((row) => row.startLine > block.startLine);
  const count = rows.length - open.unfinishedParts;
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
    end: lineStart(chunk, next.startLine),
    prefix: chunk.slice(lineStart(chunk, block.startLine), lineStart(chunk, block.startLine + 2)),
    tokens: [],
    rest: element(node.tag, node.attributes, [element('table', table.attributes, parts)]),
  };
}

function freezeBlockquote(
  open: OpenBlock,
  node: ElementNode,
  dom: Element,
): FrozenPart | undefined {
  const quoted = blocksAt(open.block.tokens, 1);
  const count = quoted.length - open.unfinishedParts;
  const last = quoted[count - 1];
  if (last === undefined || last.type === 'reference_definition') {
    return undefined;
  }
  const end = lineStart(open.chunk, last.endLine);
  if (!/^ {0,3}>/.test(open.chunk.slice(end, end + 4))) {
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
