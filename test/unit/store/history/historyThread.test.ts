import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HistoryQuery } from '../../../../src/chat/ports';
import { buildHistoryWorker, HistoryWindows, ids } from './historyWindows';

describe('the thread of the history', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  const indexFiles = (): readonly string[] => readdirSync(dirname(windows.index));

  it('has closed the index when it is closed: nothing is left to be mended', async () => {
    const window = windows.open();
    await windows.say(window, 'a', 'First', ['with apples']);
    assert.deepEqual(await ids(window, { text: 'apples' }), ['a']);
    assert.ok(indexFiles().includes('words.db-wal'), 'it is in use');
    await window.thread.close();
    assert.deepEqual(indexFiles(), ['words.db']);
    assert.deepEqual(await ids(windows.open(), { text: 'apples' }), ['a']);
  });

  it('closes though something is being found, whose search ends, and starts anew when it is asked again', async () => {
    const window = windows.open();
    for (let n = 0; n < 30; n += 1) {
      await windows.say(window, `chat ${n}`, 'A question', ['with apples']);
    }
    await ids(window);
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
    assert.equal((await ids(window, { text: 'apples' })).length, 30);
  });

  it('is not asked what nobody waits for any more', async () => {
    const window = windows.open();
    const query: HistoryQuery = { text: 'apples', limit: 50 };
    for await (const page of window.thread.find(query, AbortSignal.abort())) {
      assert.fail(JSON.stringify(page));
    }
    assert.deepEqual(readdirSync(windows.root), [], 'no index was opened');
  });

  it('is not started in order to be closed', async () => {
    const window = windows.open();
    await window.thread.close();
    await window.thread.look(['a']);
    assert.deepEqual(readdirSync(windows.root), []);
  });
});
