// The time until a question is on disk, beside the bare file operations that it needs at least.
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../src/conversation/common/conversation';
import { systemClock } from '../../src/platform/node/systemClock';
import { JournalStore } from '../../src/storage/node/journal/journalStore';
import { asked, ended } from '../support/journal/sampleConversations';
import { compare, median, type Figure } from './figure';

const turns = 500;
const question = 'Why is that? '.repeat(20);

export async function measureJournal(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  const store = new JournalStore({ root, clock: systemClock });
  store.create(newConversation('c', 'm', 1));
  const bare = await open(join(root, 'bare'), 'a');
  const [times, bareTimes]: [number[], number[]] = [[], []];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const event = asked(`q${turn}`, `a${turn}`, question);
      let start = performance.now();
      store.append('c', event);
      await store.sync('c');
      times.push(performance.now() - start);
      start = performance.now();
      // Any journal has to know whether its folder was deleted and its file replaced.
      await stat(root);
      await stat(join(root, 'bare'));
      await bare.write(`${JSON.stringify(event)}\n`);
      await bare.sync();
      bareTimes.push(performance.now() - start);
      store.append('c', ended(`a${turn}`));
    }
  } finally {
    await bare.close();
    await store.close();
    await rm(root, { recursive: true });
  }
  return compare({
    name: 'a question on disk',
    value: median(times),
    yardstick: 'bare stat of folder and file, write and fsync',
    yardstickValue: median(bareTimes),
    limit: 4,
  });
}
