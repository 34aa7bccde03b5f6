import assert from 'node:assert/strict';
import { killWriters, writeSideBySide } from '../../../support/journal/processTrials';
import { seeded } from '../../../support/journal/seeded';

describe('Windows that write journals', () => {
  // How much of an answer is lost is a figure of the bench: a machine that is busy gives a writer no time.
  it('lose nothing that was kept when they are killed, and of an answer nothing but its end', async function () {
    this.timeout(60_000);
    const { unreadable, lost } = await killWriters(60, seeded(2));
    assert.deepEqual({ unreadable, lost }, { unreadable: 0, lost: 0 });
  });

  it('write side by side into the same conversations, and lose and mix nothing', async function () {
    this.timeout(60_000);
    await writeSideBySide(8, 300);
  });
});
