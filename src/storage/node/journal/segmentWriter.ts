// SegmentWriter: writes one writer's entries in order, and keeps each in memory until it would survive a power cut.
import { constants, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../base/clock';
import { DisposableValue, type Disposable } from '../../../base/disposable';
import { fileMode, syncFolder, undefinedIf, undefinedIfMissing, type Disk } from '../disk';
import type { BlobFiles } from './blobs';
import type { ConversationFolder } from './conversationFolder';
import type { Entry, Header } from './entry';
import { encodeLine, firstLines, type JournalLine } from './journalLine';
import { retryDelay, type SaveHealth } from './saveHealth';
import { segmentName } from './segments';

const maxAppendBytes = 1024 * 1024;

/** Written lines are synced within this time. */
const syncIntervalMs = 1000;

export interface SegmentWriterDeps {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly saveHealth: SaveHealth;
  readonly blobs: BlobFiles;
  /** Created by the first write. */
  readonly folder: ConversationFolder;
  /** Called if the folder was deleted; the lines are dropped. */
  readonly onDeleted: () => void;
  readonly id: string;
  readonly writer: string;
  /** The first entry of each segment. Called before the folder is created. */
  readonly header: () => Promise<Header>;
}

/**
 * After an error, all lines that are not durable go to a new segment, since a torn line must stay the last of
 * its segment. They are written again after a delay, and by each call of `sync`.
 */
export class SegmentWriter {
  #unwritten: JournalLine[] = [];
  #unsynced: JournalLine[] = [];
  #file: SegmentFile | undefined;
  #nextIndex = 0;
  #lastSeq = 0;
  /** Tasks run one after another. */
  #tasks: Promise<void> = Promise.resolve();
  #failures = 0;
  readonly #retryTimer = new DisposableValue();
  #syncTimer: Disposable | undefined;

  constructor(private readonly deps: SegmentWriterDeps) {}

  /** The lines that are not durable. */
  get pending(): readonly JournalLine[] {
    return [...this.#unsynced, ...this.#unwritten];
  }

  get isDurable(): boolean {
    return this.pending.length === 0;
  }

  /** Whether the last attempt to write failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** Writes the entry soon; after a failure, with the next attempt. */
  add(entry: Entry, lamport: number): JournalLine {
    const line = this.#encode(entry, lamport);
    this.#unwritten.push(line);
    if (this.#failures === 0) {
      this.#enqueue(() => this.#write());
    }
    return line;
  }

  /** Resolves when all entries are durable or an attempt has failed. */
  async sync(): Promise<void> {
    this.#enqueue(async () => {
      await this.#write();
      await this.#datasync();
      this.#reportSuccess();
    });
    await this.#tasks;
  }

  /** Does what `sync` does; also closes the file until the next entry. */
  async syncAndClose(): Promise<void> {
    await this.sync();
    this.#enqueue(async () => await this.#file?.close());
    await this.#tasks;
  }

  async close(): Promise<void> {
    await this.syncAndClose();
    this.#retryTimer.value = undefined;
    this.#syncTimer?.dispose();
  }

  #encode(entry: Entry, lamport: number): JournalLine {
    const { id: conversation, writer, clock } = this.deps;
    this.#lastSeq += 1;
    const order = { conversation, writer, seq: this.#lastSeq, lamport };
    return encodeLine(entry, order, clock.now());
  }

  #enqueue(task: () => Promise<void>): void {
    this.#tasks = this.#tasks.then(task).catch((error: unknown) => this.#fail(error));
  }

  async #write(): Promise<void> {
    if (this.#unwritten.length > 0 && (await this.#dropIfDeleted())) {
      return;
    }
    while (this.#unwritten.length > 0) {
      const lines = await firstLines(this.#unwritten, maxAppendBytes);
      for (const blob of lines.flatMap(({ blobs }) => blobs)) {
        await this.deps.folder.create();
        await this.deps.blobs.write(blob, this.deps.writer);
      }
      const bytes = Buffer.concat(lines.map((line) => line.bytes));
      const file = await this.#openFile();
      await file.append(bytes);
      this.#unsynced.push(...this.#unwritten.splice(0, lines.length));
      this.#syncTimer ??= this.deps.clock.after(syncIntervalMs, () => this.#onSyncTimer());
    }
  }

  async #datasync(): Promise<void> {
    if (this.#unsynced.length > 0) {
      await this.#file?.datasync();
      this.#unsynced = [];
    }
  }

  /** Syncs while lines arrive, then closes the file: a window may have written many conversations. */
  #onSyncTimer(): void {
    const isIdle = this.isDurable;
    this.#syncTimer = isIdle
      ? undefined
      : this.deps.clock.after(syncIntervalMs, () => this.#onSyncTimer());
    this.#enqueue(async () => await (isIdle ? this.#file?.close() : this.#datasync()));
  }

  async #openFile(): Promise<SegmentFile> {
    if (this.#file !== undefined && !(await this.#file.reopen())) {
      await this.#closeSegment();
    }
    this.#file ??= await this.#createSegment();
    return this.#file;
  }

  async #closeSegment(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #createSegment(): Promise<SegmentFile> {
    const { disk, folder, writer } = this.deps;
    const header = this.#encode(await this.deps.header(), 0);
    await folder.create();
    for (;;) {
      const name = segmentName(writer, this.#nextIndex);
      this.#nextIndex += 1;
      const file = await SegmentFile.create(disk, join(folder.path, name));
      if (file !== undefined) {
        try {
          await syncFolder(disk, folder.path);
          await file.append(header.bytes);
          return file;
        } catch (error) {
          await file.close().catch(() => undefined);
          // Otherwise each attempt on a full disk would leave an empty file.
          await disk.rm(file.path, { force: true }).catch(() => undefined);
          throw error;
        }
      }
    }
  }

  async #fail(reason: unknown): Promise<void> {
    this.#unwritten = [...this.#unsynced, ...this.#unwritten];
    this.#unsynced = [];
    await this.#closeSegment().catch(() => undefined);
    if (await this.#dropIfDeleted()) {
      return;
    }
    const { clock, saveHealth } = this.deps;
    this.#failures += 1;
    this.#retryTimer.value = clock.after(retryDelay(this.#failures), () => void this.sync());
    saveHealth.reportFailure(this, reason);
  }

  async #dropIfDeleted(): Promise<boolean> {
    const { folder, onDeleted } = this.deps;
    if (!(await folder.isDeleted())) {
      return false;
    }
    this.#unwritten = [];
    this.#unsynced = [];
    await this.#closeSegment().catch(() => undefined);
    this.#reportSuccess();
    onDeleted();
    return true;
  }

  #reportSuccess(): void {
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#retryTimer.value = undefined;
      this.deps.saveHealth.reportSuccess(this);
    }
  }
}

/** A file that only its creator appends to. */
class SegmentFile {
  /** The bytes of all appends that succeeded. */
  size = 0;

  /** @param file Undefined while it is closed between two appends. */
  private constructor(
    private readonly disk: Disk,
    readonly path: string,
    private file: FileHandle | undefined,
  ) {}

  /** Undefined if the file exists: it belongs to another writer. */
  static async create(disk: Disk, path: string): Promise<SegmentFile | undefined> {
    const file = await disk.open(path, 'wx', fileMode).catch(undefinedIf('EEXIST'));
    return file && new SegmentFile(disk, path, file);
  }

  /** Opens the file again if it was closed. Returns false if it was removed or changed since it was closed. */
  async reopen(): Promise<boolean> {
    if (this.file !== undefined) {
      return true;
    }
    const flags = constants.O_WRONLY | constants.O_APPEND;
    this.file = await this.disk.open(this.path, flags).catch(undefinedIfMissing);
    return this.file !== undefined && (await this.file.stat()).size === this.size;
  }

  /** After an error the file must not be appended to: its last line may be torn. */
  async append(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#open.write(bytes, written);
      written += bytesWritten;
    }
    this.size += bytes.length;
  }

  /** Makes the appended bytes survive a power cut. @throws if the file was removed meanwhile. */
  async datasync(): Promise<void> {
    await this.#open.datasync();
    await this.disk.stat(this.path);
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = undefined;
    await file?.close();
  }

  get #open(): FileHandle {
    if (this.file === undefined) {
      throw new Error('The segment is closed.');
    }
    return this.file;
  }
}
