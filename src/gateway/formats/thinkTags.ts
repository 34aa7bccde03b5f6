// Some models write their reasoning into the answer, between tags that arrive in pieces.

interface Told {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

const opener = '<think>';
const closer = '</think>';
/** An answer of more blanks than this has no tag after them. */
const mostBlanks = 1024;

type State = 'start' | 'thinking' | 'closed' | 'answer';

/**
 * Tells reasoning in `<think>…</think>` at the start of an answer from the answer. Blanks before
 * and behind the tags are dropped; reasoning that is never closed stays reasoning; later tags are text.
 */
export class ThinkTags {
  #state: State = 'start';
  /** What may yet turn out to be a tag, or a blank beside one. */
  #held = '';

  push(text: string): readonly Told[] {
    if (this.#state === 'answer') {
      return told('text', text);
    }
    this.#held += text;
    return this.#read();
  }

  /**
   * What was held back, when no more comes. `whole`: the answer ends here; of one that broke off,
   * the beginning of a tag is not shown.
   */
  end(whole: boolean): readonly Told[] {
    const held = whole ? this.#held : '';
    this.#held = '';
    switch (this.#state) {
      case 'thinking':
        return told('reasoning', held);
      case 'closed':
        return [];
      case 'start':
      case 'answer':
        return told('text', held);
    }
  }

  #read(): readonly Told[] {
    switch (this.#state) {
      case 'start':
        return this.#readStart();
      case 'thinking':
        return this.#readThinking();
      case 'closed': {
        const text = this.#held.trimStart();
        this.#held = '';
        this.#state = text === '' ? 'closed' : 'answer';
        return told('text', text);
      }
      case 'answer':
        return [];
    }
  }

  #readStart(): readonly Told[] {
    const text = this.#held.trimStart();
    if (text.startsWith(opener)) {
      this.#state = 'thinking';
      this.#held = text.slice(opener.length);
      return this.#read();
    }
    if (opener.startsWith(text) && this.#held.length < mostBlanks) {
      return [];
    }
    this.#state = 'answer';
    const held = this.#held;
    this.#held = '';
    return told('text', held);
  }

  #readThinking(): readonly Told[] {
    const end = this.#held.indexOf(closer);
    if (end === -1) {
      const kept = beginningAtEnd(this.#held, closer);
      const reasoning = this.#held.slice(0, this.#held.length - kept);
      this.#held = this.#held.slice(this.#held.length - kept);
      return told('reasoning', reasoning);
    }
    const reasoning = this.#held.slice(0, end);
    this.#held = this.#held.slice(end + closer.length);
    this.#state = 'closed';
    return [...told('reasoning', reasoning), ...this.#read()];
  }
}

/** How many characters at the end of `text` may be the beginning of `tag`. */
function beginningAtEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) {
      return length;
    }
  }
  return 0;
}

function told(type: Told['type'], text: string): readonly Told[] {
  return text === '' ? [] : [{ type, text }];
}
