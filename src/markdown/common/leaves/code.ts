// Open code blocks. They write their lines as they arrive.
import type { BlockSink } from '../blocks';
import { trimSpaces } from './spaces';
import { unescapeMarkdown } from './unescape';

export class FencedCode {
  readonly kind = 'fencedCode';
  readonly #sink: BlockSink;
  /** The fence's character. */
  readonly character: string;
  readonly #length: number;
  /** The columns of spaces before the fence, which the lines may have as well. */
  readonly indent: number;
  #isFirstLine = true;

  /** `isMath`: the code is a formula. */
  constructor(
    sink: BlockSink,
    fence: string,
    indent: number,
    { info, isMath }: { readonly info: string; readonly isMath: boolean },
  ) {
    this.#sink = sink;
    this.character = fence.charAt(0);
    this.#length = fence.length;
    this.indent = indent;
    sink.open(isMath ? { type: 'math' } : { type: 'code', info: unescapeMarkdown(info) });
  }

  /** Whether a line that consists of fence characters and spaces closes the block. */
  isClosedBy(line: string): boolean {
    const fence = trimSpaces(line);
    return fence.length >= this.#length && !/[ \t]/u.test(fence);
  }

  startLine(): void {
    if (!this.#isFirstLine) {
      this.#sink.append('\n');
    }
    this.#isFirstLine = false;
  }

  write(text: string): void {
    this.#sink.append(text);
  }

  close(): void {
    this.#sink.close();
  }
}

/** Holds back blank lines: only those between its lines belong to it. */
export class IndentedCode {
  readonly kind = 'indentedCode';
  readonly #sink: BlockSink;
  #held = '';

  constructor(sink: BlockSink) {
    this.#sink = sink;
    sink.open({ type: 'code', info: '' });
  }

  addBlankLine(text: string): void {
    this.#held += `\n${text}`;
  }

  startLine(): void {
    this.#held += '\n';
  }

  write(text: string): void {
    this.#sink.append(this.#held + text);
    this.#held = '';
  }

  close(): void {
    this.#sink.close();
  }
}
