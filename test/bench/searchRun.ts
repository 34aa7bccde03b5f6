// A process that searches the history of a folder as the extension host does, and prints what it took as JSON.
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { HistoryThread } from '../../src/features/history/node/historyThread';
import { storagePaths } from '../../src/storage/node/storagePaths';
import { projectRoot } from '../support/toolchain';
import { median, percentile } from './figure';
import { rareWord } from './historyFolders';

/** How many rows the picker requests. */
const limit = 20;
const rounds = 5;

export interface SearchTimes {
  readonly searchMs: number;
  readonly bareScanMs: number;
}

const [root = '', count = '0'] = process.argv.slice(2);
const index = join(root, 'index.db');
const folders = { conversations: storagePaths(root).conversations, index };
const never = new AbortController().signal;

/** Resolves when the search has ended. */
async function find(thread: HistoryThread, text: string): Promise<void> {
  for await (const page of thread.find({ text, limit, refresh: text === '' }, never)) {
    if (page.isFinal) return;
  }
  throw new Error(`The search for “${text}” had no page.`);
}

async function timed(task: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Waits until the index holds the words of all conversations. */
async function waitForIndex(): Promise<void> {
  const db = new DatabaseSync(index, { readOnly: true });
  const pending = db.prepare(
    "SELECT name FROM folder WHERE indexed_state <> state AND summary <> 'null' LIMIT 1",
  );
  while (pending.get() !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  db.close();
}

/** Every state of the search box while a user types words that some, many and few conversations have. */
function queries(): readonly string[] {
  const rare = rareWord(Math.floor(Number(count) / 2));
  const typed = ['ka1a', '搜索记录', 'lo2 mi3', 'van', rare, 'ter5 nothing'];
  return typed.flatMap((text) =>
    Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2)),
  );
}

/** Looks for a word in all files of the conversations, in a worker as Portico's history does. */
const bareWorker = `
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const { folder, word } = workerData;
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const found = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word));
parentPort.postMessage(found.map(({ name }) => name));`;

async function scanBare(): Promise<void> {
  const workerData = { folder: folders.conversations, word: rareWord(0) };
  const worker = new Worker(bareWorker, { eval: true, workerData });
  await once(worker, 'message');
  await worker.terminate();
}

async function measure(): Promise<SearchTimes> {
  const thread = new HistoryThread(join(projectRoot, 'dist', 'historyWorker.js'), folders);
  await find(thread, '');
  await waitForIndex();
  const searches: number[] = [];
  const scans: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    scans.push(await timed(scanBare));
    for (const query of queries()) searches.push(await timed(() => find(thread, query)));
  }
  await thread.close();
  // The first scan brings the files into the system's cache.
  return { searchMs: percentile(searches, 0.95), bareScanMs: median(scans.slice(1)) };
}

// The history's thread alone does not keep the process running.
const running = setInterval(() => {}, 60_000);
void measure()
  .then((times) => console.log(JSON.stringify(times)))
  .finally(() => clearInterval(running));
