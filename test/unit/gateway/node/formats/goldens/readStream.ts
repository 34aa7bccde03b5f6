// Reads the bytes of a stream as Portico does, without a network.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { StreamPart } from '../../../../../../src/gateway/common/chatModel';
import type { ApiFormatAdapter } from '../../../../../../src/gateway/node/formats/apiFormatAdapter';
import { ExchangeError } from '../../../../../../src/gateway/node/http/exchangeError';
import { SseReader, type SseEvent } from '../../../../../../src/gateway/node/http/sse';
import { fold, type Folded } from '../../../../../component/gateway/node/harness';
import { readerOf } from '../../../../../support/streams/readerOf';

/** Reads the answer in a stream. @param isTruncated The connection broke after the last chunk. */
export function answerOf(
  format: ApiFormatAdapter,
  chunks: readonly Uint8Array[],
  isTruncated = false,
): Folded & { readonly errorName: string } {
  const sse = new SseReader();
  const reader = readerOf(format);
  const parts: StreamPart[] = [];
  let errorName = '';
  const read = (events: Iterable<SseEvent>): void => {
    for (const event of events) {
      const { parts: added, error } = reader.push([event]);
      parts.push(...added);
      if (error !== undefined) {
        throw error;
      }
    }
  };
  try {
    for (const chunk of chunks) {
      read(sse.push(chunk));
    }
    if (!isTruncated) {
      read(sse.end());
    }
    const error = isTruncated ? undefined : reader.errorAtEnd;
    if (error !== undefined) {
      throw error;
    }
    parts.push(...(isTruncated ? reader.interrupt() : reader.end()));
  } catch (error) {
    assert.ok(error instanceof Error);
    errorName = error instanceof ExchangeError ? error.failure.kind : error.name;
    parts.push(...reader.interrupt());
  }
  return { ...fold(parts), errorName };
}

/** A place in a stream. 94 % of `fc.double` are less than 0.01. */
export const fraction: fc.Arbitrary<number> = fc.nat(10_000).map((place) => place / 10_000);

/** Splits bytes into chunks. @param positions Fractions of the length. */
export function splitAt(bytes: Uint8Array, positions: readonly number[]): readonly Uint8Array[] {
  const starts = [0, ...positions.map((position) => Math.floor(position * bytes.length))].toSorted(
    (a, b) => a - b,
  );
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}
