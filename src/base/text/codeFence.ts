// Code fences of Markdown, read line by line, for texts that may leave a code block open.

/** Whether the code of a fence with this info string is a Markdown file, which may have code blocks of its own. */
export function isMarkdown(info: string): boolean {
  return /^\s*(?:[^\s{,:]*\.)?(?:markdown|mdx?)(?![^\s{,:])/iu.test(info);
}

/**
 * Whether a fence in a Markdown file opens a code block of the file. Models rarely make the fence around a file longer
 * than those in it, so an info string decides. Where the outer fence is longer, the inner ones are only text, as in
 * CommonMark.
 */
function opensInnerBlock(outer: string, fence: string, info: string): boolean {
  return info.trim() !== '' && (fence === outer || !outer.startsWith(fence));
}

export interface OpenFence {
  readonly indent: string;
  readonly fence: string;
  readonly info: string;
}

const fenceLine =
  /^(?<indent>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*)(?<fence>`{3,}(?=[^`\n]*$)|~{3,})(?<info>[^\n]*)$/gmu;

/** The fences that are open after a text, in lists and quotations, too: the outer one first. */
export function openFencesAfter(
  text: string,
  before: readonly OpenFence[] = [],
): readonly OpenFence[] {
  const open = [...before];
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
      indent.length <= innermost.indent.length + 3 &&
      !/[^\s>]/u.test(indent) &&
      quoteDepth(indent) <= quoteDepth(innermost.indent)
    ) {
      open.pop();
    }
  }
  return open;
}

function quoteDepth(indent: string): number {
  return indent.split('>').length;
}

/**
 * Returns the line that opened the code block in which `text` ends, without its indentation; undefined if
 * `text` does not end in one.
 */
export function openFenceLine(text: string): string | undefined {
  const [outer] = openFencesAfter(text);
  return outer === undefined ? undefined : `${outer.fence}${outer.info}`;
}

/** A longer line has more than a fence. */
const maxFenceLine = 256;

/** Knows whether a growing text ends in code. Each character is read once. */
export class CodeTracker {
  #unread = '';
  /** The fences that are open after the last complete line. */
  #fences: readonly OpenFence[] = [];
  #line = '';
  /** Opened inline code in the last line. */
  #ticks: string | undefined;

  push(text: string): void {
    this.#unread += text;
  }

  /** Call it where a run of backticks is complete. */
  get place(): 'text' | 'inline' | 'block' {
    const end = this.#unread.lastIndexOf('\n') + 1;
    if (end > 0) {
      this.#fences = openFencesAfter(this.#line + this.#unread.slice(0, end), this.#fences);
      this.#line = '';
      this.#ticks = undefined;
    }
    const added = this.#unread.slice(end);
    this.#unread = '';
    this.#line += added;
    for (const [ticks] of added.matchAll(/`+/g)) {
      this.#ticks =
        this.#ticks === undefined ? ticks : this.#ticks === ticks ? undefined : this.#ticks;
    }
    const isShort = this.#line.length <= maxFenceLine;
    const { length } = isShort ? openFencesAfter(this.#line, this.#fences) : this.#fences;
    if (length > 0) {
      return 'block';
    }
    // The last line may close the block.
    return this.#ticks === undefined || this.#fences.length > 0 ? 'text' : 'inline';
  }

  /**
   * Whether the line in which the text ends is indented like code, in a list or quotation, too. A paragraph or a list
   * may have such a line without being code. Call it after `place`.
   */
  get isIndented(): boolean {
    return /^(?: ?(?:>|[-*+]|\d{1,9}[.)]))*(?: {4}| {0,3}\t)/u.test(this.#line);
  }

  /** Whether the line in which the text ends is one of a quotation. Call it after `place`. */
  get isQuoted(): boolean {
    return /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,3})*>/u.test(this.#line);
  }
}

/** A fence that is longer than any run of backticks in the text. */
export function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/gu)) {
    longest = Math.max(longest, run.length);
  }
  return '`'.repeat(longest + 1);
}

/** The text in a code block. */
export function fenced(text: string, info = ''): string {
  const fence = fenceFor(text);
  return `${fence}${info}\n${text}\n${fence}`;
}
