import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CachedIndex,
  type ListedFolder,
} from '../../../../../src/features/history/node/cachedIndex';
import { parseQuery } from '../../../../../src/features/history/node/search/terms';

/** SQLite's default. */
const pageBytes = 4096;

describe('CachedIndex, while its file cannot be removed because another window has it open', () => {
  let folder: string;
  let path: string;
  let listed: readonly ListedFolder[];
  let failedRemovals: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-index-'));
    path = join(folder, 'words.db');
    failedRemovals = 0;
    listed = Array.from({ length: 300 }, (_, at) => chat(`c${at}`, `secret${at}`));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function chat(name: string, title: string): ListedFolder {
    const summary = { id: name, title, createdAt: 1, changedAt: 1, pinned: false };
    return { name, state: title, summary };
  }

  function create(isEnabled = true): CachedIndex {
    const source = {
      all: () => listed,
      sorted: () => listed,
      texts: async () => [{ id: '1', text: 'words that follow' }],
    };
    return new CachedIndex(path, source, isEnabled, () => {
      failedRemovals += 1;
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    });
  }

  async function indexAll(index: CachedIndex): Promise<void> {
    await index.open();
    index.update(listed, []);
    index.startIndexing();
    await index.whenIndexed();
  }

  const candidates = (index: CachedIndex, text: string): readonly string[] =>
    index.candidates(parseQuery(text), listed).map(({ name }) => name);

  const fileContains = (text: string): boolean =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

  /** Damages the table of folders; the file can still be opened. */
  function damageFolders(): void {
    const db = new DatabaseSync(path);
    const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'folder'").get();
    db.close();
    const end = Number(page?.['rootpage']) * pageBytes;
    writeFileSync(path, readFileSync(path).fill(0xaa, end - pageBytes, end));
  }

  it('erases the words of deleted conversations from the file', async () => {
    const index = create();
    await indexAll(index);
    const otherWindow = new DatabaseSync(path);
    assert.equal(otherWindow.prepare('SELECT count(*) AS n FROM folder').get()?.['n'], 300);
    assert.ok(fileContains('secret7'));
    listed = [chat('new', 'apples')];
    await index.clear();
    assert.equal(failedRemovals, 1);
    assert.ok(!fileContains('secret'));
    await index.whenIndexed();
    listed = [...listed, chat('newer', 'pears')];
    await indexAll(index);
    assert.deepEqual(candidates(index, 'pear'), ['newer']);
    await index.close();
    otherWindow.close();
  });

  it('erases them even if the index is disabled', async () => {
    const before = create();
    await indexAll(before);
    await before.close();
    listed = [];
    const index = create(false);
    await index.open();
    await index.clear();
    assert.ok(!fileContains('secret'));
    await index.close();
  });

  it('returns every folder as a candidate if the file is damaged', async () => {
    const before = create();
    await indexAll(before);
    await before.close();
    damageFolders();
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const index = create();
    await indexAll(index);
    await new Promise(setImmediate);
    process.off('unhandledRejection', onUnhandled);
    assert.ok(failedRemovals > 0);
    assert.deepEqual(unhandled, []);
    assert.equal(candidates(index, 'secret7').length, 300);
    await index.close();
  });
});
