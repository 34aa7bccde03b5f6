// Simulates windows that edit one draft and may crash, and tracks what must and must not be found afterwards.
import assert from 'node:assert/strict';
import {
  type Attachment,
  type QuestionDraft,
  questionDraft,
} from '../../../src/conversation/common/attachment';
import type { Draft, QueuedQuestion } from '../../../src/conversation/common/draft';
import { removeStaleAttachments } from '../../../src/storage/node/drafts/attachmentFiles';
import { DraftFiles } from '../../../src/storage/node/drafts/draftFiles';
import { removeStaleFiles } from '../../../src/storage/node/staleFiles';
import { SaveHealth } from '../../../src/storage/node/journal/saveHealth';
import { ManualClock } from '../manualClock';
import { CrashingDisk, MemoryFolder } from './crashingDisk';

export type UserAction =
  'type' | 'attach' | 'send' | 'queue' | 'dequeue' | 'edit' | 'discardEdit' | 'save' | 'reload';

/** What happens in one window. */
export interface WindowScript {
  readonly actions: readonly UserAction[];
  /** The window crashes after so many steps of its disk, and at the latest after its actions. */
  readonly steps: number;
  /** The numbers of steps that are done and report an error all the same. */
  readonly failingSteps: readonly number[];
}

interface Window {
  readonly disk: CrashingDisk;
  readonly files: DraftFiles;
  /** The items that the window ever had. */
  readonly items: Set<string>;
  /** In turns, like all times here. */
  readonly openedAt: number;
  closedAt: number;
  failures: number;
}

/** The removal of an item: a word, a queued question or an edit. */
interface Removal {
  readonly item: string;
  readonly window: Window;
  readonly removedAt: number;
  /** When the removal was on disk. */
  savedAt: number;
}

interface Sighting {
  readonly item: string;
  /** When the window began to load the draft. */
  readonly startedAt: number;
}

/** Items are named `w1`, `a2`, `q3`, `e4`…: words, attachments, queued questions and edits. */
type ItemKind = 'w' | 'a' | 'q' | 'e';

/** Only what is in a message box may be split over windows. */
export function isInBox(item: string): boolean {
  return item.startsWith('w') || item.startsWith('a');
}

export class DraftSimulation {
  readonly folder = new MemoryFolder();
  readonly #clock = new ManualClock();
  readonly #windows: Window[] = [];
  readonly #savedItems = new Set<string>();
  readonly #removals: Removal[] = [];
  readonly #sightings: Sighting[] = [];
  readonly #missed: string[] = [];
  #turn = 0;
  #itemCount = 0;

  /** @param interleave Lets other windows run before each step. */
  constructor(private readonly interleave: () => Promise<unknown>) {}

  /** Items that are on disk and that no window has removed. */
  get durable(): readonly string[] {
    const removed = new Set(this.#removals.map(({ item }) => item));
    return [...this.#savedItems].filter((item) => !removed.has(item));
  }

  /** Durable questions and edits that a window did not find. */
  get missed(): readonly string[] {
    return this.#missed;
  }

  /** Items that came back after the only window that had them removed them. */
  get returned(): readonly string[] {
    const final = this.#removals.filter((removal) => !this.#isInOtherWindow(removal));
    return final.flatMap(({ item, savedAt }) =>
      this.#sightings.some((seen) => seen.item === item && seen.startedAt >= savedAt) ? [item] : [],
    );
  }

  async runWindow({ actions, steps, failingSteps }: WindowScript): Promise<void> {
    const window = this.#open(steps, failingSteps);
    let draft = await this.#load(window);
    for (const action of [...actions, 'save'] as const) {
      await this.#nextTurn();
      if (window.disk.isCrashed) {
        break;
      }
      if (action !== 'save' && action !== 'reload') {
        draft = this.#edit(action, draft, window);
        window.files.save('c', draft);
        continue;
      }
      await this.#save(window, draft);
      draft = action === 'reload' ? await this.#load(window) : draft;
    }
    window.files.dispose();
    window.disk.crash();
    window.closedAt = this.#turn;
  }

  /** Opens windows that each load and empty the draft, until it is empty. Resolves to what they loaded. */
  async drain(): Promise<readonly Draft[]> {
    const drafts: Draft[] = [];
    for (;;) {
      assert.ok(drafts.length < 100, 'the draft becomes empty');
      const window = this.#open(Infinity, []);
      const draft = await this.#load(window);
      drafts.push(draft);
      this.#remove(itemsIn(draft), window);
      window.files.save('c', { text: '', queue: [] });
      await this.#save(window, { text: '', queue: [] });
      window.closedAt = this.#turn;
      if (itemsIn(draft).length === 0) {
        return drafts;
      }
    }
  }

  /** Removes the temp files and the attachments that no draft refers to, two days later. */
  async cleanUp(): Promise<void> {
    const { disk } = this.#open(Infinity, []);
    const time = this.#clock.now() + 2 * 24 * 3_600_000;
    await removeStaleFiles(disk, '/', time);
    await removeStaleAttachments(disk, ['/'], time);
  }

  #open(steps: number, failing: readonly number[]): Window {
    const disk = new CrashingDisk(this.folder, () => this.#nextTurn(), { steps, failing });
    const saveHealth = new SaveHealth();
    const files = new DraftFiles({
      disk,
      clock: this.#clock,
      saveHealth,
      folder: '/',
      trash: '/',
      writer: `window${this.#windows.length}`,
      isJournalSaved: () => Promise.resolve(true),
    });
    this.#turn += 1;
    const window = {
      disk,
      files,
      items: new Set<string>(),
      openedAt: this.#turn,
      closedAt: Infinity,
      failures: 0,
    };
    saveHealth.onDidFail(() => (window.failures += 1));
    this.#windows.push(window);
    return window;
  }

  async #nextTurn(): Promise<void> {
    this.#turn += 1;
    this.#clock.advance(40);
    await this.interleave();
  }

  async #load(window: Window): Promise<Draft> {
    const startedAt = this.#turn;
    const durableBefore = this.durable;
    const draft = await window.files.load('c').catch(() => undefined);
    if (draft === undefined) {
      return { text: '', queue: [] };
    }
    const items = itemsIn(draft);
    for (const item of items) {
      this.#sightings.push({ item, startedAt });
      window.items.add(item);
    }
    // After a failed save a window loads its own unsaved draft, without the items of other windows.
    if (window.failures === 0) {
      const expected = this.durable.filter(
        (item) => !isInBox(item) && durableBefore.includes(item),
      );
      this.#missed.push(...expected.filter((item) => !items.includes(item)));
    }
    return draft;
  }

  async #save(window: Window, draft: Draft): Promise<void> {
    const { failures } = window;
    await window.files.flush();
    if (window.failures > failures) {
      return;
    }
    itemsIn(draft).forEach((item) => this.#savedItems.add(item));
    for (const removal of this.#removals) {
      if (removal.window === window) {
        removal.savedAt = Math.min(removal.savedAt, this.#turn);
      }
    }
  }

  #edit(action: Exclude<UserAction, 'save' | 'reload'>, draft: Draft, window: Window): Draft {
    const { text, attachments = [], queue } = draft;
    const [first, ...others] = queue;
    switch (action) {
      case 'type':
        return { ...draft, text: `${text} ${this.#newItem('w', window)}`.trim() };
      case 'attach':
        return { ...draft, attachments: [...attachments, this.#newAttachment(window)] };
      case 'queue': {
        const id = this.#newItem('q', window);
        const question = questionDraft(id, [this.#newAttachment(window)]);
        return { ...draft, queue: [...queue, { id, ...question }] };
      }
      case 'send': {
        this.#remove(boxItemsIn(draft), window);
        const { attachments: _sent, ...rest } = draft;
        return { ...rest, text: '' };
      }
      case 'dequeue':
        this.#remove(first === undefined ? [] : queueItemsIn(first), window);
        return { ...draft, queue: others };
      case 'edit': {
        const id = this.#newItem('e', window);
        return { ...draft, edits: { ...draft.edits, [id]: id } };
      }
      case 'discardEdit': {
        const { edits, ...rest } = draft;
        const [discarded, ...remaining] = Object.entries(edits ?? {});
        this.#remove(discarded === undefined ? [] : [discarded[0]], window);
        return remaining.length === 0 ? rest : { ...rest, edits: Object.fromEntries(remaining) };
      }
    }
  }

  #newAttachment(window: Window): Attachment {
    const id = this.#newItem('a', window);
    return { id, kind: 'file', name: `${id}.ts`, text: `Content of ${id}`, tokens: 3 };
  }

  #newItem(kind: ItemKind, { items }: Window): string {
    const item = `${kind}${(this.#itemCount += 1)}`;
    items.add(item);
    return item;
  }

  #remove(items: readonly string[], window: Window): void {
    for (const item of items) {
      this.#removals.push({ item, window, removedAt: this.#turn, savedAt: Infinity });
    }
  }

  /** An item that two windows have at the same time is removed from only one of them. */
  #isInOtherWindow({ item, window, removedAt, savedAt }: Removal): boolean {
    const owners = this.#windows.filter(({ items }) => items.has(item));
    return isInBox(item)
      ? owners.some((a) =>
          owners.some((b) => a !== b && a.openedAt <= b.closedAt && b.openedAt <= a.closedAt),
        )
      : owners.some(
          (other) => other !== window && other.closedAt > removedAt && other.openedAt < savedAt,
        );
  }
}

function boxItemsIn({ text, attachments = [] }: QuestionDraft): readonly string[] {
  return [...(text === '' ? [] : text.split(' ')), ...attachments.map(({ id }) => id)];
}

/** The attachments of a queued question are found and lost with it, so they count by its ID. */
function queueItemsIn({ id, attachments = [] }: QueuedQuestion): readonly string[] {
  return [attachments.length === 1 ? id : `${id} without its attachment`];
}

export function itemsIn(draft: Draft): readonly string[] {
  return [
    ...boxItemsIn(draft),
    ...draft.queue.flatMap(queueItemsIn),
    ...Object.keys(draft.edits ?? {}),
  ];
}
