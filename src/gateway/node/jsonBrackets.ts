// Finds where a JSON object or array ends that arrives in pieces. It counts brackets and does not check the JSON otherwise.

export class JsonBrackets {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasStarted = false;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** The outermost object or array is closed. */
  get isClosed(): boolean {
    return this.#hasStarted && this.#depth <= 0;
  }

  get isInString(): boolean {
    return this.#isInString;
  }

  /** Reads the next piece, in time linear in its length. */
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

/** The length of the object or array at the start of `text`; undefined if it does not end. */
export function valueLength(text: string): number | undefined {
  if (!/^[[{]/.test(text)) {
    return undefined;
  }
  const brackets = new JsonBrackets();
  for (let at = 0; at < text.length; at++) {
    brackets.push(text.charAt(at));
    if (brackets.isClosed) {
      return at + 1;
    }
  }
  return undefined;
}
