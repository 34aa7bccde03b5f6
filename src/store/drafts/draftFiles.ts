// What was typed and not sent lies beside its conversation, and is kept anew as it is typed.
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Draft } from '../../shared/conversation/draft';
import { ConversationDraft } from './conversationDraft';
import { type Disk, orUndefinedIfMissing } from '../disk';
import { draftNames } from './draftFile';
import { forEachSettled } from '../forEachSettled';
import { folderName } from '../storagePaths';
import { pauseAfter, type SaveHealth } from '../journal/saveHealth';

/** How long typing is gathered, in ms. */
const gatherMs = 250;

export interface DraftFilesParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly state: SaveHealth;
  readonly folder: string;
  readonly writer: string;
  /** Resolves to whether what was appended to a conversation is on disk: false where the disk refused it. */
  readonly appended: (id: string) => Promise<boolean>;
}

export class DraftFiles {
  readonly #parts: DraftFilesParts;
  /** By conversation: what is not on disk yet. */
  readonly #waiting = new Map<string, Draft>();
  /** By conversation: what this window knows of what is on disk. */
  readonly #kept = new Map<string, ConversationDraft>();
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
    // In turn with what is written: whoever has read what others keep is answerable for it from then on.
    const read = this.#done.then(async () => this.#waiting.get(id) ?? (await this.#of(id).read()));
    this.#done = read.then(nothing, nothing);
    return await read;
  }

  /** When any window last kept it, in ms since 1970; 0 where none has. */
  async keptAt(id: string): Promise<number> {
    const { disk, folder } = this.#parts;
    const names = (await disk.readdir(folder).catch(orUndefinedIfMissing)) ?? [];
    const files = draftNames(names, folderName(id)).map((name) =>
      disk.stat(join(folder, name)).catch(orUndefinedIfMissing),
    );
    return Math.max(0, ...(await Promise.all(files)).map((file) => file?.mtimeMs ?? 0));
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
    const heldBack = new Set<string>();
    try {
      await forEachSettled(this.#waiting, async ([id, draft]) => {
        // A question that was asked leaves the draft only once the conversation has it.
        if (!(await this.#parts.appended(id))) {
          heldBack.add(id);
          return;
        }
        await this.#of(id).write(draft);
        if (this.#waiting.get(id) === draft) {
          this.#waiting.delete(id);
        }
      });
    } catch (error) {
      this.#tryAgain();
      this.#parts.state.failed(this, error);
      return;
    }
    if (heldBack.size > 0) {
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

  #of(id: string): ConversationDraft {
    const known = this.#kept.get(id);
    if (known !== undefined) {
      return known;
    }
    const draft = new ConversationDraft({ ...this.#parts, id });
    this.#kept.set(id, draft);
    return draft;
  }
}

function nothing(): void {}
