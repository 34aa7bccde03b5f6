// LineReader: finds out what each line continues and what it begins, as CommonMark's block algorithm does. A line that
// is not complete yet is read as far as its role is certain; the generators pause there.
import type { BlockSink } from './blocks';
import { readHtmlStart } from './htmlBlocks';
import { FencedCode, IndentedCode } from './leaves/code';
import { Heading } from './leaves/heading';
import { HtmlBlock, MathBlock, Table, ThematicBreak } from './leaves/leaf';
import { Paragraph } from './leaves/paragraph';
import {
  anyText,
  codeIndent,
  HeldLines,
  type LineCursor,
  lineEnd,
  type Reading,
} from './lineCursor';
import {
  readAlert,
  readDetailsEnd,
  readDetailsStart,
  readFenceEnd,
  readFenceStart,
  readFootnoteMarker,
  readListMarker,
  readSummary,
  readTask,
  readThematicBreak,
} from './markers';
import { mathDelimiterLength, readMathStart } from './mathBlocks';
import { OpenBlocks, type OpenContainer } from './openBlocks';
import { delimiterRow, notDelimiter } from './tables';

export interface ReaderOptions {
  /**
   * Whether to read what the chat view shows: GFM, alerts, footnotes, details and formulas besides CommonMark, and no
   * more blocks than it can show (see `BlockLimit`). Text after these is a code block.
   */
  readonly extensions: boolean;
}

/** A container whose content follows, a block until the end of the line, or text. */
type BlockStart = 'container' | 'line' | 'text';

/** The columns of spaces that continue a footnote. */
const footnoteIndent = 4;

/** Content that is more columns away from its list marker is indented code. */
const maxPadding = 4;

/** Lines without indentation that begin with another character are text. */
const startCharacter = /[-#>`~<=*_+|:[$\\\d]/u;

export class LineReader {
  readonly #cursor: LineCursor;
  readonly #blocks: OpenBlocks;
  readonly #extensions: boolean;
  /** The lines that are being read ahead. */
  #held: HeldLines | undefined;

  constructor(cursor: LineCursor, sink: BlockSink, { extensions }: ReaderOptions) {
    this.#cursor = cursor;
    this.#blocks = new OpenBlocks(sink);
    this.#extensions = extensions;
  }

  /** Reads line after line. */
  *readLines(): Reading {
    for (;;) {
      this.#cursor.startLine();
      if (!this.#cursor.complete) {
        yield anyText;
      }
      if (this.#cursor.isEnd) {
        this.#blocks.closeAll();
        return;
      }
      yield* this.#readLine();
    }
  }

  /** The text that is not in the sink yet; `added` is the end of it, which the cursor does not have. */
  undecided(added: string): string {
    const { leaf } = this.#blocks;
    const held = leaf !== undefined && 'held' in leaf ? leaf.held : '';
    const lines = (this.#held?.text ?? '') + this.#cursor.remaining + added;
    return held === '' || lines === '' ? held + lines : `${held}\n${lines}`;
  }

  *#readLine(): Reading {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    blocks.matched = yield* this.#readContainers(blocks.containers.length);
    yield* cursor.readIndent();
    if (blocks.allMatched && (yield* this.#continueLeaf())) {
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

  /** Reads the markers of the first `limit` containers, and returns how many of these the line continues. */
  *#readContainers(limit: number): Reading<number> {
    const { containers } = this.#blocks;
    for (let index = 0; index < limit; index += 1) {
      yield* this.#cursor.readIndent();
      const container = containers[index];
      if (container === undefined || !this.#continues(container)) {
        return index;
      }
      if (container.kind === 'quote') {
        yield* this.#cursor.readIndent();
        this.#cursor.consumeColumns(1);
      }
    }
    return limit;
  }

  #continues(container: OpenContainer): boolean {
    const cursor = this.#cursor;
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

  /** Reads the line if it is a line of the open code block or HTML block, whose containers it continues. */
  *#continueLeaf(): Reading<boolean> {
    const { leaf } = this.#blocks;
    switch (leaf?.kind) {
      case 'fencedCode':
        yield* this.#continueFencedCode(leaf);
        return true;
      case 'html':
        return yield* this.#continueHtml(leaf);
      case 'indentedCode':
        return yield* this.#continueIndentedCode(leaf);
      default:
        return false;
    }
  }

  *#continueFencedCode(leaf: FencedCode): Reading {
    const cursor = this.#cursor;
    if (cursor.indent < codeIndent && (yield* readFenceEnd(cursor, leaf))) {
      this.#blocks.closeLeaf();
    } else {
      cursor.consumeColumns(leaf.indent);
      leaf.startLine();
      yield* this.#writeRest();
    }
    this.#blocks.endLine(false);
  }

  *#continueIndentedCode(leaf: IndentedCode): Reading<boolean> {
    const cursor = this.#cursor;
    if (cursor.blank) {
      cursor.consumeColumns(codeIndent);
      leaf.addBlankLine(cursor.takeRest());
      this.#blocks.endLine(true);
      return true;
    }
    if (cursor.indent < codeIndent) {
      return false;
    }
    cursor.consumeColumns(codeIndent);
    leaf.startLine();
    yield* this.#writeRest();
    this.#blocks.endLine(false);
    return true;
  }

  *#continueHtml(leaf: HtmlBlock): Reading<boolean> {
    if (leaf.end.atBlankLine && this.#cursor.blank) {
      return false;
    }
    if (
      this.#extensions &&
      leaf.end.atBlankLine &&
      (yield* this.#readClosedDetails()) !== undefined
    ) {
      return false;
    }
    leaf.startLine();
    yield* this.#writeHtmlLine(leaf);
    this.#blocks.endLine(false);
    return true;
  }

  /** Reads what begins at the cursor: a container whose content follows, a block until the end of the line, or text. */
  *#readStart(): Reading<BlockStart> {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    yield* cursor.readIndent();
    if (cursor.blank) {
      return 'text';
    }
    if (cursor.indent < codeIndent) {
      return startCharacter.test(cursor.character) ? yield* this.#readBlockStart() : 'text';
    }
    if (blocks.leaf?.kind === 'paragraph') {
      return 'text';
    }
    blocks.openLeaf((sink) => new IndentedCode(sink));
    cursor.consumeColumns(codeIndent);
    yield* this.#writeRest();
    return 'line';
  }

  /** Reads the block start at a start character that is not indented as code. */
  *#readBlockStart(): Reading<BlockStart> {
    const cursor = this.#cursor;
    const { character } = cursor;
    const paragraph = this.#matchedParagraph;
    if (paragraph !== undefined && (yield* this.#readUnderline(paragraph, character))) {
      return 'line';
    }
    switch (character) {
      case '>':
        return yield* this.#readQuote();
      case '#':
        return yield* this.#readHeading();
      case '`':
      case '~':
        return yield* this.#readFence();
      case '<':
        return yield* this.#readTag();
      case '$':
      case '\\':
        return this.#extensions ? yield* this.#readMath() : 'text';
      case '[':
        return this.#extensions ? yield* this.#readFootnote() : 'text';
      case '-':
      case '*':
      case '_':
        if (yield* readThematicBreak(cursor, character)) {
          this.#blocks.openLeaf((sink) => new ThematicBreak(sink));
          this.#blocks.closeLeaf();
          return 'line';
        }
        return character === '_' ? 'text' : yield* this.#readItem();
      default:
        return yield* this.#readItem();
    }
  }

  /** The open paragraph that the line continues with all of its markers. */
  get #matchedParagraph(): Paragraph | undefined {
    const { allMatched, leaf } = this.#blocks;
    return allMatched && leaf?.kind === 'paragraph' ? leaf : undefined;
  }

  /** Reads what changes the paragraph above: the delimiter row of a table or the underline of a heading. */
  *#readUnderline(paragraph: Paragraph, character: string): Reading<boolean> {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    const header = this.#extensions ? paragraph.header : '';
    if (header !== '' && /[-|:]/u.test(character)) {
      yield* cursor.readUntil(notDelimiter);
      const alignments = cursor.complete ? delimiterRow(cursor.rest, header) : undefined;
      if (alignments !== undefined) {
        blocks.replaceParagraph((sink) => {
          sink.takeLastLine();
          sink.close();
          return new Table(sink, header, alignments);
        });
        return true;
      }
    }
    if (character !== '=' && character !== '-') {
      return false;
    }
    yield* cursor.readUntil(character === '=' ? /[^= \t]/u : /[^- \t]/u);
    if (!cursor.complete || !/^(?:=+|-+)[ \t]*$/u.test(cursor.rest) || !paragraph.settle()) {
      return false;
    }
    blocks.replaceParagraph((sink) => {
      sink.toHeading(character === '=' ? 1 : 2);
      sink.close();
      return undefined;
    });
    return true;
  }

  *#readQuote(): Reading<BlockStart> {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    if (!blocks.canNest) {
      return 'text';
    }
    cursor.consumeMarker(1);
    yield* cursor.readIndent();
    cursor.consumeColumns(1);
    const alert = this.#extensions ? yield* readAlert(cursor) : undefined;
    if (alert === undefined) {
      blocks.openContainer({ type: 'quote' }, { kind: 'quote' });
      return 'container';
    }
    blocks.openContainer({ type: 'alert', kind: alert }, { kind: 'quote' });
    return 'line';
  }

  *#readHeading(): Reading<BlockStart> {
    const cursor = this.#cursor;
    yield* cursor.readUntil(/[^#]/u);
    const marker = /^#{1,6}(?=[ \t]|$)/u.exec(cursor.rest)?.[0];
    if (marker === undefined) {
      return 'text';
    }
    cursor.consumeMarker(marker.length);
    this.#blocks.openLeaf((sink) => new Heading(sink, marker.length));
    yield* this.#writeRest();
    this.#blocks.closeLeaf();
    return 'line';
  }

  *#readFence(): Reading<BlockStart> {
    const start = yield* readFenceStart(this.#cursor);
    if (start === undefined) {
      return 'text';
    }
    const { fence, info } = start;
    const { indent } = this.#cursor;
    // GitHub's other way to write a display formula.
    const isMath = this.#extensions && info === 'math';
    this.#blocks.openLeaf((sink) => new FencedCode(sink, fence, indent, { info, isMath }));
    return 'line';
  }

  *#readTag(): Reading<BlockStart> {
    if (!this.#extensions) {
      return yield* this.#readHtml();
    }
    const closed = yield* this.#readClosedDetails();
    if (closed !== undefined) {
      this.#blocks.closeFrom(closed);
      return 'line';
    }
    const start = yield* this.#readDetails();
    return start === 'text' ? yield* this.#readHtml() : start;
  }

  *#readHtml(): Reading<BlockStart> {
    const blocks = this.#blocks;
    const kind = yield* readHtmlStart(this.#cursor, {
      inParagraph: blocks.leaf?.kind === 'paragraph',
      extensions: this.#extensions,
    });
    if (kind === undefined || (kind === 7 && blocks.leaf?.kind === 'table' && blocks.allMatched)) {
      return 'text';
    }
    yield* this.#writeHtmlLine(blocks.openLeaf((sink) => new HtmlBlock(sink, kind)));
    return 'line';
  }

  /** Reads `<details>` with the summary after it or on the next line. */
  *#readDetails(): Reading<BlockStart> {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    if (!(yield* readDetailsStart(cursor)) || !blocks.canNest) {
      return 'text';
    }
    const { isBlank, text } = yield* readSummary(cursor, '<details>'.length);
    if (!isBlank && text === undefined) {
      return 'text';
    }
    const summary = isBlank ? yield* this.#readNextSummary() : text;
    blocks.openContainer({ type: 'details', summary: summary ?? '' }, { kind: 'details' });
    return 'line';
  }

  /** Reads the next line if it is a summary; otherwise it will be read again. */
  *#readNextSummary(): Reading<string | undefined> {
    const held = this.#hold();
    held.next();
    const isInside = (yield* this.#continuesHeld()) && this.#cursor.indent < codeIndent;
    const summary = isInside ? (yield* readSummary(this.#cursor, 0)).text : undefined;
    if (summary === undefined) {
      held.repeatLine();
    }
    this.#held = undefined;
    return summary;
  }

  /** Reads whether the line is `</details>`. Returns the place of the container that it closes among the open ones. */
  *#readClosedDetails(): Reading<number | undefined> {
    if (!(yield* readDetailsEnd(this.#cursor))) {
      return undefined;
    }
    const containers = this.#blocks.containers.slice(0, this.#blocks.matched);
    const index = containers.findLastIndex(({ kind }) => kind === 'details');
    const isQuoted = containers.slice(index).some(({ kind }) => kind === 'quote');
    return index === -1 || isQuoted ? undefined : index;
  }

  *#readItem(): Reading<BlockStart> {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    const marker = yield* readListMarker(cursor);
    if (marker === undefined || !blocks.canNest) {
      return 'text';
    }
    const interrupts = this.#matchedParagraph !== undefined;
    if (interrupts && (marker.isBlank || (marker.number !== undefined && marker.number !== 1))) {
      return 'text';
    }
    const { indent } = cursor;
    cursor.consumeMarker(marker.length);
    const padding = marker.isBlank || cursor.indent > maxPadding ? 1 : cursor.indent;
    cursor.consumeColumns(padding);
    const task = this.#extensions ? yield* readTask(cursor) : undefined;
    const list = blocks.innermost;
    if (list?.kind !== 'list' || list.marker !== marker.type) {
      blocks.openContainer(
        { type: 'list', start: marker.number },
        { kind: 'list', marker: marker.type, isLoose: false },
      );
    }
    blocks.openContainer(
      { type: 'item', task },
      { kind: 'item', indent: indent + marker.length + padding, isEmpty: true },
    );
    return task === undefined || cursor.blank ? 'container' : 'text';
  }

  *#readFootnote(): Reading<BlockStart> {
    const cursor = this.#cursor;
    const marker = yield* readFootnoteMarker(cursor);
    if (marker === undefined || !this.#blocks.canNest) {
      return 'text';
    }
    const { length, label } = marker;
    cursor.consumeMarker(length);
    this.#blocks.openContainer({ type: 'footnote', label }, { kind: 'footnote' });
    yield* cursor.readIndent();
    cursor.consumeColumns(cursor.indent);
    return 'container';
  }

  /**
   * Reads the formula that begins at the cursor, over as many lines as it has. If its end is missing, the lines are read
   * again as if formulas did not exist.
   */
  *#readMath(): Reading<BlockStart> {
    const cursor = this.#cursor;
    const end = yield* readMathStart(cursor);
    if (end === undefined) {
      return 'text';
    }
    const held = this.#hold();
    if (!end.test(cursor.rest.slice(mathDelimiterLength)) && !cursor.complete) {
      yield end;
    }
    let source = cursor.rest;
    while (end.state === 'inside') {
      held.next();
      if (!(yield* this.#continuesHeld())) {
        break;
      }
      if (!end.test(`\n${cursor.remaining}`) && !cursor.complete) {
        yield end;
      }
      source += `\n${cursor.remaining}`;
    }
    this.#held = undefined;
    const text = source.slice(mathDelimiterLength, source.lastIndexOf(end.delimiter)).trim();
    if (end.state !== 'ended' || text === '') {
      held.restore();
      return 'text';
    }
    this.#blocks.openLeaf((sink) => new MathBlock(sink, text));
    this.#blocks.closeLeaf();
    return 'line';
  }

  /** Reads ahead from the present line on. */
  #hold(): HeldLines {
    this.#held = new HeldLines(this.#cursor);
    return this.#held;
  }

  /** Reads whether the present line is not blank and continues the containers of the first held one. */
  *#continuesHeld(): Reading<boolean> {
    const { matched } = this.#blocks;
    const continued = yield* this.#readContainers(matched);
    yield* this.#cursor.readIndent();
    return continued === matched && !this.#cursor.blank;
  }

  *#writeHtmlLine(leaf: HtmlBlock): Reading {
    yield* this.#writeRest();
    if (leaf.end.found) {
      this.#blocks.closeLeaf();
    }
  }

  /** Reads a line of the open table or paragraph, or the first line of a new paragraph. */
  *#readText(): Reading {
    const blocks = this.#blocks;
    const cursor = this.#cursor;
    const { leaf } = blocks;
    if (leaf?.kind === 'table' && blocks.allMatched) {
      if (!cursor.complete) {
        yield lineEnd;
      }
      leaf.row(cursor.takeText());
      return;
    }
    cursor.consumeMarker(0);
    if (leaf?.kind === 'paragraph') {
      leaf.startLine();
    } else {
      blocks.openLeaf((sink) => new Paragraph(sink));
    }
    yield* this.#writeRest();
  }

  /** Writes the rest of the line to the open leaf as it arrives. */
  *#writeRest(): Reading {
    const { leaf } = this.#blocks;
    for (;;) {
      const text = this.#cursor.takeRest();
      if (text !== '' && leaf !== undefined && 'write' in leaf) {
        leaf.write(text);
      }
      if (this.#cursor.complete) {
        return;
      }
      yield anyText;
    }
  }
}
