import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  type Conversation,
  newConversation,
  type Outcome,
  type Question,
} from '../../../../src/shared/conversation/conversation';
import { nodeDisk } from '../../../../src/store/disk';
import { storagePaths } from '../../../../src/store/storagePaths';
import type { ManualClock } from '../../../support/manualClock';
import {
  buildHistoryWorker,
  find,
  HistoryWindows,
  ids,
  type Window,
} from './historyWindows';

const day = 24 * 3_600_000;

describe('the history of a store', () => {
  let windows: HistoryWindows;
  let root: string;
  let clock: ManualClock;

  buildHistoryWorker();
  beforeEach(() => {
    windows = new HistoryWindows();
    ({ root, clock } = windows);
  });
  afterEach(() => windows.close());

  const openWindow = (workspace?: string): Window => windows.open(workspace);
  const say: HistoryWindows['say'] = (...said) => windows.say(...said);

  it('lists what was said, newest first, called after the first question', async () => {
    const window = openWindow('file:///project');
    const begun = clock.now();
    await say(window, 'a', '**How** do I\nsort?', ['Like this.']);
    await say(window, 'b/../c', 'Second', ['Yes.']);
    await say(window, 'a', 'And back?', ['So.'], false);
    assert.deepEqual(
      (await find(window)).map(({ conversation }) => conversation),
      [
        {
          id: 'a',
          title: 'How do I',
          createdAt: begun,
          changedAt: begun + 2_000,
          pinned: false,
          workspace: 'file:///project',
        },
        {
          id: 'b/../c',
          title: 'Second',
          createdAt: begun + 1_000,
          changedAt: begun + 1_000,
          pinned: false,
          workspace: 'file:///project',
        },
      ],
    );
  });

  it('finds a word from the middle of an old answer, whose pieces cut it, and none of the reasoning', async () => {
    const window = openWindow();
    await say(window, 'a', 'First', ['It is the wor', 'king of a phot', 'osynthesis in leaves.']);
    await say(window, 'b', 'Second', ['Something else.']);
    const [found] = await find(window, { text: 'PHOTOSYNTH' });
    assert.equal(found?.conversation.id, 'a');
    assert.match(found.snippet?.text ?? '', /working of a photosynthesis in leaves/u);
    assert.match(found.snippet?.messageId ?? '', /^a-a/u);
    assert.deepEqual(await ids(window, { text: 'pondering' }), []);
  });

  it('lists and finds what the disk refuses to take, until it takes it', async () => {
    let isFull = false;
    const window = windows.open('file:///project', {
      ...nodeDisk,
      open: async (path, flags, mode) => {
        if (isFull && flags !== 'r') {
          throw Object.assign(new Error('No space is left.'), { code: 'ENOSPC' });
        }
        return await nodeDisk.open(path, flags, mode);
      },
    });
    await say(window, 'a', 'On disk', ['apples']);
    isFull = true;
    await say(window, 'b', 'In memory', ['apples and pears']);
    await say(window, 'a', 'And more', ['cherries'], false);
    assert.deepEqual(await ids(window), ['b', 'a']);
    assert.deepEqual(await ids(window, { text: 'pears' }), ['b']);
    assert.deepEqual(await ids(window, { text: 'cherries' }), ['a']);
    assert.deepEqual(await ids(window, { text: 'plums' }), []);
    assert.deepEqual(await ids(window, { workspace: 'file:///elsewhere' }), []);
    assert.deepEqual(
      (await window.history.all()).map(({ title }) => title),
      ['In memory', 'On disk'],
    );
    isFull = false;
    await window.store.flush();
    assert.deepEqual(await ids(openWindow(), { text: 'pears' }), ['b']);
    assert.deepEqual(await ids(window), ['a', 'b']);
  });

  it('finds what another window, still open, has said meanwhile', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await say(one, 'a', 'Mine', ['apples']);
    assert.deepEqual(await ids(other), ['a']);
    await say(other, 'b', 'Theirs', ['apples too']);
    await say(other, 'a', 'Added there', ['pears'], false);
    assert.deepEqual(await ids(one, { text: 'apples' }), ['a', 'b']);
    assert.deepEqual(await ids(one, { text: 'pears' }), ['a']);
  });

  it('finds versions that are not shown, and long questions that lie beside their record', async () => {
    const window = openWindow();
    await say(window, 'a', `${'long '.repeat(10_000)} needle`, ['old version']);
    const { messages } = (await window.store.load('a')) ?? assert.fail();
    const old = messages.find((message) => message.kind === 'answer') ?? assert.fail();
    window.store.append('a', {
      type: 'retried',
      replacedAnswerId: old.id,
      answer: { ...old, id: 'new', state: 'waiting', text: '' },
    });
    window.store.append('a', {
      type: 'textAppended',
      answerId: 'new',
      text: 'fresh',
      reasoning: '',
    });
    await window.store.flush();
    assert.deepEqual(await ids(window, { text: 'old version' }), ['a']);
    assert.deepEqual(await ids(window, { text: 'needle fresh' }), ['a']);
    assert.match((await find(window))[0]?.conversation.title ?? '', /^long long/u);
  });

  it('lists a conversation that began with messages by their own times', async () => {
    const window = openWindow();
    await say(window, 'now', 'Now', []);
    const { messages } = (await window.store.load('now')) ?? assert.fail();
    const [question, answer] = messages;
    assert.ok(question?.kind === 'question' && answer?.kind === 'answer');
    const then: Outcome = { endedAt: 3_000 };
    const old: Conversation = {
      ...newConversation('old', 'demo', 1_000),
      messages: [
        { ...question, id: 'q', text: 'Long ago', askedAt: 2_000 },
        { ...answer, id: 'a', questionId: 'q', startedAt: 2_000, state: 'complete', outcome: then },
      ],
    };
    window.store.create(old);
    await window.store.flush();
    assert.deepEqual(
      (await find(window)).map(({ conversation: { id, title, createdAt } }) => [
        id,
        title,
        createdAt,
      ]),
      [
        ['now', 'Now', clock.now() - 1_000],
        ['old', 'Long ago', 1_000],
      ],
    );
  });

  it('names a chat that begins with versions by the question that is shown', async () => {
    const window = openWindow();
    const left: Question = { kind: 'question', id: 'q1', parentId: '', text: 'As it was', askedAt: 1 };
    window.store.create({
      ...newConversation('a', 'demo', 1),
      messages: [{ ...left, id: 'q2', text: 'As it was sent again' }],
      offPath: [left],
    });
    await window.store.flush();
    const [first] = await find(window);
    assert.equal(first?.conversation.title, 'As it was sent again');
  });

  it('renames and pins, in every window and after a restart', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await say(one, 'a', 'First', []);
    await say(one, 'b', 'Second', []);
    await one.history.rename('a', 'Called otherwise');
    await one.history.pin('a', true);
    for (const window of [one, other, openWindow()]) {
      const [first, second] = await find(window);
      assert.deepEqual(
        [first?.conversation.title, first?.conversation.pinned, second?.conversation.id],
        ['Called otherwise', true, 'b'],
      );
      assert.deepEqual(await ids(window, { text: 'otherwise' }), ['a']);
    }
    await other.history.pin('a', false);
    assert.deepEqual(await ids(one), ['b', 'a']);
  });

  it('brings back what was deleted, with its draft, and deletes it again', async () => {
    const window = openWindow();
    await say(window, 'a', 'First', ['apples']);
    window.store.saveDraft('a', { text: 'half a question', queue: [] });
    await window.store.flush();
    const removed = await window.history.remove('a');
    assert.deepEqual(await ids(window), []);
    assert.deepEqual(await ids(window, { text: 'apples' }), []);
    assert.equal(await openWindow().store.load('a'), undefined);
    assert.deepEqual(readdirSync(storagePaths(root).conversations), []);
    await window.history.restore(removed);
    assert.deepEqual(await ids(window, { text: 'apples' }), ['a']);
    const again = openWindow();
    assert.equal((await again.store.load('a'))?.messages.length, 2);
    assert.equal((await again.store.loadDraft('a')).text, 'half a question');
    clock.advance(5);
    await again.history.remove('a');
    assert.deepEqual(await ids(again), []);
  });

  it('brings back what was deleted to what another window has begun again, by an import say', async () => {
    const [window, other] = [openWindow(), openWindow()];
    await say(window, 'a', 'long '.repeat(10_000), ['apples']);
    window.store.saveDraft('a', { text: 'older', queue: [{ id: 'q', text: 'Next?' }] });
    await window.store.flush();
    await other.store.load('a');
    const removed = await window.history.remove('a');
    await say(other, 'a', 'wide '.repeat(10_000), ['pears']);
    other.store.saveDraft('a', { text: 'newer', queue: [] });
    await other.store.flush();
    await window.history.restore(removed);
    assert.deepEqual(await ids(window, { text: 'apples pears' }), ['a']);
    const again = openWindow();
    assert.equal((await again.store.load('a'))?.messages.length, 4);
    const { text, queue } = await again.store.loadDraft('a');
    assert.deepEqual([text, queue.map(({ id }) => id)], ['newer', ['q']]);
    await window.history.restore(removed);
  });

  it('empties the trash of what was deleted 30 days ago', async () => {
    const window = openWindow();
    await say(window, 'a', 'First', []);
    await say(window, 'b', 'Second', []);
    await window.history.remove('a');
    clock.advance(20 * day);
    await window.history.remove('b');
    clock.advance(11 * day);
    await window.history.cleanUp(0, () => false);
    assert.deepEqual(
      readdirSync(storagePaths(root).trash).map((name) => name.split('-')[1]),
      ['b'],
    );
  });

  it('leaves nothing on disk of any conversation once all history is deleted', async () => {
    const window = openWindow();
    await say(window, 'a', 'First', ['secretword']);
    await say(window, 'b', 'Second', ['secretword']);
    assert.equal((await ids(window, { text: 'secretword' })).length, 2);
    window.store.saveDraft('c', { text: 'draft', queue: [] });
    await window.store.flush();
    await window.history.remove('b');
    await window.history.deleteAll();
    assert.deepEqual(await ids(window), []);
    const left = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.deepEqual(
      [...new Set(left.map(({ name }) => name.replace(/-(?:wal|shm)$/u, '')))],
      ['words.db'],
    );
    await say(window, 'd', 'Afterwards', ['goes on']);
    assert.deepEqual(await ids(window, { text: 'goes' }), ['d']);
  });

  it('goes on with a thread of its own after one has died', async () => {
    const window = openWindow();
    await say(window, 'a', 'First', []);
    assert.deepEqual(await ids(window), ['a']);
    window.thread.dispose();
    assert.deepEqual(await ids(window), ['a']);
  });
});
