import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistoryList } from '../../../../src/store/history/historyList';
import { ids, never, Shelf } from './fakeHistory';

describe('what the catalogue sees', () => {
  let shelf: Shelf;
  let catalogue: HistoryList;

  beforeEach(() => {
    shelf = new Shelf();
    catalogue = new HistoryList(shelf, '/dev/null/none');
  });
  afterEach(() => catalogue.close());

  it('is told by who waits for it where it cannot be seen, and by nobody else', async () => {
    shelf.put('a', { title: '', messages: [] });
    await ids(catalogue, {});
    const { names } = shelf;
    shelf.names = () => assert.fail('no names');
    const unhandled: unknown[] = [];
    const take = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', take);
    const left = catalogue.find({ text: '', limit: 1, refresh: true }, never);
    assert.equal((await left.next()).value?.results.length, 1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    process.off('unhandledRejection', take);
    assert.deepEqual(unhandled, []);
    await assert.rejects(left.next(), { message: 'no names' });
    shelf.names = names;
    assert.deepEqual(await ids(catalogue, {}), ['a']);
  });

  /** Has the shelf answer from now on once the gate is opened; what it was asked is told as it was then. */
  function gate(): { readonly asked: Promise<void>; readonly open: () => void } {
    const { list } = shelf;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const asked = new Promise<void>((resolve) => {
      shelf.list = async (name) => {
        const listed = await list(name);
        resolve();
        await opened;
        return listed;
      };
    });
    return { asked, open };
  }

  it('is no older than what a later look has seen', async () => {
    shelf.put('a', { title: '', messages: [] });
    shelf.put('b', { title: '', messages: [] });
    const { asked, open } = gate();
    const first = ids(catalogue, {});
    await asked;
    shelf.held.delete('a');
    const looked = catalogue.look(['a']);
    open();
    await Promise.all([first, looked]);
    assert.deepEqual(await ids(catalogue, { refresh: false }), ['b']);
  });

  it('is looked at once more where somebody asks anew, and not for each that only waits', async () => {
    shelf.put('a', { title: '', messages: [] });
    let looks = 0;
    const { names } = shelf;
    shelf.names = () => {
      looks += 1;
      return names();
    };
    const { asked, open } = gate();
    const first = ids(catalogue, {});
    await asked;
    const waiting = [1, 2, 3].map(() => ids(catalogue, { refresh: false }));
    shelf.put('b', { title: '', messages: [] });
    const anew = [1, 2, 3].map(() => ids(catalogue, {}));
    open();
    assert.deepEqual(await first, ['a']);
    await Promise.all(waiting);
    assert.deepEqual(
      await Promise.all(anew),
      [1, 2, 3].map(() => ['b', 'a']),
    );
    assert.equal(looks, 2);
  });

  it('is what is left, once all was removed while it was being looked at', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-looks-'));
    const indexed = new HistoryList(shelf, join(folder, 'words.db'));
    shelf.put('a', { title: 'a secret', messages: [] });
    const { asked, open } = gate();
    const first = ids(indexed, {});
    await asked;
    shelf.held.delete('a');
    const cleared = indexed.clear();
    open();
    await Promise.all([first, cleared]);
    await indexed.close();
    assert.ok(!readFileSync(join(folder, 'words.db')).includes('secret'));
    rmSync(folder, { recursive: true });
  });
});
