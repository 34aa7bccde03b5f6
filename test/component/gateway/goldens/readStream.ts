// Reads the bytes of a stream as Portico does, without a network between.
import assert from 'node:assert/strict';
import type { StreamPart } from '../../../../src/chat/ports';
import { ExchangeError } from '../../../../src/gateway/http/exchangeError';
import type { Wire } from '../../../../src/gateway/formats/apiFormats';
import { SseReader } from '../../../../src/gateway/http/sse';
import { fold, type Folded } from '../harness';

/** The answer that these pieces of a stream amount to; `cut`: the connection broke after them. */
export function answerOf(
  wire: Wire,
  pieces: readonly Uint8Array[],
  cut = false,
): Folded & { readonly broken: string } {
  const reader = new SseReader();
  const answer = wire.answer();
  const parts: StreamPart[] = [];
  let broken = '';
  const take = (events: Iterable<string>): void => {
    for (const event of events) {
      const { parts: told, error } = answer.push(JSON.parse(event));
      parts.push(...told);
      if (error !== undefined) {
        throw error;
      }
    }
  };
  try {
    for (const piece of pieces) {
      take(reader.push(piece));
    }
    if (!cut) {
      take(reader.end());
    }
    parts.push(...(cut ? answer.rest() : answer.end()));
  } catch (error) {
    assert.ok(error instanceof Error);
    broken = error instanceof ExchangeError ? error.failure.kind : error.name;
    parts.push(...answer.rest());
  }
  return { ...fold(parts), broken };
}

/** `bytes` in pieces; the places are given as shares of the whole. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const at = [0, ...places.map((place) => Math.floor(place * bytes.length))].toSorted(
    (a, b) => a - b,
  );
  return at.map((from, index) => bytes.subarray(from, at[index + 1]));
}
