import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ChatLibrary } from '../../../../src/chat/transfer/chatLibrary';
import type { Damage } from '../../../../src/store/journal/corruptionReporter';
import {
  buildHistoryWorker,
  find,
  HistoryWindows,
  ids,
  type Window,
} from './historyWindows';

describe('a history that is turned off', () => {
  let windows: HistoryWindows;

  buildHistoryWorker();
  beforeEach(() => (windows = new HistoryWindows()));
  afterEach(() => windows.close());

  /** Saves chats in an earlier window: intact, pinned and with a damaged line. */
  async function keep(): Promise<void> {
    const before = windows.open();
    await windows.say(before, 'older', 'From before', ['old apples']);
    await windows.say(before, 'new', 'A new one', ['with apples']);
    await windows.say(before, 'damaged', 'A damaged one', ['with apples']);
    await windows.say(before, 'pinned', 'A pinned one', ['with pears']);
    await before.history.pin('pinned', true);
    await before.thread.close();
    await before.store.close();
    const folder = join(windows.places.conversations, 'damaged');
    const [segment = assert.fail()] = readdirSync(folder);
    appendFileSync(join(folder, segment), 'no record\n');
  }

  /** Every file and folder, as it lies there. */
  function tree(): readonly string[] {
    return readdirSync(windows.root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const { size, mtimeMs, ino } = statSync(join(windows.root, name));
        return `${name} ${size} ${mtimeMs} ${ino}`;
      });
  }

  async function exported({ store, history }: Window): Promise<readonly string[]> {
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

  async function lookAround(window: Window): Promise<void> {
    const damaged: Damage[] = [];
    window.store.onDidFindDamage((damage) => damaged.push(damage));
    assert.deepEqual(await ids(window), ['pinned', 'damaged', 'new', 'older']);
    assert.deepEqual(await ids(window, { text: 'appl' }), ['damaged', 'new', 'older']);
    const [found] = await find(window, { text: 'old apples' });
    assert.equal(found?.conversation.title, 'From before');
    assert.match(found.snippet?.messageId ?? '', /^older-a/u);
    const old = await window.store.load('older');
    assert.deepEqual(
      old?.messages.map(({ text }) => text),
      ['From before', 'old apples'],
    );
    assert.equal((await window.store.load('damaged'))?.messages.length, 2);
    assert.deepEqual(await exported(window), [
      'A pinned one: with pears',
      'A damaged one: with apples',
      'A new one: with apples',
      'From before: old apples',
    ]);
    await window.history.cleanUp(0, () => false);
    await window.thread.close();
    assert.deepEqual(damaged, [{ conversation: 'damaged' }]);
  }

  it('writes nothing when chats are listed, searched, opened and exported', async () => {
    await keep();
    windows.isWanted = false;
    const before = tree();
    await lookAround(windows.open());
    assert.deepEqual(tree(), before);
    assert.ok(!existsSync(windows.index));
  });

  it('leaves the index as it is that was made while it was on', async () => {
    await keep();
    const on = windows.open();
    await ids(on);
    await on.thread.close();
    windows.isWanted = false;
    assert.ok(existsSync(windows.index));
    const before = tree();
    await lookAround(windows.open());
    assert.deepEqual(tree(), before);
  });

  it('indexes again once it is on', async () => {
    await keep();
    windows.isWanted = false;
    const window = windows.open();
    await ids(window);
    windows.isWanted = true;
    await window.thread.close();
    assert.deepEqual(await ids(window, { text: 'old apples' }), ['older']);
    assert.ok(existsSync(windows.index));
  });

  it('still deletes what the user wants deleted, and brings it back', async () => {
    await keep();
    windows.isWanted = false;
    const window = windows.open();
    await ids(window);
    await window.store.load('older');
    const removed = [await window.history.remove('older'), await window.history.remove('new')];
    assert.deepEqual(await ids(window), ['pinned', 'damaged']);
    assert.deepEqual(await ids(windows.open()), ['pinned', 'damaged']);
    for (const one of removed) {
      await window.history.restore(one);
    }
    assert.deepEqual(await ids(windows.open()), ['pinned', 'damaged', 'new', 'older']);
    await window.history.deleteAll();
    assert.deepEqual(readdirSync(windows.root), []);
    assert.deepEqual(await ids(window), []);
  });

  it('removes the index with all history, and makes no other', async () => {
    await keep();
    const window = windows.open();
    await ids(window);
    await window.thread.close();
    windows.isWanted = false;
    await window.history.deleteAll();
    assert.deepEqual(await ids(window), []);
    assert.deepEqual(readdirSync(windows.root, { recursive: true }), ['history']);
  });
});
