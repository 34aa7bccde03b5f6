// Which of what was written is sure to outlive a power cut, and when.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../../../src/shared/conversation/conversation';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import { ManualClock } from '../../../support/manualClock';
import { recordingDisk } from '../../../support/journal/recordingDisk';
import { asked, ended, piece } from '../../../support/journal/stories';
import { until } from '../../../support/until';

describe('What is kept outlives a power cut', () => {
  let root: string;
  let clock: ManualClock;
  let store: JournalStore;
  const done: string[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-power-'));
    clock = new ManualClock();
    store = new JournalStore({ root, clock, disk: recordingDisk(done) });
  });
  afterEach(async () => {
    await store.close();
    done.length = 0;
    await rm(root, { recursive: true });
  });

  /** Gives the name of the segment. */
  async function ask(): Promise<string> {
    store.create(newConversation('c', 'm', 1));
    store.append('c', asked('q', 'a'));
    await store.sync('c');
    return done.find((one) => one.startsWith('create '))?.slice(7) ?? assert.fail();
  }

  it('with its name and its folder, before a question leaves', async () => {
    const segment = await ask();
    const first = done.indexOf(`create ${segment}`);
    const names = process.platform === 'win32' ? [] : ['sync c'];
    assert.deepEqual(done.slice(first), [
      `create ${segment}`,
      ...names,
      `write ${segment}`,
      `write ${segment}`,
      `datasync ${segment}`,
    ]);
    if (process.platform !== 'win32') {
      assert.ok(done.slice(0, first).includes('sync conversations'), 'the name of its folder');
    }
  });

  it('at most a second after it was written, while an answer streams', async () => {
    const segment = await ask();
    for (let second = 0; second < 3; second += 1) {
      done.length = 0;
      store.append('c', piece('a', 'Because'));
      clock.advance(100);
      await until(() => done.length > 0);
      assert.deepEqual(done, [`write ${segment}`]);
      clock.advance(900);
      await until(() => done.length > 1);
      assert.deepEqual(done, [`write ${segment}`, `datasync ${segment}`]);
    }
  });

  it('at once when the answer ends', async () => {
    const segment = await ask();
    done.length = 0;
    store.append('c', ended('a'));
    await until(() => done.length > 1);
    assert.deepEqual(done, [`write ${segment}`, `datasync ${segment}`]);
  });
});
