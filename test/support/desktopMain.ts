// The ring `desktop`: the integration tests in a desktop VS Code, which is downloaded from Microsoft.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { hostRuns } from '../integration/support/hostRuns';
import { readResults, testFilesOf, type HostRun } from './extensionHost';
import { bundleHostTests, type HostBundle } from './hostBundle';
import type { HostTestResult } from './hostProtocol';
import { HostReport } from './hostReport';
import { projectRoot } from './toolchain';
import { quietSettings } from './vscode';

async function runInDesktop(
  vscodeExecutablePath: string,
  run: HostRun,
  bundle: HostBundle,
): Promise<readonly HostTestResult[]> {
  // macOS allows 103 bytes for the path of a socket, and VS Code puts one into its user-data folder.
  const home = mkdtempSync(join(tmpdir(), 'ph-'));
  const folder = join(home, 'workspace');
  const userFolder = join(home, 'data', 'User');
  for (const path of [folder, userFolder]) mkdirSync(path, { recursive: true });
  const setup = (await run.prepare?.(folder)) ?? {};
  const resultsFile = join(home, 'results.json');
  writeFileSync(
    join(userFolder, 'settings.json'),
    JSON.stringify({ ...quietSettings, ...setup.settings }),
  );
  try {
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: bundle.runner,
      extensionTestsEnv: {
        PORTICO_TEST: '1',
        PORTICO_HOST_TESTS: JSON.stringify(testFilesOf(run, bundle)),
        PORTICO_HOST_RESULTS: resultsFile,
        ...setup.env,
      },
      launchArgs: [
        setup.workspace ?? folder,
        `--user-data-dir=${join(home, 'data')}`,
        `--extensions-dir=${join(home, 'extensions')}`,
        '--disable-workspace-trust',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    }).catch(() => {
      // It rejects when a test failed too: the results say which.
    });
    return readResults(run, resultsFile);
  } finally {
    await setup.after?.();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function main(): Promise<void> {
  const report = new HostReport();
  let executable: string;
  try {
    executable = await downloadAndUnzipVSCode({
      cachePath: join(projectRoot, '.cache', 'vscode-desktop'),
      extensionDevelopmentPath: projectRoot,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report.fail(
      'desktop VS Code',
      `It could not be downloaded from Microsoft's update server (${reason}). ` +
        'This ring needs a network that reaches it; `npm test -- full` runs the same tests in a VS Code from npm.',
    );
    report.end();
    return;
  }
  const bundle = await bundleHostTests();
  for (const run of hostRuns) {
    try {
      report.add(run.name, await runInDesktop(executable, run, bundle));
    } catch (error) {
      report.fail(
        run.name,
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
    }
  }
  report.end();
}

void main();
