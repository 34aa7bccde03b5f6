// Estimates the tokens of a text without a tokenizer: shipping one per model family would cost megabytes, and
// gateways do not say which one a model uses.

/** Added to each message by the chat template, in tokens: 3 to 5, depending on the model family. */
export const messageOverhead = 4;

/**
 * Tokens of an image of any size. An image of 1024 x 1024 pixels is 765 tokens for GPT-4o and about 1400
 * for Claude, which counts at most 1600; Gemini counts 258 for each tile or small image.
 */
export const imageTokens = 800;

/**
 * Tokens per character, depending on the previous character. Fitted by least squares to English and
 * Chinese documentation, TypeScript, Python, JSON and CSS, as counted by the tokenizers o200k, Llama 3,
 * Qwen 3, DeepSeek 3 and Claude's; rounded.
 */
const weights = {
  word: 1.05,
  /** Each letter from the 6th on: most longer words are still one or two tokens. */
  tail: 0.06,
  /** Each letter from the 13th on: mostly hashes and base64. */
  farTail: 0.3,
  /** A capital inside a word: camelCase and words in capitals. */
  hump: 0.6,
  number: 1,
  digit: 0.4,
  sign: 0.65,
  /** A repeated sign: rulers and code fences. */
  sameSign: 0.06,
  lineBreak: 0.5,
  /** A run of blanks or tabs of any length. */
  indent: 0.4,
  /** Accented letters split words into more tokens. */
  accented: 0.5,
  ideograph: 0.75,
  cjkSign: 0.9,
  otherLetter: 0.45,
  /** Half of a character outside the Basic Multilingual Plane, usually an emoji. */
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

/** Estimated tokens of a text. Each character adds something or nothing, so a longer text never counts less. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let previousKind: Kind = 'start';
  let previousCode = -1;
  /** Length of the current word or run of blanks, in characters. */
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    const isInWord = isLatinLetter(previousKind);
    switch (kind) {
      case 'lower':
      case 'accented':
        length = isInWord ? length + 1 : 1;
        tokens += isInWord ? tailWeight(length) : weights.word;
        tokens += kind === 'accented' ? weights.accented : 0;
        break;
      case 'upper':
        length = 1;
        tokens += isInWord ? weights.hump : weights.word;
        break;
      case 'digit':
        tokens += previousKind === 'digit' ? weights.digit : weights.number;
        break;
      case 'sign':
        tokens += code === previousCode ? weights.sameSign : weights.sign;
        break;
      case 'blank':
        length = previousKind === 'blank' ? length + 1 : 1;
        tokens += length === 2 ? weights.indent : 0;
        break;
      case 'lineBreak':
        tokens += previousKind === 'lineBreak' ? 0 : weights.lineBreak;
        break;
      case 'ideograph':
      case 'cjkSign':
      case 'otherLetter':
      case 'surrogate':
        tokens += weights[kind];
        break;
      case 'start':
        break;
    }
    previousKind = kind;
    previousCode = code;
  }
  return tokens;
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
    // The signs of Latin-1 are rare enough to count like its letters.
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

/** East Asian punctuation, full-width forms, and the dashes and quotation marks used with them. */
function isCjkSign(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x2010 && code <= 0x2027)
  );
}
