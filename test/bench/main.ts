// `npm run bench`: measures what a person waits for, each beside a yardstick of the same run, prints a table and writes
// test-results/bench.json. `npm run bench -- search chat` measures only these parts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, packPortico } from '../setup/package.mjs';
import { step } from '../setup/processes.mjs';
import { packagedExtension, resultsFolder } from '../support/toolchain';
import { measureClient } from './client';
import { isWithinLimit, type Figure } from './figure';
import { measureFurtherModels } from './furtherModels';
import { measureHostMemory } from './hostMemory';
import { measureJournal } from './journal';
import { measureKills } from './kills';
import { measureSearch } from './search';
import { measureChat } from './webview/chatCosts';
import { measureRenderers } from './webview/rendererCosts';
import { RenderersPage } from './webview/renderersPage';
import { measureWorkbench } from './workbench';

/** They are measured in this order. */
const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  'first-part': measureClient,
  'further-models': measureFurtherModels,
  question: measureJournal,
  kills: measureKills,
  search: measureSearch,
  renderer: () => RenderersPage.use(measureRenderers),
  chat: measureChat,
  workbench: measureWorkbench,
  memory: measureHostMemory,
};

async function measure(names: readonly string[]): Promise<readonly Figure[]> {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(
      `No part of the benchmark: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`,
    );
  }
  await step('build and package', async () => {
    await build(process.execPath);
    await packPortico(process.execPath, packagedExtension);
  });
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (names.length === 0 || names.includes(name)) figures.push(...(await step(name, part)));
  }
  return figures;
}

async function main(): Promise<void> {
  const figures = await measure(process.argv.slice(2));
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
