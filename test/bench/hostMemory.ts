// What the extension host holds after 20 chats: test/integration/bench measures it inside of it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInExtensionHost } from '../support/extensionHost';
import { bundleHostTests } from '../support/hostBundle';
import type { Figure } from './figure';

export interface HeapBytes {
  readonly idle: number;
  readonly afterOne: number;
  readonly afterAll: number;
}

export async function measureHostMemory(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const file = join(folder, 'result.json');
  try {
    const results = await runInExtensionHost(
      {
        name: 'memory',
        tests: /^bench\/heap\./u,
        prepare: () => ({ env: { PORTICO_BENCH_RESULT: file } }),
      },
      await bundleHostTests(),
    );
    const error = results.find((result) => result.error !== undefined)?.error;
    if (error !== undefined) throw new Error(error);
    const { idle, afterOne, afterAll } = JSON.parse(readFileSync(file, 'utf8')) as HeapBytes;
    return [
      { name: 'extension host: memory of one chat', value: (afterOne - idle) / 1e6, unit: 'MB' },
      {
        name: 'extension host: memory after 20 chats, above idle',
        value: (afterAll - idle) / 1e6,
        unit: 'MB',
        limit: 40,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
