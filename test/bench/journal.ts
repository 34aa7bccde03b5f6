// Speed of the journal, beside the bare file operations that it needs at least.
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConversation } from '../../src/conversation/common/conversation';
import { EventLoopYielder } from '../../src/storage/node/eventLoopYielder';
import { JournalStore } from '../../src/storage/node/journal/journalStore';
import { systemClock } from '../../src/platform/node/systemClock';
import { asked, ended, textAppended } from '../support/journal/sampleConversations';
import { ManualClock } from '../support/manualClock';
import { BlockMeter, threadCpuMs } from './blocking';
import { compare, type Figure, median } from './figure';

const turns = 500;
/** Of each answer; each becomes a record. */
const pieces = 100;
const loads = 5;

const question = 'Why is that? '.repeat(20);
const piece = 'Because of this and that, and what follows. ';

/** With a conversation of 1,000 messages and about 2.4 MB. */
export async function measureJournal(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  try {
    return [...(await measureWriting(root)), ...(await measureLoading(root))];
  } finally {
    await rm(root, { recursive: true });
  }
}

async function measureWriting(root: string): Promise<readonly Figure[]> {
  // It advances by the interval after which the store writes, so that each piece becomes a record.
  const clock = new ManualClock();
  const store = new JournalStore({ root, clock });
  store.create(newConversation('c', 'm', 1));
  const bare = await open(join(root, 'bare'), 'a');
  const [synced, bareSynced]: [number[], number[]] = [[], []];
  let [appending, bareAppending] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    const event = asked(`q${turn}`, `a${turn}`, question);
    let start = performance.now();
    store.append('c', event);
    await store.sync('c');
    synced.push(performance.now() - start);
    start = performance.now();
    // Any journal has to know whether its folder was deleted and its file replaced.
    await stat(root);
    await stat(join(root, 'bare'));
    await bare.write(`${JSON.stringify(event)}\n`);
    await bare.sync();
    bareSynced.push(performance.now() - start);
    let before = threadCpuMs();
    for (let index = 0; index < pieces; index += 1) {
      store.append('c', textAppended(`a${turn}`, piece));
      clock.advance(250);
    }
    appending += threadCpuMs() - before;
    before = threadCpuMs();
    for (let index = 0; index < pieces; index += 1) {
      Buffer.from(`${JSON.stringify(textAppended(`a${turn}`, piece))}\n`);
    }
    bareAppending += threadCpuMs() - before;
    store.append('c', ended(`a${turn}`));
  }
  await bare.close();
  await store.close();
  return [
    ...compare({
      name: 'journal: a question on disk',
      value: median(synced),
      yardstick: 'bare stat of folder and file, write and fsync',
      yardstickValue: median(bareSynced),
      limit: 4,
    }),
    ...compare({
      name: 'journal: 50,000 pieces of answers appended',
      value: appending,
      yardstick: 'bare JSON.stringify into a buffer',
      yardstickValue: bareAppending,
      limit: 30,
    }),
  ];
}

async function measureLoading(root: string): Promise<readonly Figure[]> {
  const [times, bareTimes]: [number[], number[]] = [[], []];
  const [blockTimes, bareBlockTimes]: [number[], number[]] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= loads; round += 1) {
    const reader = new JournalStore({ root, clock: systemClock });
    const loaded = await measureLoad(() => reader.load('c'));
    await reader.close();
    const bare = await measureLoad(() => loadBare(join(root, 'conversations')));
    if (round > 0) {
      times.push(loaded.timeMs);
      bareTimes.push(bare.timeMs);
      blockTimes.push(loaded.longestBlockMs);
      bareBlockTimes.push(bare.longestBlockMs);
    }
  }
  return [
    ...compare({
      name: 'journal: 1,000 messages in 50,000 records loaded',
      value: median(times),
      yardstick: 'bare read and JSON.parse of each line',
      yardstickValue: median(bareTimes),
      limit: 5,
    }),
    ...compare({
      name: 'journal: longest block while loading',
      value: median(blockTimes),
      yardstick: 'bare read and JSON.parse of each line',
      yardstickValue: median(bareBlockTimes),
      limit: 3,
    }),
  ];
}

async function measureLoad(
  load: () => Promise<unknown>,
): Promise<{ readonly timeMs: number; readonly longestBlockMs: number }> {
  const blocks = new BlockMeter();
  const start = performance.now();
  await load();
  const timeMs = performance.now() - start;
  return { timeMs, longestBlockMs: blocks.stop() };
}

/**
 * Keeps the values, as a conversation does: most of the longest block is the garbage collector, which copies them. It
 * lets other tasks run as often as the journal does.
 */
async function loadBare(folder: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const yielder = new EventLoopYielder();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.jsonl')) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    for (const line of text.split('\n')) {
      if (line !== '') values.push(JSON.parse(line));
      await yielder.next();
    }
  }
  return values;
}
