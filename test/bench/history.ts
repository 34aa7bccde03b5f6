// The history list, its index and its search, beside bare reads and scans of the same files.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, type Figure } from './figure';
import { writeConversations } from './historyFolders';
import type { HistoryFigures } from './historyRun';

const run = promisify(execFile);

/** @param counts Numbers of conversations to measure with. */
export async function measureHistory(counts: readonly number[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const count of counts) {
    figures.push(...(await measureWith(count)));
  }
  return figures;
}

async function measureWith(count: number): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'portico-history-'));
  try {
    const bytes = writeConversations(root, count, Date.now());
    const script = join(__dirname, 'historyRun.ts');
    const args = ['--import', 'tsx', script, root, String(count)];
    const { stdout } = await run(process.execPath, args);
    return figuresOf(count, bytes, JSON.parse(stdout) as HistoryFigures);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function figuresOf(count: number, bytes: number, figures: HistoryFigures): readonly Figure[] {
  const name = (text: string): string => `history of ${count}: ${text}`;
  const read = {
    yardstick: 'bare readdir and read of all files in a worker',
    yardstickValue: figures.bareReadMs,
  };
  const scan = 'bare scan of all files for one word in a worker';
  return [
    { name: name('size on disk'), value: bytes / 1e6, unit: 'MB' },
    ...compare({ name: name('list without an index'), value: figures.listMs, ...read, limit: 3 }),
    // Most of it is the start of the thread, which takes as long for few conversations.
    ...compare({
      name: name('list shown again'),
      value: figures.cachedListMs,
      ...read,
      limit: count < 10_000 ? 3 : 1,
    }),
    ...compare({
      name: name('index built, CPU time'),
      value: figures.indexCpuMs,
      yardstick: scan,
      yardstickValue: figures.bareScanCpuMs,
      limit: 100,
    }),
    ...compare({
      name: name('search, 95 %'),
      value: figures.searchP95Ms,
      yardstick: scan,
      yardstickValue: figures.bareScanMs,
      limit: 2,
    }),
    ...compare({
      name: name('longest block'),
      value: figures.longestBlockMs,
      yardstick: 'JSON.parse of 1 MB',
      yardstickValue: figures.parseMs,
      limit: 8,
    }),
    { name: name('memory above idle'), value: figures.memoryMb, unit: 'MB', limit: 150 },
  ];
}
