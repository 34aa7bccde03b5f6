// `npm test`: sets everything up, runs the checks and test rings, and ends with one line of figures. It runs what ends
// within 5 minutes; `npm test -- full` runs everything.
// Usage: npm test [-- <fast|full|long|check|ring>… [arguments for the rings…]]
import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { cache, root } from './install.mjs';
import { build, packPortico } from './package.mjs';
import { main, SetupError, stopAllOnSignals } from './processes.mjs';
import { choices, rings, run, runRing } from './rings.mjs';
import { ensure } from './toolchain.mjs';
import { Transcript } from './transcript.mjs';

const vsix = join(cache, 'portico.vsix');
const transcript = new Transcript();

const checks = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--type-aware'],
  ['format', 'prettier', '--check', '--cache', '--cache-strategy=content', '.'],
  ['dead code', 'knip'],
  ['translations', process.execPath, 'test/setup/l10n.mjs'],
  ['secrets', 'secretlint', '--secretlintignore', '.gitignore', '**/*'],
];

/** Passed and failed checks, build steps and tests. */
const total = { passed: 0, failed: 0 };

/** What failed, with its ring and its error; printed again at the end, since a long log is often shown from there. */
const failures = [];

/** Longer errors are trimmed here; the section of the check or ring has all lines. */
const maxErrorLines = 25;

function printFailures() {
  if (failures.length > 0) console.log('\nFailed:');
  for (const { title, error } of failures) {
    const lines = error.trimEnd().split('\n').slice(0, maxErrorLines);
    console.log(`  ✘ ${title}\n${lines.join('\n').replaceAll(/^/gm, '      ')}`);
  }
}

/** Counts one check and prints it; `work` resolves to what is wrong, or undefined. */
async function check(section, name, work) {
  const startedAt = Date.now();
  const problem = await work();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  total[problem === undefined ? 'passed' : 'failed'] += 1;
  if (problem !== undefined) failures.push({ title: name, error: problem });
  section.write(`  ${problem === undefined ? '✔' : '✘'} ${name} (${seconds} s)\n`);
  if (problem !== undefined) section.write(`${problem.trimEnd().replaceAll(/^/gm, '      ')}\n`);
}

async function runChecks() {
  const section = transcript.section('checks');
  for (const [name, tool, ...args] of checks) {
    await check(section, name, async () => {
      let output = '';
      const code = await run(resolve(root, 'node_modules', '.bin', tool), args, {
        onOutput: (text) => (output += text),
      });
      return code === 0 ? undefined : `${output}\n${basename(tool)} ended with exit code ${code}.`;
    });
  }
  section.end();
}

/** Builds and packs what the rings need; each step counts as a test. */
async function runBuild(node, names) {
  const needs = new Set(names.flatMap((name) => rings[name].needs));
  if (needs.size === 0) return;
  const section = transcript.section('build');
  const attempt = (work) => async () => {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof SetupError) return error.message;
      throw error;
    }
  };
  await check(
    section,
    'build',
    attempt(() => build(node)),
  );
  // A package of an earlier run must not be tested in place of one that could not be made.
  rmSync(vsix, { force: true });
  if (needs.has('package'))
    await check(
      section,
      'package',
      attempt(() => packPortico(node, vsix)),
    );
  section.end();
}

/** So many rings run at once: those in VS Code wait most of the time. */
const workers = 3;

const words = ['check', ...Object.keys(choices), ...Object.keys(rings)];

/** What to run: a choice, or the named rings and the checks. The words after them are arguments for the rings. */
function readArguments() {
  const all = process.argv.slice(2);
  const end = all.findIndex((word) => !words.includes(word));
  const chosen = end === -1 ? all : all.slice(0, end);
  const extraArgs = end === -1 ? [] : all.slice(end);
  if (all.length > 0 && chosen.length === 0) {
    throw new SetupError(
      `There is no ring "${all[0]}". Usage: npm test [-- <${words.join('|')}>… [arguments for the rings…]]`,
    );
  }
  const [first = 'fast'] = chosen;
  if (chosen.length < 2 && Object.hasOwn(choices, first)) {
    const { args = [], ...choice } = choices[first];
    return { ...choice, extraArgs: [...args, ...extraArgs] };
  }
  const choice = chosen.find((word) => Object.hasOwn(choices, word));
  if (choice !== undefined) throw new SetupError(`"${choice}" stands alone.`);
  const names = chosen.filter((word) => word !== 'check');
  if (names.length === 0 && extraArgs.length > 0) {
    throw new SetupError(`The checks take no arguments: ${extraArgs.join(' ')}`);
  }
  return { isChecked: chosen.includes('check'), rings: names, extraArgs };
}

/** Runs the checks while the bundle is built, and each ring once. */
async function runAll(node, { isChecked, rings: names, files, env, extraArgs }) {
  const building = runBuild(node, names);
  const runNamed = async (name) => {
    await building;
    const section = transcript.section(name);
    const result = await runRing(node, name, {
      write: section.write,
      files: files?.(name),
      env,
      extraArgs,
    });
    total.passed += result.passed;
    total.failed += result.failed;
    failures.push(
      ...result.failures.map(({ title, error }) => ({ title: `${name}: ${title}`, error })),
    );
    section.end();
  };
  const pending = [...(isChecked ? [runChecks] : []), ...names.map((name) => () => runNamed(name))];
  const work = async () => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) await next();
  };
  await Promise.all(Array.from({ length: workers }, work));
  await building;
}

main(async () => {
  const chosen = readArguments();
  stopAllOnSignals();
  const tools = chosen.rings.flatMap((name) => rings[name].tools);
  const { node } = await ensure(['node', 'deps', ...tools]);
  await runAll(node, chosen);
  printFailures();
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
