// A process that uses the history of a folder as the extension host does, and prints what it took as JSON.
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { HistoryPage } from '../../src/conversation/node/historyPort';
import { HistoryThread } from '../../src/features/history/node/historyThread';
import { storagePaths } from '../../src/storage/node/storagePaths';
import { projectRoot } from '../support/toolchain';
import { BlockMeter, parseYardstickMs } from './blocking';
import { median, percentile } from './figure';
import { rareWord } from './historyFolders';

/** How many rows the picker requests. */
const limits = { list: 100, search: 20 } as const;

/** Each time is measured so often, beside its yardstick. */
const rounds = 5;

/** Times in ms. */
export interface HistoryFigures {
  readonly listMs: number;
  readonly cachedListMs: number;
  readonly indexCpuMs: number;
  readonly searchP95Ms: number;
  readonly longestBlockMs: number;
  readonly memoryMb: number;
  /** Yardsticks. */
  readonly bareReadMs: number;
  readonly bareScanMs: number;
  readonly bareScanCpuMs: number;
  readonly parseMs: number;
}

const [root = '', count = '0'] = process.argv.slice(2);
const conversations = Number(count);
const index = join(root, 'index.db');
const folders = { conversations: storagePaths(root).conversations, index };
const script = join(projectRoot, 'dist', 'historyWorker.js');
const never = new AbortController().signal;

/** The final page, or with `isFirst` the first one that has results. */
async function find(thread: HistoryThread, text: string, isFirst = false): Promise<HistoryPage> {
  const limit = text === '' ? limits.list : limits.search;
  for await (const page of thread.find({ text, limit, refresh: text === '' }, never)) {
    if (page.isFinal || (isFirst && page.results.length > 0)) {
      return page;
    }
  }
  throw new Error(`The search for “${text}” had no page.`);
}

async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** CPU time of all threads, in ms: a long task on a busy machine takes much longer on the clock. */
async function cpuOfProcess(task: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Waits until the index holds the words of all conversations. */
async function waitForIndex(blocks: BlockMeter): Promise<void> {
  const db = new DatabaseSync(index, { readOnly: true });
  const pending = db.prepare(
    "SELECT name FROM folder WHERE indexed_state <> state AND summary <> 'null' LIMIT 1",
  );
  while (blocks.exclude(() => pending.get()) !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  db.close();
}

/** Every state of the search box while a user types words that some, many and few conversations have. */
function queries(): readonly string[] {
  const typed = [
    'ka1a',
    '搜索记录',
    'lo2 mi3',
    'van',
    rareWord(Math.floor(conversations / 2)),
    'ter5 nothing',
  ];
  return typed.flatMap((text) =>
    Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2)),
  );
}

/** In a worker, as Portico's history is: reads all files of the conversations, and looks for a word in them. */
const bareWorker = `
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const { folder, word } = workerData;
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const found = files.filter((entry) => {
  const bytes = readFileSync(join(entry.parentPath, entry.name));
  return word === undefined || bytes.includes(word);
});
parentPort.postMessage(found.map(({ name }) => name));`;

async function readBare(word?: string): Promise<void> {
  const workerData = { folder: folders.conversations, word };
  const worker = new Worker(bareWorker, { eval: true, workerData });
  await once(worker, 'message');
  await worker.terminate();
}

async function measure(): Promise<HistoryFigures> {
  // The first read brings the files into the system's cache, where the measured reads find them.
  await readBare();
  const times: Record<'list' | 'cachedList' | 'read' | 'scan' | 'scanCpu', number[]> = {
    list: [],
    cachedList: [],
    read: [],
    scan: [],
    scanCpu: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    times.read.push(await timed(() => readBare()));
    const thread = new HistoryThread(script, { ...folders, index: join(root, `index${round}.db`) });
    times.list.push(await timed(() => find(thread, '')));
    await thread.close();
    times.scanCpu.push(
      await cpuOfProcess(async () => {
        times.scan.push(await timed(() => readBare(rareWord(0))));
      }),
    );
  }
  const parseMs = parseYardstickMs();

  const idle = process.memoryUsage().rss;
  let peak = idle;
  const memoryTimer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const blocks = new BlockMeter();

  const first = new HistoryThread(script, folders);
  const indexCpuMs = await cpuOfProcess(async () => {
    await find(first, '');
    await waitForIndex(blocks);
  });
  await first.close();

  const searches: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const thread = new HistoryThread(script, folders);
    times.cachedList.push(await timed(() => find(thread, '', true)));
    await find(thread, '');
    for (const query of queries()) {
      searches.push(await timed(() => find(thread, query)));
    }
    await thread.close();
  }
  const longestBlockMs = blocks.stop();
  clearInterval(memoryTimer);
  return {
    listMs: median(times.list),
    cachedListMs: median(times.cachedList),
    indexCpuMs,
    searchP95Ms: percentile(searches, 0.95),
    longestBlockMs,
    memoryMb: (peak - idle) / 1e6,
    bareReadMs: median(times.read),
    bareScanMs: median(times.scan),
    bareScanCpuMs: median(times.scanCpu),
    parseMs,
  };
}

// The history's thread alone does not keep the process running.
const running = setInterval(() => {}, 60_000);
void measure()
  .then((figures) => console.log(JSON.stringify(figures)))
  .finally(() => clearInterval(running));
