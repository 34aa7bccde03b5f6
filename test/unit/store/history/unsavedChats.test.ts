import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Disk, nodeDisk } from '../../../../src/store/disk';
import { StoredHistory } from '../../../../src/store/history/storedHistory';
import { Trash } from '../../../../src/store/history/trash';
import { buildHistoryWorker, HistoryWindows, ids, type Window } from './historyWindows';

const day = 24 * 3_600_000;
const nothing = (): boolean => false;

describe('a history on a disk that refuses', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  /** The history of a window whose trash cannot be moved to, or removed, where `refuses` says so. */
  function refusing(
    { store, thread }: Window,
    refuses: (done: 'rename' | 'rm', path: string) => boolean,
  ): StoredHistory {
    const { places, clock } = windows;
    const check = (done: 'rename' | 'rm', path: string): void => {
      if (refuses(done, path)) {
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
    return new StoredHistory({ store, thread, trash: new Trash(places, disk), clock });
  }

  it('leaves a chat that cannot be moved where it is, listed and open to every window', async () => {
    const window = windows.open();
    await windows.say(window, 'a', 'First', ['apples']);
    window.store.saveDraft('a', { text: 'half a question', queue: [] });
    await window.store.flush();
    const { conversations, trash } = windows.places;
    for (const refused of [join(conversations, 'a'), '.draft']) {
      const history = refusing(
        window,
        (done, path) =>
          done === 'rename' && path.startsWith(conversations) && path.endsWith(refused),
      );
      await assert.rejects(history.remove('a'), { code: 'EPERM' });
      for (const one of [window, windows.open()]) {
        assert.deepEqual(await ids(one, { text: 'apples' }), ['a'], refused);
        assert.equal((await one.store.load('a'))?.messages.length, 2);
        assert.equal((await one.store.loadDraft('a')).text, 'half a question');
      }
      assert.deepEqual(readdirSync(trash), []);
    }
  });

  it('deletes what it can of all chats', async () => {
    const window = windows.open();
    await windows.say(window, 'a', 'First', ['secretword']);
    await windows.say(window, 'b', 'Second', ['secretword']);
    await window.history.remove('b');
    const { conversations } = windows.places;
    const history = refusing(window, (done, path) => done === 'rm' && path === conversations);
    await assert.rejects(history.deleteAll(), { code: 'EPERM' });
    assert.deepEqual(readdirSync(windows.root).toSorted(), ['conversations', 'history']);
  });

  it('lets go of the other old chats where one cannot be moved, and tells of it', async () => {
    const window = windows.open();
    for (const id of ['a', 'b', 'c']) {
      await windows.say(window, id, id, []);
    }
    windows.clock.advance(8 * day);
    const stuck = join(windows.places.conversations, 'b');
    const history = refusing(window, (done, path) => done === 'rename' && path === stuck);
    await assert.rejects(history.cleanUp(7, nothing), { message: stuck });
    assert.deepEqual(await ids(window), ['b']);
  });

  it('empties the trash of the rest, and lets go of old chats, where one cannot be removed', async () => {
    const window = windows.open();
    for (const id of ['a', 'b', 'c', 'd']) {
      await windows.say(window, id, id, []);
    }
    for (const id of ['a', 'b', 'c']) {
      await window.history.remove(id);
    }
    windows.clock.advance(31 * day);
    const history = refusing(window, (done, path) => done === 'rm' && path.endsWith('-b'));
    await assert.rejects(history.cleanUp(7, nothing), { code: 'EPERM' });
    assert.deepEqual(
      readdirSync(windows.places.trash).map((name) => name.split('-')[1]),
      ['b', 'd'],
    );
    assert.deepEqual(await ids(window), []);
  });

  it('lists all that can be read where some files cannot even be looked at', async () => {
    const window = windows.open();
    await windows.say(window, 'a', 'First', ['apples']);
    await windows.say(window, 'b', 'Second', ['apples']);
    const { conversations } = windows.places;
    for (const path of [join(conversations, 'a', 'w-0.jsonl'), join(conversations, 'c.jsonl')]) {
      // It leads to itself: ELOOP.
      symlinkSync(path, path);
    }
    mkdirSync(join(conversations, 'c'));
    assert.deepEqual(await ids(window, { text: 'apples' }), ['b', 'a']);
  });

  it('loses nothing that is asked in a chat whose deletion a crash has cut short', async () => {
    const before = windows.open();
    await windows.say(before, 'a', 'First', ['apples']);
    // It ends before the chat is moved.
    await before.store.note('a', { type: 'delete', deleted: true });
    await before.store.close();
    const window = windows.open();
    assert.deepEqual(await ids(window), []);
    assert.equal(await window.store.load('a'), undefined);
    await windows.say(window, 'a', 'Second', ['pears']);
    assert.deepEqual(await ids(window, { text: 'pears' }), ['a']);
    const { messages = [] } = (await windows.open().store.load('a')) ?? {};
    assert.deepEqual(
      messages.map(({ text }) => text),
      ['First', 'apples', 'Second', 'pears'],
    );
  });
});
