import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalStore } from '../../../src/store/journalStore';
import { OpenConversation } from '../../../src/vscode/openConversation';
import { ManualClock } from '../../support/manualClock';
import { stage } from '../chat/fakes';
import { Memory } from './memory';

describe('OpenConversation', () => {
  let folder: string;
  let store: JournalStore;
  let remembered: Memory;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-open-'));
    store = new JournalStore(folder, new ManualClock());
    remembered = new Memory();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A window, with its conversation's ID. */
  function openWindow(id: string): {
    readonly open: OpenConversation;
    readonly session: ReturnType<typeof stage>['session'];
  } {
    const { session } = stage();
    session.open({ ...session.conversation, id });
    return { session, open: new OpenConversation(session, store, remembered) };
  }

  async function drafts(): Promise<readonly string[]> {
    await store.flush();
    return (await readdir(folder)).filter((name) => name.endsWith('.draft'));
  }

  it('has the draft move with the reader to another conversation', async () => {
    const { session, open } = openWindow('first');
    open.saveDraft('Half a question');
    session.open({ ...session.conversation, id: 'second' });
    open.saveDraft('Half a question');
    assert.deepEqual(await drafts(), ['second.draft']);
    open.saveDraft('');
    assert.deepEqual(await drafts(), []);
  });

  it('keeps one draft over restarts in which nothing was asked', async () => {
    openWindow('first').open.saveDraft('Half');
    await store.flush();
    const { open } = openWindow('second');
    assert.equal(await open.restore(), 'Half');
    assert.deepEqual(await drafts(), ['first.draft']);
    open.saveDraft('Half a question');
    assert.deepEqual(await drafts(), ['second.draft']);
    assert.equal(await openWindow('third').open.restore(), 'Half a question');
  });
});
