// An export may be larger than a string may be, and JSON.parse would block the host while it reads it.
//
// The text is cut at the values of its outermost array or object, which are read one at a time: by
// JSON.parse, which knows the format better and, unlike a parser that assigns, takes a key named
// `__proto__` for what it is.

import { parseJson } from '../../../base/parseJson';
import { ValueScanner } from './jsonValueEnd';

/** Longest value that is gathered, in UTF-16 code units: far beyond a chat, below what a string can hold. */
const longestPiece = 256 * 1024 * 1024;

/** One value of the outermost array or object. */
export interface JsonValue {
  /** Of the outermost object's member that it is, or is in; undefined in an array. */
  readonly key: string | undefined;
  /** Whether it is an element of a list, and not a member as a whole. */
  readonly isListElement: boolean;
  /** JSON as it stands in the file; may be damaged within. */
  readonly text: string;
}

export type JsonFaultKind =
  /** It ends before its outermost value does. */
  | 'cutOff'
  /** It is no JSON. */
  | 'notJson'
  /** One value in it is too large to be read. */
  | 'tooLarge';

export class JsonFault extends Error {
  constructor(readonly kind: JsonFaultKind) {
    super(kind);
  }
}

type Expected =
  | 'root'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'firstElement'
  | 'element'
  | 'member'
  | 'commaOrEnd'
  | 'nothing';

type Level = 'array' | 'object';

const blank = /[ \t\n\r]/u;

/** Cuts a JSON text that comes in chunks, wherever they are cut, into the values of its outermost one. */
export class JsonSplitter {
  /** Members of an outermost object that are given element by element where they are arrays. */
  readonly #lists: ReadonlySet<string>;
  readonly #levels: Level[] = [];
  #expected: Expected = 'root';
  #key: string | undefined;
  /** Of the value that is being gathered. */
  #value: ValueScanner | undefined;
  #gathered: string[] = [];
  #length = 0;

  constructor(lists: ReadonlySet<string>) {
    this.#lists = lists;
  }

  /** The pieces that end in this chunk. Throws a JsonFault where it is none of JSON. */
  *push(chunk: string): Generator<JsonValue> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#value === undefined) {
        at = this.#structure(chunk, at);
        continue;
      }
      const end = this.#value.findEnd(chunk, at);
      this.#gather(chunk.slice(at, end ?? chunk.length));
      at = end ?? chunk.length;
      if (end !== undefined) {
        yield* this.#finish();
      }
    }
  }

  /** Throws a JsonFault where the text is not over. */
  end(): void {
    if (this.#expected !== 'nothing') {
      throw new JsonFault(this.#expected === 'root' ? 'notJson' : 'cutOff');
    }
  }

  /** Reads one character between values; gives the place after it, or of the value that begins. */
  #structure(chunk: string, at: number): number {
    const char = chunk.charAt(at);
    if (blank.test(char) || (char === '\uFEFF' && this.#expected === 'root')) {
      return at + 1;
    }
    switch (this.#expected) {
      case 'root':
        this.#open(char);
        return at + 1;
      case 'firstKey':
      case 'key':
        if (char === '}' && this.#expected === 'firstKey') {
          this.#close(char);
          return at + 1;
        }
        if (char !== '"') {
          throw new JsonFault('notJson');
        }
        return this.#begin(char, at);
      case 'colon':
        if (char !== ':') {
          throw new JsonFault('notJson');
        }
        this.#expected = 'member';
        return at + 1;
      case 'member':
        if (char === '[' && this.#key !== undefined && this.#lists.has(this.#key)) {
          this.#open(char);
          return at + 1;
        }
        return this.#begin(char, at);
      case 'firstElement':
        if (char === ']') {
          this.#close(char);
          return at + 1;
        }
        return this.#begin(char, at);
      case 'element':
        return this.#begin(char, at);
      case 'commaOrEnd':
        if (char === ',') {
          this.#expected = this.#levels.at(-1) === 'object' ? 'key' : 'element';
        } else {
          this.#close(char);
        }
        return at + 1;
      case 'nothing':
        throw new JsonFault('notJson');
    }
  }

  #open(char: string): void {
    if (char !== '[' && char !== '{') {
      throw new JsonFault('notJson');
    }
    this.#levels.push(char === '[' ? 'array' : 'object');
    this.#expected = char === '[' ? 'firstElement' : 'firstKey';
  }

  #close(char: string): void {
    if (char !== (this.#levels.pop() === 'object' ? '}' : ']')) {
      throw new JsonFault('notJson');
    }
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'commaOrEnd';
  }

  #begin(char: string, at: number): number {
    if (char === ',' || char === ':' || char === ']' || char === '}') {
      throw new JsonFault('notJson');
    }
    this.#value = new ValueScanner(char);
    return at;
  }

  #gather(text: string): void {
    this.#length += text.length;
    if (this.#length > longestPiece) {
      throw new JsonFault('tooLarge');
    }
    this.#gathered.push(text);
  }

  *#finish(): Generator<JsonValue> {
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#length = 0;
    this.#value = undefined;
    if (this.#expected === 'key' || this.#expected === 'firstKey') {
      this.#key = keyOf(text);
      this.#expected = 'colon';
      return;
    }
    this.#expected = 'commaOrEnd';
    yield { key: this.#key, isListElement: this.#levels.at(-1) === 'array', text };
  }
}

function keyOf(text: string): string {
  const key = parseJson(text);
  if (typeof key !== 'string') {
    throw new JsonFault('notJson');
  }
  return key;
}
