// A search of the history in 10,000 chats, beside a bare scan of the same files.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, type Figure } from './figure';
import { writeConversations } from './historyFolders';
import type { SearchTimes } from './searchRun';

const run = promisify(execFile);
const count = 10_000;

export async function measureSearch(): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'portico-history-'));
  try {
    const bytes = writeConversations(root, count, Date.now());
    const script = join(__dirname, 'searchRun.ts');
    const args = ['--import', 'tsx', script, root, String(count)];
    const { stdout } = await run(process.execPath, args);
    const { searchMs, bareScanMs } = JSON.parse(stdout) as SearchTimes;
    return compare({
      name: `search in 10,000 chats, ${Math.round(bytes / 1e6)} MB, 95 %`,
      value: searchMs,
      yardstick: 'bare scan of all files for one word in a worker',
      yardstickValue: bareScanMs,
      limit: 1,
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}
