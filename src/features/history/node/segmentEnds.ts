// SegmentEnds: reads a segment's records from its start or its end, and only as many bytes as the caller needs.
// Otherwise a list of ten thousand conversations would take too long.
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeRecord, type JournalRecord } from '../../../storage/node/journal/record';

/** Most segments start with a short question and end with a short record. */
const firstReadBytes = 4 * 1024;
/** Each further read is so many times as long. */
const growth = 8;
const lineEnd = 0x0a;

export class SegmentEnds {
  #head: Buffer = Buffer.alloc(0);

  /** @throws if the file does not exist. */
  static read<T>(path: string, size: number, read: (ends: SegmentEnds) => T): T {
    const file = openSync(path, 'r');
    try {
      return read(new SegmentEnds(file, size));
    } finally {
      closeSync(file);
    }
  }

  private constructor(
    private readonly file: number,
    private readonly size: number,
  ) {}

  /** The records from the first one on, without damaged ones. */
  *fromStart(): Generator<JournalRecord, void, undefined> {
    let start = 0;
    for (;;) {
      const end = this.#head.indexOf(lineEnd, start);
      if (end >= 0) {
        yield* recordOf(this.#head.subarray(start, end));
        start = end + 1;
      } else {
        const known = this.#head.length;
        this.#head = this.#bytes(0, Math.max(firstReadBytes, known * growth));
        if (this.#head.length === known) {
          return;
        }
      }
    }
  }

  /** The records from the last one back, without damaged ones. */
  *fromEnd(): Generator<JournalRecord, void, undefined> {
    let tail =
      this.size <= this.#head.length ? this.#head : this.#bytes(this.size - firstReadBytes);
    let end = tail.lastIndexOf(lineEnd);
    while (end >= 0) {
      const before = end === 0 ? -1 : tail.lastIndexOf(lineEnd, end - 1);
      if (before < 0 && tail.length < this.size) {
        const longer = this.#bytes(this.size - tail.length * growth);
        if (longer.length <= tail.length) {
          return;
        }
        end += longer.length - tail.length;
        tail = longer;
      } else {
        yield* recordOf(tail.subarray(before + 1, end));
        end = before;
      }
    }
  }

  #bytes(from: number, to = this.size): Buffer {
    const start = Math.max(0, from);
    const bytes = Buffer.allocUnsafe(Math.min(to, this.size) - start);
    let read = 0;
    while (read < bytes.length) {
      const count = readSync(this.file, bytes, read, bytes.length - read, start + read);
      if (count === 0) {
        // The file is shorter than its size was.
        return bytes.subarray(0, read);
      }
      read += count;
    }
    return bytes;
  }
}

function recordOf(line: Buffer): readonly JournalRecord[] {
  const record = decodeRecord(line);
  return record === undefined ? [] : [record];
}
