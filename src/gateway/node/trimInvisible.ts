/** Removes blanks, control and zero-width characters at both ends, which pasted text often has. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isInvisible(text.charAt(start))) {
    start++;
  }
  while (end > start && isInvisible(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}

function isInvisible(char: string): boolean {
  return /[\s\p{Cc}\p{Cf}\p{Z}]/u.test(char);
}
