// Lines of one writer go to disk in their order, and stay in memory until they are sure to be there.
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Blobs } from './blobs';
import type { ConversationFolder } from './conversationFolder';
import { type Disk, syncFolder } from '../disk';
import { firstOf, type Line } from './line';
import { pauseAfter, type SaveHealth } from './saveHealth';
import { SegmentFile } from './segmentFile';
import { segmentName } from './segments';

/** In bytes. */
const largestSegment = 8 * 1024 * 1024;
const largestAppend = 1024 * 1024;

/** How long what was written may stay in the system's memory, in ms. */
const syncWithin = 1000;

export interface SegmentWriterParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly state: SaveHealth;
  readonly blobs: Blobs;
  /** The conversation's; made on the first write. */
  readonly folder: ConversationFolder;
  /** It was deleted: what was to be written in it is dropped. */
  readonly onGone: () => void;
  readonly writer: string;
  /** The first line of each segment. Asked for before the folder is made. */
  readonly header: () => Promise<Line>;
}

/**
 * When the disk refuses, whatever is not sure to be on it goes to a new segment: a torn line is never
 * followed by another. It is tried again after a pause, and whenever `sync` is called.
 */
export class SegmentWriter {
  readonly #parts: SegmentWriterParts;
  /** Not written yet. */
  #waiting: Line[] = [];
  /** Written, and not yet sure to outlive a power cut. */
  #unsynced: Line[] = [];
  #file: SegmentFile | undefined;
  #index = 0;
  #done: Promise<void> = Promise.resolve();
  #failures = 0;
  #retry: Disposable | undefined;
  #timer: Disposable | undefined;

  constructor(parts: SegmentWriterParts) {
    this.#parts = parts;
  }

  /** What the disk may not hold yet. */
  get unsure(): readonly Line[] {
    return [...this.#unsynced, ...this.#waiting];
  }

  /** Whether the disk holds all that was added. */
  get isSure(): boolean {
    return this.#unsynced.length === 0 && this.#waiting.length === 0;
  }

  /** Whether the disk refused some of it when that was last tried. */
  get isRefused(): boolean {
    return this.#failures > 0;
  }

  /** Writes it soon. While the disk refuses, it waits for the next try. */
  add(line: Line): void {
    this.#waiting.push(line);
    if (this.#failures === 0) {
      this.#enqueue(() => this.#write());
    }
  }

  /** Resolves when all that was added is on disk, or the disk has refused it. */
  async sync(): Promise<void> {
    this.#enqueue(async () => {
      await this.#write();
      await this.#datasync();
      this.#recover();
    });
    await this.#done;
  }

  /** As `sync`; holds no file open then, until something is added. */
  async rest(): Promise<void> {
    await this.sync();
    this.#enqueue(async () => await this.#file?.close());
    await this.#done;
  }

  async close(): Promise<void> {
    await this.rest();
    this.#retry?.dispose();
    this.#timer?.dispose();
  }

  #enqueue(task: () => Promise<void>): void {
    this.#done = this.#done.then(task).catch((error: unknown) => this.#fail(error));
  }

  async #write(): Promise<void> {
    if (this.#waiting.length > 0 && (await this.#dropIfGone())) {
      return;
    }
    while (this.#waiting.length > 0) {
      const lines = await firstOf(this.#waiting, largestAppend);
      for (const blob of lines.flatMap(({ blobs }) => blobs)) {
        await this.#parts.folder.make();
        await this.#parts.blobs.write(blob, this.#parts.writer);
      }
      const bytes = Buffer.concat(lines.map((line) => line.bytes));
      const file = await this.#fileFor(bytes.length);
      await file.append(bytes);
      this.#unsynced.push(...this.#waiting.splice(0, lines.length));
      this.#timer ??= this.#parts.clock.after(syncWithin, () => this.#tick());
    }
  }

  async #datasync(): Promise<void> {
    if (this.#unsynced.length > 0) {
      await this.#file?.datasync();
      this.#unsynced = [];
    }
  }

  /** Once nothing comes any more, the file is closed; conversations may be many. */
  #tick(): void {
    const idle = this.isSure;
    this.#timer = idle ? undefined : this.#parts.clock.after(syncWithin, () => this.#tick());
    this.#enqueue(async () => await (idle ? this.#file?.close() : this.#datasync()));
  }

  async #fileFor(length: number): Promise<SegmentFile> {
    if (this.#file !== undefined && !(await this.#file.reopen())) {
      await this.#leaveFile();
    }
    if (this.#file !== undefined && this.#file.size + length > largestSegment) {
      await this.#datasync();
      await this.#leaveFile();
    }
    this.#file ??= await this.#create();
    return this.#file;
  }

  async #leaveFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #create(): Promise<SegmentFile> {
    const { disk, folder, writer } = this.#parts;
    const header = await this.#parts.header();
    await folder.make();
    for (;;) {
      const name = segmentName(writer, this.#index);
      this.#index += 1;
      const file = await SegmentFile.create(disk, join(folder.path, name));
      if (file !== undefined) {
        try {
          await syncFolder(disk, folder.path);
          await file.append(header.bytes);
          return file;
        } catch (error) {
          await file.close().catch(() => undefined);
          // It holds nothing yet; while the disk is full, each try would leave another one.
          await disk.rm(file.path, { force: true }).catch(() => undefined);
          throw error;
        }
      }
    }
  }

  async #fail(reason: unknown): Promise<void> {
    this.#waiting = [...this.#unsynced, ...this.#waiting];
    this.#unsynced = [];
    await this.#leaveFile().catch(() => undefined);
    if (await this.#dropIfGone()) {
      return;
    }
    this.#failures += 1;
    this.#retry?.dispose();
    this.#retry = this.#parts.clock.after(pauseAfter(this.#failures), () => void this.sync());
    this.#parts.state.failed(this, reason);
  }

  async #dropIfGone(): Promise<boolean> {
    const { folder, onGone } = this.#parts;
    if (!(await folder.isGone())) {
      return false;
    }
    this.#waiting = [];
    this.#unsynced = [];
    await this.#leaveFile().catch(() => undefined);
    this.#recover();
    onGone();
    return true;
  }

  #recover(): void {
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#retry?.dispose();
      this.#retry = undefined;
      this.#parts.state.saved(this);
    }
  }
}
