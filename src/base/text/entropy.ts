// How random a text looks.

/** Shannon's entropy in bits per character: 0 for "aaaa", about 4 for words, up to 6 for Base64. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
