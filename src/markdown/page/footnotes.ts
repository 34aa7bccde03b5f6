// Footnotes: the footnotes of an answer. While the answer grows, they are shown where they are defined, so that nothing
// moves. Once it is complete, they are moved to a list at its end, sorted by their numbers.
import * as l10n from '@vscode/l10n';
import { describeItem } from './containers';
import { footnoteName } from './inline/fromTokens';
import type { InlineContext } from './inline/inlineContext';
import { Sections } from './sections';

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
    list.dir = 'auto';
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

  /** Numbers the footnotes, moves them to the end and adds links back to their references, in steps of a few ms. */
  *finish(): Generator<void, void> {
    if (this.#lists.length === 0) {
      return;
    }
    this.#renumber();
    const section = document.createElement('section');
    section.className = 'footnotes';
    section.setAttribute('aria-label', l10n.t('Footnotes'));
    const list = document.createElement('ol');
    list.dir = 'auto';
    section.append(list);
    this.#root.append(section);
    const items = new Sections(list, 'list-section');
    let count = 0;
    const move = (element: HTMLLIElement): void => {
      element.removeAttribute('value');
      describeItem(element, list, 1, count);
      count += 1;
      items.add(element);
    };
    // In the document, the browser would number the rest of a list again for each item that is moved.
    this.#lists.splice(0).forEach((shown) => shown.remove());
    const numbered = this.#footnotes
      .splice(0)
      .map(({ label, element }) => ({ label, element, number: this.#context.numberOf(label) }))
      .toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
    yield;
    for (const { label, element, number } of numbered) {
      move(element);
      if (number !== undefined) {
        const last = element.lastElementChild;
        const paragraph = last?.localName === 'p' ? last : element;
        paragraph.append('\u00A0', backLink(label, number));
      }
      yield;
    }
    for (const element of this.#repeated.splice(0)) {
      move(element);
      yield;
    }
  }

  /** Numbers them in the order of their references: footnotes that were defined later got their numbers last. */
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
