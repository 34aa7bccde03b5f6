// `npm test`: sets everything up, runs the checks and all rings of tests, and ends with one line of figures.
// Usage: npm test [-- <check|unit|component|contract|package|webview|integration|e2e|desktop> [arguments for mocha…]]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, pack } from './package.mjs';
import { Refusal, main, startGuarded, stopAllOnSignals } from './processes.mjs';
import { cache, root } from './install.mjs';
import { toolEnvironment } from './projectNode.mjs';
import { ensure } from './toolchain.mjs';
import { Transcript } from './transcript.mjs';

/** No ring may hang: past this it is ended and counts as failed. */
const RING_WITHIN_MS = 12 * 60_000;
const results = join(cache, 'results');
const vsix = join(cache, 'portico.vsix');
const transcript = new Transcript();

const checks = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--type-aware'],
  ['format', 'prettier', '--check', '--cache', '--cache-strategy=content', '.'],
  ['dead code', 'knip'],
  ['secrets', 'secretlint', '--secretlintignore', '.gitignore', '**/*'],
];

const mocha = (ring, timeoutSeconds, files = [`test/${ring}/**/*.test.ts`]) => [
  join('node_modules', 'mocha', 'bin', 'mocha.js'),
  `--reporter=${join('test', 'setup', 'reporter.cjs')}`,
  `--timeout=${timeoutSeconds * 1000}`,
  '--forbid-only',
  '--forbid-pending',
  ...files,
];

/** The long ones first: begun last, one of them would keep a core waiting for the other. */
function largestFirst(folder) {
  const size = (file) => statSync(join(root, folder, file)).size;
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.ts'));
  return files.toSorted((a, b) => size(b) - size(a)).map((file) => `${folder}/${file}`);
}

/** What runs each ring under Node with tsx, and the pieces that it needs. */
const rings = {
  unit: { script: mocha('unit', 30), pieces: [], needs: [] },
  component: { script: mocha('component', 30), pieces: [], needs: [] },
  contract: { script: mocha('contract', 30), pieces: [], needs: [] },
  package: { script: mocha('package', 30), pieces: [], needs: ['package'] },
  webview: { script: mocha('webview', 60), pieces: ['browser'], needs: ['build'] },
  integration: {
    script: [join('test', 'support', 'integrationMain.ts')],
    pieces: ['browser', 'code-server'],
    needs: ['build'],
  },
  // Each file has a VS Code of its own, which waits as long as it works.
  e2e: {
    script: [...mocha('e2e', 120, largestFirst('test/e2e')), '--parallel', '--jobs=2'],
    pieces: ['browser', 'code-server'],
    needs: ['package'],
  },
  desktop: { script: [join('test', 'support', 'desktopMain.ts')], pieces: [], needs: ['build'] },
};

/** Two go side by side: each waits for a browser, a server or a clock about as long as it works. */
const lanes = [
  ['unit', 'component', 'contract', 'package', 'integration', 'desktop'],
  ['webview', 'e2e'],
];

const total = { passed: 0, failed: 0 };

/** Counts one check and prints it; `work` gives undefined or what is wrong. */
async function check(section, name, work) {
  const began = Date.now();
  const problem = await work();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  total[problem === undefined ? 'passed' : 'failed'] += 1;
  section.write(`  ${problem === undefined ? '✔' : '✘'} ${name} (${seconds} s)\n`);
  if (problem !== undefined) section.write(`${problem.trimEnd().replaceAll(/^/gm, '      ')}\n`);
}

/** Runs a command, gives its exit code and hands its output on as it comes. */
async function run(command, args, { onOutput, env = {}, withinMs = RING_WITHIN_MS }) {
  const colour = { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };
  const running = startGuarded(command, args, {
    cwd: root,
    env: { ...toolEnvironment(), ...colour, ...env },
    stdio: ['pipe', 'pipe'],
  });
  running.child.stdout.setEncoding('utf8').on('data', onOutput);
  running.child.stderr.setEncoding('utf8').on('data', onOutput);
  const drained = new Promise((resolve) => running.child.on('close', resolve));
  const timer = setTimeout(() => {
    onOutput(`\nEnded after ${withinMs / 60_000} minutes: it did not come to an end by itself.\n`);
    void running.stop();
  }, withinMs);
  const code = await running.exited;
  clearTimeout(timer);
  await drained;
  return code;
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

/** Builds and packs as named tests of their own; a failure's sentence holds the tool's last lines. */
async function runBuild(node, needs) {
  const section = transcript.section('build');
  const attempt = (work) => async () => {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };
  await check(
    section,
    'build',
    attempt(() => build(node)),
  );
  // What an earlier run left must not be what is tested.
  rmSync(vsix, { force: true });
  if (needs.has('package'))
    await check(
      section,
      'package',
      attempt(() => pack(node, vsix)),
    );
  section.end();
}

/** Runs one ring; without figures, without a test or with an exit code that they do not explain it has failed. */
async function runRing(node, name, more) {
  const section = transcript.section(name);
  mkdirSync(results, { recursive: true });
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const code = await run(node, ['--import', 'tsx', ...rings[name].script, ...more], {
    onOutput: section.write,
    env: { PORTICO_TEST_RESULT: file },
  });
  const { passed, failed } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0 };
  total.passed += passed;
  total.failed += failed;
  if (passed + failed === 0) {
    total.failed += 1;
    section.write(`  ✘ The ring "${name}" ran no test (exit code ${code}).\n`);
  } else if (code !== 0 && failed === 0) {
    total.failed += 1;
    section.write(`  ✘ The ring "${name}" ended with exit code ${code} although no test failed.\n`);
  }
  section.end();
}

function readArguments() {
  const [chosen, ...more] = process.argv.slice(2);
  if (chosen === undefined)
    return { checked: true, names: Object.keys(rings).filter((name) => name !== 'desktop'), more };
  if (chosen === 'check') return { checked: true, names: [], more };
  if (!Object.hasOwn(rings, chosen)) {
    throw new Refusal(
      `There is no ring "${chosen}". Usage: npm test [-- <${['check', ...Object.keys(rings)].join('|')}> [arguments for mocha…]]`,
    );
  }
  return { checked: false, names: [chosen], more };
}

main(async () => {
  const { checked, names, more } = readArguments();
  stopAllOnSignals();
  const pieces = names.flatMap((name) => rings[name].pieces);
  const { node } = await ensure(['node', 'deps', ...pieces]);
  const needs = new Set(names.flatMap((name) => rings[name].needs));
  const built = async () => {
    if (needs.size > 0) await runBuild(node, needs);
  };
  const inTurn = async (lane, building) => {
    await building;
    for (const name of lane) if (names.includes(name)) await runRing(node, name, more);
  };
  const building = built();
  const [first, second] = lanes;
  await Promise.all([
    (checked ? runChecks() : building).then(() => inTurn(first, building)),
    inTurn(second, building),
  ]);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
