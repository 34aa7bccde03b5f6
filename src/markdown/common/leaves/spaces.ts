// Spaces and tabs: what CommonMark means by a space within a line.

/** `text` without spaces and tabs at its ends. */
export function trimSpaces(text: string): string {
  const end = endWithoutSpaces(text);
  let start = 0;
  while (start < end && isSpace(text.charAt(start))) {
    start += 1;
  }
  return text.slice(start, end);
}

/** Where the spaces and tabs begin that end at `end`. */
export function endWithoutSpaces(text: string, end = text.length): number {
  let start = end;
  while (isSpace(text.charAt(start - 1))) {
    start -= 1;
  }
  return start;
}

export function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
