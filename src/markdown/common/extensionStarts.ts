// Starts of the containers that GitHub adds to CommonMark's: alerts, tasks and footnotes.
import type { AlertKind } from './blocks';
import type { BlockStart } from './blockStarts';
import { codeIndent, type Reading } from './lineCursor';
import type { LineReader } from './lineReader';

const alertKinds: Readonly<Record<string, AlertKind>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
};

/** Reads the first line of an alert, `[!NOTE]`. */
export function* readAlert({ cursor }: LineReader): Reading<AlertKind | undefined> {
  if (cursor.indent >= codeIndent || cursor.character !== '[') {
    return undefined;
  }
  yield* cursor.readWhile(/^\[(?:![a-zA-Z]{0,9})?$/u);
  const [marker, name = ''] = /^\[!([a-zA-Z]+)\]/u.exec(cursor.rest) ?? [''];
  const kind = alertKinds[name.toLowerCase()];
  if (kind === undefined) {
    return undefined;
  }
  if (!cursor.complete && !/[^ \t]/u.test(cursor.rest.slice(marker.length))) {
    yield /[^ \t]/u;
  }
  return /[^ \t]/u.test(cursor.rest.slice(marker.length)) ? undefined : kind;
}

/** Reads and consumes the check box of a task. */
export function* readTask({ cursor }: LineReader): Reading<'open' | 'done' | undefined> {
  if (cursor.indent > 0 || cursor.character !== '[') {
    return undefined;
  }
  yield* cursor.readWhile(/^\[(?:[ xX]\]?)?$/u);
  if (!/^\[[ xX]\][ \t]/u.test(cursor.rest)) {
    return undefined;
  }
  const isOpen = cursor.rest.startsWith('[ ]');
  cursor.consumeMarker('[ ]'.length);
  yield* cursor.readIndent();
  return isOpen ? 'open' : 'done';
}

/** Reads and consumes the label of a footnote, and opens the footnote. */
export function* readFootnote(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  yield* cursor.readWhile(/^\[(?:\^(?:[^\][\s]{1,200}\]?)?)?$/u);
  const match = /^\[\^([^\][\s]{1,200})\]:/u.exec(cursor.rest);
  const label = match?.[1];
  if (match === null || label === undefined || !blocks.canNest) {
    return 'text';
  }
  cursor.consumeMarker(match[0].length);
  blocks.openContainer({ type: 'footnote', label }, { kind: 'footnote' });
  yield* cursor.readIndent();
  cursor.consumeColumns(cursor.indent);
  return 'container';
}
