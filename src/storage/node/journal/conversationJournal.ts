// ConversationJournal: what one window writes of one conversation.
import type { Disposable } from '../../../base/disposable';
import type { WindowSignal } from '../../../conversation/node/conversationStore';
import { BlobFiles } from './blobs';
import type { ConversationFolder } from './conversationFolder';
import { joinText, type Entry, type Header, type TextAppended } from './entry';
import { findBlob, type JournalLine } from './journalLine';
import type { JournalRecord } from './record';
import { metaWriter } from './segments';
import { SegmentWriter, type SegmentWriterDeps } from './segmentWriter';
import { SignalsFile } from './signals';

/** Pieces of an answer are joined for this long; with the time they take to arrive, under 250 ms. */
const joinMs = 100;
/** Text of this size is written at once. */
const maxJoinedBytes = 4096;

export interface ConversationJournalDeps extends Omit<SegmentWriterDeps, 'blobs' | 'header'> {
  /** Reads the header of a conversation that was not created or read in this window. */
  readonly readHeader: () => Promise<Header>;
}

export class ConversationJournal {
  readonly folder: ConversationFolder;
  /** The header of new segments; undefined until the conversation was created or read in this window. */
  header: Header | undefined;
  readonly #events: SegmentWriter;
  readonly #metadata: SegmentWriter;
  readonly #blobs: BlobFiles;
  readonly #signals: SignalsFile;
  /** One list for each running read: the lines that it may miss on disk. */
  readonly #missedLines = new Set<JournalLine[]>();
  #text: TextAppended | undefined;
  #textBytes = 0;
  #timer: Disposable | undefined;
  #lamport = 0;

  constructor(private readonly deps: ConversationJournalDeps) {
    this.folder = deps.folder;
    this.#blobs = new BlobFiles(deps.disk, deps.folder.path);
    this.#signals = new SignalsFile(deps.disk, deps.folder.path, deps.writer);
    const writerDeps = {
      ...deps,
      blobs: this.#blobs,
      header: async (): Promise<Header> => (this.header ??= await deps.readHeader()),
    };
    this.#events = new SegmentWriter(writerDeps);
    this.#metadata = new SegmentWriter({ ...writerDeps, writer: metaWriter(deps.writer) });
  }

  /** Runs `read` and returns its result with the lines that are not durable, including those added meanwhile. */
  async readWithPending<T>(read: () => Promise<T>): Promise<readonly [T, readonly JournalLine[]]> {
    const lines = [...this.#pending];
    this.#missedLines.add(lines);
    try {
      return [await read(), lines];
    } finally {
      this.#missedLines.delete(lines);
    }
  }

  /** Whether all entries would survive a power cut. */
  get isDurable(): boolean {
    return this.#text === undefined && this.#events.isDurable && this.#metadata.isDurable;
  }

  get hasFailed(): boolean {
    return this.#events.hasFailed || this.#metadata.hasFailed;
  }

  /** Advances the Lamport clock past the records, so that later entries follow them. */
  observe(records: readonly JournalRecord[]): void {
    this.#lamport = records.reduce((max, { lamport }) => Math.max(max, lamport), this.#lamport);
  }

  append(entry: Entry): void {
    switch (entry.type) {
      case 'textAppended':
        this.#addText(entry);
        return;
      case 'renamed':
      case 'pinChanged':
      case 'deletionChanged':
        this.#add(this.#metadata, entry);
        return;
      default:
        this.#writeText();
        this.#add(this.#events, entry);
        if (entry.type === 'ended') {
          void this.#events.sync();
        }
    }
  }

  sendSignal(signal: WindowSignal): void {
    this.#signals.send(signal);
  }

  /** Resolves when all entries are durable or an attempt to write has failed. */
  async sync(): Promise<void> {
    this.#writeText();
    await Promise.all([this.#events.sync(), this.#metadata.sync()]);
  }

  /** Does what `sync` does; also closes the files until the next entry, so that the folder can be moved. */
  async syncAndClose(): Promise<void> {
    this.#writeText();
    await Promise.all([this.#events.syncAndClose(), this.#metadata.syncAndClose()]);
  }

  async close(): Promise<void> {
    this.#writeText();
    await Promise.all([this.#events.close(), this.#metadata.close(), this.#signals.remove()]);
  }

  async readBlob(hash: string): Promise<Buffer | undefined> {
    return findBlob(this.#pending, hash) ?? (await this.#blobs.read(hash));
  }

  get #pending(): readonly JournalLine[] {
    return [...this.#events.pending, ...this.#metadata.pending];
  }

  #addText(event: TextAppended): void {
    if (this.#text !== undefined && this.#text.answerId !== event.answerId) {
      this.#writeText();
    }
    this.#text = joinText(this.#text, event);
    this.#textBytes += Buffer.byteLength(event.text) + Buffer.byteLength(event.reasoning);
    if (this.#textBytes >= maxJoinedBytes) {
      this.#writeText();
    } else {
      this.#timer ??= this.deps.clock.after(joinMs, () => this.#writeText());
    }
  }

  #writeText(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#textBytes = 0;
    if (this.#text !== undefined) {
      this.#add(this.#events, this.#text);
      this.#text = undefined;
    }
  }

  #add(writer: SegmentWriter, entry: Entry): void {
    // It is at least the current time, and so follows earlier entries that were not read in this window.
    this.#lamport = Math.max(this.#lamport + 1, this.deps.clock.now());
    const line = writer.add(entry, this.#lamport);
    for (const lines of this.#missedLines) {
      lines.push(line);
    }
  }
}
