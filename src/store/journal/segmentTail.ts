// What other windows append to a conversation that is open here is read as it comes.
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { type Disk, orUndefinedIfMissing } from '../disk';
import type { JournalRecord } from './record';
import { listSegments, mergeRecords, type ReadLines, readLines, type Segment } from './segments';

/** Some file systems do not tell of changes: it is looked so often all the same, in ms. */
const lookEvery = 1000;

/** Up to where a conversation was read. */
export interface ReadPosition {
  /** By name of segment, in bytes. */
  readonly ends: ReadonlyMap<string, number>;
  /** By writer, the highest number; not that of a header, which may stand before what is written again. */
  readonly numbers: ReadonlyMap<string, number>;
}

export function positionAfter(
  records: readonly JournalRecord[],
  ends: ReadonlyMap<string, number>,
): ReadPosition {
  const numbers = new Map<string, number>();
  for (const { k, w, n } of records) {
    if (k !== 'header') {
      numbers.set(w, Math.max(n, numbers.get(w) ?? 0));
    }
  }
  return { ends, numbers };
}

export interface SegmentTailParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
  readonly conversation: string;
  /** Undefined: from the beginning. */
  readonly from: ReadPosition | undefined;
  /** Whether a segment is to be read. */
  readonly reads: (segment: Segment) => boolean;
  /** Called when there is nothing to be read: it may have been deleted. */
  readonly missing: () => Promise<void>;
  /** Gets what was appended, merged; is awaited before it gets more. */
  readonly take: (records: readonly JournalRecord[]) => Promise<void>;
  /** Gets what kept something from being read; it is tried again at the next look. */
  readonly failed: (error: unknown) => void;
}

export class SegmentTail implements Disposable {
  readonly #parts: SegmentTailParts;
  #ends: ReadonlyMap<string, number>;
  #numbers: ReadonlyMap<string, number>;
  readonly #begin: NodeJS.Immediate;
  #watcher: FSWatcher | undefined;
  #timer: Disposable | undefined;
  #looking: Promise<void> | undefined;
  /** Something has changed since the look that is under way began. */
  #again = false;
  #ended = false;

  constructor(parts: SegmentTailParts) {
    this.#parts = parts;
    this.#ends = new Map(parts.from?.ends);
    this.#numbers = new Map(parts.from?.numbers);
    // Watching takes its time, and a window that starts has a blank chat, of which there is nothing to hear yet.
    this.#begin = setImmediate(() => this.#lookRegularly());
  }

  dispose(): void {
    this.#ended = true;
    clearImmediate(this.#begin);
    this.#timer?.dispose();
    this.#watcher?.close();
  }

  #lookRegularly(): void {
    this.#watch();
    this.#look();
    this.#timer = this.#parts.clock.after(lookEvery, () => this.#lookRegularly());
  }

  /** The folder may not be there yet. */
  #watch(): void {
    if (this.#watcher !== undefined) {
      return;
    }
    try {
      this.#watcher = watch(this.#parts.folder, { persistent: false }, () => this.#look());
      this.#watcher.on('error', () => this.#unwatch());
    } catch {
      this.#unwatch();
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #look(): void {
    if (this.#looking !== undefined || this.#ended) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#looking = this.#read()
      .catch((error: unknown) => this.#parts.failed(error))
      .finally(() => {
        this.#looking = undefined;
        if (this.#again) {
          this.#look();
        }
      });
  }

  /** What was told is not told again; what could not be is read again at the next look. */
  async #read(): Promise<void> {
    const { disk, folder, reads, missing, take, failed } = this.#parts;
    const records: JournalRecord[] = [];
    const ends = new Map(this.#ends);
    const numbers = new Map(this.#numbers);
    const unread = new Set<string>();
    const segments = await listSegments(disk, folder);
    if (segments.length === 0) {
      await missing();
    }
    for (const segment of segments.filter(reads)) {
      const { name, writer } = segment;
      // A writer's later segments wait for its earlier ones: what comes late would seem to be told.
      const read = unread.has(writer)
        ? undefined
        : await this.#readOn(segment).catch((error: unknown) => {
            failed(error);
            return undefined;
          });
      if (read === undefined) {
        unread.add(writer);
        continue;
      }
      ends.set(name, read.end);
      for (const record of read.records) {
        if (isNew(record, numbers)) {
          records.push(record);
        }
      }
    }
    if (records.length > 0 && !this.#ended) {
      await take(mergeRecords(records));
    }
    this.#ends = ends;
    this.#numbers = numbers;
  }

  async #readOn({ name, writer }: Segment): Promise<Pick<ReadLines, 'records' | 'end'>> {
    const { disk, folder, conversation } = this.#parts;
    const path = join(folder, name);
    const from = this.#ends.get(name) ?? 0;
    const { size } = (await disk.stat(path).catch(orUndefinedIfMissing)) ?? { size: 0 };
    if (size <= from) {
      return { records: [], end: from };
    }
    const file = await disk.open(path, 'r');
    try {
      const bytes = Buffer.alloc(size - from);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      const { records, end } = await readLines(bytes.subarray(0, bytesRead), conversation, writer);
      return { records, end: from + end };
    } finally {
      await file.close();
    }
  }
}

/** What was written again, since it was not sure to be on disk, is told once. */
function isNew({ k, w, n }: JournalRecord, numbers: Map<string, number>): boolean {
  if (k === 'header' || n <= (numbers.get(w) ?? 0)) {
    return false;
  }
  numbers.set(w, n);
  return true;
}
