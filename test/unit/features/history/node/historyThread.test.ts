import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HistoryQuery } from '../../../../../src/features/history/node/conversationHistory';
import { buildHistoryWorker, findIds, HistoryWindows } from './historyWindows';

describe('HistoryThread', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  const indexFiles = (): readonly string[] => readdirSync(dirname(windows.index));

  it('closes the index, so that SQLite has nothing to recover', async () => {
    const window = windows.open();
    await windows.saveTurn(window, 'a', 'First', ['with apples']);
    assert.deepEqual(await findIds(window, { text: 'apples' }), ['a']);
    assert.ok(indexFiles().includes('words.db-wal'), 'the index is open');
    await window.thread.close();
    assert.deepEqual(indexFiles(), ['words.db']);
    assert.deepEqual(await findIds(windows.open(), { text: 'apples' }), ['a']);
  });

  it('ends running searches when it is closed, and starts again on the next request', async () => {
    const window = windows.open();
    for (let n = 0; n < 30; n += 1) {
      await windows.saveTurn(window, `chat ${n}`, 'A question', ['with apples']);
    }
    await findIds(window);
    const query: HistoryQuery = { text: 'apples', limit: 50, refresh: true };
    const searches = Array.from({ length: 5 }, async () => {
      const { signal } = new AbortController();
      for await (const { results } of window.thread.find(query, signal)) {
        assert.ok(results.length <= 30);
      }
    });
    await window.thread.close();
    assert.deepEqual(indexFiles(), ['words.db']);
    await Promise.all(searches);
    assert.equal((await findIds(window, { text: 'apples' })).length, 30);
  });

  it('does not start for an aborted search', async () => {
    const window = windows.open();
    const query: HistoryQuery = { text: 'apples', limit: 50 };
    for await (const page of window.thread.find(query, AbortSignal.abort())) {
      assert.fail(JSON.stringify(page));
    }
    assert.deepEqual(readdirSync(windows.root), [], 'no index was opened');
  });

  it('does not start in order to be closed or refreshed', async () => {
    const window = windows.open();
    await window.thread.close();
    await window.thread.refresh(['a']);
    assert.deepEqual(readdirSync(windows.root), []);
  });
});
