// An entry as it goes to disk: its line, and what lies beside it.
import { type Blob, takeOut } from './blobs';
import type { Message } from '../shared/conversation';
import type { Entry } from './entry';
import { decodeRecord, encodeRecord, type JournalRecord, recordVersion } from './record';

export interface Line {
  readonly bytes: Buffer;
  readonly blobs: readonly Blob[];
}

/** @param now In ms since 1970; a message that was there before has its own time. */
export function lineOf(
  { type: k, ...d }: Entry,
  stamp: Pick<JournalRecord, 'c' | 'w' | 'n' | 'l'>,
  now: number,
): Line {
  const { json, blobs } = takeOut(d);
  const t = 'message' in d ? beganAt(d.message) : now;
  return { bytes: encodeRecord({ v: recordVersion, ...stamp, t, k }, json), blobs };
}

/** In ms since 1970. */
export function beganAt(message: Message): number {
  return message.kind === 'question' ? message.at : message.startedAt;
}

/** What lines will be read as. */
export function recordsIn(lines: readonly Line[]): readonly JournalRecord[] {
  return lines.flatMap(({ bytes }) => decodeRecord(bytes.subarray(0, -1)) ?? []);
}

/** What lies beside lines, until it does. */
export function blobIn(lines: readonly Line[], hash: string): Buffer | undefined {
  return lines.flatMap(({ blobs }) => blobs).find((blob) => blob.hash === hash)?.bytes;
}
