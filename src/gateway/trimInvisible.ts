// What is pasted brings blanks, line ends and zero-width characters along that nobody sees.

/** Without the blanks, control and zero-width characters at both ends. */
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
