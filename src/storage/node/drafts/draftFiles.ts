// DraftFiles: saves the drafts of all conversations, beside their folders, as the user types.
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable';
import type { Draft } from '../../../conversation/common/draft';
import { AttachmentFiles } from './attachmentFiles';
import { ConversationDraft, type ConversationDraftDeps } from './conversationDraft';
import { forEachSettled, readFolder, undefinedIfMissing } from '../disk';
import { draftFileNames } from './draftFile';
import { folderName } from '../storagePaths';
import { retryDelay, type SaveHealth } from '../journal/saveHealth';

const saveDelayMs = 250;

export interface DraftFilesDeps extends Omit<ConversationDraftDeps, 'id' | 'attachments'> {
  readonly saveHealth: SaveHealth;
  /** The folder of deleted conversations. */
  readonly trash: string;
  /** Waits for the conversation's journal. Resolves to false if it could not be written. */
  readonly isJournalSaved: (id: string) => Promise<boolean>;
}

export class DraftFiles {
  /** By conversation. */
  readonly #unsaved = new Map<string, Draft>();
  /** By conversation. */
  readonly #drafts = new Map<string, ConversationDraft>();
  #timer: Disposable | undefined;
  #failures = 0;
  /** Reads and writes run one after another. */
  #tasks: Promise<void> = Promise.resolve();

  readonly #attachments: AttachmentFiles;

  constructor(private readonly deps: DraftFilesDeps) {
    const { disk, clock, folder, trash, writer } = deps;
    this.#attachments = new AttachmentFiles({
      disk,
      now: () => clock.now(),
      folders: [folder, trash],
      writer,
    });
  }

  save(id: string, draft: Draft): void {
    this.#unsaved.set(id, draft);
    this.#scheduleFlush(saveDelayMs);
  }

  async load(id: string): Promise<Draft> {
    // Queued behind writes: a read changes which files the next write replaces.
    const read = this.#tasks.then(async () => this.#unsaved.get(id) ?? this.#draft(id).read());
    this.#tasks = Promise.allSettled([read]).then(() => undefined);
    return await read;
  }

  /** When any window last saved the draft, in ms since 1970; 0 if there is none. */
  async savedAt(id: string): Promise<number> {
    const { disk, folder } = this.deps;
    const files = draftFileNames(await readFolder(disk, folder), folderName(id)).map((name) =>
      disk.stat(join(folder, name)).catch(undefinedIfMissing),
    );
    return Math.max(0, ...(await Promise.all(files)).map((file) => file?.mtimeMs ?? 0));
  }

  /** Resolves when all drafts are on disk or a write has failed. */
  async flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#tasks = this.#tasks.then(() => this.#writeAll());
    await this.#tasks;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #scheduleFlush(ms: number): void {
    this.#timer ??= this.deps.clock.after(ms, () => void this.flush());
  }

  async #writeAll(): Promise<void> {
    let isJournalFailing = false;
    try {
      await forEachSettled(this.#unsaved, async ([id, draft]) => {
        // A question must not leave the saved draft before it is in the journal.
        if (!(await this.deps.isJournalSaved(id))) {
          isJournalFailing = true;
          return;
        }
        await this.#draft(id).write(draft);
        if (this.#unsaved.get(id) === draft) {
          this.#unsaved.delete(id);
        }
      });
    } catch (error) {
      this.#scheduleRetry();
      this.deps.saveHealth.reportFailure(this, error);
      return;
    }
    if (isJournalFailing) {
      this.#scheduleRetry();
      return;
    }
    this.#failures = 0;
    this.deps.saveHealth.reportSuccess(this);
  }

  #scheduleRetry(): void {
    this.#failures += 1;
    this.#scheduleFlush(retryDelay(this.#failures));
  }

  #newDraft(id: string): ConversationDraft {
    return new ConversationDraft({ ...this.deps, attachments: this.#attachments, id });
  }

  #draft(id: string): ConversationDraft {
    const draft = this.#drafts.get(id) ?? this.#newDraft(id);
    this.#drafts.set(id, draft);
    return draft;
  }
}
