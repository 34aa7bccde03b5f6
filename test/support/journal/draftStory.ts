// Windows that come, type, queue, send and die over one draft, and what is known of it afterwards.
import assert from 'node:assert/strict';
import type { Draft } from '../../../src/shared/conversation/draft';
import { DraftFiles } from '../../../src/store/drafts/draftFiles';
import { SaveHealth } from '../../../src/store/journal/saveHealth';
import { ManualClock } from '../manualClock';
import { DyingDisk, MemoryFolder } from './dyingDisk';

/** What the reader does in a window. */
export type Act = 'type' | 'send' | 'queue' | 'remove' | 'rewrite' | 'leave' | 'keep' | 'reopen';

export interface Life {
  readonly acts: readonly Act[];
  /** After so many steps of its disk the window dies; at the latest when all is done. */
  readonly steps: number;
  /** The steps that the disk takes, and says that it has refused. */
  readonly refused: readonly number[];
}

interface Window {
  readonly disk: DyingDisk;
  readonly files: DraftFiles;
  /** Words and questions that ever stood there. */
  readonly held: Set<string>;
  /** In turns, as all times here. */
  readonly opened: number;
  closed: number;
  failures: number;
}

/** A word, a question or a question's other words that left the box, the queue or its place. */
interface Departure {
  readonly what: string;
  readonly by: Window;
  readonly from: number;
  /** When that was on disk. */
  done: number;
}

interface Sighting {
  readonly what: string;
  /** When the window began to look. */
  readonly from: number;
}

export class DraftStory {
  readonly folder = new MemoryFolder();
  readonly #clock = new ManualClock();
  readonly #windows: Window[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #departures: Departure[] = [];
  readonly #sightings: Sighting[] = [];
  /** Questions that a window did not find though they were on disk, and nobody took them away. */
  readonly #missed: string[] = [];
  #turn = 0;
  #names = 0;

  /** @param interleave Lets other windows go first. */
  constructor(private readonly interleave: () => Promise<unknown>) {}

  /** What is on disk for sure, and was taken away by nobody. */
  get owed(): readonly string[] {
    const left = new Set(this.#departures.map(({ what }) => what));
    return [...this.#acknowledged].filter((what) => !left.has(what));
  }

  get missed(): readonly string[] {
    return this.#missed;
  }

  /** What came back though it had gone from the only window that had it. */
  get returned(): readonly string[] {
    const gone = this.#departures.filter((departure) => !this.#isHeldElsewhere(departure));
    return gone.flatMap(({ what, done }) =>
      this.#sightings.some((seen) => seen.what === what && seen.from >= done) ? [what] : [],
    );
  }

  async live({ acts, ...disk }: Life): Promise<void> {
    const window = this.#open(disk);
    let draft = await this.#look(window);
    for (const act of [...acts, 'keep'] as const) {
      await this.#next();
      if (window.disk.isDead) {
        break;
      }
      if (act !== 'keep' && act !== 'reopen') {
        draft = this.#act(act, draft, window);
        window.files.save('c', draft);
        continue;
      }
      await this.#keep(window, draft);
      draft = act === 'reopen' ? await this.#look(window) : draft;
    }
    window.files.dispose();
    window.disk.die();
    window.closed = this.#turn;
  }

  /** What one window after the other finds, each emptying box and queue. */
  async drain(): Promise<readonly Draft[]> {
    const found: Draft[] = [];
    for (;;) {
      assert.ok(found.length < 100, 'it ends');
      const window = this.#open({ steps: Infinity, refused: [] });
      const draft = await this.#look(window);
      found.push(draft);
      this.#leave(namesIn(draft), window);
      window.files.save('c', { text: '', queue: [] });
      await this.#keep(window, { text: '', queue: [] });
      window.closed = this.#turn;
      if (namesIn(draft).length === 0) {
        return found;
      }
    }
  }

  #open(limits: Omit<Life, 'acts'>): Window {
    const disk = new DyingDisk(this.folder, () => this.#next(), limits);
    const state = new SaveHealth();
    const files = new DraftFiles({
      disk,
      clock: this.#clock,
      state,
      folder: '/',
      writer: `window${this.#windows.length}`,
      appended: () => Promise.resolve(true),
    });
    this.#turn += 1;
    const held = new Set<string>();
    const window = { disk, files, held, opened: this.#turn, closed: Infinity, failures: 0 };
    state.onDidFail(() => (window.failures += 1));
    this.#windows.push(window);
    return window;
  }

  async #next(): Promise<void> {
    this.#turn += 1;
    this.#clock.advance(40);
    await this.interleave();
  }

  async #look(window: Window): Promise<Draft> {
    const from = this.#turn;
    const known = this.owed;
    const draft = await window.files.load('c').catch(() => undefined);
    if (draft === undefined) {
      return { text: '', queue: [] };
    }
    const found = namesIn(draft);
    for (const what of found) {
      this.#sightings.push({ what, from });
      window.held.add(what);
    }
    // What could not be written is given back as it stands, without what others have written.
    if (window.failures === 0) {
      const expected = this.owed.filter((what) => /^[qe]/.test(what) && known.includes(what));
      this.#missed.push(...expected.filter((what) => !found.includes(what)));
    }
    return draft;
  }

  async #keep(window: Window, draft: Draft): Promise<void> {
    const { failures } = window;
    await window.files.flush();
    if (window.failures > failures) {
      return;
    }
    namesIn(draft).forEach((what) => this.#acknowledged.add(what));
    for (const departure of this.#departures) {
      if (departure.by === window) {
        departure.done = Math.min(departure.done, this.#turn);
      }
    }
  }

  #act(act: Exclude<Act, 'keep' | 'reopen'>, draft: Draft, window: Window): Draft {
    const { text, queue } = draft;
    const [first, ...rest] = queue;
    switch (act) {
      case 'type':
        return { ...draft, text: `${text} ${this.#named('w', window)}`.trim() };
      case 'queue': {
        const id = this.#named('q', window);
        return { ...draft, queue: [...queue, { id, text: id }] };
      }
      case 'send':
        this.#leave(wordsIn(draft), window);
        return { ...draft, text: '' };
      case 'remove':
        this.#leave(first === undefined ? [] : [first.id], window);
        return { ...draft, queue: rest };
      case 'rewrite': {
        const id = this.#named('e', window);
        return { ...draft, edits: { ...draft.edits, [id]: id } };
      }
      case 'leave': {
        const { edits: _left, ...others } = draft;
        const [left, ...kept] = Object.entries(draft.edits ?? {});
        this.#leave(left === undefined ? [] : [left[0]], window);
        return kept.length === 0 ? others : { ...others, edits: Object.fromEntries(kept) };
      }
    }
  }

  #named(kind: 'w' | 'q' | 'e', { held }: Window): string {
    const name = `${kind}${(this.#names += 1)}`;
    held.add(name);
    return name;
  }

  #leave(whats: readonly string[], by: Window): void {
    for (const what of whats) {
      this.#departures.push({ what, by, from: this.#turn, done: Infinity });
    }
  }

  /** What stands in two windows at once goes from one of them alone. */
  #isHeldElsewhere({ what, by, from, done }: Departure): boolean {
    const holders = this.#windows.filter(({ held }) => held.has(what));
    return /^[qe]/.test(what)
      ? holders.some((one) => one !== by && one.closed > from && one.opened < done)
      : holders.some((one) =>
          holders.some(
            (other) => one !== other && one.opened <= other.closed && other.opened <= one.closed,
          ),
        );
  }
}

function wordsIn({ text }: Draft): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

export function namesIn(draft: Draft): readonly string[] {
  return [...wordsIn(draft), ...draft.queue.map(({ id }) => id), ...Object.keys(draft.edits ?? {})];
}
