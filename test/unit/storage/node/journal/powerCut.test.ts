// When written data would survive a power cut: the order of writes and syncs.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import { recordingDisk } from '../../../../support/journal/recordingDisk';
import { asked, ended, textAppended } from '../../../../support/journal/sampleConversations';
import { ManualClock } from '../../../../support/manualClock';
import { until } from '../../../../support/until';

describe('Saved data survives a power cut', () => {
  let root: string;
  let clock: ManualClock;
  let store: JournalStore;
  const operations: string[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-power-'));
    clock = new ManualClock();
    store = new JournalStore({ root, clock, disk: recordingDisk(operations) });
  });
  afterEach(async () => {
    await store.close();
    operations.length = 0;
    await rm(root, { recursive: true });
  });

  /** Saves a question. Returns the name of the segment. */
  async function saveQuestion(): Promise<string> {
    store.create(newConversation('c', 'm', 1));
    store.append('c', asked('q', 'a'));
    await store.sync('c');
    return (
      operations.find((operation) => operation.startsWith('create '))?.slice(7) ?? assert.fail()
    );
  }

  it('with the names of its file and folder, before a question is sent', async () => {
    const segment = await saveQuestion();
    const first = operations.indexOf(`create ${segment}`);
    const syncedNames = process.platform === 'win32' ? [] : ['sync c'];
    assert.deepEqual(operations.slice(first), [
      `create ${segment}`,
      ...syncedNames,
      `write ${segment}`,
      `write ${segment}`,
      `datasync ${segment}`,
    ]);
    if (process.platform !== 'win32') {
      assert.ok(
        operations.slice(0, first).includes('sync conversations'),
        'the name of the folder is synced',
      );
    }
  });

  it('at most a second after it was written while an answer streams', async () => {
    const segment = await saveQuestion();
    for (let second = 0; second < 3; second += 1) {
      operations.length = 0;
      store.append('c', textAppended('a', 'Because'));
      clock.advance(100);
      await until(() => operations.length > 0);
      assert.deepEqual(operations, [`write ${segment}`]);
      clock.advance(900);
      await until(() => operations.length > 1);
      assert.deepEqual(operations, [`write ${segment}`, `datasync ${segment}`]);
    }
  });

  it('immediately when an answer ends', async () => {
    const segment = await saveQuestion();
    operations.length = 0;
    store.append('c', ended('a'));
    await until(() => operations.length > 1);
    assert.deepEqual(operations, [`write ${segment}`, `datasync ${segment}`]);
  });
});
