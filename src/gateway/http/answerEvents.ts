// An answer is told by its first bytes, not by its content type: gateways mislabel good streams.
import type { Clock } from '../../base/clock';
import { ExchangeError } from './exchangeError';
import { readBeginning } from './guardedFetch';
import { notApi } from '../failures/httpFailure';
import { SseReader, streamCaps } from './sse';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** How long what follows `[DONE]` is read, so that the connection can serve the next request. */
const drainMs = 1000;

/**
 * The same answer as a clean event stream: one `data: <json>` event for each event of the stream, or
 * one for the whole JSON reply, ended at `[DONE]`. Throws ExchangeError `notApi` for what is neither
 * and `emptyReply` for nothing; the stream may end with `tooLarge` or `garbled`.
 */
export async function answerEvents(
  response: Response,
  baseUrl: string,
  clock: Clock,
): Promise<Response> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    throw new ExchangeError({ kind: 'emptyReply' });
  }
  const seen = await readSignificant(reader);
  const isStream = /event-stream/i.test(response.headers.get('content-type') ?? '');
  const start = new TextDecoder().decode(Buffer.concat(seen)).trimStart();
  if (start === '') {
    throw new ExchangeError({ kind: 'emptyReply' });
  }
  const known = /^(?:[[{:]|(?:data|event|id|retry)[ \t]*:)/i.test(start);
  if (!known && (!isStream || start.startsWith('<'))) {
    throw new ExchangeError(notApi(await readBeginning(reader, clock, seen), baseUrl));
  }
  const events = readEvents(seen, reader, clock);
  return new Response(ReadableStream.from(events), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
}

/** Reads until it is clear what comes; blank lines and byte order marks before it do not count. */
async function readSignificant(reader: Reader): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let significant = 0;
  while (significant < 6) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.byteLength;
    if (size > streamCaps.answer) {
      await reader.cancel();
      throw new ExchangeError({ kind: 'tooLarge' });
    }
    const rest = significant === 0 ? withoutBlanks(value) : value;
    if (rest.byteLength > 0) {
      chunks.push(rest);
      significant += rest.byteLength;
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

async function* readEvents(
  seen: readonly Uint8Array[],
  reader: Reader,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  const sse = new SseReader();
  const encoder = new TextEncoder();
  const event = (json: string): Uint8Array => encoder.encode(`data: ${json}\n\n`);
  let ended = false;
  try {
    for (const chunk of seen) {
      for (const json of sse.push(chunk)) {
        yield event(json);
      }
    }
    while (!sse.done) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        break;
      }
      for (const json of sse.push(value)) {
        yield event(json);
      }
    }
    for (const json of sse.end()) {
      yield event(json);
    }
  } finally {
    if (sse.done && !ended) {
      void drain(reader, clock);
    } else if (!ended) {
      void reader.cancel().catch(() => undefined);
    }
  }
}

async function drain(reader: Reader, clock: Clock): Promise<void> {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const timer = clock.after(drainMs, cancel);
  try {
    for (let reads = 0; reads < 16; reads++) {
      if ((await reader.read()).done) {
        return;
      }
    }
    cancel();
  } catch {
    // The answer is whole; how the connection ends changes nothing.
  } finally {
    timer.dispose();
  }
}
