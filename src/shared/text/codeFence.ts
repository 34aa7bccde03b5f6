// Code fences of Markdown, read line by line, for texts that may leave a code block open.

export interface CodeFence {
  readonly char: string;
  readonly length: number;
}

/** The fence that is open after a line (CommonMark 0.31, “Fenced code blocks”). */
export function fenceAfter(line: string, open: CodeFence | undefined): CodeFence | undefined {
  const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/su.exec(line) ?? [];
  const char = run.charAt(0);
  if (open === undefined) {
    return run === '' || (char === '`' && info.includes('`'))
      ? undefined
      : { char, length: run.length };
  }
  const isClosing = char === open.char && run.length >= open.length && info.trim() === '';
  return isClosing ? undefined : open;
}

/** The fence that is open at the end of a text, such as an answer that was cut off. */
export function openFenceIn(text: string): CodeFence | undefined {
  return text
    .split('\n')
    .reduce<CodeFence | undefined>((open, line) => fenceAfter(line, open), undefined);
}
