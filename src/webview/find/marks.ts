// Marks on the screen what was found, without touching the elements that the messages are drawn with.
import type { Disposable } from '../../base/disposable';
import { matchesIn, type Pattern } from './matches';
import { shownText } from './searchText';

/** Where in the conversation something was found: the n-th place of a message. */
export interface MatchPosition {
  readonly messageId: string;
  readonly index: number;
}

const all = 'portico-find';
const current = 'portico-find-current';

export class Marks implements Disposable {
  readonly #observer = new MutationObserver(() => this.#drawSoon());
  #pattern: Pattern;
  #place: MatchPosition | undefined;
  #frame: number | undefined;

  /** What comes and goes in the conversation is marked as long as there is something to mark. */
  show(pattern: Pattern, place: MatchPosition | undefined): void {
    this.#pattern = pattern;
    this.#place = place;
    this.#observer.disconnect();
    const log = logElement();
    if (pattern !== undefined && log !== null) {
      this.#observer.observe(log, { subtree: true, childList: true, characterData: true });
    }
    this.#draw();
  }

  dispose(): void {
    this.#observer.disconnect();
    CSS.highlights.delete(all);
    CSS.highlights.delete(current);
  }

  #drawSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    const found: Range[] = [];
    let here: Range | undefined;
    for (const article of this.#pattern === undefined ? [] : articles()) {
      const ranges = rangesIn(article, this.#pattern);
      found.push(...ranges);
      if (article.dataset['messageId'] === this.#place?.messageId) {
        here = ranges[this.#place?.index ?? 0];
      }
    }
    CSS.highlights.set(all, new Highlight(...found));
    CSS.highlights.set(current, new Highlight(...(here === undefined ? [] : [here])));
  }
}

export function logElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=log]');
}

/** Those that are drawn now. */
export function articles(): readonly HTMLElement[] {
  return [...(logElement()?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])];
}

/** Every place in a message that is drawn, in order. */
export function rangesIn(article: Element, pattern: Pattern): readonly Range[] {
  return [...article.querySelectorAll('.question-text, .markdown')].flatMap((root) => {
    const { text, nodes } = shownText(root);
    return matchesIn(text, pattern).flatMap(({ start, end }) => {
      const first = nodes.findLast((one) => one.start <= start);
      const last = nodes.findLast((one) => one.start < end);
      if (first === undefined || last === undefined) {
        return [];
      }
      const range = document.createRange();
      range.setStart(first.node, start - first.start);
      range.setEnd(last.node, end - last.start);
      return [range];
    });
  });
}
