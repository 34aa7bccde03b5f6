import assert from 'node:assert/strict';
import { openFenceLine } from '../../../../src/base/text/codeFence';

describe('openFenceLine', () => {
  const fence = '```';

  for (const line of [`- ${fence}`, `1. ${fence}`, `> ${fence}`, `    ${fence}`, `${fence}js`]) {
    it(`finds a code block still open after the line ${JSON.stringify(line)}`, () => {
      assert.equal(openFenceLine(`${fence}js\n${line}\n`), `${fence}js`);
    });
  }

  for (const [before, line] of [
    ['', fence],
    ['', `   ${fence}`],
    ['> ', `> ${fence}`],
    ['> ', fence],
    ['- ', `  ${fence}`],
  ] as const) {
    const opening = JSON.stringify(`${before}${fence}js`);
    it(`finds the code block ${opening} closed by the line ${JSON.stringify(line)}`, () => {
      assert.equal(openFenceLine(`${before}${fence}js\n${line}\n`), undefined);
    });
  }
});
