// Journal records: a JSON line each, with its writer, its place in the order and a checksum.
import { buf as crc32c } from 'crc-32/crc32c';
import * as v from 'valibot';
import { parseJson } from '../../../base/parseJson';

/** Lines of a newer version are skipped, and make the conversation read-only. */
export const recordVersion = 1;

export interface JournalRecord {
  readonly version: number;
  readonly conversation: string;
  /** One activation of one window; its metadata segments count as another writer. */
  readonly writer: string;
  /** Numbers a writer's records in a conversation. A number that appears twice is one record written twice. */
  readonly seq: number;
  /** Lamport time: greater than that of each record that the writer had read. */
  readonly lamport: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly type: string;
  readonly data: unknown;
}

/** The names on disk are short because a conversation has thousands of records. */
const storedRecord = v.object({
  v: v.number(),
  c: v.string(),
  w: v.string(),
  n: v.number(),
  l: v.number(),
  t: v.number(),
  k: v.string(),
  d: v.unknown(),
});

/** The checksum is last in the line: it covers the line without it. */
const checksumPattern = /^,"crc":"([0-9a-f]{8})"\}$/;
const checksumLength = ',"crc":"00000000"}'.length;
const closingBrace = Buffer.from('}');

/** Returns the line with its line end. @param json The record's data. */
export function encodeRecord(record: Omit<JournalRecord, 'data'>, json: string): Buffer {
  const { version, conversation, writer, seq, lamport, time, type } = record;
  const stored = { v: version, c: conversation, w: writer, n: seq, l: lamport, t: time, k: type };
  const body = Buffer.from(`${JSON.stringify(stored).slice(0, -1)},"d":${json}`);
  return Buffer.concat([body, Buffer.from(`,"crc":"${checksum(body)}"}\n`)]);
}

/** @param line Without its line end. @returns undefined for a damaged line. */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const end = line.length - checksumLength;
  const sum = checksumPattern.exec(line.toString('latin1', Math.max(end, 0)))?.[1];
  if (sum === undefined || sum !== checksum(line.subarray(0, end))) {
    return undefined;
  }
  const read = v.safeParse(storedRecord, parseJson(line.toString('utf8')));
  if (!read.success) {
    return undefined;
  }
  const { v: version, c: conversation, w: writer, n: seq, l: lamport, t: time } = read.output;
  return {
    version,
    conversation,
    writer,
    seq,
    lamport,
    time,
    type: read.output.k,
    data: read.output.d,
  };
}

/** CRC-32C of the body and a closing brace. */
function checksum(body: Buffer): string {
  return (crc32c(closingBrace, crc32c(body)) >>> 0).toString(16).padStart(8, '0');
}
