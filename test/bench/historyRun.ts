// One process that uses the history of a folder as the extension host does, and prints what it took.
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HistoryPage } from '../../src/chat/ports';
import { HistoryThread } from '../../src/store/history/historyThread';
import { storagePaths } from '../../src/store/storagePaths';
import { projectRoot } from '../support/toolchain';
import { rareWord } from './historyFolders';

/** As the picker waits for the next key, in ms. */
const keyPause = 80;
/** As the picker asks for them. */
const rows = { list: 100, search: 20 } as const;

export interface HistoryFigures {
  readonly titlesAnew: number;
  readonly whileIndexing: number;
  readonly fullText: number;
  readonly shows: number;
  readonly searchP95: number;
  readonly longestBlock: number;
  /** In MB. */
  readonly memory: number;
}

const [root = '', count = '0'] = process.argv.slice(2);
const conversations = Number(count);
const index = join(root, 'index.db');
const place = { conversations: storagePaths(root).conversations, index };
const script = join(projectRoot, 'dist', 'historyWorker.js');
const never = new AbortController().signal;

async function firstPage(
  thread: HistoryThread,
  text: string,
  whole: boolean,
): Promise<HistoryPage> {
  for await (const page of thread.find(
    { text, limit: text === '' ? rows.list : rows.search, refresh: text === '' },
    never,
  )) {
    if (page.isFinal || (!whole && page.results.length > 0)) {
      return page;
    }
  }
  throw new Error(`Nothing was told of “${text}”.`);
}

/** What this script's own looking into the index took, in ms: no window does that. */
let polling = 0;

/** CPU time of this thread, in ms. */
function threadWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000 - polling;
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** When every conversation's words are in the index, as the file itself tells: as soon as one is met that waits. */
async function indexed(): Promise<void> {
  const db = new DatabaseSync(index, { readOnly: true });
  const waiting = db.prepare(
    "SELECT id FROM folder WHERE indexed <> state AND listed <> 'null' LIMIT 1",
  );
  const isWaiting = (): boolean => {
    const before = threadWork();
    const found = waiting.get() !== undefined;
    polling += threadWork() - before;
    return found;
  };
  while (isWaiting()) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  db.close();
}

/** As somebody types words that some, many and few conversations have. */
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

async function measure(): Promise<HistoryFigures> {
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  // Its own work: how long others kept it from the processor says nothing of it.
  let [work, longestBlock] = [threadWork(), 0];
  const looking = setInterval(() => {
    const now = threadWork();
    longestBlock = Math.max(longestBlock, now - work);
    work = now;
  }, 1);

  const first = new HistoryThread(script, place);
  const begun = performance.now();
  const titlesAnew = await timed(() => firstPage(first, '', true));
  const whileIndexing = await timed(() => firstPage(first, rareWord(conversations - 20), false));
  await indexed();
  const fullText = performance.now() - begun;
  await first.close();

  const second = new HistoryThread(script, place);
  const shows = await timed(() => firstPage(second, '', false));
  await firstPage(second, '', true);
  const searches: number[] = [];
  for (const query of queries()) {
    searches.push(keyPause + (await timed(() => firstPage(second, query, true))));
  }
  await second.close();
  clearInterval(looking);
  clearInterval(sampling);
  const searchP95 = searches.toSorted((a, b) => a - b)[Math.floor(searches.length * 0.95)] ?? NaN;
  return {
    titlesAnew,
    whileIndexing,
    fullText,
    shows,
    searchP95,
    longestBlock,
    memory: (peak - idle) / 1e6,
  };
}

void measure().then((figures) => console.log(JSON.stringify(figures)));
