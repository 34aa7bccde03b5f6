// The leaf blocks that may be open. They open themselves in the sink and write their text as it arrives; `OpenBlocks` closes
// them.
import { openFencesAfter, type OpenFence } from '../../../base/text/codeFence';
import type { Alignment, Block, BlockSink } from '../blocks';
import { splitRow } from '../tables';
import type { Paragraph } from './paragraph';
import { endWithoutSpaces } from './spaces';

export type Leaf = Paragraph | Heading | TextLines | Table;

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
    const known = this.#held + added;
    const text = this.#hasText ? known : known.replace(/^[ \t]+/u, '');
    const end = closingStart(text, !this.#hasText);
    if (end > 0) {
      this.#sink.append(text.slice(0, end));
      this.#hasText = true;
    }
    this.#held = text.slice(end);
  }
}

/** Where the closing sequence begins at the end of `text`. `isStart`: there is no text before it. */
function closingStart(text: string, isStart: boolean): number {
  const signsEnd = endWithoutSpaces(text);
  let signsStart = signsEnd;
  while (text.charAt(signsStart - 1) === '#') {
    signsStart -= 1;
  }
  const textEnd = endWithoutSpaces(text, signsStart);
  return textEnd < signsStart || (isStart && signsStart === 0) ? textEnd : signsEnd;
}

/** What ends a block of lines that are shown as they are. */
export type LinesEnd =
  /**
   * `indent`: the columns of spaces before the fence, which the lines may have as well. `isMarkdown`: the
   * lines are a Markdown file, whose own code blocks belong to it.
   */
  | {
      readonly kind: 'fence';
      readonly fence: string;
      readonly indent: number;
      readonly isMarkdown: boolean;
    }
  | { readonly kind: 'lessIndent' }
  /** What the last line contains. */
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'blankLine' };

/** Code or raw HTML. */
export class TextLines {
  readonly kind = 'lines';
  readonly end: LinesEnd;
  readonly #sink: BlockSink;
  /** Line breaks and blank lines. Those after indented code do not belong to it. */
  #held = '';
  #line: string | undefined;
  /** The fence of a Markdown file, and those of its code blocks that are open. */
  #fences: readonly OpenFence[];

  constructor(sink: BlockSink, block: Block, end: LinesEnd) {
    this.#sink = sink;
    this.end = end;
    sink.open(block);
    this.#line = end.kind === 'fence' ? undefined : '';
    const isMarkdown = end.kind === 'fence' && end.isMarkdown;
    this.#fences = isMarkdown ? [{ indent: '', fence: end.fence, info: 'md' }] : [];
  }

  /** Whether the present line is the last. */
  get isAtEnd(): boolean {
    return this.end.kind === 'pattern' && this.end.pattern.test(this.#line ?? '');
  }

  /** Whether a fence closes a block of the Markdown file, and not this one. */
  get isInInnerBlock(): boolean {
    return this.#fences.length > 1;
  }

  endLine(): void {
    if (this.#fences.length > 0) {
      this.#fences = openFencesAfter(this.#line ?? '', this.#fences);
    }
  }

  startLine(): void {
    this.#held += this.#line === undefined ? '' : '\n';
    this.#line = '';
  }

  hold(text: string): void {
    this.#held += text;
  }

  write(text: string): void {
    const added = this.#held + text;
    this.#held = '';
    this.#line += text;
    if (added !== '') {
      this.#sink.append(added);
    }
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
}
