// markdown-it's flat tokens become a tree; a token that this file does not know becomes its text.
import type { Token } from 'markdown-it';
import { linkNode, pictureNode } from './links';
import {
  allowedTags,
  type Attributes,
  element,
  type ElementNode,
  type MarkdownNode,
  type Tag,
  text,
  textContent,
} from './nodes';

/** A block and the tokens it was made from. */
export interface Block {
  readonly type: string;
  /** First line, and the line after the last one, in the text that was parsed. */
  readonly startLine: number;
  readonly endLine: number;
  readonly tokens: readonly Token[];
}

/** The blocks directly at `level`, in order, link definitions included. */
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

interface Frame {
  readonly token: Token;
  readonly children: MarkdownNode[];
  /** A list that holds a paragraph with room around it. */
  loose: boolean;
}

/** One node per top-level block; link definitions give none. */
export function nodesFromTokens(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: Frame[] = [];
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
    if (token.nesting === 1) {
      open.push({ token, children: [], loose: false });
    } else if (token.nesting === -1) {
      const frame = open.pop();
      if (frame !== undefined) {
        const list = open.at(-2);
        if (frame.token.type === 'paragraph_open' && !frame.token.hidden && list !== undefined) {
          list.loose = true;
        }
        add(closeFrame(frame));
      }
    } else if (token.type === 'inline') {
      for (const node of nodesFromTokens(token.children ?? [])) {
        add(node);
      }
    } else {
      const insideLink = open.some((frame) => frame.token.type === 'link_open');
      const node = leafNode(token, insideLink);
      if (node !== undefined) {
        add(node);
      }
    }
  }
  return root;
}

function closeFrame({ token, children, loose }: Frame): MarkdownNode {
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
  const start = attribute(token, 'start');
  const attributes: Attributes = {
    ...(start === '' ? {} : { start }),
    ...(loose ? { class: 'loose' } : {}),
  };
  return element(tagOf(token.tag), attributes, children);
}

function leafNode(token: Token, insideLink: boolean): MarkdownNode | undefined {
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
      return pictureNode(attribute(token, 'src'), plainText(token.children ?? []), insideLink);
    case 'reference_definition':
      return undefined;
    default:
      return text(token.content);
  }
}

/** The text of inline tokens without their markup: what a picture's description is. */
function plainText(tokens: readonly Token[]): string {
  return textContent(nodesOfDescription(tokens));
}

function nodesOfDescription(tokens: readonly Token[]): readonly MarkdownNode[] {
  return tokens.map((token) => text(token.type === 'softbreak' ? '\n' : token.content));
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
