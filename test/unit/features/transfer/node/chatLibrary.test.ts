// Exports chats from a real store and imports them into one.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '../../../../../src/conversation/common/conversation';
import {
  reduce,
  type ConversationEvent,
} from '../../../../../src/conversation/common/conversationEvent';
import { Trash } from '../../../../../src/features/history/node/trash';
import { ChatLibrary } from '../../../../../src/features/transfer/node/chatLibrary';
import { exportJson } from '../../../../../src/features/transfer/node/export/exportJson';
import {
  importFile,
  type ImportSummary,
} from '../../../../../src/features/transfer/node/import/importFile';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { idFromFolderName, storagePaths } from '../../../../../src/storage/node/storagePaths';
import { FaultyDisk } from '../../../../support/journal/faultyDisk';
import { ManualClock } from '../../../../support/manualClock';
import { answer, conversation, inChunks, joinChunks, options, question } from './fixtures';
import { branched, oldest, reasoned } from './import/chatGptFixtures';

/** A chat that is open in a window and may have text that the store lacks. */
class OpenChat {
  readonly #store: JournalStore;
  conversation: Conversation;

  constructor(conversationToShow: Conversation, store: JournalStore) {
    this.conversation = conversationToShow;
    this.#store = store;
  }

  add(...events: readonly ConversationEvent[]): void {
    this.conversation = events.reduce(reduce, this.conversation);
    for (const event of events) this.#store.append(this.conversation.id, event);
  }
}

describe('ChatLibrary', () => {
  let root: string;
  let store: JournalStore;
  let library: ChatLibrary;
  let openChats: OpenChat[];
  let newTitles: Map<string, string>;
  const neverAborts = new AbortController().signal;

  async function listSaved(): Promise<readonly { readonly id: string }[]> {
    const names = await readdir(storagePaths(root).conversations).catch(() => []);
    return names.map(idFromFolderName).flatMap((id) => (id === undefined ? [] : [{ id }]));
  }

  async function rename(id: string, title: string): Promise<void> {
    newTitles.set(id, title);
    await store.saveMetadata(id, { type: 'renamed', title });
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-library-'));
    store = new JournalStore({ root, clock: new ManualClock() });
    openChats = [];
    newTitles = new Map();
    library = new ChatLibrary({
      store,
      openChats: () => openChats,
      listSaved,
      rename,
    });
  });
  afterEach(async () => {
    await store.close();
    await rm(root, { recursive: true });
  });

  function importText(text: string, signal = neverAborts): Promise<ImportSummary> {
    return importFile({ name: 'file', text: inChunks(text) }, library, options, signal);
  }

  async function exportAll(): Promise<string> {
    return joinChunks(
      exportJson(
        library.all(() => assert.fail('a chat is unreadable')),
        1,
      ),
    );
  }

  const own = conversation({
    messages: [question('q1', '', { text: '# Why so?\nTell me.' }), answer('a1', 'q1')],
    offPath: [answer('a0', 'q1')],
  });

  it('imports new chats, and reports those that it has already', async () => {
    const text = JSON.stringify([...oldest, branched, reasoned, { title: 'x', mapping: {} }]);
    const first = await importText(text);
    assert.equal(first.added.length, 3);
    assert.deepEqual([...first.skipped], [['empty', 1]]);
    assert.deepEqual(newTitles.get(first.added[0] ?? ''), 'Rhyme schemes');
    const saved = await store.load(first.added[1] ?? '');
    assert.equal(saved?.messages.at(-1)?.text, 'A cat, 42 times.');
    assert.equal(saved?.offPath.length, 3);
    const second = await importText(text);
    assert.deepEqual([second.added.length, second.extended, second.unchanged], [0, 0, 3]);
  });

  it('exports all chats with their titles so that another store imports them unchanged', async () => {
    await importText(JSON.stringify([...oldest, branched]));
    store.create(own);
    await store.flush();
    const text = await exportAll();
    const titles = (JSON.parse(text) as { conversations: { title: string }[] }).conversations;
    assert.deepEqual(titles.map(({ title }) => title).toSorted(), [
      'Branches',
      'Rhyme schemes',
      'Why so?',
    ]);
    const before = await Promise.all((await listSaved()).map(({ id }) => store.load(id)));
    await store.close();
    await rm(root, { recursive: true });
    store = new JournalStore({ root, clock: new ManualClock() });
    library = new ChatLibrary({
      store,
      openChats: () => [],
      listSaved,
      rename,
    });
    newTitles.clear();
    assert.equal((await importText(text)).added.length, 3);
    for (const chat of before) {
      assert.ok(chat);
      assert.deepEqual(await store.load(chat.id), chat);
    }
    assert.equal(
      newTitles.get(own.id),
      undefined,
      'no rename to the title that the first question gives anyway',
    );
  });

  it('exports open chats from memory, whether or not they are saved', async () => {
    store.create(own);
    await store.flush();
    const more = answer('a2', 'q1', { state: 'streaming', text: 'Not yet on disk' });
    openChats.push(new OpenChat({ ...own, messages: [...own.messages.slice(0, 1), more] }, store));
    const unsaved = conversation({ id: 'never-saved', messages: [question('n1', '')] });
    openChats.push(
      new OpenChat(unsaved, store),
      new OpenChat(conversation({ id: 'empty-chat' }), store),
    );
    const { conversations } = JSON.parse(await exportAll()) as { conversations: Conversation[] };
    assert.deepEqual(
      conversations.map(({ id, messages }) => [id, messages.at(-1)?.text]),
      [
        ['never-saved', 'Question n1?'],
        [own.id, 'Not yet on disk'],
      ],
    );
    assert.equal((await library.find('never-saved'))?.title, 'Question n1?');
  });

  it('tells an unreadable chat from one that does not exist', async () => {
    const { conversations } = storagePaths(root);
    await mkdir(conversations, { recursive: true });
    await writeFile(join(conversations, 'no-folder'), '');
    assert.equal(await library.find('nowhere'), undefined);
    await assert.rejects(library.find('no-folder'));
  });

  it('exports a chat that could not be written to disk', async () => {
    const disk = new FaultyDisk({ call: 0, code: 'ENOSPC', times: Infinity, torn: false });
    const full = new JournalStore({ root, clock: new ManualClock(), disk });
    const errors: unknown[] = [];
    full.onDidFail((error) => errors.push(error));
    full.create(own);
    await full.flush();
    assert.ok(errors.length > 0);
    const open = new OpenChat(own, full);
    const fullLibrary = new ChatLibrary({
      store: full,
      openChats: () => [open],
      listSaved,
      rename: (id, title) => full.saveMetadata(id, { type: 'renamed', title }),
    });
    const chunks = exportJson(
      fullLibrary.all(() => assert.fail('a chat is unreadable')),
      1,
    );
    const { conversations } = JSON.parse(await joinChunks(chunks)) as { conversations: object[] };
    assert.deepEqual(conversations, [{ title: 'Why so?', ...own }]);
    await full.close();
  });

  it('adds imported messages to a saved and to an open chat, and keeps the ones that only it has', async () => {
    const text = await joinChunks(exportJson([{ title: '', conversation: own }], 1));
    const ownTurn = {
      type: 'asked',
      question: question('q2', 'a1'),
      answer: answer('a2', 'q2'),
    } as const;
    store.create(own);
    store.append(own.id, ownTurn);
    const importedTurn = {
      type: 'asked',
      question: question('q3', 'a1'),
      answer: answer('a3', 'q3'),
    } as const;
    const changed = reduce(own, importedTurn);
    const changedText = text.replace(
      JSON.stringify(own).slice(1),
      JSON.stringify(changed).slice(1),
    );
    assert.notEqual(changedText, text);
    const summary = await importText(changedText);
    assert.deepEqual([summary.extended, summary.addedMessages, summary.unchanged], [1, 2, 0]);
    const merged = await store.load(own.id);
    assert.deepEqual(
      merged?.messages.map(({ id }) => id),
      ['q1', 'a1', 'q2', 'a2'],
    );
    assert.deepEqual(merged.offPath.map(({ id }) => id).toSorted(), ['a0', 'a3', 'q3']);
    const open = new OpenChat(reduce(own, ownTurn), store);
    openChats.push(open);
    await importText(changedText);
    assert.deepEqual(open.conversation.offPath.map(({ id }) => id).toSorted(), ['a0', 'a3', 'q3']);
  });

  it('imports a chat again after it was deleted', async () => {
    const text = JSON.stringify(oldest);
    const [id = ''] = (await importText(text)).added;
    await store.saveMetadata(id, { type: 'deletionChanged', deleted: true });
    await new Trash(storagePaths(root)).add(id, 1);
    assert.equal(await store.load(id), undefined);
    assert.deepEqual((await importText(text)).added, [id]);
    assert.equal((await store.load(id))?.messages.length, 2);
    const next = new JournalStore({ root, clock: new ManualClock() });
    assert.equal((await next.load(id))?.messages.length, 2);
    await next.close();
  });

  it('does not change a chat that a newer Portico wrote to', async () => {
    openChats.push(new OpenChat({ ...own, readOnly: true }, store));
    const changed = reduce(own, {
      type: 'asked',
      question: question('q2', 'a1'),
      answer: answer('a2', 'q2'),
    });
    const text = await joinChunks(exportJson([{ title: '', conversation: changed }], 1));
    assert.deepEqual([...(await importText(text)).skipped], [['notWritable', 1]]);
  });

  it('completes the chat that is being imported when it is canceled', async () => {
    const abort = new AbortController();
    abort.abort();
    const summary = await importText(JSON.stringify([...oldest, branched]), abort.signal);
    assert.equal(summary.added.length, 1);
    assert.equal(summary.error, undefined);
  });

  it('reports a file that cannot be read to its end', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield `[${JSON.stringify(branched)},`;
      throw new Error('EIO');
    }
    const summary = await importFile({ name: 'f', text: failing() }, library, options, neverAborts);
    assert.equal(summary.added.length, 1);
    assert.equal(summary.error, 'unreadable');
  });
});
