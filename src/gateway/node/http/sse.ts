// Reads the event streams that gateways really send. Packages such as `eventsource-parser` emit an
// event at the empty line after it, as the standard says; some gateways write no empty lines.
import { anyOf } from '../../../base/anyOf';
import { repairJson } from '../json';
import { JsonBrackets, valueLength } from '../jsonBrackets';
import { ExchangeError } from './exchangeError';

/** An event with an image or with all sources of an answer is smaller; a line that never ends must not fill the memory. */
const defaultMaxEventBytes = 16 * 1024 * 1024;

export interface SseEvent {
  /** Parsed JSON; text only where `isError`. */
  readonly data: unknown;
  /** The stream names the event `event: error`. */
  readonly isError: boolean;
  /** The event could not be read; `data` is undefined. */
  readonly isDamaged?: true;
}

/**
 * Reads server-sent events, or a single JSON reply, and yields each event as soon as its JSON is complete. Ignores comments,
 * pings and `data:` lines without JSON. Repairs what starts like JSON and is not; what cannot be repaired is a damaged event.
 *
 * Throws ExchangeError `tooLarge` for an event over the limit. Takes time linear in the bytes, however they are split.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  /** The line whose end has not arrived yet. */
  #line = '';
  #afterCarriageReturn = false;
  #json: IncompleteJson | undefined;
  /** Lines of an `event: error` without JSON. */
  #errorLines: string[] | undefined;
  /** An upper bound of the bytes buffered for the current event. */
  #pendingBytes = 0;
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
    const line = this.#line.replace(/^data:/i, '').trimEnd();
    const isText = isPlainText(line) && !isCutName(line) && !isCutJson(line) && !isKeepAlive(line);
    return [this.#unreadText, ...(this.#json?.strayLines ?? []), isText ? line : '']
      .join('\n')
      .trim();
  }

  *push(bytes: Uint8Array): Generator<SseEvent> {
    this.#pendingBytes += bytes.byteLength;
    yield* this.#readText(this.#decoder.decode(bytes, { stream: true }));
    if (this.#pendingBytes > this.maxEventBytes) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
  }

  /** Reads the rest at the end of the stream. Throws ExchangeError `connectionLost` if the stream ends within an event. */
  *end(): Generator<SseEvent> {
    yield* this.#readText(this.#decoder.decode());
    if (this.#done) {
      return;
    }
    const last = this.#line;
    this.#line = '';
    const isCutMark =
      this.#json === undefined &&
      isCutJson(last) &&
      !jsonStart.test(last.replace(/^data:/i, '').trim());
    if (!isCutMark && !isCutName(last)) {
      yield* this.#readLine(last);
    }
    // After an empty line the server went on.
    const isCut = this.#json !== undefined && (this.#json.isBare || !this.#json.hasEmptyLine);
    const events = [...this.#endEvent()];
    if (isCut && events.every(({ isDamaged }) => isDamaged)) {
      throw new ExchangeError({ kind: 'connectionLost' });
    }
    yield* events;
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
      if (this.#json === undefined) {
        // A UTF-16 unit takes three bytes at most.
        this.#pendingBytes = Math.min(this.#pendingBytes, (text.length - start) * 3);
      }
    }
    if (!this.#done) {
      this.#line += text.slice(start);
    }
  }

  *#readLine(line: string): Generator<SseEvent> {
    const json = this.#json;
    if (line === '') {
      if (json?.isBare || json?.isInString) {
        json.push('');
        json.hasEmptyLine = true;
      } else {
        yield* this.#endEvent();
      }
      return;
    }
    const isText = json?.isBare && json.isInString;
    if (line.startsWith('data:') && !isText) {
      if (json?.hasEmptyLine) {
        yield* this.#endEvent();
      }
      yield* this.#readData(line.replace(fieldName, ''));
      return;
    }
    const bare = line.trimStart();
    const [start = '', name] = fieldStart.exec(bare) ?? [];
    const isWithin = json?.isInString && !json.hasEmptyLine;
    if (jsonStart.test(bare) || (json !== undefined && (start === '' || isWithin))) {
      // JSON without `data:`: a reply that is not streamed, or an error written into the stream.
      yield* this.#readData(line, true);
      return;
    }
    switch (name?.toLowerCase()) {
      case 'data':
        yield* this.#readData(bare.slice(start.length));
        break;
      case 'event':
        yield* this.#endEvent();
        this.#errorLines =
          bare.slice(start.length).trim().toLowerCase() === 'error' ? [] : undefined;
        break;
      default:
        // Besides comments, `id` and `retry`, only text of the server is left.
        if (start === '' && (this.#unreadText !== '' || !isKeepAlive(bare))) {
          this.#addUnread(line.trimEnd());
        }
    }
  }

  *#readData(value: string, isBare = false): Generator<SseEvent> {
    const text = value.trim();
    const json = this.#json;
    // A line without `data:` is a part of the string that goes on in it.
    const isDone = doneMark.test(text) && !(isBare && json?.isInString);
    if (json !== undefined && !isDone && !(json.isInString && this.#isNext(text, json))) {
      json.push(isBare ? value : value.replace(/^ /, ''));
      if (isBare && !json.isBare) {
        json.strayLines.push(value);
      }
      yield* this.#closeJson(json);
      return;
    }
    if (json !== undefined || isDone) {
      yield* this.#endEvent();
    }
    if (isDone) {
      this.#done = true;
    } else if (jsonStart.test(text) && !isKeepAlive(text)) {
      yield* this.#readJson(value.trimStart(), isBare);
    } else {
      this.#readPlainText(text);
    }
  }

  #readPlainText(text: string): void {
    if (this.#errorLines !== undefined && text !== '') {
      this.#errorLines.push(text);
    } else if (!isKeepAlive(text)) {
      this.#addUnread(text);
    }
  }

  *#readJson(text: string, isBare: boolean): Generator<SseEvent> {
    const data = this.#parsed(text);
    const values = data === undefined ? splitValues(text) : undefined;
    if (data !== undefined) {
      yield this.#event(data);
    } else if (values !== undefined) {
      for (const value of values) {
        yield* this.#readData(value, isBare);
      }
    } else {
      this.#json = new IncompleteJson(isBare);
      this.#json.push(text);
      yield* this.#closeJson(this.#json);
    }
  }

  /** Yields the event once all its brackets and strings are closed. */
  *#closeJson(json: IncompleteJson): Generator<SseEvent> {
    if (json.isOpen) {
      return;
    }
    const text = json.lines.join('\n');
    if (json.lines.length === 1 && !/["{]/.test(text)) {
      // No event of an API is an array of numbers, but a log line such as "[12:30:01] queued" starts like one.
      this.#json = undefined;
      this.#readPlainText(text.trim());
      return;
    }
    const isParsed = json.lines.length === 1;
    const data = (isParsed ? undefined : this.#parsed(text)) ?? this.#parsed(repairJson(text));
    if (data === undefined) {
      yield* this.#endEvent();
      return;
    }
    this.#json = undefined;
    yield this.#event(data);
  }

  #parsed(text: string): unknown {
    try {
      return this.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Whether a line is the next event, and not a part of a string that goes on in it: events of a stream begin alike. */
  #isNext(text: string, { lines: [first = ''] }: IncompleteJson): boolean {
    return text.length > 6 && first.startsWith(text.slice(0, 6)) && this.#isJson(text);
  }

  #isJson(text: string): boolean {
    return jsonStart.test(text) && this.#parsed(text) !== undefined;
  }

  #event(data: unknown): SseEvent {
    const isError = this.#errorLines !== undefined;
    this.#errorLines = undefined;
    this.#unreadText = '';
    return { data, isError };
  }

  #addUnread(line: string): void {
    this.#unreadText += `\n${line}`;
    if (this.#unreadText.length > 2 * maxUnreadChars) {
      const start = this.#unreadText.indexOf('\n', this.#unreadText.length - maxUnreadChars);
      const lastLine = this.#unreadText.length - line.length - 1;
      this.#unreadText = this.#unreadText
        .slice(start === -1 ? lastLine : start)
        .slice(0, maxUnreadChars);
    }
  }

  *#endEvent(): Generator<SseEvent> {
    const json = this.#json;
    if (json !== undefined) {
      this.#json = undefined;
      const [first = '', ...others] = json.lines;
      // A quote that is not escaped may hide the end of the event.
      const data = this.#parsed(repairJson(first));
      yield data === undefined ? { data, isError: false, isDamaged: true } : this.#event(data);
      // Events that were taken for a part of it.
      for (const line of others.filter((text) => this.#isJson(text.trim()))) {
        yield this.#event(this.#parsed(line));
      }
      json.strayLines.forEach((line) => this.#addUnread(line));
    }
    const lines = this.#errorLines ?? [];
    if (lines.length > 0) {
      yield this.#event(lines.join('\n'));
    }
    this.#errorLines = undefined;
  }
}

/** JSON of which more lines may follow: it is open, or a string in it goes on in the next line, which JSON does not allow. */
class IncompleteJson {
  readonly lines: string[] = [];
  /** Those of a stream that have no `data:`: if the JSON never ends, they are plain text. */
  readonly strayLines: string[] = [];
  hasEmptyLine = false;
  readonly #brackets = new JsonBrackets();

  /** @param isBare It has no `data:`, so empty lines may be part of it. */
  constructor(readonly isBare: boolean) {}

  get isOpen(): boolean {
    return this.#brackets.isOpen || this.#brackets.isInString;
  }

  get isInString(): boolean {
    return this.#brackets.isInString;
  }

  push(line: string): void {
    this.lines.push(line);
    this.#brackets.push(`${line}\n`);
  }
}

/** The last characters of plain text, which name the error, are kept; a traceback is rarely longer. */
const maxUnreadChars = 32_000;

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

/** All lines of an event stream that are no plain text (html.spec.whatwg.org/multipage/server-sent-events.html). */
const fieldStart = /^(?::|(data|event|id|retry)[ \t]*(?::|$))/i;

/** The name of a field with data. Servers that write it themselves with a library that adds it have it twice (paiml/aprender#2015). */
const fieldName = /^data:(?:[ \t]*data:(?=[ \t]*[{[]))?/;

/** Whether a line of an event stream is text and not a field. */
function isPlainText(line: string): boolean {
  return !fieldStart.test(line.trimStart());
}

/** Whether the last line may be the start of a field's name. */
function isCutName(line: string): boolean {
  return ['data', 'event', 'id', 'retry'].some((name) =>
    name.startsWith(line.trim().toLowerCase()),
  );
}

/** Whether the last line, with or without `data:`, starts JSON that it does not end. */
function isCutJson(line: string): boolean {
  const text = line.replace(/^data:/i, '').trim();
  const json = new IncompleteJson(false);
  json.push(text);
  return /^[[{]/.test(text) && json.isOpen;
}
