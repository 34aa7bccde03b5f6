// BlockLimit: counts the blocks of a text. Each block needs elements in the view, so a text of 100 kB with a block in
// every second character would keep the view busy for seconds. No ordinary text reaches the limit.
import type { Block, BlockSink, LinkDefinition } from './blocks';

/** The average length in UTF-16 units above which a text may have any number of blocks. */
const lengthPerBlock = 5;

/** The blocks that a text may have beyond one per `lengthPerBlock`. */
const maxExcess = 2_500;

/** How many paragraphs take as long as one such block. */
const weights: Readonly<Partial<Record<Block['type'], number>>> = {
  code: 8,
  alert: 4,
  footnote: 4,
  heading: 2,
  rule: 2,
};

/** The same for a paragraph that becomes a heading, whose element replaces that of the paragraph. */
const headingWeight = 2;

/** Cells of longer rows count more: the browser takes longer for the widths of many columns. */
const maxUsualCells = 20;
const manyCells = 50;

/** Passes everything on to `sink`. */
export class BlockLimit implements BlockSink {
  #count = 0;

  constructor(private readonly sink: BlockSink) {}

  /** `length`: that of the text so far, in UTF-16 units. */
  isExceeded(length: number): boolean {
    return this.#count - length / lengthPerBlock > maxExcess;
  }

  open(block: Block): void {
    this.#count += weights[block.type] ?? 1;
    this.sink.open(block);
  }

  row(cells: readonly string[]): void {
    // Empty cells have at least a character each, or they share an element.
    const count = cells.filter((cell) => cell !== '').length;
    this.#count += 1 + count * cellWeight(count);
    this.sink.row(cells);
  }

  append(text: string): void {
    this.sink.append(text);
  }

  toHeading(level: 1 | 2): void {
    this.#count += headingWeight;
    this.sink.toHeading(level);
  }

  takeLastLine(): void {
    this.sink.takeLastLine();
  }

  loosen(depth: number): void {
    this.sink.loosen(depth);
  }

  close(): void {
    this.sink.close();
  }

  define(definition: LinkDefinition): void {
    this.sink.define(definition);
  }
}

/** How many paragraphs take as long as a cell of a row with `count` cells. */
function cellWeight(count: number): number {
  if (count <= maxUsualCells) {
    return 1;
  }
  return count <= manyCells ? 2 : 3;
}
