// An entry as it goes to disk: its line, and what lies beside it. It is encoded when that is first looked at: messages may be many, and long.
import { once } from '../../base/once';
import { type Blob, extractBlobs } from './blobs';
import type { Message } from '../../shared/conversation/conversation';
import type { Entry } from './entry';
import { decodeRecord, encodeRecord, type JournalRecord, recordVersion } from './record';
import { EventLoopYielder } from '../yieldToEventLoop';

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
  const t = 'message' in d ? beganAt(d.message) : now;
  const encoded = once((): Line => {
    const { json, blobs } = extractBlobs(d);
    return { bytes: encodeRecord({ v: recordVersion, ...stamp, t, k }, json), blobs };
  });
  return {
    get bytes() {
      return encoded().bytes;
    },
    get blobs() {
      return encoded().blobs;
    },
  };
}

/** In ms since 1970. */
export function beganAt(message: Message): number {
  return message.kind === 'question' ? message.askedAt : message.startedAt;
}

/** The first ones, at least one, of so many bytes at most. Gives others their turn while they are encoded. */
export async function firstOf(lines: readonly Line[], most: number): Promise<readonly Line[]> {
  const first: Line[] = [];
  const turns = new EventLoopYielder();
  let sum = 0;
  for (const line of lines) {
    sum += line.bytes.length;
    if (sum > most && first.length > 0) {
      break;
    }
    first.push(line);
    await turns.next();
  }
  return first;
}

/** What lines will be read as. */
export async function recordsIn(lines: readonly Line[]): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  const turns = new EventLoopYielder();
  for (const { bytes } of lines) {
    const record = decodeRecord(bytes.subarray(0, -1));
    if (record !== undefined) {
      records.push(record);
    }
    await turns.next();
  }
  return records;
}

/** What lies beside lines, until it does. */
export function blobIn(lines: readonly Line[], hash: string): Buffer | undefined {
  return lines.flatMap(({ blobs }) => blobs).find((blob) => blob.hash === hash)?.bytes;
}
