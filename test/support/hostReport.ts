// Prints the results of tests in extension hosts and writes their figures to where `npm test` adds them up.
import { writeFileSync } from 'node:fs';
import type { HostTestResult } from './hostProtocol';

/** Longer error texts are cut in the terminal. */
const maxErrorCharacters = 4000;

/** Collects the results of several runs. */
export class HostReport {
  #passed = 0;
  readonly #failures: { readonly title: string; readonly error: string }[] = [];

  add(run: string, results: readonly HostTestResult[]): void {
    console.log(`\n  ${run}`);
    for (const { title, ms, error } of results) {
      console.log(`    ${error === undefined ? '✔' : '✘'} ${title} (${ms} ms)`);
      if (error === undefined) {
        this.#passed += 1;
      } else {
        const cut = error.slice(0, maxErrorCharacters);
        this.#failures.push({ title, error: cut });
        console.log(cut.replaceAll(/^/gm, '        '));
      }
    }
    if (results.length === 0) this.fail(run, 'It ran no test.');
  }

  /** Counts what kept a run from its results as one failure. */
  fail(run: string, reason: string): void {
    console.log(`    ✘ ${run}: ${reason}`);
    this.#failures.push({ title: run, error: reason });
  }

  /** Writes { passed, failed, failures } to the file that `PORTICO_TEST_RESULT` names and sets the exit code. */
  end(): void {
    const figures = {
      passed: this.#passed,
      failed: this.#failures.length,
      failures: this.#failures,
    };
    console.log(`\n  ${figures.passed} passing, ${figures.failed} failing`);
    const file = process.env['PORTICO_TEST_RESULT'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
    process.exitCode = figures.failed > 0 ? 1 : 0;
  }
}
