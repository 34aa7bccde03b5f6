// LineReader: finds out what each line continues and what it begins, as CommonMark's block algorithm does. A line that
// is not complete yet is read as far as its role is certain, and each decision is made again with more text until it is.
import type { BlockSink } from './blocks';
import { BlockStarts, type BlockStart } from './blockStarts';
import type { TextLines } from './leaves/leaf';
import { Paragraph } from './leaves/paragraph';
import { codeIndent, Line, lineStart, notSpace } from './line';
import { readAhead, type LinesAhead } from './linesAhead';
import { OpenBlocks, type OpenContainer } from './openBlocks';

export interface ReaderOptions {
  /**
   * Whether to read what the chat view shows: GFM, alerts, footnotes, details and formulas besides CommonMark, and no
   * more blocks than it can show (see `BlockLimit`). Text after these is a code block.
   */
  readonly extensions: boolean;
}

export class LineReader {
  readonly #line = new Line();
  readonly #blocks: OpenBlocks;
  readonly #starts: BlockStarts;
  readonly #extensions: boolean;
  /** What is known of the line: nothing, the containers that it continues, or that the rest is text of the open leaf. */
  #known: 'nothing' | 'containers' | 'leaf' = 'nothing';
  #opensContainer = false;
  #ahead: LinesAhead | undefined;

  constructor(sink: BlockSink, { extensions }: ReaderOptions) {
    this.#blocks = new OpenBlocks(sink);
    this.#extensions = extensions;
    this.#starts = new BlockStarts(this.#line, this.#blocks, extensions);
  }

  /** Reads more of the line. `complete`: it ends after `text`. */
  extendLine(text: string, complete: boolean): void {
    if (this.#line.extend(text, complete)) {
      this.#read();
    }
  }

  /** Closes all blocks. The last line must be complete. */
  end(): void {
    while (this.#ahead !== undefined) {
      this.#endAhead(this.#ahead);
    }
    this.#blocks.closeAll();
  }

  /** The text that is not in the sink yet, because its role is not certain. */
  get undecided(): string {
    const { leaf } = this.#blocks;
    const held = leaf !== undefined && 'held' in leaf ? leaf.held : '';
    const texts = [held, this.#ahead?.source ?? '', this.#line.remaining];
    return texts.filter((text) => text !== '').join('\n');
  }

  #read(): void {
    if (this.#ahead !== undefined) {
      this.#readAhead(this.#ahead);
      return;
    }
    if (this.#known === 'nothing') {
      this.#readContinued();
    }
    while (this.#known === 'containers') {
      const start = this.#starts.read();
      if (start === 'undecided') {
        return;
      }
      this.#begin(start);
    }
    if (this.#known === 'leaf') {
      this.#writeRest();
    }
  }

  /** Reads what the line continues: containers, and code or HTML in them. */
  #readContinued(): void {
    const blocks = this.#blocks;
    const matched = this.#readContainers(blocks.containers.length);
    if (matched === 'undecided') {
      return;
    }
    blocks.matched = matched;
    const { leaf } = blocks;
    const continued =
      leaf?.kind === 'lines' && blocks.allMatched ? this.#continueLines(leaf) : undefined;
    if (continued === undefined) {
      this.#known = 'containers';
    } else if (continued !== 'undecided') {
      this.#begin(continued);
    }
  }

  #begin(start: Exclude<BlockStart, 'undecided'>): void {
    const blocks = this.#blocks;
    switch (start) {
      case 'container':
        this.#opensContainer = true;
        break;
      case 'leaf':
        this.#known = 'leaf';
        break;
      case 'line':
        this.#endLine(this.#line.blank);
        break;
      case 'text':
        if (this.#line.blank) {
          blocks.closeUnmatched();
          blocks.closeLeaf();
          this.#endLine(!this.#opensContainer);
        } else {
          this.#beginText();
        }
        break;
      default:
        this.#ahead = start;
        this.#known = 'nothing';
        this.#line.start('', false);
    }
  }

  /** Begins a line of the open table or paragraph, or the first line of a new paragraph. */
  #beginText(): void {
    const { leaf, allMatched } = this.#blocks;
    this.#line.consumeMarker(0);
    this.#known = 'leaf';
    if (leaf?.kind === 'paragraph') {
      leaf.startLine();
    } else if (leaf?.kind !== 'table' || !allMatched) {
      this.#blocks.openLeaf((sink) => new Paragraph(sink, this.#extensions));
    }
  }

  /** Writes the rest of the line to the open leaf as it arrives; rows of tables once they are complete. */
  #writeRest(): void {
    const { leaf } = this.#blocks;
    const line = this.#line;
    if (leaf?.kind === 'table') {
      if (line.complete) {
        leaf.row(line.takeRest());
      }
    } else {
      leaf?.write(line.takeRest());
    }
    if (line.complete) {
      if (leaf?.kind === 'lines') {
        leaf.endLine();
      }
      if (leaf?.kind === 'heading' || (leaf?.kind === 'lines' && leaf.isAtEnd)) {
        this.#blocks.closeLeaf();
      }
      this.#endLine(false);
    }
  }

  /** `isBlank`: the line separates blocks. */
  #endLine(isBlank: boolean): void {
    this.#blocks.endLine(isBlank);
    this.#known = 'nothing';
    this.#opensContainer = false;
    this.#line.start('', false);
  }

  /** Consumes the markers of the first `limit` containers, and returns how many of these the line continues. */
  #readContainers(limit: number): number | 'undecided' {
    const { containers } = this.#blocks;
    const line = this.#line;
    line.moveTo(lineStart);
    for (let index = 0; index < limit; index += 1) {
      if (line.awaits(notSpace)) {
        return 'undecided';
      }
      const container = containers[index];
      if (container === undefined || !this.#continues(container)) {
        return index;
      }
      if (container.kind === 'quote') {
        if (line.awaits(notSpace)) {
          return 'undecided';
        }
        line.consumeColumns(1);
      }
    }
    return line.awaits(notSpace) ? 'undecided' : limit;
  }

  #continues(container: OpenContainer): boolean {
    const line = this.#line;
    switch (container.kind) {
      case 'quote':
        if (line.indent >= codeIndent || line.character !== '>') {
          return false;
        }
        line.consumeMarker(1);
        return true;
      case 'item':
      case 'footnote':
        if (line.blank ? container.isEmpty : line.indent < container.indent) {
          return false;
        }
        line.consumeColumns(container.indent);
        return true;
      case 'list':
      case 'details':
        return true;
    }
  }

  /** Reads whether the line, which continues all containers, is a line of open code or HTML. */
  #continueLines(lines: TextLines): 'leaf' | 'line' | 'undecided' | undefined {
    const { end } = lines;
    const line = this.#line;
    switch (end.kind) {
      case 'fence': {
        const isEnd = !lines.isInInnerBlock && this.#starts.readFenceEnd(end.fence);
        if (isEnd === 'undecided') {
          return isEnd;
        }
        if (isEnd) {
          this.#blocks.closeLeaf();
          return 'line';
        }
        line.consumeColumns(end.indent);
        break;
      }
      case 'lessIndent':
        if (line.blank) {
          line.consumeColumns(codeIndent);
          lines.hold(`\n${line.takeRest()}`);
          return 'line';
        }
        if (line.indent < codeIndent) {
          return undefined;
        }
        line.consumeColumns(codeIndent);
        break;
      case 'blankLine': {
        const closed = line.blank ? undefined : this.#starts.readDetailsEnd();
        if (line.blank || closed !== undefined) {
          return closed === 'undecided' ? closed : undefined;
        }
        break;
      }
      case 'pattern':
        break;
    }
    lines.startLine();
    return 'leaf';
  }

  /** Reads a line after those that are held. */
  #readAhead(ahead: LinesAhead): void {
    const line = this.#line;
    const matched = this.#readContainers(ahead.matched);
    if (matched === 'undecided') {
      return;
    }
    const { text, complete } = line;
    const continues =
      matched === ahead.matched &&
      !line.blank &&
      (ahead.type === 'math' || line.indent < codeIndent);
    const source = `${ahead.source}\n${line.remaining}`;
    const found = continues ? readAhead[ahead.type](source, complete) : 'none';
    if (found === 'none') {
      this.#endAhead(ahead);
      this.#line.start(text, complete);
      this.#read();
    } else if (found !== 'undecided') {
      this.#ahead = undefined;
      this.#starts.openAhead(ahead.type, found.content);
      this.#endLine(false);
    } else if (complete) {
      ahead.lines.push(text);
      ahead.source = source;
      line.start('', false);
    }
  }

  /** Reads the held lines as what they are if the lines after them are not known: text, or details without a summary. */
  #endAhead({ type, place, lines: [first = '', ...others] }: LinesAhead): void {
    this.#ahead = undefined;
    this.#line.start(first, true);
    this.#line.moveTo(place);
    if (type === 'details') {
      this.#starts.openAhead(type, '');
      this.#endLine(false);
    } else {
      this.#beginText();
      this.#writeRest();
    }
    for (const text of others) {
      this.#line.start(text, true);
      this.#read();
    }
  }
}
