// Text that was written for itself goes into a document with others: what it leaves open would swallow them.

interface Fence {
  readonly char: string;
  readonly length: number;
}

/** Closes a code block that the text leaves open, as an answer that was cut off does. */
export function withClosedFence(text: string): string {
  let open: Fence | undefined;
  for (const line of text.split('\n')) {
    open = afterLine(line, open);
  }
  return open === undefined ? text : `${text}\n${open.char.repeat(open.length)}`;
}

/** Takes their meaning from the tags of one element, but leaves code as it is. */
export function escapedTags(text: string, element: string): string {
  const tag = new RegExp(`<(?=/?${element}\\b)`, 'giu');
  let open: Fence | undefined;
  return text
    .split('\n')
    .map((line) => {
      const before = open;
      open = afterLine(line, open);
      return before === undefined && open === undefined ? line.replace(tag, '&lt;') : line;
    })
    .join('\n');
}

/** The fence that is open behind a line (CommonMark 0.31, “Fenced code blocks”). */
function afterLine(line: string, open: Fence | undefined): Fence | undefined {
  const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line) ?? [];
  const char = run.charAt(0);
  if (open === undefined) {
    return run === '' || (char === '`' && rest.includes('`'))
      ? undefined
      : { char, length: run.length };
  }
  const closes = char === open.char && run.length >= open.length && rest.trim() === '';
  return closes ? undefined : open;
}
