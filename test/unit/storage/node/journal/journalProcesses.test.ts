import assert from 'node:assert/strict';
import { killWriters, writeConcurrently } from '../../../../support/journal/processTrials';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { propertyRuns } from '../../../../support/propertyRuns';

describe('Processes that write journals', () => {
  // How much of an answer is lost is measured by the bench: on a busy machine a writer may get no time.
  it('lose nothing that was saved when they are killed, and only the end of a streaming answer', async () => {
    const { unreadable, lost } = await killWriters(propertyRuns(15), seededRandom(2));
    assert.deepEqual({ unreadable, lost }, { unreadable: 0, lost: 0 });
  });

  it('write into the same conversations at the same time without losing or mixing records', async () => {
    await writeConcurrently(8, 300);
  });
});
