// Tests ask what a client really sent and when it left, so every request is kept as it came.

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly path: string;
  /** Lower-cased names; a name sent twice holds both values, joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as on the wire. */
  readonly rawHeaders: readonly string[];
  /** Empty until the body has come. */
  readonly body: string;
  /** The body read as JSON; undefined when it is none. */
  readonly json: unknown;
  /** When the header had come, in ms since 1970. */
  readonly at: number;
  /** The client closed the connection before the whole answer was written. */
  readonly aborted: boolean;
  /** When the answer ended, by whoever's doing, in ms since 1970. */
  readonly closedAt: number | undefined;
  /** The whole answer was written. */
  readonly finished: boolean;
  /** Settles when the answer has ended, by whoever's doing. */
  readonly closed: Promise<void>;
}

/** The gateway's own, writable view of a recorded request. */
export type RequestDraft = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

type Predicate = (request: RecordedRequest) => boolean;

interface Waiter {
  readonly predicate: Predicate;
  readonly resolve: (request: RecordedRequest) => void;
}

/** Keeps the last `limit` requests, and hands each out once to those who wait for one. */
export class RequestRecorder {
  readonly #requests: RecordedRequest[] = [];
  readonly #complete: RecordedRequest[] = [];
  readonly #waiters: Waiter[] = [];

  constructor(private readonly limit: number) {}

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** Notes a request whose header has come. */
  add(request: RecordedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.limit) {
      this.#requests.shift();
    }
  }

  /** Notes that a request's body has come: from now on `next` may hand it out. */
  complete(request: RecordedRequest): void {
    const waiting = this.#waiters.findIndex((waiter) => waiter.predicate(request));
    const [waiter] = waiting < 0 ? [] : this.#waiters.splice(waiting, 1);
    if (waiter) {
      waiter.resolve(request);
      return;
    }
    this.#complete.push(request);
    if (this.#complete.length > this.limit) {
      this.#complete.shift();
    }
  }

  /** The first matching request that `next` has not handed out yet, come already or still to come. */
  next(predicate: Predicate = () => true): Promise<RecordedRequest> {
    const known = this.#complete.findIndex(predicate);
    const [request] = known < 0 ? [] : this.#complete.splice(known, 1);
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
