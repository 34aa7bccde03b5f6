// Conversations on disk, an append-only journal each, of which a crash takes at most a quarter of a second.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { ConversationStore, WindowSignal } from '../../chat/ports';
import type { Conversation } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { Draft } from '../../shared/conversation/draft';
import { ConversationFolder } from './conversationFolder';
import { ConversationJournal } from './conversationJournal';
import { type Disk, nodeDisk, orUndefinedIfMissing } from '../disk';
import { DraftFiles } from '../drafts/draftFiles';
import { entriesOf, type Entry, type Header } from './entry';
import { type Follower, Followers } from './followers';
import { type Damage, CorruptionReporter } from './corruptionReporter';
import { recordsIn } from './line';
import { folderName, idOf, type StoragePaths, storagePaths } from '../storagePaths';
import type { UnsavedConversation } from '../history/unsavedChats';
import { type StoredConversation, rebuildConversation, tellRecord } from './readConversation';
import { SaveHealth } from './saveHealth';
import { mergeRecords, metaWriter, readSegments } from './segments';
import { positionAfter, type ReadPosition, SegmentTail } from './segmentTail';

export interface JournalStoreParts {
  /** The extension's global storage. */
  readonly root: string;
  readonly clock: Clock;
  /** URI of the workspace folder that conversations are begun in. */
  readonly workspace?: string;
  readonly disk?: Disk;
  /** Whether what is only read may be put in order on disk: old files taken over, damaged lines set aside. */
  readonly isWanted?: () => boolean;
}

/** One activation of one window: it writes segments of its own, and reads those of all. */
export class JournalStore implements ConversationStore, Disposable {
  readonly #state = new SaveHealth();
  readonly #parts: JournalStoreParts;
  readonly #disk: Disk;
  readonly #damage: CorruptionReporter;
  readonly #places: StoragePaths;
  readonly #writer: string;
  readonly #logs = new Map<string, ConversationJournal>();
  readonly #drafts: DraftFiles;
  readonly #followers = new Followers();
  /** Up to where each conversation that is still in use was read. */
  readonly #positions = new WeakMap<Conversation, ReadPosition>();
  /** By their IDs: what was marked as deleted and lies there still; a crash came between, or the disk refused. */
  readonly #deleted = new Set<string>();

  readonly onDidFail = this.#state.onDidFail;
  readonly onDidRecover = this.#state.onDidRecover;
  /** Fires once for what is damaged, when it is read. */
  readonly onDidFindDamage: Event<Damage>;
  /** Fires for a conversation that is followed here, once another window has deleted it. */
  readonly onDidDelete = this.#followers.onDidDelete;
  /** Fires once for each kind of error that keeps what other windows do from being told here, with its code or name. */
  readonly onDidFailToFollow = this.#followers.onDidFail;

  /** Nothing is made before the first write. */
  constructor(parts: JournalStoreParts) {
    const { root, clock, disk = nodeDisk, isWanted = (): boolean => true } = parts;
    this.#parts = parts;
    this.#disk = disk;
    this.#damage = new CorruptionReporter(disk, isWanted);
    this.onDidFindDamage = this.#damage.onDidFind;
    this.#places = storagePaths(root);
    this.#writer = `${clock.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    this.#drafts = new DraftFiles({
      disk,
      clock,
      state: this.#state,
      folder: this.#places.conversations,
      writer: this.#writer,
      appended: async (id) => {
        await this.sync(id);
        return this.#logs.get(id)?.isRefused !== true;
      },
    });
  }

  /** The IDs of all saved conversations. */
  async ids(): Promise<readonly string[]> {
    const { conversations } = this.#places;
    const names = (await this.#disk.readdir(conversations).catch(orUndefinedIfMissing)) ?? [];
    const folders = names.filter((name) => !/\.(?:draft|tmp)$/.test(name));
    return folders.flatMap((name) => idOf(name) ?? []);
  }

  /** Those of which the disk has refused something, and refuses it still, as they stand in this window. */
  async refused(): Promise<readonly UnsavedConversation[]> {
    const logs = [...this.#logs].filter(([, { isRefused }]) => isRefused);
    const loaded = logs.map(async ([id, log]) => {
      const conversation = await this.load(id).catch(() => undefined);
      const workspace = log.header?.workspace;
      return conversation === undefined
        ? []
        : [{ conversation, ...(workspace === undefined ? {} : { workspace }) }];
    });
    return (await Promise.all(loaded)).flat();
  }

  async load(id: string): Promise<Conversation | undefined> {
    const log = this.#log(id);
    await log.sync();
    const kept = await this.#read(id, log);
    return kept === undefined || kept.deleted ? undefined : kept.conversation;
  }

  follow(
    conversation: Conversation,
    listener: (told: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    const { id } = conversation;
    const log = this.#log(id);
    const own = new Set([this.#writer, metaWriter(this.#writer)]);
    const follower: Follower = { id, listener };
    const tail = new SegmentTail({
      disk: this.#disk,
      clock: this.#parts.clock,
      folder: this.#folder(id),
      conversation: id,
      from: this.#positions.get(conversation),
      reads: ({ writer }) => !own.has(writer),
      take: async (records) => {
        log.follows(records);
        for (const record of records) {
          const told = await tellRecord(record, (hash) => log.readBlob(hash));
          if (told !== undefined) {
            this.#followers.tell(follower, told);
          }
        }
      },
      failed: (error) => this.#followers.failed(error),
      missing: async () => {
        if (await log.folder.isGone()) {
          this.#followers.tellDeleted(id);
        }
      },
    });
    return this.#followers.add(follower, tail);
  }

  create(conversation: Conversation): void {
    const log = this.#log(conversation.id);
    const [header, ...kept] = entriesOf(conversation, this.#parts.workspace);
    log.folder.begin();
    log.begin(header);
    if (this.#deleted.delete(conversation.id)) {
      // Else what is asked from now on would go with it.
      log.append({ type: 'delete', deleted: false });
    }
    for (const entry of kept) {
      log.append(entry);
    }
  }

  append(id: string, told: ConversationEvent | WindowSignal): void {
    this.#log(id).append(told);
  }

  /**
   * Keeps what is no part of the talk: the title, that it is pinned or deleted; who follows it in this window
   * is told, too. Whoever wants that
   * wants it on disk, whatever is kept otherwise. Resolves as `sync` does.
   */
  async note(
    id: string,
    entry: Entry & { readonly type: 'renamed' | 'pin' | 'delete' },
  ): Promise<void> {
    const log = this.#log(id);
    if (log.header === undefined) {
      // It has to come after what was noted before.
      await this.#read(id, log);
    }
    log.append(entry);
    if (entry.type === 'renamed') {
      this.#followers.tellAll(id, entry);
    }
    // What is deleted goes to the trash next: whatever was still written there would go with it.
    await (entry.type === 'delete' && entry.deleted ? log.rest() : log.sync());
  }

  async sync(id: string): Promise<void> {
    await this.#logs.get(id)?.sync();
  }

  saveDraft(id: string, draft: Draft): void {
    this.#drafts.save(id, draft);
  }

  async loadDraft(id: string): Promise<Draft> {
    return await this.#drafts.load(id);
  }

  /** When its draft was last kept, by whichever window, in ms since 1970; 0 where there is none. */
  async draftedAt(id: string): Promise<number> {
    return await this.#drafts.keptAt(id);
  }

  async flush(): Promise<void> {
    // After an export or an import they are as many as all that is kept.
    const unsure = [...this.#logs.values()].filter((log) => !log.isSure);
    await Promise.all([...unsure.map((log) => log.sync()), this.#drafts.flush()]);
  }

  /** Writes what still waits, and closes the files. */
  async close(): Promise<void> {
    this.#followers.dispose();
    await this.flush();
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
    this.#drafts.dispose();
    this.#state.dispose();
    this.#damage.dispose();
  }

  dispose(): void {
    void this.close();
  }

  #log(id: string): ConversationJournal {
    const known = this.#logs.get(id);
    if (known !== undefined) {
      return known;
    }
    const log: ConversationJournal = new ConversationJournal({
      disk: this.#disk,
      clock: this.#parts.clock,
      state: this.#state,
      folder: new ConversationFolder(this.#disk, this.#folder(id), this.#parts.root),
      onGone: () => this.#followers.tellDeleted(id),
      id,
      writer: this.#writer,
      readHeader: async () => headerOf(id, this.#parts.clock.now(), await this.#read(id, log)),
    });
    this.#logs.set(id, log);
    return log;
  }

  async #read(id: string, log: ConversationJournal): Promise<StoredConversation | undefined> {
    const [read, beside] = await log.beside(() => readSegments(this.#disk, this.#folder(id), id));
    if (read.ends.size > 0) {
      log.folder.see();
    }
    const unsure = await recordsIn(beside);
    const records = unsure.length === 0 ? read.records : mergeRecords([...read.records, ...unsure]);
    log.follows(records);
    // Each step with tens of thousands of records takes its ms; others get their turn between.
    await setImmediate();
    const position = positionAfter(read.records, read.ends);
    await setImmediate();
    const readBlob = (hash: string): Promise<Buffer | undefined> => log.readBlob(hash);
    const kept = await rebuildConversation(id, records, readBlob, log.header);
    if (kept?.deleted === true) {
      this.#deleted.add(id);
    } else {
      this.#deleted.delete(id);
    }
    if (kept !== undefined) {
      log.begin(headerOf(id, this.#parts.clock.now(), kept));
      this.#positions.set(kept.conversation, position);
      if (kept.incomplete > 0) {
        this.#damage.tellLost(id);
      }
    }
    for (const damage of read.damage) {
      await this.#damage.tell(id, this.#folder(id), damage);
    }
    return kept;
  }

  #folder(id: string): string {
    return join(this.#places.conversations, folderName(id));
  }
}

/** For new segments of a conversation. */
function headerOf(id: string, now: number, kept: StoredConversation | undefined): Header {
  const { createdAt = now, model = '' } = kept?.conversation ?? {};
  return kept?.header ?? { type: 'header', id, createdAt, model };
}
