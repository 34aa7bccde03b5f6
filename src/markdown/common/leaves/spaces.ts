// Spaces and tabs: what CommonMark means by a space within a line.

/** `text` without spaces and tabs at its ends. */
export function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) {
    start += 1;
  }
  while (end > start && isSpace(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

export function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}
