// What one window writes of one conversation: events become numbered lines, answers' pieces are gathered.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Blobs } from './blobs';
import type { ConversationFolder } from './conversationFolder';
import { type DeltaEvent, joinDeltas } from './deltas';
import type { Disk } from '../disk';
import type { Entry, Header } from './entry';
import { blobIn, type Line, lineOf } from './line';
import type { JournalRecord } from './record';
import type { SaveHealth } from './saveHealth';
import { SegmentWriter, type SegmentWriterParts } from './segmentWriter';
import { metaWriter } from './segments';

/** How long an answer's pieces wait to be written together, in ms; with what they took to come here, under 250. */
const gatherMs = 100;
/** So many bytes do not wait. */
const gatherSize = 4096;

export interface ConversationLogParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly state: SaveHealth;
  readonly folder: ConversationFolder;
  /** It was deleted, in another window. */
  readonly onGone: () => void;
  readonly id: string;
  readonly writer: string;
  /** Of a conversation that was neither begun nor read here. */
  readonly readHeader: () => Promise<Header>;
}

export class ConversationJournal {
  readonly #parts: ConversationLogParts;
  readonly #events: Stream;
  /** Titles, pins and deletions: they are found without reading the rest. */
  readonly #meta: Stream;
  readonly #blobs: Blobs;
  /** Of the reads that are under way: what is appended meanwhile goes to each. */
  readonly #beside = new Set<Line[]>();
  #header: Header | undefined;
  #delta: DeltaEvent | undefined;
  #gathered = 0;
  #timer: Disposable | undefined;
  /** The latest Lamport time that was seen. */
  #latest = 0;

  constructor(parts: ConversationLogParts) {
    this.#parts = parts;
    this.#blobs = new Blobs(parts.disk, parts.folder.path);
    const shared: StreamParts = {
      ...parts,
      blobs: this.#blobs,
      header: async () => (this.#header ??= await parts.readHeader()),
      onAdd: (line) => {
        for (const lines of this.#beside) {
          lines.push(line);
        }
      },
    };
    this.#events = new Stream(shared, parts.writer);
    this.#meta = new Stream(shared, metaWriter(parts.writer));
  }

  get folder(): ConversationFolder {
    return this.#parts.folder;
  }

  /** What was read of the disk, and what that may lack: what it does not hold for sure, and what is appended until then. */
  async beside<T>(read: () => Promise<T>): Promise<readonly [T, readonly Line[]]> {
    const lines = [...this.#unsure];
    this.#beside.add(lines);
    try {
      return [await read(), lines];
    } finally {
      this.#beside.delete(lines);
    }
  }

  /** Whether the disk holds all that was appended. */
  get isSure(): boolean {
    return this.#delta === undefined && this.#events.writer.isSure && this.#meta.writer.isSure;
  }

  /** Whether the disk refused some of it when that was last tried. */
  get isRefused(): boolean {
    return this.#events.writer.isRefused || this.#meta.writer.isRefused;
  }

  /** Undefined until it is begun or read here. */
  get header(): Header | undefined {
    return this.#header;
  }

  /** The header of its segments, unless it has one. */
  begin(header: Header): void {
    this.#header ??= header;
  }

  /** What is written from now on comes after those. */
  follows(records: readonly JournalRecord[]): void {
    this.#latest = records.reduce((latest, { l }) => Math.max(latest, l), this.#latest);
  }

  append(entry: Entry): void {
    switch (entry.type) {
      case 'textAppended':
        this.#gather(entry);
        return;
      case 'renamed':
      case 'pin':
      case 'delete':
        this.#meta.add(entry, this.#nextTime());
        return;
      default:
        this.#writeGathered();
        this.#events.add(entry, this.#nextTime());
        if (entry.type === 'ended') {
          void this.#events.writer.sync();
        }
    }
  }

  /** Resolves when all that was appended is on disk, or the disk has refused it. */
  async sync(): Promise<void> {
    this.#writeGathered();
    await Promise.all([this.#events.writer.sync(), this.#meta.writer.sync()]);
  }

  /** As `sync`; holds no file open then, until something is appended: its folder may be moved. */
  async rest(): Promise<void> {
    this.#writeGathered();
    await Promise.all([this.#events.writer.rest(), this.#meta.writer.rest()]);
  }

  async close(): Promise<void> {
    this.#writeGathered();
    await Promise.all([this.#events.writer.close(), this.#meta.writer.close()]);
  }

  async readBlob(hash: string): Promise<Buffer | undefined> {
    return blobIn(this.#unsure, hash) ?? (await this.#blobs.read(hash));
  }

  get #unsure(): readonly Line[] {
    return [...this.#events.writer.unsure, ...this.#meta.writer.unsure];
  }

  #gather(delta: DeltaEvent): void {
    if (this.#delta !== undefined && this.#delta.answerId !== delta.answerId) {
      this.#writeGathered();
    }
    this.#delta = joinDeltas(this.#delta, delta);
    this.#gathered += Buffer.byteLength(delta.text) + Buffer.byteLength(delta.reasoning);
    if (this.#gathered >= gatherSize) {
      this.#writeGathered();
    } else {
      this.#timer ??= this.#parts.clock.after(gatherMs, () => this.#writeGathered());
    }
  }

  #writeGathered(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#gathered = 0;
    if (this.#delta !== undefined) {
      this.#events.add(this.#delta, this.#nextTime());
      this.#delta = undefined;
    }
  }

  /** Not before now, so that it comes after what was written earlier even where that was not read here. */
  #nextTime(): number {
    this.#latest = Math.max(this.#latest + 1, this.#parts.clock.now());
    return this.#latest;
  }
}

interface StreamParts extends Omit<SegmentWriterParts, 'writer' | 'header'> {
  readonly id: string;
  readonly header: () => Promise<Header>;
  readonly onAdd: (line: Line) => void;
}

/** One writer's numbered records. */
class Stream {
  readonly #parts: StreamParts;
  readonly #name: string;
  #count = 0;
  readonly writer: SegmentWriter;

  constructor(parts: StreamParts, name: string) {
    this.#parts = parts;
    this.#name = name;
    this.writer = new SegmentWriter({
      ...parts,
      writer: name,
      header: async () => this.#line(await parts.header(), 0),
    });
  }

  add(entry: Entry, time: number): void {
    const line = this.#line(entry, time);
    this.writer.add(line);
    this.#parts.onAdd(line);
  }

  #line(entry: Entry, l: number): Line {
    this.#count += 1;
    const { id, clock } = this.#parts;
    return lineOf(entry, { c: id, w: this.#name, n: this.#count, l }, clock.now());
  }
}
