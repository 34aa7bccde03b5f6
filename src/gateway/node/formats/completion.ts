// One request for an answer, in any API format: sends it, streams the answer and explains its end.
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest, StreamPart } from '../../common/chatModel';
import type { Connection } from '../../common/connection';
import { isPrefilled } from '../../common/continuation';
import type { Failure } from '../../common/failure';
import type { SentRequest } from '../../common/sentRequest';
import { redactName } from '../failures/redact';
import { toFailure } from '../failures/toFailure';
import { secretsOf, toRequestRecord, type GatewayOptions } from '../gatewayOptions';
import { answerEvents } from '../http/answerEvents';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import { guardedFetch, type Exchange } from '../http/guardedFetch';
import { openAiClient } from '../http/openAiClient';
import { TimeLimit } from '../http/timeLimit';
import { adaptRequest } from '../quirks/adaptRequest';
import { reducedSchemas as reducedSchemasOf } from '../tools/sentTools';
import { answerContext } from './answerContext';
import { AnswerReader } from './answerReader';
import type { ApiFormatAdapter, AttemptedCompletion } from './apiFormatAdapter';

/** How long to wait for usage and `[DONE]` after the finish reason. */
const settleSeconds = 2;

interface CompletionDeps {
  readonly format: ApiFormatAdapter;
  readonly connection: Connection;
  readonly options: GatewayOptions;
  readonly signal: AbortSignal;
}

export class Completion {
  readonly #attempt: AttemptedCompletion;
  readonly #exchange: Exchange;
  readonly #reader: AnswerReader;
  readonly #timeLimit: TimeLimit;
  #isSettling = false;
  /** Closes the connection. */
  readonly #closing = new AbortController();

  constructor(
    request: CompletionRequest,
    private readonly deps: CompletionDeps,
  ) {
    const { format, connection, options } = deps;
    this.#attempt = adaptRequest(request, format);
    this.#exchange = {
      path: new URL(connection.baseUrl).pathname,
      formatHeaders: format.headers,
    };
    this.#reader = new AnswerReader(
      () => format.createEventReader(),
      answerContext(this.#attempt.request, format, options.newCallId),
    );
    this.#timeLimit = new TimeLimit(options.clock, () => this.#closing.abort());
  }

  /** Sends the request and streams its answer. Call it once. Never throws. */
  async *stream(): AsyncGenerator<StreamPart> {
    const { connection, options, signal } = this.deps;
    const startedAt = options.clock.now();
    const close = (): void => this.#closing.abort();
    signal.addEventListener('abort', close, { once: true });
    let failure: Failure | undefined;
    let hasEnded = false;
    try {
      try {
        yield* this.#parts();
        hasEnded = !this.#closing.signal.aborted;
        failure = this.#explainEnd(undefined);
      } catch (error) {
        failure = this.#explainEnd(error);
      }
      this.#timeLimit.dispose();
      const isComplete = failure === undefined && !signal.aborted;
      const last = isComplete ? this.#reader.end() : this.#reader.interrupt();
      failure ??= isComplete ? this.#explainEnd(undefined) : undefined;
      yield* last.map((part) => this.#withoutOthersCost(this.#withoutSecrets(part)));
      if (failure !== undefined) {
        yield { type: 'failure', failure };
      }
    } finally {
      this.#timeLimit.dispose();
      signal.removeEventListener('abort', close);
      // A stream that ended by itself leaves its connection open for the next request.
      if (!hasEnded) {
        close();
      }
      const { model } = this.#attempt.request;
      const durationMs = options.clock.now() - startedAt;
      options.onRequest(
        toRequestRecord({ method: 'POST', model, durationMs }, this.#exchange, failure, connection),
      );
    }
  }

  /** Throws the error that ended the answer, and an AbortError when the connection was closed. */
  async *#parts(): AsyncGenerator<StreamPart> {
    const { format, connection, options } = this.deps;
    const { firstTokenSeconds, totalSeconds } = connection.timeouts;
    const { request, appliedQuirks: quirks } = this.#attempt;
    if (request.stream) {
      this.#timeLimit.start('firstTokenTimeout', firstTokenSeconds);
    } else {
      this.#timeLimit.start('totalTimeout', totalSeconds);
    }
    const sent = new Promise<SentRequest>((resolve) => {
      this.#exchange.onSent = resolve;
    });
    const response = this.#send();
    const sentRequest = await Promise.race([sent, response.then(nothing, nothing)]);
    if (sentRequest !== undefined) {
      const { parameters } = request;
      const shown = omitUndefined({ ...sentRequest, parameters });
      const reduced = reducedSchemasOf(request, format.tools);
      const reducedSchemas = reduced.length === 0 ? undefined : reduced;
      const prefilled = isPrefilled(request);
      yield omitUndefined({ type: 'sent', request: shown, prefilled, quirks, reducedSchemas });
    }
    const batches = answerEvents(await response, connection.baseUrl, options.clock);
    for await (const events of request.separatesEvents ? eachEvent(batches) : batches) {
      const { parts, hasContent, error } = this.#reader.push(events);
      if (hasContent && request.stream) {
        // The time that the consumer takes for the parts is not the gateway's.
        this.#timeLimit.dispose();
      }
      yield* parts.map((part) => this.#withoutSecrets(part));
      if (error !== undefined) {
        throw error;
      }
      if (request.stream && parts.some(({ type }) => type === 'promptProgress') && !hasContent) {
        this.#timeLimit.start('firstTokenTimeout', firstTokenSeconds);
      }
      this.#limitWait(hasContent);
    }
  }

  /** Limits the time until the next event, after events with or without content. */
  #limitWait(hasContent: boolean): void {
    const wasSettling = this.#isSettling;
    const { isSettling, finishReason } = this.#reader;
    this.#isSettling = isSettling;
    if (isSettling) {
      // Events without content do not restart the wait: some gateways never stop sending them.
      if (!wasSettling) {
        this.#timeLimit.start('settled', settleSeconds);
      }
      return;
    }
    // A finish reason in a reply that is not streamed shows that its text is there.
    const limitsIdle = this.#attempt.request.stream || finishReason !== undefined;
    if (wasSettling || (hasContent && limitsIdle)) {
      this.#timeLimit.start('idleTimeout', this.deps.connection.timeouts.idleSeconds);
    }
  }

  /** A gateway may echo a header in a name. The text of an answer stays as it is. */
  #withoutSecrets(part: StreamPart): StreamPart {
    const redact = (name: string): string => redactName(name, secretsOf(this.deps.connection));
    switch (part.type) {
      case 'servedModel':
        return { ...part, model: redact(part.model) };
      case 'finish':
        return { ...part, reason: redact(part.reason) };
      case 'toolCalls': {
        // Other arguments stay byte for byte: they may be a file. A shorter secret is a word of local servers.
        const secrets = secretsOf(this.deps.connection).filter(({ length }) => length >= 12);
        const calls = part.calls.map((call) => ({
          ...call,
          name: redact(call.name),
          arguments: secrets.some((secret) => call.arguments.includes(secret))
            ? redact(call.arguments)
            : call.arguments,
        }));
        return { ...part, calls };
      }
      case 'sources': {
        const sources = part.sources.map(({ url, title, numbers }) =>
          omitUndefined({ url: redact(url), title: title && redact(title), numbers }),
        );
        return { type: 'sources', sources };
      }
      default:
        return part;
    }
  }

  /** new-api and one-api pass on what a provider such as OpenRouter charged their operator: not what the user pays. */
  #withoutOthersCost(part: StreamPart): StreamPart {
    const { software } = this.#exchange;
    if (part.type !== 'usage' || (software !== 'new-api' && software !== 'one-api')) {
      return part;
    }
    const { billedDollars: _ofOperator, ...usage } = part.usage;
    return { ...part, usage };
  }

  async #send(): Promise<Response> {
    const { format, connection, options } = this.deps;
    const { firstTokenSeconds, idleSeconds, totalSeconds } = connection.timeouts;
    const { stream } = this.#attempt.request;
    const limits = stream ? [firstTokenSeconds, idleSeconds] : [totalSeconds];
    const fetch = guardedFetch(connection, options, this.#exchange, limits);
    const client = await openAiClient(connection.baseUrl, fetch);
    return format.send(client, this.#attempt, this.#closing.signal);
  }

  /**
   * Returns the failure that ended the answer; undefined if it is complete or the user stopped it.
   * @param error Undefined if the stream ended cleanly.
   */
  #explainEnd(error: unknown): Failure | undefined {
    if (this.deps.signal.aborted) {
      return undefined;
    }
    const broken = this.#reasonOfBreak(error);
    if (broken instanceof ReportedError) {
      return this.#toFailure(broken);
    }
    if (broken && !this.#reader.hasReliableEnd) {
      return this.#toFailure(broken, this.#reader.lastWords);
    }
    const { errorAtEnd } = this.#reader;
    return errorAtEnd === undefined ? undefined : this.#toFailure(errorAtEnd);
  }

  /** Why the stream did not end by itself; undefined if it did, or if it only failed to close. */
  #reasonOfBreak(error: unknown): unknown {
    const { expired } = this.#timeLimit;
    if (expired === undefined) {
      return error instanceof ReportedError ? error : (this.#exchange.error ?? error);
    }
    const { kind, timeoutSeconds } = expired;
    return kind === 'settled' ? undefined : new ExchangeError({ kind, timeoutSeconds });
  }

  #toFailure(error: unknown, lastWords?: string): Failure {
    const { connection, options } = this.deps;
    const now = options.clock.now();
    const attempt = this.#attempt;
    return toFailure(error, connection, { ...this.#exchange, now, attempt, lastWords });
  }
}

async function* eachEvent<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  for await (const batch of batches) {
    yield* batch.map((event) => [event]);
  }
}

function nothing(): undefined {}
