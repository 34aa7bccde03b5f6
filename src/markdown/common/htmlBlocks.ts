// HTML blocks: where each of CommonMark's 7 kinds begins and ends.
import type { LineCursor, Reading, Wait } from './lineCursor';

export type HtmlKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const literalTag = /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i;
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t>]|\/>|$)/i;
const undecidedName = /^<\/?[a-z\d]{0,15}\/?$/i;
const undecidedDeclaration = /^<(?:!(?:-|\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)?)?$/u;
const noBlockTag = /^<(?:script|pre|style|textarea)(?![a-z\d-])/i;
/** The inline tags that are not shown as text. A line that consists of one of them is a paragraph. */
const inlineTag = /^<\/?(?:br|sub|sup|kbd)[ \t]*\/?>/i;

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
  const tag = new TagReader();
  if (!tag.test(rest) && !cursor.complete) {
    yield tag;
  }
  return tag.isTag && !(options.extensions && inlineTag.test(cursor.rest)) ? 7 : undefined;
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

type HtmlTagState =
  | 'start'
  | 'open'
  | 'name'
  | 'space'
  | 'attribute'
  | 'afterAttribute'
  | 'beforeValue'
  | 'value'
  | 'doubleQuoted'
  | 'singleQuoted'
  | 'afterValue'
  | 'slash'
  | 'closing'
  | 'closingName'
  | 'closingSpace'
  | 'end';

type Transitions = readonly (readonly [characters: RegExp, next: HtmlTagState])[];

const transitions: Readonly<Record<HtmlTagState, Transitions>> = {
  start: [[/</u, 'open']],
  open: [
    [/[a-z]/i, 'name'],
    [/\//u, 'closing'],
  ],
  name: [
    [/[a-z\d-]/i, 'name'],
    [/[ \t]/u, 'space'],
    [/\//u, 'slash'],
    [/>/u, 'end'],
  ],
  space: [
    [/[ \t]/u, 'space'],
    [/[a-z_:]/i, 'attribute'],
    [/\//u, 'slash'],
    [/>/u, 'end'],
  ],
  attribute: [
    [/[a-z\d_.:-]/i, 'attribute'],
    [/[ \t]/u, 'afterAttribute'],
    [/[=]/u, 'beforeValue'],
    [/\//u, 'slash'],
    [/>/u, 'end'],
  ],
  afterAttribute: [
    [/[ \t]/u, 'afterAttribute'],
    [/[=]/u, 'beforeValue'],
    [/[a-z_:]/i, 'attribute'],
    [/\//u, 'slash'],
    [/>/u, 'end'],
  ],
  beforeValue: [
    [/[ \t]/u, 'beforeValue'],
    [/"/u, 'doubleQuoted'],
    [/'/u, 'singleQuoted'],
    [/[^=<>`]/u, 'value'],
  ],
  value: [
    [/[ \t]/u, 'space'],
    [/>/u, 'end'],
    [/[^"'=<`]/u, 'value'],
  ],
  doubleQuoted: [
    [/"/u, 'afterValue'],
    [/[^]/u, 'doubleQuoted'],
  ],
  singleQuoted: [
    [/'/u, 'afterValue'],
    [/[^]/u, 'singleQuoted'],
  ],
  afterValue: [
    [/[ \t]/u, 'space'],
    [/\//u, 'slash'],
    [/>/u, 'end'],
  ],
  slash: [[/>/u, 'end']],
  closing: [[/[a-z]/i, 'closingName']],
  closingName: [
    [/[a-z\d-]/i, 'closingName'],
    [/[ \t]/u, 'closingSpace'],
    [/>/u, 'end'],
  ],
  closingSpace: [
    [/[ \t]/u, 'closingSpace'],
    [/>/u, 'end'],
  ],
  end: [[/[ \t]/u, 'end']],
};

/** Recognizes a line that is one complete tag. */
class TagReader implements Wait {
  #state: HtmlTagState | undefined = 'start';

  /** Whether the text so far is a tag and nothing else. */
  get isTag(): boolean {
    return this.#state === 'end';
  }

  /** Reads more text. Returns whether the line is certainly not a tag. */
  test(added: string): boolean {
    for (let index = 0; index < added.length && this.#state !== undefined; index += 1) {
      const character = added.charAt(index);
      this.#state = transitions[this.#state].find(([characters]) =>
        characters.test(character),
      )?.[1];
    }
    return this.#state === undefined;
  }
}
