// `npm run bench`: measures what the house promises, prints a table and leaves the figures as JSON.
// With names of parts after `--` only those: `npm run bench -- history webview`.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, pack } from '../setup/package.mjs';
import { packagedExtension, resultsFolder } from '../support/toolchain';
import { measureFirstPart } from './client';
import { type Figure, isWithin } from './figure';
import { measureHistory } from './history';
import { measureImport } from './import';
import { measureJournal } from './journal';
import { measureWebview } from './webview';
import { measureHostHeap, measureWorkbench } from './workbench';

const largestPackage = 500;

/** In the order in which they are measured; those that start a VS Code last. */
const parts: ReadonlyMap<string, () => Promise<readonly Figure[]>> = new Map([
  ['package', measurePackage],
  ['client', measureFirstPart],
  ['history', measureHistory],
  ['import', measureImport],
  ['journal', measureJournal],
  ['webview', measureWebview],
  ['heap', measureHostHeap],
  ['workbench', measureWorkbench],
]);

function measurePackage(): Promise<readonly Figure[]> {
  const size = statSync(packagedExtension).size / 1000;
  return Promise.resolve([{ name: '.vsix', value: size, unit: 'kB', limit: largestPackage }]);
}

async function measureAll(chosen: readonly string[]): Promise<readonly Figure[]> {
  const unknown = chosen.filter((name) => !parts.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `No part of the bench: ${unknown.join(', ')}. Parts: ${[...parts.keys()].join(', ')}.`,
    );
  }
  await build(process.execPath);
  await pack(process.execPath, packagedExtension);
  const figures: Figure[] = [];
  for (const [name, measure] of parts) {
    if (chosen.length === 0 || chosen.includes(name)) {
      figures.push(...(await measure()));
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
      met: figure.limit === undefined ? '' : isWithin(figure) ? 'yes' : 'NO',
    })),
  );
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, 'bench.json'), `${JSON.stringify(figures, null, 2)}\n`);
  console.log(JSON.stringify(figures));
  process.exitCode = figures.every(isWithin) ? 0 : 1;
}

void main();
