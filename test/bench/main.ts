// `npm run bench`: measures what the house promises, prints a table and leaves the figures as JSON.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, pack } from '../setup/package.mjs';
import { packagedExtension, resultsFolder } from '../support/toolchain';
import { measureFirstPart } from './client';
import { type Figure, isWithin } from './figure';
import { measureHistory } from './history';
import { measureJournal } from './journal';
import { measureWebview } from './webview';
import { measureHostHeap, measureWorkbench } from './workbench';

const largestPackage = 500;

async function measureAll(): Promise<readonly Figure[]> {
  await build(process.execPath);
  await pack(process.execPath, packagedExtension);
  const size = statSync(packagedExtension).size / 1000;
  return [
    { name: '.vsix', value: size, unit: 'kB', limit: largestPackage },
    ...(await measureFirstPart()),
    ...(await measureHistory()),
    ...(await measureJournal()),
    ...(await measureWebview()),
    ...(await measureHostHeap()),
    ...(await measureWorkbench()),
  ];
}

async function main(): Promise<void> {
  const figures = await measureAll();
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
