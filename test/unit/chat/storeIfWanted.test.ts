import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreIfWanted } from '../../../src/chat/storeIfWanted';
import { type Conversation, newConversation } from '../../../src/shared/conversation';
import { type ConversationEvent, reduce } from '../../../src/shared/conversationEvent';
import { JournalStore } from '../../../src/store/journalStore';
import { ManualClock } from '../../support/manualClock';

describe('a store that keeps only what is wanted', () => {
  let root: string;
  let journal: JournalStore;
  let store: StoreIfWanted;
  let wanted: boolean;
  let conversation: Conversation;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-wanted-'));
    journal = new JournalStore({ root, clock: new ManualClock() });
    conversation = newConversation('a', 'demo', 1);
    store = new StoreIfWanted(
      journal,
      () => wanted,
      () => conversation,
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

  function ask(n: number): void {
    apply({
      type: 'asked',
      question: { kind: 'question', id: `q${n}`, text: `Question ${n}`, at: n },
      answer: {
        kind: 'answer',
        id: `a${n}`,
        questionId: `q${n}`,
        model: 'demo',
        state: 'waiting',
        text: '',
        reasoning: '',
        startedAt: n,
      },
    });
    apply({ type: 'delta', answerId: `a${n}`, text: `Answer ${n}`, reasoning: '' });
    apply({ type: 'ended', answerId: `a${n}`, state: 'complete', outcome: { endedAt: n } });
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
});
