// Whether the history stays quick when there are ten thousand conversations, and how it grows from a thousand.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure';
import { writeConversations } from './historyFolders';
import type { HistoryFigures } from './historyRun';

const run = promisify(execFile);

export async function measureHistory(): Promise<readonly Figure[]> {
  const few = await measureWith(1_000);
  const many = await measureWith(10_000);
  const row = (
    name: string,
    unit: string,
    limit: number | undefined,
    valueOf: (figures: HistoryFigures) => number,
  ): readonly Figure[] => [
    { name: `${name}, 1,000 conversations`, value: valueOf(few.figures), unit },
    {
      name: `${name}, 10,000 conversations`,
      value: valueOf(many.figures),
      unit,
      ...(limit === undefined ? {} : { limit }),
    },
  ];
  return [
    { name: 'history: 10,000 conversations on disk', value: many.bytes / 1e6, unit: 'MB' },
    ...row('history: shows', 'ms', 300, ({ shows }) => shows),
    ...row('history: search after the last key, p95', 'ms', 300, ({ searchP95 }) => searchP95),
    ...row('history: search while the index is built', 'ms', undefined, (one) => one.whileIndexing),
    ...row('history: titles anew', 'ms', 1_000, ({ titlesAnew }) => titlesAnew),
    ...row('history: full text', 's', 120, ({ fullText }) => fullText / 1_000),
    ...row('history: longest block of the host', 'ms', 50, ({ longestBlock }) => longestBlock),
    ...row('history: memory above idle', 'MB', 150, ({ memory }) => memory),
  ];
}

async function measureWith(
  count: number,
): Promise<{ readonly bytes: number; readonly figures: HistoryFigures }> {
  const root = mkdtempSync(join(tmpdir(), 'portico-history-'));
  try {
    const bytes = writeConversations(root, count, Date.now());
    const script = join(__dirname, 'historyRun.ts');
    const { stdout } = await run(process.execPath, [
      '--import',
      'tsx',
      script,
      root,
      String(count),
    ]);
    return { bytes, figures: JSON.parse(stdout) as HistoryFigures };
  } finally {
    rmSync(root, { recursive: true });
  }
}
