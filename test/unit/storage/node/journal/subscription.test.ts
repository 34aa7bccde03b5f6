import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  findAnswer,
  newConversation,
  type Answer,
  type Conversation,
} from '../../../../../src/conversation/common/conversation';
import type { ConversationEvent } from '../../../../../src/conversation/common/conversationEvent';
import type { WindowSignal } from '../../../../../src/conversation/node/conversationStore';
import { RecentRequests } from '../../../../../src/conversation/node/request/recentRequests';
import { RequestBuilder } from '../../../../../src/conversation/node/request/requestBuilder';
import { ChatSession } from '../../../../../src/conversation/node/session/chatSession';
import { Trash } from '../../../../../src/features/history/node/trash';
import { nodeDisk, type Disk } from '../../../../../src/storage/node/disk';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { storagePaths } from '../../../../../src/storage/node/storagePaths';
import {
  asked,
  ended,
  savedIds,
  textAppended,
} from '../../../../support/journal/sampleConversations';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';
import { chatFixture, type ChatFixture } from '../../../conversation/node/fakes';

describe('JournalSubscription', () => {
  let root: string;
  let clock: ManualClock;
  const openStores: JournalStore[] = [];

  function openStore(disk: Disk = nodeDisk): JournalStore {
    const store = new JournalStore({ root, clock, disk });
    openStores.push(store);
    return store;
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-tail-'));
    clock = new ManualClock();
  });
  afterEach(async () => {
    await Promise.all(openStores.splice(0).map((store) => store.close()));
    await rm(root, { recursive: true });
  });

  const initial = newConversation('c', 'm', 1);

  /** Opens a conversation in a window. @param name Starts the IDs that the window creates. */
  function openChat(
    store: JournalStore,
    conversation: Conversation,
    name: string,
  ): Pick<ChatFixture, 'session' | 'model'> {
    const { model, sentRequests } = chatFixture();
    let ids = 0;
    const session = new ChatSession(
      {
        chatModel: model,
        store,
        clock,
        newId: () => `${name}-${(ids += 1)}`,
        isWindowAlive: () => Promise.resolve(true),
        recentRequests: new RecentRequests(),
        requestBuilder: new RequestBuilder({
          requestSettings: () => ({ systemPrompt: '', stream: true }),
          lookUpModel: () => Promise.resolve({ apiFormat: 'chat' }),
        }),
        sentRequests,
      },
      conversation,
    );
    return { session, model };
  }

  it('emits what other windows append, once and in order, from the loaded state on', async () => {
    const [writer, reader] = [openStore(), openStore()];
    writer.create(initial);
    writer.append('c', asked('q', 'a'));
    await writer.sync('c');
    const loaded = await reader.load('c');
    writer.append('c', textAppended('a', 'before the subscription'));
    await writer.sync('c');
    const received: (ConversationEvent | WindowSignal)[] = [];
    const subscription = reader.subscribe(loaded!, (event) => received.push(event));
    writer.append('c', ended('a'));
    await writer.saveMetadata('c', { type: 'pinChanged', pinned: true });
    await writer.saveMetadata('c', { type: 'renamed', title: 'T' });
    const expected = [
      textAppended('a', 'before the subscription'),
      ended('a'),
      { type: 'renamed', title: 'T' },
    ];
    await until(() => received.length >= expected.length);
    assert.deepEqual(received, expected);
    subscription.dispose();
    writer.append('c', { type: 'modelChosen', model: 'm2' });
    await writer.sync('c');
    clock.advance(5000);
    await reader.flush();
    assert.equal(received.length, expected.length);
  });

  it('emits signals of other windows, but none from before the conversation was loaded', async () => {
    const [writer, reader] = [openStore(), openStore()];
    const running = (answerId: string) => ({ type: 'running', answerId }) as const;
    writer.create(initial);
    writer.append('c', asked('q', 'a'));
    await writer.sync('c');
    const folder = join(root, 'conversations', 'c');
    const signalsFiles = (): readonly string[] =>
      readdirSync(folder).filter((name) => name.endsWith('.signals'));
    writer.sendSignal('c', running('before'));
    await until(() => signalsFiles().some((name) => statSync(join(folder, name)).size > 0));
    const received: (ConversationEvent | WindowSignal)[] = [];
    reader.subscribe((await reader.load('c'))!, (event) => received.push(event));
    writer.sendSignal('c', running('a'));
    reader.sendSignal('c', { type: 'stopRequested', answerId: 'a' });
    writer.sendSignal('c', running('b'));
    await until(
      () => received.length >= 2,
      () => clock.advance(1000),
    );
    assert.deepEqual(received, [running('a'), running('b')]);
    assert.equal(signalsFiles().length, 2);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl'))) {
      assert.ok(!(await readFile(join(folder, name), 'utf8')).includes('running'), name);
    }
    await Promise.all([writer.close(), reader.close()]);
    assert.deepEqual(signalsFiles(), [], 'the files are removed when their writers close');
  });

  for (const all of [false, true]) {
    it(`reports a deletion${all ? ' of all conversations' : ''}, after which nothing is written`, async () => {
      const [one, other] = [openStore(), openStore()];
      one.create(initial);
      one.append('c', asked('q', 'a'));
      await one.sync('c');
      const loaded = await other.load('c');
      const deleted: string[] = [];
      other.onDidDelete((id) => deleted.push(id));
      const subscription = other.subscribe(loaded!, () => undefined);
      other.append('c', textAppended('a', 'still streaming'));
      await other.sync('c');
      const trash = new Trash(storagePaths(root));
      if (all) {
        await trash.removeAll();
      } else {
        await one.saveMetadata('c', { type: 'deletionChanged', deleted: true });
        await trash.add('c', 1);
      }
      other.append('c', textAppended('a', 'and on'));
      other.append('c', ended('a'));
      await other.sync('c');
      await until(() => deleted.length > 0);
      subscription.dispose();
      assert.ok(deleted.every((id) => id === 'c'));
      assert.deepEqual(await savedIds(root), []);
      if (!all) {
        await trash.restore('1-c');
        await one.saveMetadata('c', { type: 'deletionChanged', deleted: false });
        other.append('c', { type: 'modelChosen', model: 'm2' });
        await other.sync('c');
        const back = await openStore().load('c');
        assert.equal(back?.model, 'm2');
        assert.equal(back?.messages.at(-1)?.text, 'still streaming');
      }
    });
  }

  it('reports a deletion within a second to a window that writes nothing', async () => {
    const [one, other] = [openStore(), openStore()];
    one.create(initial);
    one.append('c', asked('q', 'a'));
    await one.sync('c');
    const deleted: string[] = [];
    other.onDidDelete((id) => deleted.push(id));
    other.subscribe((await other.load('c'))!, () => undefined);
    await new Trash(storagePaths(root)).removeAll();
    clock.advance(1000);
    await until(() => deleted.length > 0);
    assert.equal(deleted[0], 'c');
  });

  it('reports no deletion, and loses nothing, while the whole storage is missing', async () => {
    let reads = 0;
    const store = openStore({
      ...nodeDisk,
      readdir: (path) => {
        reads += 1;
        return nodeDisk.readdir(path);
      },
    });
    const [deleted, failures]: [string[], unknown[]] = [[], []];
    store.onDidDelete((id) => deleted.push(id));
    store.onDidFail((error) => failures.push(error));
    store.create(initial);
    store.append('c', asked('q', 'a'));
    await store.flush();
    store.subscribe(initial, () => undefined);
    await rename(root, `${root}.away`);
    reads = 0;
    store.append('c', textAppended('a', 'Because.'));
    await store.flush();
    assert.equal(failures.length, 1);
    // The second read starts after the first one.
    await until(
      () => reads > 1,
      () => clock.advance(1000),
    );
    await rename(`${root}.away`, root);
    store.append('c', ended('a'));
    await store.flush();
    assert.equal((await openStore().load('c'))?.messages.at(-1)?.text, 'Because.');
    assert.deepEqual(deleted, []);
  });

  it('emits a new title to all windows, including the one that saved it', async () => {
    const [one, other] = [openStore(), openStore()];
    one.create(initial);
    one.append('c', asked('q', 'a'));
    await one.sync('c');
    const received = [one, other].map((store) => {
      const events: (ConversationEvent | WindowSignal)[] = [];
      store.subscribe(initial, (event) => events.push(event));
      return events;
    });
    const titled = { type: 'renamed', title: 'Named' } as const;
    await other.saveMetadata('c', titled);
    await until(() => received.every((events) => events.some(({ type }) => type === 'renamed')));
    assert.deepEqual(received[0], [titled]);
    assert.deepEqual(
      received[1]?.filter(({ type }) => type === 'renamed'),
      [titled],
    );
    const again = openStore();
    assert.equal((await again.load('c'))?.title, 'Named');
    again.create({ ...((await again.load('c')) ?? assert.fail()), id: 'copy' });
    await again.flush();
    assert.equal((await openStore().load('copy'))?.title, 'Named');
  });

  it('emits events of a conversation that did not exist at the time of the subscription, without a file watcher', async () => {
    const [writer, reader] = [openStore(), openStore()];
    const received: (ConversationEvent | WindowSignal)[] = [];
    reader.subscribe(initial, (event) => received.push(event));
    writer.create(initial);
    writer.append('c', asked('q', 'a'));
    await writer.sync('c');
    assert.deepEqual(received, []);
    clock.advance(1000);
    await until(() => received.length > 0);
    assert.deepEqual(received, [asked('q', 'a')]);
  });

  it('waits for the rest of a line', async () => {
    const [writer, other, reader] = [openStore(), openStore(), openStore()];
    writer.create(initial);
    writer.append('c', asked('q', 'a'));
    await writer.close();
    const folder = join(root, 'conversations', 'c');
    const [name] = await readdir(folder);
    const path = join(folder, name!);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, -20));
    const received: (ConversationEvent | WindowSignal)[] = [];
    reader.subscribe((await reader.load('c')) ?? initial, (event) => received.push(event));
    await appendFile(path, bytes.subarray(-20, -10));
    const marker = { type: 'modelChosen', model: 'emitted by the same read' } as const;
    other.append('c', marker);
    await other.sync('c');
    const poll = (): void => clock.advance(1000);
    await until(() => received.length > 0, poll);
    assert.deepEqual(received, [marker]);
    await appendFile(path, bytes.subarray(-10));
    await until(() => received.length > 1, poll);
    assert.deepEqual(received, [marker, asked('q', 'a')]);
  });

  it('emits once what could not be read at first, and meanwhile the events of other writers', async () => {
    const [broken, other] = [openStore(), openStore()];
    broken.create(initial);
    broken.append('c', asked('q1', 'a1'));
    await broken.close();
    const [first] = await readdir(join(root, 'conversations', 'c'));
    let isFailing = true;
    const reader = openStore({
      ...nodeDisk,
      open: async (path, flags, mode) => {
        if (isFailing && path.endsWith(first!)) {
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }
        return await nodeDisk.open(path, flags, mode);
      },
    });
    const received: (ConversationEvent | WindowSignal)[] = [];
    const failures: string[] = [];
    reader.onDidFailSubscription((kind) => failures.push(kind));
    reader.subscribe(initial, (event) => received.push(event));
    other.append('c', asked('q2', 'a2'));
    await other.sync('c');
    const poll = (): void => clock.advance(1000);
    await until(() => received.length > 0, poll);
    assert.deepEqual(received, [asked('q2', 'a2')]);
    isFailing = false;
    other.append('c', ended('a2'));
    await other.sync('c');
    await until(() => received.length >= 3, poll);
    assert.equal(received.length, 3);
    assert.deepEqual(
      new Set(received),
      new Set([asked('q2', 'a2'), asked('q1', 'a1'), ended('a2')]),
    );
    assert.deepEqual(failures, ['EIO'], 'reported once, though each poll fails');
  });

  it('emits the next events after a listener has thrown', async () => {
    const [writer, reader] = [openStore(), openStore()];
    writer.create(initial);
    writer.append('c', asked('q', 'a'));
    writer.append('c', textAppended('a', 'Because'));
    writer.append('c', ended('a'));
    await writer.sync('c');
    const received: (ConversationEvent | WindowSignal)[] = [];
    reader.subscribe(initial, (events) => {
      received.push(events);
      if (events.type === 'textAppended') {
        throw new TypeError('The listener fails.');
      }
    });
    const failures: string[] = [];
    reader.onDidFailSubscription((kind) => failures.push(kind));
    await until(
      () => received.length >= 3,
      () => clock.advance(1000),
    );
    assert.deepEqual(received, [asked('q', 'a'), textAppended('a', 'Because'), ended('a')]);
    assert.deepEqual(failures, ['TypeError']);
  });

  it('gives two windows the same messages, whatever each of them asks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 }),
        async (asks) => {
          const folder = await mkdtemp(join(root, 'run-'));
          const stores = [0, 1].map(() => new JournalStore({ root: folder, clock }));
          const windows = stores.map((store, index) => openChat(store, initial, `w${index}`));
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

  it('shows an answer in another window, which can stop it', async () => {
    const [first, second] = [openStore(), openStore()];
    const runner = openChat(first, initial, 'w0');
    runner.session.ask('Why?');
    await until(() => runner.model.requests.length === 1);
    await runner.model.emit({ type: 'text', text: 'Because' });
    await first.flush();
    const reader = openChat(second, (await second.load('c'))!, 'w1');
    const answerIn = ({ session }: Pick<ChatFixture, 'session'>): Answer =>
      findAnswer(session.conversation, 'w0-2') ?? assert.fail();
    assert.equal(answerIn(reader).text, 'Because');
    assert.equal(reader.session.isRunning, true);
    await runner.model.emit({ type: 'text', text: ' of' });
    clock.advance(40);
    await runner.model.emit({ type: 'text', text: ' that' });
    clock.advance(100);
    await until(() => answerIn(reader).text === 'Because of that');
    reader.session.stop();
    await until(
      () => answerIn(reader).state === 'stopped',
      () => clock.advance(20),
    );
    assert.equal(answerIn(runner).state, 'stopped');
    assert.deepEqual(reader.session.conversation.messages, runner.session.conversation.messages);
    const third = await openStore().load('c');
    assert.deepEqual(third?.messages, reader.session.conversation.messages);
    runner.session.dispose();
    reader.session.dispose();
  });
});
