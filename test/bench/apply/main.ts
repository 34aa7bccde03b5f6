// `npm run bench:apply`: how many changes of real files land where they belong, in each format and form of answers,
// whatever happened to the file and whatever the model misquoted or left out. It prints tables and floors and writes them
// to test-results/apply.md. The exit code tells whether nothing landed wrong and, of the full sample, no floor is missed.
// `-- --case N` shows one case in full, `-- --seed N` makes other choices, `-- --seeds N` prints only what is wrong with N seeds,
// `-- --changes N` takes N changes and `-- --files N` takes N files of each language.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { step } from '../../setup/processes.mjs';
import { resultsFolder } from '../../support/toolchain';
import { enumerateCases, enumerateUnsaid, firstOfFiles, resultOf, type Case } from './cases';
import { CopyErrors } from './copyErrors';
import { readChanges, readFiles, type Change, type SourceFile } from './corpus';
import { floorsOf } from './floors';
import { land, outcomeOf } from './landing';
import { loadMatchers, type Matcher } from './matchers';
import { fileMutations } from './mutations';
import { measureNames } from './names';
import { loadOutline, type ReadOutline } from './outline';
import { fetchPackages } from './packages';
import { Random } from './random';
import { markdownTables, Tally } from './tables';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '36' },
      seeds: { type: 'string' },
      case: { type: 'string' },
      changes: { type: 'string' },
      files: { type: 'string' },
    },
  });
  await fetchPackages();
  const outline = await loadOutline();
  const changesOf = (seed: number): readonly Change[] =>
    readChanges(Number(values.changes ?? 6), new Random(seed));
  const filesOf = (seed: number): readonly SourceFile[] =>
    readFiles(Number(values.files ?? 8), new Random(seed), outline);
  const read = (seed: number): CasesOfSeed => ({
    seed,
    changes: changesOf(seed),
    outline,
    files: filesOf(seed),
  });
  const seed = Number(values.seed);
  if (values.case !== undefined) {
    const only = Number(values.case);
    const cases =
      only >= firstOfFiles
        ? enumerateUnsaid(filesOf(seed), seed, outline, only)
        : enumerateCases(changesOf(seed), seed, outline, only);
    for (const each of cases) if (each.number === only) show(each);
    return;
  }
  if (values.seeds !== undefined) {
    for (let at = 0; at < Number(values.seeds); at += 1) await measure(read(seed + at), {});
    return;
  }
  const { tally, copyErrors, changes } = await measure(read(seed), await loadMatchers());
  const floors = floorsOf(tally);
  const tables = [
    markdownTables(tally, copyErrors, changes, seed),
    measureNames(changes.map(({ path }) => path)),
    floors.text,
  ].join('\n\n');
  console.log(tables);
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, 'apply.md'), tables);
  // Of a smaller sample, the shares say little.
  const isFull = values.changes === undefined && values.files === undefined;
  process.exitCode = process.exitCode === 1 || (isFull && !floors.isHeld) ? 1 : 0;
}

interface CasesOfSeed {
  readonly seed: number;
  readonly changes: readonly Change[];
  readonly files: readonly SourceFile[];
  readonly outline: ReadOutline;
}

function* casesOf({ seed, changes, files, outline }: CasesOfSeed): Generator<Case> {
  yield* enumerateCases(changes, seed, outline);
  yield* enumerateUnsaid(files, seed, outline);
}

/** Prints what is wrong. */
async function measure(
  all: CasesOfSeed,
  matchers: Readonly<Record<string, Matcher>>,
): Promise<{
  readonly tally: Tally;
  readonly copyErrors: CopyErrors;
  readonly changes: readonly Change[];
}> {
  const { changes, files, seed } = all;
  const tally = new Tally();
  const copyErrors = new CopyErrors();
  const isFull = Object.keys(matchers).length > 0;
  const wrong: string[] = [];
  await step(`Cases of ${changes.length} changes and ${files.length} files`, async () => {
    for (const each of casesOf(all)) {
      const outcome = outcomeOf(each, land(each));
      const { mutation, format, mutated, number } = each;
      tally.add(each, 'Portico', outcome);
      if (outcome === 'wrong') {
        wrong.push(`--case ${number}: ${mutation.name}, ${format}, ${mutated.change.name}`);
      }
      if (isFull && mutation === fileMutations[0]) copyErrors.add(each);
      const isCut = mutation.name.startsWith('Cut ');
      if (format !== 'search/replace' || isCut) continue;
      for (const [name, matcher] of Object.entries(matchers)) {
        const text = matcher(each.now, each.hunks, mutated.change);
        tally.add(each, name, outcomeOf(each, { text: text ?? each.now, placements: [] }));
      }
    }
  });
  for (const line of wrong) console.log(`wrong: --seed ${seed} ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
  return { tally, copyErrors, changes };
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
