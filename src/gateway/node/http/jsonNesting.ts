// Bracket counter for JSON that arrives in pieces.

/** Counts the open brackets of JSON line by line, without checking it otherwise. */
export class JsonNesting {
  #depth = 0;

  /** `broken`: the line ends inside a string, which JSON does not allow. */
  read(line: string): 'open' | 'closed' | 'broken' {
    return this.#scan(line, false) === undefined ? 'broken' : this.#depth > 0 ? 'open' : 'closed';
  }

  /** The length of the object or array at the start of `text`; undefined if it does not end. */
  lengthOfValue(text: string): number | undefined {
    const length = this.#scan(text, true);
    return this.#depth === 0 && /^[[{]/.test(text) ? length : undefined;
  }

  /** Returns the index after the text or the first value; undefined inside a string. */
  #scan(text: string, stopsAtEnd: boolean): number | undefined {
    let inString = false;
    for (let index = 0; index < text.length; index++) {
      const char = text[index];
      if (inString) {
        if (char === '\\') {
          index++;
        } else if (char === '"') {
          inString = false;
        }
      } else if (char === '"') {
        inString = true;
      } else if (char === '{' || char === '[') {
        this.#depth++;
      } else if (char === '}' || char === ']') {
        this.#depth--;
        if (stopsAtEnd && this.#depth === 0) {
          return index + 1;
        }
      }
    }
    return inString ? undefined : text.length;
  }
}

/** Whether a line, with or without `data:`, starts JSON that it does not end. */
export function isTruncatedJson(line: string): boolean {
  const text = line.replace(/^data:/, '').trim();
  return /^[[{]/.test(text) && new JsonNesting().read(text) !== 'closed';
}
