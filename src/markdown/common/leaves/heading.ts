// The open heading. It writes its text as it arrives.
import type { BlockSink } from '../blocks';
import { isSpace } from './spaces';

/** Holds back what may be the closing sequence: spaces, number signs, spaces. */
export class Heading {
  readonly kind = 'heading';
  readonly #sink: BlockSink;
  #hasText = false;
  #held = '';

  constructor(sink: BlockSink, level: number) {
    this.#sink = sink;
    sink.open({ type: 'heading', level });
  }

  /** What may be the closing sequence. */
  get held(): string {
    return this.#held.trim();
  }

  write(added: string): void {
    const text = this.#held + added;
    const end = closingStart(text, !this.#hasText);
    const shown = this.#hasText ? text.slice(0, end) : text.slice(0, end).replace(/^[ \t]+/, '');
    if (shown !== '') {
      this.#sink.append(shown);
      this.#hasText = true;
    }
    this.#held = text.slice(end);
  }

  close(): void {
    this.#sink.close();
  }
}

/** Where the closing sequence begins at the end of `text`. `isStart`: there is no text before it. */
function closingStart(text: string, isStart: boolean): number {
  const signsEnd = beforeSpaces(text, text.length);
  let signsStart = signsEnd;
  while (text.charAt(signsStart - 1) === '#') {
    signsStart -= 1;
  }
  const isClosing = isSpace(text.charAt(signsStart - 1)) || (isStart && signsStart === 0);
  return isClosing ? beforeSpaces(text, signsStart) : signsEnd;
}

/** Where the spaces begin that end at `end`. */
function beforeSpaces(text: string, end: number): number {
  let start = end;
  while (isSpace(text.charAt(start - 1))) {
    start -= 1;
  }
  return start;
}
