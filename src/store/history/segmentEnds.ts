// A list of ten thousand conversations has no time to read them: the ends of their segments tell enough.
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeRecord, type JournalRecord } from '../journal/record';

/** In bytes. Most segments begin with a short question and end with a short record. */
const firstRead = 4 * 1024;
const lineEnd = 0x0a;

/** Of a segment, read from its ends inwards as far as is asked for. */
export class SegmentEnds {
  readonly #file: number;
  readonly #size: number;
  #head: Buffer = Buffer.alloc(0);

  /** @throws where the file is gone. */
  static read<T>(path: string, size: number, read: (ends: SegmentEnds) => T): T {
    const file = openSync(path, 'r');
    try {
      return read(new SegmentEnds(file, size));
    } finally {
      closeSync(file);
    }
  }

  private constructor(file: number, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** The records from the first one on; what is damaged is passed over. */
  *fromStart(): Generator<JournalRecord, void, undefined> {
    let start = 0;
    for (;;) {
      const end = this.#head.indexOf(lineEnd, start);
      if (end >= 0) {
        yield* recordOf(this.#head.subarray(start, end));
        start = end + 1;
      } else {
        const known = this.#head.length;
        this.#head = this.#bytes(0, Math.max(firstRead, known * 8));
        if (this.#head.length === known) {
          return;
        }
      }
    }
  }

  /** The records from the last one back; a torn one is passed over. */
  *fromEnd(): Generator<JournalRecord, void, undefined> {
    let tail = this.#size <= this.#head.length ? this.#head : this.#bytes(this.#size - firstRead);
    let end = tail.lastIndexOf(lineEnd);
    while (end >= 0) {
      const before = end === 0 ? -1 : tail.lastIndexOf(lineEnd, end - 1);
      if (before < 0 && tail.length < this.#size) {
        const longer = this.#bytes(this.#size - tail.length * 8);
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

  #bytes(from: number, to = this.#size): Buffer {
    const start = Math.max(0, from);
    const bytes = Buffer.allocUnsafe(Math.min(to, this.#size) - start);
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(this.#file, bytes, read, bytes.length - read, start + read);
      if (more === 0) {
        // It has become shorter since.
        return bytes.subarray(0, read);
      }
      read += more;
    }
    return bytes;
  }
}

function recordOf(line: Buffer): readonly JournalRecord[] {
  const record = decodeRecord(line);
  return record === undefined ? [] : [record];
}
