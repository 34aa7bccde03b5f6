// Freezes a long open paragraph up to a position where no inline markup is open.
import type { Token } from 'markdown-it';
import { nodesFromTokens } from './fromTokens';
import {
  element,
  type ElementNode,
  freezeChildren,
  type MarkdownNode,
  patchChildren,
  text,
} from './nodes';
import type { FrozenPart, OpenBlock } from './openBlock';
import { lineStart, parseInline } from './parser';

/** Stands for frozen lines: the parser then reads the rest as a continuation of the paragraph. */
const lineEndPrefix = 'x\n';
/** Stands for the frozen part of a line. */
export const inLinePrefix = 'x ';

/** In UTF-16 units: a line that is cut keeps at least this much unfrozen. */
const minRestLength = 200;

export function freezeText(
  open: OpenBlock,
  node: ElementNode,
  dom: Element,
): FrozenPart | undefined {
  const { chunk, block, references } = open;
  const line = lineStart(chunk, block.startLine);
  const prefixed = line + open.prefix.length;
  const indent = /^[ \t]*/.exec(chunk.slice(prefixed))?.[0].length ?? 0;
  const start = prefixed + indent;
  const content = chunk.slice(start, lineStart(chunk, block.endLine));
  if (open.prefix === '' && content.startsWith('[')) {
    // Can still become a link definition.
    return undefined;
  }
  const cut = [...possibleCuts(content)].find(({ before }) =>
    hasNoOpenMarkup(parseInline(before, references)),
  );
  if (cut === undefined) {
    return undefined;
  }
  const done = [
    ...(open.prefix === lineEndPrefix ? [text('\n')] : []),
    ...nodesFromTokens(parseInline(cut.before, references)),
  ];
  const after = content.slice(cut.end).replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '');
  const rest = [
    ...(cut.prefix === lineEndPrefix && after !== '' ? [text('\n')] : []),
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
 * Positions to cut a paragraph at, best first: line ends before the last complete line, which can become
 * a table header. A paragraph of one line is cut at a word end.
 */
function* possibleCuts(content: string): Generator<Cut> {
  const lineEnds = [...content.matchAll(/(?<![\s\\])\n/g)].map((match) => match.index);
  const complete = content.lastIndexOf('\n', content.lastIndexOf('\n') - 1);
  if (content.includes('\n')) {
    for (const share of [1, 0.75, 0.5]) {
      const end = lineEnds.findLast((at) => at > 0 && at <= complete * share);
      if (end !== undefined) {
        yield { before: content.slice(0, end), end: end + 1, prefix: lineEndPrefix };
      }
    }
    return;
  }
  for (const share of [1, 0.75, 0.5]) {
    const end = lastWordEnd(content, (content.length - minRestLength) * share);
    if (end !== undefined) {
      yield { before: content.slice(0, end), end, prefix: inLinePrefix };
    }
  }
}

/** The offset after the last single space before `limit`. */
function lastWordEnd(content: string, limit: number): number | undefined {
  for (let at = content.lastIndexOf(' ', limit); at > 0; at = content.lastIndexOf(' ', at - 1)) {
    if (/^[^\s\\] \S$/.test(content.slice(at - 1, at + 2))) {
      return at + 1;
    }
  }
  return undefined;
}

/** Whether the tokens contain no delimiter that later text could close. */
function hasNoOpenMarkup(tokens: readonly Token[]): boolean {
  return tokens.every((token) => {
    if (token.type === 'image') {
      return hasNoOpenMarkup(token.children ?? []);
    }
    const open = token.content.replaceAll(/\[[^[\]\\`*_~]*\](?=[^([:])/g, '');
    return token.type !== 'text' || !openMarkup.test(open);
  });
}

const openMarkup = /[`[]|~~|(?:^|\S)\*|\*(?:$|\S)|(?:^|[^\p{L}\p{N}])_|_(?:$|[^\p{L}\p{N}])/u;

export function withoutPrefix(
  prefix: string,
  children: readonly MarkdownNode[],
): readonly MarkdownNode[] {
  const [first, ...rest] = children;
  if (first?.kind !== 'text') {
    return children;
  }
  if (prefix === lineEndPrefix) {
    return rest;
  }
  const shown = first.text.slice(prefix.length);
  return shown === '' ? rest : [text(shown), ...rest];
}
