import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoredHistory } from '../../../../../src/features/history/node/storedHistory';
import { Trash } from '../../../../../src/features/history/node/trash';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { buildHistoryWorker, findIds, HistoryWindows, type Window } from './historyWindows';

const day = 24 * 3_600_000;
const noneOpen = (): boolean => false;

describe('StoredHistory.cleanUp with keepDays', () => {
  let windows: HistoryWindows;
  let window: Window;
  let other: Window;

  buildHistoryWorker();
  beforeEach(() => {
    windows = new HistoryWindows();
    [window, other] = [windows.open(), windows.open()];
  });
  afterEach(() => windows.close());

  /** Saves chats and lets 8 days pass. */
  async function saveOldChats(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await windows.saveTurn(window, id, id, []);
    }
    windows.clock.advance(8 * day);
  }

  /** A history that runs `meanwhile` after it has moved the first chat to the trash. */
  function interruptedHistory(meanwhile: (first: string) => Promise<void>): StoredHistory {
    const { paths, clock } = windows;
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
    return new StoredHistory({ store, thread, trash: new Trash(paths, disk), clock });
  }

  it('deletes old chats unless they are pinned or open', async () => {
    for (const id of ['old', 'pinned', 'open']) {
      await windows.saveTurn(window, id, id, []);
    }
    await window.history.pin('pinned', true);
    windows.clock.advance(8 * day);
    await windows.saveTurn(window, 'new', 'new', []);
    await window.history.cleanUp(0, noneOpen);
    assert.equal((await findIds(window)).length, 4);
    await window.history.cleanUp(7, (id) => id === 'open');
    assert.deepEqual(await findIds(window), ['pinned', 'new', 'open']);
  });

  it('keeps an old chat that is opened during the cleanup', async () => {
    await saveOldChats('a', 'b');
    let first: string | undefined;
    const history = interruptedHistory(async (id) => void (first = id));
    await history.cleanUp(7, (id) => first !== undefined && first !== id);
    assert.equal((await findIds(window)).length, 1);
  });

  it('keeps an old chat in which another window asks a question during the cleanup', async () => {
    await saveOldChats('a', 'b');
    let otherId = '';
    const history = interruptedHistory(async (first) => {
      otherId = first === 'a' ? 'b' : 'a';
      await other.store.load(otherId);
      await windows.saveTurn(other, otherId, 'Just asked', [], false);
    });
    await history.cleanUp(7, noneOpen);
    assert.deepEqual(await findIds(window), [otherId]);
  });

  it('does not fail on a chat that another window deletes during the cleanup', async () => {
    await saveOldChats('a', 'b');
    const history = interruptedHistory(async (first) => {
      await other.history.remove(first === 'a' ? 'b' : 'a');
    });
    await history.cleanUp(7, noneOpen);
    assert.deepEqual(await findIds(window), []);
    assert.equal(readdirSync(windows.paths.trash).length, 2);
  });

  it('keeps an old chat with a recent draft', async () => {
    await saveOldChats('typed', 'idle');
    for (const id of ['typed', 'idle']) {
      await other.store.load(id);
      other.store.saveDraft(id, { text: 'half a question', queue: [] });
    }
    await other.store.flush();
    const { conversations } = windows.paths;
    const drafts = readdirSync(conversations).filter((name) => name.endsWith('.drafts'));
    for (const name of drafts) {
      const at = new Date(windows.clock.now() - (name.startsWith('typed.') ? 1 : 8) * day);
      utimesSync(join(conversations, name, 'draft.json'), at, at);
    }
    await window.history.cleanUp(7, noneOpen);
    assert.deepEqual(await findIds(window), ['typed']);
  });
});
