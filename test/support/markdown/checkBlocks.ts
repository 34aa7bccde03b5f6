// Properties of BlockReader that the unit tests check on a sample and the long tests on many documents.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import createMarkdownIt from 'markdown-it';
import { blockEvents, piecesOf } from './blockEvents';
import { describeBlocks, describeTokens } from './blockTree';
import { commonMarkDocument, cuts, extendedDocument, tableDocument } from './randomMarkdown';
import { describeReference, withoutInlineText } from './referenceBlocks';

/** What is emitted does not depend on how the text is cut. */
export function checkCuts(numRuns: number): void {
  fc.assert(
    fc.property(cuts(extendedDocument), (pieces) => {
      const whole = pieces.join('');
      const events = blockEvents([whole], { extensions: true });
      assert.deepEqual(blockEvents(pieces, { extensions: true }), events);
      assert.deepEqual(blockEvents(piecesOf(whole, 1), { extensions: true }), events);
    }),
    { numRuns },
  );
}

/**
 * The blocks are those of markdown-it. Where it differs from the specification, they are those of commonmark.js:
 * markdown-it reads block quotes that are indented by 4 columns; begins indented code after a definition, and after
 * paragraphs in items, where the line continues the paragraph; counts some tabs after markers from the wrong column;
 * and omits the last line if it is blank, which is why the documents end with another.
 */
export function checkAgainstReferences(numRuns: number): void {
  const parser = createMarkdownIt('commonmark');
  fc.assert(
    fc.property(commonMarkDocument, (document) => {
      const markdown = `${document}\nz`;
      const blocks = describeBlocks(markdown, parser, { extensions: false });
      if (blocks !== describeTokens(markdown, parser)) {
        assert.equal(
          withoutBlankLines(withoutInlineText(blocks)),
          withoutBlankLines(describeReference(markdown)),
        );
      }
    }),
    { numRuns },
  );
}

/** commonmark.js removes the spaces of blank lines in items, also of the first line of code. */
function withoutBlankLines(description: string): string {
  return description.replaceAll(/(\\n|^ *code "(?:[^"\\]|\\.)*" ")(?: |\\t)+(?=\\n|")/gmu, '$1');
}

/**
 * Tables are those of markdown-it, whose headers must not begin with a marker: it would not read it. It makes headings
 * of several lines.
 */
export function checkTables(numRuns: number): void {
  const parser = createMarkdownIt({ html: true });
  fc.assert(
    fc.property(tableDocument, (markdown) => {
      const expected = describeTokens(markdown, parser);
      fc.pre(!/^ *heading .*\\n/mu.test(expected));
      assert.equal(describeBlocks(markdown, parser, { extensions: true }), expected);
    }),
    { numRuns },
  );
}
