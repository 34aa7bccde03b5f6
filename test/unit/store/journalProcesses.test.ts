import assert from 'node:assert/strict';
import { killWriters, writeSideBySide } from '../../support/journal/processTrials';
import { seeded } from '../../support/journal/seeded';

describe('Windows that write journals', () => {
  it('lose nothing that was kept when they are killed, and little of an answer', async function () {
    this.timeout(60_000);
    const { unreadable, lost, lostMs } = await killWriters(60, seeded(2));
    assert.deepEqual({ unreadable, lost }, { unreadable: 0, lost: 0 });
    assert.ok(lostMs <= 250, `${lostMs} ms`);
  });

  it('write side by side into the same conversations, and lose and mix nothing', async function () {
    this.timeout(60_000);
    await writeSideBySide(8, 300);
  });
});
