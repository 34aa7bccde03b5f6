// Splits a JSON text of any length into the values of its outermost array or object.
//
// A large export exceeds the length of a string, and parsing it in one go would block the extension
// host; so its values are found here and parsed one at a time with JSON.parse. @streamparser/json 0.0.26
// and stream-json 3.8.0 took more than three times as long for 100 MB, and both give up at the first
// damaged chat instead of skipping it.
import { parseJson } from '../../../../base/parseJson';
import { FileError } from './importedChat';

/** Far larger than a chat, and below the maximum length of a string. */
const maxValueChars = 256 * 1024 * 1024;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/** One value of the outermost array or object. */
export interface JsonValue {
  /** The member of the outermost object that it is, or is an element of; undefined in an array. */
  readonly key: string | undefined;
  /** Whether it is an element of an array rather than a complete member. */
  readonly isListElement: boolean;
  /** The text of the file; it may be invalid JSON. */
  readonly text: string;
}

type Expected =
  | 'root'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'member'
  | 'firstElement'
  | 'element'
  | 'commaOrEnd'
  | 'nothing';

export class JsonSplitter {
  readonly #levels: ('array' | 'object')[] = [];
  #expected: Expected = 'root';
  #key: string | undefined;
  /** Set within a value or a key. */
  #scanner: JsonValueScanner | undefined;
  /** What earlier chunks contain of the current value. */
  #buffer: string[] = [];
  #bufferLength = 0;

  /** @param listKeys Members of an outermost object that are split into elements if they are arrays. */
  constructor(private readonly listKeys: ReadonlySet<string>) {}

  /** Yields the values that end in this chunk. Throws a FileError if the text is not JSON. */
  *push(chunk: string): Generator<JsonValue> {
    let position = 0;
    while (position < chunk.length) {
      if (this.#scanner === undefined) {
        position += this.#readStructure(chunk.charAt(position)) ? 1 : 0;
        continue;
      }
      const end = this.#scanner.findEnd(chunk, position);
      this.#addToBuffer(chunk.slice(position, end));
      position = end ?? chunk.length;
      if (end !== undefined) {
        yield* this.#endValue();
      }
    }
  }

  /** Throws a FileError if the text is incomplete. */
  end(): void {
    if (this.#expected !== 'nothing') {
      throw new FileError(this.#expected === 'root' ? 'notJson' : 'cutOff');
    }
  }

  /** Reads a character outside of values. Returns false if a value starts with it. */
  #readStructure(char: string): boolean {
    if (/[ \t\n\r]/u.test(char) || (char === '\uFEFF' && this.#expected === 'root')) {
      return true;
    }
    const isFirst = this.#expected === 'firstKey' || this.#expected === 'firstElement';
    if (isFirst && (char === '}' || char === ']')) {
      this.#close(char);
      return true;
    }
    switch (this.#expected) {
      case 'root':
        this.#open(char);
        return true;
      case 'firstKey':
      case 'key':
        return this.#startValue(char, char === '"');
      case 'colon':
        if (char !== ':') {
          throw new FileError('notJson');
        }
        this.#expected = 'member';
        return true;
      case 'member':
        if (char === '[' && this.#key !== undefined && this.listKeys.has(this.#key)) {
          this.#open(char);
          return true;
        }
        return this.#startValue(char);
      case 'firstElement':
      case 'element':
        return this.#startValue(char);
      case 'commaOrEnd':
        if (char === ',') {
          this.#expected = this.#levels.at(-1) === 'object' ? 'key' : 'element';
        } else {
          this.#close(char);
        }
        return true;
      case 'nothing':
        throw new FileError('notJson');
    }
  }

  #open(char: string): void {
    if (char !== '[' && char !== '{') {
      throw new FileError('notJson');
    }
    this.#levels.push(char === '[' ? 'array' : 'object');
    this.#expected = char === '[' ? 'firstElement' : 'firstKey';
  }

  #close(char: string): void {
    if (char !== (this.#levels.pop() === 'object' ? '}' : ']')) {
      throw new FileError('notJson');
    }
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'commaOrEnd';
  }

  #startValue(char: string, isValid = !/[,:\]}]/u.test(char)): false {
    if (!isValid) {
      throw new FileError('notJson');
    }
    this.#scanner = new JsonValueScanner();
    return false;
  }

  #addToBuffer(text: string): void {
    this.#bufferLength += text.length;
    if (this.#bufferLength > maxValueChars) {
      throw new FileError('tooLarge');
    }
    this.#buffer.push(text);
  }

  *#endValue(): Generator<JsonValue> {
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#bufferLength = 0;
    this.#scanner = undefined;
    if (this.#expected !== 'key' && this.#expected !== 'firstKey') {
      this.#expected = 'commaOrEnd';
      yield { key: this.#key, isListElement: this.#levels.at(-1) === 'array', text };
      return;
    }
    const key = parseJson(text);
    if (typeof key !== 'string') {
      throw new FileError('notJson');
    }
    this.#key = key;
    this.#expected = 'colon';
  }
}

/** Finds where a value ends, from its first character on. Does not validate it. */
class JsonValueScanner {
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
