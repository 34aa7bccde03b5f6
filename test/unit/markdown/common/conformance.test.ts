import assert from 'node:assert/strict';
import createMarkdownIt from 'markdown-it';
import { describeBlocks, describeTokens } from '../../../support/markdown/blockTree';
import { checkAgainstReferences, checkTables } from '../../../support/markdown/checkBlocks';
import { commonMarkExamples } from '../../../support/markdown/commonMarkExamples';
import { gfmExamples } from '../../../support/markdown/gfmExamples';
import { propertyRuns } from '../../../support/propertyRuns';

describe('BlockReader and the specifications', () => {
  const parser = createMarkdownIt('commonmark');

  it('are compared in all 652 examples of CommonMark', () =>
    assert.equal(commonMarkExamples.length, 652));

  for (const { number, section, markdown } of commonMarkExamples) {
    it(`reads the blocks of CommonMark's example ${number} (${section})`, () => {
      assert.equal(
        describeBlocks(markdown, parser, { extensions: false }),
        describeTokens(markdown, parser),
      );
    });
  }

  const gfmParser = createMarkdownIt({ html: true });
  for (const { number, extension, markdown } of gfmExamples) {
    if (extension !== 'taskLists') {
      it(`reads the blocks of GFM's example ${number} (${extension})`, () => {
        assert.equal(
          describeBlocks(markdown, gfmParser, { extensions: true }),
          describeTokens(markdown, gfmParser),
        );
      });
    }
  }

  it('reads random documents as markdown-it does, or as commonmark.js where that one differs', () =>
    checkAgainstReferences(propertyRuns(500)));

  it('reads random tables as markdown-it does', () => checkTables(propertyRuns(500)));
});
