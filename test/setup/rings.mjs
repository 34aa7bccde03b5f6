// The test rings of the project, what each one needs, and how one is run.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './install.mjs';
import { startGuarded } from './processes.mjs';
import { toolEnvironment } from './projectNode.mjs';

/**
 * A ring that runs longer than this is stopped and counts as failed. The longest takes ten minutes alone, and three times as
 * long on a machine that runs other programs.
 */
const ringTimeoutMinutes = 45;

/** A test should take less than a second, but a busy machine may stand still for longer than a minute. */
const testTimeoutSeconds = 240;

const results = join(cache, 'results');

const mocha = (files) => [
  join('node_modules', 'mocha', 'bin', 'mocha.js'),
  `--reporter=${join('test', 'setup', 'reporter.cjs')}`,
  `--timeout=${testTimeoutSeconds * 1000}`,
  `--require=./${join('test', 'setup', 'typescript.cjs')}`,
  '--forbid-only',
  '--forbid-pending',
  ...files,
];

const script = (name) => ['--import', 'tsx', join('test', 'support', name)];

/** Each file of the ring starts its own VS Code and waits for it about as long as it works, so two run at once. */
const twoAtOnce = ['--parallel', '--jobs=2'];

/**
 * `command` is run by the project's Node, with the test files that were chosen for it, if any;
 * `tools` are installed before (see toolchain.mjs);
 * `needs` is what has to be built before: the bundle in dist/, or the .vsix made of it.
 * A ring that takes long is above one that does not: the last ring to start has no other beside it.
 */
export const rings = {
  integration: {
    command: (files = []) => [...script('integrationMain.ts'), ...files],
    tools: ['browser', 'code-server'],
    needs: ['build'],
  },
  e2e: {
    command: (files = ['test/e2e/*.test.ts']) => [...mocha(files), ...twoAtOnce],
    tools: ['browser', 'code-server'],
    needs: ['package'],
  },
  webview: {
    command: (files = ['test/webview/**/*.test.ts']) => mocha(files),
    tools: ['browser'],
    needs: ['build'],
  },
  component: {
    command: (files = ['test/component/**/*.test.ts']) => mocha(files),
    tools: ['code-server'],
    needs: [],
  },
  unit: {
    command: (files = ['test/unit/**/*.test.ts']) => [
      ...mocha(files),
      `--require=./${join('test', 'setup', 'noSockets.cjs')}`,
    ],
    tools: [],
    needs: [],
  },
  contract: {
    command: (files = ['test/contract/**/*.test.ts']) => mocha(files),
    tools: [],
    needs: ['package'],
  },
  desktop: { command: () => script('desktopMain.ts'), tools: [], needs: ['build'] },
};

const testFiles = (ring) =>
  readdirSync(join(root, 'test', ring), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', ring, name));

/** Whether a test file multiplies the runs of its properties (see test/support/propertyRuns.ts). */
const hasProperties = (file) => readFileSync(join(root, file), 'utf8').includes('propertyRuns(');

/** Property tests run so many times as often in `npm run test:long`. */
const longFactor = 20;

/**
 * The rings of which `npm test` does not run all files. How Markdown looks in the browser takes a minute and a half, and
 * the unit tests try what blocks it is made of.
 */
const filesOfFast = {
  e2e: () => ['test/e2e/firstHour.test.ts'],
  webview: () =>
    testFiles('webview').filter((file) => !file.startsWith(join('test', 'webview', 'markdown'))),
};

/**
 * What `npm test`, `npm test -- full` and `npm run test:long` run: the checks or not, and rings. `files` are the test files of
 * a ring where it does not run all of them, `args` what follows its command.
 */
export const choices = {
  fast: {
    isChecked: true,
    rings: ['e2e', 'webview', 'unit', 'contract'],
    files: (ring) => filesOfFast[ring]?.(),
  },
  full: {
    isChecked: true,
    rings: ['integration', 'e2e', 'webview', 'component', 'unit', 'contract'],
  },
  long: {
    isChecked: false,
    rings: ['webview', 'component', 'unit'],
    files: (ring) => testFiles(ring).filter(hasProperties),
    env: { PORTICO_PROPERTY_FACTOR: String(longFactor) },
    args: [`--timeout=${longFactor * testTimeoutSeconds * 1000}`],
  },
};

/**
 * Runs a command in the project's folder.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ onOutput: (text: string) => void, env?: Readonly<Record<string, string>> }} options
 * @returns {Promise<number>} the exit code
 */
export async function run(command, args, { onOutput, env = {} }) {
  const color = { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };
  const running = startGuarded(command, args, {
    cwd: root,
    env: { ...toolEnvironment(), ...color, ...env },
    stdio: ['pipe', 'pipe'],
  });
  running.child.stdout.setEncoding('utf8').on('data', onOutput);
  running.child.stderr.setEncoding('utf8').on('data', onOutput);
  const drained = new Promise((resolve) => running.child.on('close', resolve));
  const timer = setTimeout(() => {
    onOutput(`\nStopped: it did not end within ${ringTimeoutMinutes} minutes.\n`);
    void running.stop();
  }, ringTimeoutMinutes * 60_000);
  const code = await running.exited;
  clearTimeout(timer);
  await drained;
  return code;
}

/**
 * Runs one ring. A ring fails without results, without any test, or with an exit code that its failures do not explain.
 * @param {string} node the project's Node
 * @param {string} name
 * @param {{ write: (text: string) => void, files?: readonly string[], env?: Readonly<Record<string, string>>,
 *   extraArgs?: readonly string[] }} options `extraArgs` follow the command.
 * @returns {Promise<{ passed: number, failed: number, failures: readonly { title: string, error: string }[] }>}
 */
export async function runRing(node, name, { write, files, env, extraArgs = [] }) {
  mkdirSync(results, { recursive: true });
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const code = await run(node, [...rings[name].command(files), ...extraArgs], {
    onOutput: write,
    env: { ...env, PORTICO_TEST_RESULT: file },
  });
  const result = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, failures: [] };
  const problem =
    result.passed + result.failed === 0
      ? `The ring "${name}" ran no test (exit code ${code}).`
      : code !== 0 && result.failed === 0
        ? `The ring "${name}" ended with exit code ${code} although no test failed.`
        : undefined;
  if (problem === undefined) return result;
  write(`  ✘ ${problem}\n`);
  const failure = { title: name, error: problem };
  return { ...result, failed: result.failed + 1, failures: [...result.failures, failure] };
}
