// Spaces and tabs: what CommonMark means by a space within a line.

/** `text` without spaces and tabs at its ends. */
export function trimSpaces(text: string): string {
  return text.slice(0, endWithoutSpaces(text)).replace(/^[ \t]+/u, '');
}

/** Where the spaces and tabs begin that end at `end`. */
export function endWithoutSpaces(text: string, end = text.length): number {
  let start = end;
  while (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t') {
    start -= 1;
  }
  return start;
}
