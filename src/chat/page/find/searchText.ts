// The text of a message that find searches: the same for messages that are drawn and those that are not.
import type { Message } from '../../../conversation/common/conversation';
import { partTexts } from '../../../conversation/common/toolRound';
import { readableText } from '../../../markdown/page/readableText';

/** Separates blocks, so that no match spans two of them. */
const boundary = '\0';

/** Elements that start on a line of their own. */
// prettier-ignore
const blockTags: ReadonlySet<string> = new Set([
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'table', 'thead', 'tbody', 'tr',
  'th', 'td', 'br', 'div', 'details', 'summary', 'section',
]);

/** What is not part of the message's text. */
const omitted =
  '.code-bar, .code-fold, .table-bar, .alert-title, .default-summary, .math, .math-block, .undecided';

/** Messages are immutable, so each one is parsed only once. */
const textByMessage = new WeakMap<Message, string>();

export function searchText(message: Message): string {
  const found =
    textByMessage.get(message) ??
    withSpaces(
      message.kind === 'question'
        ? message.text
        : partTexts(message)
            .map((text) => readableText(text, boundary))
            .join(''),
    );
  textByMessage.set(message, found);
  return found;
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
      } else if (child instanceof Element && !child.matches(omitted)) {
        const edge = isBlock(child) ? boundary : '';
        text += edge;
        walk(child);
        text += edge;
      }
    }
  };
  walk(root);
  return { text: withSpaces(text), nodes };
}

/** Sections within a block only help the layout. */
function isBlock(element: Element): boolean {
  return blockTags.has(element.localName) && element.getAttribute('role') !== 'presentation';
}

/** Preserves the length of the text. */
function withSpaces(text: string): string {
  return text.replaceAll(/\s/gu, ' ');
}
