// HTML blocks: where each of CommonMark's 7 kinds begins and ends.
import type { LineCursor, Reading } from './lineCursor';

export type HtmlKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const literalTag = /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i;
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t>]|\/>|$)/i;
const undecidedName = /^<\/?[a-z\d]{0,15}\/?$/i;
const undecidedDeclaration = /^<(?:!(?:-|\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)?)?$/u;
const noBlockTag = /^<(?:script|pre|style|textarea)(?![a-z\d-])/i;
/** The inline tags that are not shown as text. A line that consists of one of them is a paragraph. */
const inlineTag = /^<\/?(?:br|sub|sup|kbd)[ \t]*\/?>/i;

const attribute = String.raw`[a-z_:][a-z\d_.:-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>\`]+|"[^"]*"|'[^']*'))?`;
const cutAttribute = String.raw`[a-z_:][a-z\d_.:-]*[ \t]*(?:=[ \t]*(?:"[^"]*|'[^']*)?)?`;
const openTag = String.raw`[a-z][a-z\d-]*(?:[ \t]+${attribute})*[ \t]*`;
const tag = String.raw`(?:${openTag}\/?|\/[a-z][a-z\d-]*[ \t]*)`;
/** A line that is one complete tag, and the beginnings of such lines. */
const wholeTag = new RegExp(String.raw`^<${tag}>[ \t]*$`, 'i');
const tagStart = new RegExp(
  String.raw`^<(?:\/?|${tag}(?:>[ \t]*)?|${openTag}(?<=[ \t])${cutAttribute})$`,
  'i',
);

const ends: Readonly<Record<HtmlKind, RegExp | undefined>> = {
  1: /<\/(?:script|pre|style|textarea)>/i,
  2: /-->/u,
  3: /\?>/u,
  4: />/u,
  5: /\]\]>/u,
  6: undefined,
  7: undefined,
};
/** The length of the longest end. */
const longestEnd = '</textarea>'.length;

/** Reads whether an HTML block begins here, without consuming anything. */
export function* readHtmlStart(
  cursor: LineCursor,
  options: { readonly inParagraph: boolean; readonly extensions: boolean },
): Reading<HtmlKind | undefined> {
  yield* cursor.readWhile(undecidedDeclaration);
  yield* cursor.readWhile(undecidedName);
  const { rest } = cursor;
  if (rest.startsWith('<!--')) {
    return 2;
  }
  if (rest.startsWith('<?')) {
    return 3;
  }
  if (/^<![a-z]/i.test(rest)) {
    return 4;
  }
  if (rest.startsWith('<![CDATA[')) {
    return 5;
  }
  if (literalTag.test(rest)) {
    return 1;
  }
  if (blockTag.test(rest)) {
    return 6;
  }
  if (options.inParagraph || noBlockTag.test(rest)) {
    return undefined;
  }
  yield* cursor.readWhile(tagStart);
  return cursor.complete &&
    wholeTag.test(cursor.rest) &&
    !(options.extensions && inlineTag.test(cursor.rest))
    ? 7
    : undefined;
}

/** Finds the end of an HTML block in text that arrives in pieces. */
export class HtmlEndFinder {
  readonly #end: RegExp | undefined;
  #tail = '';
  #found = false;

  constructor(kind: HtmlKind) {
    this.#end = ends[kind];
  }

  /** Whether the block ends at a blank line, not after a line that contains an end. */
  get atBlankLine(): boolean {
    return this.#end === undefined;
  }

  /** Whether the present line is the last. */
  get found(): boolean {
    return this.#found;
  }

  read(text: string): void {
    if (this.#end === undefined || this.#found) {
      return;
    }
    const searched = this.#tail + text;
    this.#found = this.#end.test(searched);
    this.#tail = searched.slice(1 - longestEnd);
  }

  endLine(): void {
    this.#tail = '';
  }
}
