// A test that must see a half-written answer decides itself when the next piece leaves.
import { ConnectionGone, type Exchange } from '../http/exchange';
import type { FinishReason, Part } from './question';

type Order = (
  | { readonly kind: 'next' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | { readonly kind: 'cut' }
) & { readonly carriedOut: () => void };

/**
 * Holds back the answers of one model. Orders wait for an answer to come; they are carried out in
 * turn, and every method settles when its order has been, or when the client left before.
 */
export class Gate {
  readonly #orders: Order[] = [];
  readonly #sleepers = new Set<() => void>();

  /** Lets the next `count` pieces of the model's answer out, each in an event of its own. */
  async send(count = 1): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, () =>
        this.#order((carriedOut) => ({ kind: 'next', carriedOut })),
      ),
    );
  }

  /** Sends a piece of the test's own. */
  sendText(text: string): Promise<void> {
    return this.#order((carriedOut) => ({ kind: 'text', text, carriedOut }));
  }

  sendReasoning(text: string): Promise<void> {
    return this.#order((carriedOut) => ({ kind: 'reasoning', text, carriedOut }));
  }

  /** Ends the answer here in good order; the pieces that wait are never sent. */
  finish(reason: FinishReason = 'stop'): Promise<void> {
    return this.#order((carriedOut) => ({ kind: 'finish', reason, carriedOut }));
  }

  /** Destroys the connection. */
  cut(): Promise<void> {
    return this.#order((carriedOut) => ({ kind: 'cut', carriedOut }));
  }

  /** The parts of one answer, as the orders let them out. */
  async *hold(parts: Iterable<Part>, exchange: Exchange): AsyncGenerator<readonly Part[]> {
    const pieces = parts[Symbol.iterator]();
    // Orders for an answer that nobody reads any more must not open the next one.
    const forget = (): void => {
      for (const order of this.#orders.splice(0)) {
        order.carriedOut();
      }
    };
    exchange.gone.addEventListener('abort', forget, { once: true });
    let current: Order | undefined;
    try {
      for (;;) {
        current = await this.#nextOrder(exchange);
        const part = this.#carryOut(current, pieces, exchange);
        if (part) {
          yield [part];
        }
        current.carriedOut();
        if (!part || part.kind === 'finish') {
          return;
        }
      }
    } finally {
      exchange.gone.removeEventListener('abort', forget);
      current?.carriedOut();
    }
  }

  #carryOut(order: Order, pieces: Iterator<Part>, exchange: Exchange): Part | undefined {
    switch (order.kind) {
      case 'next': {
        const piece = pieces.next();
        return piece.done ? undefined : piece.value;
      }
      case 'text':
      case 'reasoning':
        return { kind: order.kind, text: order.text };
      case 'finish':
        return { kind: 'finish', reason: order.reason };
      case 'cut':
        return exchange.cut();
    }
  }

  #order(make: (carriedOut: () => void) => Order): Promise<void> {
    return new Promise((resolve) => {
      this.#orders.push(make(resolve));
      this.#wakeAll();
    });
  }

  async #nextOrder(exchange: Exchange): Promise<Order> {
    for (;;) {
      if (exchange.gone.aborted) {
        throw new ConnectionGone();
      }
      const order = this.#orders.shift();
      if (order) {
        return order;
      }
      await new Promise<void>((resolve) => {
        this.#sleepers.add(resolve);
        exchange.gone.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  #wakeAll(): void {
    for (const wake of this.#sleepers) {
      wake();
    }
    this.#sleepers.clear();
  }
}
