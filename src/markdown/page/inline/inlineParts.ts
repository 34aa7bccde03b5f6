// InlineParts: cuts growing inline text into parts that can be parsed on their own.
import { findCut, forcedCut } from './cuts';
import { DataAddresses } from './dataAddresses';
import type { InlineEnvironment } from './parser';

/** A text is cut once its rest is this long. Without a place to cut, the length doubles. */
export const minWindow = 1_024;

/** The rest is cut at this length in any case. */
const maxWindow = 8_192;

/**
 * The marks that a text may have beyond one per `lengthPerMark`. The text after these is shown without markup: no
 * ordinary text has so many, and each may need time and elements.
 */
const maxExcessMarks = 1_500;
const lengthPerMark = 8;

export interface InlinePart {
  readonly text: string;
  /** See `countMarks`. */
  readonly marks: number;
  readonly isPlain: boolean;
}

const none: readonly InlinePart[] = [];

export class InlineParts {
  /** The text after the last cut. */
  rest = '';
  readonly #dataAddresses = new DataAddresses();
  #window = minWindow;
  #excessMarks = 0;

  /** Whether the text after the last cut is shown without markup. */
  get isPlain(): boolean {
    return this.#excessMarks > maxExcessMarks;
  }

  /** Yields the parts that are complete. Where they end depends on the text only, never on how it arrived. */
  append(added: string, env: InlineEnvironment): Iterable<InlinePart> {
    this.rest += this.#dataAddresses.shorten(added);
    return this.rest.length < this.#window ? none : this.#cut(env);
  }

  *#cut(env: InlineEnvironment): Generator<InlinePart> {
    while (this.rest.length >= this.#window) {
      const window = this.rest.slice(0, this.#window);
      const { isPlain } = this;
      let at = isPlain || !/[ \n]/.test(window) ? undefined : findCut(window, env);
      if (at === undefined && !isPlain && this.#window < maxWindow && !isCrowded(window)) {
        this.#window *= 2;
        continue;
      }
      at ??= forcedCut(window);
      this.rest = this.rest.slice(at);
      this.#window = minWindow;
      const text = window.slice(0, at);
      const marks = countMarks(text);
      this.#excessMarks += marks - text.length / lengthPerMark;
      yield { text, marks, isPlain };
    }
  }
}

/** Whether the text has far more marks than usual text: markdown-it takes quadratic time on them. */
function isCrowded(window: string): boolean {
  return countMarks(window) * lengthPerMark > window.length;
}

/** Counts the characters that may begin or end markup, or a direction, which costs layout as much. */
function countMarks(source: string): number {
  return source.match(/[[\]`*_~<$\\&\u202a-\u202e\u2066-\u2069]/gu)?.length ?? 0;
}
