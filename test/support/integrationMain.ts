// The integration ring: every run of test/integration/runs.ts in the extension host of a VS Code as a server.
import { runs } from '../integration/runs';
import { runInExtensionHost } from './extensionHost';
import { bundleHostTests } from './hostBundle';
import { HostReport } from './hostReport';

async function main(): Promise<void> {
  const bundle = await bundleHostTests();
  const report = new HostReport();
  const only = process.argv[2];
  for (const run of runs.filter(({ name }) => only === undefined || name.includes(only))) {
    try {
      report.add(run.name, await runInExtensionHost(run, bundle));
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
