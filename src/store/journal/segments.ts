// A conversation's journal lies in segments, each written by one window alone; together they are read as one.
import { join } from 'node:path';
import { type Disk, orUndefinedIfMissing } from '../disk';
import { decodeRecord, type JournalRecord } from './record';
import { EventLoopYielder } from '../yieldToEventLoop';

export interface Segment {
  /** Of the file, in the conversation's folder. */
  readonly name: string;
  /** `w` of its records. */
  readonly writer: string;
  readonly index: number;
}

/** Titles, pins and deletions have segments of their own, so that they are found without reading the rest. */
const metaSuffix = '.meta';
const namePattern = /^(.+)-(\d+)\.jsonl$/;

export function metaWriter(writer: string): string {
  return `${writer}${metaSuffix}`;
}

export function isMeta({ writer }: Segment): boolean {
  return writer.endsWith(metaSuffix);
}

export function segmentName(writer: string, index: number): string {
  return `${writer}-${index}.jsonl`;
}

/** Undefined for a file that is none. */
export function segmentOf(name: string): Segment | undefined {
  const [, writer, index] = namePattern.exec(name) ?? [];
  return writer === undefined ? undefined : { name, writer, index: Number(index) };
}

/** In the order of their writing, as far as one writer's go. None where there is no such folder. */
export async function listSegments(disk: Disk, folder: string): Promise<readonly Segment[]> {
  const names = (await disk.readdir(folder).catch(orUndefinedIfMissing)) ?? [];
  return names
    .flatMap((name) => segmentOf(name) ?? [])
    .toSorted((a, b) => compare(a.writer, b.writer) || a.index - b.index);
}

export interface ReadLines {
  /** In the order of the file. */
  readonly records: readonly JournalRecord[];
  /** Whole lines that are not what was written. */
  readonly damaged: readonly Buffer[];
  /** Up to where whole lines went; what follows is torn, or being written. */
  readonly end: number;
}

/** Reads what a segment's bytes hold. Gives others their turn every few ms. */
export async function readLines(
  bytes: Buffer,
  conversation: string,
  writer: string,
): Promise<ReadLines> {
  const records: JournalRecord[] = [];
  const damaged: Buffer[] = [];
  const turns = new EventLoopYielder();
  let start = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(0x0a, start);
    if (lineEnd < 0) {
      return { records, damaged, end: start };
    }
    const line = bytes.subarray(start, lineEnd);
    const record = decodeRecord(line);
    if (record !== undefined && record.c === conversation && record.w === writer) {
      records.push(record);
    } else if (line.length > 0) {
      damaged.push(line);
    }
    start = lineEnd + 1;
    await turns.next();
  }
}

export interface SegmentDamage {
  readonly segment: string;
  readonly lines: readonly Buffer[];
  /** Why nothing of it could be read. */
  readonly error?: unknown;
}

export interface ReadSegments {
  /** Of all writers, in the one order that every reader puts them in; each once. */
  readonly records: readonly JournalRecord[];
  readonly damage: readonly SegmentDamage[];
  /** By name of segment: up to where it was read. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Reads a conversation's segments; those of `only` where it is given. */
export async function readSegments(
  disk: Disk,
  folder: string,
  conversation: string,
  only: (segment: Segment) => boolean = () => true,
): Promise<ReadSegments> {
  const records: JournalRecord[] = [];
  const damage: SegmentDamage[] = [];
  const ends = new Map<string, number>();
  for (const segment of (await listSegments(disk, folder)).filter(only)) {
    const { name, writer } = segment;
    try {
      const bytes = await disk.readFile(join(folder, name));
      const read = await readLines(bytes, conversation, writer);
      for (const record of read.records) {
        records.push(record);
      }
      ends.set(name, read.end);
      if (read.damaged.length > 0) {
        damage.push({ segment: name, lines: read.damaged });
      }
    } catch (error) {
      damage.push({ segment: name, lines: [], error });
    }
  }
  return { records: mergeRecords(records), damage, ends };
}

/** Sorts by Lamport time, writer and number. What was written twice, since it was not known to be on disk, comes once. */
export function mergeRecords(records: readonly JournalRecord[]): readonly JournalRecord[] {
  const known = new Map<string, Set<number>>();
  return records
    .filter(({ w, n }) => {
      const numbers = known.get(w) ?? new Set();
      known.set(w, numbers);
      const isFresh = !numbers.has(n);
      numbers.add(n);
      return isFresh;
    })
    .toSorted((a, b) => a.l - b.l || compare(a.w, b.w) || a.n - b.n);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
