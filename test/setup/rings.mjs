// The test rings of the project, what each one needs, and how one is run.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { cache, root } from './install.mjs';
import { startGuarded } from './processes.mjs';
import { toolEnvironment } from './projectNode.mjs';

/** A ring that runs longer than this is stopped and counts as failed, unless it has a limit of its own. */
const RING_TIMEOUT_MINUTES = 25;
const results = join(cache, 'results');

/** Files that run a part of their cases in `npm test` (see test/support/sampled.ts). */
const sampledFiles = [
  'test/component/conversation/node/retry/retryingChatModel.test.ts',
  'test/component/features/secrets/node/ordinaryFiles.test.ts',
  'test/component/gateway/node/faults.test.ts',
  'test/component/gateway/node/splitStreams.test.ts',
  'test/component/referenceGateway/faults.test.ts',
  'test/component/features/attachments/node/pdfReader.test.ts',
  'test/unit/features/attachments/node/attachmentBlock.test.ts',
  'test/unit/features/contextWindow/node/requestTokens.test.ts',
  'test/unit/features/secrets/node/textScanner.test.ts',
  'test/unit/conversation/node/send/sendPipeline.test.ts',
  'test/unit/conversation/node/session/questionQueue.test.ts',
  'test/unit/features/transfer/node/export/exportMarkdown.test.ts',
  'test/unit/features/transfer/node/import/readChats.test.ts',
  'test/unit/gateway/node/formats/apiFormats.test.ts',
  'test/unit/gateway/node/formats/completionEnd.test.ts',
  'test/unit/gateway/node/formats/toolCalls.test.ts',
  'test/unit/gateway/node/tools/toolRequests.test.ts',
  'test/unit/gateway/node/tools/toolSchemas.test.ts',
  'test/unit/features/history/node/search/terms.test.ts',
  'test/unit/storage/node/journal/journalDamage.test.ts',
  'test/unit/storage/node/journal/journalProcesses.test.ts',
];

/** Of a test that should take less than a second: a busy machine may stand still for longer than a minute. */
const patienceSeconds = 240;

/** Compiles TypeScript in the process and in all that it starts: for scripts that are TypeScript themselves. */
const tsx = ['--import', 'tsx'];

const mocha = (ring, timeoutSeconds, files = [`test/${ring}/**/*.test.ts`]) => [
  join('node_modules', 'mocha', 'bin', 'mocha.js'),
  `--reporter=${join('test', 'setup', 'reporter.cjs')}`,
  `--timeout=${timeoutSeconds * 1000}`,
  `--require=./${join('test', 'setup', 'typescript.cjs')}`,
  '--forbid-only',
  '--forbid-pending',
  ...files,
];

/**
 * Longest files first: started last, a long file would run alone while the other core is idle. A file has its suites in the
 * folder of its name, if there is one.
 */
function largestFirst(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const isTest = (name) => dirname(name) === '.' && name.endsWith('.test.ts');
  const size = (file) => {
    const suites = `${basename(file, '.test.ts')}${sep}`;
    return names
      .filter((name) => name === file || name.startsWith(suites))
      .reduce((sum, name) => sum + statSync(join(root, folder, name)).size, 0);
  };
  const files = names.filter(isTest);
  return files.toSorted((a, b) => size(b) - size(a)).map((file) => `${folder}/${file}`);
}

/** Each file starts its own VS Code and waits for it about as long as it works, so two run at once. */
const e2e = (ring, files = largestFirst('test/e2e')) => [
  ...mocha(ring, 240, files),
  '--parallel',
  '--jobs=2',
];

/** With `files`, only those whose path holds one of them. */
const integration = (...files) => [...tsx, join('test', 'support', 'integrationMain.ts'), ...files];

/** The integration tests that `npm test` runs, in one VS Code: the path of a question, and what a user sets for it. */
const coreIntegration = [
  'chat.test.ts',
  'chats.test.ts',
  'commands.test.ts',
  'gateways.test.ts',
  'keyCommand.test.ts',
  'queue.test.ts',
  'settings.test.ts',
  'unavailableModel.test.ts',
];

/**
 * `script` is run by the project's Node; `coreScript` is what plain `npm test` runs instead, so that it ends within
 * 6 minutes; `tools` are installed before (see toolchain.mjs);
 * `needs` is what has to be built before: the bundle in dist/, or the .vsix made of it; `env` is added to the environment;
 * `timeoutMinutes` is the ring's own limit.
 */
export const rings = {
  unit: {
    script: [
      ...mocha('unit', patienceSeconds),
      `--require=./${join('test', 'setup', 'noSockets.cjs')}`,
    ],
    tools: [],
    needs: [],
  },
  component: { script: mocha('component', patienceSeconds), tools: [], needs: [] },
  contract: { script: mocha('contract', patienceSeconds), tools: [], needs: [] },
  package: { script: mocha('package', patienceSeconds), tools: [], needs: ['package'] },
  webview: { script: mocha('webview', patienceSeconds), tools: ['browser'], needs: ['build'] },
  integration: {
    script: integration(),
    coreScript: integration(...coreIntegration),
    tools: ['browser', 'code-server'],
    needs: ['build'],
  },
  e2e: {
    script: e2e('e2e'),
    coreScript: e2e('e2e', ['test/e2e/firstHour.test.ts']),
    tools: ['browser', 'code-server'],
    needs: ['package'],
  },
  // Large property tests, and long lists of cases.
  long: {
    script: mocha('long', 1200, ['test/long/*.test.ts', ...sampledFiles]),
    env: { PORTICO_ALL_CASES: '1' },
    tools: [],
    needs: [],
  },
  // The same in the page. Nestings to 100,000 levels in 49 languages take most of the time: about 20
  // minutes, more beside other work.
  longWebview: {
    script: mocha('longWebview', 1200, [
      'test/long/webview/*.test.ts',
      ...['find', 'screenshots', 'streamedEqualsWhole', 'usage', 'versions'].map(
        (name) => `test/webview/${name}.test.ts`,
      ),
    ]),
    env: { PORTICO_ALL_CASES: '1' },
    timeoutMinutes: 45,
    tools: ['browser'],
    needs: [],
  },
  // Each fault of the gateway in a real VS Code.
  longIntegration: {
    script: integration('faults/faults'),
    env: { PORTICO_ALL_CASES: '1' },
    tools: ['browser', 'code-server'],
    needs: ['build'],
  },
  // The tests of `e2e` and those that repeat much of them, and pictures of all themes.
  longE2e: {
    script: e2e('longE2e'),
    env: { PORTICO_ALL_CASES: '1' },
    tools: ['browser', 'code-server'],
    needs: ['package'],
  },
  desktop: {
    script: [...tsx, join('test', 'support', 'desktopMain.ts')],
    tools: [],
    needs: ['build'],
  },
};

/** The rings of `npm run test:long`. */
export const longRings = ['long', 'longIntegration', 'longWebview', 'longE2e'];

/**
 * The rings of `npm test` and `npm test -- full`: not those that take minutes for what a sample in another ring shows, or that
 * need a desktop VS Code from Microsoft's download server.
 */
export const defaultRings = Object.keys(rings).filter(
  (name) => ![...longRings, 'desktop'].includes(name),
);

/** Rings that run at the same time; those of one lane run one after the other. */
const lanes = [
  // `unit` needs a whole core, so it comes after what waits for VS Code.
  ['integration', 'unit', 'desktop', 'long', 'longIntegration'],
  ['webview', 'longWebview', 'longE2e'],
  // The tests of `component` wait for the reference gateway most of the time, so `e2e` starts early.
  ['component', 'contract', 'package', 'e2e'],
];

/**
 * Runs the named rings in their lanes.
 * @param {readonly string[]} names
 * @param {(ring: string, lane: number) => Promise<unknown>} runOne
 */
export async function inLanes(names, runOne) {
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const ring of lane) if (names.includes(ring)) await runOne(ring, index);
    }),
  );
}

/**
 * Runs a command in the project's folder.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ onOutput: (text: string) => void, env?: Readonly<Record<string, string>>, timeoutMinutes?: number }} options
 * @returns {Promise<number>} the exit code
 */
export async function run(
  command,
  args,
  { onOutput, env = {}, timeoutMinutes = RING_TIMEOUT_MINUTES },
) {
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
    onOutput(`\nStopped: it did not end within ${timeoutMinutes} minutes.\n`);
    void running.stop();
  }, timeoutMinutes * 60_000);
  const code = await running.exited;
  clearTimeout(timer);
  await drained;
  return code;
}

/**
 * Runs one ring. A ring fails without results, without any test, or with an exit code that its failures do not explain.
 * @param {string} node the project's Node
 * @param {string} name
 * @param {{ write: (text: string) => void, extraArgs?: readonly string[], isCore?: boolean }} options
 * @returns {Promise<{ passed: number, failed: number, failures: readonly { title: string, error: string }[] }>}
 */
export async function runRing(node, name, { write, extraArgs = [], isCore = false }) {
  const { script, coreScript = script, env, timeoutMinutes } = rings[name];
  mkdirSync(results, { recursive: true });
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const code = await run(node, [...(isCore ? coreScript : script), ...extraArgs], {
    onOutput: write,
    env: { ...env, PORTICO_TEST_RESULT: file },
    timeoutMinutes,
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
