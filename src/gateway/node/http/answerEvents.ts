// Recognizes an answer by its first bytes, not its content type: gateways mislabel good streams.
import type { Clock } from '../../../base/clock';
import { notApi } from '../failures/httpFailure';
import { ExchangeError } from './exchangeError';
import { readBeginning } from './guardedFetch';
import { SseReader, type SseEvent } from './sse';

type ByteReader = ReadableStreamDefaultReader<Uint8Array>;

/** How long to keep reading after `[DONE]`, so that the connection can serve the next request. */
const drainMs = 1000;

/**
 * Yields the events of a stream up to `[DONE]`, those that arrived together at once, or the one JSON
 * value of a reply that is not streamed. Throws ExchangeError `notApi`, `emptyReply`, `tooLarge` or `malformedStream`.
 */
export async function* answerEvents(
  response: Response,
  baseUrl: string,
  clock: Clock,
): AsyncGenerator<readonly SseEvent[]> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    throw new ExchangeError({ kind: 'emptyReply' });
  }
  const chunks = await readFirstBytes(reader);
  const start = new TextDecoder().decode(Buffer.concat(chunks)).trimStart();
  if (start === '') {
    throw new ExchangeError({ kind: 'emptyReply' });
  }
  const isApi = /^(?:[[{:]|(?:data|event|id|retry)[ \t]*:)/i.test(start);
  const claimsStream = /event-stream/i.test(response.headers.get('content-type') ?? '');
  if (!isApi && (!claimsStream || start.startsWith('<'))) {
    throw new ExchangeError(notApi(await readBeginning(reader, clock, chunks), baseUrl));
  }
  const sse = new SseReader();
  let hasEnded = false;
  try {
    for (const chunk of chunks) {
      yield* batch(sse.push(chunk));
    }
    while (!sse.done) {
      const { done, value } = await reader.read();
      if (done) {
        hasEnded = true;
        break;
      }
      yield* batch(sse.push(value));
    }
    yield* batch(sse.end());
    if (sse.unreadText !== '') {
      yield [{ data: sse.unreadText, isError: false }];
    }
  } catch (error) {
    if (sse.unreadText !== '') {
      yield [{ data: sse.unreadText, isError: false }];
    }
    throw error;
  } finally {
    if (!hasEnded) {
      void (sse.done ? drain(reader, clock) : cancel(reader));
    }
  }
}

/** Yields all events at once, those before an error too. */
function* batch(events: Iterable<SseEvent>): Generator<readonly SseEvent[]> {
  const batched: SseEvent[] = [];
  try {
    for (const event of events) {
      batched.push(event);
    }
  } catch (error) {
    if (batched.length > 0) {
      yield batched;
    }
    throw error;
  }
  if (batched.length > 0) {
    yield batched;
  }
}

/** Reads what tells a stream, JSON and HTML apart, skipping blank lines and byte order marks. */
async function readFirstBytes(reader: ByteReader): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let bufferedBytes = 0;
  while (bufferedBytes < 6) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    const chunk = bufferedBytes === 0 ? withoutBlanks(value) : value;
    if (chunk.byteLength > 0) {
      chunks.push(chunk);
      bufferedBytes += chunk.byteLength;
      if (/^[[{:<]$/.test(String.fromCharCode(chunks[0]?.[0] ?? 0))) {
        break;
      }
    }
  }
  return chunks;
}

const blanks: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

function withoutBlanks(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => !blanks.has(byte));
  return start === -1 ? bytes.subarray(bytes.byteLength) : bytes.subarray(start);
}

async function drain(reader: ByteReader, clock: Clock): Promise<void> {
  const timer = clock.after(drainMs, () => void cancel(reader));
  try {
    for (let reads = 0; reads < 16; reads++) {
      if ((await reader.read()).done) {
        return;
      }
    }
    void cancel(reader);
  } catch {
    // The answer is complete; how the connection ends does not matter.
  } finally {
    timer.dispose();
  }
}

async function cancel(reader: ByteReader): Promise<void> {
  await reader.cancel().catch(() => undefined);
}
