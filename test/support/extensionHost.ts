// Runs bundled integration tests inside the extension host of a real VS Code, as often as there are set-ups to try.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../setup/codeServer.mjs';
import type { HostBundle } from './hostBundle';
import type { HostTestResult } from './hostProtocol';
import { projectRoot } from './toolchain';
import { VsCode } from './vscode';

const RUN_WITHIN_MS = 300_000;

/** What one run adds to the plain set-up, and what it checks and ends afterwards. */
interface HostSetUp {
  /** The folder or .code-workspace file to open; the empty folder that was given when left out. */
  readonly workspace?: string;
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when the tests are through, also after a failure; what it throws fails the run. */
  readonly after?: () => Promise<void>;
}

/** One start of VS Code in which some of the integration tests run. */
export interface HostRun {
  readonly name: string;
  /** Which files, by their path below test/integration. */
  readonly tests: RegExp;
  /** Fills the workspace's folder and says how VS Code is to be started. */
  readonly prepare?: (folder: string) => Promise<HostSetUp> | HostSetUp;
}

/**
 * Starts a VS Code as `run` says, with the extension from the project's folder, and runs its tests.
 * @throws when no test file fits, the extension host never ends, or it ends without results.
 */
export async function runInExtensionHost(
  run: HostRun,
  bundle: HostBundle,
): Promise<readonly HostTestResult[]> {
  const files = testFilesOf(run, bundle);
  const home = mkdtempSync(join(tmpdir(), 'portico-host-'));
  const folder = join(home, 'workspace');
  mkdirSync(folder);
  const setUp = (await run.prepare?.(folder)) ?? {};
  try {
    const resultsFile = join(home, 'results.json');
    let ended: (code: number) => void = () => {};
    const exitCode = new Promise<number>((resolve) => (ended = resolve));
    const port = await freePort();
    const vscode = await VsCode.open({
      home,
      port,
      workspace: setUp.workspace ?? folder,
      settings: { ...setUp.settings },
      env: {
        PORTICO_TEST: '1',
        PORTICO_HOST_TESTS: JSON.stringify(files),
        PORTICO_HOST_RESULTS: resultsFile,
        ...setUp.env,
      },
      vscodeOptions: ['enable-smoke-test-driver'],
      query: { payload: payload(port, bundle) },
      preparePage: async (page: Page) => {
        await page.exposeFunction('codeAutomationLog', () => {});
        await page.exposeFunction('codeAutomationExit', (code: number) => ended(code));
      },
    });
    try {
      await within(
        RUN_WITHIN_MS,
        exitCode,
        `"${run.name}" did not end within ${RUN_WITHIN_MS / 1000} s`,
      );
    } finally {
      await vscode.close();
    }
    return readResults(run, resultsFile);
  } finally {
    await setUp.after?.();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The bundled files that belong to a run. */
export function testFilesOf(run: HostRun, bundle: HostBundle): readonly string[] {
  const files = [...bundle.tests].filter(([path]) => run.tests.test(path)).map(([, file]) => file);
  if (files.length === 0)
    throw new Error(`No file in test/integration fits the run "${run.name}".`);
  return files;
}

/** The results that the runner wrote. */
export function readResults(run: HostRun, file: string): readonly HostTestResult[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly HostTestResult[];
  } catch (cause) {
    throw new Error(`The extension host of "${run.name}" ended without results.`, { cause });
  }
}

function payload(port: number, bundle: HostBundle): string {
  const authority = `127.0.0.1:${port}`;
  return JSON.stringify([
    ['extensionDevelopmentPath', `vscode-remote://${authority}${projectRoot}`],
    ['extensionTestsPath', `vscode-remote://${authority}${bundle.runner}`],
  ]);
}

async function within<T>(ms: number, promise: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
