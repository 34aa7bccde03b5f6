// Only for `npm run bench -- files`: the list of files behind `@` beside a bare `findFiles` of the same.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { FuzzyRanking } from '../../../src/features/attachments/node/fuzzyRanking';
import { listFiles } from '../../../src/features/attachments/host/fileList/listFiles';
import { runInSlices } from '../../../src/features/attachments/host/fileList/slices';
import { BlockMeter } from '../../bench/blocking';
import type { FileListFigures } from '../../bench/fileList';
import { median } from '../../bench/figure';
import { requiredVariable } from '../../support/hostProtocol';

const rounds = 7;

interface Measured {
  readonly ms: number;
  readonly blockMs: number;
}

async function measure(task: () => Promise<unknown>): Promise<Measured> {
  const meter = new BlockMeter();
  const started = performance.now();
  await task();
  return { ms: performance.now() - started, blockMs: meter.stop() };
}

/** Bytes that the result of `task` holds. */
async function heldBy(task: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const held = await task();
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  assert.ok(held !== undefined);
  return bytes;
}

describe('the list of files', () => {
  it('is measured beside a bare findFiles', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const { signal } = new AbortController();
    const pattern = new vscode.RelativePattern(folder, '**/*');
    const bare = async () => vscode.workspace.findFiles(pattern);
    const list = () => listFiles(folder.uri, signal);
    const files = (await bare()).length;
    const paths = await list();
    assert.ok(paths.length > 80_000 && paths.length < files, 'ignored files are not listed');
    const [bareRuns, listRuns]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      bareRuns.push(await measure(bare));
      listRuns.push(await measure(list));
    }
    const rank = async (): Promise<void> => {
      const context = { recent: new Map(), open: new Set<string>(), active: 'area1/feature1/a.ts' };
      const ranking = new FuzzyRanking('f99c5v', context, 30);
      await runInSlices(paths, signal, (path) => ranking.add(path));
      assert.equal(ranking.best.length, 30);
    };
    const rankRuns: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) rankRuns.push(await measure(rank));
    const figures: FileListFigures = {
      files,
      bareMs: median(bareRuns.map(({ ms }) => ms)),
      listMs: median(listRuns.map(({ ms }) => ms)),
      // Garbage of earlier rounds and of VS Code itself only adds to a task, by more than the limit: the least counts.
      bareBlockMs: Math.min(...bareRuns.map(({ blockMs }) => blockMs)),
      listBlockMs: Math.min(...listRuns.map(({ blockMs }) => blockMs)),
      rankBlockMs: median(rankRuns.map(({ blockMs }) => blockMs)),
      bareBytes: await heldBy(bare),
      listBytes: await heldBy(list),
      rankMs: median(rankRuns.map(({ ms }) => ms)),
    };
    writeFileSync(requiredVariable('PORTICO_BENCH_RESULT'), JSON.stringify(figures));
  });
});
