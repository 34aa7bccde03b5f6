// The integration ring: every run of test/integration/runs.ts in the extension host of a VS Code as a server.
import { hostRuns } from '../integration/support/hostRuns';
import { runInExtensionHost } from './extensionHost';
import { bundleHostTests } from './hostBundle';
import { HostReport } from './hostReport';

/** Each waits for its VS Code about as long as it works. */
const atOnce = 2;

async function main(): Promise<void> {
  const bundle = await bundleHostTests();
  const report = new HostReport();
  const only = process.argv[2];
  const waiting = hostRuns.filter(({ name }) => only === undefined || name.includes(only));
  const work = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      try {
        report.add(run.name, await runInExtensionHost(run, bundle));
      } catch (error) {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        report.fail(run.name, reason);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  report.end();
}

void main();
