// The parser of inline Markdown: markdown-it's, with bare addresses as links, some HTML tags, formulas and footnotes.
import createMarkdownIt, { type Env, type StateInline, type Token } from 'markdown-it';
import { isRefusedLink } from '../../common/safeLink';
import { readBareAddresses } from './bareAddresses';
import { readCjkEmphasis } from './cjkEmphasis';
import { readHtmlTag } from './htmlTagRule';
import { parseLinkLabel } from './linkLabels';
import { readBackslashMath, readDollarMath } from './mathRule';

/** Zhipu's models write `[ref_1]`. */
const citation = /\[(?:ref_)?(\d{1,3})\](?!\(|: ?[^\s:]{0,20}:\/\/)/y;
const footnoteReference = /\[\^([^\s[\]\\]{1,100})\]/y;

export const inlineParser = createMarkdownIt({ html: false, linkify: true, typographer: false });
inlineParser.validateLink = (href) => !isRefusedLink(href);
readBareAddresses(inlineParser);
readCjkEmphasis(inlineParser);
inlineParser.inline.ruler.before('escape', 'backslash_math', readBackslashMath);
inlineParser.inline.ruler.before('escape', 'dollar_math', readDollarMath);
inlineParser.inline.ruler.before('link', 'footnote_reference', readFootnoteReference);
inlineParser.inline.ruler.after('image', 'citation', readCitation);
inlineParser.inline.ruler.before('autolink', 'html_tag', readHtmlTag);
inlineParser.helpers.parseLinkLabel = parseLinkLabel;

export type References = NonNullable<Env['references']>;

export interface Citation {
  readonly href: string;
  readonly title: string;
}

export interface InlineEnvironment {
  /** Link definitions by label, as `inlineParser.utils.normalizeReference` returns it; undefined while there are none. */
  readonly references?: References;
  /** Labels of footnotes, normalized in the same way. */
  readonly footnotes: ReadonlySet<string>;
  /** Pages by the number that means them in brackets. */
  readonly citations: ReadonlyMap<string, Citation>;
}

/** The tokens of inline Markdown. */
export function parseInline(text: string, env: InlineEnvironment): readonly Token[] {
  return inlineParser.parseInline(text, { ...env })[0]?.children ?? [];
}

export function normalizeLabel(label: string): string {
  return inlineParser.utils.normalizeReference(label);
}

/** An inline rule for `[^label]`. Only defined footnotes have references. */
function readFootnoteReference(state: StateInline, silent: boolean): boolean {
  const { src, pos, env } = state;
  if (src.charAt(pos) !== '[' || src.charAt(pos + 1) !== '^') {
    return false;
  }
  footnoteReference.lastIndex = pos;
  const [all = '', label = ''] = footnoteReference.exec(src) ?? [];
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

/** An inline rule for `[1]` and `[ref_1]`, where no other markup has used the brackets. */
function readCitation(state: StateInline, silent: boolean): boolean {
  const { src, pos, env, linkLevel } = state;
  const citations = env['citations'];
  // Where markdown-it only looks for the end of a label, the number may be the text of a link: `[[1]](https://…)`.
  if (silent || linkLevel > 0 || !(citations instanceof Map) || src.charAt(pos - 1) === '!') {
    return false;
  }
  citation.lastIndex = pos;
  const [all = '', number] = citation.exec(src) ?? [];
  if (!citations.has(number)) {
    return false;
  }
  state.push('citation', '', 0).content = all;
  state.pos += all.length;
  return true;
}
