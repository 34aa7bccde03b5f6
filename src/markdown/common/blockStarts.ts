// Block starts: reads which block begins at a place in a line, CommonMark's and those of the extensions.
import { readDetails, readDetailsEnd } from './details';
import { readFenceStart } from './codeFences';
import { readHtmlStart } from './htmlBlocks';
import { readAlert, readFootnote, readTask } from './extensionStarts';
import { writeHtmlLine } from './leafLines';
import { FencedCode } from './leaves/code';
import { Heading } from './leaves/heading';
import { HtmlBlock, Table, ThematicBreak } from './leaves/leaf';
import type { Paragraph } from './leaves/paragraph';
import type { LineReader } from './lineReader';
import type { LineCursor, Reading } from './lineCursor';
import { readMath } from './mathBlocks';
import { delimiterRow, notDelimiter } from './tables';

/** A container whose content follows, a block until the end of the line, or text. */
export type BlockStart = 'container' | 'line' | 'text';

/** Lines without indentation that begin with another character are text. */
export const startCharacter = /[-#>`~<=*_+|:[$\\\d]/u;

/** By the character of a thematic break: the characters that it cannot contain. */
const notInRule = { '-': /[^- \t]/u, '*': /[^* \t]/u, _: /[^_ \t]/u } as const;

/** In columns. Content that is farther from its list marker is indented code. */
const maxPadding = 4;

/** Reads the block start at a start character that is not indented as code. */
export function* readBlockStart(reader: LineReader): Reading<BlockStart> {
  const { cursor } = reader;
  const { character } = cursor;
  const paragraph = matchedParagraph(reader);
  if (paragraph !== undefined && (yield* readUnderline(reader, paragraph, character))) {
    return 'line';
  }
  switch (character) {
    case '>':
      return yield* readQuote(reader);
    case '#':
      return yield* readHeading(reader);
    case '`':
    case '~':
      return yield* readFence(reader);
    case '<':
      return yield* readTag(reader);
    case '$':
    case '\\':
      return reader.extensions ? yield* readMath(reader) : 'text';
    case '[':
      return reader.extensions ? yield* readFootnote(reader) : 'text';
    case '-':
    case '*':
    case '_':
      // Tested before the generator, which would take most of the time of short lines: few lines are thematic breaks.
      if (
        !notInRule[character].test(cursor.rest) &&
        (yield* readThematicBreak(reader, character))
      ) {
        return 'line';
      }
      return character === '_' ? 'text' : yield* readItem(reader);
    default:
      return yield* readItem(reader);
  }
}

/** The open paragraph that the line continues with all of its markers. */
function matchedParagraph({ blocks }: LineReader): Paragraph | undefined {
  return blocks.allMatched && blocks.leaf?.kind === 'paragraph' ? blocks.leaf : undefined;
}

/** Reads what changes the paragraph above: the delimiter row of a table or the underline of a heading. */
function* readUnderline(
  reader: LineReader,
  paragraph: Paragraph,
  character: string,
): Reading<boolean> {
  const { blocks, cursor } = reader;
  const header = reader.extensions ? paragraph.header : '';
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

function* readQuote(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  if (!blocks.canNest) {
    return 'text';
  }
  cursor.consumeMarker(1);
  yield* cursor.readIndent();
  cursor.consumeColumns(1);
  const isBracket = reader.extensions && cursor.character === '[';
  const alert = isBracket ? yield* readAlert(reader) : undefined;
  if (alert === undefined) {
    blocks.openContainer({ type: 'quote' }, { kind: 'quote' });
    return 'container';
  }
  blocks.openContainer({ type: 'alert', kind: alert }, { kind: 'quote' });
  return 'line';
}

function* readHeading(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  yield* cursor.readUntil(/[^#]/u);
  const marker = /^#{1,6}(?=[ \t]|$)/u.exec(cursor.rest)?.[0];
  if (marker === undefined) {
    return 'text';
  }
  cursor.consumeMarker(marker.length);
  blocks.openLeaf((sink) => new Heading(sink, marker.length));
  yield* reader.writeRest();
  blocks.closeLeaf();
  return 'line';
}

function* readFence(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  const start = yield* readFenceStart(cursor);
  if (start === undefined) {
    return 'text';
  }
  const { indent } = cursor;
  // GitHub's other way to write a formula of its own.
  const isMath = reader.extensions && start.info === 'math';
  blocks.openLeaf(
    (sink) => new FencedCode(sink, start.fence, indent, { info: start.info, isMath }),
  );
  return 'line';
}

function* readTag(reader: LineReader): Reading<BlockStart> {
  if (!reader.extensions) {
    return yield* readHtml(reader);
  }
  const details = yield* readDetailsEnd(reader);
  if (details !== undefined) {
    reader.blocks.closeFrom(details);
    return 'line';
  }
  const start = yield* readDetails(reader);
  return start === 'text' ? yield* readHtml(reader) : start;
}

function* readHtml(reader: LineReader): Reading<BlockStart> {
  const { blocks } = reader;
  const kind = yield* readHtmlStart(reader.cursor, {
    inParagraph: blocks.leaf?.kind === 'paragraph',
    extensions: reader.extensions,
  });
  if (kind === undefined || (kind === 7 && blocks.leaf?.kind === 'table' && blocks.allMatched)) {
    return 'text';
  }
  blocks.openLeaf((sink) => new HtmlBlock(sink, kind));
  yield* writeHtmlLine(reader);
  return 'line';
}

function* readThematicBreak(
  { blocks, cursor }: LineReader,
  character: '-' | '*' | '_',
): Reading<boolean> {
  yield* cursor.readUntil(notInRule[character]);
  const { rest } = cursor;
  if (notInRule[character].test(rest) || rest.replaceAll(/[ \t]/gu, '').length < 3) {
    return false;
  }
  blocks.openLeaf((sink) => new ThematicBreak(sink));
  blocks.closeLeaf();
  return true;
}

function* readItem(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  const marker = yield* readListMarker(cursor);
  if (marker === undefined || !blocks.canNest) {
    return 'text';
  }
  const interrupts = matchedParagraph(reader) !== undefined;
  if (interrupts && (marker.isBlank || (marker.number !== undefined && marker.number !== 1))) {
    return 'text';
  }
  const { indent } = cursor;
  cursor.consumeMarker(marker.length);
  const padding = marker.isBlank || cursor.indent > maxPadding ? 1 : cursor.indent;
  cursor.consumeColumns(padding);
  const isBracket = reader.extensions && cursor.character === '[';
  const task = isBracket ? yield* readTask(reader) : undefined;
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

interface ListMarker {
  readonly length: number;
  /** `-`, `+`, `*`, `.` or `)`. Items of different types belong to different lists. */
  readonly type: string;
  /** The number of an ordered list's item. */
  readonly number: number | undefined;
  /** Whether nothing follows on its line. */
  readonly isBlank: boolean;
}

/** Reads whether a list marker is here, without consuming anything. */
function* readListMarker(cursor: LineCursor): Reading<ListMarker | undefined> {
  if (/^\d/u.test(cursor.character)) {
    yield* cursor.readWhile(/^\d{1,9}$/u);
  }
  const match = /^(?:[-+*]|(\d{1,9})[.)])/u.exec(cursor.rest);
  if (match === null) {
    return undefined;
  }
  const [{ length }] = match;
  const digits = match[1];
  if (!cursor.complete && /^[ \t]*$/u.test(cursor.rest.slice(length))) {
    yield /[^ \t]/u;
  }
  const after = cursor.rest.slice(length);
  if (!/^(?:[ \t]|$)/u.test(after)) {
    return undefined;
  }
  return {
    length,
    type: cursor.rest.charAt(length - 1),
    number: digits === undefined ? undefined : Number(digits),
    isBlank: /^[ \t]*$/u.test(after),
  };
}
