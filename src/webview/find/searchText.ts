// What a reader can find in a message: the words on the screen, whether or not they are on it now.
import type { Message } from '../../shared/conversation/conversation';
import { nodesFromTokens } from '../markdown/fromTokens';
import { blockTags, type MarkdownNode } from '../markdown/nodes';
import { parseBlocks } from '../markdown/parser';

/** Between what stands in different blocks: nothing that is looked for goes over it. */
const boundary = '\0';

const blocks: ReadonlySet<string> = new Set(blockTags);

/** Messages never change, so each is read once. */
const known = new WeakMap<Message, string>();

/** The words of a message; every blank is a space. */
export function searchText(message: Message): string {
  const text = known.get(message) ?? withSpaces(readableText(message));
  known.set(message, text);
  return text;
}

function readableText({ kind, text }: Message): string {
  return kind === 'question' ? text : textOf(nodesFromTokens(parseBlocks(text, {}).tokens));
}

function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'code':
          return boundary + node.content + boundary;
        case 'element': {
          const inside = textOf(node.children);
          return blocks.has(node.tag) ? boundary + inside + boundary : inside;
        }
      }
    })
    .join('');
}

/** The same of what is on the screen, with the places of its text nodes. */
export interface ShownText {
  readonly text: string;
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

export function shownText(root: Element): ShownText {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  const walk = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        nodes.push({ node: child, start: text.length });
        text += child.data;
      } else if (child instanceof Element && !child.classList.contains('code-bar')) {
        const isBlock = blocks.has(child.localName);
        text += isBlock ? boundary : '';
        walk(child);
        text += isBlock ? boundary : '';
      }
    }
  };
  walk(root);
  return { text: withSpaces(text), nodes };
}

/** As long as before. */
function withSpaces(text: string): string {
  return text.replaceAll(/\s/gu, ' ');
}
