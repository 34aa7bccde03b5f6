// Finds where a JSON value ends in a text that arrives in chunks. Does not validate the value.

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/** Scans one value, from its first character on. */
export class JsonValueScanner {
  /** How many arrays and objects are open. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns the position after the value, or undefined if it continues in the next chunk. */
  findEnd(chunk: string, from: number): number | undefined {
    for (let position = from; position < chunk.length; position += 1) {
      const code = chunk.charCodeAt(position);
      if (this.#isInString) {
        if (this.#isEscaped) {
          this.#isEscaped = false;
        } else if (code === backslash) {
          this.#isEscaped = true;
        } else if (code === quote) {
          this.#isInString = false;
          if (this.#depth === 0) {
            return position + 1;
          }
        }
      } else if (code === quote) {
        this.#isInString = true;
      } else if (code === openBracket || code === openBrace) {
        this.#depth += 1;
      } else if (this.#depth === 0) {
        // A number or a keyword ends before the next delimiter.
        if (code <= space || code === comma || code === closeBracket || code === closeBrace) {
          return position;
        }
      } else if (code === closeBracket || code === closeBrace) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          return position + 1;
        }
      }
    }
    return undefined;
  }
}
