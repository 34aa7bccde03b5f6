// Segments: the append-only files of a conversation's journal, each written by one window only.
import { join } from 'node:path';
import { compare } from '../../../base/compare';
import { readFolder, undefinedIfMissing, type Disk } from '../disk';
import { EventLoopYielder } from '../eventLoopYielder';
import { decodeRecord, type JournalRecord } from './record';
import { signalsWriter } from './signals';

export interface Segment {
  /** The file's name in the conversation's folder. */
  readonly name: string;
  readonly writer: string;
  readonly index: number;
}

const metaSuffix = '.meta';
const fileName = /^(.+)-(\d+)\.jsonl$/;

/** Titles, pins and deletions have their own segments, which the history can read without the others. */
export function metaWriter(writer: string): string {
  return `${writer}${metaSuffix}`;
}

export function isMetaSegment({ writer }: Segment): boolean {
  return writer.endsWith(metaSuffix);
}

export function segmentName(writer: string, index: number): string {
  return `${writer}-${index}.jsonl`;
}

/** The segments among a folder's files, those of one writer in the order of writing. */
export function segmentsAmong(names: readonly string[]): readonly Segment[] {
  const segments = names.flatMap((name) => {
    const [, writer, index] = fileName.exec(name) ?? [];
    return writer === undefined ? [] : [{ name, writer, index: Number(index) }];
  });
  return segments.toSorted((a, b) => compare(a.writer, b.writer) || a.index - b.index);
}

export interface ParsedLines {
  readonly records: readonly JournalRecord[];
  readonly corruptLines: readonly Buffer[];
  /** Where the last complete line ends, in bytes; what follows is torn or still being written. */
  readonly end: number;
}

export async function parseLines(
  bytes: Buffer,
  conversation: string,
  writer: string,
): Promise<ParsedLines> {
  const records: JournalRecord[] = [];
  const corruptLines: Buffer[] = [];
  const yielder = new EventLoopYielder();
  let start = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(0x0a, start);
    if (lineEnd < 0) {
      return { records, corruptLines, end: start };
    }
    const line = bytes.subarray(start, lineEnd);
    const record = decodeRecord(line);
    if (record?.conversation === conversation && record.writer === writer) {
      records.push(record);
    } else if (line.length > 0) {
      corruptLines.push(line);
    }
    start = lineEnd + 1;
    await yielder.next();
  }
}

export interface CorruptSegment {
  readonly segment: string;
  readonly lines: readonly Buffer[];
  /** Set if the file could not be read at all. */
  readonly error?: unknown;
}

export interface ReadSegments {
  /** The records of all writers, merged. */
  readonly records: readonly JournalRecord[];
  readonly corruptSegments: readonly CorruptSegment[];
  /** How far each segment was read, and the size of each signals file, by file name. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Reads a conversation's segments, or those that match `filter`. */
export async function readSegments(
  disk: Disk,
  folder: string,
  conversation: string,
  filter: (segment: Segment) => boolean = () => true,
): Promise<ReadSegments> {
  const records: JournalRecord[] = [];
  const corruptSegments: CorruptSegment[] = [];
  const ends = new Map<string, number>();
  const names = await readFolder(disk, folder);
  for (const name of names.filter((file) => signalsWriter(file) !== undefined)) {
    const file = await disk.stat(join(folder, name)).catch(undefinedIfMissing);
    ends.set(name, file?.size ?? 0);
  }
  for (const segment of segmentsAmong(names).filter(filter)) {
    const { name, writer } = segment;
    try {
      const bytes = await disk.readFile(join(folder, name));
      const parsed = await parseLines(bytes, conversation, writer);
      // `push(...records)` fails for more than some 100,000 items.
      for (const record of parsed.records) {
        records.push(record);
      }
      ends.set(name, parsed.end);
      if (parsed.corruptLines.length > 0) {
        corruptSegments.push({ segment: name, lines: parsed.corruptLines });
      }
    } catch (error) {
      corruptSegments.push({ segment: name, lines: [], error });
    }
  }
  return { records: mergeRecords(records), corruptSegments, ends };
}

/**
 * Puts records into the one order that all windows agree on: by Lamport time, writer and number. Removes
 * duplicates: a writer repeats records of which it does not know whether they reached the disk.
 */
export function mergeRecords(records: readonly JournalRecord[]): readonly JournalRecord[] {
  if (isMerged(records)) {
    return records;
  }
  const known = new Map<string, Set<number>>();
  return records
    .filter(({ writer, seq }) => {
      const numbers = known.get(writer) ?? new Set();
      known.set(writer, numbers);
      const isNew = !numbers.has(seq);
      numbers.add(seq);
      return isNew;
    })
    .toSorted((a, b) => a.lamport - b.lamport || compare(a.writer, b.writer) || a.seq - b.seq);
}

/** Whether all records are of one writer and in order, as in most conversations: sorting 50,000 takes 10 ms. */
function isMerged(records: readonly JournalRecord[]): boolean {
  return records.every((record, index) => {
    const before = records[index - 1];
    return (
      before === undefined ||
      (before.writer === record.writer &&
        before.seq < record.seq &&
        before.lamport <= record.lamport)
    );
  });
}
