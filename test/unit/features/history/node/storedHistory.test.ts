import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  newConversation,
  type Conversation,
  type Outcome,
  type Question,
} from '../../../../../src/conversation/common/conversation';
import { nodeDisk } from '../../../../../src/storage/node/disk';
import { storagePaths } from '../../../../../src/storage/node/storagePaths';
import { samples } from '../../../../support/conversationEvents';
import type { ManualClock } from '../../../../support/manualClock';
import {
  buildHistoryWorker,
  findIds,
  findResults,
  HistoryWindows,
  type Window,
} from './historyWindows';

const day = 24 * 3_600_000;

describe('StoredHistory', () => {
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
  const saveTurn: HistoryWindows['saveTurn'] = (...turn) => windows.saveTurn(...turn);

  it('lists conversations newest first, titled by their first question', async () => {
    const window = openWindow('file:///project');
    const startedAt = clock.now();
    await saveTurn(window, 'a', '**How** do I\nsort?', ['Like this.']);
    await saveTurn(window, 'b/../c', 'Second', ['Yes.']);
    await saveTurn(window, 'a', 'And back?', ['So.'], false);
    assert.deepEqual(
      (await findResults(window)).map(({ conversation }) => conversation),
      [
        {
          id: 'a',
          title: 'How do I',
          createdAt: startedAt,
          changedAt: startedAt + 2_000,
          pinned: false,
          workspace: 'file:///project',
        },
        {
          id: 'b/../c',
          title: 'Second',
          createdAt: startedAt + 1_000,
          changedAt: startedAt + 1_000,
          pinned: false,
          workspace: 'file:///project',
        },
      ],
    );
  });

  it('lists and finds a chat to which a newer Portico has written, and renames, pins and deletes it', async () => {
    const window = openWindow();
    const attachment = { id: 'x', kind: 'whiteboard' as never, name: 'Sketch', tokens: 1 };
    const question = { ...samples.asked.question, text: 'Why blue?', attachments: [attachment] };
    window.store.create(newConversation('newer', 'demo', clock.now()));
    window.store.append('newer', { ...samples.asked, question });
    window.store.append('newer', { ...samples.textAppended, text: 'It scatters.' });
    await window.store.flush();
    await saveTurn(window, 'a', 'Later', ['Yes.']);
    window.store.append('newer', { type: 'translated' as never });
    await window.store.flush();
    assert.deepEqual(await findIds(window), ['newer', 'a']);
    assert.deepEqual(await findIds(window, { text: 'scatters' }), ['newer']);
    const { history } = window;
    await history.rename('newer', 'The sky');
    await history.pin('newer', true);
    const [first] = await findResults(window);
    assert.deepEqual([first?.conversation.title, first?.conversation.pinned], ['The sky', true]);
    assert.equal((await window.store.load('newer'))?.readOnly, true);
    await history.remove('newer');
    assert.deepEqual(await findIds(window), ['a']);
  });

  it('finds a word that is split across records of an answer, and nothing in the reasoning', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', [
      'It is the wor',
      'king of a phot',
      'osynthesis in leaves.',
    ]);
    await saveTurn(window, 'b', 'Second', ['Something else.']);
    const [found] = await findResults(window, { text: 'PHOTOSYNTH' });
    assert.equal(found?.conversation.id, 'a');
    assert.match(found.snippet?.text ?? '', /working of a photosynthesis in leaves/u);
    assert.match(found.snippet?.messageId ?? '', /^a-a/u);
    assert.deepEqual(await findIds(window, { text: 'pondering' }), []);
  });

  it('finds nothing in text that turned out to be reasoning', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', ['apples']);
    const { messages } = (await window.store.load('a')) ?? assert.fail();
    const old = messages.find((message) => message.kind === 'answer') ?? assert.fail();
    const answerId = old.id;
    const append = (text: string): void =>
      window.store.append('a', { type: 'textAppended', answerId, text, reasoning: '' });
    window.store.append('a', { type: 'continued', answerId, continuedAt: 3 });
    append(' and pears');
    window.store.append('a', {
      type: 'textReclassified',
      answerId,
      textLength: 'apples'.length,
    });
    append(' and plums');
    await window.store.flush();
    assert.deepEqual(await findIds(window, { text: 'pears' }), []);
    assert.deepEqual(await findIds(window, { text: 'apples and plums' }), ['a']);
  });

  it('lists and finds conversations that cannot be saved, until they are saved', async () => {
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
    await saveTurn(window, 'a', 'On disk', ['apples']);
    isFull = true;
    await saveTurn(window, 'b', 'In memory', ['apples and pears']);
    await saveTurn(window, 'a', 'And more', ['cherries'], false);
    assert.deepEqual(await findIds(window), ['b', 'a']);
    assert.deepEqual(await findIds(window, { text: 'pears' }), ['b']);
    assert.deepEqual(await findIds(window, { text: 'cherries' }), ['a']);
    assert.deepEqual(await findIds(window, { text: 'plums' }), []);
    assert.deepEqual(await findIds(window, { workspace: 'file:///elsewhere' }), []);
    assert.deepEqual(
      (await window.history.all()).map(({ title }) => title),
      ['In memory', 'On disk'],
    );
    isFull = false;
    await window.store.flush();
    assert.deepEqual(await findIds(openWindow(), { text: 'pears' }), ['b']);
    assert.deepEqual(await findIds(window), ['a', 'b']);
  });

  it('finds what another open window has saved meanwhile', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await saveTurn(one, 'a', 'Mine', ['apples']);
    assert.deepEqual(await findIds(other), ['a']);
    await saveTurn(other, 'b', 'Theirs', ['apples too']);
    await saveTurn(other, 'a', 'Added there', ['pears'], false);
    assert.deepEqual(await findIds(one, { text: 'apples' }), ['a', 'b']);
    assert.deepEqual(await findIds(one, { text: 'pears' }), ['a']);
  });

  it('finds versions off the visible path, and long questions in blobs', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', `${'long '.repeat(10_000)} needle`, ['old version']);
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
    assert.deepEqual(await findIds(window, { text: 'old version' }), ['a']);
    assert.deepEqual(await findIds(window, { text: 'needle fresh' }), ['a']);
    assert.match((await findResults(window))[0]?.conversation.title ?? '', /^long long/u);
  });

  it('lists an imported conversation by the times of its messages', async () => {
    const window = openWindow();
    await saveTurn(window, 'now', 'Now', []);
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
      (await findResults(window)).map(({ conversation: { id, title, createdAt } }) => [
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

  it('titles an imported conversation by the visible version of its question', async () => {
    const window = openWindow();
    const oldVersion: Question = {
      kind: 'question',
      id: 'q1',
      parentId: '',
      text: 'As it was',
      askedAt: 1,
    };
    window.store.create({
      ...newConversation('a', 'demo', 1),
      messages: [{ ...oldVersion, id: 'q2', text: 'As it was sent again' }],
      offPath: [oldVersion],
    });
    await window.store.flush();
    const [first] = await findResults(window);
    assert.equal(first?.conversation.title, 'As it was sent again');
  });

  it('renames and pins a conversation in every window and after a restart', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await saveTurn(one, 'a', 'First', []);
    await saveTurn(one, 'b', 'Second', []);
    await one.history.rename('a', 'Called otherwise');
    await one.history.pin('a', true);
    for (const window of [one, other, openWindow()]) {
      const [first, second] = await findResults(window);
      assert.deepEqual(
        [first?.conversation.title, first?.conversation.pinned, second?.conversation.id],
        ['Called otherwise', true, 'b'],
      );
      assert.deepEqual(await findIds(window, { text: 'otherwise' }), ['a']);
    }
    await other.history.pin('a', false);
    assert.deepEqual(await findIds(one), ['b', 'a']);
  });

  it('restores a deleted conversation with its draft, and deletes it again', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', ['apples']);
    window.store.saveDraft('a', { text: 'half a question', queue: [] });
    await window.store.flush();
    const removed = await window.history.remove('a');
    assert.deepEqual(await findIds(window), []);
    assert.deepEqual(await findIds(window, { text: 'apples' }), []);
    assert.equal(await openWindow().store.load('a'), undefined);
    assert.deepEqual(readdirSync(storagePaths(root).conversations), []);
    await window.history.restore(removed);
    assert.deepEqual(await findIds(window, { text: 'apples' }), ['a']);
    const again = openWindow();
    assert.equal((await again.store.load('a'))?.messages.length, 2);
    assert.equal((await again.store.loadDraft('a')).text, 'half a question');
    clock.advance(5);
    await again.history.remove('a');
    assert.deepEqual(await findIds(again), []);
  });

  it('restores a deleted conversation into one that another window has created again, as an import does', async () => {
    const [window, other] = [openWindow(), openWindow()];
    await saveTurn(window, 'a', 'long '.repeat(10_000), ['apples']);
    window.store.saveDraft('a', { text: 'older', queue: [{ id: 'q', text: 'Next?' }] });
    await window.store.flush();
    await other.store.load('a');
    const removed = await window.history.remove('a');
    await saveTurn(other, 'a', 'wide '.repeat(10_000), ['pears']);
    other.store.saveDraft('a', { text: 'newer', queue: [] });
    await other.store.flush();
    await window.history.restore(removed);
    assert.deepEqual(await findIds(window, { text: 'apples pears' }), ['a']);
    const again = openWindow();
    assert.equal((await again.store.load('a'))?.messages.length, 4);
    assert.equal((await again.store.loadDraft('a')).text, 'newer');
    again.store.saveDraft('a', { text: '', queue: [] });
    await again.store.flush();
    const { text, queue } = await openWindow().store.loadDraft('a');
    assert.deepEqual([text, queue.map(({ id }) => id)], ['older', ['q']]);
    await window.history.restore(removed);
  });

  it('removes from the trash what was deleted 30 days ago', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', []);
    await saveTurn(window, 'b', 'Second', []);
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

  it('leaves nothing of any conversation on disk when the history is deleted', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', ['secretword']);
    await saveTurn(window, 'b', 'Second', ['secretword']);
    assert.equal((await findIds(window, { text: 'secretword' })).length, 2);
    window.store.saveDraft('c', { text: 'draft', queue: [] });
    await window.store.flush();
    await window.history.remove('b');
    await window.history.deleteAll();
    assert.deepEqual(await findIds(window), []);
    const remaining = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.deepEqual(
      [...new Set(remaining.map(({ name }) => name.replace(/-(?:wal|shm)$/u, '')))],
      ['words.db'],
    );
    await saveTurn(window, 'd', 'Afterwards', ['goes on']);
    assert.deepEqual(await findIds(window, { text: 'goes' }), ['d']);
  });

  it('starts another thread after one has died', async () => {
    const window = openWindow();
    await saveTurn(window, 'a', 'First', []);
    assert.deepEqual(await findIds(window), ['a']);
    window.thread.dispose();
    assert.deepEqual(await findIds(window), ['a']);
  });
});
