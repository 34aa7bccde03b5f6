import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { StoredHistory } from '../../../../../src/features/history/node/storedHistory';
import { Trash } from '../../../../../src/features/history/node/trash';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { buildHistoryWorker, findIds, HistoryWindows, type Window } from './historyWindows';

const day = 24 * 3_600_000;
const noneOpen = (): boolean => false;

describe('StoredHistory, while the disk fails', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  /** A history whose disk fails if `fails` returns true. */
  function failingHistory(
    { store, thread }: Window,
    fails: (operation: 'rename' | 'rm', path: string) => boolean,
  ): StoredHistory {
    const { paths, clock } = windows;
    const check = (operation: 'rename' | 'rm', path: string): void => {
      if (fails(operation, path)) {
        throw Object.assign(new Error(path), { code: 'EPERM' });
      }
    };
    const disk: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        check('rename', from);
        await nodeDisk.rename(from, to);
      },
      rm: async (path, options) => {
        check('rm', path);
        await nodeDisk.rm(path, options);
      },
    };
    return new StoredHistory({ store, thread, trash: new Trash(paths, disk), clock });
  }

  it('keeps a chat that cannot be moved to the trash, listed and usable in every window', async () => {
    const window = windows.open();
    await windows.saveTurn(window, 'a', 'First', ['apples']);
    window.store.saveDraft('a', { text: 'half a question', queue: [] });
    await window.store.flush();
    const { conversations, trash } = windows.paths;
    for (const failing of [join(conversations, 'a'), '.drafts']) {
      const history = failingHistory(
        window,
        (operation, path) =>
          operation === 'rename' && path.startsWith(conversations) && path.endsWith(failing),
      );
      await assert.rejects(history.remove('a'), { code: 'EPERM' });
      for (const reader of [window, windows.open()]) {
        assert.deepEqual(await findIds(reader, { text: 'apples' }), ['a'], failing);
        assert.equal((await reader.store.load('a'))?.messages.length, 2);
        assert.equal((await reader.store.loadDraft('a')).text, 'half a question');
      }
      assert.deepEqual(readdirSync(trash), []);
    }
  });

  it('deletes what it can when all chats are to be deleted', async () => {
    const window = windows.open();
    await windows.saveTurn(window, 'a', 'First', ['secretword']);
    await windows.saveTurn(window, 'b', 'Second', ['secretword']);
    await window.history.remove('b');
    const { conversations } = windows.paths;
    const history = failingHistory(
      window,
      (operation, path) => operation === 'rm' && path === conversations,
    );
    await assert.rejects(history.deleteAll(), { code: 'EPERM' });
    assert.deepEqual(readdirSync(windows.root).toSorted(), ['conversations', 'history']);
  });

  it('deletes the other old chats if one cannot be moved, and rejects', async () => {
    const window = windows.open();
    for (const id of ['a', 'b', 'c']) {
      await windows.saveTurn(window, id, id, []);
    }
    windows.clock.advance(8 * day);
    const stuck = join(windows.paths.conversations, 'b');
    const history = failingHistory(
      window,
      (operation, path) => operation === 'rename' && path === stuck,
    );
    await assert.rejects(history.cleanUp(7, noneOpen), { message: stuck });
    assert.deepEqual(await findIds(window), ['b']);
  });

  it('removes the other expired chats and old chats if one cannot be removed', async () => {
    const window = windows.open();
    for (const id of ['a', 'b', 'c', 'd']) {
      await windows.saveTurn(window, id, id, []);
    }
    for (const id of ['a', 'b', 'c']) {
      await window.history.remove(id);
    }
    windows.clock.advance(31 * day);
    const history = failingHistory(
      window,
      (operation, path) => operation === 'rm' && path.endsWith('-b'),
    );
    await assert.rejects(history.cleanUp(7, noneOpen), { code: 'EPERM' });
    assert.deepEqual(
      readdirSync(windows.paths.trash).map((name) => name.split('-')[1]),
      ['b', 'd'],
    );
    assert.deepEqual(await findIds(window), []);
  });

  it('lists all readable chats if `stat` fails for some files', async () => {
    const window = windows.open();
    await windows.saveTurn(window, 'a', 'First', ['apples']);
    await windows.saveTurn(window, 'b', 'Second', ['apples']);
    const { conversations } = windows.paths;
    for (const path of [join(conversations, 'a', 'w-0.jsonl'), join(conversations, 'c.jsonl')]) {
      // A link to itself: ELOOP.
      symlinkSync(path, path);
    }
    mkdirSync(join(conversations, 'c'));
    assert.deepEqual(await findIds(window, { text: 'apples' }), ['b', 'a']);
  });

  it('loses nothing that is asked in a chat whose deletion was interrupted by a crash', async () => {
    const crashed = windows.open();
    await windows.saveTurn(crashed, 'a', 'First', ['apples']);
    // The crash comes before the chat is moved.
    await crashed.store.saveMetadata('a', { type: 'deletionChanged', deleted: true });
    await crashed.store.close();
    const window = windows.open();
    assert.deepEqual(await findIds(window), []);
    assert.equal(await window.store.load('a'), undefined);
    await windows.saveTurn(window, 'a', 'Second', ['pears']);
    assert.deepEqual(await findIds(window, { text: 'pears' }), ['a']);
    const { messages = [] } = (await windows.open().store.load('a')) ?? {};
    assert.deepEqual(
      messages.map(({ text }) => text),
      ['First', 'apples', 'Second', 'pears'],
    );
  });
});
