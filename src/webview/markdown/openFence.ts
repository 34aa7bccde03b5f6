// Reads an open code fence without the parser: all its lines are code until the closing line.
import type { Token } from 'markdown-it';
import type { CodeBlock } from './code/codeBlock';

export class OpenFence {
  readonly #block: CodeBlock;
  readonly #closing: RegExp;
  readonly #maybeClosing: RegExp;
  #content = '';

  private constructor(block: CodeBlock, token: Token) {
    const marker = token.markup.startsWith('~') ? '~' : '`';
    this.#block = block;
    this.#closing = new RegExp(`^ {0,3}${marker}{${token.markup.length},}[ \\t]*$`);
    this.#maybeClosing = new RegExp(`^ {0,3}${marker}+[ \\t]*$`);
  }

  /** Returns undefined if the opening line is indented: its lines then need the parser. */
  static from(token: Token, openingLine: string, block: CodeBlock): OpenFence | undefined {
    return openingLine.startsWith(token.markup) ? new OpenFence(block, token) : undefined;
  }

  /**
   * Shows the lines of `source` from offset `from` on. Returns the offset after the last complete line,
   * and whether that line closed the fence.
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
        this.#block.show(this.#content);
        return { end: start, closed: true };
      }
      this.#content += line;
    }
    const partialLine = source.slice(start);
    this.#block.show(
      this.#maybeClosing.test(partialLine) ? this.#content : this.#content + partialLine,
    );
    return { end: start, closed: false };
  }

  /** Ends the text: a last line that does not close the fence is code. */
  finish(lastLine: string): void {
    this.#block.show(this.#closing.test(lastLine) ? this.#content : this.#content + lastLine);
  }
}
