import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { mock } from 'node:test';
import {
  newConversation,
  type Conversation,
} from '../../../../../src/conversation/common/conversation';
import type { ConversationEvent } from '../../../../../src/conversation/common/conversationEvent';
import type { Draft } from '../../../../../src/conversation/common/draft';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { draftNames } from '../../../../../src/storage/node/drafts/draftStore';
import { ConversationJournal } from '../../../../../src/storage/node/journal/conversationJournal';
import type { Corruption } from '../../../../../src/storage/node/journal/corruptionReporter';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { decodeRecord, encodeRecord } from '../../../../../src/storage/node/journal/record';
import {
  asked,
  draft,
  ended,
  events,
  fileReceived,
  initial,
  reduceAll,
  textAppended,
} from '../../../../support/conversationEvents';
import { savedIds } from '../../../../support/journal/sampleConversations';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';

describe('JournalStore', () => {
  let root: string;
  let clock: ManualClock;
  let store: JournalStore;
  const openStores: JournalStore[] = [];

  /** Opens another store, as another window does. */
  function openStore(disk: Disk = nodeDisk): JournalStore {
    const opened = new JournalStore({ root, clock, disk });
    openStores.push(opened);
    return opened;
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-journal-'));
    clock = new ManualClock();
    store = openStore();
  });
  afterEach(async () => {
    await Promise.all(openStores.splice(0).map((opened) => opened.close()));
    await rm(root, { recursive: true });
  });

  const folder = (id = initial.id): string => join(root, 'conversations', encodeURIComponent(id));
  const segments = async (): Promise<readonly string[]> =>
    (await readdir(folder())).filter((name) => name.endsWith('.jsonl'));

  /** The lines of all segments, in the order of their names. */
  async function lines(): Promise<readonly string[]> {
    const texts = (await segments()).map((name) => readFile(join(folder(), name), 'utf8'));
    return (await Promise.all(texts)).flatMap((text) => text.split('\n').slice(0, -1));
  }

  async function write(...saved: readonly ConversationEvent[]): Promise<void> {
    store.create(initial);
    for (const event of saved) {
      store.append(initial.id, event);
    }
    await store.flush();
  }

  it('loads every field that was saved', async () => {
    await write(...events);
    assert.deepEqual(await openStore().load(initial.id), reduceAll(initial, ...events));
    assert.equal(await openStore().load('another'), undefined);
  });

  it('saves the messages that a new conversation already has', async () => {
    const full = { ...reduceAll(initial, ...events), id: 'full' };
    store.create(full);
    await store.flush();
    assert.deepEqual(await openStore().load('full'), full);
    assert.deepEqual(await savedIds(root), ['full']);
  });

  it('yields to the event loop while it writes a long conversation, and writes later events after it', async () => {
    const full = reduceAll(initial, asked, textAppended('one'), ended);
    const [question] = full.messages;
    let [time, turns] = [0, 0];
    /** The number of event loop turns before a message was encoded; keys are messages. */
    const encodedAfter: number[] = [];
    const toJSON = function (this: object): unknown {
      const { toJSON: _slow, ...message } = this as { toJSON: unknown };
      encodedAfter.push(turns);
      // Encoding a message takes 1 ms.
      time += 1;
      return message;
    };
    const slow = (n: number): Conversation['messages'][number] =>
      Object.assign({ ...(question ?? assert.fail()), id: `q${n}` }, { toJSON });
    const many = Array.from({ length: 100 }, (_, n) => slow(n));
    store.create({ ...full, messages: [...full.messages, ...many] });
    const last: ConversationEvent = { type: 'modelChosen', model: 'chosen right after' };
    store.append(initial.id, last);
    assert.equal(encodedAfter.length, 0, 'nothing is encoded synchronously');
    const { mock: now } = mock.method(performance, 'now', () => time);
    let turn = setImmediate(function next() {
      turns += 1;
      turn = setImmediate(next);
    });
    await store.sync(initial.id);
    clearImmediate(turn);
    now.restore();
    assert.equal(encodedAfter.length, many.length);
    const turnsBetween = new Set(encodedAfter).size - 1;
    assert.ok(turnsBetween >= 5, `${turnsBetween} turns`);
    assert.match((await lines()).at(-1)!, /chosen right after/);
    assert.equal((await openStore().load(initial.id))?.messages.length, 102);
  });

  it('loads what is appended and synced during the load', async () => {
    await write(asked);
    const others = await segments();
    let meanwhile: (() => Promise<void>) | undefined;
    const own = openStore({
      ...nodeDisk,
      readFile: async (path) => {
        const bytes = await nodeDisk.readFile(path);
        if (!others.includes(basename(path))) {
          const run = meanwhile;
          meanwhile = undefined;
          await run?.();
        }
        return bytes;
      },
    });
    await own.load(initial.id);
    own.append(initial.id, textAppended('a'));
    meanwhile = async () => {
      own.append(initial.id, textAppended('b'));
      own.append(initial.id, ended);
      await own.saveMetadata(initial.id, { type: 'renamed', title: 'T' });
      await own.sync(initial.id);
    };
    const titled: ConversationEvent = { type: 'renamed', title: 'T' };
    assert.deepEqual(
      await own.load(initial.id),
      reduceAll(initial, asked, textAppended('ab'), ended, titled),
    );
  });

  it('joins text for less than 250 ms, and writes it before the end of the answer', async () => {
    await write(asked);
    store.append(initial.id, textAppended('a'));
    store.append(initial.id, textAppended('b'));
    assert.deepEqual((await lines()).length, 2);
    clock.advance(150);
    await store.flush();
    assert.match((await lines()).at(-1)!, /"text":"ab"/);
    store.append(initial.id, textAppended('c'));
    store.append(initial.id, ended);
    await store.flush();
    assert.match((await lines()).at(-2)!, /"text":"c"/);
    assert.equal((await lines()).length, 5);
  });

  it('writes 4 KB of an answer without a delay', async () => {
    await write(asked);
    const waiting = clock.pendingTimers;
    store.append(initial.id, textAppended('€'.repeat(1400)));
    assert.equal(clock.pendingTimers, waiting, 'no timer is started');
    await store.flush();
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, textAppended('€'.repeat(1400))),
    );
  });

  it('creates a new segment for each store, and does not change torn lines', async () => {
    await write(asked);
    const [first] = await segments();
    await appendFile(join(folder(), first!), '{"v":1,"c":"c/1","w":"');
    const before = await readFile(join(folder(), first!), 'utf8');
    const other = openStore();
    assert.deepEqual(await other.load(initial.id), reduceAll(initial, asked));
    other.append(initial.id, textAppended('after'));
    await other.flush();
    assert.equal((await segments()).length, 2);
    assert.equal(await readFile(join(folder(), first!), 'utf8'), before);
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, textAppended('after')),
    );
  });

  it('closes the file of an idle conversation, and continues it later', async () => {
    await write(asked);
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1000);
      await store.flush();
    }
    assert.equal(clock.pendingTimers, 0);
    store.append(initial.id, textAppended('later'));
    await store.flush();
    assert.equal((await segments()).length, 1);
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, textAppended('later')),
    );
  });

  it('syncs only journals with pending entries on flush', async () => {
    await write(asked);
    const reader = openStore();
    await reader.load(initial.id);
    store.create({ ...initial, id: 'other' });
    store.append('other', asked);
    store.append(initial.id, textAppended('a'));
    const { mock: synced } = mock.method(ConversationJournal.prototype, 'sync');
    await reader.flush();
    assert.equal(synced.callCount(), 0, 'nothing was written');
    await store.flush();
    assert.equal(synced.callCount(), 2);
    await store.flush();
    assert.equal(synced.callCount(), 2, 'everything is on disk already');
    synced.restore();
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, textAppended('a')),
    );
  });

  it('never appends to a segment that another program has changed', async () => {
    await write(asked);
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1000);
      await store.flush();
    }
    const [first] = await segments();
    await appendFile(join(folder(), first!), '{"torn');
    store.append(initial.id, textAppended('later'));
    await store.flush();
    assert.equal((await segments()).length, 2);
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, textAppended('later')),
    );
  });

  it('does not create a folder again that another window deleted, and reports no failure', async () => {
    let failures = 0;
    store.onDidFail(() => (failures += 1));
    await write(asked);
    store.append(initial.id, textAppended('before'));
    clock.advance(150);
    await rm(folder(), { recursive: true });
    store.append(initial.id, textAppended('later'));
    await store.saveMetadata(initial.id, { type: 'renamed', title: 'T' });
    store.append(initial.id, ended);
    await store.flush();
    assert.ok(!existsSync(folder()));
    assert.equal(failures, 0);
    store.create(reduceAll(initial, asked));
    await store.flush();
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked),
      'a new conversation',
    );
  });

  describe('does not create a folder again that another window deletes', () => {
    /** The folder is deleted just before `subfolder` is created in it. */
    async function deleteBefore(subfolder: string): Promise<JournalStore> {
      await write(textAppended('a'));
      return openStore({
        ...nodeDisk,
        mkdir: async (path, options) => {
          if (basename(path) === subfolder) {
            await rm(folder(), { recursive: true });
          }
          return await nodeDisk.mkdir(path, options);
        },
      });
    }

    it('while a blob is written, which is dropped without a failure', async () => {
      const own = await deleteBefore('blobs');
      const failures: unknown[] = [];
      own.onDidFail((error) => failures.push(error));
      await own.load(initial.id);
      own.append(initial.id, asked);
      await own.flush();
      await own.flush();
      assert.ok(!existsSync(folder()));
      assert.deepEqual(failures, []);
    });

    it('while damaged lines are copied to the quarantine', async () => {
      const own = await deleteBefore('quarantine');
      const [name] = await segments();
      await appendFile(join(folder(), name!), 'damaged\n');
      await own.load(initial.id);
      assert.ok(!existsSync(folder()));
    });
  });

  it('leaves no empty segments while the disk is full', async () => {
    let isFull = true;
    const disk: Disk = {
      ...nodeDisk,
      open: async (path, flags, mode) => {
        const file = await nodeDisk.open(path, flags, mode);
        if (isFull && path.endsWith('.jsonl')) {
          file.write = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
        }
        return file;
      },
    };
    const own = new JournalStore({ root, clock, disk });
    openStores.push(own);
    own.create(initial);
    own.append(initial.id, asked);
    await own.flush();
    await own.flush();
    assert.deepEqual(await segments(), []);
    isFull = false;
    await own.flush();
    assert.equal((await segments()).length, 1);
    assert.deepEqual(await openStore().load(initial.id), reduceAll(initial, asked));
  });

  it('makes files and folders accessible to their owner only', async () => {
    store.saveDraft(initial.id, draft('draft'));
    await write(...events);
    const inside = await readdir(root, { recursive: true, withFileTypes: true });
    assert.ok(inside.some((entry) => entry.parentPath.endsWith('blobs')));
    for (const entry of inside) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
  });

  it('stores images and long data in blobs, and ignores blobs that do not match their hash', async () => {
    const long = textAppended('y'.repeat(40_000));
    await write(asked, fileReceived, long);
    assert.ok((await lines()).every((line) => line.length < 1000));
    const blobs = await readdir(join(folder(), 'blobs'));
    assert.equal(blobs.length, 3);
    assert.deepEqual(
      await openStore().load(initial.id),
      reduceAll(initial, asked, fileReceived, long),
    );
    for (const blob of blobs) {
      await writeFile(join(folder(), 'blobs', blob), 'something else');
    }
    const corruptions: Corruption[] = [];
    const reader = openStore();
    reader.onDidFindCorruption((corruption) => corruptions.push(corruption));
    const loaded = await reader.load(initial.id);
    assert.deepEqual(
      loaded?.messages.map((message) => message.kind),
      ['question', 'answer'],
    );
    assert.deepEqual(
      loaded?.messages.map((message) => message.kind === 'question' && message.images),
      [[], false],
    );
    assert.deepEqual(corruptions, [{ conversation: initial.id }]);
  });

  it('reports a missing image once', async () => {
    await write(asked);
    const [image] = await readdir(join(folder(), 'blobs'));
    await rm(join(folder(), 'blobs', image!));
    const corruptions: Corruption[] = [];
    const reader = openStore();
    reader.onDidFindCorruption((corruption) => corruptions.push(corruption));
    assert.equal((await reader.load(initial.id))?.messages.length, 2);
    await reader.load(initial.id);
    assert.deepEqual(corruptions, [{ conversation: initial.id }]);
  });

  it('reports a segment that cannot be read once', async () => {
    await write(asked);
    const [unreadable] = await segments();
    const other = openStore();
    other.append(initial.id, { type: 'modelChosen', model: 'm3' });
    await other.flush();
    const corruptions: Corruption[] = [];
    const reader = openStore({
      ...nodeDisk,
      readFile: async (path) => {
        if (path.endsWith(unreadable!)) {
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }
        return await nodeDisk.readFile(path);
      },
    });
    reader.onDidFindCorruption((corruption) => corruptions.push(corruption));
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await reader.load(initial.id))?.model, 'm3');
    }
    assert.deepEqual(corruptions, [{ conversation: initial.id }]);
  });

  it('skips a damaged line, copies it to the quarantine and reports it once', async () => {
    await write(asked, textAppended('a'));
    store.append(initial.id, { type: 'modelChosen', model: 'm3' });
    await store.flush();
    const [name] = await segments();
    const path = join(folder(), name!);
    const damagedText = (await readFile(path, 'utf8')).replace('"text":"a"', '"text":"b"');
    await writeFile(path, damagedText);
    const reader = openStore();
    const corruptions: Corruption[] = [];
    reader.onDidFindCorruption((corruption) => corruptions.push(corruption));
    const rest = reduceAll(initial, asked, { type: 'modelChosen', model: 'm3' });
    assert.deepEqual(await reader.load(initial.id), rest);
    assert.deepEqual(await reader.load(initial.id), rest);
    assert.equal(corruptions.length, 1);
    assert.match(await readFile(corruptions[0]!.quarantineFile!, 'utf8'), /^\{.*"text":"b".*\}\n$/);
    assert.equal(await readFile(path, 'utf8'), damagedText, 'the segment is not changed');
  });

  it('loads a conversation without a readable header', async () => {
    await write(asked, textAppended('a'));
    const [name] = await segments();
    const path = join(folder(), name!);
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, ['{"header', ...rest].join('\n'));
    const loaded = await openStore().load(initial.id);
    assert.deepEqual(loaded, {
      ...reduceAll(initial, asked, textAppended('a')),
      createdAt: clock.now(),
    });
  });

  it('makes a conversation with a record of a newer version read-only', async () => {
    await write(asked);
    const [name] = await segments();
    const path = join(folder(), name!);
    const last = decodeRecord(
      Buffer.from((await readFile(path, 'utf8')).trimEnd().split('\n').at(-1)!),
    )!;
    const line = (changes: object): Buffer => encodeRecord({ ...last, ...changes }, '{"x":1}');
    await appendFile(path, line({ seq: 90, version: 2 }));
    assert.deepEqual(await openStore().load(initial.id), {
      ...reduceAll(initial, asked),
      readOnly: true,
    });
  });

  it('saves titles, pins and deletions in separate segments, and does not load what was deleted', async () => {
    await write(asked);
    await store.saveMetadata(initial.id, { type: 'renamed', title: 'Greeting' });
    await store.saveMetadata(initial.id, { type: 'deletionChanged', deleted: true });
    assert.equal((await segments()).filter((name) => name.includes('.meta-')).length, 1);
    assert.equal(await openStore().load(initial.id), undefined);
    const other = openStore();
    await other.saveMetadata(initial.id, { type: 'deletionChanged', deleted: false });
    const titled: ConversationEvent = { type: 'renamed', title: 'Greeting' };
    assert.deepEqual(await openStore().load(initial.id), reduceAll(initial, asked, titled));
  });

  it('writes only inside its folder, whatever the ID', async () => {
    for (const id of ['..', '.', '../../up', 'a*b', '.hidden']) {
      const conversation = { ...initial, id };
      store.create(conversation);
      store.append(id, asked);
      store.saveDraft(id, draft('draft'));
      await store.flush();
      assert.deepEqual(await openStore().load(id), reduceAll(conversation, asked), id);
      assert.deepEqual(await store.loadDraft(id), draft('draft'));
    }
    assert.deepEqual(await readdir(root), ['conversations']);
    assert.deepEqual((await savedIds(root)).toSorted(), ['.', '..', '../../up', '.hidden', 'a*b']);
  });

  describe('drafts', () => {
    const draftsOf = (id: string): readonly string[] =>
      draftNames(readdirSync(join(root, 'conversations')), encodeURIComponent(id));
    const saved = (id: string): unknown => {
      const [name = ''] = draftsOf(id);
      const path = join(root, 'conversations', name, 'draft.json');
      const { version: _version, ...content } = JSON.parse(readFileSync(path, 'utf8')) as Draft & {
        readonly version: 1;
      };
      return content;
    };

    it('removes a question from the saved queue only after the conversation has it', async () => {
      const isInJournal: boolean[] = [];
      const disk: Disk = {
        ...nodeDisk,
        rename: async (from, to) => {
          if (to.endsWith('draft.json')) {
            isInJournal.push((await lines()).some((line) => line.includes('Grüß dich?')));
          }
          await nodeDisk.rename(from, to);
        },
      };
      const own = new JournalStore({ root, clock, disk });
      openStores.push(own);
      own.create(initial);
      own.append(initial.id, asked);
      own.saveDraft(initial.id, draft('', 'the next'));
      await own.flush();
      assert.deepEqual(isInJournal, [true]);
    });

    it('keeps a question in the saved queue while its conversation cannot be saved', async () => {
      let isFull = false;
      const disk: Disk = {
        ...nodeDisk,
        open: async (path, flags, mode) => {
          if (isFull && path.endsWith('.jsonl')) {
            throw Object.assign(new Error('No space is left.'), { code: 'ENOSPC' });
          }
          return await nodeDisk.open(path, flags, mode);
        },
      };
      const own = new JournalStore({ root, clock, disk });
      openStores.push(own);
      own.saveDraft(initial.id, draft('', 'Grüß dich?'));
      own.saveDraft('two', draft('a'));
      await own.flush();
      isFull = true;
      own.create(initial);
      own.append(initial.id, asked);
      own.saveDraft(initial.id, draft(''));
      own.saveDraft('two', draft('ab'));
      await own.flush();
      assert.deepEqual(saved(initial.id), draft('', 'Grüß dich?'));
      assert.deepEqual(saved('two'), draft('ab'), 'the draft of another chat');
      isFull = false;
      clock.advance(1000);
      await until(() => draftsOf(initial.id).length === 0);
      assert.deepEqual(await openStore().load(initial.id), reduceAll(initial, asked));
    });

    it('saves the other drafts if one cannot be saved, and that one when the disk recovers', async () => {
      let failing = join(root, 'conversations', 'one.');
      const disk: Disk = {
        ...nodeDisk,
        rename: async (from, to) => {
          if (failing !== '' && to.includes(failing)) {
            throw Object.assign(new Error(failing), { code: 'EPERM' });
          }
          await nodeDisk.rename(from, to);
        },
      };
      const own = openStore(disk);
      const failures: unknown[] = [];
      own.onDidFail((error) => failures.push(error));
      own.saveDraft('one', draft('a'));
      own.saveDraft('two', draft('b'));
      await own.flush();
      assert.deepEqual(saved('two'), draft('b'));
      assert.equal(failures.length, 1);
      let isRecovered = false;
      own.onDidRecover(() => (isRecovered = true));
      failing = '';
      clock.advance(1000);
      await until(() => isRecovered);
      assert.deepEqual(saved('one'), draft('a'));
    });
  });

  it('writes nothing for a new conversation without messages', async () => {
    store.create(newConversation('empty', 'm', 1));
    await store.flush();
    assert.equal(await openStore().load('empty'), undefined);
    assert.deepEqual(await savedIds(root), []);
  });
});
