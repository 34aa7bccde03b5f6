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

/** Whether the code of a fence with this info string is a Markdown file, which may have code blocks of its own. */
export function isMarkdown(info: string): boolean {
  return /^\s*(?:[^\s{,:]*\.)?(?:markdown|mdx?)(?![^\s{,:])/iu.test(info);
}

/**
 * Whether a fence in a Markdown file opens a code block of the file. Models rarely make the fence around a file longer
 * than those in it, so an info string decides. Where the outer fence is longer, the inner ones are only text, as in
 * CommonMark.
 */
export function opensInnerBlock(outer: string, fence: string, info: string): boolean {
  return info.trim() !== '' && (fence === outer || !outer.startsWith(fence));
}

const fenceLine =
  /^(?<indent>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*)(?<fence>`{3,}(?=[^`\n]*$)|~{3,})(?<info>[^\n]*)$/gmu;

/**
 * Returns the line that opened the code block in which `text` ends, without its indentation; undefined if
 * `text` does not end in one.
 */
export function openFenceLine(text: string): string | undefined {
  const open: { readonly indent: string; readonly fence: string; readonly info: string }[] = [];
  for (const { groups = {} } of text.matchAll(fenceLine)) {
    const { indent = '', fence = '', info = '' } = groups;
    const [outer] = open;
    const innermost = open.at(-1);
    if (
      outer === undefined ||
      innermost === undefined ||
      (isMarkdown(outer.info) && opensInnerBlock(outer.fence, fence, info))
    ) {
      open.push({ indent, fence, info });
    } else if (
      fence.startsWith(innermost.fence) &&
      info.trim() === '' &&
      indent.length <= innermost.indent.length + 3
    ) {
      open.pop();
    }
  }
  const [outer] = open;
  return outer === undefined ? undefined : `${outer.fence}${outer.info}`;
}

/** The text in a code block, whose fence is longer than any run of backticks in the text. */
export function fenced(text: string, info = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/gu)) {
    longest = Math.max(longest, run.length);
  }
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${text}\n${fence}`;
}
