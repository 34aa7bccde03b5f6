import assert from 'node:assert/strict';
import createMarkdownIt from 'markdown-it';
import { commonMarkExamples } from '../../../support/markdown/commonMarkExamples';
import { describeBlocks, describeTokens } from '../../../support/markdown/blockTree';

describe('BlockReader and CommonMark', () => {
  const parser = createMarkdownIt('commonmark');

  for (const { number, section, markdown } of commonMarkExamples) {
    it(`reads the blocks of example ${number} (${section})`, () => {
      assert.equal(
        describeBlocks(markdown, parser, { extensions: false }),
        describeTokens(markdown, parser),
      );
    });
  }
});
