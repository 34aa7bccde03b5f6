// HTML blocks: where each of CommonMark's 7 kinds begins and ends.
import type { LinesEnd } from './leaves/leaf';
import type { Line } from './line';

interface HtmlKind {
  readonly start: RegExp;
  readonly end: LinesEnd;
}

const atBlankLine: LinesEnd = { kind: 'blankLine' };

const attribute = String.raw`[a-z_:][a-z\d_.:-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>\`]+|"[^"]*"|'[^']*'))?`;
const cutAttribute = String.raw`[a-z_:][a-z\d_.:-]*[ \t]*(?:=[ \t]*(?:"[^"]*|'[^']*)?)?`;
const openTag = String.raw`[a-z][a-z\d-]*(?:[ \t]+${attribute})*[ \t]*`;
const tag = String.raw`(?:${openTag}\/?|\/[a-z][a-z\d-]*[ \t]*)`;

/** A line that is one complete tag, and the beginnings of such lines. */
const tagPrefix = String.raw`^<(?!(?:script|pre|style|textarea)(?![a-z\d-]))`;
const wholeTag: HtmlKind = {
  start: new RegExp(String.raw`${tagPrefix}${tag}>[ \t]*$`, 'i'),
  end: atBlankLine,
};
const tagStart = new RegExp(
  String.raw`${tagPrefix}(?:\/?|${tag}(?:>[ \t]*)?|${openTag}(?<=[ \t])${cutAttribute})$`,
  'i',
);

const kinds: readonly HtmlKind[] = [
  { start: /^<!--/u, end: { kind: 'pattern', pattern: /-->/u } },
  { start: /^<\?/u, end: { kind: 'pattern', pattern: /\?>/u } },
  { start: /^<![a-z]/i, end: { kind: 'pattern', pattern: />/u } },
  { start: /^<!\[CDATA\[/u, end: { kind: 'pattern', pattern: /\]\]>/u } },
  {
    start: /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i,
    end: { kind: 'pattern', pattern: /<\/(?:script|pre|style|textarea)>/i },
  },
  {
    start:
      /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t>]|\/>|$)/i,
    end: atBlankLine,
  },
];

/** The beginnings of the kinds' starts. */
const undecidedStart = /^<(?:\/?[a-z\d]{0,15}\/?|!-?|!\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)$/i;

/** The inline tags that are not shown as text. A line that consists of one of them is a paragraph. */
const inlineTag = /^<\/?(?:br|sub|sup|kbd)[ \t]*\/?>/i;

/** Reads which kind of HTML block begins here. `isText`: a line that is only a tag begins none. */
export function readHtmlStart(
  line: Line,
  options: { readonly isText: boolean; readonly extensions: boolean },
): HtmlKind | 'undecided' | undefined {
  if (line.mayBecome(undecidedStart)) {
    return 'undecided';
  }
  const { rest } = line;
  const kind = kinds.find(({ start }) => start.test(rest));
  if (kind !== undefined || options.isText || (options.extensions && inlineTag.test(rest))) {
    return kind;
  }
  if (line.mayBecome(tagStart)) {
    return 'undecided';
  }
  return line.complete && wholeTag.start.test(rest) ? wholeTag : undefined;
}
