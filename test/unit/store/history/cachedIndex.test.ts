import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { termsOf } from '../../../../src/store/history/search/terms';
import { CachedIndex, type Shown } from '../../../../src/store/history/cachedIndex';

/** In bytes; SQLite's own. */
const pageSize = 4096;

describe('an index whose file another window holds, so that it cannot be removed', () => {
  let folder: string;
  let path: string;
  let shown: readonly Shown[];
  let refused: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-index-'));
    path = join(folder, 'words.db');
    refused = 0;
    shown = Array.from({ length: 300 }, (_, at) => chat(`c${at}`, `secret${at}`));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function chat(name: string, title: string): Shown {
    const listed = { id: name, title, createdAt: 1, changedAt: 1, pinned: false };
    return { name, state: title, listed };
  }

  function start(isWanted = true): CachedIndex {
    const source = {
      all: () => shown,
      inOrder: () => shown,
      texts: async () => [{ id: '1', text: 'words that follow' }],
    };
    return new CachedIndex(path, source, isWanted, () => {
      refused += 1;
      throw Object.assign(new Error('held'), { code: 'EBUSY' });
    });
  }

  async function fill(index: CachedIndex): Promise<void> {
    await index.open();
    index.keep(shown, []);
    index.fill();
    await index.filled();
  }

  const found = (index: CachedIndex, text: string): readonly string[] =>
    index.having(termsOf(text), shown).map(({ name }) => name);

  const holds = (text: string): boolean =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

  /** So that the file can still be opened. */
  function harmList(): void {
    const db = new DatabaseSync(path);
    const at = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'folder'").get();
    db.close();
    const end = Number(at?.['rootpage']) * pageSize;
    writeFileSync(path, readFileSync(path).fill(0xaa, end - pageSize, end));
  }

  it('is emptied, so that no word is left in it of what was removed', async () => {
    const index = start();
    await fill(index);
    const held = new DatabaseSync(path);
    assert.equal(held.prepare('SELECT count(*) AS n FROM folder').get()?.['n'], 300);
    assert.ok(holds('secret7'));
    shown = [chat('new', 'apples')];
    await index.clear();
    assert.equal(refused, 1);
    assert.ok(!holds('secret'));
    await index.filled();
    shown = [...shown, chat('newer', 'pears')];
    await fill(index);
    assert.deepEqual(found(index, 'pear'), ['newer']);
    await index.close();
    held.close();
  });

  it('is emptied where there is to be none, too', async () => {
    const before = start();
    await fill(before);
    await before.close();
    shown = [];
    const index = start(false);
    await index.open();
    await index.clear();
    assert.ok(!holds('secret'));
    await index.close();
  });

  it('is done without where it is damaged: everything is read', async () => {
    const before = start();
    await fill(before);
    await before.close();
    harmList();
    const unhandled: unknown[] = [];
    const take = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', take);
    const index = start();
    await fill(index);
    await new Promise(setImmediate);
    process.off('unhandledRejection', take);
    assert.ok(refused > 0);
    assert.deepEqual(unhandled, []);
    assert.equal(found(index, 'secret7').length, 300);
    await index.close();
  });
});
