// Some models write their reasoning into the answer, between tags that may arrive split.

interface TaggedText {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

const openingTag = '<think>';
const closingTag = '</think>';
/** An answer that starts with more blanks than this has no tag after them. */
const maxBlanks = 1024;

type TagState = 'start' | 'thinking' | 'closed' | 'answer';

/**
 * Separates the reasoning in `<think>…</think>` at the start of an answer from the answer. Drops
 * blanks around the tags. Reasoning without a closing tag stays reasoning; later tags are text.
 */
export class ThinkTags {
  #state: TagState = 'start';
  /** Text that may turn out to be a tag, or a blank beside one. */
  #pending = '';

  push(text: string): readonly TaggedText[] {
    if (this.#state === 'answer') {
      return tagged('text', text);
    }
    this.#pending += text;
    return this.#read();
  }

  /**
   * Returns the pending text. @param isComplete False if the answer was interrupted: the start of a
   * tag is then dropped.
   */
  end(isComplete: boolean): readonly TaggedText[] {
    const pending = isComplete ? this.#pending : '';
    this.#pending = '';
    switch (this.#state) {
      case 'thinking':
        return tagged('reasoning', pending);
      case 'closed':
        return [];
      case 'start':
      case 'answer':
        return tagged('text', pending);
    }
  }

  #read(): readonly TaggedText[] {
    switch (this.#state) {
      case 'start':
        return this.#readStart();
      case 'thinking':
        return this.#readThinking();
      case 'closed': {
        const text = this.#pending.trimStart();
        this.#pending = '';
        this.#state = text === '' ? 'closed' : 'answer';
        return tagged('text', text);
      }
      case 'answer':
        return [];
    }
  }

  #readStart(): readonly TaggedText[] {
    const text = this.#pending.trimStart();
    if (text.startsWith(openingTag)) {
      this.#state = 'thinking';
      this.#pending = text.slice(openingTag.length);
      return this.#read();
    }
    if (openingTag.startsWith(text) && this.#pending.length < maxBlanks) {
      return [];
    }
    this.#state = 'answer';
    const pending = this.#pending;
    this.#pending = '';
    return tagged('text', pending);
  }

  #readThinking(): readonly TaggedText[] {
    const end = this.#pending.indexOf(closingTag);
    if (end === -1) {
      const safeLength = this.#pending.length - partialTagLength(this.#pending, closingTag);
      const reasoning = this.#pending.slice(0, safeLength);
      this.#pending = this.#pending.slice(safeLength);
      return tagged('reasoning', reasoning);
    }
    const reasoning = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end + closingTag.length);
    this.#state = 'closed';
    return [...tagged('reasoning', reasoning), ...this.#read()];
  }
}

/** The number of characters at the end of `text` that may be the start of `tag`. */
function partialTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) {
      return length;
    }
  }
  return 0;
}

function tagged(type: TaggedText['type'], text: string): readonly TaggedText[] {
  return text === '' ? [] : [{ type, text }];
}
