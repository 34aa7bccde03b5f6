// Where a JSON value ends in a text that comes in chunks; whether it is sound within is left to JSON.parse.

const stringEnd = /["\\]/g;
const structure = /["[\]{}]/g;
const scalarEnd = /[\s,\]}]/g;

export class ValueScanner {
  readonly #kind: 'string' | 'container' | 'scalar';
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** @param first The value's first character. */
  constructor(first: string) {
    this.#kind = first === '"' ? 'string' : first === '[' || first === '{' ? 'container' : 'scalar';
  }

  /** The place after the value; undefined where it goes on in the next chunk. */
  findEnd(chunk: string, from: number): number | undefined {
    if (this.#kind === 'scalar') {
      scalarEnd.lastIndex = from;
      return scalarEnd.exec(chunk)?.index;
    }
    let at = from;
    while (at < chunk.length) {
      if (this.#inString) {
        const after = this.#endOfString(chunk, at);
        if (after === undefined) {
          return undefined;
        }
        at = after;
        if (this.#kind === 'string') {
          return at;
        }
        continue;
      }
      structure.lastIndex = at;
      const found = structure.exec(chunk);
      if (found === null) {
        return undefined;
      }
      at = found.index + 1;
      if (found[0] === '"') {
        this.#inString = true;
      } else {
        this.#depth += found[0] === '[' || found[0] === '{' ? 1 : -1;
        if (this.#depth === 0) {
          return at;
        }
      }
    }
    return undefined;
  }

  #endOfString(chunk: string, from: number): number | undefined {
    let at = from;
    while (at < chunk.length) {
      if (this.#escaped) {
        this.#escaped = false;
        at += 1;
        continue;
      }
      stringEnd.lastIndex = at;
      const found = stringEnd.exec(chunk);
      if (found === null) {
        return undefined;
      }
      at = found.index + 1;
      if (found[0] === '"') {
        this.#inString = false;
        return at;
      }
      this.#escaped = true;
    }
    return undefined;
  }
}
