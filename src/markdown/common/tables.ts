// GFM's tables: the delimiter row and the cells of a row.
import type { Alignment } from './blocks';
import { trimSpaces } from './leaves/spaces';

/** A character that a delimiter row cannot contain. */
export const notDelimiter = /[^-:| \t]/u;

/**
 * The alignments if `row` is the delimiter row below the line `header`, which must have as many cells and at least one
 * pipe.
 */
export function delimiterRow(row: string, header: string): readonly Alignment[] | undefined {
  // "-" begins a list item, or it underlines a heading.
  if (!/^[-:|]/u.test(row) || /^-(?:[ \t]|$)/u.test(row) || notDelimiter.test(row)) {
    return undefined;
  }
  const cells = trimSpaces(row).split('|');
  if (cells[0] !== undefined && trimSpaces(cells[0]) === '') {
    cells.shift();
  }
  if (cells.length > 0 && trimSpaces(cells.at(-1) ?? '') === '') {
    cells.pop();
  }
  const markers = cells.map(trimSpaces);
  if (
    markers.length === 0 ||
    !markers.every((marker) => /^:?-+:?$/u.test(marker)) ||
    splitRow(header).length !== markers.length
  ) {
    return undefined;
  }
  return markers.map((marker) => {
    if (marker.endsWith(':')) {
      return marker.startsWith(':') ? 'center' : 'right';
    }
    return marker.startsWith(':') ? 'left' : undefined;
  });
}

/** The texts of the cells of a row. `\|` is a pipe in a cell, also in code. */
export function splitRow(row: string): readonly string[] {
  const text = trimSpaces(row);
  const cells: string[] = [];
  let start = 0;
  for (let index = text.indexOf('|'); index !== -1; index = text.indexOf('|', index + 1)) {
    if (text.charAt(index - 1) !== '\\') {
      cells.push(cellText(text.slice(start, index)));
      start = index + 1;
    }
  }
  cells.push(cellText(text.slice(start)));
  if (cells[0] === '') {
    cells.shift();
  }
  if (cells.at(-1) === '') {
    cells.pop();
  }
  return cells;
}

function cellText(source: string): string {
  return trimSpaces(source).replaceAll('\\|', '|');
}
