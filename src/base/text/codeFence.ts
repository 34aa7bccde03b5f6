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

interface OpenFence {
  readonly indent: string;
  readonly fence: string;
  readonly info: string;
}

const fenceLine =
  /^(?<indent>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*)(?<fence>`{3,}(?=[^`\n]*$)|~{3,})(?<info>[^\n]*)$/gmu;

/** The fence that is open after a text, in lists and quotations, too. */
function openFenceAfter(text: string, before?: OpenFence): OpenFence | undefined {
  let open = before;
  for (const { groups = {} } of text.matchAll(fenceLine)) {
    const { indent = '', fence = '', info = '' } = groups;
    if (open === undefined) {
      open = { indent, fence, info };
    } else if (
      fence.startsWith(open.fence) &&
      info.trim() === '' &&
      indent.length <= open.indent.length + 3
    ) {
      open = undefined;
    }
  }
  return open;
}

/**
 * Returns the line that opened the code block in which `text` ends, without its indentation; undefined if
 * `text` does not end in one.
 */
export function openFenceLine(text: string): string | undefined {
  const open = openFenceAfter(text);
  return open === undefined ? undefined : `${open.fence}${open.info}`;
}

/** A longer line has more than a fence. */
const maxFenceLine = 256;

/** Knows whether a growing text ends in code. Each character is read once. */
export class CodeTracker {
  #unread = '';
  /** After the last complete line. */
  #fence: OpenFence | undefined;
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
      this.#fence = openFenceAfter(this.#line + this.#unread.slice(0, end), this.#fence);
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
    const fence = isShort ? openFenceAfter(this.#line, this.#fence) : this.#fence;
    if (fence !== undefined) {
      return 'block';
    }
    // The last line may close the block.
    return this.#ticks === undefined || this.#fence !== undefined ? 'text' : 'inline';
  }
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
