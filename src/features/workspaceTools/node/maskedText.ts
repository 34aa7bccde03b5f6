// The lines of a text without its secrets.
import { visibleText } from '../../../base/text/visibleText';
import { maskSecrets, type FoundSecret } from '../../secrets/node/secretScanner';

/** What a line shows between its secrets. */
export interface LinePart {
  readonly text: string;
  /** Whether a secret is before it, and after it. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * A text without its secrets and invisible characters, which hide secrets. Secrets are found in all of it: a private key may
 * begin before the lines that are wanted.
 */
export class MaskedText {
  readonly #text: string;
  readonly #hasInvisible: boolean;
  readonly #secrets: readonly FoundSecret[];
  /** The offset of each line, and the text's length. */
  readonly #starts: readonly number[];

  /** @param find the secrets of a text that has no invisible characters */
  static async of(
    text: string,
    find: (text: string) => Promise<readonly FoundSecret[]>,
  ): Promise<MaskedText> {
    const visible = visibleText(text);
    return new MaskedText(visible.text, await find(visible.text), visible.removed > 0);
  }

  private constructor(text: string, secrets: readonly FoundSecret[], hasInvisible: boolean) {
    this.#text = text;
    this.#hasInvisible = hasInvisible;
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
    const { text, secrets } = this.#slice(first, last);
    return maskSecrets(text, secrets);
  }

  /** Whether a secret is in the line, or goes through it. */
  hasSecret(line: number): boolean {
    return this.#slice(line, line).secrets.length > 0;
  }

  /**
   * What the line shows, without its end. Where invisible characters were removed, what a line with a secret shows may not
   * be in the file; then there are no parts.
   */
  partsOf(line: number): readonly LinePart[] {
    const { text, secrets } = this.#slice(line, line);
    if (secrets.length > 0 && this.#hasInvisible) {
      return [];
    }
    const parts: LinePart[] = [];
    let start = 0;
    for (const secret of secrets.toSorted((a, b) => a.start - b.start)) {
      const part = text.slice(start, secret.start);
      parts.push({ text: part, isCutBefore: start > 0, isCutAfter: true });
      start = Math.max(start, secret.end);
    }
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    parts.push({ text: text.slice(start, end), isCutBefore: start > 0, isCutAfter: false });
    // A line within a secret shows nothing.
    return parts.filter((part) => part.text !== '' || secrets.length === 0);
  }

  #slice(
    first: number,
    last: number,
  ): { readonly text: string; readonly secrets: readonly FoundSecret[] } {
    const [from, to] = [this.#starts[first - 1] ?? 0, this.#starts[last] ?? this.#text.length];
    const secrets = this.#secrets.flatMap((secret) => {
      const [start, end] = [Math.max(secret.start, from) - from, Math.min(secret.end, to) - from];
      return start < end ? [{ ...secret, start, end }] : [];
    });
    return { text: this.#text.slice(from, to), secrets };
  }
}
