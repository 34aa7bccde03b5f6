// What was typed and not sent lies beside its conversation, and is replaced whole as it is typed.
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { type Draft, emptyDraft, isEmptyDraft } from '../shared/draft';
import { type Disk, makeFolder, putFile, readIfThere } from './disk';
import { draftFileText, readDraftFile } from './draftFile';
import { folderName } from './places';
import { pauseAfter, type SavingState } from './savingState';

/** How long typing is gathered, in ms. */
const gatherMs = 250;

export class DraftFiles {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #state: SavingState;
  readonly #folder: string;
  readonly #writer: string;
  /** By conversation: what is not on disk yet. */
  readonly #waiting = new Map<string, Draft>();
  #timer: Disposable | undefined;
  #failures = 0;
  #done: Promise<void> = Promise.resolve();

  constructor(disk: Disk, clock: Clock, state: SavingState, folder: string, writer: string) {
    this.#disk = disk;
    this.#clock = clock;
    this.#state = state;
    this.#folder = folder;
    this.#writer = writer;
  }

  save(id: string, draft: Draft): void {
    this.#waiting.set(id, draft);
    this.#writeWithin(gatherMs);
  }

  async load(id: string): Promise<Draft> {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      return waiting;
    }
    const read = await readIfThere(this.#disk, this.#path(id));
    return read === undefined ? emptyDraft : readDraftFile(read.toString('utf8'));
  }

  /** Resolves when all drafts are on disk, or the disk has refused one. */
  async flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#done = this.#done.then(() => this.#writeAll());
    await this.#done;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #writeWithin(ms: number): void {
    this.#timer ??= this.#clock.after(ms, () => void this.flush());
  }

  async #writeAll(): Promise<void> {
    try {
      for (const [id, draft] of this.#waiting) {
        await this.#write(this.#path(id), draft);
        if (this.#waiting.get(id) === draft) {
          this.#waiting.delete(id);
        }
      }
    } catch (error) {
      this.#failures += 1;
      this.#writeWithin(pauseAfter(this.#failures));
      this.#state.failed(this, error);
      return;
    }
    this.#failures = 0;
    this.#state.saved(this);
  }

  async #write(path: string, draft: Draft): Promise<void> {
    if (isEmptyDraft(draft)) {
      await this.#disk.rm(path, { force: true });
    } else {
      await makeFolder(this.#disk, this.#folder);
      await putFile(this.#disk, path, draftFileText(draft), this.#writer);
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${folderName(id)}.draft`);
  }
}
