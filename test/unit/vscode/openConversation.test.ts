import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../../src/shared/conversation';
import { JournalStore } from '../../../src/store/journalStore';
import { OpenConversation } from '../../../src/vscode/openConversation';
import { ManualClock } from '../../support/manualClock';
import { Memory } from './memory';

describe('OpenConversation', () => {
  let folder: string;
  let store: JournalStore;
  let open: OpenConversation;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-open-'));
    store = new JournalStore({ root: folder, clock: new ManualClock() });
    open = new OpenConversation(store, new Memory());
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('knows none in a window that has shown none', async () => {
    assert.equal(await open.load(), undefined);
  });

  it('keeps the draft of a chat in which nothing was asked', async () => {
    open.remember('first');
    store.saveDraft('first', { text: 'Half a question', queue: [] });
    await store.flush();
    const kept = {
      id: 'first',
      conversation: undefined,
      draft: { text: 'Half a question', queue: [] },
    };
    assert.deepEqual(await open.load(), kept);
  });

  it('brings back the conversation that was shown last, with its own draft', async () => {
    for (const id of ['first', 'second']) {
      open.remember(id);
      store.create({ ...newConversation(id, 'model-a', 1) });
      store.append(id, { type: 'modelChosen', model: 'model-b' });
      store.saveDraft(id, { text: `Draft of ${id}`, queue: [] });
    }
    await store.flush();
    const kept = await open.load();
    assert.equal(kept?.conversation?.id, 'second');
    assert.equal(kept?.draft.text, 'Draft of second');
  });
});
