// The lines of a text without its secrets.
import { type FoundSecret, maskSecrets } from '../../secrets/node/secretScanner';

/** A text without its secrets. They are found in all of it: a private key may begin before the lines that are wanted. */
export class MaskedText {
  readonly #text: string;
  readonly #secrets: readonly FoundSecret[];
  /** The offset of each line, and the text's length. */
  readonly #starts: readonly number[];

  constructor(text: string, secrets: readonly FoundSecret[]) {
    this.#text = text;
    this.#secrets = secrets;
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      starts.push(at + 1);
    }
    this.#starts = text.endsWith('\n') || text === '' ? starts : [...starts, text.length];
  }

  /** The number of lines. */
  get count(): number {
    return this.#starts.length - 1;
  }

  /** The last of these lines so that all fit into `length` UTF-16 units; the one before `first` if none fits. */
  lastWithin(first: number, last: number, length: number): number {
    const end = (this.#starts[first - 1] ?? 0) + length;
    let fitting = last;
    while (fitting >= first && (this.#starts[fitting] ?? 0) > end) {
      fitting -= 1;
    }
    return fitting;
  }

  /** These lines, counted from 1; all of them by default. */
  lines(first = 1, last = this.count): string {
    const [from, to] = [this.#starts[first - 1] ?? 0, this.#starts[last] ?? this.#text.length];
    const within = this.#secrets.flatMap((secret) => {
      const [start, end] = [Math.max(secret.start, from) - from, Math.min(secret.end, to) - from];
      return start < end ? [{ ...secret, start, end }] : [];
    });
    return maskSecrets(this.#text.slice(from, to), within);
  }
}
