import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { HistoryList, type ConversationFolders } from '../../../../src/store/history/historyList';
import { naiveFinds, searchText } from '../../../support/naiveSearch';
import { ids, pages, Shelf } from './fakeHistory';

describe('the catalogue of conversations', () => {
  let folder: string;
  let index: string;
  const open: HistoryList[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-catalogue-'));
    index = join(folder, 'index', 'words.db');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((catalogue) => catalogue.close()));
    rmSync(folder, { recursive: true });
  });

  function start(shelf: ConversationFolders, path = index): HistoryList {
    const catalogue = new HistoryList(shelf, path);
    open.push(catalogue);
    return catalogue;
  }

  it('lists pinned conversations first, then the newest, those of one workspace alone if wanted', async () => {
    const shelf = new Shelf();
    shelf.put('a', { title: 'first', messages: [], pinned: true, workspace: 'file:///one' });
    shelf.put('b', { title: 'second', messages: [], workspace: 'file:///two' });
    shelf.put('c', { title: 'third', messages: [], workspace: 'file:///one' });
    const catalogue = start(shelf);
    assert.deepEqual(await ids(catalogue, {}), ['a', 'c', 'b']);
    assert.deepEqual(await ids(catalogue, { workspace: 'file:///one' }), ['a', 'c']);
    const [page] = await pages(catalogue, { limit: 2 });
    assert.deepEqual([page?.results.length, page?.hasMore], [2, true]);
  });

  it('finds what a plain reading finds, out of the index and without one, while both change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ title: searchText, messages: fc.array(searchText, { maxLength: 3 }) }),
          { maxLength: 6 },
        ),
        fc.array(fc.record({ name: fc.nat(5), title: searchText, message: searchText }), {
          maxLength: 3,
        }),
        fc.array(searchText, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (conversations, changes, queries, hasIndex) => {
          const shelf = new Shelf();
          conversations.forEach((held, at) => shelf.put(`c${at}`, held));
          const path = hasIndex
            ? join(mkdtempSync(join(folder, 'run-')), 'words.db')
            : '/dev/null/none';
          const catalogue = start(shelf, path);
          const check = async (): Promise<void> => {
            for (const query of queries.filter((text) => text.trim() !== '')) {
              const expected = [...shelf.held].flatMap(([name, { title, messages }]) =>
                naiveFinds([title, ...messages], query) ? [name] : [],
              );
              assert.deepEqual(
                (await ids(catalogue, { text: query })).toSorted(),
                expected.toSorted(),
              );
            }
          };
          await check();
          await catalogue.indexed();
          await check();
          for (const { name, title, message } of changes) {
            shelf.put(`c${name}`, { title, messages: [message] });
          }
          shelf.held.delete('c0');
          await check();
          await catalogue.indexed();
          await check();
          await catalogue.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('shows the passage with its words marked, of the message that has most of them', async () => {
    const shelf = new Shelf();
    const long = 'filler '.repeat(40);
    shelf.put('a', {
      title: 'Titled',
      messages: ['needle alone', `${long}the Needle in\n a   haystack ${long}`],
    });
    const [page] = await pages(start(shelf), { text: 'haystack needle' });
    const passage = page?.results[0]?.snippet;
    assert.equal(passage?.messageId, 'a-1');
    assert.match(passage.text, /^….*the Needle in a haystack filler.*…$/u);
    assert.deepEqual(
      passage.marks.map(({ start: from, end }) => passage.text.slice(from, end)),
      ['Needle', 'haystack'],
    );
  });

  it('opens what another time has listed and indexed without reading it again', async () => {
    const shelf = new Shelf();
    shelf.put('a', { title: 'A', messages: ['apple'] });
    shelf.put('b', { title: 'B', messages: ['banana'] });
    const first = start(shelf);
    await pages(first, {});
    await first.indexed();
    await first.close();
    shelf.read.splice(0);
    const again = start(shelf);
    assert.deepEqual(await ids(again, { text: 'banana' }), ['b']);
    await again.indexed();
    assert.deepEqual([...new Set(shelf.read)], ['b'], 'only for the passage');
  });

  it('tells the list that it knew before it looks at the disk again', async () => {
    const shelf = new Shelf();
    shelf.put('a', { title: 'A', messages: [] });
    const first = start(shelf);
    await pages(first, {});
    await first.close();
    shelf.put('b', { title: 'B', messages: [] });
    const told = await pages(start(shelf), {});
    assert.deepEqual(
      told.map(({ results, isFinal: whole }) => [
        results.map(({ conversation }) => conversation.id),
        whole,
      ]),
      [
        [['a'], false],
        [['b', 'a'], true],
      ],
    );
  });

  for (const [how, harm] of [
    ['missing', (path: string) => rmSync(path)],
    [
      'no database',
      (path: string) =>
        writeFileSync(path, 'not a database at all, but longer than its header'.repeat(50)),
    ],
    ['cut short', (path: string) => writeFileSync(path, Buffer.alloc(4096, 7))],
    [
      'of another version',
      (path: string) => {
        const db = new DatabaseSync(path);
        db.exec('PRAGMA user_version = 99');
        db.close();
      },
    ],
    [
      'without its tables',
      (path: string) => {
        const db = new DatabaseSync(path);
        db.exec('DROP TABLE folder');
        db.close();
      },
    ],
  ] as const) {
    it(`builds the index anew when it is ${how}`, async () => {
      const shelf = new Shelf();
      shelf.put('a', { title: 'A', messages: ['apple'] });
      const first = start(shelf);
      await pages(first, {});
      await first.indexed();
      await first.close();
      harm(index);
      const again = start(shelf);
      assert.deepEqual(await ids(again, { text: 'apple' }), ['a']);
      await again.indexed();
      await again.close();
      const db = new DatabaseSync(index);
      assert.deepEqual(
        db
          .prepare('SELECT name, state, indexed FROM folder')
          .all()
          .map(({ name, state, indexed }) => ({ name, state, indexed })),
        [{ name: 'a', state: '1', indexed: '1' }],
      );
      db.close();
    });
  }

  it('begins anew when the index turns out to be damaged while it is in use', async () => {
    const shelf = new Shelf();
    for (let at = 0; at < 300; at += 1) {
      shelf.put(`c${at}`, {
        title: `chat ${at}`,
        messages: [`word${at} ${'more text '.repeat(at)}`],
      });
    }
    const first = start(shelf);
    await pages(first, {});
    await first.indexed();
    await first.close();
    // Everything but the header's page.
    writeFileSync(index, Buffer.alloc(statSync(index).size - 4096, 0xaa), { flag: 'r+' });
    const db = Buffer.alloc(statSync(index).size - 4096, 0xaa);
    assert.ok(db.length > 0);
    const again = start(shelf);
    assert.deepEqual(await ids(again, { text: 'word123' }), ['c123']);
    await again.indexed();
    assert.deepEqual(await ids(again, { text: 'word123' }), ['c123']);
  });

  it('finds a chat that the index could not be told of when it was listed', async () => {
    const shelf = new Shelf();
    const catalogue = start(shelf);
    await pages(catalogue, {});
    const db = new DatabaseSync(index);
    db.exec("CREATE TRIGGER refuse BEFORE INSERT ON folder BEGIN SELECT RAISE(FAIL, 'full'); END");
    shelf.put('a', { title: '', messages: ['apple'] });
    await pages(catalogue, {});
    await catalogue.indexed();
    db.exec('DROP TRIGGER refuse');
    assert.deepEqual(await ids(catalogue, { text: 'apple' }), ['a']);
    await catalogue.indexed();
    assert.deepEqual(await ids(catalogue, { text: 'apple' }), ['a']);
    assert.equal(db.prepare('SELECT indexed FROM folder').get()?.['indexed'], '1');
    db.close();
  });

  it('keeps its index to its owner', async () => {
    const catalogue = start(new Shelf());
    await pages(catalogue, {});
    for (const name of readdirSync(join(folder, 'index'))) {
      assert.equal(statSync(join(folder, 'index', name)).mode & 0o777, 0o600, name);
    }
    assert.equal(statSync(join(folder, 'index')).mode & 0o777, 0o700);
  });

  it('shares the index with another window: what one takes in both find', async () => {
    const shelf = new Shelf();
    const [one, other] = [start(shelf), start(shelf)];
    await Promise.all([pages(one, {}), pages(other, {})]);
    for (let at = 0; at < 100; at += 1) {
      shelf.put(`c${at}`, { title: '', messages: [`apple number${at}`] });
    }
    await Promise.all([pages(one, {}), pages(other, {})]);
    await Promise.all([one.indexed(), other.indexed()]);
    for (const catalogue of [one, other]) {
      assert.equal((await ids(catalogue, { text: 'apple' })).length, 100);
      assert.deepEqual(await ids(catalogue, { text: 'number77' }), ['c77']);
    }
  });

  it('stops reading when a search is not wanted any more', async () => {
    const shelf = new Shelf();
    for (let at = 0; at < 500; at += 1) {
      shelf.put(`c${at}`, { title: '', messages: ['apple'] });
    }
    const catalogue = start(shelf, '/dev/null/none');
    await pages(catalogue, {});
    const asked = new AbortController();
    shelf.read.splice(0);
    for await (const page of catalogue.find({ text: 'apple', limit: 1000 }, asked.signal)) {
      assert.equal(page.isFinal, false);
      asked.abort();
    }
    assert.ok(shelf.read.length < 100);
  });

  it('tells which conversations are old and not pinned', async () => {
    const shelf = new Shelf();
    shelf.put('old', { title: '', messages: [] });
    shelf.put('pinned', { title: '', messages: [], pinned: true });
    shelf.put('new', { title: '', messages: [] });
    assert.deepEqual(await start(shelf).before(3), ['old']);
  });
});
