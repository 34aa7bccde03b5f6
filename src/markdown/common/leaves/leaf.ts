// The leaf blocks that may be open. `close` writes what remains and closes the block.
import type { Alignment, BlockSink } from '../blocks';
import { HtmlEndFinder, type HtmlKind } from '../htmlBlocks';
import { splitRow } from '../tables';
import type { FencedCode, IndentedCode } from './code';
import type { Heading } from './heading';
import type { Paragraph } from './paragraph';

export type Leaf =
  Paragraph | Heading | FencedCode | IndentedCode | HtmlBlock | Table | ThematicBreak | MathBlock;

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

export class MathBlock {
  readonly kind = 'math';
  readonly #sink: BlockSink;

  constructor(sink: BlockSink, text: string) {
    this.#sink = sink;
    sink.open({ type: 'math' });
    sink.append(text);
  }

  close(): void {
    this.#sink.close();
  }
}
