// One HTTP request and its response, with everything that well-behaved and faulty models do to a connection.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isRecord, parseJson, type Json } from './json';
import type { MutableRequest, RecordedRequest } from './requestRecorder';

/** Ends the work on an exchange whose connection was closed, by either side. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionGone';
}

const maxRequestBytes = 64 * 1024 * 1024;

export class Exchange {
  readonly #request: MutableRequest;
  readonly #closed = new AbortController();
  #isCut = false;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly response: ServerResponse,
    readonly requestId: string,
  ) {
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    this.#request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: joinHeaders(incoming.rawHeaders),
      rawHeaders: [...incoming.rawHeaders],
      body: '',
      json: undefined,
      receivedAt: Date.now(),
      aborted: false,
      closedAt: undefined,
      finished: false,
      closed,
    };
    response.once('close', () => {
      this.#request.closedAt = Date.now();
      this.#request.finished = response.writableFinished;
      this.#request.aborted = !response.writableFinished && !this.#isCut;
      this.#closed.abort();
      close();
    });
    // A client that disconnects during a write is not an error of this server.
    response.on('error', () => {});
  }

  get request(): RecordedRequest {
    return this.#request;
  }

  /** Aborted when the response has ended or the connection was closed, by either side. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get hasHead(): boolean {
    return this.response.headersSent;
  }

  /** Reads the request body. Returns false if it exceeds 64 MB or the client disconnected. */
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
    this.#request.body = Buffer.concat(chunks).toString('utf8');
    this.#request.json = parseJson(this.#request.body);
    return true;
  }

  /** Sends the status line and the headers immediately, before the body. */
  sendHeaders(status: number, headers: OutgoingHttpHeaders = {}): void {
    this.response.writeHead(status, headers);
    this.response.flushHeaders();
  }

  /** Settles once the operating system has accepted the bytes. Throws ConnectionClosed. */
  async write(bytes: string | Uint8Array): Promise<void> {
    this.#assertOpen();
    await this.#untilDoneOrClosed((done) => void this.response.write(bytes, () => done()));
    this.#assertOpen();
  }

  async end(bytes: string | Uint8Array = ''): Promise<void> {
    this.#assertOpen();
    // No check afterwards: if the connection breaks at the very end, there is nothing left to do.
    await this.#untilDoneOrClosed((done) => void this.response.end(bytes, done));
  }

  async sendJson(status: number, body: Json, headers: OutgoingHttpHeaders = {}): Promise<void> {
    await this.send(status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
  }

  async sendHtml(status: number, page: string): Promise<void> {
    await this.send(status, 'text/html; charset=utf-8', page);
  }

  /** Sends a complete response with a body of known length. */
  async send(
    status: number,
    contentType: string | undefined,
    body: string | Uint8Array,
    headers: OutgoingHttpHeaders = {},
  ): Promise<void> {
    this.#assertOpen();
    this.response.writeHead(status, {
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    });
    await this.end(body);
  }

  /** Closes the connection without completing the response. Bytes written before arrive. */
  cut(): never {
    this.#isCut = true;
    this.response.destroy();
    throw new ConnectionClosed();
  }

  /** Resets the connection (TCP RST). */
  reset(): never {
    this.#isCut = true;
    this.incoming.socket.resetAndDestroy();
    throw new ConnectionClosed();
  }

  /** Waits until the client disconnects. Always throws ConnectionClosed. */
  async stall(): Promise<never> {
    await this.#untilDoneOrClosed(() => {});
    throw new ConnectionClosed();
  }

  /** Waits `ms`. Throws ConnectionClosed as soon as the client disconnects. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await this.#untilDoneOrClosed((done) => (timer = setTimeout(done, ms)));
    clearTimeout(timer);
    this.#assertOpen();
  }

  /** Yields to other connections. Throws ConnectionClosed. */
  async yieldToOthers(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.closed.aborted) {
      throw new ConnectionClosed();
    }
  }

  async #untilDoneOrClosed(begin: (done: () => void) => void): Promise<void> {
    if (this.closed.aborted) {
      return;
    }
    let done: () => void = () => {};
    const settled = new Promise<void>((resolve) => (done = resolve));
    this.closed.addEventListener('abort', done, { once: true });
    begin(done);
    await settled;
    this.closed.removeEventListener('abort', done);
  }
}

/** The value of a string field of the request's JSON body, if present. */
export function textField(request: RecordedRequest, name: string): string | undefined {
  const value = isRecord(request.json) ? request.json[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function joinHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}
