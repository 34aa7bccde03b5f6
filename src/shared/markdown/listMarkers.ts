// Reads list markers.
import type { LineCursor, Reading } from './lineCursor';

export interface ListMarker {
  readonly length: number;
  /** `-`, `+`, `*`, `.` or `)`. Items of different types belong to different lists. */
  readonly type: string;
  /** The number of an ordered list's item. */
  readonly number: number | undefined;
  /** Whether nothing follows on its line. */
  readonly isBlank: boolean;
}

/** Reads whether a list marker is here, without consuming anything. */
export function* readListMarker(cursor: LineCursor): Reading<ListMarker | undefined> {
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
