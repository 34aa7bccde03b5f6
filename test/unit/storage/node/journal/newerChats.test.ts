// Chats to which a newer Portico has written what this version does not know.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Answer, Conversation } from '../../../../../src/conversation/common/conversation';
import type { ConversationEvent } from '../../../../../src/conversation/common/conversationEvent';
import { eventSchema } from '../../../../../src/conversation/node/conversationSchema';
import type { Corruption } from '../../../../../src/storage/node/journal/corruptionReporter';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import {
  asked,
  ended,
  initial,
  samples,
  textAppended,
} from '../../../../support/conversationEvents';
import { ManualClock } from '../../../../support/manualClock';
import { propertyRuns } from '../../../../support/propertyRuns';
import { examplesOf, withWord, wordsIn } from '../../../../support/savedWords';
import { until } from '../../../../support/until';
import { reopenedChat, settle } from '../../../conversation/node/fakes';

describe('a chat to which a newer Portico has written', () => {
  let root: string;
  const clock = new ManualClock();
  const openStores: JournalStore[] = [];

  function openStore(): JournalStore {
    const store = new JournalStore({ root, clock });
    openStores.push(store);
    return store;
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-newer-'));
  });
  afterEach(async () => {
    await Promise.all(openStores.splice(0).map((store) => store.close()));
    await rm(root, { recursive: true });
  });

  /** Saves them as a build does that knows more events, kinds and states than this one. */
  async function write(id: string, ...events: readonly unknown[]): Promise<void> {
    const store = openStore();
    store.create({ ...initial, id });
    for (const event of events as readonly ConversationEvent[]) {
      store.append(id, event);
    }
    await store.close();
  }

  async function filesOf(id: string): Promise<Readonly<Record<string, string>>> {
    const folder = join(root, 'conversations', id);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Object.fromEntries(
      await Promise.all(
        files.map(async ({ name, parentPath }) => [
          name,
          await readFile(join(parentPath, name), 'hex'),
        ]),
      ),
    );
  }

  const read = async (id: string): Promise<Conversation> =>
    (await openStore().load(id)) ?? assert.fail();

  const answerIn = ({ messages }: Conversation): Answer =>
    messages.find((message) => message.kind === 'answer') ?? assert.fail();

  it('is read-only and stays as it is on disk, whichever word of whichever event is unknown', async () => {
    const places = examplesOf(eventSchema).flatMap((event) =>
      wordsIn(eventSchema, event).map((path) => ({ event, path })),
    );
    const known = new Set(
      places.map(({ event, path }) =>
        path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], event),
      ),
    );
    let chats = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(places.length - 1),
        fc.string().filter((word) => !known.has(word)),
        async (index, word) => {
          const { event, path } = places[index] ?? assert.fail();
          chats += 1;
          const id = `c${chats}`;
          await write(id, asked, textAppended('abc'), ended, withWord(event, path, word));
          const before = await filesOf(id);
          const conversation = await read(id);
          assert.equal(conversation.readOnly, true, path.join('.'));
          assert.equal(conversation.messages[0]?.text, asked.question.text);
          const { session, store, model } = reopenedChat(conversation);
          const { id: answerId } = answerIn(conversation);
          const isAsked = [
            session.ask('And?'),
            session.edit('q', 'Why?'),
            session.retry(answerId),
            session.retryWith(answerId, 'm2'),
            session.continueAnswer(answerId),
          ];
          session.chooseModel('m2');
          session.add({ type: 'settingsChosen', settings: { temperature: 0 } });
          session.add({ ...samples.changesApplied, answerId });
          await settle();
          assert.ok(!isAsked.includes(true));
          assert.deepEqual([store.created, store.appended, model.requests], [[], [], []]);
          assert.deepEqual(await filesOf(id), before);
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it('shows an answer that failed for an unknown reason as failed, with what is known of it', async () => {
    const failure = { kind: 'quantumNoise', status: 500, detail: 'The qubits flipped.' };
    await write('c', asked, textAppended('abc'), { ...ended, outcome: { endedAt: 2, failure } });
    const answer = answerIn(await read('c'));
    assert.deepEqual([answer.state, answer.text], ['failed', 'abc']);
    assert.deepEqual(answer.outcome?.failure, { ...failure, kind: 'unexpected' });
  });

  it('shows an answer with an unknown end state as ended, without a reason', async () => {
    await write('c', asked, textAppended('abc'), {
      ...ended,
      state: 'paused',
      outcome: { endedAt: 2 },
    });
    const answer = answerIn(await read('c'));
    assert.deepEqual(
      [answer.state, answer.text, answer.outcome],
      ['complete', 'abc', { endedAt: 2 }],
    );
  });

  it('shows a question with an attachment of an unknown kind, and its answer', async () => {
    const attachment = { id: 'x', kind: 'whiteboard', name: 'Sketch', text: 'A box.', tokens: 2 };
    const question = { ...asked.question, attachments: [attachment] };
    await write('c', { ...asked, question }, textAppended('abc'));
    const conversation = await read('c');
    const [first] = conversation.messages;
    assert.deepEqual(first?.kind === 'question' && first.attachments, [
      { ...attachment, kind: 'file' },
    ]);
    assert.equal(answerIn(conversation).text, 'abc');
  });

  it('lacks only what has an unknown word, where it is one of several', async () => {
    const outcome = {
      endedAt: 2,
      quirks: ['noTemperature', 'noVowels', 'noStream', 'noDigits'],
      apiFormat: 'telepathy',
      servedModel: 'm2',
    };
    await write('c', asked, { ...ended, state: 'complete', outcome });
    assert.deepEqual(answerIn(await read('c')).outcome, {
      endedAt: 2,
      quirks: ['noTemperature', 'noStream'],
      servedModel: 'm2',
    });
  });

  it('becomes read-only in the windows of this version that show it, which still save an answer that they run', async () => {
    await write('c', asked, textAppended('abc'), { ...ended, state: 'complete' });
    const fixture = reopenedChat(await read('c'));
    const { session, store, model } = fixture;
    const own = openStore();
    const listening = own.subscribe(await read('c'), (event) => store.emitFromOtherWindow(event));
    assert.equal(session.ask('And?'), true);
    await model.emit({ type: 'text', text: 'So ' });
    await write('c', { type: 'translated', language: 'fr' });
    await until(() => session.conversation.readOnly === true);
    await model.end({ type: 'text', text: 'it is.' }, { type: 'finish', reason: 'stop' });
    assert.equal(store.appended.at(-1)?.type, 'ended');
    const saved = store.appended.length;
    assert.equal(session.ask('And then?'), false);
    session.chooseModel('m2');
    session.add({ ...samples.changesApplied, answerId: fixture.answer().id });
    assert.equal(store.appended.length, saved);
    listening.dispose();
  });

  it('is not told from a damaged one by its checksums alone: a record without a field is reported as damaged', async () => {
    await write('c', asked, { type: 'modelChosen' }, textAppended('abc'));
    const found: Corruption[] = [];
    const store = openStore();
    store.onDidFindCorruption((corruption) => found.push(corruption));
    const conversation = (await store.load('c')) ?? assert.fail();
    assert.deepEqual([conversation.readOnly, answerIn(conversation).text], [undefined, 'abc']);
    assert.deepEqual(found, [{ conversation: 'c' }]);
  });
});
