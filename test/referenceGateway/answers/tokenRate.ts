// Sends the parts of an answer at a token rate, in batches: one timer per token would be too slow.
import type { Exchange } from '../http/exchange';
import type { AnswerPart } from './question';

/** Parts per batch without a rate. */
const unlimitedBatchSize = 64;

/** Yields the parts in batches at `tokensPerSecond` (Infinity: as fast as the client reads). */
export async function* atTokenRate(
  parts: Iterable<AnswerPart>,
  tokensPerSecond: number,
  exchange: Exchange,
): AsyncGenerator<readonly AnswerPart[]> {
  const pending = parts[Symbol.iterator]();
  const startedAt = performance.now();
  let sent = 0;
  for (;;) {
    const due = countDue(performance.now() - startedAt, tokensPerSecond, sent);
    const batch: AnswerPart[] = [];
    while (sent + batch.length < due) {
      const next = pending.next();
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
    await untilDue(sent + 1, startedAt, tokensPerSecond, exchange);
  }
}

/** How many parts should have been sent after `elapsedMs`. */
function countDue(elapsedMs: number, tokensPerSecond: number, sent: number): number {
  return tokensPerSecond === Infinity
    ? sent + unlimitedBatchSize
    : 1 + Math.floor((elapsedMs / 1000) * tokensPerSecond);
}

async function untilDue(
  count: number,
  startedAt: number,
  tokensPerSecond: number,
  exchange: Exchange,
): Promise<void> {
  if (tokensPerSecond === Infinity) {
    await exchange.yieldToOthers();
    return;
  }
  const dueMs = ((count - 1) / tokensPerSecond) * 1000 - (performance.now() - startedAt);
  await exchange.pause(Math.max(4, Math.ceil(dueMs)));
}
