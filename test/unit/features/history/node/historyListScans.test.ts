import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistoryList } from '../../../../../src/features/history/node/historyList';
import { FakeFolders, findIds, neverAborted } from './fakeHistory';

describe('Scans of HistoryList', () => {
  let folders: FakeFolders;
  let list: HistoryList;

  beforeEach(() => {
    folders = new FakeFolders();
    list = new HistoryList(folders, '/dev/null/none');
  });
  afterEach(() => list.close());

  it('reject only for a caller that waits for them', async () => {
    folders.set('a', { title: '', messages: [] });
    await findIds(list, {});
    const { names } = folders;
    folders.names = () => assert.fail('no names');
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const found = list.find({ text: '', limit: 1, refresh: true }, neverAborted);
    assert.equal((await found.next()).value?.results.length, 1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    process.off('unhandledRejection', onUnhandled);
    assert.deepEqual(unhandled, []);
    await assert.rejects(found.next(), { message: 'no names' });
    folders.names = names;
    assert.deepEqual(await findIds(list, {}), ['a']);
  });

  /** Holds every read until `release` is called. What is read is what was there when the read began. */
  function holdReads(): { readonly started: Promise<void>; readonly release: () => void } {
    const { read } = folders;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const started = new Promise<void>((resolve) => {
      folders.read = async (name, knownState) => {
        const content = await read(name, knownState);
        resolve();
        await released;
        return content;
      };
    });
    return { started, release };
  }

  it('do not overwrite the result of a later scan', async () => {
    folders.set('a', { title: '', messages: [] });
    folders.set('b', { title: '', messages: [] });
    const { started, release } = holdReads();
    const first = findIds(list, {});
    await started;
    folders.conversations.delete('a');
    const refreshed = list.refresh(['a']);
    release();
    await Promise.all([first, refreshed]);
    assert.deepEqual(await findIds(list, { refresh: false }), ['b']);
  });

  it('run once more for callers that ask for a refresh, and not for others', async () => {
    folders.set('a', { title: '', messages: [] });
    let scans = 0;
    const { names } = folders;
    folders.names = () => {
      scans += 1;
      return names();
    };
    const { started, release } = holdReads();
    const first = findIds(list, {});
    await started;
    const waiting = [1, 2, 3].map(() => findIds(list, { refresh: false }));
    folders.set('b', { title: '', messages: [] });
    const refreshing = [1, 2, 3].map(() => findIds(list, {}));
    release();
    assert.deepEqual(await first, ['a']);
    await Promise.all(waiting);
    assert.deepEqual(
      await Promise.all(refreshing),
      [1, 2, 3].map(() => ['b', 'a']),
    );
    assert.equal(scans, 2);
  });

  it('that a refresh asked for are awaited by a search that follows at once', async () => {
    folders.set('a', { title: '', messages: [] });
    await findIds(list, {});
    folders.set('b', { title: '', messages: [] });
    const { started, release } = holdReads();
    const refreshing = findIds(list, {});
    await started;
    const searching = findIds(list, { refresh: false });
    release();
    assert.deepEqual(await searching, ['b', 'a']);
    await refreshing;
  });

  it('leave no words in the index of conversations that are deleted meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-looks-'));
    const indexed = new HistoryList(folders, join(folder, 'words.db'));
    folders.set('a', { title: 'a secret', messages: [] });
    const { started, release } = holdReads();
    const first = findIds(indexed, {});
    await started;
    folders.conversations.delete('a');
    const cleared = indexed.clearIndex();
    release();
    await Promise.all([first, cleared]);
    await indexed.close();
    assert.ok(!readFileSync(join(folder, 'words.db')).includes('secret'));
    rmSync(folder, { recursive: true });
  });
});
