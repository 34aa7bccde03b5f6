// Edits of a document as lines that others replace, and where lines are after them.
import type { LineRange } from '../common/fileText';

/** Lines of a text that `count` other ones replace. */
export interface LineChange extends LineRange {
  readonly count: number;
}

interface Position {
  /** Lines and characters count from 0. */
  readonly line: number;
  readonly character: number;
}

/** An edit of a document, whoever made it. */
interface Edit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

export function lineChange({ range: { start, end }, text }: Edit): LineChange {
  const lineEnds = text.match(/\r\n?|\n/gu)?.length ?? 0;
  const isWhole =
    start.character === 0 && end.character === 0 && (text === '' || /[\r\n]$/u.test(text));
  return isWhole
    ? { start: start.line, end: end.line, count: lineEnds }
    : { start: start.line, end: end.line + 1, count: lineEnds + 1 };
}

export function moveLines({ start, end }: LineRange, change: LineChange): LineRange {
  const by = change.count - (change.end - change.start);
  return {
    start: start < change.start ? start : start >= change.end ? start + by : change.start,
    end: end <= change.start ? end : end >= change.end ? end + by : change.start + change.count,
  };
}
