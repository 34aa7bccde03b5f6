import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Disk, nodeDisk } from '../../../../src/store/disk';
import { StoredHistory } from '../../../../src/store/history/storedHistory';
import { Trash } from '../../../../src/store/history/trash';
import { buildHistoryWorker, HistoryWindows, ids, type Window } from './historyWindows';

const day = 24 * 3_600_000;
const nothing = (): boolean => false;

describe('keepDays', () => {
  let windows: HistoryWindows;
  let window: Window;
  let other: Window;

  buildHistoryWorker();
  beforeEach(() => {
    windows = new HistoryWindows();
    [window, other] = [windows.open(), windows.open()];
  });
  afterEach(() => windows.close());

  async function keepOld(...old: readonly string[]): Promise<void> {
    for (const id of old) {
      await windows.say(window, id, id, []);
    }
    windows.clock.advance(8 * day);
  }

  /** A history that does something between the first chat that goes and the rest. */
  function interrupted(meanwhile: (first: string) => Promise<void>): StoredHistory {
    const { places, clock } = windows;
    let isFirst = true;
    const disk: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        await nodeDisk.rename(from, to);
        if (isFirst) {
          isFirst = false;
          await meanwhile(basename(from));
        }
      },
    };
    const { store, thread } = window;
    return new StoredHistory({ store, thread, trash: new Trash(places, disk), clock });
  }

  it('lets go of what is older, but what is pinned or open', async () => {
    for (const id of ['old', 'pinned', 'open']) {
      await windows.say(window, id, id, []);
    }
    await window.history.pin('pinned', true);
    windows.clock.advance(8 * day);
    await windows.say(window, 'new', 'new', []);
    await window.history.cleanUp(0, nothing);
    assert.equal((await ids(window)).length, 4);
    await window.history.cleanUp(7, (id) => id === 'open');
    assert.deepEqual(await ids(window), ['pinned', 'new', 'open']);
  });

  it('keeps an old chat that is opened while others go', async () => {
    await keepOld('a', 'b');
    let first: string | undefined;
    const history = interrupted(async (id) => void (first = id));
    await history.cleanUp(7, (id) => first !== undefined && first !== id);
    assert.equal((await ids(window)).length, 1);
  });

  it('keeps an old chat that another window asks in while others go', async () => {
    await keepOld('a', 'b');
    let rest = '';
    const history = interrupted(async (first) => {
      rest = first === 'a' ? 'b' : 'a';
      await other.store.load(rest);
      await windows.say(other, rest, 'Just asked', [], false);
    });
    await history.cleanUp(7, nothing);
    assert.deepEqual(await ids(window), [rest]);
  });

  it('leaves a chat where another window has put it while others go', async () => {
    await keepOld('a', 'b');
    const history = interrupted(async (first) => {
      await other.history.remove(first === 'a' ? 'b' : 'a');
    });
    await history.cleanUp(7, nothing);
    assert.deepEqual(await ids(window), []);
    assert.equal(readdirSync(windows.places.trash).length, 2);
  });

  it('keeps an old chat in which a window has typed since', async () => {
    await keepOld('typed', 'left');
    for (const id of ['typed', 'left']) {
      await other.store.load(id);
      other.store.saveDraft(id, { text: 'half a question', queue: [] });
    }
    await other.store.flush();
    const { conversations } = windows.places;
    const drafts = readdirSync(conversations).filter((name) => name.endsWith('.draft'));
    for (const name of drafts) {
      const at = new Date(windows.clock.now() - (name.startsWith('typed.') ? 1 : 8) * day);
      utimesSync(join(conversations, name), at, at);
    }
    await window.history.cleanUp(7, nothing);
    assert.deepEqual(await ids(window), ['typed']);
  });
});
