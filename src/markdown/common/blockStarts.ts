// BlockStarts: reads what begins at a position in a line, CommonMark's blocks and those that GitHub adds to them.
import { isMarkdown } from '../../base/text/codeFence';
import type { Block } from './blocks';
import { readHtmlStart } from './htmlBlocks';
import { Heading, Table, TextLines, type LinesEnd } from './leaves/leaf';
import type { Paragraph } from './leaves/paragraph';
import { trimSpaces } from './leaves/spaces';
import { unescapeMarkdown } from './leaves/unescape';
import { codeIndent, notSpace, type Line, type Place } from './line';
import { readAhead, type AheadType, type LinesAhead } from './linesAhead';
import type { OpenBlocks } from './openBlocks';
import { delimiterRow, notDelimiter } from './tables';

/**
 * A container whose content follows, a leaf whose text is the rest of the line, a line that is complete, text, a block
 * that depends on the next lines, or what only more text of the line decides.
 */
export type BlockStart = 'container' | 'leaf' | 'line' | 'text' | LinesAhead | 'undecided';

/** Content that is more columns away from its list marker is indented code. */
const maxPadding = 4;

/** The columns of spaces that continue a footnote. */
const footnoteIndent = 4;

/** Matches nothing: only the end of the line decides. */
const lineEnd = /(?!)/u;
/** The characters that a line cannot contain which consists of one character and spaces. */
const notOnly: Readonly<Record<string, RegExp>> = {
  '-': /[^- \t]/u,
  '*': /[^* \t]/u,
  _: /[^_ \t]/u,
  '=': /[^= \t]/u,
  '`': /[^` \t]/u,
  '~': /[^~ \t]/u,
};

const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
const alertLine = new RegExp(String.raw`^\[!(${alertKinds.join('|')})\][ \t]*$`, 'iu');

export class BlockStarts {
  readonly #line: Line;
  readonly #blocks: OpenBlocks;
  readonly #extensions: boolean;
  /** Where the decision is made again that needs more text. */
  #undecidedAt: Place | undefined;

  constructor(line: Line, blocks: OpenBlocks, extensions: boolean) {
    this.#line = line;
    this.#blocks = blocks;
    this.#extensions = extensions;
  }

  read(): BlockStart {
    const place = this.#undecidedAt ?? this.#line.place;
    this.#line.moveTo(place);
    const start = this.#read();
    this.#undecidedAt = start === 'undecided' ? place : undefined;
    return start;
  }

  /** Reads whether the line is `</details>`. Returns the place of the container that it closes among the open ones. */
  readDetailsEnd(): number | 'undecided' | undefined {
    const line = this.#line;
    const end = /^<\/details>[ \t]*$/u;
    if (!this.#extensions) {
      return undefined;
    }
    if (line.mayBecome('</details>') || line.mayBecome(end, notSpace)) {
      return 'undecided';
    }
    if (!end.test(line.rest)) {
      return undefined;
    }
    const containers = this.#blocks.containers.slice(0, this.#blocks.matched);
    const index = containers.findLastIndex(({ kind }) => kind === 'details');
    const isQuoted = containers.slice(index).some(({ kind }) => kind === 'quote');
    return index === -1 || isQuoted ? undefined : index;
  }

  /** Reads whether the line closes the code block that began with `fence`. */
  readFenceEnd(fence: string): boolean | 'undecided' {
    const line = this.#line;
    const { character } = line;
    if (line.indent >= codeIndent || character !== fence.charAt(0)) {
      return false;
    }
    if (line.awaits(notOnly[character] ?? notSpace)) {
      return 'undecided';
    }
    const end = trimSpaces(line.rest);
    return end.startsWith(fence) && end === character.repeat(end.length);
  }

  /** Opens a block of which all lines are known. */
  openAhead(type: AheadType, content: string): void {
    if (type === 'math') {
      this.#blocks.addLeaf({ type }, content);
    } else {
      this.#blocks.openContainer({ type, summary: content }, { kind: type });
    }
  }

  #read(): BlockStart {
    const line = this.#line;
    if (line.awaits(notSpace)) {
      return 'undecided';
    }
    const { character } = line;
    if (line.indent >= codeIndent && character !== '') {
      // Llama and Gemma indent the list below a line such as `**Interests:**`. They fence code.
      const item = this.#extensions && /[-+*]/u.test(character) ? this.#readItem() : 'text';
      if (item !== 'text' || this.#blocks.leaf?.kind === 'paragraph') {
        return item;
      }
      this.#openLines({ type: 'code', info: '' }, { kind: 'lessIndent' });
      line.consumeColumns(codeIndent);
      return 'leaf';
    }
    const paragraph = this.#matchedParagraph;
    const underline = paragraph === undefined ? 'text' : this.#readUnderline(paragraph, character);
    if (underline !== 'text') {
      return underline;
    }
    switch (character) {
      case '>':
        return this.#readQuote();
      case '#':
        return this.#readHeading();
      case '`':
      case '~':
        return this.#readFence(character);
      case '<':
        return this.#readTag();
      case '$':
      case '\\':
        return this.#extensions ? this.#readAhead('math') : 'text';
      case '[':
        return this.#extensions ? this.#readFootnote() : 'text';
      case '-':
      case '*':
      case '_':
        return this.#readRule(character);
      default:
        return /[+\d]/u.test(character) ? this.#readItem() : 'text';
    }
  }

  #openLines(block: Block, end: LinesEnd): void {
    this.#blocks.openLeaf((sink) => new TextLines(sink, block, end));
  }

  /** The open paragraph that the line continues with all of its markers. */
  get #matchedParagraph(): Paragraph | undefined {
    const { allMatched, leaf } = this.#blocks;
    return allMatched && leaf?.kind === 'paragraph' ? leaf : undefined;
  }

  /** Reads what changes the paragraph above: the delimiter row of a table or the underline of a heading. */
  #readUnderline(paragraph: Paragraph, character: string): BlockStart {
    const line = this.#line;
    const header = this.#extensions ? paragraph.header : '';
    if (header !== '' && /[-|:]/u.test(character)) {
      if (line.awaits(notDelimiter)) {
        return 'undecided';
      }
      const alignments = line.complete ? delimiterRow(line.rest, header) : undefined;
      if (alignments !== undefined) {
        this.#blocks.replaceParagraph((sink) => {
          sink.takeLastLine();
          sink.close();
          return new Table(sink, header, alignments);
        });
        return 'line';
      }
    }
    // Models that write code without a fence end it with a line of dashes. They write no headings of several lines.
    if ((character !== '=' && character !== '-') || (this.#extensions && !paragraph.isOneLine)) {
      return 'text';
    }
    if (line.awaits(notOnly[character] ?? notSpace)) {
      return 'undecided';
    }
    if (!line.complete || !/^(?:=+|-+)[ \t]*$/u.test(line.rest) || !paragraph.settle()) {
      return 'text';
    }
    this.#blocks.replaceParagraph((sink) => {
      sink.toHeading(character === '=' ? 1 : 2);
      sink.close();
      return undefined;
    });
    return 'line';
  }

  #readQuote(): BlockStart {
    const line = this.#line;
    if (!this.#blocks.canNest) {
      return 'text';
    }
    line.consumeMarker(1);
    if (line.awaits(notSpace)) {
      return 'undecided';
    }
    line.consumeColumns(1);
    if (this.#extensions && line.indent < codeIndent && line.character === '[') {
      if (line.mayBecome(/^\[(?:![a-z]{0,9})?$/iu) || line.mayBecome(alertLine, notSpace)) {
        return 'undecided';
      }
      const name = alertLine.exec(line.rest)?.[1]?.toLowerCase();
      const kind = alertKinds.find((alert) => alert === name);
      if (kind !== undefined) {
        this.#blocks.openContainer({ type: 'alert', kind }, { kind: 'quote' });
        return 'line';
      }
    }
    this.#blocks.openContainer({ type: 'quote' }, { kind: 'quote' });
    return 'container';
  }

  #readHeading(): BlockStart {
    const line = this.#line;
    if (line.awaits(/[^#]/u)) {
      return 'undecided';
    }
    const marker = /^#{1,6}(?=[ \t]|$)/u.exec(line.rest)?.[0];
    if (marker === undefined) {
      return 'text';
    }
    line.consumeMarker(marker.length);
    this.#blocks.openLeaf((sink) => new Heading(sink, marker.length));
    return 'leaf';
  }

  #readFence(character: '`' | '~'): BlockStart {
    const line = this.#line;
    if (line.awaits(character === '`' ? /[^`]/u : /[^~]/u)) {
      return 'undecided';
    }
    const fence = /^(?:`{3,}|~{3,})/u.exec(line.rest)?.[0];
    if (fence === undefined) {
      return 'text';
    }
    const info = trimSpaces(line.rest.slice(fence.length));
    // An info string with a backtick makes it inline code.
    if (line.awaits(character === '`' ? /`/u : lineEnd, info)) {
      return 'undecided';
    }
    if (character === '`' && info.includes('`')) {
      return 'text';
    }
    // GitHub's other way to write a display formula.
    const isMath = this.#extensions && info === 'math';
    this.#openLines(isMath ? { type: 'math' } : { type: 'code', info: unescapeMarkdown(info) }, {
      kind: 'fence',
      fence,
      indent: line.indent,
      isMarkdown: this.#extensions && isMarkdown(info),
    });
    return 'line';
  }

  #readTag(): BlockStart {
    const closed = this.readDetailsEnd();
    if (closed === 'undecided') {
      return closed;
    }
    if (closed !== undefined) {
      this.#blocks.matched = closed;
      this.#blocks.closeUnmatched();
      return 'line';
    }
    const details = this.#extensions && this.#blocks.canNest ? this.#readAhead('details') : 'text';
    if (details !== 'text') {
      return details;
    }
    const { leaf, allMatched } = this.#blocks;
    const kind = readHtmlStart(this.#line, {
      isText: leaf?.kind === 'paragraph' || (leaf?.kind === 'table' && allMatched),
      extensions: this.#extensions,
    });
    if (kind === 'undecided' || kind === undefined) {
      return kind ?? 'text';
    }
    this.#openLines({ type: 'html' }, kind.end);
    return 'leaf';
  }

  /** Reads a block that may extend over the next lines. */
  #readAhead(type: AheadType): BlockStart {
    const line = this.#line;
    const { rest: source, place } = line;
    const found = readAhead[type](source, line.complete);
    if (found === 'none') {
      return 'text';
    }
    if (found !== 'undecided') {
      this.openAhead(type, found.content);
      return 'line';
    }
    return line.complete
      ? { type, place, matched: this.#blocks.matched, lines: [line.text], source }
      : found;
  }

  #readRule(character: '-' | '*' | '_'): BlockStart {
    const line = this.#line;
    const other = notOnly[character] ?? notSpace;
    if (line.awaits(other)) {
      return 'undecided';
    }
    if (!other.test(line.rest) && line.rest.replaceAll(/[ \t]/gu, '').length >= 3) {
      this.#blocks.addLeaf({ type: 'rule' });
      return 'line';
    }
    return character === '_' ? 'text' : this.#readItem();
  }

  #readItem(): BlockStart {
    const blocks = this.#blocks;
    const line = this.#line;
    if (line.mayBecome(/^\d{1,9}$/u)) {
      return 'undecided';
    }
    const [marker, digits] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/u.exec(line.rest) ?? [];
    if (marker === undefined || !blocks.canNest) {
      return 'text';
    }
    const after = line.rest.slice(marker.length);
    if (line.awaits(notSpace, after)) {
      return 'undecided';
    }
    const isBlank = !notSpace.test(after);
    const start = digits === undefined ? undefined : Number(digits);
    if (this.#matchedParagraph !== undefined && (isBlank || (start ?? 1) !== 1)) {
      return 'text';
    }
    const { indent } = line;
    line.consumeMarker(marker.length);
    const padding = isBlank || line.indent > maxPadding ? 1 : line.indent;
    line.consumeColumns(padding);
    const task = this.#readTask();
    if (task === 'undecided') {
      return task;
    }
    const type = marker.slice(-1);
    const list = blocks.innermost;
    if (list?.kind !== 'list' || list.marker !== type) {
      blocks.openContainer({ type: 'list', start }, { kind: 'list', marker: type, isLoose: false });
    }
    blocks.openContainer(
      { type: 'item', task },
      { kind: 'item', indent: indent + marker.length + padding, isEmpty: true },
    );
    return task === undefined || line.blank ? 'container' : 'text';
  }

  /** Reads and consumes the check box of a task. */
  #readTask(): 'open' | 'done' | 'undecided' | undefined {
    const line = this.#line;
    if (!this.#extensions || line.indent > 0 || line.character !== '[') {
      return undefined;
    }
    if (line.mayBecome(/^\[(?:[ xX]\]?)?$/u)) {
      return 'undecided';
    }
    const state = /^\[([ xX])\][ \t]/u.exec(line.rest)?.[1];
    if (state === undefined) {
      return undefined;
    }
    line.consumeMarker('[ ]'.length);
    if (line.awaits(notSpace)) {
      return 'undecided';
    }
    return state === ' ' ? 'open' : 'done';
  }

  #readFootnote(): BlockStart {
    const line = this.#line;
    if (line.mayBecome(/^\[(?:\^(?:[^\][\s]{1,200}\]?)?)?$/u)) {
      return 'undecided';
    }
    const [marker = '', label] = /^\[\^([^\][\s]{1,200})\]:/u.exec(line.rest) ?? [];
    if (label === undefined || !this.#blocks.canNest) {
      return 'text';
    }
    line.consumeMarker(marker.length);
    if (line.awaits(notSpace)) {
      return 'undecided';
    }
    line.consumeColumns(line.indent);
    this.#blocks.openContainer(
      { type: 'footnote', label },
      { kind: 'footnote', indent: footnoteIndent, isEmpty: false },
    );
    return 'container';
  }
}
