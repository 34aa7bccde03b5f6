// A model speaks at a rate; batches of parts leave when they are due, never one timer per token.
import type { Exchange } from '../http/exchange';
import type { Part } from './question';

const unpacedBatch = 64;

/** Hands over the parts at `tokensPerSecond` (Infinity: as fast as the client reads). */
export async function* paced(
  parts: Iterable<Part>,
  tokensPerSecond: number,
  exchange: Exchange,
): AsyncGenerator<readonly Part[]> {
  const waiting = parts[Symbol.iterator]();
  const begun = performance.now();
  let sent = 0;
  for (;;) {
    const due = dueAt(performance.now() - begun, tokensPerSecond, sent);
    const batch: Part[] = [];
    while (sent + batch.length < due) {
      const next = waiting.next();
      if (next.done) {
        if (batch.length > 0) {
          yield batch;
        }
        return;
      }
      batch.push(next.value);
    }
    if (batch.length > 0) {
      sent += batch.length;
      yield batch;
    }
    await untilDue(sent + 1, begun, tokensPerSecond, exchange);
  }
}

function dueAt(elapsedMs: number, tokensPerSecond: number, sent: number): number {
  return tokensPerSecond === Infinity
    ? sent + unpacedBatch
    : 1 + Math.floor((elapsedMs / 1000) * tokensPerSecond);
}

async function untilDue(
  count: number,
  begun: number,
  tokensPerSecond: number,
  exchange: Exchange,
): Promise<void> {
  if (tokensPerSecond === Infinity) {
    await exchange.yieldTurn();
    return;
  }
  const dueMs = ((count - 1) / tokensPerSecond) * 1000 - (performance.now() - begun);
  await exchange.pause(Math.max(4, Math.ceil(dueMs)));
}
