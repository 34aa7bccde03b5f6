// JournalStore: conversations on disk, each an append-only journal. A crash loses at most 250 ms of an answer.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Conversation } from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { Draft } from '../../../conversation/common/draft';
import type { ConversationStore, WindowSignal } from '../../../conversation/node/conversationStore';
import { nodeDisk, type Disk } from '../disk';
import { DraftStore } from '../drafts/draftStore';
import { folderName, storagePaths } from '../storagePaths';
import { ConversationFolder } from './conversationFolder';
import { ConversationJournal } from './conversationJournal';
import { CorruptionReporter, type Corruption } from './corruptionReporter';
import { initialEntries, type Header, type MetadataEntry } from './entry';
import { decodeLines } from './journalLine';
import { rebuildConversation, type StoredConversation } from './readConversation';
import { SaveHealth } from './saveHealth';
import { mergeRecords, metaWriter, readSegments } from './segments';
import {
  JournalSubscription,
  JournalSubscriptions,
  readPositionAfter,
  type ReadPosition,
} from './subscription';

/** A conversation as it is in this window; on disk it is missing or incomplete. */
export interface UnsavedConversation {
  readonly conversation: Conversation;
  /** The URI of the folder in which it started. */
  readonly workspace?: string;
}

export interface JournalStoreDeps {
  /** The extension's global storage. */
  readonly root: string;
  readonly clock: Clock;
  /** URI of the workspace folder in which conversations start. */
  readonly workspace?: string;
  /** The `writer` of this window before it was reloaded. */
  readonly formerWriter?: string;
  readonly disk?: Disk;
  /** While it is false, reading a damaged conversation copies nothing to the quarantine. */
  readonly isHistoryEnabled?: () => boolean;
  /** Whether this code still belongs to a window: a crash may leave it running without one. */
  readonly isWindowAlive?: () => Promise<boolean>;
}

/** The store of one activation of one window: it writes its own segments and reads those of all windows. */
export class JournalStore implements ConversationStore, Disposable {
  readonly #saveHealth = new SaveHealth();
  readonly #disk: Disk;
  readonly #corruption: CorruptionReporter;
  readonly #root: string;
  /** Names this window. */
  readonly writer: string;
  readonly #journals = new Map<string, ConversationJournal>();
  readonly #drafts: DraftStore;
  readonly #subscriptions = new JournalSubscriptions();
  /** How far each loaded conversation was read. */
  readonly #positions = new WeakMap<Conversation, ReadPosition>();
  /** IDs of conversations marked as deleted that are not in the trash, after a crash or a disk error. */
  readonly #deletedInPlace = new Set<string>();

  readonly onDidFail = this.#saveHealth.onDidFail;
  readonly onDidRecover = this.#saveHealth.onDidRecover;
  /** Fires once per damaged part, when it is read. */
  readonly onDidFindCorruption: Event<Corruption>;
  /** Fires for a subscribed conversation that another window has deleted. */
  readonly onDidDelete = this.#subscriptions.onDidDelete;
  /** Fires once per kind of error that keeps events of other windows away, with its code or name. */
  readonly onDidFailSubscription = this.#subscriptions.onDidFail;

  /** Creates nothing on disk before the first write. */
  constructor(private readonly deps: JournalStoreDeps) {
    const { root, clock, disk = nodeDisk, isHistoryEnabled = (): boolean => true } = deps;
    const { isWindowAlive = async (): Promise<boolean> => true } = deps;
    this.#disk = disk;
    this.#corruption = new CorruptionReporter(disk, isHistoryEnabled);
    this.onDidFindCorruption = this.#corruption.onDidFind;
    const { conversations } = storagePaths(root);
    this.#root = conversations;
    this.writer = `${clock.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    this.#drafts = new DraftStore({
      disk,
      clock,
      saveHealth: this.#saveHealth,
      folder: conversations,
      writer: this.writer,
      formerWriter: deps.formerWriter,
      isJournalSaved: async (id) => {
        await this.sync(id);
        return this.#journals.get(id)?.hasFailed !== true;
      },
      isWindowAlive,
    });
  }

  /** The conversations that could not be saved so far, as they are in this window. */
  async unsavedConversations(): Promise<readonly UnsavedConversation[]> {
    const failed = [...this.#journals].filter(([, { hasFailed }]) => hasFailed);
    const loaded = failed.map(async ([id, journal]) => {
      const conversation = await this.load(id).catch(() => undefined);
      return conversation === undefined
        ? []
        : [{ conversation, ...omitUndefined({ workspace: journal.header?.workspace }) }];
    });
    return (await Promise.all(loaded)).flat();
  }

  async load(id: string): Promise<Conversation | undefined> {
    const journal = this.#journal(id);
    await journal.sync();
    const stored = await this.#read(id, journal);
    return stored === undefined || stored.deleted ? undefined : stored.conversation;
  }

  subscribe(
    conversation: Conversation,
    listener: (event: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    const { id } = conversation;
    const ownWriters = new Set([this.writer, metaWriter(this.writer)]);
    const subscription = new JournalSubscription({
      disk: this.#disk,
      clock: this.deps.clock,
      id,
      journal: this.#journal(id),
      from: this.#positions.get(conversation),
      isOwn: (writer) => ownWriters.has(writer),
      listener,
      onDeleted: () => this.#subscriptions.reportDeleted(id),
      onError: (error) => this.#subscriptions.reportError(error),
    });
    return this.#subscriptions.add(subscription);
  }

  create(conversation: Conversation): void {
    const journal = this.#journal(conversation.id);
    const [header, ...entries] = initialEntries(conversation, this.deps.workspace);
    journal.folder.existed = false;
    journal.header ??= header;
    if (this.#deletedInPlace.delete(conversation.id)) {
      // Otherwise the new conversation would be deleted as well.
      journal.append({ type: 'deletionChanged', deleted: false });
    }
    for (const entry of entries) {
      journal.append(entry);
    }
  }

  append(id: string, event: ConversationEvent): void {
    this.#journal(id).append(event);
  }

  sendSignal(id: string, signal: WindowSignal): void {
    this.#journal(id).sendSignal(signal);
  }

  /** Saves metadata even while the history is off. Resolves like `sync`. */
  async saveMetadata(id: string, entry: MetadataEntry): Promise<void> {
    const journal = this.#journal(id);
    if (journal.header === undefined) {
      // Reading advances the Lamport clock past earlier metadata.
      await this.#read(id, journal);
    }
    journal.append(entry);
    if (entry.type === 'renamed') {
      this.#subscriptions.emit(id, entry);
    }
    // A deleted conversation is moved to the trash next.
    const isDeletion = entry.type === 'deletionChanged' && entry.deleted;
    await (isDeletion ? journal.syncAndClose() : journal.sync());
  }

  async sync(id: string): Promise<void> {
    await this.#journals.get(id)?.sync();
  }

  saveDraft(id: string, draft: Draft): void {
    this.#drafts.save(id, draft);
  }

  async loadDraft(id: string): Promise<Draft> {
    return await this.#drafts.load(id);
  }

  /** When any window last saved the draft, in ms since 1970; 0 if there is none. */
  async draftSavedAt(id: string): Promise<number> {
    return await this.#drafts.savedAt(id);
  }

  async flush(): Promise<void> {
    // After an import or an export there are as many journals as conversations.
    const pending = [...this.#journals.values()].filter(({ isDurable }) => !isDurable);
    await Promise.all([...pending.map((journal) => journal.sync()), this.#drafts.flush()]);
  }

  async close(): Promise<void> {
    this.#subscriptions.dispose();
    await this.flush();
    await Promise.all([...this.#journals.values()].map((journal) => journal.close()));
    await this.#drafts.close().catch(() => undefined);
    this.#saveHealth.dispose();
    this.#corruption.dispose();
  }

  dispose(): void {
    void this.close();
  }

  #journal(id: string): ConversationJournal {
    const known = this.#journals.get(id);
    if (known !== undefined) {
      return known;
    }
    const journal: ConversationJournal = new ConversationJournal({
      disk: this.#disk,
      clock: this.deps.clock,
      saveHealth: this.#saveHealth,
      folder: new ConversationFolder(this.#disk, this.#folder(id), this.deps.root),
      onDeleted: () => this.#subscriptions.reportDeleted(id),
      id,
      writer: this.writer,
      readHeader: async () => this.#headerOf(id, await this.#read(id, journal)),
    });
    this.#journals.set(id, journal);
    return journal;
  }

  async #read(id: string, journal: ConversationJournal): Promise<StoredConversation | undefined> {
    const folder = this.#folder(id);
    const [read, pending] = await journal.readWithPending(() =>
      readSegments(this.#disk, folder, id),
    );
    if (read.ends.size > 0) {
      journal.folder.existed = true;
    }
    const pendingRecords = await decodeLines(pending);
    const records =
      pendingRecords.length === 0
        ? read.records
        : mergeRecords([...read.records, ...pendingRecords]);
    journal.observe(records);
    // Each step takes some ms for tens of thousands of records, so the event loop gets a turn in between.
    await setImmediate();
    const position = readPositionAfter(read.records, read.ends);
    await setImmediate();
    const readBlob = (hash: string): Promise<Buffer | undefined> => journal.readBlob(hash);
    const stored = await rebuildConversation(id, records, readBlob, journal.header);
    if (stored?.deleted === true) {
      this.#deletedInPlace.add(id);
    } else {
      this.#deletedInPlace.delete(id);
    }
    if (stored !== undefined) {
      journal.header ??= this.#headerOf(id, stored);
      this.#positions.set(stored.conversation, position);
      if (stored.incompleteRecords > 0) {
        this.#corruption.reportIncomplete(id);
      }
    }
    for (const corrupt of read.corruptSegments) {
      await this.#corruption.report(id, folder, corrupt);
    }
    return stored;
  }

  #headerOf(id: string, stored: StoredConversation | undefined): Header {
    const { createdAt = this.deps.clock.now(), model = '' } = stored?.conversation ?? {};
    return stored?.header ?? { type: 'header', id, createdAt, model };
  }

  #folder(id: string): string {
    return join(this.#root, folderName(id));
  }
}
