// One answer on its way out, in the form in which it was asked.
import type { Exchange } from '../http/exchange';
import {
  eventStream,
  Said,
  type AnswerWriter,
  type Framing,
  type WireForm,
} from '../formats/formatHandler';
import type { ServerEvent } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import type { Part, Question } from './question';

export class Reply {
  readonly #said = new Said();
  readonly #writer: AnswerWriter;
  readonly #framing: Framing;

  constructor(
    readonly form: WireForm,
    readonly exchange: Exchange,
    readonly question: Question,
  ) {
    this.#writer = form.writer(exchange, question);
    this.#framing = form.framing?.(exchange.request) ?? eventStream;
  }

  /** Tells an answer, streamed or at once, as it was asked for. */
  async tell(batches: AsyncIterable<readonly Part[]> | Iterable<readonly Part[]>): Promise<void> {
    const { stream } = this.question;
    if (stream) {
      await this.begin();
    }
    for await (const batch of batches) {
      const events = this.events(batch);
      if (stream) {
        await this.send(events);
      }
    }
    await (stream ? this.done() : this.exchange.json(200, this.whole()));
  }

  /** Sends the stream's header and what comes before the first words. */
  async begin(): Promise<void> {
    this.exchange.head(200, this.#framing.head);
    await this.send(this.opening());
  }

  /** The events before the first words. */
  opening(): readonly ServerEvent[] {
    return this.#writer.begin();
  }

  /** The events that mark the end, where the form has such. */
  mark(): readonly ServerEvent[] {
    return this.#writer.done(this.#said);
  }

  /** An error in the middle of the stream, in the form's own shape. */
  error(message: string): readonly ServerEvent[] {
    return this.#writer.error(message);
  }

  /** The events of these parts, which from now on count as said. */
  events(parts: Iterable<Part>): readonly ServerEvent[] {
    return Array.from(parts).flatMap((part) => {
      this.#said.add(part);
      return this.#writer.part(part, this.#said);
    });
  }

  async send(events: readonly ServerEvent[]): Promise<void> {
    const bytes = events.map((event) => this.#framing.frame(event)).join('');
    if (bytes !== '') {
      await this.exchange.write(bytes);
    }
  }

  /** Ends the stream with the form's own mark. */
  async done(): Promise<void> {
    await this.send(this.mark());
    await this.exchange.end(this.#framing.end);
  }

  /** All that was said, as the one reply that is not streamed. */
  whole(): JsonObject {
    return this.#writer.whole(this.#said);
  }
}
