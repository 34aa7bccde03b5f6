// JournalSubscriptions: report what other windows append to the journals of open conversations, and their signals.
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { errorCode } from '../../../base/errorCode';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { WindowSignal } from '../../../conversation/node/conversationStore';
import { readFolder, undefinedIfMissing, withFile, type Disk } from '../disk';
import type { ConversationJournal } from './conversationJournal';
import { readEntry } from './readConversation';
import type { JournalRecord } from './record';
import { mergeRecords, parseLines, segmentsAmong } from './segments';
import { parseSignals, signalsWriter } from './signals';

/** Some file systems do not report changes, so the folder is polled too. */
const pollIntervalMs = 1000;

const noBytes = Buffer.alloc(0);

/** How far a conversation's files were read. */
export interface ReadPosition {
  /** The length of what was read of each file, in bytes, by its name. */
  readonly ends: ReadonlyMap<string, number>;
  /** The last number of each writer. Headers do not count: one may come before records that are written again. */
  readonly lastSeqs: ReadonlyMap<string, number>;
}

export function readPositionAfter(
  records: readonly JournalRecord[],
  ends: ReadonlyMap<string, number>,
): ReadPosition {
  const lastSeqs = new Map<string, number>();
  records.forEach((record) => advance(lastSeqs, record));
  return { ends, lastSeqs };
}

export interface JournalSubscriptionDeps {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly id: string;
  readonly journal: ConversationJournal;
  /** Undefined: from the start. */
  readonly from: ReadPosition | undefined;
  readonly isOwn: (writer: string) => boolean;
  readonly listener: (event: ConversationEvent | WindowSignal) => void;
  readonly onDeleted: () => void;
  /** Receives errors of the disk and of the listener. What could not be read is read again by the next poll. */
  readonly onError: (error: unknown) => void;
}

export class JournalSubscription implements Disposable {
  readonly id: string;
  readonly #deps: JournalSubscriptionDeps;
  #position: ReadPosition;
  readonly #start: NodeJS.Immediate;
  #watcher: FSWatcher | undefined;
  #timer: Disposable | undefined;
  #reading: Promise<void> | undefined;
  /** Something has changed since the current read began. */
  #isDirty = false;
  #isDisposed = false;

  constructor(deps: JournalSubscriptionDeps) {
    this.#deps = deps;
    this.id = deps.id;
    this.#position = deps.from ?? { ends: new Map(), lastSeqs: new Map() };
    // Creating a watcher takes time, which a starting window needs for other things.
    this.#start = setImmediate(() => this.#poll());
  }

  emit(event: ConversationEvent | WindowSignal): void {
    if (!this.#isDisposed) {
      try {
        this.#deps.listener(event);
      } catch (error) {
        // The listener still receives the next events, and none twice.
        this.#deps.onError(error);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearImmediate(this.#start);
    this.#timer?.dispose();
    this.#watcher?.close();
  }

  #poll(): void {
    this.#watch();
    this.#read();
    this.#timer = this.#deps.clock.after(pollIntervalMs, () => this.#poll());
  }

  /** Fails until the folder exists. */
  #watch(): void {
    if (this.#watcher !== undefined) {
      return;
    }
    const { path } = this.#deps.journal.folder;
    try {
      const watcher = watch(path, { persistent: false }, () => this.#read());
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      // Polling continues.
    }
  }

  #read(): void {
    if (this.#reading !== undefined || this.#isDisposed) {
      this.#isDirty = true;
      return;
    }
    this.#isDirty = false;
    this.#reading = this.#readOnce()
      .catch((error: unknown) => this.#deps.onError(error))
      .finally(() => {
        this.#reading = undefined;
        if (this.#isDirty) {
          this.#read();
        }
      });
  }

  /** Moves the position only after delivery, so that a failed delivery is repeated. */
  async #readOnce(): Promise<void> {
    const { disk, id, journal, isOwn, onDeleted } = this.#deps;
    const ends = new Map(this.#position.ends);
    const lastSeqs = new Map(this.#position.lastSeqs);
    const names = await readFolder(disk, journal.folder.path);
    const segments = segmentsAmong(names);
    if (segments.length === 0 && (await journal.folder.isDeleted())) {
      onDeleted();
    }
    const records: JournalRecord[] = [];
    const failedWriters = new Set<string>();
    for (const { name, writer } of segments) {
      // After an error a writer's later segments wait: their numbers would make the missing records look old.
      if (isOwn(writer) || failedWriters.has(writer)) {
        continue;
      }
      const parsed = await this.#readNew(name, ends, (bytes) => parseLines(bytes, id, writer));
      if (parsed === undefined) {
        failedWriters.add(writer);
      }
      for (const record of parsed?.records ?? []) {
        if (advance(lastSeqs, record)) {
          records.push(record);
        }
      }
    }
    // Signals are read last and emitted first: a window signals that it streams an answer before it ends it.
    for (const name of names) {
      const writer = signalsWriter(name);
      if (writer !== undefined && !isOwn(writer)) {
        const parsed = await this.#readNew(name, ends, parseSignals);
        parsed?.signals.forEach((signal) => this.emit(signal));
      }
    }
    await this.#emitRecords(mergeRecords(records));
    this.#position = { ends, lastSeqs };
  }

  async #emitRecords(records: readonly JournalRecord[]): Promise<void> {
    const { journal, onDeleted } = this.#deps;
    journal.observe(records);
    for (const record of records) {
      const { known: entry, isNewer } = await readEntry(record, (hash) => journal.readBlob(hash));
      if (isNewer) {
        this.emit({ type: 'madeReadOnly' });
      }
      switch (entry?.type) {
        case 'header':
        case 'messageAdded':
        case 'pinChanged':
          break;
        case 'deletionChanged':
          if (entry.deleted && !this.#isDisposed) {
            onDeleted();
          }
          break;
        default:
          if (entry !== undefined) {
            this.emit(entry);
          }
      }
    }
  }

  /** Parses what was appended to a file. Returns undefined after an error, which it reports. */
  async #readNew<T extends { readonly end: number }>(
    name: string,
    ends: Map<string, number>,
    parse: (bytes: Buffer) => T | Promise<T>,
  ): Promise<T | undefined> {
    const { disk, journal, onError } = this.#deps;
    const path = join(journal.folder.path, name);
    try {
      const { size } = (await disk.stat(path).catch(undefinedIfMissing)) ?? { size: 0 };
      const known = ends.get(name) ?? 0;
      // It is shorter if the cleanup removed a signals file whose writer is still alive.
      const start = known > size ? 0 : known;
      const parsed = await parse(size > start ? await readBytes(disk, path, start, size) : noBytes);
      ends.set(name, start + parsed.end);
      return parsed;
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
}

/** All subscriptions of this window. */
export class JournalSubscriptions implements Disposable {
  readonly #subscriptions = new Set<JournalSubscription>();
  readonly #didDelete = new Emitter<string>();
  readonly #didFail = new Emitter<string>();
  readonly #reportedErrors = new Set<string>();

  /** Fires with the ID of a subscribed conversation that was deleted; it may fire several times. */
  readonly onDidDelete = this.#didDelete.event;

  /** Fires once per kind of error, with its code or name. */
  readonly onDidFail = this.#didFail.event;

  add(subscription: JournalSubscription): Disposable {
    this.#subscriptions.add(subscription);
    return {
      dispose: () => {
        this.#subscriptions.delete(subscription);
        subscription.dispose();
      },
    };
  }

  emit(id: string, event: ConversationEvent): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.id === id) {
        subscription.emit(event);
      }
    }
  }

  reportDeleted(id: string): void {
    if ([...this.#subscriptions].some((subscription) => subscription.id === id)) {
      this.#didDelete.fire(id);
    }
  }

  reportError(error: unknown): void {
    const kind = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    if (!this.#reportedErrors.has(kind)) {
      this.#reportedErrors.add(kind);
      this.#didFail.fire(kind);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#subscriptions.clear();
    this.#didDelete.dispose();
    this.#didFail.dispose();
  }
}

async function readBytes(disk: Disk, path: string, start: number, end: number): Promise<Buffer> {
  return await withFile(disk, path, 'r', async (file) => {
    const bytes = Buffer.alloc(end - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  });
}

/** Returns whether the record is new: a writer repeats records that may not have reached the disk. */
function advance(lastSeqs: Map<string, number>, { type, writer, seq }: JournalRecord): boolean {
  if (type === 'header' || seq <= (lastSeqs.get(writer) ?? 0)) {
    return false;
  }
  lastSeqs.set(writer, seq);
  return true;
}
