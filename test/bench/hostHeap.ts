// Memory of the extension host after a long answer. test/integration/bench measures it inside the extension host.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInExtensionHost } from '../support/extensionHost';
import { bundleHostTests } from '../support/hostBundle';
import type { Figure } from './figure';

export async function measureHostHeap(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const file = join(folder, 'heap.json');
  try {
    const results = await runInExtensionHost(
      {
        name: 'heap',
        tests: /^bench\//u,
        prepare: () => ({ env: { PORTICO_BENCH_HEAP: file } }),
      },
      await bundleHostTests(),
    );
    const error = results.find((result) => result.error !== undefined)?.error;
    if (error !== undefined) throw new Error(error);
    const grown = JSON.parse(readFileSync(file, 'utf8')) as number;
    return [
      {
        name: 'extension host: heap above idle after an answer of 100 kB',
        value: grown / 1e6,
        unit: 'MB',
        limit: 40,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
