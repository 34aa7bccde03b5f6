// One completion on the wire, in any form: all that lives as long as its request and no longer.
import { isPrefilled } from '../../chat/session/continuation';
import type { Connection } from '../../chat/gatewayPort';
import type { CompletionRequest, StreamPart } from '../../chat/ports';
import type { SentRequest } from '../../chat/request/sentRequest';
import type { Failure } from '../../shared/conversation/failure';
import { answerEvents } from '../http/answerEvents';
import { secretsOf, type GatewayOptions } from '../connection';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { guardedFetch, type Exchange, type Fetch } from '../http/guardedFetch';
import { cleanText } from '../failures/redact';
import { TimeLimit } from '../http/timeLimit';
import { toFailure } from '../failures/toFailure';
import type { Wire, WireAnswer } from './apiFormats';

/** How long usage and `[DONE]` are waited for once the answer has said why it ended. */
const settleSeconds = 2;
/** Keeps the SDK's own limit out of the way: the longest delay that Node's timers know. */
const longestMs = 2 ** 31 - 1;

export class Completion {
  readonly #exchange: Exchange = {};
  readonly #closing = new AbortController();
  readonly #limit: TimeLimit;
  readonly #answer: WireAnswer;

  constructor(
    private readonly wire: Wire,
    private readonly request: CompletionRequest,
    private readonly connection: Connection,
    private readonly options: GatewayOptions,
    private readonly signal: AbortSignal,
  ) {
    this.#answer = wire.answer();
    this.#limit = new TimeLimit(options.clock, () => this.#closing.abort());
  }

  /** Sends the request and gives the answer's parts, once. Never throws. */
  async *parts(): AsyncGenerator<StreamPart> {
    const begunAt = this.options.clock.now();
    const close = (): void => this.#closing.abort();
    this.signal.addEventListener('abort', close, { once: true });
    let failure: Failure | undefined;
    let endedItself = false;
    try {
      try {
        yield* this.#content();
        endedItself = !this.#closing.signal.aborted;
        failure = this.#whyEnded(undefined);
      } catch (error) {
        failure = this.#whyEnded(error);
      }
      this.#limit.dispose();
      const isWhole = failure === undefined && !this.signal.aborted;
      yield* isWhole ? this.#answer.end() : this.#answer.rest();
      if (failure !== undefined) {
        yield { type: 'failure', failure };
      }
    } finally {
      this.#limit.dispose();
      this.signal.removeEventListener('abort', close);
      if (!endedItself) {
        this.#closing.abort();
      }
      this.#record(this.options.clock.now() - begunAt, failure);
    }
  }

  /** The parts as they come. Throws what broke the answer off, and ends when it was closed. */
  async *#content(): AsyncGenerator<StreamPart> {
    const { firstTokenSeconds, idleSeconds, totalSeconds } = this.connection.timeouts;
    const { stream } = this.request;
    this.#limit.begin(
      stream ? 'firstTokenTimeout' : 'totalTimeout',
      stream ? firstTokenSeconds : totalSeconds,
    );
    const sent = new Promise<SentRequest>((resolve) => {
      this.#exchange.onSent = resolve;
    });
    const answering = this.#send();
    const request = await Promise.race([sent, answering.then(nothing, nothing)]);
    if (request !== undefined) {
      yield { type: 'sent', request, prefilled: isPrefilled(this.request) };
    }
    let settling = false;
    for await (const value of await answering) {
      const { parts, hasContent, error } = this.#answer.push(value);
      if (hasContent && stream) {
        // What the reader of the parts does in between is no silence of the gateway's.
        this.#limit.dispose();
        settling = false;
      }
      yield* parts;
      if (error !== undefined) {
        throw error;
      }
      if (this.#answer.finished) {
        // Events without content put the end off no further: some gateways never stop sending them.
        if (!settling) {
          settling = true;
          this.#limit.begin('settled', settleSeconds);
        }
      } else if (hasContent && stream) {
        this.#limit.begin('idleTimeout', idleSeconds);
      }
    }
  }

  async #send(): Promise<AsyncIterable<unknown>> {
    const { OpenAI } = await import('openai');
    // Where the SDK is given nothing it takes what the environment says, and sends it anywhere.
    const client = new OpenAI({
      // It does not start without a key, and quotes the one it is given in its errors: guardedFetch
      // alone holds the real one.
      apiKey: 'none',
      baseURL: this.connection.baseUrl,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: longestMs,
      fetch: this.#fetch(),
    });
    // `stream` here is how the SDK reads; what is sent stands in the body. answerEvents makes a
    // stream of a reply that is none, so that both ways are read in one way.
    return client.post<AsyncIterable<unknown>>(this.#url, {
      body: this.wire.body(this.request),
      stream: true,
      signal: this.#closing.signal,
    });
  }

  get #url(): string {
    return this.wire.url(this.connection.baseUrl, this.request);
  }

  #fetch(): Fetch {
    const { clock } = this.options;
    const send = guardedFetch(this.connection, this.options, this.#exchange);
    return async (input, init) => {
      const response = await send(input, init);
      try {
        return await answerEvents(response, this.connection.baseUrl, clock);
      } catch (error) {
        this.#exchange.error = error;
        throw error;
      }
    };
  }

  /** The failure that ended the answer; undefined where it is whole or the user stopped it. */
  #whyEnded(error: unknown): Failure | undefined {
    if (this.signal.aborted) {
      return undefined;
    }
    const expired = this.#limit.expired;
    if (expired !== undefined) {
      const { kind, limitSeconds } = expired;
      return kind === 'settled'
        ? undefined
        : this.#failureOf(new ExchangeError({ kind, limitSeconds }));
    }
    if (error === undefined) {
      return this.#answer.recognised
        ? undefined
        : this.#failureOf(new ExchangeError({ kind: 'notApi' }));
    }
    // An answer that has said why it ended is whole, however its connection ends.
    const harmless = this.#answer.finished && !(error instanceof ReportedError);
    return harmless ? undefined : this.#failureOf(this.#exchange.error ?? error);
  }

  #failureOf(error: unknown): Failure {
    return toFailure(error, this.connection, {
      ...this.#exchange,
      now: this.options.clock.now(),
      sent: { request: this.request, body: this.wire.body(this.request) },
    });
  }

  #record(ms: number, failure: Failure | undefined): void {
    const { status, path = new URL(this.#url).pathname } = this.#exchange;
    const requestId = failure?.requestId ?? this.#exchange.requestId;
    this.options.onRequest({
      method: 'POST',
      path,
      model: this.request.model,
      ms,
      ...(status === undefined ? {} : { status }),
      ...(requestId === undefined
        ? {}
        : { requestId: cleanText(requestId, secretsOf(this.connection)) }),
      ...(failure === undefined ? {} : { failureKind: failure.kind }),
    });
  }
}

function nothing(): undefined {}
