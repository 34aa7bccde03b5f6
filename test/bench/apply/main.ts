// `npm run bench:apply`: how many changes of real files land where they belong, in each format, whatever happened to the
// file and whatever the model misquoted. It prints a table and writes it to test-results/apply.md. The exit code tells
// whether nothing landed wrong. `-- --case N` shows one case in full, `-- --seed N` makes other choices, `-- --changes N` takes N of each language.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { step } from '../../setup/processes.mjs';
import { resultsFolder } from '../../support/toolchain';
import { type Case, enumerateCases, resultOf } from './cases';
import { CopyErrors } from './copyErrors';
import { readChanges } from './corpus';
import { land, outcomeOf } from './landing';
import { loadMatchers } from './matchers';
import { fileMutations } from './mutations';
import { loadOutline } from './outline';
import { fetchPackages } from './packages';
import { Random } from './random';
import { Tally, markdownTables } from './tables';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '36' },
      case: { type: 'string' },
      /** How many changes of each language. */
      changes: { type: 'string', default: '6' },
    },
  });
  const seed = Number(values.seed);
  await fetchPackages();
  const outline = await loadOutline();
  const matchers = await loadMatchers();
  const changes = readChanges(Number(values.changes), new Random(seed));
  const cases = enumerateCases(changes, seed, outline);
  if (values.case !== undefined) {
    for (const each of cases) if (each.number === Number(values.case)) show(each);
    return;
  }
  const tally = new Tally();
  const copyErrors = new CopyErrors();
  const wrong: Case[] = [];
  await step(`Cases of ${changes.length} changes`, async () => {
    for (const each of cases) {
      const outcome = outcomeOf(each, land(each));
      tally.add(each, 'Portico', outcome);
      if (outcome === 'wrong') wrong.push(each);
      if (each.mutation === fileMutations[0]) copyErrors.add(each);
      const isCut = each.mutation.formats === 'closed' || each.mutated.isCut;
      if (each.format !== 'search/replace' || isCut) continue;
      for (const [name, matcher] of Object.entries(matchers)) {
        const text = matcher(each.now, each.hunks, each.mutated.change);
        tally.add(each, name, outcomeOf(each, { text: text ?? each.now, placements: [] }));
      }
    }
  });
  const tables = markdownTables(tally, copyErrors, changes, seed);
  console.log(tables);
  for (const each of wrong) {
    console.log(
      `wrong: --case ${each.number}: ${each.mutation.name}, ${each.format}, ${each.mutated.change.name}`,
    );
  }
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, 'apply.md'), tables);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function show(each: Case): void {
  const { mutation, format, mutated, now, seen, answer } = each;
  const landing = land(each);
  console.log(`${mutation.name}, ${format}, ${mutated.change.name}: ${outcomeOf(each, landing)}`);
  const parts = [...mutated.change.parts.keys()];
  const right = parts.filter((at) => !mutated.blocked?.includes(at));
  console.log(`--- the answer (${answer.info})\n${answer.block}`);
  for (const [name, text] of [
    ['what the model saw, and the file at Apply', seen[0]?.text ?? now],
    ['the file at Apply, and what may land', resultOf(mutated, right)],
    ['the file at Apply, and what landed', landing.text],
  ] as const) {
    console.log(
      `--- ${name}\n${createTwoFilesPatch('', '', name.startsWith('what') ? text : now, name.startsWith('what') ? now : text)}`,
    );
  }
  console.log(JSON.stringify(landing.placements, null, 1));
}

void main();
