// `npm test`: sets everything up, runs the checks and the test rings, and ends with one line of figures. Of the rings in
// VS Code it runs what ends within minutes; `npm test -- full` runs all of them.
// Usage: npm test [-- <full|check|all-long|ring> [arguments for mocha…]], or npm run test:repeat (see repeat.mjs).
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './install.mjs';
import { build, packPortico } from './package.mjs';
import { SetupError, main, stopAllOnSignals } from './processes.mjs';
import { readRepeatArguments, repeat } from './repeat.mjs';
import { defaultRings, inLanes, longRings, rings, run, runRing } from './rings.mjs';
import { ensure } from './toolchain.mjs';
import { Transcript } from './transcript.mjs';

const vsix = join(cache, 'portico.vsix');
const transcript = new Transcript();

const checks = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--type-aware'],
  ['format', 'prettier', '--check', '--cache', '--cache-strategy=content', '.'],
  ['dead code', 'knip'],
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
      const code = await run(join(root, 'node_modules', '.bin', tool), args, {
        onOutput: (text) => (output += text),
      });
      return code === 0 ? undefined : `${output}\n${tool} ended with exit code ${code}.`;
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

function readArguments() {
  const [chosen, ...more] = process.argv.slice(2);
  if (chosen === 'repeat') return { repeated: readRepeatArguments(more) };
  if (chosen === undefined) return { checked: true, names: defaultRings, more, isCore: true };
  if (chosen === 'full') return { checked: true, names: defaultRings, more };
  if (chosen === 'check') return { checked: true, names: [], more };
  if (chosen === 'all-long') return { checked: false, names: longRings, more };
  if (!Object.hasOwn(rings, chosen)) {
    throw new SetupError(
      `There is no ring "${chosen}". Usage: npm test [-- <${['full', 'check', 'all-long', ...Object.keys(rings)].join('|')}> [arguments for mocha…]]`,
    );
  }
  return { checked: false, names: [chosen], more };
}

/** Runs each ring once. The checks run while the bundle is built, and before the first lane starts. */
async function runOnce(node, { checked, names, more, isCore }) {
  const building = runBuild(node, names);
  const checking = checked ? runChecks() : undefined;
  await inLanes(names, async (name, lane) => {
    if (lane === 0) await checking;
    await building;
    const section = transcript.section(name);
    const result = await runRing(node, name, {
      write: section.write,
      extraArgs: more,
      isCore,
    });
    total.passed += result.passed;
    total.failed += result.failed;
    failures.push(
      ...result.failures.map(({ title, error }) => ({ title: `${name}: ${title}`, error })),
    );
    section.end();
  });
  await Promise.all([checking, building]);
}

main(async () => {
  const { repeated, ...once } = readArguments();
  stopAllOnSignals();
  const names = repeated?.names ?? once.names;
  const { node } = await ensure(['node', 'deps', ...names.flatMap((name) => rings[name].tools)]);
  if (repeated === undefined) {
    await runOnce(node, once);
  } else {
    await runBuild(node, names);
    const { passed, failed } = await repeat(node, repeated);
    total.passed += passed;
    total.failed += failed;
  }
  printFailures();
  if (once.isCore) {
    console.log('\nOf the tests in VS Code a part ran; `npm test -- full` runs all of them.');
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
