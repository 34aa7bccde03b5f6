// What is measured inside the extension host by test/integration/bench: the heap after a long answer, and how fast the
// cancellation of a request of VS Code's chat closes its connection.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInExtensionHost } from '../support/extensionHost';
import { bundleHostTests } from '../support/hostBundle';
import { projectRoot } from '../support/toolchain';
import { compare, type Figure, median } from './figure';

export async function measureHostHeap(): Promise<readonly Figure[]> {
  const grown = (await measuredBy('heap')) as number;
  return [
    {
      name: 'extension host: heap above idle after an answer of 100 kB',
      value: grown / 1e6,
      unit: 'MB',
      limit: 40,
    },
  ];
}

/** What test/integration/bench/cancel.test.ts writes, in ms. */
export interface CancelTimes {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

export async function measureCancel(): Promise<readonly Figure[]> {
  const { own, bare } = (await measuredBy('cancel')) as CancelTimes;
  return [
    ...compare({
      name: "VS Code's chat: cancel to the closed connection",
      value: median(own),
      yardstick: 'command of the window, then an aborted fetch',
      yardstickValue: median(bare),
      limit: 4,
    }),
    { name: `  longest of ${own.length}`, value: Math.max(...own), unit: 'ms' },
  ];
}

/** Runs test/integration/bench/<name>.test.ts beside the other extension of the tests; returns what it writes. */
async function measuredBy(name: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const file = join(folder, 'result.json');
  try {
    const results = await runInExtensionHost(
      {
        name,
        tests: new RegExp(`^bench/${name}\\.`, 'u'),
        prepare: () => ({
          env: { PORTICO_BENCH_RESULT: file },
          extensionFolders: [join(projectRoot, 'test', 'integration', 'fixtures', 'asker')],
        }),
      },
      await bundleHostTests(),
    );
    const error = results.find((result) => result.error !== undefined)?.error;
    if (error !== undefined) throw new Error(error);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
