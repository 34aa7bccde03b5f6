import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ChatLibrary } from '../../../../../src/features/transfer/node/chatLibrary';
import type { Corruption } from '../../../../../src/storage/node/journal/corruptionReporter';
import {
  buildHistoryWorker,
  findIds,
  findResults,
  HistoryWindows,
  type Window,
} from './historyWindows';

describe('StoredHistory, while the history is turned off', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  /** Saves chats in an earlier window: intact, pinned and with a damaged line. */
  async function saveChats(): Promise<void> {
    const window = windows.open();
    await windows.saveTurn(window, 'older', 'From before', ['old apples']);
    await windows.saveTurn(window, 'new', 'A new one', ['with apples']);
    await windows.saveTurn(window, 'damaged', 'A damaged one', ['with apples']);
    await windows.saveTurn(window, 'pinned', 'A pinned one', ['with pears']);
    await window.history.pin('pinned', true);
    await window.thread.close();
    await window.store.close();
    const folder = join(windows.paths.conversations, 'damaged');
    const [segment = assert.fail()] = readdirSync(folder);
    appendFileSync(join(folder, segment), 'no record\n');
  }

  /** The state of every file and folder. */
  function snapshot(): readonly string[] {
    return readdirSync(windows.root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const { size, mtimeMs, ino } = statSync(join(windows.root, name));
        return `${name} ${size} ${mtimeMs} ${ino}`;
      });
  }

  async function exportAll({ store, history }: Window): Promise<readonly string[]> {
    const library = new ChatLibrary({
      store,
      openChats: () => [],
      listSaved: () => history.all(),
      rename: () => assert.fail(),
    });
    const all: string[] = [];
    for await (const { title, conversation } of library.all(() => assert.fail())) {
      all.push(`${title}: ${conversation.messages.at(-1)?.text}`);
    }
    return all;
  }

  /** Lists, searches, opens and exports the chats. */
  async function readEverything(window: Window): Promise<void> {
    const corruptions: Corruption[] = [];
    window.store.onDidFindCorruption((corruption) => corruptions.push(corruption));
    assert.deepEqual(await findIds(window), ['pinned', 'damaged', 'new', 'older']);
    assert.deepEqual(await findIds(window, { text: 'appl' }), ['damaged', 'new', 'older']);
    const [found] = await findResults(window, { text: 'old apples' });
    assert.equal(found?.conversation.title, 'From before');
    assert.match(found.snippet?.messageId ?? '', /^older-a/u);
    const old = await window.store.load('older');
    assert.deepEqual(
      old?.messages.map(({ text }) => text),
      ['From before', 'old apples'],
    );
    assert.equal((await window.store.load('damaged'))?.messages.length, 2);
    assert.deepEqual(await exportAll(window), [
      'A pinned one: with pears',
      'A damaged one: with apples',
      'A new one: with apples',
      'From before: old apples',
    ]);
    await window.history.cleanUp(0, () => false);
    await window.thread.close();
    assert.deepEqual(corruptions, [{ conversation: 'damaged' }]);
  }

  it('writes nothing while chats are listed, searched, opened and exported', async () => {
    await saveChats();
    windows.isHistoryEnabled = false;
    const before = snapshot();
    await readEverything(windows.open());
    assert.deepEqual(snapshot(), before);
    assert.ok(!existsSync(windows.index));
  });

  it('does not change an existing index', async () => {
    await saveChats();
    const on = windows.open();
    await findIds(on);
    await on.thread.close();
    windows.isHistoryEnabled = false;
    assert.ok(existsSync(windows.index));
    const before = snapshot();
    await readEverything(windows.open());
    assert.deepEqual(snapshot(), before);
  });

  it('indexes chats again after it is turned on', async () => {
    await saveChats();
    windows.isHistoryEnabled = false;
    const window = windows.open();
    await findIds(window);
    windows.isHistoryEnabled = true;
    await window.thread.close();
    assert.deepEqual(await findIds(window, { text: 'old apples' }), ['older']);
    assert.ok(existsSync(windows.index));
  });

  it('still deletes and restores chats', async () => {
    await saveChats();
    windows.isHistoryEnabled = false;
    const window = windows.open();
    await findIds(window);
    await window.store.load('older');
    const removed = [await window.history.remove('older'), await window.history.remove('new')];
    assert.deepEqual(await findIds(window), ['pinned', 'damaged']);
    assert.deepEqual(await findIds(windows.open()), ['pinned', 'damaged']);
    for (const trashed of removed) {
      await window.history.restore(trashed);
    }
    assert.deepEqual(await findIds(windows.open()), ['pinned', 'damaged', 'new', 'older']);
    await window.history.deleteAll();
    assert.deepEqual(readdirSync(windows.root), []);
    assert.deepEqual(await findIds(window), []);
  });

  it('removes the index with the history and creates no other', async () => {
    await saveChats();
    const window = windows.open();
    await findIds(window);
    await window.thread.close();
    windows.isHistoryEnabled = false;
    await window.history.deleteAll();
    assert.deepEqual(await findIds(window), []);
    assert.deepEqual(readdirSync(windows.root, { recursive: true }), ['history']);
  });
});
