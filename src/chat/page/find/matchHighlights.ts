// Highlights matches through the CSS Custom Highlight API, without changing the elements of the messages.
import { findMatches, type Pattern } from './matches';
import { shownText } from './searchText';

/** The match with this index (from 0) in a message. */
export interface MatchPosition {
  readonly messageId: string;
  readonly index: number;
}

const pausePerCost = 8;

/** Reasoning is not part of a message's text. */
const searchedParts = '.question-text, .markdown:not(.reasoning *)';

export class MatchHighlights {
  readonly #observer = new MutationObserver(() => this.#scheduleUpdate());
  #pattern: Pattern;
  #current: MatchPosition | undefined;
  #frame: number | undefined;
  /** The time of the next update, in ms. Highlighting a growing answer may take an eighth of the time. */
  #pausedUntil = 0;

  /** Highlights all matches of `pattern`, and keeps them up to date while messages are drawn and removed. */
  show(pattern: Pattern, current: MatchPosition | undefined): void {
    this.#pattern = pattern;
    this.#current = current;
    this.#observer.disconnect();
    const log = logElement();
    if (pattern !== undefined && log !== null) {
      this.#observer.observe(log, { subtree: true, childList: true, characterData: true });
    }
    this.#update();
  }

  #scheduleUpdate(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      const start = performance.now();
      if (start < this.#pausedUntil) {
        this.#scheduleUpdate();
        return;
      }
      this.#update();
      this.#pausedUntil = start + (performance.now() - start) * pausePerCost;
    });
  }

  #update(): void {
    const all: Range[] = [];
    let current: Range | undefined;
    for (const article of this.#pattern === undefined ? [] : messageArticles()) {
      const ranges = findRanges(article, this.#pattern);
      all.push(...ranges);
      if (article.dataset['messageId'] === this.#current?.messageId) {
        current = ranges[this.#current?.index ?? 0];
      }
    }
    CSS.highlights.set('portico-find', new Highlight(...all));
    const currentRanges = current === undefined ? [] : [current];
    CSS.highlights.set('portico-find-current', new Highlight(...currentRanges));
  }
}

export function logElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=log]');
}

export function messageArticles(): readonly HTMLElement[] {
  return [...(logElement()?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])];
}

/** The ranges of all matches in a drawn message, in order. */
export function findRanges(article: Element, pattern: Pattern): readonly Range[] {
  return [...article.querySelectorAll(searchedParts)].flatMap((root) => {
    const { text, nodes } = shownText(root);
    return findMatches(text, pattern).flatMap(({ start, end }) => {
      const first = nodes.findLast((entry) => entry.start <= start);
      const last = nodes.findLast((entry) => entry.start < end);
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
