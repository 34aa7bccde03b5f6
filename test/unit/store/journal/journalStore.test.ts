import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { mock } from 'node:test';
import {
  type Conversation,
  newConversation,
} from '../../../../src/shared/conversation/conversation';
import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent';
import { ConversationJournal } from '../../../../src/store/journal/conversationJournal';
import { type Disk, nodeDisk } from '../../../../src/store/disk';
import { draftNames } from '../../../../src/store/drafts/draftFile';
import { decodeRecord, encodeRecord } from '../../../../src/store/journal/record';
import type { Damage } from '../../../../src/store/journal/corruptionReporter';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { ManualClock } from '../../../support/manualClock';
import { until } from '../../../support/until';
import { asked, delta, draft, ended, events, started, told } from './conversationEvents';

describe('JournalStore', () => {
  let root: string;
  let clock: ManualClock;
  let store: JournalStore;
  const open: JournalStore[] = [];

  /** Another activation, in this window or in another. */
  function activate(disk: Disk = nodeDisk): JournalStore {
    const activated = new JournalStore({ root, clock, disk });
    open.push(activated);
    return activated;
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-journal-'));
    clock = new ManualClock();
    store = activate();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await rm(root, { recursive: true });
  });

  const folder = (id = started.id): string => join(root, 'conversations', encodeURIComponent(id));
  const segments = async (): Promise<readonly string[]> =>
    (await readdir(folder())).filter((name) => name.endsWith('.jsonl'));

  /** The lines of all segments, in the order of their names. */
  async function lines(): Promise<readonly string[]> {
    const texts = (await segments()).map((name) => readFile(join(folder(), name), 'utf8'));
    return (await Promise.all(texts)).flatMap((text) => text.split('\n').slice(0, -1));
  }

  async function write(...kept: readonly ConversationEvent[]): Promise<void> {
    store.create(started);
    for (const event of kept) {
      store.append(started.id, event);
    }
    await store.flush();
  }

  it('gives back every field of what it was handed', async () => {
    await write(...events);
    assert.deepEqual(await activate().load(started.id), told(started, ...events));
    assert.equal(await activate().load('another'), undefined);
  });

  it('keeps a conversation with what it holds already, message by message', async () => {
    const full = { ...told(started, ...events), id: 'full' };
    store.create(full);
    await store.flush();
    assert.deepEqual(await activate().load('full'), full);
    assert.deepEqual(await store.ids(), ['full']);
  });

  it('gives others their turn while a long conversation is written, and what is appended meanwhile comes after it', async () => {
    const full = told(started, asked, delta('one'), ended);
    const [question] = full.messages;
    let [time, turns] = [0, 0];
    /** Of each message: how many turns others had had before it was encoded. */
    const encodedAfter: number[] = [];
    const toJSON = function (this: object): unknown {
      const { toJSON: _slow, ...message } = this as { toJSON: unknown };
      encodedAfter.push(turns);
      // So long it takes, in ms.
      time += 1;
      return message;
    };
    const slow = (n: number): Conversation['messages'][number] =>
      Object.assign({ ...(question ?? assert.fail()), id: `q${n}` }, { toJSON });
    const many = Array.from({ length: 100 }, (_, n) => slow(n));
    store.create({ ...full, messages: [...full.messages, ...many] });
    const last: ConversationEvent = { type: 'modelChosen', model: 'chosen right after' };
    store.append(started.id, last);
    assert.equal(encodedAfter.length, 0, 'nothing is waited for');
    const { mock: now } = mock.method(performance, 'now', () => time);
    let turn = setImmediate(function next() {
      turns += 1;
      turn = setImmediate(next);
    });
    await store.sync(started.id);
    clearImmediate(turn);
    now.restore();
    assert.equal(encodedAfter.length, many.length);
    const taken = new Set(encodedAfter).size - 1;
    assert.ok(taken >= 5, `others had ${taken} turns`);
    assert.match((await lines()).at(-1)!, /chosen right after/);
    assert.equal((await activate().load(started.id))?.messages.length, 102);
  });

  it('gives back what was appended and synced while it was read', async () => {
    await write(asked);
    const others = await segments();
    let meanwhile: (() => Promise<void>) | undefined;
    const own = activate({
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
    await own.load(started.id);
    own.append(started.id, delta('a'));
    meanwhile = async () => {
      own.append(started.id, delta('b'));
      own.append(started.id, ended);
      await own.note(started.id, { type: 'renamed', title: 'T' });
      await own.sync(started.id);
    };
    const titled: ConversationEvent = { type: 'renamed', title: 'T' };
    assert.deepEqual(await own.load(started.id), told(started, asked, delta('ab'), ended, titled));
  });

  it('gathers deltas for less than a quarter of a second and writes them before what ends the answer', async () => {
    await write(asked);
    store.append(started.id, delta('a'));
    store.append(started.id, delta('b'));
    assert.deepEqual((await lines()).length, 2);
    clock.advance(150);
    await store.flush();
    assert.match((await lines()).at(-1)!, /"text":"ab"/);
    store.append(started.id, delta('c'));
    store.append(started.id, ended);
    await store.flush();
    assert.match((await lines()).at(-2)!, /"text":"c"/);
    assert.equal((await lines()).length, 5);
  });

  it('writes 4 KB of an answer at once', async () => {
    await write(asked);
    const waiting = clock.waiting;
    store.append(started.id, delta('€'.repeat(1400)));
    assert.equal(clock.waiting, waiting, 'nothing waits for a time');
    await store.flush();
    assert.deepEqual(
      await activate().load(started.id),
      told(started, asked, delta('€'.repeat(1400))),
    );
  });

  it('begins a segment of its own at each activation, and leaves torn lines as they are', async () => {
    await write(asked);
    const [first] = await segments();
    await appendFile(join(folder(), first!), '{"v":1,"c":"c/1","w":"');
    const before = await readFile(join(folder(), first!), 'utf8');
    const other = activate();
    assert.deepEqual(await other.load(started.id), told(started, asked));
    other.append(started.id, delta('after'));
    await other.flush();
    assert.equal((await segments()).length, 2);
    assert.equal(await readFile(join(folder(), first!), 'utf8'), before);
    assert.deepEqual(await activate().load(started.id), told(started, asked, delta('after')));
  });

  it('begins another segment at 8 MB, each with the header', async () => {
    const long = 'x'.repeat(30_000);
    await write(asked, ...Array.from({ length: 300 }, () => delta(long)));
    const sizes = await Promise.all(
      (await segments()).map(async (name) => (await stat(join(folder(), name))).size),
    );
    assert.equal(sizes.length, 2);
    assert.ok(sizes.every((size) => size <= 8 * 1024 * 1024));
    assert.equal((await lines()).filter((line) => line.includes('"k":"header"')).length, 2);
    const loaded = await activate().load(started.id);
    const last = loaded?.messages.at(-1);
    assert.equal(last?.kind === 'answer' ? last.text.length : 0, 300 * 30_000);
  });

  it('closes the file of a conversation that rests, and goes on with it', async () => {
    await write(asked);
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1000);
      await store.flush();
    }
    assert.equal(clock.waiting, 0);
    store.append(started.id, delta('later'));
    await store.flush();
    assert.equal((await segments()).length, 1);
    assert.deepEqual(await activate().load(started.id), told(started, asked, delta('later')));
  });

  it('has nothing to do, when all is to be on disk, for conversations that were only read or are there', async () => {
    await write(asked);
    const reader = activate();
    await reader.load(started.id);
    store.create({ ...started, id: 'other' });
    store.append('other', asked);
    store.append(started.id, delta('a'));
    const { mock: synced } = mock.method(ConversationJournal.prototype, 'sync');
    await reader.flush();
    assert.equal(synced.callCount(), 0, 'only read');
    await store.flush();
    assert.equal(synced.callCount(), 2);
    await store.flush();
    assert.equal(synced.callCount(), 2, 'on disk already');
    synced.restore();
    assert.deepEqual(await activate().load(started.id), told(started, asked, delta('a')));
  });

  it('never goes on with a file that somebody else has touched', async () => {
    await write(asked);
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1000);
      await store.flush();
    }
    const [first] = await segments();
    await appendFile(join(folder(), first!), '{"torn');
    store.append(started.id, delta('later'));
    await store.flush();
    assert.equal((await segments()).length, 2);
    assert.deepEqual(await activate().load(started.id), told(started, asked, delta('later')));
  });

  it('makes nothing again of a folder that another window removed, and has failed at nothing', async () => {
    let failures = 0;
    store.onDidFail(() => (failures += 1));
    await write(asked);
    store.append(started.id, delta('before'));
    clock.advance(150);
    await rm(folder(), { recursive: true });
    store.append(started.id, delta('later'));
    await store.note(started.id, { type: 'renamed', title: 'T' });
    store.append(started.id, ended);
    await store.flush();
    assert.ok(!existsSync(folder()));
    assert.equal(failures, 0);
    store.create(told(started, asked));
    await store.flush();
    assert.deepEqual(await activate().load(started.id), told(started, asked), 'begun anew');
  });

  describe('makes nothing again of a folder that another window removes', () => {
    /** It goes right before a folder is made in it. */
    async function removing(part: string): Promise<JournalStore> {
      await write(delta('a'));
      return activate({
        ...nodeDisk,
        mkdir: async (path, options) => {
          if (basename(path) === part) {
            await rm(folder(), { recursive: true });
          }
          return await nodeDisk.mkdir(path, options);
        },
      });
    }

    it('while something is put beside the lines: that is dropped, and nothing has failed', async () => {
      const own = await removing('blobs');
      const failures: unknown[] = [];
      own.onDidFail((error) => failures.push(error));
      await own.load(started.id);
      own.append(started.id, asked);
      await own.flush();
      await own.flush();
      assert.ok(!existsSync(folder()));
      assert.deepEqual(failures, []);
    });

    it('while damaged lines are set aside', async () => {
      const own = await removing('quarantine');
      const [name] = await segments();
      await appendFile(join(folder(), name!), 'damaged\n');
      await own.load(started.id);
      assert.ok(!existsSync(folder()));
    });
  });

  it('leaves no empty segments behind while the disk is full', async () => {
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
    open.push(own);
    own.create(started);
    own.append(started.id, asked);
    await own.flush();
    await own.flush();
    assert.deepEqual(await segments(), []);
    isFull = false;
    await own.flush();
    assert.equal((await segments()).length, 1);
    assert.deepEqual(await activate().load(started.id), told(started, asked));
  });

  it('keeps files for their owner alone, and folders too', async () => {
    store.saveDraft(started.id, draft('draft'));
    await write(...events);
    const inside = await readdir(root, { recursive: true, withFileTypes: true });
    assert.ok(inside.some((entry) => entry.parentPath.endsWith('blobs')));
    for (const entry of inside) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
  });

  it('keeps pictures and long payloads beside the lines, and trusts only what is what it is named by', async () => {
    const long = delta('y'.repeat(40_000));
    await write(asked, long);
    assert.ok((await lines()).every((line) => line.length < 1000));
    const blobs = await readdir(join(folder(), 'blobs'));
    assert.equal(blobs.length, 2);
    assert.deepEqual(await activate().load(started.id), told(started, asked, long));
    for (const blob of blobs) {
      await writeFile(join(folder(), 'blobs', blob), 'something else');
    }
    const damaged: Damage[] = [];
    const reader = activate();
    reader.onDidFindDamage((damage) => damaged.push(damage));
    const loaded = await reader.load(started.id);
    assert.deepEqual(
      loaded?.messages.map((message) => message.kind),
      ['question', 'answer'],
    );
    assert.deepEqual(
      loaded?.messages.map((message) => message.kind === 'question' && message.images),
      [[], false],
    );
    assert.deepEqual(damaged, [{ conversation: started.id }]);
  });

  it('says so, once, when a picture alone is lost', async () => {
    await write(asked);
    const [picture] = await readdir(join(folder(), 'blobs'));
    await rm(join(folder(), 'blobs', picture!));
    const damaged: Damage[] = [];
    const reader = activate();
    reader.onDidFindDamage((damage) => damaged.push(damage));
    assert.equal((await reader.load(started.id))?.messages.length, 2);
    await reader.load(started.id);
    assert.deepEqual(damaged, [{ conversation: started.id }]);
  });

  it('says so, once, when the disk refuses to give a part of it', async () => {
    await write(asked);
    const [refused] = await segments();
    const other = activate();
    other.append(started.id, { type: 'modelChosen', model: 'm3' });
    await other.flush();
    const damaged: Damage[] = [];
    const reader = activate({
      ...nodeDisk,
      readFile: async (path) => {
        if (path.endsWith(refused!)) {
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }
        return await nodeDisk.readFile(path);
      },
    });
    reader.onDidFindDamage((damage) => damaged.push(damage));
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await reader.load(started.id))?.model, 'm3');
    }
    assert.deepEqual(damaged, [{ conversation: started.id }]);
  });

  it('passes over a damaged line, puts it aside and says so once', async () => {
    await write(asked, delta('a'));
    store.append(started.id, { type: 'modelChosen', model: 'm3' });
    await store.flush();
    const [name] = await segments();
    const path = join(folder(), name!);
    const damagedText = (await readFile(path, 'utf8')).replace('"text":"a"', '"text":"b"');
    await writeFile(path, damagedText);
    const reader = activate();
    const damaged: Damage[] = [];
    reader.onDidFindDamage((damage) => damaged.push(damage));
    const rest = told(started, asked, { type: 'modelChosen', model: 'm3' });
    assert.deepEqual(await reader.load(started.id), rest);
    assert.deepEqual(await reader.load(started.id), rest);
    assert.equal(damaged.length, 1);
    assert.match(await readFile(damaged[0]!.kept!, 'utf8'), /^\{.*"text":"b".*\}\n$/);
    assert.equal(await readFile(path, 'utf8'), damagedText, 'nothing is overwritten');
  });

  it('opens a conversation whose header is lost', async () => {
    await write(asked, delta('a'));
    const [name] = await segments();
    const path = join(folder(), name!);
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, ['{"header', ...rest].join('\n'));
    const loaded = await activate().load(started.id);
    assert.deepEqual(loaded, { ...told(started, asked, delta('a')), createdAt: clock.now() });
  });

  it('passes over types that it does not know, and reads only what a newer version wrote in part', async () => {
    await write(asked);
    const [name] = await segments();
    const path = join(folder(), name!);
    const last = decodeRecord(
      Buffer.from((await readFile(path, 'utf8')).trimEnd().split('\n').at(-1)!),
    )!;
    const line = (changes: object): Buffer => encodeRecord({ ...last, ...changes }, '{"x":1}');
    await appendFile(path, line({ n: 90, k: 'aTypeToCome' }));
    assert.deepEqual(await activate().load(started.id), told(started, asked));
    await appendFile(path, line({ n: 91, v: 2 }));
    assert.deepEqual(await activate().load(started.id), {
      ...told(started, asked),
      readOnly: true,
    });
  });

  it('keeps titles, pins and deletions apart, and does not open what was deleted', async () => {
    await write(asked);
    await store.note(started.id, { type: 'renamed', title: 'Greeting' });
    await store.note(started.id, { type: 'delete', deleted: true });
    assert.equal((await segments()).filter((name) => name.includes('.meta-')).length, 1);
    assert.equal(await activate().load(started.id), undefined);
    const other = activate();
    await other.note(started.id, { type: 'delete', deleted: false });
    const titled: ConversationEvent = { type: 'renamed', title: 'Greeting' };
    assert.deepEqual(await activate().load(started.id), told(started, asked, titled));
  });

  it('leaves its place for no ID', async () => {
    for (const id of ['..', '.', '../../up', 'a*b', '.hidden']) {
      const conversation = { ...started, id };
      store.create(conversation);
      store.append(id, asked);
      store.saveDraft(id, draft('draft'));
      await store.flush();
      assert.deepEqual(await activate().load(id), told(conversation, asked), id);
      assert.deepEqual(await store.loadDraft(id), draft('draft'));
    }
    assert.deepEqual(await readdir(root), ['conversations']);
    assert.deepEqual((await store.ids()).toSorted(), ['.', '..', '../../up', '.hidden', 'a*b']);
  });

  describe('drafts', () => {
    it('keeps them beside their conversations, the last one saved, with what is queued', async () => {
      store.saveDraft('one', draft('a'));
      store.saveDraft('one', draft('ab', 'First?', 'Second?\n'));
      store.saveDraft('two', draft('x'));
      assert.deepEqual(await store.loadDraft('two'), draft('x'), 'before it is on disk');
      await store.flush();
      const later = activate();
      assert.deepEqual(await later.loadDraft('one'), draft('ab', 'First?', 'Second?\n'));
      assert.deepEqual(await later.loadDraft('two'), draft('x'));
      assert.deepEqual(await later.loadDraft('three'), draft(''));
    });

    const drafts = (id: string): readonly string[] =>
      draftNames(readdirSync(join(root, 'conversations')), encodeURIComponent(id));

    it('leaves another window its queue and its text', async () => {
      const other = activate();
      store.saveDraft('one', draft('Half', 'First?'));
      await store.flush();
      const found = await other.loadDraft('one');
      assert.deepEqual(found, draft('Half', 'First?'));
      const second = { id: 'q-second', text: 'Second?' };
      store.saveDraft('one', { text: 'Half a question', queue: [...found.queue, second] });
      await store.flush();
      other.saveDraft('one', { text: 'Half', queue: [] });
      await other.flush();
      assert.deepEqual(await activate().loadDraft('one'), {
        text: 'Half a question',
        queue: [second],
      });
    });

    it('shows the text typed last, and once that is sent the one that another window had typed', async () => {
      const other = activate();
      await other.loadDraft('one');
      store.saveDraft('one', draft('Of this window'));
      await store.flush();
      clock.advance(1);
      other.saveDraft('one', draft('Of the other'));
      await other.flush();
      const later = activate();
      assert.equal((await later.loadDraft('one')).text, 'Of the other');
      later.saveDraft('one', draft(''));
      await later.flush();
      assert.equal((await activate().loadDraft('one')).text, 'Of this window');
    });

    it('leaves alone what a later version keeps', async () => {
      store.saveDraft('one', draft('a'));
      await store.flush();
      const name = join(root, 'conversations', 'one.later-1.draft');
      await writeFile(name, '{"version":3}');
      assert.deepEqual(await activate().loadDraft('one'), draft('a'));
      store.saveDraft('one', draft(''));
      await store.flush();
      assert.equal(await readFile(name, 'utf8'), '{"version":3}');
    });

    it('lets a question leave the queue on disk only once the conversation has it', async () => {
      const isKept: boolean[] = [];
      const disk: Disk = {
        ...nodeDisk,
        rename: async (from, to) => {
          if (to.endsWith('.draft')) {
            isKept.push((await lines()).some((line) => line.includes('Grüß dich?')));
          }
          await nodeDisk.rename(from, to);
        },
      };
      const own = new JournalStore({ root, clock, disk });
      open.push(own);
      own.create(started);
      own.append(started.id, asked);
      own.saveDraft(started.id, draft('', 'the next'));
      await own.flush();
      assert.deepEqual(isKept, [true]);
    });

    it('keeps a question queued on disk while the disk refuses the conversation that asked it', async () => {
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
      open.push(own);
      own.saveDraft(started.id, draft('', 'Grüß dich?'));
      own.saveDraft('two', draft('a'));
      await own.flush();
      isFull = true;
      own.create(started);
      own.append(started.id, asked);
      own.saveDraft(started.id, draft(''));
      own.saveDraft('two', draft('ab'));
      await own.flush();
      assert.deepEqual(await activate().loadDraft(started.id), draft('', 'Grüß dich?'));
      assert.deepEqual(await activate().loadDraft('two'), draft('ab'), 'of another chat');
      isFull = false;
      clock.advance(1000);
      await until(() => drafts(started.id).length === 0);
      assert.deepEqual(await activate().load(started.id), told(started, asked));
    });

    it('keeps the others where the disk refuses one, and that one once it does no more', async () => {
      let refused = 'one.';
      const disk: Disk = {
        ...nodeDisk,
        rename: async (from, to) => {
          if (refused !== '' && basename(to).startsWith(refused)) {
            throw Object.assign(new Error(refused), { code: 'EPERM' });
          }
          await nodeDisk.rename(from, to);
        },
      };
      const own = activate(disk);
      const failures: unknown[] = [];
      own.onDidFail((error) => failures.push(error));
      own.saveDraft('one', draft('a'));
      own.saveDraft('two', draft('b'));
      await own.flush();
      assert.deepEqual(await activate().loadDraft('two'), draft('b'));
      assert.equal(failures.length, 1);
      refused = '';
      clock.advance(1000);
      await until(() => drafts('one').length > 0);
      assert.deepEqual(await activate().loadDraft('one'), draft('a'));
    });

    it('keeps no file of one that is empty again', async () => {
      store.saveDraft('one', draft('', 'queued'));
      store.saveDraft('two', draft(''));
      await store.flush();
      assert.equal((await readdir(join(root, 'conversations'))).length, 1);
      assert.equal(drafts('one').length, 1);
      store.saveDraft('one', draft(''));
      await store.flush();
      assert.deepEqual(await readdir(join(root, 'conversations')), []);
      assert.deepEqual(await store.loadDraft('one'), draft(''));
    });
  });

  it('reads again what was begun for nothing', async () => {
    store.create(newConversation('empty', 'm', 1));
    await store.flush();
    assert.equal(await activate().load('empty'), undefined);
    assert.deepEqual(await store.ids(), []);
  });
});
