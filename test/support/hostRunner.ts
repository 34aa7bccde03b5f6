// Runs mocha inside VS Code's extension host; bundled as the module that `extensionTestsPath` names.
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { requiredVariable, type HostTestResult } from './hostProtocol';

/** Called by VS Code; a rejection becomes exit code 1. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const results: HostTestResult[] = [];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
        super(runner, options);
        runner.on('pass', (test) => {
          results.push({ title: test.fullTitle(), ms: test.duration ?? 0 });
        });
        runner.on('fail', (test, error: unknown) => {
          const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
          results.push({ title: test.fullTitle(), ms: test.duration ?? 0, error: reason });
        });
      }
    },
  });
  for (const file of JSON.parse(requiredVariable('PORTICO_HOST_TESTS')) as string[]) {
    mocha.addFile(file);
  }
  try {
    const failures = await new Promise<number>((resolve) => mocha.run(resolve));
    if (failures > 0) throw new Error(`${failures} failed`);
  } finally {
    writeFileSync(requiredVariable('PORTICO_HOST_RESULTS'), JSON.stringify(results));
  }
}
