// What of a line of code is comment, string and bracket, for all languages that Apply reads. The table of languages says
// how their comments and strings begin and end.

/** A bracket or separator outside of strings and comments. */
export interface CodeMark {
  readonly at: number;
  readonly char: string;
}

export interface ScannedLine {
  /** The line with blanks for comments, and for strings that an earlier line began. */
  readonly code: string;
  readonly marks: readonly CodeMark[];
}

/** A comment or string. */
export interface Quoted {
  /** The source of an expression without groups. */
  readonly open: string;
  /** What ends it; a heredoc ends with a line that has only this. */
  readonly close: string | ((open: string) => string);
  readonly kind: 'comment' | 'text' | 'string' | 'regex' | 'heredoc';
  /** It may go on in the next line. */
  readonly isLong?: boolean;
  /** What a backslash precedes is part of it. */
  readonly isRaw?: boolean;
  /** What begins one more of it in it, which has an end of its own. */
  readonly nested?: (open: string) => string;
  /** What begins code in it; its bracket ends it. */
  readonly hole?: string;
}

export interface Lexis {
  readonly quoted: readonly Quoted[];
  /** It finds what begins one of them (a group each), and in the last group brackets and separators. */
  readonly token: RegExp;
}

/** What closes a bracket. */
export const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' };

export function lexisOf(quoted: readonly Quoted[], marks = '[{}()[\\],;]'): Lexis {
  const sources = quoted.map(({ open }) => `(${open})`);
  return { quoted, token: new RegExp([...sources, `(${marks})`].join('|'), 'gu') };
}

/** What code ends with before a slash that begins a regular expression; after anything else it is a division. */
const beforeRegex =
  /(?:^|[^\w$)\]}'"`.\s]|\b(?:return|typeof|case|in|of|when|if|unless|and|or|not|while|until|match|yield|await|throw|do|else))\s*$/u;

interface OpenString {
  readonly rule: Quoted;
  readonly close: string;
  readonly nested: string;
  depth: number;
}

/** Reads lines one after the other. */
export class CodeScanner {
  #string: OpenString | undefined;
  /** Strings with code in them, in which we are, and how many brackets are open there. */
  readonly #holes: { readonly string: OpenString; depth: number }[] = [];
  readonly #token: RegExp;

  constructor(private readonly lexis: Lexis) {
    this.#token = new RegExp(lexis.token);
  }

  get isInString(): boolean {
    return this.#string !== undefined || this.#holes.length > 0;
  }

  get isInComment(): boolean {
    return this.#string?.rule.kind === 'comment';
  }

  read(line: string): ScannedLine {
    const { isInString } = this;
    const marks: CodeMark[] = [];
    /** Parts of the line that are no code. */
    const blank: (readonly [number, number])[] = [];
    /** Rules of which the end was not found in the rest of the line. */
    const unended = new Set<Quoted>();
    let at = 0;
    if (this.#string?.rule.kind === 'heredoc') {
      if (line.trim().split(/[;,)]/u, 1)[0] === this.#string.close) this.#string = undefined;
      return { code: '', marks };
    }
    let heredocString: OpenString | undefined;
    while (at <= line.length) {
      if (this.#string !== undefined) {
        const open = this.#string;
        const end = this.#endOf(line, at, open);
        if (isInString || open.rule.kind === 'comment') blank.push([at, end ?? line.length]);
        if (end === undefined) break;
        at = end;
        continue;
      }
      this.#token.lastIndex = at;
      const found = this.#token.exec(line);
      if (found === null) break;
      const [text] = found;
      const from = found.index;
      at = from + Math.max(1, text.length);
      if (found.at(-1) !== undefined) {
        const hole = this.#holes.at(-1);
        if (hole === undefined) {
          marks.push({ at: from, char: text });
        } else if (closers[text] !== undefined) {
          hole.depth += 1;
        } else if ('})]'.includes(text)) {
          hole.depth -= 1;
          if (hole.depth === 0) {
            this.#holes.pop();
            this.#string = hole.string;
          }
        }
        continue;
      }
      const rule =
        this.lexis.quoted[found.findIndex((group, index) => index > 0 && group !== undefined) - 1];
      if (rule === undefined || rule.kind === 'text' || unended.has(rule)) continue;
      const close = typeof rule.close === 'string' ? rule.close : rule.close(text);
      const string = { rule, close, nested: rule.nested?.(text) ?? '', depth: 1 };
      if (rule.kind === 'comment' && close === '') {
        blank.push([from, line.length]);
        break;
      }
      if (rule.kind === 'heredoc') {
        heredocString = string;
        continue;
      }
      if (rule.kind === 'regex' && !beforeRegex.test(line.slice(Math.max(0, from - 40), from)))
        continue;
      const end = this.#endOf(line, at, string);
      if (rule.kind === 'comment') blank.push([from, end ?? line.length]);
      if (end !== undefined) {
        at = end;
      } else if (this.#string === undefined) {
        // A quote that nothing ends is text, as the apostrophe in JSX.
        unended.add(rule);
      } else {
        if (rule.kind !== 'comment') blank.push([at, line.length]);
        break;
      }
    }
    this.#string ??= heredocString;
    return { code: withBlanks(line, blank), marks };
  }

  /**
   * Returns where the string ends, or code begins in it; undefined if it goes on in the next line or, if `#string` is not set
   * then, nowhere.
   */
  #endOf(line: string, from: number, open: OpenString): number | undefined {
    const { rule, close } = open;
    let isClass = false;
    for (let at = from; at < line.length; at += 1) {
      const char = line[at];
      if (rule.hole !== undefined && line.startsWith(rule.hole, at)) {
        this.#string = undefined;
        this.#holes.push({ string: open, depth: 1 });
        return at + rule.hole.length;
      }
      if (char === '\\' && rule.isRaw !== true) {
        at += 1;
        if (at >= line.length) {
          this.#string = open;
          return undefined;
        }
      } else if (rule.kind === 'regex' && (char === '[' || char === ']')) {
        isClass = char === '[';
      } else if (!isClass && line.startsWith(close, at)) {
        open.depth -= 1;
        if (open.depth === 0) {
          this.#string = undefined;
          return at + close.length;
        }
      } else if (open.nested !== '' && line.startsWith(open.nested, at)) {
        open.depth += 1;
        at += open.nested.length - 1;
      }
    }
    this.#string = rule.isLong === true ? open : undefined;
    return undefined;
  }
}

function withBlanks(line: string, parts: readonly (readonly [number, number])[]): string {
  let code = '';
  let at = 0;
  for (const [from, to] of parts) {
    code += line.slice(at, from) + ' '.repeat(to - from);
    at = to;
  }
  return code + line.slice(at);
}
