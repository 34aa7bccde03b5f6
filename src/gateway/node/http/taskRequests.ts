// The short requests of one task, such as the pages of a model list: they share a connection and limits.
import type { Connection } from '../../common/connection';
import { isFailure, type Failure } from '../../common/failure';
import { toFailure } from '../failures/toFailure';
import { messagesHeaders } from '../formats/messages';
import { toRequestRecord, type GatewayOptions } from '../gatewayOptions';
import { parseOrRepair } from '../json';
import { ExchangeError } from './exchangeError';
import { guardedFetch, type Exchange } from './guardedFetch';
import { TimeLimit } from './timeLimit';

/** A longer body of an answer is refused. */
const defaultMaxBytes = 16 * 1024 * 1024;

type ReadBody<T> = (text: string, exchange: Exchange) => T;

export class TaskRequests {
  readonly #closing = new AbortController();
  readonly #timeLimit: TimeLimit;

  /**
   * @param timeoutSeconds all requests together may take this long
   * @param limitsSeconds choose the fetch, as for `guardedFetch`
   */
  constructor(
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
    private readonly timeoutSeconds: number,
    private readonly maxBytes = defaultMaxBytes,
    private readonly limitsSeconds: readonly number[] = [],
  ) {
    this.#timeLimit = new TimeLimit(options.clock, () => this.#closing.abort());
  }

  /** Runs the task that sends the requests. Call it once. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const close = (): void => this.#closing.abort();
    signal?.addEventListener('abort', close, { once: true });
    if (signal?.aborted === true) {
      close();
    }
    this.#timeLimit.start('totalTimeout', this.timeoutSeconds);
    try {
      return await task();
    } finally {
      this.#timeLimit.dispose();
      signal?.removeEventListener('abort', close);
    }
  }

  /**
   * Never throws.
   * @param read reads the body of an answer with a 2xx status; what it throws becomes the failure
   */
  get<T>(url: URL, read: ReadBody<T>): Promise<T | Failure> {
    return this.#send(url, { method: 'GET' }, read);
  }

  /** Sends JSON that asks for a key, so it needs none. Never throws. */
  postForKey<T>(url: URL, body: object, read: ReadBody<T>): Promise<T | Failure> {
    return this.#send(url, { method: 'POST', body: JSON.stringify(body) }, read);
  }

  async #send<T>(
    url: URL,
    init: { readonly method: 'GET' | 'POST'; readonly body?: string },
    read: ReadBody<T>,
  ): Promise<T | Failure> {
    const { connection, options, timeoutSeconds, maxBytes, limitsSeconds } = this;
    const startedAt = options.clock.now();
    const exchange: Exchange = {
      path: url.pathname,
      // Anthropic's model list requires them too.
      formatHeaders: connection.apiFormats?.includes('messages') ? messagesHeaders : undefined,
      asksForKey: init.method === 'POST',
    };
    let failure: Failure | undefined;
    try {
      const fetch = guardedFetch(connection, options, exchange, limitsSeconds);
      const response = await fetch(url, { ...init, signal: this.#closing.signal });
      return read(await readText(response, maxBytes), exchange);
    } catch (error) {
      const cause =
        this.#timeLimit.expired === undefined
          ? error
          : new ExchangeError({ kind: 'totalTimeout', timeoutSeconds, isFixedTimeout: true });
      failure = toFailure(cause, connection, { ...exchange, now: options.clock.now() });
      return failure;
    } finally {
      const isCanceled = this.#closing.signal.aborted && this.#timeLimit.expired === undefined;
      const logged = isCanceled ? undefined : failure;
      const request = { method: init.method, durationMs: options.clock.now() - startedAt };
      options.onRequest(toRequestRecord(request, exchange, logged, connection));
    }
  }

  /** The body, parsed; undefined if it is no JSON or could not be fetched. Never throws. */
  async json(url: string): Promise<unknown> {
    const answer = await this.get(new URL(url), (text) => ({ body: parseOrRepair(text) }));
    return isFailure(answer) ? undefined : answer.body;
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes: Uint8Array = chunk;
    size += bytes.byteLength;
    if (size > maxBytes) {
      throw new ExchangeError({ kind: 'tooLarge' });
    }
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks)).trim();
}
