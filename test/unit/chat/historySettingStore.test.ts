import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HistorySettingStore } from '../../../src/chat/historySettingStore';
import {
  type Answer,
  type Conversation,
  type EndState,
  newConversation,
} from '../../../src/shared/conversation/conversation';
import { type ConversationEvent, reduce } from '../../../src/shared/conversation/conversationEvent';
import { JournalStore } from '../../../src/store/journal/journalStore';
import { ManualClock } from '../../support/manualClock';

const begun: Answer = {
  kind: 'answer',
  id: '',
  questionId: '',
  model: 'demo',
  state: 'waiting',
  text: '',
  reasoning: '',
  startedAt: 1,
};

describe('a store that keeps only what is wanted', () => {
  let root: string;
  let journal: JournalStore;
  let store: HistorySettingStore;
  let wanted: boolean;
  let conversation: Conversation;
  let isAlive: boolean;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-wanted-'));
    journal = new JournalStore({ root, clock: new ManualClock() });
    conversation = newConversation('a', 'demo', 1);
    isAlive = true;
    store = new HistorySettingStore(
      journal,
      () => wanted,
      () => (isAlive ? conversation : undefined),
    );
  });
  afterEach(async () => {
    await journal.close();
    await rm(root, { recursive: true });
  });

  function apply(event: ConversationEvent): void {
    conversation = reduce(conversation, event);
    store.append('a', event);
  }

  function ask(n: number, state: EndState = 'complete'): void {
    apply({
      type: 'asked',
      question: { kind: 'question', id: `q${n}`, text: `Question ${n}`, at: n },
      answer: { ...begun, id: `a${n}`, questionId: `q${n}`, startedAt: n },
    });
    apply({ type: 'textAppended', answerId: `a${n}`, text: `Answer ${n}`, reasoning: '' });
    apply({ type: 'ended', answerId: `a${n}`, state, outcome: { endedAt: n } });
  }

  const kept = async (): Promise<readonly string[]> =>
    ((await journal.load('a'))?.messages ?? []).map(({ text }) => text);

  it('writes nothing while it is not wanted, drafts included; the window still has them', async () => {
    wanted = false;
    store.create(conversation);
    ask(1);
    store.saveDraft('a', { text: 'half', queue: [] });
    await store.sync('a');
    await store.flush();
    assert.deepEqual(await readdir(root), []);
    assert.equal((await store.loadDraft('a')).text, 'half');
  });

  it('keeps a chat that was begun meanwhile as a whole once it is wanted again', async () => {
    wanted = false;
    store.create(conversation);
    ask(1);
    wanted = true;
    ask(2);
    await store.flush();
    assert.deepEqual(await kept(), ['Question 1', 'Answer 1', 'Question 2', 'Answer 2']);
  });

  it('keeps nothing of a chat that was begun meanwhile where its end is told after it has gone', async () => {
    wanted = false;
    store.create(conversation);
    ask(1);
    wanted = true;
    isAlive = false;
    apply({ type: 'ended', answerId: 'a1', state: 'stopped', outcome: { endedAt: 2 } });
    await store.flush();
    assert.deepEqual(await readdir(root), []);
  });

  it('leaves out what was said meanwhile in a chat that was kept before', async () => {
    wanted = true;
    store.create(conversation);
    ask(1);
    wanted = false;
    ask(2);
    await store.flush();
    assert.deepEqual(await kept(), ['Question 1', 'Answer 1']);
    wanted = true;
    ask(3);
    await store.flush();
    const texts = await kept();
    assert.ok(texts.includes('Answer 3') && !texts.includes('Answer 2'), texts.join());
  });

  function retry(replaced: string, id: string, questionId: string): void {
    const answer = { ...begun, id, questionId };
    apply({ type: 'retried', replaced, answer });
    apply({ type: 'textAppended', answerId: id, text: `Text of ${id}`, reasoning: '' });
    apply({ type: 'ended', answerId: id, state: 'complete', outcome: { endedAt: 9 } });
  }

  it('keeps the question with an answer that is asked for anew once it is wanted again', async () => {
    wanted = true;
    store.create(conversation);
    ask(1);
    wanted = false;
    ask(2);
    wanted = true;
    retry('a2', 'b2', 'q2');
    retry('b2', 'c2', 'q2');
    await store.flush();
    assert.deepEqual(await kept(), ['Question 1', 'Answer 1', 'Question 2', 'Text of c2']);
    const aside = (await journal.load('a'))?.offPath ?? [];
    assert.deepEqual(
      aside.map(({ id }) => id),
      ['b2'],
    );
  });

  it('keeps an answer that goes on once it is wanted again, with its question', async () => {
    wanted = true;
    store.create(conversation);
    ask(1);
    wanted = false;
    ask(2, 'stopped');
    wanted = true;
    apply({ type: 'continued', answerId: 'a2', at: 3 });
    apply({ type: 'textAppended', answerId: 'a2', text: ' goes on', reasoning: '' });
    apply({ type: 'ended', answerId: 'a2', state: 'complete', outcome: { endedAt: 4 } });
    await store.flush();
    assert.deepEqual(await kept(), ['Question 1', 'Answer 1', 'Question 2', 'Answer 2 goes on']);
    assert.deepEqual((await journal.load('a'))?.messages, conversation.messages);
  });

  it('keeps no answer with a hole: it ends where something was left out', async () => {
    wanted = true;
    store.create(conversation);
    apply({
      type: 'asked',
      question: { kind: 'question', id: 'q1', text: 'Question', at: 1 },
      answer: { ...begun, id: 'a1', questionId: 'q1' },
    });
    const say = (text: string): void =>
      apply({ type: 'textAppended', answerId: 'a1', text, reasoning: '' });
    say('one');
    wanted = false;
    say(' two');
    wanted = true;
    say(' three');
    apply({ type: 'ended', answerId: 'a1', state: 'truncated', outcome: { endedAt: 2 } });
    apply({ type: 'continued', answerId: 'a1', at: 3 });
    say(' four');
    await store.flush();
    const answer = (await journal.load('a'))?.messages.at(-1);
    assert.ok(answer?.kind === 'answer');
    assert.deepEqual([answer.text, answer.state], ['one', 'streaming']);
  });

  it('strikes off what was asked meanwhile from the draft that was kept before, and adds nothing', async () => {
    const [q1, q2, q3] = ['q1', 'q2', 'q3'].map((id) => ({ id, text: `Text of ${id}` }));
    assert.ok(q1 && q2 && q3);
    wanted = true;
    store.saveDraft('a', { text: 'half', queue: [q1, q2] });
    await store.flush();
    wanted = false;
    store.saveDraft('a', { text: 'half a word', queue: [q2, q3] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: 'half', queue: [q2] });
    store.saveDraft('a', { text: '', queue: [q3] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: '', queue: [] });
    assert.deepEqual(await store.loadDraft('a'), { text: '', queue: [q3] });
  });

  it('keeps what stands in the box from the moment on in which that is wanted again', async () => {
    const queue = [{ id: 'q1', text: 'Question 1' }];
    wanted = false;
    store.saveDraft('a', { text: 'half', queue });
    store.keepDrafts();
    await store.flush();
    assert.deepEqual(await readdir(root), []);
    wanted = true;
    store.keepDrafts();
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: 'half', queue });
  });

  it('keeps no draft of a chat that has gone meanwhile', async () => {
    wanted = false;
    store.saveDraft('a', { text: 'half', queue: [] });
    wanted = true;
    isAlive = false;
    store.keepDrafts();
    await store.flush();
    assert.deepEqual(await readdir(root), []);
  });

  it('strikes off from a draft that another activation of the window kept', async () => {
    const q1 = { id: 'q1', text: 'Question 1' };
    journal.saveDraft('a', { text: '', queue: [q1] });
    await journal.flush();
    wanted = false;
    assert.deepEqual((await store.loadDraft('a')).queue, [q1]);
    store.saveDraft('a', { text: 'more', queue: [] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: '', queue: [] });
  });
});
