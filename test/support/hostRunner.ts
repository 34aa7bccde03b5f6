// Runs mocha inside VS Code's extension host; bundled as the module that `extensionTestsPath` names.
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { requiredVariable, type HostResultsFile, type HostTestResult } from './hostProtocol';

/** Called by VS Code; a rejection becomes exit code 1. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const resultsFile = requiredVariable('PORTICO_HOST_RESULTS');
  const results: HostTestResult[] = [];
  const save = (isComplete: boolean): void => {
    const file: HostResultsFile = { isComplete, results };
    writeFileSync(resultsFile, JSON.stringify(file));
  };
  const add = (result: HostTestResult): void => {
    results.push(result);
    save(false);
  };
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 180_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: class extends Mocha.reporters.Base {
      constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
        super(runner, options);
        runner.on('pass', (test) => add({ title: test.fullTitle(), ms: test.duration ?? 0 }));
        runner.on('fail', (test, error: unknown) => {
          add({ title: test.fullTitle(), ms: test.duration ?? 0, error: reasonOf(error) });
        });
      }
    },
  });
  for (const file of JSON.parse(requiredVariable('PORTICO_HOST_TESTS')) as string[]) {
    mocha.addFile(file);
  }
  save(false);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve)).catch(
    (error: unknown) => {
      // VS Code shows nobody why a module did not load.
      add({ title: 'the test files load', ms: 0, error: reasonOf(error) });
      return 1;
    },
  );
  save(true);
  if (failures > 0) throw new Error(`${failures} failed`);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
