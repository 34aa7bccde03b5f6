// Records every request as received, so that tests can check what a client sent and when it disconnected.

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly path: string;
  /** Lower-cased names; a name sent twice holds both values, joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Alternating names and values, as on the wire. */
  readonly rawHeaders: readonly string[];
  /** Empty until the body has been received. */
  readonly body: string;
  /** The parsed body; undefined if it is not valid JSON. */
  readonly json: unknown;
  /** When the headers had been received, in ms since 1970. */
  readonly receivedAt: number;
  /** The client closed the connection before the response was complete. */
  readonly aborted: boolean;
  /** When the response ended or the connection was closed, in ms since 1970. */
  readonly closedAt: number | undefined;
  /** The response was written completely. */
  readonly finished: boolean;
  /** Settles when the response has ended or the connection was closed. */
  readonly closed: Promise<void>;
}

/** The gateway's writable view of a recorded request. */
export type MutableRequest = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

type Predicate = (request: RecordedRequest) => boolean;

interface Waiter {
  readonly predicate: Predicate;
  readonly resolve: (request: RecordedRequest) => void;
}

/** Records the last `limit` requests, and hands out each of them once to callers of `next`. */
export class RequestRecorder {
  readonly #requests: RecordedRequest[] = [];
  readonly #complete: RecordedRequest[] = [];
  readonly #waiters: Waiter[] = [];

  constructor(private readonly limit: number) {}

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** Records a request whose headers have been received. */
  add(request: RecordedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.limit) {
      this.#requests.shift();
    }
  }

  /** Marks the body of a request as received: `next` can now hand it out. */
  complete(request: RecordedRequest): void {
    const index = this.#waiters.findIndex(({ predicate }) => predicate(request));
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (waiter) {
      waiter.resolve(request);
      return;
    }
    this.#complete.push(request);
    if (this.#complete.length > this.limit) {
      this.#complete.shift();
    }
  }

  /** The first matching request, past or future, that was not handed out yet. */
  next(predicate: Predicate = () => true): Promise<RecordedRequest> {
    const index = this.#complete.findIndex(predicate);
    const [request] = index < 0 ? [] : this.#complete.splice(index, 1);
    if (request) {
      return Promise.resolve(request);
    }
    return new Promise((resolve) => this.#waiters.push({ predicate, resolve }));
  }

  clear(): void {
    this.#requests.length = 0;
    this.#complete.length = 0;
  }
}
