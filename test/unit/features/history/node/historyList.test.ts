import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import {
  HistoryList,
  type FolderReader,
} from '../../../../../src/features/history/node/historyList';
import { naiveFinds, searchText } from '../../../../support/naiveSearch';
import { propertyRuns } from '../../../../support/propertyRuns';
import { FakeFolders, findIds, findPages } from './fakeHistory';

describe('HistoryList', () => {
  let folder: string;
  let index: string;
  const open: HistoryList[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-history-list-'));
    index = join(folder, 'index', 'words.db');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((list) => list.close()));
    rmSync(folder, { recursive: true });
  });

  function start(folders: FolderReader, path = index): HistoryList {
    const list = new HistoryList(folders, path);
    open.push(list);
    return list;
  }

  /** Leaves an index of all folders on disk, as an earlier start does. */
  async function indexAll(folders: FolderReader): Promise<void> {
    const list = start(folders);
    await findPages(list, {});
    await list.whenIndexed();
    await list.close();
  }

  it('lists pinned conversations first, then the newest, and can filter by workspace', async () => {
    const folders = new FakeFolders();
    folders.set('a', { title: 'first', messages: [], pinned: true, workspace: 'file:///one' });
    folders.set('b', { title: 'second', messages: [], workspace: 'file:///two' });
    folders.set('c', { title: 'third', messages: [], workspace: 'file:///one' });
    const list = start(folders);
    assert.deepEqual(await findIds(list, {}), ['a', 'c', 'b']);
    assert.deepEqual(await findIds(list, { workspace: 'file:///one' }), ['a', 'c']);
    const [page] = await findPages(list, { limit: 2 });
    assert.deepEqual([page?.results.length, page?.hasMore], [2, true]);
  });

  it('finds what a naive search finds, with and without an index, before and after changes', async () => {
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
          const folders = new FakeFolders();
          conversations.forEach((conversation, at) => folders.set(`c${at}`, conversation));
          const path = hasIndex
            ? join(mkdtempSync(join(folder, 'run-')), 'words.db')
            : '/dev/null/none';
          const list = start(folders, path);
          const check = async (): Promise<void> => {
            for (const query of queries.filter((text) => text.trim() !== '')) {
              const expected = [...folders.conversations].flatMap(([name, { title, messages }]) =>
                naiveFinds([title, ...messages], query) ? [name] : [],
              );
              assert.deepEqual(
                (await findIds(list, { text: query })).toSorted(),
                expected.toSorted(),
              );
            }
          };
          await check();
          await list.whenIndexed();
          await check();
          for (const { name, title, message } of changes) {
            folders.set(`c${name}`, { title, messages: [message] });
          }
          folders.conversations.delete('c0');
          await check();
          await list.whenIndexed();
          await check();
          await list.close();
        },
      ),
      { numRuns: propertyRuns(50) },
    );
  });

  it('ranks a title with all words first, then the text as typed, then the newest', async () => {
    const folders = new FakeFolders();
    folders.set('title', { title: 'What does the constructor take?', messages: ['It depends.'] });
    folders.set('phrase', { title: 'One', messages: ['take a', 'a Constructor takes two'] });
    folders.set('old', { title: 'Two', messages: ['take the constructor'] });
    folders.set('new', { title: 'Three', messages: ['I take a big constructor'] });
    const list = start(folders);
    const query = { text: 'constructor take' };
    assert.deepEqual(await findIds(list, query), ['title', 'phrase', 'new', 'old']);
    // The limit leaves out no title.
    assert.deepEqual(await findIds(list, { ...query, limit: 1 }), ['title']);
    const [, phrase] = (await findPages(list, query)).at(-1)?.results ?? [];
    assert.equal(phrase?.snippet?.messageId, 'phrase-1');
  });

  it('returns a snippet of the message with the most terms, and their positions', async () => {
    const folders = new FakeFolders();
    const long = 'filler '.repeat(40);
    folders.set('a', {
      title: 'Titled',
      messages: ['needle alone', `${long}the Needle in\n a   haystack ${long}`],
    });
    const [page] = await findPages(start(folders), { text: 'haystack needle' });
    const snippet = page?.results[0]?.snippet;
    assert.equal(snippet?.messageId, 'a-1');
    assert.match(snippet.text, /^….*the Needle in a haystack filler.*…$/u);
    assert.deepEqual(
      snippet.matches.map(({ start: from, end }) => snippet.text.slice(from, end)),
      ['Needle', 'haystack'],
    );
  });

  it('reads no conversation again that an earlier start has listed and indexed', async () => {
    const folders = new FakeFolders();
    folders.set('a', { title: 'A', messages: ['apple'] });
    folders.set('b', { title: 'B', messages: ['banana'] });
    await indexAll(folders);
    folders.textReads.splice(0);
    const again = start(folders);
    assert.deepEqual(await findIds(again, { text: 'banana' }), ['b']);
    await again.whenIndexed();
    assert.deepEqual([...new Set(folders.textReads)], ['b'], 'only for the snippet');
  });

  it('returns cached results before it scans the folders', async () => {
    const folders = new FakeFolders();
    folders.set('a', { title: 'A', messages: [] });
    await indexAll(folders);
    folders.set('b', { title: 'B', messages: [] });
    const pages = await findPages(start(folders), {});
    assert.deepEqual(
      pages.map(({ results, isFinal }) => [
        results.map(({ conversation }) => conversation.id),
        isFinal,
      ]),
      [
        [['a'], false],
        [['b', 'a'], true],
      ],
    );
  });

  for (const [condition, damage] of [
    ['missing', (path: string) => rmSync(path)],
    [
      'no database',
      (path: string) =>
        writeFileSync(path, 'not a database at all, but longer than its header'.repeat(50)),
    ],
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
    it(`recreates the index if the file is ${condition}`, async () => {
      const folders = new FakeFolders();
      folders.set('a', { title: 'A', messages: ['apple'] });
      await indexAll(folders);
      damage(index);
      const again = start(folders);
      assert.deepEqual(await findIds(again, { text: 'apple' }), ['a']);
      await again.whenIndexed();
      await again.close();
      const db = new DatabaseSync(index);
      assert.deepEqual(
        db
          .prepare('SELECT name, state, indexed_state FROM folder')
          .all()
          .map(({ name, state, indexed_state: indexedState }) => ({ name, state, indexedState })),
        [{ name: 'a', state: '1', indexedState: '1' }],
      );
      db.close();
    });
  }

  it('recreates the index if it turns out to be damaged while it is in use', async () => {
    const folders = new FakeFolders();
    for (let at = 0; at < 300; at += 1) {
      folders.set(`c${at}`, {
        title: `chat ${at}`,
        messages: [`word${at} ${'more text '.repeat(at)}`],
      });
    }
    await indexAll(folders);
    // Overwrites everything but the first page, which has the file's header.
    writeFileSync(index, Buffer.alloc(statSync(index).size - 4096, 0xaa), { flag: 'r+' });
    const again = start(folders);
    assert.deepEqual(await findIds(again, { text: 'word123' }), ['c123']);
    await again.whenIndexed();
    assert.deepEqual(await findIds(again, { text: 'word123' }), ['c123']);
  });

  it('finds a conversation that could not be saved to the index when it was listed', async () => {
    const folders = new FakeFolders();
    const list = start(folders);
    await findPages(list, {});
    const db = new DatabaseSync(index);
    db.exec("CREATE TRIGGER refuse BEFORE INSERT ON folder BEGIN SELECT RAISE(FAIL, 'full'); END");
    folders.set('a', { title: '', messages: ['apple'] });
    await findPages(list, {});
    await list.whenIndexed();
    db.exec('DROP TRIGGER refuse');
    assert.deepEqual(await findIds(list, { text: 'apple' }), ['a']);
    await list.whenIndexed();
    assert.deepEqual(await findIds(list, { text: 'apple' }), ['a']);
    assert.equal(db.prepare('SELECT indexed_state FROM folder').get()?.['indexed_state'], '1');
    db.close();
  });

  it('makes the index readable by its owner only', async () => {
    const list = start(new FakeFolders());
    await findPages(list, {});
    for (const name of readdirSync(join(folder, 'index'))) {
      assert.equal(statSync(join(folder, 'index', name)).mode & 0o777, 0o600, name);
    }
    assert.equal(statSync(join(folder, 'index')).mode & 0o777, 0o700);
  });

  it('shares the index with another window', async () => {
    const folders = new FakeFolders();
    const [one, other] = [start(folders), start(folders)];
    await Promise.all([findPages(one, {}), findPages(other, {})]);
    for (let at = 0; at < 100; at += 1) {
      folders.set(`c${at}`, { title: '', messages: [`apple number${at}`] });
    }
    await Promise.all([findPages(one, {}), findPages(other, {})]);
    await Promise.all([one.whenIndexed(), other.whenIndexed()]);
    for (const list of [one, other]) {
      assert.equal((await findIds(list, { text: 'apple' })).length, 100);
      assert.deepEqual(await findIds(list, { text: 'number77' }), ['c77']);
    }
  });

  it('stops reading when a search is aborted', async () => {
    const folders = new FakeFolders();
    for (let at = 0; at < 500; at += 1) {
      folders.set(`c${at}`, { title: '', messages: ['apple'] });
    }
    const list = start(folders, '/dev/null/none');
    await findPages(list, {});
    const controller = new AbortController();
    folders.textReads.splice(0);
    for await (const page of list.find({ text: 'apple', limit: 1000 }, controller.signal)) {
      assert.equal(page.isFinal, false);
      controller.abort();
    }
    assert.ok(folders.textReads.length < 100);
  });

  it('returns the conversations that are inactive and not pinned', async () => {
    const folders = new FakeFolders();
    folders.set('old', { title: '', messages: [] });
    folders.set('pinned', { title: '', messages: [], pinned: true });
    folders.set('new', { title: '', messages: [] });
    assert.deepEqual(await start(folders).inactiveSince(3), ['old']);
  });
});
