// A fence that is still open needs no parser: its lines are code until the line that closes it.
import type { Token } from 'markdown-it';
import type { CodeBlock } from './codeBlock';

export class OpenFence {
  readonly #block: CodeBlock;
  readonly #info: string;
  readonly #closing: RegExp;
  readonly #maybeClosing: RegExp;
  #content = '';

  private constructor(block: CodeBlock, token: Token) {
    const marker = token.markup.startsWith('~') ? '~' : '`';
    this.#block = block;
    this.#info = token.info;
    this.#closing = new RegExp(`^ {0,3}${marker}{${token.markup.length},}[ \\t]*$`);
    this.#maybeClosing = new RegExp(`^ {0,3}${marker}+[ \\t]*$`);
  }

  /** Undefined when the opening line is indented: its lines then need the parser. */
  static from(token: Token, openingLine: string, block: CodeBlock): OpenFence | undefined {
    return openingLine.startsWith(token.markup) ? new OpenFence(block, token) : undefined;
  }

  /**
   * Reads the lines of `source` from `from` on. Returns the offset after the last complete line
   * that was read, and whether that line closed the fence.
   */
  read(source: string, from: number): { readonly end: number; readonly closed: boolean } {
    let start = from;
    for (;;) {
      const lineEnd = source.indexOf('\n', start);
      if (lineEnd === -1) {
        break;
      }
      const line = source.slice(start, lineEnd + 1);
      start = lineEnd + 1;
      if (this.#closing.test(line.slice(0, -1))) {
        this.#block.show(this.#info, this.#content);
        return { end: start, closed: true };
      }
      this.#content += line;
    }
    const begun = source.slice(start);
    this.#block.show(
      this.#info,
      this.#maybeClosing.test(begun) ? this.#content : this.#content + begun,
    );
    return { end: start, closed: false };
  }

  /** The text ends here: what looked like the start of a closing line is code. */
  finish(begun: string): void {
    this.#block.show(this.#info, this.#closing.test(begun) ? this.#content : this.#content + begun);
  }
}
