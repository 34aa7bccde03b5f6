// Sends one answer in the API format of its question, streamed or complete as requested.
import {
  AnswerSoFar,
  eventStreamFraming,
  type AnswerWriter,
  type FormatHandler,
  type Framing,
  type ServerEvent,
} from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import type { JsonObject } from '../http/json';
import type { AnswerPart, Question } from './question';

export class Reply {
  readonly #answer = new AnswerSoFar();
  readonly #writer: AnswerWriter;
  readonly #framing: Framing;

  constructor(
    readonly format: FormatHandler,
    readonly exchange: Exchange,
    readonly question: Question,
  ) {
    this.#writer = format.writer(exchange, question);
    this.#framing = format.framing?.(exchange.request) ?? eventStreamFraming;
  }

  /** Sends an entire answer, streamed or complete, as requested. */
  async sendAnswer(
    batches: AsyncIterable<readonly AnswerPart[]> | Iterable<readonly AnswerPart[]>,
  ): Promise<void> {
    const { stream } = this.question;
    if (stream) {
      await this.start();
    }
    for await (const batch of batches) {
      const events = this.eventsFor(batch);
      if (stream) {
        await this.sendEvents(events);
      }
    }
    await (stream ? this.end() : this.exchange.sendJson(200, this.completeBody()));
  }

  /** Sends the headers of a stream and its opening events. */
  async start(): Promise<void> {
    this.exchange.sendHeaders(200, this.#framing.headers);
    await this.sendEvents(this.startEvents());
  }

  /** The events before the first content. */
  startEvents(): readonly ServerEvent[] {
    return this.#writer.start();
  }

  /** The events after the finish reason, if the format has any. */
  endEvents(): readonly ServerEvent[] {
    return this.#writer.end(this.#answer);
  }

  /** An error in the middle of the stream, as the format defines it. */
  errorEvents(message: string): readonly ServerEvent[] {
    return this.#writer.error(message);
  }

  /** The events for these parts, which become part of the answer. */
  eventsFor(parts: Iterable<AnswerPart>): readonly ServerEvent[] {
    return Array.from(parts).flatMap((part) => {
      this.#answer.add(part);
      return this.#writer.part(part, this.#answer);
    });
  }

  async sendEvents(events: readonly ServerEvent[]): Promise<void> {
    const bytes = events.map((event) => this.#framing.frame(event)).join('');
    if (bytes !== '') {
      await this.exchange.write(bytes);
    }
  }

  /** Sends the last events of the format and ends the stream. */
  async end(): Promise<void> {
    await this.sendEvents(this.endEvents());
    await this.exchange.end(this.#framing.end);
  }

  /** The answer so far, as a response that is not streamed. */
  completeBody(): JsonObject {
    return this.#writer.completeBody(this.#answer);
  }
}
