// TextDirection: gives blocks `dir="auto"` once they have a letter. Until the browser finds one, it searches the complete
// block each time that something is added to it: a table of 5,000 rows of numbers took four times as long.

/** A block that begins with so much text without a letter gets no direction. */
const maxSearchedLength = 2_000;

export class TextDirection {
  /** Open blocks without a direction, the outermost first. */
  #pending: Element[] = [];
  #searched = 0;

  /** A block whose first letter decides its direction, to be called before its text arrives. */
  open(block: Element): void {
    this.#pending.push(block);
    this.#searched = 0;
  }

  /** Must be called with all text of the open blocks. */
  noteText(text: string): void {
    if (this.#pending.length === 0) {
      return;
    }
    if (/\p{L}/u.test(text.slice(0, maxSearchedLength))) {
      for (const block of this.#pending) {
        block.setAttribute('dir', 'auto');
      }
      this.#pending = [];
      return;
    }
    this.#searched += text.length;
    if (this.#searched > maxSearchedLength) {
      this.#pending = [];
    }
  }

  /** Must be called when a block ends: without a letter, it has no direction. */
  close(block: Element): void {
    if (this.#pending.at(-1) === block) {
      this.#pending.pop();
    }
  }
}
