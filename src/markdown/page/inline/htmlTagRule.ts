// An inline rule for the HTML tags that models use in Markdown, without attributes: <br> <sub> <sup> <kbd>.
import type { StateInline } from 'markdown-it';

/** A line break with the end of its line, so that it is one. */
const tag = /<(?:(br)\s*\/?>(?: *\n)?|(sub|sup|kbd)>)/iy;

/** The search for a closing tag ends after this length. */
export const maxTagContent = 500;

export function readHtmlTag(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charAt(pos) !== '<') {
    return false;
  }
  tag.lastIndex = pos;
  const [opening = '', lineBreak, written = ''] = tag.exec(src) ?? [];
  const start = pos + opening.length;
  if (opening === '' || start > posMax) {
    return false;
  }
  if (lineBreak !== undefined) {
    if (!silent) {
      state.push('hardbreak', 'br', 0);
    }
    state.pos = start;
    return true;
  }
  const name = written.toLowerCase();
  const closing = `</${name}>`;
  const ahead = src.slice(start, Math.min(posMax, start + maxTagContent)).toLowerCase();
  const length = ahead.indexOf(closing);
  if (length <= 0) {
    return false;
  }
  if (!silent) {
    state.push(`${name}_open`, name, 1);
    state.pos = start;
    state.posMax = start + length;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push(`${name}_close`, name, -1);
  }
  state.pos = start + length + closing.length;
  return true;
}
