import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { buildHistoryWorker, findIds, HistoryWindows } from './historyWindows';

const hour = 3_600_000;
const noneOpen = (): boolean => false;

describe('Stale files', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(async () => {
    windows = new HistoryWindows();
    await leaveTempFiles();
  });
  afterEach(() => windows.close());

  const tempFiles = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tmp'),
    );

  /** Leaves temp files of two drafts and a blob, as a crash does before they are renamed. */
  async function leaveTempFiles(): Promise<void> {
    const { root, clock } = windows;
    const earlier = windows.open();
    await windows.saveTurn(earlier, 'a', 'First', ['apples']);
    await windows.saveTurn(earlier, 'a.b', 'Another', ['apples']);
    await earlier.store.close();
    const crash = (path: string): void => {
      assert.ok(!path.endsWith('.tmp'), 'the window crashes here');
    };
    const disk: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        crash(from);
        await nodeDisk.rename(from, to);
      },
      rm: async (path, options) => {
        crash(path);
        await nodeDisk.rm(path, options);
      },
    };
    const store = new JournalStore({ root, clock, disk });
    for (const id of ['a', 'a.b']) {
      store.saveDraft(id, { text: 'half a question', queue: [] });
    }
    await store.flush();
    await store.load('a');
    await windows.saveTurn({ ...earlier, store }, 'a', 'long '.repeat(10_000), [], false);
    await store.close();
    assert.deepEqual(kinds(), ['a.draft', 'a.b.draft', 'blob']);
  }

  /** The kinds of temp files that exist. */
  function kinds(): readonly string[] {
    const names = tempFiles(windows.paths.conversations);
    const patterns = {
      'a.draft': /^a\.[^.]+\.drafts.draft\.json\.[^.]+\.tmp$/,
      'a.b.draft': /^a\.b\.[^.]+\.drafts.draft\.json\.[^.]+\.tmp$/,
      blob: /^a.blobs.[0-9a-f]+\.[^.]+\.tmp$/,
    };
    const counts = Object.entries(patterns).map(
      ([kind, pattern]) => [kind, names.filter((name) => pattern.test(name)).length] as const,
    );
    const found = counts.filter(([, count]) => count > 0);
    assert.equal(
      counts.reduce((sum, [, count]) => sum + count, 0),
      names.length,
      names.join(' '),
    );
    return found.map(([kind]) => kind);
  }

  function setModifiedAt(time: number): void {
    const { conversations } = windows.paths;
    for (const name of tempFiles(conversations)) {
      for (const path of [name, name.includes('.drafts') ? dirname(name) : name]) {
        utimesSync(join(conversations, path), time / 1000, time / 1000);
      }
    }
  }

  it('removes temp files after a day, and no other files', async () => {
    const { clock, paths } = windows;
    const window = windows.open();
    setModifiedAt(clock.now() - 23 * hour);
    const before = tempFiles(paths.conversations);
    await window.history.cleanUp(0, noneOpen);
    assert.deepEqual(tempFiles(paths.conversations), before);
    setModifiedAt(clock.now() - 25 * hour);
    // A conversation's ID may end like a temp file's name.
    const similar = join(paths.conversations, 'x.tmp');
    mkdirSync(similar);
    utimesSync(similar, 1, 1);
    await window.history.cleanUp(0, noneOpen);
    assert.deepEqual(tempFiles(paths.conversations), ['x.tmp']);
    assert.deepEqual(await findIds(window, { text: 'apples' }), ['a.b', 'a']);
  });

  it('removes the temp files of a chat that is deleted', async () => {
    const window = windows.open();
    const removed = await window.history.remove('a');
    assert.deepEqual(kinds(), ['a.b.draft']);
    await window.history.restore(removed);
    assert.deepEqual(await findIds(window), ['a.b', 'a']);
  });

  it('removes the signals of crashed windows after a day', async () => {
    const { clock, paths } = windows;
    const folder = join(paths.conversations, 'a');
    for (const [name, hours] of [
      ['old.signals', 25],
      ['new.signals', 23],
    ] as const) {
      const time = (clock.now() - hours * hour) / 1000;
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), time, time);
    }
    await windows.open().history.cleanUp(0, noneOpen);
    const names = readdirSync(folder).filter((name) => name.endsWith('.signals'));
    assert.deepEqual(names, ['new.signals']);
  });
});
