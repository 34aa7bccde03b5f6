// Chats go out of a real store, and come into one.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChatLibrary } from '../../../../src/chat/transfer/chatLibrary';
import { exportJson } from '../../../../src/chat/transfer/export/exportJson';
import { importFile } from '../../../../src/chat/transfer/import/importFile';
import type { ImportSummary } from '../../../../src/chat/transfer/import/importTally';
import type { Conversation } from '../../../../src/shared/conversation/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../src/shared/conversation/conversationEvent';
import { Trash } from '../../../../src/store/history/trash';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { storagePaths } from '../../../../src/store/storagePaths';
import { FaultyDisk } from '../../../support/journal/faultyDisk';
import { ManualClock } from '../../../support/manualClock';
import { answer, conversation, gathered, inChunks, parts, question } from './fixtures';
import { branched, oldest, reasoned } from './import/chatGptFixtures';

/** A chat as a window shows it, which the store has not. */
class InMemory {
  readonly #store: JournalStore;
  conversation: Conversation;

  constructor(shown: Conversation, store: JournalStore) {
    this.conversation = shown;
    this.#store = store;
  }

  addEvents(events: readonly ConversationEvent[]): void {
    this.conversation = events.reduce(reduce, this.conversation);
    for (const event of events) this.#store.append(this.conversation.id, event);
  }
}

describe('ChatLibrary', () => {
  let root: string;
  let store: JournalStore;
  let library: ChatLibrary;
  let open: InMemory[];
  let named: Map<string, string>;
  const never = new AbortController().signal;

  async function rename(id: string, title: string): Promise<void> {
    named.set(id, title);
    await store.note(id, { type: 'renamed', title });
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-library-'));
    store = new JournalStore({ root, clock: new ManualClock() });
    open = [];
    named = new Map();
    library = new ChatLibrary({
      store,
      openChats: () => open,
      listSaved: async () => (await store.ids()).map((id) => ({ id })),
      rename,
    });
  });
  afterEach(async () => {
    await store.close();
    await rm(root, { recursive: true });
  });

  function taken(text: string, signal = never): Promise<ImportSummary> {
    return importFile({ name: 'file', text: inChunks(text) }, library, parts, signal);
  }

  async function exported(): Promise<string> {
    return gathered(
      exportJson(
        library.all(() => assert.fail('unread')),
        1,
      ),
    );
  }

  const own = conversation({
    messages: [question('q1', '', { text: '# Why so?\nTell me.' }), answer('a1', 'q1')],
    offPath: [answer('a0', 'q1')],
  });

  it('takes in what it has not, and says what it has already', async () => {
    const text = JSON.stringify([...oldest, branched, reasoned, { title: 'x', mapping: {} }]);
    const first = await taken(text);
    assert.equal(first.added.length, 3);
    assert.deepEqual([...first.skipped], [['empty', 1]]);
    assert.deepEqual(named.get(first.added[0] ?? ''), 'Rhyme schemes');
    const kept = await store.load(first.added[1] ?? '');
    assert.equal(kept?.messages.at(-1)?.text, 'A cat, 42 times.');
    assert.equal(kept?.offPath.length, 3);
    const second = await taken(text);
    assert.deepEqual([second.added.length, second.extended, second.unchanged], [0, 0, 3]);
  });

  it('exports all chats with their names, and another store takes them in as they were', async () => {
    await taken(JSON.stringify([...oldest, branched]));
    store.create(own);
    await store.flush();
    const text = await exported();
    const titles = (JSON.parse(text) as { conversations: { title: string }[] }).conversations;
    assert.deepEqual(titles.map(({ title }) => title).toSorted(), [
      'Branches',
      'Rhyme schemes',
      'Why so?',
    ]);
    const before = await Promise.all((await store.ids()).map((id) => store.load(id)));
    await store.close();
    await rm(root, { recursive: true });
    store = new JournalStore({ root, clock: new ManualClock() });
    library = new ChatLibrary({
      store,
      openChats: () => [],
      listSaved: async () => (await store.ids()).map((id) => ({ id })),
      rename,
    });
    named.clear();
    assert.equal((await taken(text)).added.length, 3);
    for (const one of before) {
      assert.ok(one);
      assert.deepEqual(await store.load(one.id), one);
    }
    assert.equal(
      named.get(own.id),
      undefined,
      'a name of its own that says what its question says',
    );
  });

  it('exports what is open as it stands in memory, kept or not', async () => {
    store.create(own);
    await store.flush();
    const more = answer('a2', 'q1', { state: 'streaming', text: 'Not yet on disk' });
    open.push(new InMemory({ ...own, messages: [...own.messages.slice(0, 1), more] }, store));
    const unkept = conversation({ id: 'never-kept', messages: [question('n1', '')] });
    open.push(new InMemory(unkept, store), new InMemory(conversation({ id: 'empty-chat' }), store));
    const { conversations } = JSON.parse(await exported()) as { conversations: Conversation[] };
    assert.deepEqual(
      conversations.map(({ id, messages }) => [id, messages.at(-1)?.text]),
      [
        ['never-kept', 'Question n1?'],
        [own.id, 'Not yet on disk'],
      ],
    );
    assert.equal((await library.find('never-kept'))?.title, 'Question n1?');
  });

  it('tells a chat that cannot be read from one that is not there', async () => {
    const { conversations } = storagePaths(root);
    await mkdir(conversations, { recursive: true });
    await writeFile(join(conversations, 'no-folder'), '');
    assert.equal(await library.find('nowhere'), undefined);
    await assert.rejects(library.find('no-folder'));
  });

  it('exports what the disk refuses to take', async () => {
    const disk = new FaultyDisk({ site: 0, code: 'ENOSPC', times: Infinity, torn: false });
    const full = new JournalStore({ root, clock: new ManualClock(), disk });
    const refused: unknown[] = [];
    full.onDidFail((error) => refused.push(error));
    full.create(own);
    await full.flush();
    assert.ok(refused.length > 0);
    const shown = new InMemory(own, full);
    const unsaved = new ChatLibrary({
      store: full,
      openChats: () => [shown],
      listSaved: async () => (await full.ids()).map((id) => ({ id })),
      rename: (id, title) => full.note(id, { type: 'renamed', title }),
    });
    const pieces = exportJson(
      unsaved.all(() => assert.fail('unread')),
      1,
    );
    const { conversations } = JSON.parse(await gathered(pieces)) as { conversations: object[] };
    assert.deepEqual(conversations, [{ title: 'Why so?', ...own }]);
    await full.close();
  });

  it('adds to a chat, on disk and where it is open, and keeps both sides', async () => {
    const text = await gathered(exportJson([{ title: '', conversation: own }], 1));
    const here = {
      type: 'asked',
      question: question('q2', 'a1'),
      answer: answer('a2', 'q2'),
    } as const;
    store.create(own);
    store.append(own.id, here);
    const there = {
      type: 'asked',
      question: question('q3', 'a1'),
      answer: answer('a3', 'q3'),
    } as const;
    const elsewhere = reduce(own, there);
    const grownText = text.replace(
      JSON.stringify(own).slice(1),
      JSON.stringify(elsewhere).slice(1),
    );
    assert.notEqual(grownText, text);
    const onDisk = await taken(grownText);
    assert.deepEqual([onDisk.extended, onDisk.addedMessages, onDisk.unchanged], [1, 2, 0]);
    const both = await store.load(own.id);
    assert.deepEqual(
      both?.messages.map(({ id }) => id),
      ['q1', 'a1', 'q2', 'a2'],
    );
    assert.deepEqual(both.offPath.map(({ id }) => id).toSorted(), ['a0', 'a3', 'q3']);
    const shown = new InMemory(reduce(own, here), store);
    open.push(shown);
    await taken(grownText);
    assert.deepEqual(shown.conversation.offPath.map(({ id }) => id).toSorted(), ['a0', 'a3', 'q3']);
  });

  it('takes a chat in again that was deleted', async () => {
    const text = JSON.stringify(oldest);
    const [id = ''] = (await taken(text)).added;
    await store.note(id, { type: 'delete', deleted: true });
    await new Trash(storagePaths(root)).put(id, 1);
    assert.equal(await store.load(id), undefined);
    assert.deepEqual((await taken(text)).added, [id]);
    assert.equal((await store.load(id))?.messages.length, 2);
    const next = new JournalStore({ root, clock: new ManualClock() });
    assert.equal((await next.load(id))?.messages.length, 2);
    await next.close();
  });

  it('leaves a chat alone that a newer Portico wrote in', async () => {
    open.push(new InMemory({ ...own, readOnly: true }, store));
    const grown = reduce(own, {
      type: 'asked',
      question: question('q2', 'a1'),
      answer: answer('a2', 'q2'),
    });
    const text = await gathered(exportJson([{ title: '', conversation: grown }], 1));
    assert.deepEqual([...(await taken(text)).skipped], [['closed', 1]]);
  });

  it('stops after the chat that is being read when it is told to', async () => {
    const abort = new AbortController();
    abort.abort();
    const tally = await taken(JSON.stringify([...oldest, branched]), abort.signal);
    assert.equal(tally.added.length, 1);
    assert.equal(tally.error, undefined);
  });

  it('says that a file cannot be read to its end', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield `[${JSON.stringify(branched)},`;
      throw new Error('EIO');
    }
    const tally = await importFile({ name: 'f', text: failing() }, library, parts, never);
    assert.equal(tally.added.length, 1);
    assert.equal(tally.error, 'unreadableFile');
  });
});
