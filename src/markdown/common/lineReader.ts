// LineReader: finds out what each line continues and what it begins, as CommonMark's block algorithm does. A line that
// is not complete yet is read as far as its role is certain; the generators pause there.
import type { BlockSink } from './blocks';
import { type BlockStart, readBlockStart, startCharacter } from './blockStarts';
import { HeldLines } from './heldLines';
import { continueLeaf } from './leafLines';
import { type FencedCode, IndentedCode } from './leaves/code';
import { Paragraph } from './leaves/paragraph';
import { anyText, codeIndent, type LineCursor, lineEnd, type Reading } from './lineCursor';
import { OpenBlocks, type OpenContainer } from './openBlocks';

/** The columns of spaces that continue a footnote. */
const footnoteIndent = 4;

export interface ReaderOptions {
  /**
   * Whether to read what the chat view shows: GFM, alerts, footnotes, details and formulas besides CommonMark, and no
   * more blocks than it can show (see `BlockLimit`). Text after these is a code block.
   */
  readonly extensions: boolean;
}

export class LineReader {
  readonly cursor: LineCursor;
  readonly blocks: OpenBlocks;
  readonly extensions: boolean;
  #held: HeldLines | undefined;

  constructor(cursor: LineCursor, sink: BlockSink, { extensions }: ReaderOptions) {
    this.cursor = cursor;
    this.blocks = new OpenBlocks(sink);
    this.extensions = extensions;
  }

  /** Reads line after line. */
  *readLines(): Reading {
    for (;;) {
      this.cursor.startLine();
      if (!this.cursor.complete) {
        yield anyText;
      }
      if (this.cursor.isEnd) {
        this.blocks.closeAll();
        return;
      }
      if (!this.cursor.complete || !this.#readPlainLine()) {
        yield* this.#readLine();
      }
    }
  }

  /** Reads ahead from the present line on. */
  hold(): HeldLines {
    this.#held = new HeldLines(this);
    return this.#held;
  }

  release(held: HeldLines): void {
    if (this.#held === held) {
      this.#held = undefined;
    }
  }

  /** The text that is not in the sink yet; `added` is the end of it, which the cursor does not have. */
  undecided(added: string): string {
    const { leaf } = this.blocks;
    const held = leaf !== undefined && 'held' in leaf ? leaf.held : '';
    const lines = (this.#held?.text ?? '') + this.cursor.remaining + added;
    return held === '' || lines === '' ? held + lines : `${held}\n${lines}`;
  }

  /** Reads the markers of the first `limit` containers, and returns how many of these the line continues. */
  *readContainers(limit: number): Reading<number> {
    const { containers } = this.blocks;
    for (let index = 0; index < limit; index += 1) {
      yield* this.cursor.readIndent();
      const container = containers[index];
      if (container === undefined || !this.#continues(container)) {
        return index;
      }
      if (container.kind === 'quote') {
        yield* this.cursor.readIndent();
        this.cursor.consumeColumns(1);
      }
    }
    return limit;
  }

  #continues(container: OpenContainer): boolean {
    const { cursor } = this;
    switch (container.kind) {
      case 'quote':
        if (cursor.indent >= codeIndent || cursor.character !== '>') {
          return false;
        }
        cursor.consumeMarker(1);
        return true;
      case 'item':
      case 'footnote': {
        const indent = container.kind === 'item' ? container.indent : footnoteIndent;
        const continues = cursor.blank
          ? !(container.kind === 'item' && container.isEmpty)
          : cursor.indent >= indent;
        if (continues) {
          cursor.consumeColumns(indent);
        }
        return continues;
      }
      case 'list':
      case 'details':
        return true;
    }
  }

  /**
   * Reads a complete line that is in no container and is blank, a paragraph's or a fenced code block's. Returns whether
   * the line is one. This avoids generators, which would take most of the time of such lines.
   */
  #readPlainLine(): boolean {
    const { blocks, cursor } = this;
    const { leaf } = blocks;
    if (blocks.containers.length > 0) {
      return false;
    }
    if (leaf?.kind === 'fencedCode') {
      return this.#readCodeLine(leaf);
    }
    if (leaf !== undefined && leaf.kind !== 'paragraph') {
      return false;
    }
    blocks.matched = 0;
    if (cursor.blank) {
      blocks.closeLeaf();
      blocks.endLine(true);
      return true;
    }
    // Outside of containers, a bracket begins footnotes only.
    const mayStartBlock =
      cursor.character === '['
        ? cursor.rest.startsWith('[^')
        : startCharacter.test(cursor.character);
    if (mayStartBlock || (leaf === undefined && cursor.indent >= codeIndent)) {
      return false;
    }
    this.#beginText().write(cursor.takeRest());
    blocks.endLine(false);
    return true;
  }

  /** Returns false for a line that may close the block. */
  #readCodeLine(code: FencedCode): boolean {
    const { blocks, cursor } = this;
    if (cursor.character === code.character) {
      return false;
    }
    blocks.matched = 0;
    cursor.consumeColumns(code.indent);
    code.startLine();
    const text = cursor.takeRest();
    if (text !== '') {
      code.write(text);
    }
    blocks.endLine(false);
    return true;
  }

  *#readLine(): Reading {
    const { blocks, cursor } = this;
    const { length } = blocks.containers;
    blocks.matched = length === 0 ? 0 : yield* this.readContainers(length);
    yield* cursor.readIndent();
    if (blocks.leaf !== undefined && blocks.allMatched && (yield* continueLeaf(this))) {
      return;
    }
    let start = yield* this.#readStart();
    const opensContainer = start === 'container';
    while (start === 'container') {
      start = yield* this.#readStart();
    }
    if (start === 'text' && cursor.blank) {
      blocks.closeUnmatched();
      blocks.closeLeaf();
      blocks.endLine(!opensContainer);
      return;
    }
    if (start === 'text') {
      yield* this.#readText();
    }
    blocks.endLine(false);
  }

  /** Reads what begins at the cursor: a container whose content follows, a block until the end of the line, or text. */
  *#readStart(): Reading<BlockStart> {
    const { blocks, cursor } = this;
    yield* cursor.readIndent();
    if (cursor.blank) {
      return 'text';
    }
    if (cursor.indent < codeIndent) {
      return startCharacter.test(cursor.character) ? yield* readBlockStart(this) : 'text';
    }
    if (blocks.leaf?.kind === 'paragraph') {
      return 'text';
    }
    blocks.openLeaf((sink) => new IndentedCode(sink));
    cursor.consumeColumns(codeIndent);
    yield* this.writeRest();
    return 'line';
  }

  /** Writes the rest of the line to the open leaf as it arrives. */
  *writeRest(): Reading {
    const { leaf } = this.blocks;
    for (;;) {
      const text = this.cursor.takeRest();
      if (text !== '' && leaf !== undefined && 'write' in leaf) {
        leaf.write(text);
      }
      if (this.cursor.complete) {
        return;
      }
      yield anyText;
    }
  }

  *#readText(): Reading {
    const { blocks, cursor } = this;
    const { leaf } = blocks;
    if (leaf?.kind === 'table' && blocks.allMatched) {
      if (!cursor.complete) {
        yield lineEnd;
      }
      leaf.row(cursor.takeText());
      return;
    }
    this.#beginText();
    yield* this.writeRest();
  }

  /** Begins a line of the open paragraph, or another one, at the first character that is no space. */
  #beginText(): Paragraph {
    const { blocks, cursor } = this;
    cursor.consumeMarker(0);
    if (blocks.leaf?.kind === 'paragraph') {
      blocks.leaf.startLine();
      return blocks.leaf;
    }
    return blocks.openLeaf((sink) => new Paragraph(sink));
  }
}
