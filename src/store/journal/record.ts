// One line of a journal: who wrote it, in which order, and a check sum that tells a damaged one.
import { buf as crc32c } from 'crc-32/crc32c';
import * as v from 'valibot';
import { parseJson } from '../../base/parseJson';

/** What is written here; lines of a newer version are kept and passed over. */
export const recordVersion = 1;

const record = v.object({
  /** Version. */
  v: v.number(),
  /** The conversation's ID. */
  c: v.string(),
  /** The writer: one activation of one window; what names conversations writes as another. */
  w: v.string(),
  /** Counts the records of a writer in a conversation: two with one number are one that was written again. */
  n: v.number(),
  /** Lamport time: greater than that of every record that its writer had seen. */
  l: v.number(),
  /** Milliseconds since 1970. */
  t: v.number(),
  /** Type. */
  k: v.string(),
  /** Data. */
  d: v.unknown(),
});

export type JournalRecord = Readonly<v.InferOutput<typeof record>>;

/** The sum stands last, so that the line without it is what stands before and a brace. */
const sumPattern = /^,"crc":"([0-9a-f]{8})"\}$/;
const sumLength = ',"crc":"00000000"}'.length;
const brace = Buffer.from('}');

/** With its line end. `data`: the record's, as JSON. */
export function encodeRecord(head: Omit<JournalRecord, 'd'>, data: string): Buffer {
  const open = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"d":${data}`);
  return Buffer.concat([open, Buffer.from(`,"crc":"${sumOf(open)}"}\n`)]);
}

/** @param line Without its line end. @returns undefined where it is not what was written. */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const end = line.length - sumLength;
  const sum = sumPattern.exec(line.toString('latin1', Math.max(end, 0)))?.[1];
  if (sum === undefined || sum !== sumOf(line.subarray(0, end))) {
    return undefined;
  }
  const read = v.safeParse(record, parseJson(line.toString('utf8')));
  return read.success ? read.output : undefined;
}

function sumOf(open: Buffer): string {
  return (crc32c(brace, crc32c(open)) >>> 0).toString(16).padStart(8, '0');
}
