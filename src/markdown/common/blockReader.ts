// BlockReader: reads the blocks of growing Markdown. The work for added text does not depend on the length of the text
// before it. No published parser does both that and CommonMark: markdown-it and similar parsers parse the open block
// again for each update (their time for a 400 kB answer grows with its length to the power of 1.22 to 2.1),
// @lezer/markdown's incremental parser has an exponent of 1.44, and streaming-markdown passes 172 of CommonMark's 652
// examples. CommonMark's own block algorithm reads line by line, so it suits text that arrives in pieces. The blocks
// depend on the text only, never on how it was cut.
import { BlockLimit } from './blockLimit';
import type { BlockSink } from './blocks';
import { FencedCode } from './leaves/code';
import { LineCursor, type Reading, type Wait } from './lineCursor';
import { LineReader, type ReaderOptions } from './lineReader';

export class BlockReader {
  readonly #cursor = new LineCursor();
  readonly #lines: LineReader;
  readonly #reading: Reading;
  /** What the next decision waits for. */
  #wait: Wait | undefined;
  /** The text since the last decision. */
  #added = '';
  /** Whether there is text after the last line break. */
  #isInLine = false;
  #afterCarriageReturn = false;
  /** The first half of a character outside the Basic Multilingual Plane. */
  #surrogate = '';
  readonly #sink: BlockSink;
  readonly #limit: BlockLimit | undefined;
  #length = 0;
  /** The text after the limit of blocks, as it is. */
  #source: FencedCode | undefined;

  constructor(sink: BlockSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#limit = options.extensions ? new BlockLimit(sink) : undefined;
    this.#lines = new LineReader(this.#cursor, this.#limit ?? sink, options);
    this.#reading = this.#lines.readLines();
    this.#resume();
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
      this.#cursor.end();
      this.#resume();
    }
    this.#source?.close();
  }

  /** The text that was appended but is not in the sink yet, because its role is not certain. */
  get undecided(): string {
    return this.#lines.undecided(this.#added);
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
    const isDecided = this.#wait?.test(text) ?? true;
    this.#added += text;
    if (isDecided || complete) {
      this.#cursor.extend(this.#added, complete);
      this.#added = '';
      this.#resume();
    }
    if (complete && this.#limit?.isExceeded(this.#length) === true) {
      this.#showSource();
    }
  }

  /** Ends all blocks and shows the text from here on as code. */
  #showSource(): void {
    this.#cursor.end();
    this.#resume();
    this.#source = new FencedCode(this.#sink, '```', 0, { info: '', isMath: false });
  }

  #resume(): void {
    this.#wait = this.#reading.next().value ?? undefined;
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
