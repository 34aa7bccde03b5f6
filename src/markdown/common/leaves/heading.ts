// The open heading. It writes its text as it arrives.
import type { BlockSink } from '../blocks';
import { isSpace } from './spaces';

/** Holds back what may be the closing sequence: spaces, number signs, spaces. */
export class Heading {
  readonly kind = 'heading';
  readonly #sink: BlockSink;
  #state: 'start' | 'text' | 'space' | 'closing' | 'spaceAfterClosing' = 'start';
  /** Spaces and the number signs after them. */
  #closing = '';
  #spaceAfterClosing = '';

  constructor(sink: BlockSink, level: number) {
    this.#sink = sink;
    sink.open({ type: 'heading', level });
  }

  /** What may be the closing sequence. */
  get held(): string {
    return (this.#closing + this.#spaceAfterClosing).trim();
  }

  write(text: string): void {
    let added = '';
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (isSpace(character)) {
        this.#holdSpace(character);
      } else if (character === '#' && this.#state !== 'text') {
        if (this.#state === 'spaceAfterClosing') {
          added += this.#closing;
          this.#closing = this.#spaceAfterClosing;
          this.#spaceAfterClosing = '';
        }
        this.#closing += character;
        this.#state = 'closing';
      } else {
        added += this.#closing + this.#spaceAfterClosing + character;
        this.#closing = '';
        this.#spaceAfterClosing = '';
        this.#state = 'text';
      }
    }
    if (added !== '') {
      this.#sink.append(added);
    }
  }

  close(): void {
    this.#sink.close();
  }

  #holdSpace(space: string): void {
    if (this.#state === 'text' || this.#state === 'space') {
      this.#closing += space;
      this.#state = 'space';
    } else if (this.#state !== 'start') {
      this.#spaceAfterClosing += space;
      this.#state = 'spaceAfterClosing';
    }
  }
}
