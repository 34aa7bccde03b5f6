// Markers in a text that still grows: one stands at a place, may still come there, or neither.

/** A character, a class of characters or a reference, with how often it may come; lookarounds that forbid; the rest as it is. */
const atoms =
  /\(\?<?!(?:\\.|\[(?:\\.|[^\]\\])*\]|[^()[\\])*\)|\(\?<?[=:]|\((?:\?<\w+>)?|\)(?:[*+?]|\{[\d,]+\})?|[|^$]|(?:\\(?:k<\w+>|.)|\[(?:\\.|[^\]\\])*\]|[^])(?:[*+?]|\{[\d,]+\})?/gu;

/**
 * Returns the source of an expression that matches each start of what `source` matches, up to the end of the text. What
 * must not follow is not known yet.
 */
function startOf(source: string): string {
  return source.replace(atoms, (atom) =>
    atom.startsWith('(?!')
      ? ''
      : /^[()|^$]/u.test(atom)
        ? atom.replace('(?=', '(?:')
        : `(?:${atom}|$)`,
  );
}

export class Marker {
  private readonly whole: RegExp;
  private readonly start: RegExp;
  private readonly search: RegExp;
  private readonly startSearch: RegExp;
  private readonly nextSearch: RegExp;

  /** @param source of an expression without anchors @param flags besides `g` and `y` */
  constructor(source: string, flags = '') {
    const start = `(?:${startOf(source).replaceAll(/\(\?<\w+>/gu, '(?:')})$`;
    this.whole = new RegExp(source, `${flags}y`);
    this.start = new RegExp(start, `${flags}y`);
    this.search = new RegExp(source, flags);
    this.startSearch = new RegExp(start, flags);
    this.nextSearch = new RegExp(`(?:${source})|${start}`, `${flags}g`);
  }

  /** The marker that stands at `at`. */
  at(text: string, at: number): RegExpExecArray | undefined {
    this.whole.lastIndex = at;
    return this.whole.exec(text) ?? undefined;
  }

  /** The first marker in a text. */
  in(text: string): RegExpExecArray | undefined {
    return this.search.exec(text) ?? undefined;
  }

  /** Whether the text from `at` to its end is the start of a marker, or one that may go on. */
  mayBeAt(text: string, at: number): boolean {
    this.start.lastIndex = at;
    return this.start.test(text);
  }

  /** Where the first marker, or the start of one at the end of the text, stands from `at` on; else the end of the text. */
  next(text: string, at: number): number {
    this.nextSearch.lastIndex = at;
    return this.nextSearch.exec(text)?.index ?? text.length;
  }

  /** Where the start of a marker at the end of a text stands, or one that may go on; else the end of the text. */
  tail(text: string): number {
    return this.startSearch.exec(text)?.index ?? text.length;
  }
}
