// No package reads the streams that gateways really send: events without empty lines between them
// must not wait for one, and neither a comment, a ping nor a `data:` without JSON may end an answer.
import { ExchangeError } from './exchangeError';
import { isObject } from '../json';

/** In bytes. */
export interface StreamCaps {
  readonly event: number;
  readonly answer: number;
}

export const streamCaps: StreamCaps = { event: 16 * 1024 * 1024, answer: 64 * 1024 * 1024 };

/** The member that carries what the gateway reported as an error; see {@link SseReader}. */
export const errorMember = 'porticoError';

/**
 * Reads server-sent events, or one reply in JSON, and gives the JSON of each on one line as soon as
 * it is complete. What the gateway calls an error (`event: error`, or a member `error`) comes as
 * `{"porticoError":…}`: the SDK throws at a member `error` and drops the text beside it.
 *
 * Throws ExchangeError `tooLarge` over a cap, and `garbled` for an event that starts like JSON and
 * is none. Takes time linear in the bytes, however they are cut.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  /** The line that has not ended yet. */
  #line = '';
  #afterCarriageReturn = false;
  /** Lines of JSON that goes on, and what is open in it. */
  #unfinished: string[] = [];
  #open = new OpenJson();
  /** Lines of an `event: error` without JSON. */
  #errorText: string[] | undefined;
  /** Bytes that wait for the end of their event. */
  #held = 0;
  #total = 0;
  /** Events given so far. */
  #given = 0;
  #done = false;

  constructor(
    private readonly caps: StreamCaps = streamCaps,
    private readonly parse: (text: string) => unknown = JSON.parse,
  ) {}

  /** `[DONE]` has come: nothing that follows counts. */
  get done(): boolean {
    return this.#done;
  }

  *push(bytes: Uint8Array): Generator<string> {
    this.#total += bytes.byteLength;
    if (this.#total > this.caps.answer) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
    this.#held += bytes.byteLength;
    yield* this.#readText(this.#decoder.decode(bytes, { stream: true }));
    if (this.#held > this.caps.event) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
  }

  /** The rest, when no more bytes come. An event that was cut is dropped, unless it is all there is. */
  *end(): Generator<string> {
    yield* this.#readText(this.#decoder.decode());
    if (this.#done) {
      return;
    }
    const last = this.#line;
    this.#line = '';
    let cut = last !== '' && isCutJson(last);
    if (last !== '' && !cut) {
      yield* this.#readLine(last);
    }
    cut ||= this.#unfinished.length > 0;
    this.#unfinished = [];
    if (cut && this.#given === 0) {
      throw new ExchangeError({ kind: 'notApi' });
    }
    yield* this.#endEvent();
  }

  *#readText(text: string): Generator<string> {
    let start = this.#afterCarriageReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') {
      this.#afterCarriageReturn = text.endsWith('\r');
    }
    const ends = /\r\n?|\n/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null && !this.#done; end = ends.exec(text)) {
      const line = this.#line + text.slice(start, end.index);
      this.#line = '';
      start = ends.lastIndex;
      if (line.length > this.caps.event) {
        throw new ExchangeError({ kind: 'tooLarge' });
      }
      yield* this.#readLine(line);
      if (this.#unfinished.length === 0) {
        // An upper bound of the bytes in the rest: each UTF-16 unit takes three at most.
        this.#held = Math.min(this.#held, (text.length - start) * 3);
      }
    }
    if (!this.#done) {
      this.#line += text.slice(start);
    }
  }

  *#readLine(line: string): Generator<string> {
    if (line === '') {
      yield* this.#endEvent();
      return;
    }
    if (line.startsWith('data:')) {
      yield* this.#readData(line.slice(5));
      return;
    }
    const bare = line.trimStart();
    if (/^[[{]/.test(bare) || (this.#unfinished.length > 0 && !/^[a-z]*[ \t]*:/i.test(bare))) {
      // JSON as it is: the whole reply, or an error that was written into the stream.
      yield* this.#readData(bare);
      return;
    }
    const field = /^(data|event)[ \t]*(?::|$)/i.exec(bare);
    const value = bare.slice(field?.[0].length ?? 0);
    switch (field?.[1]?.toLowerCase()) {
      case 'data':
        yield* this.#readData(value);
        break;
      case 'event':
        yield* this.#endEvent();
        this.#errorText = value.trim().toLowerCase() === 'error' ? [] : undefined;
        break;
      default:
      // Comments, `id`, `retry` and what no rule knows.
    }
  }

  *#readData(value: string): Generator<string> {
    const text = value.trim();
    if (text === '[DONE]') {
      yield* this.#endEvent();
      this.#done = true;
    } else if (this.#unfinished.length > 0) {
      this.#unfinished.push(text);
      yield* this.#readOn(text);
    } else if (text.startsWith('{') || text.startsWith('[')) {
      yield* this.#readJson(text);
    } else if (text !== '') {
      this.#errorText?.push(text);
    }
  }

  *#readJson(text: string): Generator<string> {
    let value: unknown;
    try {
      value = this.parse(text);
    } catch {
      this.#unfinished = [text];
      this.#open = new OpenJson();
      yield* this.#readOn(text);
      return;
    }
    yield this.#event(text, value);
  }

  /** Takes the next line of JSON that goes on over lines. */
  *#readOn(line: string): Generator<string> {
    const state = this.#open.read(line);
    if (state === 'open') {
      return;
    }
    const text = this.#unfinished.join(' ');
    const lines = this.#unfinished.length;
    this.#unfinished = [];
    if (state === 'broken' || lines === 1) {
      throw garbled();
    }
    let value: unknown;
    try {
      value = this.parse(text);
    } catch {
      throw garbled();
    }
    yield this.#event(text, value);
  }

  #event(text: string, value: unknown): string {
    this.#given++;
    const reported = this.#errorText !== undefined;
    this.#errorText = undefined;
    const carriesError = isObject(value) && Boolean(value['error']);
    return reported || carriesError ? `{"${errorMember}":${text}}` : text;
  }

  *#endEvent(): Generator<string> {
    if (this.#unfinished.length > 0) {
      this.#unfinished = [];
      throw garbled();
    }
    const text = this.#errorText;
    this.#errorText = undefined;
    if (text !== undefined && text.length > 0) {
      this.#given++;
      yield JSON.stringify({ [errorMember]: text.join('\n') });
    }
  }
}

/** Whether a last line without an end is JSON that was cut. */
function isCutJson(line: string): boolean {
  const text = line.replace(/^data:/, '').trim();
  return /^[[{]/.test(text) && new OpenJson().read(text) !== 'closed';
}

function garbled(): ExchangeError {
  return new ExchangeError({ kind: 'garbled' });
}

/** Follows what is open in JSON, line by line; it need not be valid otherwise. */
class OpenJson {
  #depth = 0;

  /** `broken`: the line ends within a string, which no JSON does. */
  read(line: string): 'open' | 'closed' | 'broken' {
    let inString = false;
    for (let at = 0; at < line.length; at++) {
      const char = line[at];
      if (inString) {
        if (char === '\\') {
          at++;
        } else if (char === '"') {
          inString = false;
        }
      } else if (char === '"') {
        inString = true;
      } else if (char === '{' || char === '[') {
        this.#depth++;
      } else if (char === '}' || char === ']') {
        this.#depth--;
      }
    }
    if (inString) {
      return 'broken';
    }
    return this.#depth > 0 ? 'open' : 'closed';
  }
}
