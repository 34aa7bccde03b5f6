import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { RequestBuilder } from '../../../../src/chat/request/requestBuilder';
import { ChatSession } from '../../../../src/chat/session/chatSession';
import type { WindowSignal } from '../../../../src/chat/ports';
import {
  type Answer,
  type Conversation,
  findAnswer,
  newConversation,
} from '../../../../src/shared/conversation/conversation';
import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent';
import { type Disk, nodeDisk } from '../../../../src/store/disk';
import { Trash } from '../../../../src/store/history/trash';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { storagePaths } from '../../../../src/store/storagePaths';
import { ManualClock } from '../../../support/manualClock';
import { asked, ended, piece } from '../../../support/journal/stories';
import { until } from '../../../support/until';
import { stage, type Stage } from '../../chat/fakes';

describe('Windows on one conversation', () => {
  let root: string;
  let clock: ManualClock;
  const open: JournalStore[] = [];

  function activate(disk: Disk = nodeDisk): JournalStore {
    const store = new JournalStore({ root, clock, disk });
    open.push(store);
    return store;
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-tail-'));
    clock = new ManualClock();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await rm(root, { recursive: true });
  });

  const begun = newConversation('c', 'm', 1);

  /** A window that shows a conversation. `name` begins the IDs that it gives. */
  function show(
    store: JournalStore,
    conversation: Conversation,
    name: string,
  ): Pick<Stage, 'session' | 'model'> {
    const { model, sentRequests } = stage();
    let ids = 0;
    const session = new ChatSession(
      {
        chatModel: model,
        store,
        clock,
        newId: () => `${name}-${(ids += 1)}`,
        isWindowAlive: () => Promise.resolve(true),
        requests: new RequestBuilder({
          requestSettings: () => ({ systemPrompt: '', stream: true }),
          apiFormatOf: () => Promise.resolve('chat'),
        }),
        sentRequests,
        listedPrice: () => Promise.resolve(undefined),
      },
      conversation,
    );
    return { session, model };
  }

  it('hear what the others append, once and in order, from where they loaded it', async () => {
    const [writer, reader] = [activate(), activate()];
    writer.create(begun);
    writer.append('c', asked('q', 'a'));
    await writer.sync('c');
    const loaded = await reader.load('c');
    writer.append('c', piece('a', 'before it is followed'));
    await writer.sync('c');
    const heard: (ConversationEvent | WindowSignal)[] = [];
    const following = reader.follow(loaded!, (told) => heard.push(told));
    writer.append('c', { type: 'present', answerId: 'a', gives: true });
    reader.append('c', { type: 'stopAsked', answerId: 'a' });
    writer.append('c', ended('a'));
    await writer.note('c', { type: 'pin', pinned: true });
    await writer.note('c', { type: 'renamed', title: 'T' });
    const told = [
      piece('a', 'before it is followed'),
      { type: 'present', answerId: 'a', gives: true },
      ended('a'),
      { type: 'renamed', title: 'T' },
    ];
    await until(() => heard.length >= told.length);
    assert.deepEqual(heard, told);
    following.dispose();
    writer.append('c', { type: 'modelChosen', model: 'm2' });
    await writer.sync('c');
    clock.advance(5000);
    await reader.flush();
    assert.equal(heard.length, told.length);
  });

  for (const all of [false, true]) {
    it(`hear that it was deleted${all ? ' with all others' : ''}, and write no half of it`, async () => {
      const [one, other] = [activate(), activate()];
      one.create(begun);
      one.append('c', asked('q', 'a'));
      await one.sync('c');
      const loaded = await other.load('c');
      const deleted: string[] = [];
      other.onDidDelete((id) => deleted.push(id));
      const following = other.follow(loaded!, () => undefined);
      other.append('c', piece('a', 'still streaming'));
      await other.sync('c');
      const trash = new Trash(storagePaths(root));
      if (all) {
        await trash.removeAll();
      } else {
        await one.note('c', { type: 'delete', deleted: true });
        await trash.put('c', 1);
      }
      other.append('c', piece('a', 'and on'));
      other.append('c', ended('a'));
      await other.sync('c');
      await until(() => deleted.length > 0);
      following.dispose();
      assert.ok(deleted.every((id) => id === 'c'));
      assert.deepEqual(await activate().ids(), []);
      if (!all) {
        await trash.takeBack('1-c');
        await one.note('c', { type: 'delete', deleted: false });
        other.append('c', { type: 'modelChosen', model: 'm2' });
        await other.sync('c');
        const back = await activate().load('c');
        assert.equal(back?.model, 'm2');
        assert.equal(back?.messages.at(-1)?.text, 'still streaming');
      }
    });
  }

  it('hear within a second that it was deleted, where they write nothing', async () => {
    const [one, other] = [activate(), activate()];
    one.create(begun);
    one.append('c', asked('q', 'a'));
    await one.sync('c');
    const deleted: string[] = [];
    other.onDidDelete((id) => deleted.push(id));
    other.follow((await other.load('c'))!, () => undefined);
    await new Trash(storagePaths(root)).removeAll();
    clock.advance(1000);
    await until(() => deleted.length > 0);
    assert.equal(deleted[0], 'c');
  });

  it('hear of no deletion, and lose nothing, while the whole storage is away, with a disk say', async () => {
    let looks = 0;
    const store = activate({
      ...nodeDisk,
      readdir: (path) => {
        looks += 1;
        return nodeDisk.readdir(path);
      },
    });
    const [deleted, failures]: [string[], unknown[]] = [[], []];
    store.onDidDelete((id) => deleted.push(id));
    store.onDidFail((error) => failures.push(error));
    store.create(begun);
    store.append('c', asked('q', 'a'));
    await store.flush();
    store.follow(begun, () => undefined);
    await rename(root, `${root}.away`);
    looks = 0;
    store.append('c', piece('a', 'Because.'));
    await store.flush();
    assert.equal(failures.length, 1);
    // The second look begins once the first one is over.
    await until(
      () => looks > 1,
      () => clock.advance(1000),
    );
    await rename(`${root}.away`, root);
    store.append('c', ended('a'));
    await store.flush();
    assert.equal((await activate().load('c'))?.messages.at(-1)?.text, 'Because.');
    assert.deepEqual(deleted, []);
  });

  it('hear what one of them calls it, that one too, and find it so afterwards', async () => {
    const [one, other] = [activate(), activate()];
    one.create(begun);
    one.append('c', asked('q', 'a'));
    await one.sync('c');
    const heard = [one, other].map((store) => {
      const told: (ConversationEvent | WindowSignal)[] = [];
      store.follow(begun, (event) => told.push(event));
      return told;
    });
    const titled = { type: 'renamed', title: 'Named' } as const;
    await other.note('c', titled);
    await until(() => heard.every((told) => told.some(({ type }) => type === 'renamed')));
    assert.deepEqual(heard[0], [titled]);
    assert.deepEqual(
      heard[1]?.filter(({ type }) => type === 'renamed'),
      [titled],
    );
    const again = activate();
    assert.equal((await again.load('c'))?.title, 'Named');
    again.create({ ...((await again.load('c')) ?? assert.fail()), id: 'copy' });
    await again.flush();
    assert.equal((await activate().load('copy'))?.title, 'Named');
  });

  it('hear of a conversation that was not there when they began to follow it, without being told by the system', async () => {
    const [writer, reader] = [activate(), activate()];
    const heard: (ConversationEvent | WindowSignal)[] = [];
    reader.follow(begun, (told) => heard.push(told));
    writer.create(begun);
    writer.append('c', asked('q', 'a'));
    await writer.sync('c');
    assert.deepEqual(heard, []);
    clock.advance(1000);
    await until(() => heard.length > 0);
    assert.deepEqual(heard, [asked('q', 'a')]);
  });

  it('wait for the rest of a line', async () => {
    const [writer, other, reader] = [activate(), activate(), activate()];
    writer.create(begun);
    writer.append('c', asked('q', 'a'));
    await writer.close();
    const folder = join(root, 'conversations', 'c');
    const [name] = await readdir(folder);
    const path = join(folder, name!);
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, -20));
    const heard: (ConversationEvent | WindowSignal)[] = [];
    reader.follow((await reader.load('c')) ?? begun, (told) => heard.push(told));
    await appendFile(path, whole.subarray(-20, -10));
    const sign = { type: 'modelChosen', model: 'what is heard of by the same look' } as const;
    other.append('c', sign);
    await other.sync('c');
    const look = (): void => clock.advance(1000);
    await until(() => heard.length > 0, look);
    assert.deepEqual(heard, [sign]);
    await appendFile(path, whole.subarray(-10));
    await until(() => heard.length > 1, look);
    assert.deepEqual(heard, [sign, asked('q', 'a')]);
  });

  it('hear once what could not be read at first, and meanwhile what the others append', async () => {
    const [broken, other] = [activate(), activate()];
    broken.create(begun);
    broken.append('c', asked('q1', 'a1'));
    await broken.close();
    const [first] = await readdir(join(root, 'conversations', 'c'));
    let refuses = true;
    const reader = activate({
      ...nodeDisk,
      open: async (path, flags, mode) => {
        if (refuses && path.endsWith(first!)) {
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }
        return await nodeDisk.open(path, flags, mode);
      },
    });
    const heard: (ConversationEvent | WindowSignal)[] = [];
    const failures: string[] = [];
    reader.onDidFailToFollow((kind) => failures.push(kind));
    reader.follow(begun, (told) => heard.push(told));
    other.append('c', asked('q2', 'a2'));
    await other.sync('c');
    const look = (): void => clock.advance(1000);
    await until(() => heard.length > 0, look);
    assert.deepEqual(heard, [asked('q2', 'a2')]);
    refuses = false;
    other.append('c', ended('a2'));
    await other.sync('c');
    await until(() => heard.length >= 3, look);
    assert.equal(heard.length, 3);
    assert.deepEqual(new Set(heard), new Set([asked('q2', 'a2'), asked('q1', 'a1'), ended('a2')]));
    assert.deepEqual(failures, ['EIO'], 'told once, though looked for again and again');
  });

  it('hear the rest where one thing that they hear makes them fail', async () => {
    const [writer, reader] = [activate(), activate()];
    writer.create(begun);
    writer.append('c', asked('q', 'a'));
    writer.append('c', piece('a', 'Because'));
    writer.append('c', ended('a'));
    await writer.sync('c');
    const heard: (ConversationEvent | WindowSignal)[] = [];
    reader.follow(begun, (told) => {
      heard.push(told);
      if (told.type === 'textAppended') {
        throw new TypeError('This window cannot show it.');
      }
    });
    const failures: string[] = [];
    reader.onDidFailToFollow((kind) => failures.push(kind));
    await until(
      () => heard.length >= 3,
      () => clock.advance(1000),
    );
    assert.deepEqual(heard, [asked('q', 'a'), piece('a', 'Because'), ended('a')]);
    assert.deepEqual(failures, ['TypeError']);
  });

  it('come to show the same messages, whatever each of them asks meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 }),
        async (asks) => {
          const folder = await mkdtemp(join(root, 'run-'));
          const stores = [0, 1].map(() => new JournalStore({ root: folder, clock }));
          const windows = stores.map((store, index) => show(store, begun, `w${index}`));
          const all = (index: number): readonly string[] => {
            const { messages, offPath } = windows[index]!.session.conversation;
            return [...messages, ...offPath].map(({ id, text }) => `${id} ${text}`).toSorted();
          };
          let count = 0;
          for (const [second, waits] of asks) {
            const { session, model } = windows[second ? 1 : 0]!;
            if (session.ask(`Question ${count}`)) {
              count += 1;
              const { length } = model.requests;
              await until(() => model.requests.length > length);
              await model.end(
                { type: 'text', text: `Answer ${count}` },
                { type: 'finish', reason: 'stop' },
              );
            }
            if (waits) {
              await until(
                () => all(0).length === 2 * count && all(1).length === 2 * count,
                () => clock.advance(100),
              );
            }
          }
          const agree = (): boolean =>
            all(0).length === 2 * count && JSON.stringify(all(0)) === JSON.stringify(all(1));
          await until(agree, () => clock.advance(100));
          assert.equal(all(0).filter((one) => / Answer \d+$/.test(one)).length, count);
          const loaded = await stores[0]!.load('c');
          assert.equal([...loaded!.messages, ...loaded!.offPath].length, 2 * count);
          for (const { session } of windows) {
            session.dispose();
          }
          await Promise.all(stores.map((store) => store.close()));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('see the answer of the one in the other, and may stop it there', async () => {
    const [first, second] = [activate(), activate()];
    const runner = show(first, begun, 'w0');
    runner.session.ask('Why?');
    await until(() => runner.model.requests.length === 1);
    await runner.model.say({ type: 'text', text: 'Because' });
    await first.flush();
    const reader = show(second, (await second.load('c'))!, 'w1');
    const answerIn = ({ session }: Pick<Stage, 'session'>): Answer =>
      findAnswer(session.conversation, 'w0-2') ?? assert.fail();
    assert.equal(answerIn(reader).text, 'Because');
    assert.equal(reader.session.isRunning, true);
    await runner.model.say({ type: 'text', text: ' of' });
    clock.advance(40);
    await runner.model.say({ type: 'text', text: ' that' });
    clock.advance(100);
    await until(() => answerIn(reader).text === 'Because of that');
    reader.session.stop();
    await until(
      () => answerIn(reader).state === 'stopped',
      () => clock.advance(20),
    );
    assert.equal(answerIn(runner).state, 'stopped');
    assert.deepEqual(reader.session.conversation.messages, runner.session.conversation.messages);
    const third = await activate().load('c');
    assert.deepEqual(third?.messages, reader.session.conversation.messages);
    runner.session.dispose();
    reader.session.dispose();
  });
});
