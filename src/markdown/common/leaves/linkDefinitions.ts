// Link reference definitions (`[label]: href "title"`) at the start of a paragraph. They may extend over lines that
// arrive late, so what may become one is held back, and read again with each addition.
import type { LinkDefinition } from '../blocks';
import { unescapeMarkdown } from './unescape';

/** A longer definition is text: this limits how much text is undecided. */
const maxLength = 2000;
const maxLabelLength = 999;
const maxParentheses = 32;

export class LinkDefinitionReader {
  readonly #define: (definition: LinkDefinition) => void;
  #held = '';

  constructor(define: (definition: LinkDefinition) => void) {
    this.#define = define;
  }

  /** The text that may still become a definition. */
  get held(): string {
    return this.#held;
  }

  /**
   * Reads more of a paragraph, whose lines have no indentation. Returns the text from which on it is not a definition,
   * and undefined while that is not known; after a text, nothing must follow.
   */
  read(text: string): string | undefined {
    this.#held += text;
    return this.#takeDefinitions(false);
  }

  /** Ends the paragraph, or only its definitions. Returns the text that is not a definition. */
  finish(): string {
    return this.#takeDefinitions(true) ?? '';
  }

  #takeDefinitions(isEnd: boolean): string | undefined {
    while (this.#held !== '') {
      const held = this.#held;
      const found = readDefinition(held.slice(0, maxLength + 1));
      const isTooLong = held.length > maxLength && found?.isOpen === true;
      if (found?.isOpen === true && !isEnd && !isTooLong) {
        return undefined;
      }
      if (found?.definition === undefined || (isTooLong && found.end > maxLength)) {
        this.#held = '';
        return held;
      }
      this.#define(found.definition);
      this.#held = held.slice(found.end);
    }
    return undefined;
  }
}

interface Found {
  /** Whether more text can change what is found. */
  readonly isOpen: boolean;
  /** The definition at the start if the text ends here; undefined if it is not complete. */
  readonly definition?: LinkDefinition;
  /** Where the definition ends. */
  readonly end: number;
}

const incomplete: Found = { isOpen: true, end: 0 };
const toLineEnd = /[ \t]*\n?/y;
const titles: Readonly<Record<string, { readonly start: RegExp; readonly end: string }>> = {
  '"': { start: /"(?:[^\\"]|\\[^])*/y, end: '"' },
  "'": { start: /'(?:[^\\']|\\[^])*/y, end: "'" },
  '(': { start: /\((?:[^\\()]|\\[^])*/y, end: ')' },
};

/** Reads the definition at the start of the text. Returns undefined if there certainly is none. */
function readDefinition(text: string): Found | undefined {
  const label = /^\[((?:[^\\[\]]|\\[^])*)/.exec(text)?.[1];
  if (label === undefined || label.length > maxLabelLength) {
    return undefined;
  }
  const afterLabel = text.slice(label.length + 1);
  if (afterLabel === '' || afterLabel === '\\') {
    return incomplete;
  }
  if (!/[^ \t\n]/.test(label)) {
    return undefined;
  }
  if (afterLabel === ']') {
    return incomplete;
  }
  const colon = /^\]:[ \t\n]*/.exec(afterLabel)?.[0];
  if (colon === undefined) {
    return undefined;
  }
  const start = label.length + 1 + colon.length;
  if (start === text.length) {
    return incomplete;
  }
  const target = text.charAt(start) === '<' ? bracketed(text, start) : bare(text, start);
  if (target === undefined || target === 'incomplete') {
    return target === undefined ? undefined : incomplete;
  }
  const define = (title: string): LinkDefinition => ({
    label,
    href: unescapeMarkdown(target.href),
    title: unescapeMarkdown(title),
  });
  const gap = matchAt(toLineEnd, text, target.end);
  const titleStart = target.end + gap.length;
  if (titleStart === text.length) {
    return { isOpen: true, definition: define(''), end: titleStart };
  }
  // A title on a line of its own that is not one is text, and the definition ends before it.
  const untitled: Found | undefined = gap.endsWith('\n')
    ? { isOpen: false, definition: define(''), end: titleStart }
    : undefined;
  const title = gap === '' ? undefined : titles[text.charAt(titleStart)];
  if (title === undefined) {
    return untitled;
  }
  const titleEnd = titleStart + matchAt(title.start, text, titleStart).length;
  const afterTitle = text.slice(titleEnd);
  if (afterTitle === '' || afterTitle === '\\') {
    return { ...incomplete, ...untitled, isOpen: true };
  }
  const rest = matchAt(toLineEnd, text, titleEnd + 1);
  const end = titleEnd + 1 + rest.length;
  if (!afterTitle.startsWith(title.end) || (end < text.length && !rest.endsWith('\n'))) {
    return untitled;
  }
  const definition = define(text.slice(titleStart + 1, titleEnd));
  return { isOpen: end === text.length, definition, end };
}

interface Target {
  readonly href: string;
  readonly end: number;
}

/** Reads `<…>`. Returns undefined for other text. */
function bracketed(text: string, start: number): Target | 'incomplete' | undefined {
  const source = matchAt(/<(?:[^\\<>\n]|\\[!-/:-@[-`{-~]?)*/y, text, start);
  const end = start + source.length;
  if (end === text.length) {
    return 'incomplete';
  }
  return text.charAt(end) === '>' ? { href: source.slice(1), end: end + 1 } : undefined;
}

/** Reads text without spaces in which parentheses are balanced. Returns undefined for other text. */
function bare(text: string, start: number): Target | 'incomplete' | undefined {
  let parentheses = 0;
  let end = start;
  for (; end < text.length && !/[ \t\n]/.test(text.charAt(end)); end += 1) {
    const character = text.charAt(end);
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(end + 1))) {
      end += 1;
      continue;
    }
    if (character === '(') {
      parentheses += 1;
    } else if (character === ')') {
      parentheses -= 1;
    }
    const isControl = character < ' ' || character === '\u007F';
    if (isControl || parentheses < 0 || parentheses > maxParentheses) {
      return undefined;
    }
  }
  if (parentheses > 0) {
    return end === text.length ? 'incomplete' : undefined;
  }
  return { href: text.slice(start, end), end };
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}
