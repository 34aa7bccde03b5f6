import { checkAgainstReferences, checkCuts, checkTables } from '../support/markdown/checkBlocks';

const runs = 20_000;

describe('blocks of random Markdown', function () {
  this.timeout(600_000);

  it(`do not depend on how the text is cut (${runs} runs)`, () => checkCuts(runs));

  it(`are those of markdown-it or commonmark.js (${runs} runs)`, () =>
    checkAgainstReferences(runs));

  it(`are those of markdown-it in tables (${runs} runs)`, () => checkTables(runs));
});
