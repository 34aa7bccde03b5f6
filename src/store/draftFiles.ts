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

export interface DraftFilesParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly state: SavingState;
  readonly folder: string;
  readonly writer: string;
  /** Resolves to whether what was appended to a conversation is on disk: false where the disk refused it. */
  readonly appended: (id: string) => Promise<boolean>;
}

export class DraftFiles {
  readonly #parts: DraftFilesParts;
  /** By conversation: what is not on disk yet. */
  readonly #waiting = new Map<string, Draft>();
  #timer: Disposable | undefined;
  #failures = 0;
  #done: Promise<void> = Promise.resolve();

  constructor(parts: DraftFilesParts) {
    this.#parts = parts;
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
    const read = await readIfThere(this.#parts.disk, this.#path(id));
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
    this.#timer ??= this.#parts.clock.after(ms, () => void this.flush());
  }

  async #writeAll(): Promise<void> {
    let isHeldBack = false;
    try {
      for (const [id, draft] of this.#waiting) {
        // A question that was asked leaves the draft only once the conversation has it.
        if (!(await this.#parts.appended(id))) {
          isHeldBack = true;
          continue;
        }
        await this.#write(this.#path(id), draft);
        if (this.#waiting.get(id) === draft) {
          this.#waiting.delete(id);
        }
      }
    } catch (error) {
      this.#tryAgain();
      this.#parts.state.failed(this, error);
      return;
    }
    if (isHeldBack) {
      this.#tryAgain();
      return;
    }
    this.#failures = 0;
    this.#parts.state.saved(this);
  }

  #tryAgain(): void {
    this.#failures += 1;
    this.#writeWithin(pauseAfter(this.#failures));
  }

  async #write(path: string, draft: Draft): Promise<void> {
    const { disk, folder, writer } = this.#parts;
    if (isEmptyDraft(draft)) {
      await disk.rm(path, { force: true });
    } else {
      await makeFolder(disk, folder);
      await putFile(disk, path, draftFileText(draft), writer);
    }
  }

  #path(id: string): string {
    return join(this.#parts.folder, `${folderName(id)}.draft`);
  }
}
