// What the journal holds through, at the counts that the house promises, and how fast it writes and reads.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { newConversation } from '../../src/shared/conversation/conversation';
import { JournalStore } from '../../src/store/journal/journalStore';
import { ManualClock } from '../support/manualClock';
import { systemClock } from '../../src/vscode/platform/systemClock';
import { cutAtEveryByte, flipBits } from '../support/journal/damageTrials';
import { killWriters, writeConcurrently } from '../support/journal/processTrials';
import { failEverywhere } from '../support/journal/diskFailureTrials';
import { seededRandom } from '../support/journal/seededRandom';
import { asked, ended, textAppended } from '../support/journal/sampleConversations';
import { type Figure, median } from './figure';

const kills = 1000;
const lines = 200;
const bits = 10_000;
const processes = 8;
const recordsEach = 3000;

/** Rejects where a trial was not stood. */
export async function measureJournal(): Promise<readonly Figure[]> {
  return [...(await trials()), ...(await speeds())];
}

async function trials(): Promise<readonly Figure[]> {
  const killed = await killWriters(kills, seededRandom(3));
  const cuts = await cutAtEveryByte(lines);
  await flipBits(lines, bits, seededRandom(4));
  const refusals = await failEverywhere();
  await writeConcurrently(processes, recordsEach);
  const stood = (name: string, value: number): Figure => ({
    name: `journal: ${name}`,
    value,
    unit: 'times',
  });
  return [
    stood('writers killed while they stream', killed.kills),
    { name: 'journal: of these unreadable', value: killed.unreadable, unit: 'times', limit: 0 },
    { name: 'journal: acknowledged messages lost', value: killed.lost, unit: 'times', limit: 0 },
    { name: 'journal: most of an answer lost', value: killed.maxLostMs, unit: 'ms', limit: 250 },
    stood(`cuts of ${lines} records, each a prefix`, cuts),
    stood('bits turned, all but their lines told', bits),
    stood('refusals of the disk, each told, nothing lost', refusals),
    stood(`records of ${processes} processes, none lost or mixed`, processes * recordsEach),
  ];
}

/** With a conversation of 1,000 messages and about 2.4 MB. */
async function speeds(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  // Every piece becomes a record: that is as many as an answer can come in.
  const clock = new ManualClock();
  const store = new JournalStore({ root, clock });
  store.create(newConversation('c', 'm', 1));
  const synced: number[] = [];
  let appending = 0;
  for (let turn = 0; turn < 500; turn += 1) {
    const [question, answer] = [`q${turn}`, `a${turn}`];
    const start = performance.now();
    store.append('c', asked(question, answer, 'Why is that? '.repeat(20)));
    await store.sync('c');
    synced.push(performance.now() - start);
    const before = performance.now();
    for (let index = 0; index < 100; index += 1) {
      store.append('c', textAppended(answer, 'Because of this and that, and what follows. '));
      clock.advance(250);
    }
    appending += performance.now() - before;
    store.append('c', ended(answer));
  }
  await store.close();

  const loads: number[] = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < 6; round += 1) {
    const reader = new JournalStore({ root, clock: systemClock });
    const start = performance.now();
    await reader.load('c');
    loads.push(performance.now() - start);
    await reader.close();
    // The first one warms up.
    delays.enable();
  }
  delays.disable();
  await rm(root, { recursive: true });
  return [
    { name: 'journal: a question on disk, median', value: median(synced), unit: 'ms' },
    {
      name: 'journal: a piece of an answer appended',
      value: (appending / 50_000) * 1000,
      unit: 'µs',
    },
    {
      name: 'journal: 1,000 messages in 50,000 records loaded, median',
      value: median(loads),
      unit: 'ms',
    },
    {
      name: 'journal: longest block while loading',
      value: delays.max / 1e6,
      unit: 'ms',
      limit: 50,
    },
  ];
}
