// `npm run bench`: measures speed and size, prints a table and writes test-results/bench.json.
// With names of parts only those: `npm run bench -- history webview`. Some parts do more when they are named: `history`
// measures 10,000 conversations too, `webview` the renderer beside its peers; `durability`, `files` and the
// parts of the renderer run only then.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, packPortico } from '../setup/package.mjs';
import { step } from '../setup/processes.mjs';
import { packagedExtension, projectRoot, resultsFolder } from '../support/toolchain';
import { measureClient } from './client';
import { measureClientCpu } from './clientCpu';

import { measureDurability } from './durability';
import { type Figure, isWithinLimit } from './figure';
import { measureFileList } from './fileList';
import { measureHistory } from './history';
import { measureCancel, measureHostHeap } from './host';
import { measureImport } from './import';
import { measureJournal } from './journal';
import { measureWebview, rendererPart } from './webview';
import { measureHostileTexts } from './webview/hostileCosts';
import { measureMixed, measureOpenBlocks } from './webview/rendererCosts';
import { measureWorkbench } from './workbench';

/** In bytes. The bundle is what the chat view loads before it shows anything. */
const maxSizes = [
  { name: '.vsix', file: packagedExtension, limit: 3_000_000 },
  { name: 'webview.js', file: join(projectRoot, 'dist', 'webview.js'), limit: 315_000 },
  { name: 'webview.css', file: join(projectRoot, 'dist', 'webview.css'), limit: 60_000 },
] as const;

interface BenchPart {
  readonly name: string;
  /** Runs only when it is named. */
  readonly isLong?: boolean;
  readonly measure: (isNamed: boolean) => Promise<readonly Figure[]> | readonly Figure[];
}

/** In the order in which they are measured. */
const parts: readonly BenchPart[] = [
  { name: 'size', measure: measureSizes },
  {
    name: 'client',
    measure: async () => [...(await measureClient()), ...(await measureClientCpu())],
  },
  {
    name: 'history',
    measure: (isNamed) => measureHistory(isNamed ? [1_000, 10_000] : [1_000]),
  },
  { name: 'import', measure: measureImport },
  { name: 'journal', measure: measureJournal },
  { name: 'durability', isLong: true, measure: measureDurability },
  { name: 'webview', measure: measureWebview },
  { name: 'mixed', isLong: true, measure: rendererPart(measureMixed) },
  { name: 'open-blocks', isLong: true, measure: rendererPart(measureOpenBlocks) },
  { name: 'hostile', isLong: true, measure: rendererPart(measureHostileTexts) },
  { name: 'heap', measure: measureHostHeap },
  { name: 'cancel', measure: measureCancel },
  { name: 'files', isLong: true, measure: measureFileList },
  { name: 'workbench', measure: measureWorkbench },
];

function measureSizes(): readonly Figure[] {
  return maxSizes.map(({ name, file, limit }) => ({
    name,
    value: statSync(file).size,
    unit: 'bytes',
    limit,
  }));
}

async function measureAll(names: readonly string[]): Promise<readonly Figure[]> {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No part of the benchmark: ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  await step('build and package', async () => {
    await build(process.execPath);
    await packPortico(process.execPath, packagedExtension);
  });
  const figures: Figure[] = [];
  for (const { name, isLong, measure } of parts) {
    const isNamed = names.includes(name);
    if (isNamed || (names.length === 0 && isLong !== true)) {
      figures.push(...(await step(name, async () => measure(isNamed))));
    }
  }
  return figures;
}

async function main(): Promise<void> {
  const figures = await measureAll(process.argv.slice(2));
  console.table(
    figures.map((figure) => ({
      figure: figure.name,
      value: `${Number(figure.value.toPrecision(3))} ${figure.unit}`,
      limit: figure.limit === undefined ? '' : `≤ ${figure.limit} ${figure.unit}`,
      met: figure.limit === undefined ? '' : isWithinLimit(figure) ? 'yes' : 'NO',
    })),
  );
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, 'bench.json'), `${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = figures.every(isWithinLimit) ? 0 : 1;
}

void main();
