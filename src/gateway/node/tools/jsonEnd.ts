// Finds the end of a JSON object or array that arrives in fragments, in time linear in its length.

export class JsonEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasStarted = false;

  /** The outermost object or array is closed. */
  get isReached(): boolean {
    return this.#hasStarted && this.#depth <= 0;
  }

  push(text: string): void {
    for (let at = 0; at < text.length; at++) {
      this.#read(text.charCodeAt(at));
    }
  }

  #read(code: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (this.#isInString) {
      this.#isEscaped = code === backslash;
      this.#isInString = code !== quote;
    } else if (code === quote) {
      this.#isInString = true;
    } else if (code === openBrace || code === openBracket) {
      this.#hasStarted = true;
      this.#depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      this.#depth -= 1;
    }
  }
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 91, 93, 123, 125,
];
