// Runs bundled integration tests inside the extension host of a real VS Code.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../setup/codeServer.mjs';
import type { HostBundle } from './hostBundle';
import type { HostResultsFile, HostTestResult } from './hostProtocol';
import { projectRoot } from './toolchain';
import { VsCode } from './vscode';

/**
 * How long a run may go without finishing a test. A limit for the whole run would measure the machine;
 * a test ends within the time that hostRunner.ts sets, as does each of its hooks.
 */
const maxSilenceMs = 300_000;
const progressCheckMs = 2_000;

/** What one run adds to the plain VS Code. */
interface HostSetup {
  /** The folder or .code-workspace file to open; default: the empty folder that `prepare` was given. */
  readonly workspace?: string;
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Turns Workspace Trust on: the folder opens in Restricted Mode. */
  readonly trust?: boolean;
  /** Folders of further extensions, which are installed by copying them. */
  readonly extensionFolders?: readonly string[];
  /** Called when the tests have ended, after a failure too; an error that it throws fails the run. */
  readonly after?: () => Promise<void>;
}

/** One start of VS Code in which some of the integration tests run. */
export interface HostRun {
  readonly name: string;
  /** Selects test files by their path below test/integration. */
  readonly tests: RegExp;
  /** Fills the workspace folder and returns how VS Code is to be started. */
  readonly prepare?: (folder: string) => Promise<HostSetup> | HostSetup;
}

/** The results file of each run that has not ended. */
const running = new Map<HostRun, string>();

/** What the runs that have not ended have found so far. */
export function resultsSoFar() {
  return [...running].map(([run, file]) => ({ run, results: readResults(run, file) }));
}

/** TypeScript reports problems with a document of one test during another one. Tests that need problems report their own. */
const ownProblemsOnly = { 'js/ts.validate.enabled': false };

/**
 * Starts a VS Code with the extension from the project's folder and runs the tests of `run` in it.
 * @throws when VS Code does not start.
 */
export async function runInExtensionHost(
  run: HostRun,
  bundle: HostBundle,
  wanted: readonly string[] = [],
): Promise<readonly HostTestResult[]> {
  const files = testFilesOf(run, bundle, wanted);
  const home = mkdtempSync(join(tmpdir(), 'portico-host-'));
  const folder = join(home, 'workspace');
  mkdirSync(folder);
  const setup = (await run.prepare?.(folder)) ?? {};
  try {
    const resultsFile = join(home, 'results.json');
    running.set(run, resultsFile);
    let onExit: (code: number) => void = () => {};
    const exited = new Promise<number>((resolve) => (onExit = resolve));
    const port = await freePort();
    const vscode = await VsCode.open({
      home,
      port,
      workspace: setup.workspace ?? folder,
      settings: { ...ownProblemsOnly, ...setup.settings },
      ...(setup.trust === undefined ? {} : { trust: setup.trust }),
      extensionFolders: setup.extensionFolders ?? [],
      env: {
        PORTICO_TEST: '1',
        PORTICO_HOST_TESTS: JSON.stringify(files),
        PORTICO_HOST_RESULTS: resultsFile,
        ...setup.env,
      },
      // No test looks at the window, so there is little to paint.
      viewport: { width: 800, height: 600 },
      vscodeOptions: ['enable-smoke-test-driver'],
      query: { payload: payload(port, bundle) },
      preparePage: async (page: Page) => {
        await page.exposeFunction('codeAutomationLog', () => {});
        await page.exposeFunction('codeAutomationExit', (code: number) => onExit(code));
      },
    });
    try {
      await exitOrSilence(exited, resultsFile);
    } finally {
      await vscode.close();
    }
    return readResults(run, resultsFile);
  } finally {
    running.delete(run);
    await setup.after?.();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The bundled files that belong to a run and whose path holds one of `wanted`, if there are any. */
export function testFilesOf(
  run: HostRun,
  bundle: HostBundle,
  wanted: readonly string[] = [],
): readonly string[] {
  const isWanted = (path: string): boolean =>
    wanted.length === 0 || wanted.some((part) => path.includes(part));
  return [...bundle.tests]
    .filter(([path]) => run.tests.test(path) && isWanted(path))
    .map(([, file]) => file);
}

/** The results that the runner has written; a run that has not ended by itself has one failure more. */
export function readResults(run: HostRun, file: string): readonly HostTestResult[] {
  let written: HostResultsFile;
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as HostResultsFile;
  } catch {
    // The runner has not started, or was stopped while it wrote.
    written = { isComplete: false, results: [] };
  }
  if (written.isComplete) return written.results;
  const last = written.results.at(-1)?.title ?? 'its start';
  const error = `The extension host ended, was stopped, or made no progress for ${maxSilenceMs / 1000} s after: ${last}`;
  return [...written.results, { title: `${run.name}: all tests end`, ms: 0, error }];
}

function payload(port: number, bundle: HostBundle): string {
  const authority = `127.0.0.1:${port}`;
  return JSON.stringify([
    ['extensionDevelopmentPath', `vscode-remote://${authority}${projectRoot}`],
    ['extensionTestsPath', `vscode-remote://${authority}${bundle.runner}`],
  ]);
}

/** Resolves when the extension host exits, or when it has written no result for too long. */
async function exitOrSilence(exited: Promise<number>, resultsFile: string): Promise<void> {
  let lastProgress = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const writtenAt = statSync(resultsFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      lastProgress = Math.max(lastProgress, writtenAt);
      if (Date.now() - lastProgress > maxSilenceMs) resolve();
    }, progressCheckMs);
  });
  try {
    await Promise.race([exited, silence]);
  } finally {
    clearInterval(timer);
  }
}
