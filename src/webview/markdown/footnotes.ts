// The footnotes of an answer: a list after its other blocks, which their numbers sort once the answer is complete.
import * as l10n from '@vscode/l10n';
import type { InlineContext } from './inline/inlineContext';

interface Footnote {
  readonly label: string;
  readonly element: HTMLLIElement;
}

export class Footnotes {
  readonly #root: Element;
  readonly #context: InlineContext;
  readonly #footnotes: Footnote[] = [];
  #section: HTMLElement | undefined;
  #list: HTMLOListElement | undefined;

  constructor(root: Element, context: InlineContext) {
    this.#root = root;
    this.#context = context;
  }

  /** Undefined (null in the DOM's terms) until there is a footnote. */
  get element(): Node | null {
    return this.#section ?? null;
  }

  /** The element for the content of a footnote. A second footnote of the same label has no number. */
  open(label: string): Element {
    const item = document.createElement('li');
    const defined = this.#context.defineFootnote(label);
    if (defined === undefined) {
      item.className = 'footnote-repeated';
    } else {
      item.dataset['footnoteTarget'] = defined;
      this.#footnotes.push({ label: defined, element: item });
    }
    this.#openList().append(item);
    return item;
  }

  /** Sorts the footnotes by their numbers and adds links back to their references. */
  finish(): void {
    const numbered = this.#footnotes
      .map((footnote) => ({ ...footnote, number: this.#context.numberOf(footnote.label) }))
      .toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
    for (const { label, element, number } of numbered) {
      this.#list?.append(element);
      if (number === undefined) {
        continue;
      }
      element.value = number;
      const last = element.lastElementChild;
      const paragraph = last?.localName === 'p' ? last : element;
      paragraph.append('\u00A0', backLink(label, number));
    }
    this.#footnotes.length = 0;
  }

  #openList(): HTMLOListElement {
    if (this.#list === undefined) {
      this.#section = document.createElement('section');
      this.#section.className = 'footnotes';
      this.#section.setAttribute('aria-label', l10n.t('Footnotes'));
      this.#list = document.createElement('ol');
      this.#section.append(this.#list);
      this.#root.append(this.#section);
    }
    return this.#list;
  }
}

function backLink(label: string, number: number): HTMLElement {
  const link = document.createElement('span');
  link.className = 'footnote-back codicon codicon-arrow-up';
  link.tabIndex = 0;
  link.setAttribute('role', 'link');
  link.dataset['footnoteBack'] = label;
  link.setAttribute('aria-label', l10n.t('Back to reference {0}', number));
  return link;
}
