// Converts markdown-it's flat tokens to a tree of nodes. Unknown tokens become text.
import type { Token } from 'markdown-it';
import { omitUndefined } from '../../base/omitUndefined';
import { imageNode, linkNode } from './links';
import {
  allowedTags,
  type Attributes,
  element,
  type ElementNode,
  type MarkdownNode,
  type Tag,
  text,
} from './nodes';

export interface Block {
  /** Type of the first token. */
  readonly type: string;
  /** First line, and the line after the last one, in the parsed text. */
  readonly startLine: number;
  readonly endLine: number;
  readonly tokens: readonly Token[];
}

/** The blocks at nesting `level`, in order, including link definitions. */
export function blocksAt(tokens: readonly Token[], level: number): readonly Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== level || token.type === 'inline') {
      continue;
    }
    if (token.nesting >= 0) {
      from = index;
    }
    if (token.nesting <= 0) {
      const first = tokens[from] ?? token;
      blocks.push({
        type: first.type,
        startLine: first.map?.[0] ?? 0,
        endLine: first.map?.[1] ?? 0,
        tokens: tokens.slice(from, index + 1),
      });
    }
  }
  return blocks;
}

/** Emphasis that is nested more deeply shows without its markup. Blocks are limited by the parser. */
const maxNesting = 80;

interface Frame {
  readonly token: Token;
  readonly children: MarkdownNode[];
  /** A list with a visible paragraph: its items are spaced apart. */
  loose: boolean;
}

/** Returns one node per top-level block; link definitions have none. */
export function nodesFromTokens(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: Frame[] = [];
  /** Number of open tokens beyond the limit. */
  let tooDeep = 0;
  const add = (node: MarkdownNode): void => {
    const siblings = open.at(-1)?.children ?? root;
    const last = siblings.at(-1);
    if (node.kind === 'text' && node.text !== '\n' && last?.kind === 'text' && last.text !== '\n') {
      siblings[siblings.length - 1] = text(last.text + node.text);
    } else {
      siblings.push(node);
    }
  };
  for (const token of tokens) {
    if (token.nesting === 1 && open.length >= maxNesting) {
      tooDeep += 1;
    } else if (token.nesting === 1) {
      open.push({ token, children: [], loose: false });
    } else if (token.nesting === -1 && tooDeep > 0) {
      tooDeep -= 1;
    } else if (token.nesting === -1) {
      const frame = open.pop();
      if (frame !== undefined) {
        const list = open.at(-2);
        if (frame.token.type === 'paragraph_open' && !frame.token.hidden && list !== undefined) {
          list.loose = true;
        }
        add(nodeFromFrame(frame));
      }
    } else if (token.type === 'inline') {
      for (const node of nodesFromTokens(token.children ?? [])) {
        add(node);
      }
    } else {
      const insideLink = open.some((frame) => frame.token.type === 'link_open');
      const node = nodeFromLeaf(token, insideLink);
      if (node !== undefined) {
        add(node);
      }
    }
  }
  return root;
}

function nodeFromFrame({ token, children, loose }: Frame): MarkdownNode {
  switch (token.type) {
    case 'link_open':
      return linkNode(attribute(token, 'href'), attribute(token, 'title'), children);
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listNode(token, loose, children);
    case 'table_open':
      return element('div', { class: 'table' }, [element('table', {}, children)]);
    case 'th_open':
    case 'td_open':
      return element(tagOf(token.tag), alignment(attribute(token, 'style')), children);
    default:
      return element(tagOf(token.tag), {}, children);
  }
}

function listNode(token: Token, loose: boolean, children: readonly MarkdownNode[]): ElementNode {
  const start = attribute(token, 'start') || undefined;
  const attributes = omitUndefined({ start, class: loose ? 'loose' : undefined });
  return element(tagOf(token.tag), attributes, children);
}

function nodeFromLeaf(token: Token, insideLink: boolean): MarkdownNode | undefined {
  switch (token.type) {
    case 'fence':
    case 'code_block':
      return { kind: 'code', info: token.info, content: token.content };
    case 'code_inline':
      return element('code', {}, [text(token.content)]);
    case 'softbreak':
      return text('\n');
    case 'hardbreak':
      return element('br', {}, []);
    case 'hr':
      return element('hr', {}, []);
    case 'image':
      return imageNode(attribute(token, 'src'), plainText(token.children ?? []), insideLink);
    case 'reference_definition':
      return undefined;
    default:
      return text(token.content);
  }
}

/** The text of inline tokens without markup, for the description of an image. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === 'softbreak' ? '\n' : token.content)).join('');
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function alignment(style: string): Attributes {
  const side = /^text-align:(left|center|right)$/.exec(style)?.[1];
  return side === undefined ? {} : { class: `align-${side}` };
}

function tagOf(name: string): Tag {
  return allowedTags.find((tag) => tag === name) ?? 'div';
}
