// StreamingMarkdown: renders growing Markdown. The cost of an update depends on what was added, not on the length of the
// text.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { BlockReader } from '../common/blockReader';
import { DomBuilder } from './domBuilder';
import type { Citation } from './inline/parser';

/** Text is held back for this long if its meaning depends on the text after it. */
const maxHoldMs = 300;

const browserClock: Pick<Clock, 'after'> = {
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

export class StreamingMarkdown {
  readonly #builder: DomBuilder;
  readonly #reader: BlockReader;
  readonly #clock: Pick<Clock, 'after'>;
  #hold: Disposable | undefined;
  #undecided: ChildNode | undefined;

  /** Takes ownership of `root`. `foldsCode`: long code blocks are folded. */
  constructor(
    root: Element,
    clock: Pick<Clock, 'after'> = browserClock,
    foldsCode = false,
    firstCodeBlock = 0,
  ) {
    this.#builder = new DomBuilder(root, foldsCode, firstCodeBlock);
    this.#reader = new BlockReader(this.#builder, { extensions: true });
    this.#clock = clock;
  }

  /** Renders text that follows the text of the calls before. */
  append(added: string): void {
    this.#removeUndecided();
    this.#reader.append(added);
    this.#builder.update();
    if (this.#reader.undecided !== '') {
      this.#hold = this.#clock.after(maxHoldMs, () => this.#showUndecided());
    }
  }

  /**
   * Ends the text: applies definitions that came after the text that uses them. Does at most a few ms of work up to
   * each `yield`.
   * @param citations The pages that a number in brackets means.
   */
  *finish(citations: ReadonlyMap<number, Citation> = new Map()): Generator<void, void> {
    this.#removeUndecided();
    this.#reader.end();
    yield* this.#builder.finish(citations);
  }

  /** The paragraph or heading at the end of the text, if it ends with one. */
  get lastTextElement(): HTMLElement | undefined {
    return this.#builder.lastTextElement;
  }

  /** Cancels the timer that shows text that is held back. */
  dispose(): void {
    this.#hold?.dispose();
  }

  #showUndecided(): void {
    const element = document.createElement('span');
    element.className = 'undecided';
    element.textContent = this.#reader.undecided;
    this.#builder.openElement.append(element);
    this.#undecided = element;
  }

  #removeUndecided(): void {
    this.#hold?.dispose();
    this.#hold = undefined;
    this.#undecided?.remove();
    this.#undecided = undefined;
  }
}
