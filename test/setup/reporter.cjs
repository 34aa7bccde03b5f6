// Mocha's readable report, plus the figures and failures that `npm test` adds up over all rings.
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

module.exports = class CountingSpec extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const failures = [];
    runner.on('fail', (test, error) =>
      failures.push({ title: test.fullTitle(), error: String(error?.stack ?? error) }),
    );
    // A test that was skipped has not passed.
    runner.on('pending', (test) =>
      failures.push({ title: test.fullTitle(), error: 'It was skipped.' }),
    );
    runner.once('end', () => {
      const file = process.env.PORTICO_TEST_RESULT;
      const { passes } = runner.stats;
      if (file)
        writeFileSync(file, JSON.stringify({ passed: passes, failed: failures.length, failures }));
    });
  }
};
