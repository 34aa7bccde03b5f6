// A long open paragraph is finished up to a place where nothing waits for its other half.
import type { Token } from 'markdown-it';
import { nodesFromTokens } from './fromTokens';
import { lineStart } from './lines';
import {
  element,
  type ElementNode,
  freezeChildren,
  type MarkdownNode,
  patchChildren,
  text,
} from './nodes';
import type { FrozenPart, OpenBlock } from './openBlock';
import { parseInline } from './parser';

/** Stands for finished lines of a paragraph: what follows is then read as its continuation. */
const cutAtLineEnd = 'x\n';
/** Stands for the finished part of a line. */
export const cutInLine = 'x ';

/** A line that is cut keeps this much (UTF-16 units) unfinished. */
const shortestRest = 200;

export function freezeText(
  open: OpenBlock,
  node: ElementNode,
  dom: Element,
): FrozenPart | undefined {
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

export function withoutPrefix(
  prefix: string,
  children: readonly MarkdownNode[],
): readonly MarkdownNode[] {
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
