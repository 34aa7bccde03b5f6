// Journal lines: entries encoded for the disk. Encoding is lazy, since a conversation may have many long messages.
import { once } from '../../../base/once';
import { startTime } from '../../../conversation/common/messageTree';
import { EventLoopYielder } from '../eventLoopYielder';
import { extractBlobs, type Blob } from './blobs';
import type { Entry } from './entry';
import { decodeRecord, encodeRecord, recordVersion, type JournalRecord } from './record';

export interface JournalLine {
  readonly bytes: Buffer;
  readonly blobs: readonly Blob[];
}

/** @param now In ms since 1970; a message has its own time. */
export function encodeLine(
  { type, ...data }: Entry,
  order: Pick<JournalRecord, 'conversation' | 'writer' | 'seq' | 'lamport'>,
  now: number,
): JournalLine {
  const time = 'message' in data ? startTime(data.message) : now;
  const encoded = once((): JournalLine => {
    const { json, blobs } = extractBlobs(data);
    return { bytes: encodeRecord({ version: recordVersion, ...order, time, type }, json), blobs };
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

/** The first lines with at most `maxBytes` together, but at least one. */
export async function firstLines(
  lines: readonly JournalLine[],
  maxBytes: number,
): Promise<readonly JournalLine[]> {
  const first: JournalLine[] = [];
  const yielder = new EventLoopYielder();
  let size = 0;
  for (const line of lines) {
    size += line.bytes.length;
    if (size > maxBytes && first.length > 0) {
      break;
    }
    first.push(line);
    await yielder.next();
  }
  return first;
}

/** The records that a reader will get from the lines. */
export async function decodeLines(
  lines: readonly JournalLine[],
): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  const yielder = new EventLoopYielder();
  for (const { bytes } of lines) {
    const record = decodeRecord(bytes.subarray(0, -1));
    if (record !== undefined) {
      records.push(record);
    }
    await yielder.next();
  }
  return records;
}

/** Finds a blob that may not be on disk yet. */
export function findBlob(lines: readonly JournalLine[], hash: string): Buffer | undefined {
  return lines.flatMap(({ blobs }) => blobs).find((blob) => blob.hash === hash)?.bytes;
}
