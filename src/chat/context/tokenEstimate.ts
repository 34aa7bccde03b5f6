// How many tokens a text or a picture is, roughly, without a tokenizer: shipping one per model family would cost
// megabytes, and which one a gateway's model uses is not told.

/**
 * Estimated tokens by kind of script. Tokenizers of different families agree on Latin text within
 * some per cent and differ by half on the others, so that each kind is corrected on its own.
 */
export interface TokenCount {
  readonly latin: number;
  readonly cjk: number;
  readonly other: number;
  readonly images: number;
}

export const noTokens: TokenCount = { latin: 0, cjk: 0, other: 0, images: 0 };

export const tokenKinds = [
  'latin',
  'cjk',
  'other',
  'images',
] as const satisfies (keyof TokenCount)[];

/** What a chat template puts around each message. In tokens; the families have 3 to 5. */
export const messageFrame: TokenCount = { ...noTokens, latin: 4 };

/**
 * What a picture counts, whatever its size. A square of 1024 pixels is 765 tokens for GPT-4o and about
 * 1400 for Claude, which counts 1600 at most; Gemini counts 258 for each tile, and 258 for a small one.
 * Corrections go up to threefold either way and so reach them all, but for the 85 of OpenAI's low detail.
 */
export const pictureTokens: TokenCount = { ...noTokens, images: 800 };

/**
 * Tokens per character by what stands before it. Fitted by least squares to English and Chinese
 * documentation and to TypeScript, Python, JSON and CSS, as counted by o200k, Llama 3, Qwen 3,
 * DeepSeek 3 and Claude's; rounded.
 */
const weights = {
  word: 1.05,
  /** Letters from the sixth on: most longer words are still one token or two. */
  tail: 0.06,
  /** Letters from the thirteenth on: hashes and base64 more than words. */
  farTail: 0.3,
  /** The next capital in camelCase, and each capital in a row of them. */
  hump: 0.6,
  number: 1,
  digit: 0.4,
  sign: 0.65,
  /** The same sign again: rulers and fences. */
  sameSign: 0.06,
  lineBreak: 0.5,
  /** A row of blanks or tabs, however long. */
  indent: 0.4,
  /** Accented letters cut words into pieces. */
  accented: 0.5,
  ideograph: 0.75,
  cjkSign: 0.9,
  otherLetter: 0.45,
  /** Half of a character outside the basic plane, an emoji mostly. */
  surrogate: 1,
} as const;

type Kind =
  | 'start'
  | 'lower'
  | 'accented'
  | 'upper'
  | 'digit'
  | 'sign'
  | 'blank'
  | 'lineBreak'
  | 'ideograph'
  | 'cjkSign'
  | 'otherLetter'
  | 'surrogate';

/**
 * Estimated tokens of a text, in one pass. No character takes anything away, so that a longer draft
 * never counts less; and what stands before a text changes its count by a few tokens at most.
 */
export function countTokens(text: string): TokenCount {
  let latin = 0;
  let cjk = 0;
  let other = 0;
  let before: Kind = 'start';
  let codeBefore = -1;
  /** Characters so far of the word, number or row of blanks that is being read. */
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    const inWord = isLatinLetter(before);
    switch (kind) {
      case 'lower':
      case 'accented':
        length = inWord ? length + 1 : 1;
        latin += inWord ? tailWeight(length) : weights.word;
        latin += kind === 'accented' ? weights.accented : 0;
        break;
      case 'upper':
        length = 1;
        latin += inWord ? weights.hump : weights.word;
        break;
      case 'digit':
        latin += before === 'digit' ? weights.digit : weights.number;
        break;
      case 'sign':
        latin += code === codeBefore ? weights.sameSign : weights.sign;
        break;
      case 'blank':
        length = before === 'blank' ? length + 1 : 1;
        latin += length === 2 ? weights.indent : 0;
        break;
      case 'lineBreak':
        latin += before === 'lineBreak' ? 0 : weights.lineBreak;
        break;
      case 'ideograph':
        cjk += weights.ideograph;
        break;
      case 'cjkSign':
        cjk += weights.cjkSign;
        break;
      case 'otherLetter':
        other += weights.otherLetter;
        break;
      case 'surrogate':
        other += weights.surrogate;
        break;
      case 'start':
        break;
    }
    before = kind;
    codeBefore = code;
  }
  return { ...noTokens, latin, cjk, other };
}

export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  return {
    latin: a.latin + b.latin,
    cjk: a.cjk + b.cjk,
    other: a.other + b.other,
    images: a.images + b.images,
  };
}

export function subtractTokens(a: TokenCount, b: TokenCount): TokenCount {
  return {
    latin: a.latin - b.latin,
    cjk: a.cjk - b.cjk,
    other: a.other - b.other,
    images: a.images - b.images,
  };
}

function isLatinLetter(kind: Kind): boolean {
  return kind === 'lower' || kind === 'upper' || kind === 'accented';
}

function tailWeight(length: number): number {
  if (length > 12) {
    return weights.farTail;
  }
  return length > 5 ? weights.tail : 0;
}

function kindOf(code: number): Kind {
  if (code < 0x80) {
    return asciiKind(code);
  }
  if (code < 0x250) {
    // Latin-1's signs are rare and count as its letters do.
    return 'accented';
  }
  if (isIdeograph(code)) {
    return 'ideograph';
  }
  if (isCjkSign(code)) {
    return 'cjkSign';
  }
  return code >= 0xd800 && code <= 0xdfff ? 'surrogate' : 'otherLetter';
}

function asciiKind(code: number): Kind {
  if (code >= 0x61 && code <= 0x7a) {
    return 'lower';
  }
  if (code === 0x20 || code === 0x09 || code === 0x0d) {
    return 'blank';
  }
  if (code >= 0x41 && code <= 0x5a) {
    return 'upper';
  }
  if (code >= 0x30 && code <= 0x39) {
    return 'digit';
  }
  return code === 0x0a ? 'lineBreak' : 'sign';
}

/** Chinese characters, Japanese kana and Korean syllables. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

/** East Asian punctuation and full-width forms, and the dashes and quotes used among them. */
function isCjkSign(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x2010 && code <= 0x2027)
  );
}
