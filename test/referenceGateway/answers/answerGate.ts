// Lets a test control an answer: it decides when each piece is sent and how the answer ends.
import { ConnectionClosed, type Exchange } from '../http/exchange';
import type { AnswerPart, FinishReason } from './question';

type Command = (
  | { readonly kind: 'next' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | { readonly kind: 'cut' }
) & { readonly done: () => void };

/**
 * Holds back the answers of one model until a test releases them. Commands are queued until an answer is
 * requested. Each method settles when its command was executed or the client has disconnected.
 */
export class AnswerGate {
  readonly #commands: Command[] = [];
  readonly #waiters = new Set<() => void>();
  #openAnswers = 0;

  /** Whether a client is waiting for the next piece. */
  get isOpen(): boolean {
    return this.#openAnswers > 0;
  }

  /** Sends the next `count` pieces of the model's answer, each in its own event. */
  async send(count = 1): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, () => this.#enqueue((done) => ({ kind: 'next', done }))),
    );
  }

  /** Sends a piece of text that the test provides. */
  sendText(text: string): Promise<void> {
    return this.#enqueue((done) => ({ kind: 'text', text, done }));
  }

  sendReasoning(text: string): Promise<void> {
    return this.#enqueue((done) => ({ kind: 'reasoning', text, done }));
  }

  /** Ends the answer normally; the remaining pieces are not sent. */
  finish(reason: FinishReason = 'stop'): Promise<void> {
    return this.#enqueue((done) => ({ kind: 'finish', reason, done }));
  }

  /** Cuts the connection. */
  cut(): Promise<void> {
    return this.#enqueue((done) => ({ kind: 'cut', done }));
  }

  /** Yields the parts of one answer as the commands release them. */
  async *hold(
    parts: Iterable<AnswerPart>,
    exchange: Exchange,
  ): AsyncGenerator<readonly AnswerPart[]> {
    const pieces = parts[Symbol.iterator]();
    // Commands for an answer that was closed must not apply to the next one.
    const discard = (): void => {
      for (const command of this.#commands.splice(0)) {
        command.done();
      }
    };
    exchange.closed.addEventListener('abort', discard, { once: true });
    let current: Command | undefined;
    this.#openAnswers += 1;
    try {
      for (;;) {
        current = await this.#nextCommand(exchange);
        const part = this.#execute(current, pieces, exchange);
        if (part) {
          yield [part];
        }
        current.done();
        if (!part || part.kind === 'finish') {
          return;
        }
      }
    } finally {
      this.#openAnswers -= 1;
      exchange.closed.removeEventListener('abort', discard);
      current?.done();
    }
  }

  #execute(
    command: Command,
    pieces: Iterator<AnswerPart>,
    exchange: Exchange,
  ): AnswerPart | undefined {
    switch (command.kind) {
      case 'next': {
        const piece = pieces.next();
        return piece.done ? undefined : piece.value;
      }
      case 'text':
      case 'reasoning':
        return { kind: command.kind, text: command.text };
      case 'finish':
        return { kind: 'finish', reason: command.reason };
      case 'cut':
        return exchange.cut();
    }
  }

  #enqueue(create: (done: () => void) => Command): Promise<void> {
    return new Promise((resolve) => {
      this.#commands.push(create(resolve));
      this.#wakeAll();
    });
  }

  async #nextCommand(exchange: Exchange): Promise<Command> {
    for (;;) {
      if (exchange.closed.aborted) {
        throw new ConnectionClosed();
      }
      const command = this.#commands.shift();
      if (command) {
        return command;
      }
      await new Promise<void>((resolve) => {
        this.#waiters.add(resolve);
        exchange.closed.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiters) {
      wake();
    }
    this.#waiters.clear();
  }
}
