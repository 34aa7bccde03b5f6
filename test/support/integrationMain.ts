// The integration ring: runs every entry of hostRuns in the extension host of a VS Code server.
// Arguments (`npm run test:integration -- gateways queue`) select the test files whose path holds one of them.
import { hostRuns } from '../integration/support/hostRuns';
import { resultsSoFar, runInExtensionHost, testFilesOf } from './extensionHost';
import { bundleHostTests } from './hostBundle';
import { HostReport } from './hostReport';

/** A run waits for its VS Code about as long as it works, so two run at once. */
const concurrentRuns = 2;

async function main(): Promise<void> {
  const bundle = await bundleHostTests();
  const report = new HostReport();
  const wanted = process.argv.slice(2);
  for (const part of wanted) {
    if (![...bundle.tests.keys()].some((path) => path.includes(part))) {
      report.fail('the arguments', `No test file has "${part}" in its path.`);
    }
  }
  // The ring took too long, or was stopped: what it has found may say why.
  process.once('SIGTERM', () => {
    for (const { run, results } of resultsSoFar()) report.add(run.name, results);
    report.end();
    process.exit(1);
  });
  const pending = hostRuns.filter((run) => testFilesOf(run, bundle, wanted).length > 0);
  const worker = async (): Promise<void> => {
    for (let run = pending.shift(); run !== undefined; run = pending.shift()) {
      try {
        report.add(run.name, await runInExtensionHost(run, bundle, wanted));
      } catch (error) {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        report.fail(run.name, reason);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrentRuns }, worker));
  report.end();
}

void main();
