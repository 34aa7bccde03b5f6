// The text of a message that find searches: the same for messages that are drawn and those that are not.
import type { Message } from '../../shared/conversation/conversation';
import { nodesFromTokens } from '../markdown/fromTokens';
import { isBlockTag, textContent } from '../markdown/nodes';
import { parseBlocks } from '../markdown/parser';

/** Separates blocks, so that no match spans two of them. */
const boundary = '\0';

/** Messages are immutable, so each one is parsed only once. */
const textByMessage = new WeakMap<Message, string>();

export function searchText(message: Message): string {
  const text = textByMessage.get(message) ?? withSpaces(readableText(message));
  textByMessage.set(message, text);
  return text;
}

function readableText({ kind, text }: Message): string {
  return kind === 'question'
    ? text
    : textContent(nodesFromTokens(parseBlocks(text, {}).tokens), boundary);
}

/** The searchable text of a drawn element, with the offset of each of its text nodes. */
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
        const edge = isBlockTag(child.localName) ? boundary : '';
        text += edge;
        walk(child);
        text += edge;
      }
    }
  };
  walk(root);
  return { text: withSpaces(text), nodes };
}

/** Preserves the length of the text. */
function withSpaces(text: string): string {
  return text.replaceAll(/\s/gu, ' ');
}
