// Inline rules for formulas: $…$, $$…$$, \(…\) and \[…\]. Amounts such as $5 are not formulas.
import type { StateInline } from 'markdown-it';
import { cjk } from './cjkEmphasis';

/** The search for a closing delimiter ends after this length. */
export const maxFormulaLength = 1_000;

/** `$…$`: no space inside the dollars, no digit after the closing one, as in Pandoc. GitHub also has $`…`$. */
export function readDollarMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charAt(pos) !== '$') {
    return false;
  }
  if (src.charAt(pos + 1) === '$') {
    return readUntil(state, silent, '$$', '$$', true);
  }
  if (src.charAt(pos + 1) === '`') {
    return readUntil(state, silent, '$`', '`$', false);
  }
  const before = src.charAt(pos - 1);
  if ((/[\p{L}\p{N}$]/u.test(before) && !cjk.test(before)) || /[^\S ]/.test(src.charAt(pos + 1))) {
    return false;
  }
  const limit = Math.min(posMax, pos + maxFormulaLength);
  let end = src.indexOf('$', pos + 2);
  while (end !== -1 && end < limit && isBackslashed(src, end)) {
    end = src.indexOf('$', end + 1);
  }
  const content = src.slice(pos + 1, end);
  const isFormula = content.startsWith(' ') ? isSpaced : isClosing;
  if (end === -1 || end >= limit || !isFormula(content, src.slice(end + 1, end + 3))) {
    return false;
  }
  return push(state, silent, { content, length: end + 1 - pos, isDisplayed: false });
}

/** Whether `$ x $` with the content is a formula, as Qwen3 writes it: TeX, or letters without words. */
function isSpaced(content: string, after: string): boolean {
  return (
    /^ \S(?:.*\S)? $/u.test(content) &&
    !/^ ?\d/u.test(after) &&
    (/[\^_\\]/u.test(content) || (/\p{L}/u.test(content) && !/\p{L}{2}/u.test(content)))
  );
}

/** Whether a dollar sign after the content closes it, and does not begin something else: `$5`, `$HOME/$USER`. */
function isClosing(content: string, after: string): boolean {
  const isBeforeWord = /^\p{L}/u.test(after) && !cjk.test(after.charAt(0));
  return !(
    /\s$|`/u.test(content) ||
    /^\d/u.test(after) ||
    (isBeforeWord && /[([{,;:/+\-=<>&|*_~"'“‘]$/u.test(content)) ||
    isAmount(content) ||
    isVariable(content)
  );
}

/** `\(…\)` and `\[…\]`. */
export function readBackslashMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charAt(pos) !== '\\') {
    return false;
  }
  switch (src.charAt(pos + 1)) {
    case '(':
      return readUntil(state, silent, '\\(', '\\)', false);
    case '[':
      return !isEscapedText(src, pos) && readUntil(state, silent, '\\[', '\\]', true);
    default:
      return false;
  }
}

function readUntil(
  state: StateInline,
  silent: boolean,
  opening: string,
  closing: string,
  isDisplayed: boolean,
): boolean {
  const { src, pos, posMax } = state;
  const start = pos + opening.length;
  const limit = Math.min(posMax, start + maxFormulaLength);
  // Not `indexOf` in all of the text, which would be read again for each opening.
  const ahead = src.slice(start, limit);
  let length = ahead.indexOf(closing);
  while (length > 0 && isBackslashed(ahead, length)) {
    length = ahead.indexOf(closing, length + 1);
  }
  const content = ahead.slice(0, Math.max(0, length));
  if (content.trim() === '') {
    return false;
  }
  const end = start + length + closing.length;
  return push(state, silent, { content, length: end - pos, isDisplayed });
}

function push(
  state: StateInline,
  silent: boolean,
  formula: { readonly content: string; readonly length: number; readonly isDisplayed: boolean },
): boolean {
  if (!silent) {
    const token = state.push('math', 'math', 0);
    token.content = formula.content;
    token.markup = state.src.slice(state.pos, state.pos + formula.length);
    token.block = formula.isDisplayed;
  }
  state.pos += formula.length;
  return true;
}

/** Brackets of escaped Markdown: `\[1\]`, `\[see above\]`, `\[x\](https://…)`. */
function isEscapedText(src: string, pos: number): boolean {
  const [, content = '', after] =
    /^\\\[([^\\]{0,200})\\\](\()?/u.exec(src.slice(pos, pos + 210)) ?? [];
  return (
    after !== undefined ||
    /^[\d\s,;–-]+$/u.test(content) ||
    (/\p{L}{3,}/u.test(content) && !/[\^_={}+<>|]/u.test(content))
  );
}

/** Whether an odd number of backslashes is before the position. */
function isBackslashed(text: string, position: number): boolean {
  let start = position;
  while (text.charAt(start - 1) === '\\') {
    start -= 1;
  }
  return (position - start) % 2 === 1;
}

/** `5 a month, or 60$`: a number and words without TeX. */
function isAmount(content: string): boolean {
  return /^\d[\d.,]*(?:\s|[kKmMbB/+-]|$)/.test(content) && /(?<![\\\p{L}])\p{L}{3,}/u.test(content);
}

/** `PATH, 5$`: a variable of a shell and words without operators. */
function isVariable(content: string): boolean {
  return /^[A-Z][A-Z\d_]{2,}[,;:.]?\s[^=<>+\-*/^_\\]*$/.test(content);
}
