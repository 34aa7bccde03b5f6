// Reads the lines that continue open code blocks and HTML blocks.
import { readFenceEnd } from './codeFences';
import { readDetailsEnd } from './details';
import type { FencedCode, IndentedCode } from './leaves/code';
import type { HtmlBlock } from './leaves/leaf';
import { codeIndent, type Reading } from './lineCursor';
import type { LineReader } from './lineReader';

/** Reads the line if it is a line of the open leaf, whose containers it continues. */
export function* continueLeaf(reader: LineReader): Reading<boolean> {
  const { leaf } = reader.blocks;
  switch (leaf?.kind) {
    case 'fencedCode':
      yield* continueFencedCode(reader, leaf);
      return true;
    case 'html':
      return yield* continueHtml(reader, leaf);
    case 'indentedCode':
      return yield* continueIndentedCode(reader, leaf);
    default:
      return false;
  }
}

function* continueFencedCode(reader: LineReader, leaf: FencedCode): Reading {
  const { blocks, cursor } = reader;
  if (cursor.indent < codeIndent && (yield* readFenceEnd(cursor, leaf))) {
    blocks.closeLeaf();
  } else {
    cursor.consumeColumns(leaf.indent);
    leaf.startLine();
    yield* reader.writeRest();
  }
  blocks.endLine(false);
}

function* continueIndentedCode(reader: LineReader, leaf: IndentedCode): Reading<boolean> {
  const { blocks, cursor } = reader;
  if (cursor.blank) {
    cursor.consumeColumns(codeIndent);
    leaf.addBlankLine(cursor.takeRest());
    blocks.endLine(true);
    return true;
  }
  if (cursor.indent < codeIndent) {
    return false;
  }
  cursor.consumeColumns(codeIndent);
  leaf.startLine();
  yield* reader.writeRest();
  blocks.endLine(false);
  return true;
}

function* continueHtml(reader: LineReader, leaf: HtmlBlock): Reading<boolean> {
  const { blocks, cursor } = reader;
  if (leaf.end.atBlankLine && cursor.blank) {
    return false;
  }
  if (reader.extensions && leaf.end.atBlankLine && (yield* readDetailsEnd(reader)) !== undefined) {
    return false;
  }
  leaf.startLine();
  yield* writeHtmlLine(reader);
  blocks.endLine(false);
  return true;
}

/** Writes a line of an HTML block, which may be its last. */
export function* writeHtmlLine(reader: LineReader): Reading {
  const { leaf } = reader.blocks;
  yield* reader.writeRest();
  if (leaf?.kind === 'html' && leaf.end.found) {
    reader.blocks.closeLeaf();
  }
}
