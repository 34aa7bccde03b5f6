// The footnotes of an answer. They stand where they are defined while the answer grows, so that nothing moves; once it
// is complete, a list after its other blocks holds them, sorted by their numbers.
import * as l10n from '@vscode/l10n';
import { footnoteName } from './inline/fromTokens';
import type { InlineContext } from './inline/inlineContext';

interface Footnote {
  readonly label: string;
  readonly element: HTMLLIElement;
}

export class Footnotes {
  readonly #root: Element;
  readonly #context: InlineContext;
  readonly #footnotes: Footnote[] = [];
  readonly #repeated: HTMLLIElement[] = [];
  readonly #lists: HTMLOListElement[] = [];

  constructor(root: Element, context: InlineContext) {
    this.#root = root;
    this.#context = context;
  }

  /** A list for footnotes that follow each other. */
  newList(): HTMLOListElement {
    const list = document.createElement('ol');
    list.className = 'footnote-list';
    this.#lists.push(list);
    return list;
  }

  /** The element for the content of a footnote. A second footnote of the same label has no number. */
  open(label: string): HTMLLIElement {
    const item = document.createElement('li');
    const defined = this.#context.defineFootnote(label);
    if (defined === undefined) {
      this.#repeated.push(item);
    } else {
      item.dataset['footnoteTarget'] = defined;
      this.#footnotes.push({ label: defined, element: item });
      item.value = this.#footnotes.length;
    }
    return item;
  }

  /** Numbers the footnotes, moves them to the end and adds links back to their references. */
  finish(): void {
    if (this.#lists.length === 0) {
      return;
    }
    this.#renumber();
    for (const list of this.#lists.splice(0)) {
      list.remove();
    }
    const section = document.createElement('section');
    section.className = 'footnotes';
    section.setAttribute('aria-label', l10n.t('Footnotes'));
    const list = document.createElement('ol');
    const numbered = this.#footnotes
      .splice(0)
      .map(({ label, element }) => ({ label, element, number: this.#context.numberOf(label) }))
      .toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
    for (const { label, element, number } of numbered) {
      list.append(element);
      element.removeAttribute('value');
      if (number !== undefined) {
        const last = element.lastElementChild;
        const paragraph = last?.localName === 'p' ? last : element;
        paragraph.append('\u00A0', backLink(label, number));
      }
    }
    list.append(...this.#repeated.splice(0));
    section.append(list);
    this.#root.append(section);
  }

  /** In the order of their references: those to footnotes that were defined later got their numbers last. */
  #renumber(): void {
    const references = [...this.#root.querySelectorAll<HTMLElement>('[data-footnote]')];
    const labelOf = ({ dataset }: HTMLElement): string => dataset['footnote'] ?? '';
    this.#context.renumber(references.map(labelOf));
    for (const reference of references) {
      const number = this.#context.numberOf(labelOf(reference)) ?? 0;
      if (reference.textContent !== String(number)) {
        reference.textContent = String(number);
        reference.setAttribute('aria-label', footnoteName(number));
      }
    }
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
