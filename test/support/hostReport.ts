// Prints what ran inside extension hosts and leaves its figures where `npm test` adds them up.
import { writeFileSync } from 'node:fs';
import type { HostTestResult } from './hostProtocol';

/** More of an error is noise in a terminal. */
const ERROR_CHARACTERS = 4000;

/** Collects the results of several runs. */
export class HostReport {
  private passed = 0;
  private failed = 0;

  add(run: string, results: readonly HostTestResult[]): void {
    console.log(`\n  ${run}`);
    for (const { title, ms, error } of results) {
      console.log(`    ${error === undefined ? '✔' : '✘'} ${title} (${ms} ms)`);
      if (error !== undefined)
        console.log(error.slice(0, ERROR_CHARACTERS).replaceAll(/^/gm, '        '));
    }
    const failures = results.filter(({ error }) => error !== undefined).length;
    this.failed += failures;
    this.passed += results.length - failures;
    if (results.length === 0) this.fail(run, 'It ran no test.');
  }

  /** A run that came to no results at all. */
  fail(run: string, reason: string): void {
    console.log(`    ✘ ${run}: ${reason}`);
    this.failed += 1;
  }

  /** Writes { passed, failed } to the file that `PORTICO_TEST_RESULT` names and sets the exit code. */
  end(): void {
    console.log(`\n  ${this.passed} passing, ${this.failed} failing`);
    const file = process.env['PORTICO_TEST_RESULT'];
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify({ passed: this.passed, failed: this.failed }));
    }
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}
