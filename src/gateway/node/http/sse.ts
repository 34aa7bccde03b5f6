// Reads the event streams that gateways really send. Packages such as `eventsource-parser` emit an
// event at the empty line after it, as the standard says; some gateways write no empty lines.
import { anyOf } from '../../../base/anyOf';
import { JsonBrackets, valueLength } from '../jsonBrackets';
import { ExchangeError } from './exchangeError';

/** An event with an image or with all sources of an answer is smaller; a line that never ends must not fill the memory. */
const defaultMaxEventBytes = 16 * 1024 * 1024;

export interface SseEvent {
  /** Parsed JSON; text only where `isError`. */
  readonly data: unknown;
  /** The stream names the event `event: error`. */
  readonly isError: boolean;
}

/**
 * Reads server-sent events, or a single JSON reply, and yields each event as soon as its JSON is
 * complete. Ignores comments, pings and `data:` lines without JSON.
 *
 * Throws ExchangeError `tooLarge` for an event over the limit, and `malformedStream` for an event that starts like JSON and
 * is not. Takes time linear in the bytes, however they are split.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  /** The line whose end has not arrived yet. */
  #line = '';
  #afterCarriageReturn = false;
  /** Lines of incomplete JSON, and the brackets that they open. */
  #jsonLines: string[] = [];
  /** The incomplete JSON has no `data:`, so empty lines may be part of it. */
  #isBare = false;
  #hasEmptyLine = false;
  #brackets = new JsonBrackets();
  /** Lines of an `event: error` without JSON. */
  #errorLines: string[] | undefined;
  /** An upper bound of the bytes buffered for the current event. */
  #pendingBytes = 0;
  #hasEvents = false;
  /** Lines after the last event that are neither JSON nor keep-alives. */
  #unreadText = '';
  #done = false;

  constructor(
    private readonly maxEventBytes = defaultMaxEventBytes,
    private readonly parse: (text: string) => unknown = JSON.parse,
  ) {}

  /** `[DONE]` has arrived; the reader ignores everything after it. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Plain text after the last event, also in a line without an end: some servers report errors like that, and
   * may close the connection.
   */
  get unreadText(): string {
    const line = this.#line.replace(/^data:/, '').trim();
    // A single word may be the start of a field.
    const isText = /\s/.test(line) && !jsonStart.test(line) && isPlainText(line);
    return isText && this.#jsonLines.length === 0 && !isKeepAlive(line)
      ? `${this.#unreadText}\n${line}`.trim()
      : this.#unreadText;
  }

  *push(bytes: Uint8Array): Generator<SseEvent> {
    this.#pendingBytes += bytes.byteLength;
    yield* this.#readText(this.#decoder.decode(bytes, { stream: true }));
    if (this.#pendingBytes > this.maxEventBytes) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
  }

  /**
   * Reads the rest at the end of the stream. Drops a truncated event; throws ExchangeError `notApi`
   * if it is the only one.
   */
  *end(): Generator<SseEvent> {
    yield* this.#readText(this.#decoder.decode());
    if (this.#done) {
      return;
    }
    const last = this.#line;
    this.#line = '';
    let isTruncated = last !== '' && isTruncatedJson(last);
    if (last !== '' && !isTruncated) {
      yield* this.#readLine(last);
    }
    isTruncated ||= this.#jsonLines.length > 0;
    this.#jsonLines = [];
    if (isTruncated && !this.#hasEvents) {
      throw new ExchangeError({ kind: 'notApi' });
    }
    yield* this.#endEvent();
  }

  *#readText(text: string): Generator<SseEvent> {
    let start = this.#afterCarriageReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') {
      this.#afterCarriageReturn = text.endsWith('\r');
    }
    const lineBreak = /\r\n?|\n/g;
    lineBreak.lastIndex = start;
    for (let end = lineBreak.exec(text); end !== null && !this.#done; end = lineBreak.exec(text)) {
      const line = this.#line + text.slice(start, end.index);
      this.#line = '';
      start = lineBreak.lastIndex;
      if (line.length > this.maxEventBytes) {
        throw new ExchangeError({ kind: 'tooLarge' });
      }
      yield* this.#readLine(line);
      if (this.#jsonLines.length === 0) {
        // A UTF-16 unit takes three bytes at most.
        this.#pendingBytes = Math.min(this.#pendingBytes, (text.length - start) * 3);
      }
    }
    if (!this.#done) {
      this.#line += text.slice(start);
    }
  }

  *#readLine(line: string): Generator<SseEvent> {
    if (line === '') {
      if (this.#isBare && this.#jsonLines.length > 0) {
        this.#hasEmptyLine = true;
      } else {
        yield* this.#endEvent();
      }
      return;
    }
    if (line.startsWith('data:')) {
      if (this.#isBare && this.#hasEmptyLine) {
        yield* this.#endEvent();
      }
      this.#isBare = false;
      yield* this.#readData(line.slice(5));
      return;
    }
    const bare = line.trimStart();
    if (jsonStart.test(bare) || (this.#jsonLines.length > 0 && !/^[a-z]*[ \t]*:/i.test(bare))) {
      // JSON without `data:`: a reply that is not streamed, or an error written into the stream.
      this.#isBare ||= this.#jsonLines.length === 0;
      yield* this.#readData(bare);
      return;
    }
    if (isPlainText(bare)) {
      this.#addUnread(bare);
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
        this.#errorLines = value.trim().toLowerCase() === 'error' ? [] : undefined;
        break;
      default:
      // Comments, `id`, `retry` and unknown fields.
    }
  }

  *#readData(value: string): Generator<SseEvent> {
    const text = value.trim();
    if (doneMark.test(text)) {
      yield* this.#endEvent();
      this.#done = true;
    } else if (this.#jsonLines.length > 0) {
      this.#jsonLines.push(text);
      yield* this.#continueJson(text);
    } else if (jsonStart.test(text) && !isKeepAlive(text)) {
      yield* this.#readJson(text);
    } else {
      this.#readPlainText(text);
    }
  }

  #readPlainText(text: string): void {
    if (this.#errorLines !== undefined && text !== '') {
      this.#errorLines.push(text);
    } else {
      this.#addUnread(text);
    }
  }

  *#readJson(text: string): Generator<SseEvent> {
    let data: unknown;
    try {
      data = this.parse(text);
    } catch {
      const values = splitValues(text);
      if (values !== undefined) {
        for (const value of values) {
          yield* this.#readData(value);
        }
        return;
      }
      this.#jsonLines = [text];
      this.#hasEmptyLine = false;
      this.#brackets = new JsonBrackets();
      yield* this.#continueJson(text);
      return;
    }
    yield this.#event(data);
  }

  /** Reads the last line of `#jsonLines`; yields the event once all brackets are closed. */
  *#continueJson(line: string): Generator<SseEvent> {
    this.#brackets.push(line);
    // JSON allows no line end inside a string.
    const isBroken = this.#brackets.isInString;
    if (this.#brackets.isOpen && !isBroken) {
      return;
    }
    const text = this.#jsonLines.join(' ');
    const lineCount = this.#jsonLines.length;
    this.#jsonLines = [];
    if (!isBroken && lineCount === 1 && !/["{]/.test(text)) {
      // No event of an API is an array of numbers, but a log line such as "[12:30:01] queued" starts like one.
      this.#readPlainText(text);
      return;
    }
    if (isBroken || lineCount === 1) {
      throw new ExchangeError({ kind: 'malformedStream' });
    }
    let data: unknown;
    try {
      data = this.parse(text);
    } catch {
      throw new ExchangeError({ kind: 'malformedStream' });
    }
    yield this.#event(data);
  }

  #event(data: unknown): SseEvent {
    const isError = this.#errorLines !== undefined;
    this.#errorLines = undefined;
    this.#hasEvents = true;
    this.#unreadText = '';
    return { data, isError };
  }

  #addUnread(text: string): void {
    if (!isKeepAlive(text) && this.#unreadText.length < maxUnreadChars) {
      this.#unreadText = `${this.#unreadText}\n${text}`.trim().slice(0, maxUnreadChars);
    }
  }

  *#endEvent(): Generator<SseEvent> {
    if (this.#jsonLines.length > 0) {
      this.#jsonLines = [];
      throw new ExchangeError({ kind: 'malformedStream' });
    }
    const lines = this.#errorLines ?? [];
    if (lines.length > 0) {
      yield this.#event(lines.join('\n'));
    }
    this.#errorLines = undefined;
  }
}

const maxUnreadChars = 2_000;

/** An object, or an array of JSON values: not "[HEARTBEAT]" or "[INFO] queued". */
const jsonStart = /^(?:\{|\[\s*(?:[[{"\]\d-]|(?:true|false|null)\b|$))/;

/** Gateways write the mark in any case, in quotes or with blanks. */
const doneMark = /^"?\[\s*done\s*\]"?$/i;

/** Splits several JSON values on one line, with or without `data:` or a comma between them; undefined if there is only one. */
function splitValues(text: string): readonly string[] | undefined {
  const values: string[] = [];
  let rest = text;
  while (rest !== '') {
    const length = doneMark.test(rest) ? rest.length : valueLength(rest);
    if (length === undefined) {
      return undefined;
    }
    values.push(rest.slice(0, length));
    rest = rest.slice(length).replace(/^\s*(?:,|data:)?\s*/, '');
  }
  return values.length > 1 ? values : undefined;
}

/**
 * Servers write these keep-alives, which are not comments, while there is nothing to send: signs only, or a word with
 * signs around it. Letters of every script count as words, because errors are written in all of them.
 */
const keepAlive = anyOf(
  /^[^\p{L}\p{N}_{[]*$/iu,
  /^[^\p{L}\p{N}_]*(?:ping|pong|heart[ _-]?beat|keep[ _-]?alive|alive|tick|idle|no-?op)[^\p{L}\p{N}_]*$/iu,
  /^[^\p{L}\p{N}_]*(?:(?:[a-z]+ )?(?:processing|waiting)|connected|open|ok|start(?:ed)?|done|end|null|undefined)[^\p{L}\p{N}_]*$/iu,
  /^[^\p{L}\p{N}_]*(?:心跳|(?:正在)?(?:处理|排队|等待|思考|生成)中?)[^\p{L}\p{N}_]*$/iu,
);

/** Whether a line is only there to keep the connection open, or to mark its start or end. */
function isKeepAlive(text: string): boolean {
  return text.length <= 100 && keepAlive.test(text);
}

const plainText = anyOf(
  // No field has a name with a blank or with letters of another script.
  /^[^:]*[^\x21-\x7e][^:]*(?::|$)/i,
  // A word alone: "Unauthorized".
  /^(?!(?:data|event|id|retry)$)[^:]+$/i,
  // A label: "Error: out of memory".
  /^\W?(?:error|fatal|panic|exception|message|msg|detail)\W?:/i,
);

/** Whether a line of an event stream is text and not a field. */
function isPlainText(line: string): boolean {
  return plainText.test(line);
}

/** Whether a line, with or without `data:`, starts JSON that it does not end. */
function isTruncatedJson(line: string): boolean {
  const text = line.replace(/^data:/, '').trim();
  const brackets = new JsonBrackets();
  brackets.push(text);
  return /^[[{]/.test(text) && (brackets.isOpen || brackets.isInString);
}
