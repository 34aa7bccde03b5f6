// Reasoning that comes in a field and once more between tags in the text: servers that parse it forward the tags, too.
import type { CallPart } from '../tools/textCalls';

/** Drops the reasoning in the text that is, as a whole, what the field had. */
export class RepeatedThought {
  /** What the text has of it so far, not returned yet. */
  #held = '';
  /** The text has other reasoning. */
  #isOther = false;

  /**
   * Returns the parts of the text without it.
   * @param thought the reasoning of the field
   * @param isEnd no more parts follow
   */
  read(parts: readonly CallPart[], thought: string, isEnd = false): readonly CallPart[] {
    if (thought === '' || this.#isOther) {
      return parts;
    }
    const read = parts.flatMap((part) => this.#read(part, thought.trim()));
    return isEnd ? [...read, ...this.#end(thought.trim())] : read;
  }

  #read(part: CallPart, thought: string): readonly CallPart[] {
    if (part.type === 'reasoningRetracted') {
      const length = part.length - this.#held.length;
      this.#held = '';
      return length > 0 ? [{ ...part, length }] : [];
    }
    if (part.type !== 'reasoning' || this.#isOther) {
      return [...this.#end(thought), part];
    }
    this.#held += part.text;
    return thought.startsWith(this.#held.trim()) ? [] : this.#end(thought);
  }

  #end(thought: string): readonly CallPart[] {
    const text = this.#held;
    this.#held = '';
    if (text.trim() === thought || text === '') {
      return [];
    }
    this.#isOther = true;
    return [{ type: 'reasoning', text }];
  }
}
