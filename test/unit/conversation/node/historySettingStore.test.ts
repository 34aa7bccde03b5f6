import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newConversation,
  type Answer,
  type Conversation,
} from '../../../../src/conversation/common/conversation';
import {
  reduce,
  type ConversationEvent,
} from '../../../../src/conversation/common/conversationEvent';
import { HistorySettingStore } from '../../../../src/conversation/node/historySettingStore';
import type { EndState } from '../../../../src/gateway/common/endState';
import { JournalStore } from '../../../../src/storage/node/journal/journalStore';
import { ManualClock } from '../../../support/manualClock';

const newAnswer: Answer = {
  kind: 'answer',
  id: '',
  questionId: '',
  model: 'demo',
  state: 'waiting',
  text: '',
  reasoning: '',
  startedAt: 1,
};

describe('HistorySettingStore', () => {
  let root: string;
  let journal: JournalStore;
  let store: HistorySettingStore;
  let historyEnabled: boolean;
  let conversation: Conversation;
  let isOpen: boolean;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-history-setting-'));
    journal = new JournalStore({ root, clock: new ManualClock() });
    conversation = newConversation('a', 'demo', 1);
    isOpen = true;
    store = new HistorySettingStore({
      store: journal,
      isHistoryEnabled: () => historyEnabled,
      openConversation: () => (isOpen ? conversation : undefined),
    });
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
      question: { kind: 'question', id: `q${n}`, text: `Question ${n}`, askedAt: n },
      answer: { ...newAnswer, id: `a${n}`, questionId: `q${n}`, startedAt: n },
    });
    apply({ type: 'textAppended', answerId: `a${n}`, text: `Answer ${n}`, reasoning: '' });
    apply({ type: 'ended', answerId: `a${n}`, state, outcome: { endedAt: n } });
  }

  const savedTexts = async (): Promise<readonly string[]> =>
    ((await journal.load('a'))?.messages ?? []).map(({ text }) => text);

  it('writes nothing while the history is off, but keeps drafts in memory', async () => {
    historyEnabled = false;
    store.create(conversation);
    ask(1);
    store.saveDraft('a', { text: 'half', queue: [] });
    await store.sync('a');
    await store.flush();
    assert.deepEqual(await readdir(root), []);
    assert.equal((await store.loadDraft('a')).text, 'half');
  });

  it('saves all of a chat that was started while the history was off once it is on', async () => {
    historyEnabled = false;
    store.create(conversation);
    ask(1);
    historyEnabled = true;
    ask(2);
    await store.flush();
    assert.deepEqual(await savedTexts(), ['Question 1', 'Answer 1', 'Question 2', 'Answer 2']);
  });

  it('saves nothing of a chat that was closed before the history was turned on', async () => {
    historyEnabled = false;
    store.create(conversation);
    ask(1);
    historyEnabled = true;
    isOpen = false;
    apply({ type: 'ended', answerId: 'a1', state: 'stopped', outcome: { endedAt: 2 } });
    await store.flush();
    assert.deepEqual(await readdir(root), []);
  });

  it('skips questions and answers of a saved chat while the history is off', async () => {
    historyEnabled = true;
    store.create(conversation);
    ask(1);
    historyEnabled = false;
    ask(2);
    await store.flush();
    assert.deepEqual(await savedTexts(), ['Question 1', 'Answer 1']);
    historyEnabled = true;
    ask(3);
    await store.flush();
    const texts = await savedTexts();
    assert.ok(texts.includes('Answer 3') && !texts.includes('Answer 2'), texts.join());
  });

  function retry(replaced: string, id: string, questionId: string): void {
    const answer = { ...newAnswer, id, questionId };
    apply({ type: 'retried', replacedAnswerId: replaced, answer });
    apply({ type: 'textAppended', answerId: id, text: `Text of ${id}`, reasoning: '' });
    apply({ type: 'ended', answerId: id, state: 'complete', outcome: { endedAt: 9 } });
  }

  it('saves the skipped question with its first answer once the history is on', async () => {
    historyEnabled = true;
    store.create(conversation);
    ask(1);
    historyEnabled = false;
    ask(2);
    historyEnabled = true;
    retry('a2', 'b2', 'q2');
    retry('b2', 'c2', 'q2');
    await store.flush();
    assert.deepEqual(await savedTexts(), ['Question 1', 'Answer 1', 'Question 2', 'Text of c2']);
    const offPath = (await journal.load('a'))?.offPath ?? [];
    assert.deepEqual(
      offPath.map(({ id }) => id),
      ['b2'],
    );
  });

  it('saves a skipped answer with its question when it is continued', async () => {
    historyEnabled = true;
    store.create(conversation);
    ask(1);
    historyEnabled = false;
    ask(2, 'stopped');
    historyEnabled = true;
    apply({ type: 'continued', answerId: 'a2', continuedAt: 3 });
    apply({ type: 'textAppended', answerId: 'a2', text: ' goes on', reasoning: '' });
    apply({ type: 'ended', answerId: 'a2', state: 'complete', outcome: { endedAt: 4 } });
    await store.flush();
    assert.deepEqual(await savedTexts(), [
      'Question 1',
      'Answer 1',
      'Question 2',
      'Answer 2 goes on',
    ]);
    assert.deepEqual((await journal.load('a'))?.messages, conversation.messages);
  });

  it('never appends text to an answer after skipped text', async () => {
    historyEnabled = true;
    store.create(conversation);
    apply({
      type: 'asked',
      question: { kind: 'question', id: 'q1', text: 'Question', askedAt: 1 },
      answer: { ...newAnswer, id: 'a1', questionId: 'q1' },
    });
    const appendText = (text: string): void =>
      apply({ type: 'textAppended', answerId: 'a1', text, reasoning: '' });
    appendText('one');
    historyEnabled = false;
    appendText(' two');
    historyEnabled = true;
    appendText(' three');
    apply({ type: 'textReclassified', answerId: 'a1', textLength: 0 });
    apply({ type: 'ended', answerId: 'a1', state: 'truncated', outcome: { endedAt: 2 } });
    apply({ type: 'continued', answerId: 'a1', continuedAt: 3 });
    appendText(' four');
    await store.flush();
    const answer = (await journal.load('a'))?.messages.at(-1);
    assert.ok(answer?.kind === 'answer');
    assert.deepEqual([answer.text, answer.state], ['one', 'streaming']);
  });

  it('removes what was sent meanwhile from the saved draft and adds nothing', async () => {
    const [q1, q2, q3] = ['q1', 'q2', 'q3'].map((id) => ({ id, text: `Text of ${id}` }));
    assert.ok(q1 && q2 && q3);
    historyEnabled = true;
    store.saveDraft('a', { text: 'half', queue: [q1, q2] });
    await store.flush();
    historyEnabled = false;
    store.saveDraft('a', { text: 'half a word', queue: [q2, q3] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: 'half', queue: [q2] });
    store.saveDraft('a', { text: '', queue: [q3] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: '', queue: [] });
    assert.deepEqual(await store.loadDraft('a'), { text: '', queue: [q3] });
  });

  it('saves the drafts of open chats when the history is turned on', async () => {
    const queue = [{ id: 'q1', text: 'Question 1' }];
    historyEnabled = false;
    store.saveDraft('a', { text: 'half', queue });
    store.saveDrafts();
    await store.flush();
    assert.deepEqual(await readdir(root), []);
    historyEnabled = true;
    store.saveDrafts();
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: 'half', queue });
  });

  it('saves no draft of a chat that was closed meanwhile', async () => {
    historyEnabled = false;
    store.saveDraft('a', { text: 'half', queue: [] });
    historyEnabled = true;
    isOpen = false;
    store.saveDrafts();
    await store.flush();
    assert.deepEqual(await readdir(root), []);
  });

  it('removes what was sent from a draft saved before a reload', async () => {
    const q1 = { id: 'q1', text: 'Question 1' };
    journal.saveDraft('a', { text: '', queue: [q1] });
    await journal.flush();
    historyEnabled = false;
    assert.deepEqual((await store.loadDraft('a')).queue, [q1]);
    store.saveDraft('a', { text: 'more', queue: [] });
    await store.flush();
    assert.deepEqual(await journal.loadDraft('a'), { text: '', queue: [] });
  });
});
