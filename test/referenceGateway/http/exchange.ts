// One request and its answer: everything that a well-behaved or a misbehaving model does to the wire.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isRecord, parseJson, type Json } from './json';
import type { RequestDraft, RecordedRequest } from './requestRecorder';

/** Ends the serving of an exchange whose connection is gone, whoever closed it. */
export class ConnectionGone extends Error {
  override readonly name = 'ConnectionGone';
}

const maxRequestBytes = 64 * 1024 * 1024;

export class Exchange {
  readonly #draft: RequestDraft;
  readonly #gone = new AbortController();
  #cut = false;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly response: ServerResponse,
    readonly requestId: string,
  ) {
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    this.#draft = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: joinHeaders(incoming.rawHeaders),
      rawHeaders: [...incoming.rawHeaders],
      body: '',
      json: undefined,
      at: Date.now(),
      aborted: false,
      closedAt: undefined,
      finished: false,
      closed,
    };
    response.once('close', () => {
      this.#draft.closedAt = Date.now();
      this.#draft.finished = response.writableFinished;
      this.#draft.aborted = !response.writableFinished && !this.#cut;
      this.#gone.abort();
      close();
    });
    // What a client that leaves does to a write in progress is no error of this server.
    response.on('error', () => {});
  }

  get request(): RecordedRequest {
    return this.#draft;
  }

  /** Aborted when the answer has ended, by whoever's doing. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get hasHead(): boolean {
    return this.response.headersSent;
  }

  /** Reads the request's body. False when it is over 64 MB or the client left before its end. */
  async readBody(): Promise<boolean> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of this.incoming) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        if (size > maxRequestBytes) {
          return false;
        }
        chunks.push(bytes);
      }
    } catch {
      return false;
    }
    this.#draft.body = Buffer.concat(chunks).toString('utf8');
    this.#draft.json = parseJson(this.#draft.body);
    return true;
  }

  /** Sends the status line and the header at once, before any of the body. */
  head(status: number, headers: OutgoingHttpHeaders = {}): void {
    this.response.writeHead(status, headers);
    this.response.flushHeaders();
  }

  /** Settles once the bytes are with the operating system. Throws ConnectionGone. */
  async write(bytes: string | Uint8Array): Promise<void> {
    this.#assertThere();
    await this.#untilGone((done) => void this.response.write(bytes, () => done()));
    this.#assertThere();
  }

  async end(bytes: string | Uint8Array = ''): Promise<void> {
    this.#assertThere();
    // A connection that breaks at the very end has been recorded; nobody waits for more.
    await this.#untilGone((done) => void this.response.end(bytes, done));
  }

  async json(status: number, body: Json, headers: OutgoingHttpHeaders = {}): Promise<void> {
    await this.whole(status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
  }

  async html(status: number, page: string): Promise<void> {
    await this.whole(status, 'text/html; charset=utf-8', page);
  }

  /** Answers with one body of known length. */
  async whole(
    status: number,
    contentType: string | undefined,
    body: string | Uint8Array,
    headers: OutgoingHttpHeaders = {},
  ): Promise<void> {
    this.#assertThere();
    this.response.writeHead(status, {
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    });
    await this.end(body);
  }

  /** Closes the connection without the end of the answer; what was written before arrives. */
  cut(): never {
    this.#cut = true;
    this.response.destroy();
    throw new ConnectionGone();
  }

  /** Resets the connection (TCP RST). */
  reset(): never {
    this.#cut = true;
    this.incoming.socket.resetAndDestroy();
    throw new ConnectionGone();
  }

  /** Does nothing more until the client leaves. Always throws ConnectionGone. */
  async stall(): Promise<never> {
    await this.#untilGone(() => {});
    throw new ConnectionGone();
  }

  /** Waits `ms`. Throws ConnectionGone as soon as the client leaves. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await this.#untilGone((done) => (timer = setTimeout(done, ms)));
    clearTimeout(timer);
    this.#assertThere();
  }

  /** Lets other connections have their turn. Throws ConnectionGone. */
  async yieldTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#assertThere();
  }

  #assertThere(): void {
    if (this.gone.aborted) {
      throw new ConnectionGone();
    }
  }

  async #untilGone(begin: (done: () => void) => void): Promise<void> {
    if (this.gone.aborted) {
      return;
    }
    let done: () => void = () => {};
    const settled = new Promise<void>((resolve) => (done = resolve));
    this.gone.addEventListener('abort', done, { once: true });
    begin(done);
    await settled;
    this.gone.removeEventListener('abort', done);
  }
}

/** The value of a text field of the request's JSON body, or undefined. */
export function textField(request: RecordedRequest, name: string): string | undefined {
  const value = isRecord(request.json) ? request.json[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function joinHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}
