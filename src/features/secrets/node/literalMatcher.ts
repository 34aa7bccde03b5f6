// Finds many literals in one pass over a text, whatever their number: their last three characters are a key of 15 bits
// that a table recognizes, and only there the literals are compared. It takes about twice as long as reading each
// character. The automaton of Aho and Corasick, in which each step waits for the one before, and a regular expression of
// the same alternatives take 4 to 5 times as long.

/** The shortest literal. */
const keyLength = 3;
/** Of a character's code: the same for both cases of a letter. Other characters share them, which the comparison tells. */
const bits = 5;
const characterMask = (1 << bits) - 1;
const keyMask = (1 << (bits * keyLength)) - 1;

/** In characters, of the text: what is found in it is written down before it is compared. */
const chunkLength = 1 << 14;

/** @param start Of the literal in the text. */
export type OnLiteral = (literal: number, start: number) => void;

export class LiteralMatcher {
  /** By key: 1 where a literal has it. */
  readonly #isKey = new Uint8Array(keyMask + 1);
  /** Literals by key. */
  readonly #candidates = new Map<number, number[]>();
  readonly #lowerCase: readonly string[];

  /** @param literals Of ASCII characters, at least 3; the case of letters does not matter. */
  constructor(literals: readonly string[]) {
    this.#lowerCase = literals.map((literal) => literal.toLowerCase());
    for (const [index, literal] of this.#lowerCase.entries()) {
      if (literal.length < keyLength) {
        throw new RangeError(`A literal is shorter than ${keyLength} characters.`);
      }
      const key = keyBefore(literal, literal.length);
      const candidates = this.#candidates.get(key) ?? [];
      candidates.push(index);
      this.#candidates.set(key, candidates);
      this.#isKey[key] = 1;
    }
  }

  /** Calls `onLiteral` for each occurrence, in the order in which they end. Linear in the text. */
  find(text: string, onLiteral: OnLiteral): void {
    const found = new Int32Array(Math.min(chunkLength, text.length));
    for (let start = 0; start < text.length; start += chunkLength) {
      const count = findKeys(text, start, this.#isKey, found);
      for (const end of found.subarray(0, count)) {
        this.#compare(text, end, onLiteral);
      }
    }
  }

  #compare(text: string, end: number, onLiteral: OnLiteral): void {
    for (const candidate of this.#candidates.get(keyBefore(text, end)) ?? []) {
      const literal = this.#lowerCase[candidate] ?? '';
      const start = end - literal.length;
      if (
        start >= 0 &&
        hasSameBits(text, end - keyLength - 1, literal, literal.length - keyLength - 1) &&
        text.slice(start, end).toLowerCase() === literal
      ) {
        onLiteral(candidate, start);
      }
    }
  }
}

/** Most candidates differ in the character before the key, which is compared without copying. */
function hasSameBits(text: string, index: number, literal: string, literalIndex: number): boolean {
  return (
    literalIndex < 0 ||
    ((text.charCodeAt(index) ^ literal.charCodeAt(literalIndex)) & characterMask) === 0
  );
}

/** Of the three characters that end at `end`. */
function keyBefore(text: string, end: number): number {
  let key = 0;
  for (let index = Math.max(0, end - keyLength); index < end; index++) {
    key = (key << bits) | (text.charCodeAt(index) & characterMask);
  }
  return key;
}

/**
 * Writes the ends of the keys in a chunk of the text to `found`, and returns their number. The loop calls nothing and
 * has no branch, with which it would take twice as long.
 */
function findKeys(text: string, start: number, isKey: Uint8Array, found: Int32Array): number {
  const end = Math.min(text.length, start + chunkLength);
  let key = keyBefore(text, start);
  let count = 0;
  for (let index = start; index < end;) {
    key = ((key << bits) | (text.charCodeAt(index) & characterMask)) & keyMask;
    index += 1;
    found[count] = index;
    count += isKey[key] ?? 0;
  }
  return count;
}
