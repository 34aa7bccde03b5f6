// BlockReader: reads the blocks of growing Markdown. The work for added text does not depend on the length of the text
// before it. No published parser does both that and CommonMark: markdown-it and similar parsers parse the open block
// again for each update (their time for a 400 kB answer grows with its length to the power of 1.22 to 2.1),
// @lezer/markdown's incremental parser has an exponent of 1.44, and streaming-markdown passes 172 of CommonMark's 652
// examples. CommonMark's own block algorithm reads line by line, so it suits text that arrives in pieces. The blocks
// depend on the text only, never on how it was cut.
import { BlockLimit } from './blockLimit';
import type { BlockSink } from './blocks';
import { TextLines } from './leaves/leaf';
import { LineReader, type ReaderOptions } from './lineReader';

export class BlockReader {
  readonly #sink: BlockSink;
  readonly #limit: BlockLimit | undefined;
  readonly #lines: LineReader;
  /** Whether there is text after the last line break. */
  #isInLine = false;
  #afterCarriageReturn = false;
  /** The first half of a character outside the Basic Multilingual Plane. */
  #surrogate = '';
  #length = 0;
  /** The text after the limit of blocks, as it is. */
  #source: TextLines | undefined;

  constructor(sink: BlockSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#limit = options.extensions ? new BlockLimit(sink) : undefined;
    this.#lines = new LineReader(this.#limit ?? sink, options);
  }

  /** Reads more text. */
  append(text: string): void {
    const normalized = this.#normalize(this.#surrogate + text);
    const last = normalized.at(-1) ?? '';
    this.#surrogate = last >= '\uD800' && last < '\uDC00' ? last : '';
    const end = normalized.length - this.#surrogate.length;
    let start = 0;
    for (
      let lineBreak = normalized.indexOf('\n');
      lineBreak !== -1;
      lineBreak = normalized.indexOf('\n', start)
    ) {
      this.#extendLine(normalized.slice(start, lineBreak), true);
      start = lineBreak + 1;
    }
    if (start < end) {
      this.#extendLine(normalized.slice(start, end), false);
    }
  }

  /** Ends the text and closes all blocks. */
  end(): void {
    if (this.#isInLine || this.#surrogate !== '') {
      this.#extendLine(this.#surrogate, true);
      this.#surrogate = '';
    }
    if (this.#source === undefined) {
      this.#lines.end();
    } else {
      this.#sink.close();
    }
  }

  /** The text that was appended but is not in the sink yet, because its role is not certain. */
  get undecided(): string {
    return this.#lines.undecided;
  }

  #extendLine(text: string, complete: boolean): void {
    const isNewLine = !this.#isInLine;
    this.#isInLine = !complete;
    this.#length += text.length + (complete ? 1 : 0);
    if (this.#source !== undefined) {
      if (isNewLine) {
        this.#source.startLine();
      }
      this.#source.write(text);
      return;
    }
    this.#lines.extendLine(text, complete);
    if (complete && this.#limit?.isExceeded(this.#length) === true) {
      this.#lines.end();
      this.#source = new TextLines(
        this.#sink,
        { type: 'code', info: '' },
        { kind: 'fence', fence: '', indent: 0, isMarkdown: false },
      );
    }
  }

  /** `text` with '\n' as line breaks and without null characters. */
  #normalize(text: string): string {
    if (text === '') {
      return '';
    }
    const continued = this.#afterCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterCarriageReturn = text.endsWith('\r');
    return /[\r\0]/u.test(continued)
      ? continued.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD')
      : continued;
  }
}
