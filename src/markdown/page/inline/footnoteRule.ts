// An inline rule for references to footnotes, `[^label]`. Only defined ones are references.
import type { StateInline } from 'markdown-it';

const reference = /\[\^([^\s[\]\\]{1,100})\]/y;

export function readFootnoteReference(state: StateInline, silent: boolean): boolean {
  const { src, pos, env } = state;
  if (src.charAt(pos) !== '[' || src.charAt(pos + 1) !== '^') {
    return false;
  }
  reference.lastIndex = pos;
  const [all = '', label = ''] = reference.exec(src) ?? [];
  const defined = env['footnotes'];
  const normalized = state.md.utils.normalizeReference(label);
  if (all === '' || !(defined instanceof Set) || !defined.has(normalized)) {
    return false;
  }
  if (!silent) {
    state.push('footnote_reference', '', 0).content = normalized;
  }
  state.pos += all.length;
  return true;
}
