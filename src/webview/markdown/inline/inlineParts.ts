// InlineParts: cuts growing inline text into parts that can be parsed on their own.
import { DataAddresses } from './dataAddresses';
import { findCut, forcedCut } from './cuts';
import type { InlineEnvironment } from './parser';

/** In UTF-16 units: a text is cut once its rest is this long. Without a place to cut, the length doubles. */
export const minWindow = 1_024;

/** In UTF-16 units: the rest is cut at this length in any case. */
const maxWindow = 8_192;

const none: readonly string[] = [];

export class InlineParts {
  /** The text after the last cut. */
  rest = '';
  readonly #dataAddresses = new DataAddresses();
  #window = minWindow;

  /** Yields the parts that are complete. Where they end depends on the text only, never on how it arrived. */
  append(added: string, env: InlineEnvironment): Iterable<string> {
    this.rest += this.#dataAddresses.shorten(added);
    return this.rest.length < this.#window ? none : this.#cut(env);
  }

  *#cut(env: InlineEnvironment): Generator<string> {
    while (this.rest.length >= this.#window) {
      const window = this.rest.slice(0, this.#window);
      let at = findCut(window, env);
      if (at === undefined && this.#window < maxWindow && !isCrowded(window)) {
        this.#window *= 2;
        continue;
      }
      at ??= forcedCut(window);
      this.rest = this.rest.slice(at);
      this.#window = minWindow;
      yield window.slice(0, at);
    }
  }
}

/** Whether the text has far more opening marks than usual text: markdown-it takes quadratic time on them. */
function isCrowded(window: string): boolean {
  let count = 0;
  for (const character of window) {
    count += openingMarks.has(character) ? 1 : 0;
  }
  return count * 12 > window.length;
}

const openingMarks: ReadonlySet<string> = new Set(['[', '`', '*', '_', '~', '<', '$', '\\']);
