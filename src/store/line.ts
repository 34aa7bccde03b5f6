// An entry as it goes to disk: its line, and what lies beside it.
import { type Blob, takeOut } from './blobs';
import type { Entry } from './entry';
import { encodeRecord, type JournalRecord, recordVersion } from './record';

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
  const t =
    'message' in d ? (d.message.kind === 'question' ? d.message.at : d.message.startedAt) : now;
  return { bytes: encodeRecord({ v: recordVersion, ...stamp, t, k }, json), blobs };
}
