// Inline rules for formulas: $…$, $$…$$, \(…\) and \[…\]. Amounts such as $5 are not formulas.
import type { StateInline } from 'markdown-it';

/** In UTF-16 units: a closing delimiter that is farther away is not looked for. */
export const maxFormulaLength = 1_000;

/** `$…$`: no space inside the dollars, no digit after the closing one, as in Pandoc. */
export function readDollarMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charAt(pos) !== '$') {
    return false;
  }
  if (src.charAt(pos + 1) === '$') {
    return readUntil(state, silent, '$$', '$$', true);
  }
  if (/[\p{L}\p{N}$]/u.test(src.charAt(pos - 1)) || /[\s$]/.test(src.charAt(pos + 1))) {
    return false;
  }
  const limit = Math.min(posMax, pos + maxFormulaLength);
  for (let end = src.indexOf('$', pos + 2); end !== -1 && end < limit;) {
    const isEscaped = isBackslashed(src, end);
    const content = src.slice(pos + 1, end);
    if (content.includes('`')) {
      return false;
    }
    if (!isEscaped && !/\s$/.test(content) && !/\d/.test(src.charAt(end + 1))) {
      if (isAmount(content)) {
        return false;
      }
      return push(state, silent, { content, length: end + 1 - pos, isDisplayed: false });
    }
    end = src.indexOf('$', end + 1);
  }
  return false;
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
      return readUntil(state, silent, '\\[', '\\]', true);
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
