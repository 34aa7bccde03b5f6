// The open leaf blocks. Each writes the text of its lines to the sink as soon as it is certain; `close` writes what
// remains and closes the block.
import type { Alignment, BlockSink } from './blocks';
import { HtmlEndFinder, type HtmlKind } from './htmlBlocks';
import { LinkDefinitionReader } from './linkDefinitions';
import { splitRow, trimSpaces } from './tables';
import { unescapeMarkdown } from './unescape';

/** Spaces at the end of a paragraph are no text, and line breaks stand between lines only. */
export class Paragraph {
  readonly kind = 'paragraph';
  readonly #sink: BlockSink;
  /** Reads the text while all of it is link reference definitions. */
  #definitions: LinkDefinitionReader | undefined;
  #isOpen = false;
  #isFirstLine = true;
  #spaces = '';
  #lastLine = '';
  #lastLineIsLazy = false;

  constructor(sink: BlockSink) {
    this.#sink = sink;
    this.#definitions = new LinkDefinitionReader((definition) => sink.define(definition));
  }

  /** Text that may be a definition. */
  get held(): string {
    return this.#definitions?.held ?? '';
  }

  /** The last line if it may be the header of a table, else ''. */
  get header(): string {
    return this.#definitions === undefined && !this.#lastLineIsLazy && this.#lastLine.includes('|')
      ? this.#lastLine
      : '';
  }

  /** Begins a line. `lazy`: without the markers of its containers. */
  startLine(lazy: boolean): void {
    if (!this.#isFirstLine) {
      this.write('\n');
    }
    this.#lastLine = '';
    this.#lastLineIsLazy = lazy;
  }

  write(text: string): void {
    this.#isFirstLine = false;
    if (text !== '\n') {
      this.#lastLine += text;
    }
    if (this.#definitions === undefined) {
      this.#emit(text);
      return;
    }
    const rest = this.#definitions.read(text);
    if (rest !== undefined) {
      this.#definitions = undefined;
      this.#emit(rest);
    }
  }

  /** Ends the definitions. Returns whether there is text besides them. */
  settle(): boolean {
    if (this.#definitions !== undefined) {
      const rest = this.#definitions.finish();
      if (rest !== '') {
        this.#definitions = undefined;
        this.#emit(rest);
      }
    }
    this.#isFirstLine = !this.#isOpen;
    return this.#isOpen;
  }

  close(): void {
    if (this.settle()) {
      this.#sink.close();
    }
  }

  #emit(text: string): void {
    const added = this.#isOpen ? text : text.replace(/^\n/u, '');
    const end = trimSpaces(`.${added}`).length - 1;
    if (end === 0) {
      this.#spaces += added;
      return;
    }
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#sink.open({ type: 'paragraph' });
    }
    this.#sink.append(this.#spaces + added.slice(0, end));
    this.#spaces = added.slice(end);
  }
}

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

  write(text: string): void {
    let added = '';
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (character === ' ' || character === '\t') {
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

export class FencedCode {
  readonly kind = 'fencedCode';
  readonly #sink: BlockSink;
  /** The fence's character. */
  readonly character: string;
  readonly #length: number;
  /** The columns of spaces before the fence, which the lines may have as well. */
  readonly indent: number;
  #isFirstLine = true;

  constructor(sink: BlockSink, fence: string, indent: number, info: string) {
    this.#sink = sink;
    this.character = fence.charAt(0);
    this.#length = fence.length;
    this.indent = indent;
    sink.open({ type: 'code', info: unescapeMarkdown(info) });
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

export class HtmlBlock {
  readonly kind = 'html';
  readonly #sink: BlockSink;
  readonly end: HtmlEndFinder;

  constructor(sink: BlockSink, kind: HtmlKind) {
    this.#sink = sink;
    this.end = new HtmlEndFinder(kind);
    sink.open({ type: 'html' });
  }

  startLine(): void {
    this.end.endLine();
    this.#sink.append('\n');
  }

  write(text: string): void {
    this.end.read(text);
    this.#sink.append(text);
  }

  close(): void {
    this.#sink.close();
  }
}

/** How many cells of short rows are filled in: a wide header with many short rows would need too many of them. */
const maxAddedCells = 4096;

export class Table {
  readonly kind = 'table';
  readonly #sink: BlockSink;
  readonly #columns: number;
  #addedCells = 0;

  constructor(sink: BlockSink, header: string, alignments: readonly Alignment[]) {
    this.#sink = sink;
    this.#columns = alignments.length;
    sink.open({ type: 'table', alignments, header: splitRow(header) });
  }

  row(source: string): void {
    const cells = splitRow(source).slice(0, this.#columns);
    const missing = Math.min(this.#columns - cells.length, maxAddedCells - this.#addedCells);
    this.#addedCells += missing;
    this.#sink.row([...cells, ...Array.from({ length: missing }, () => '')]);
  }

  close(): void {
    this.#sink.close();
  }
}

/** A block without text. */
export class ThematicBreak {
  readonly kind = 'rule';
  readonly #sink: BlockSink;

  constructor(sink: BlockSink) {
    this.#sink = sink;
    sink.open({ type: 'rule' });
  }

  close(): void {
    this.#sink.close();
  }
}

export type Leaf =
  ThematicBreak | Paragraph | Heading | FencedCode | IndentedCode | HtmlBlock | Table;
