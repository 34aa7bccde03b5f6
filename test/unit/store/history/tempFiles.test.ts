import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type Disk, nodeDisk } from '../../../../src/store/disk';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { buildHistoryWorker, HistoryWindows, ids } from './historyWindows';

const hour = 3_600_000;
const nothing = (): boolean => false;

describe('what a crash has left half written', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(async () => {
    windows = new HistoryWindows();
    await leave();
  });
  afterEach(() => windows.close());

  const unfinished = (place: string): readonly string[] =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tmp'),
    );

  /** Leaves temp files of two drafts and a blob. */
  async function leave(): Promise<void> {
    const { root, clock } = windows;
    const before = windows.open();
    await windows.say(before, 'a', 'First', ['apples']);
    await windows.say(before, 'a.b', 'Another', ['apples']);
    await before.store.close();
    let ended = false;
    const end = (path: string, now: boolean): void => {
      ended ||= now && path.endsWith('.tmp');
      assert.ok(!ended || !path.endsWith('.tmp'), 'it ends here');
    };
    const disk: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        end(from, true);
        await nodeDisk.rename(from, to);
      },
      rm: async (path, options) => {
        end(path, false);
        await nodeDisk.rm(path, options);
      },
    };
    const store = new JournalStore({ root, clock, disk });
    for (const id of ['a', 'a.b']) {
      store.saveDraft(id, { text: 'half a question', queue: [] });
    }
    await store.flush();
    await store.load('a');
    await windows.say({ ...before, store }, 'a', 'long '.repeat(10_000), [], false);
    await store.close();
    assert.deepEqual(kinds(), ['a.draft', 'a.b.draft', 'blob']);
  }

  /** Of what lies where conversations are kept. */
  function kinds(): readonly string[] {
    const names = unfinished(windows.places.conversations);
    const patterns = {
      'a.draft': /^a\.[^.]+\.draft\.[^.]+\.tmp$/,
      'a.b.draft': /^a\.b\.[^.]+\.draft\.[^.]+\.tmp$/,
      blob: /^a.blobs.[0-9a-f]+\.[^.]+\.tmp$/,
    };
    const known = Object.entries(patterns).map(
      ([kind, pattern]) => [kind, names.filter((name) => pattern.test(name)).length] as const,
    );
    const found = known.filter(([, count]) => count > 0);
    assert.equal(
      known.reduce((sum, [, count]) => sum + count, 0),
      names.length,
      names.join(' '),
    );
    return found.map(([kind]) => kind);
  }

  function writtenAt(at: number): void {
    const { conversations } = windows.places;
    for (const name of unfinished(conversations)) {
      utimesSync(join(conversations, name), at / 1000, at / 1000);
    }
  }

  it('goes after a day, and nothing else does', async () => {
    const { clock, places } = windows;
    const window = windows.open();
    writtenAt(clock.now() - 23 * hour);
    const before = unfinished(places.conversations);
    await window.history.cleanUp(0, nothing);
    assert.deepEqual(unfinished(places.conversations), before);
    writtenAt(clock.now() - 25 * hour);
    // An ID may be called so.
    const alike = join(places.conversations, 'x.tmp');
    mkdirSync(alike);
    utimesSync(alike, 1, 1);
    await window.history.cleanUp(0, nothing);
    assert.deepEqual(unfinished(places.conversations), ['x.tmp']);
    assert.deepEqual(await ids(window, { text: 'apples' }), ['a.b', 'a']);
  });

  it('goes with its chat', async () => {
    const window = windows.open();
    const removed = await window.history.remove('a');
    assert.deepEqual(kinds(), ['a.b.draft']);
    await window.history.restore(removed);
    assert.deepEqual(await ids(window), ['a.b', 'a']);
  });
});
