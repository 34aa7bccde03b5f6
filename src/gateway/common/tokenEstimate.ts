// Estimates the tokens of a text without a tokenizer: shipping one per model family would cost megabytes, and
// gateways do not say which one a model uses.
import type { ChatMessage } from './chatModel';

/** The chat template adds these to each message: 3 to 5, depending on the model family. */
export const messageOverheadTokens = 4;

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

/** Kinds of UTF-16 code units by inclusive ranges. Of overlapping ranges the last one applies. */
const ranges = [
  ['otherLetter', 0x0000, 0xffff],
  // The signs of Latin-1 are rare enough to count like its letters.
  ['accented', 0x80, 0x24f],
  ['sign', 0x00, 0x7f],
  ['upper', 0x41, 0x5a],
  ['lower', 0x61, 0x7a],
  ['digit', 0x30, 0x39],
  ['blank', 0x09, 0x09],
  ['blank', 0x0d, 0x0d],
  ['blank', 0x20, 0x20],
  ['lineBreak', 0x0a, 0x0a],
  // Dashes and quotation marks used in East Asian texts, East Asian punctuation, full-width forms.
  ['cjkSign', 0x2010, 0x2027],
  ['cjkSign', 0x3000, 0x303f],
  ['cjkSign', 0xff00, 0xffef],
  // Japanese kana, Chinese characters, Korean syllables, compatibility ideographs.
  ['ideograph', 0x3040, 0x30ff],
  ['ideograph', 0x3400, 0x9fff],
  ['ideograph', 0xac00, 0xd7af],
  ['ideograph', 0xf900, 0xfaff],
  ['surrogate', 0xd800, 0xdfff],
] as const;

/** Index into `ranges` by code unit. */
const rangeByCode = new Uint8Array(0x10000);
for (const [index, [, first, last]] of ranges.entries()) {
  rangeByCode.fill(index, first, last + 1);
}

type Kind = (typeof ranges)[number][0];

/** Estimated tokens of a text. Each character adds something or nothing, so a longer text never counts less. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let previous: Kind | undefined;
  let previousCode = -1;
  /** The length of the current word or run of blanks. */
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const [kind] = ranges[rangeByCode[code] ?? 0] ?? ranges[0];
    const isRepeated = code === previousCode;
    length = continuesRun(kind, previous) ? length + 1 : 1;
    tokens += tokensOf(kind, previous, length, isRepeated);
    previous = kind;
    previousCode = code;
  }
  return tokens;
}

/** Estimated tokens of the texts and pictures of messages, and of what tools returned. */
export function messageTokens(messages: readonly ChatMessage[]): number {
  return messages
    .flatMap(({ content, images, toolResults = [] }) => [{ text: content, images }, ...toolResults])
    .reduce(
      (sum, { text, images = [] }) => sum + estimateTokens(text) + images.length * imageTokens,
      0,
    );
}

/** A capital starts a new word: camelCase. */
function continuesRun(kind: Kind, previous: Kind | undefined): boolean {
  return kind === 'blank'
    ? previous === 'blank'
    : (kind === 'lower' || kind === 'accented') && isLatinLetter(previous);
}

function isLatinLetter(kind: Kind | undefined): boolean {
  return kind === 'lower' || kind === 'upper' || kind === 'accented';
}

function tokensOf(
  kind: Kind,
  previous: Kind | undefined,
  length: number,
  isRepeated: boolean,
): number {
  switch (kind) {
    case 'lower':
      return letterWeight(length);
    case 'accented':
      return letterWeight(length) + weights.accented;
    case 'upper':
      return isLatinLetter(previous) ? weights.hump : weights.word;
    case 'digit':
      return previous === 'digit' ? weights.digit : weights.number;
    case 'sign':
      return isRepeated ? weights.sameSign : weights.sign;
    case 'blank':
      return length === 2 ? weights.indent : 0;
    case 'lineBreak':
      return previous === 'lineBreak' ? 0 : weights.lineBreak;
    default:
      return weights[kind];
  }
}

/** @param length Of the word so far, this letter included. */
function letterWeight(length: number): number {
  if (length === 1) {
    return weights.word;
  }
  return length > 12 ? weights.farTail : length > 5 ? weights.tail : 0;
}
