import assert from 'node:assert/strict';
import fc from 'fast-check';
import { blockEvents, piecesOf } from '../../../support/markdown/blockEvents';
import { commonMarkExamples } from '../../../support/markdown/commonMarkExamples';
import { cuts, extendedDocument } from '../../../support/markdown/randomMarkdown';

describe('BlockReader and text in pieces', () => {
  for (const extensions of [false, true]) {
    it(`emits the same for the examples of CommonMark, ${extensions ? 'with' : 'without'} extensions`, () => {
      for (const { markdown } of commonMarkExamples) {
        const whole = blockEvents([markdown], { extensions });
        for (const size of [1, 2, 4, 67]) {
          assert.deepEqual(blockEvents(piecesOf(markdown, size), { extensions }), whole, markdown);
        }
      }
    });
  }

  it('emits the same for random documents and cuts', () => {
    fc.assert(
      fc.property(cuts(extendedDocument), (pieces) => {
        const whole = pieces.join('');
        const events = blockEvents([whole], { extensions: true });
        assert.deepEqual(blockEvents(pieces, { extensions: true }), events);
        assert.deepEqual(blockEvents(piecesOf(whole, 1), { extensions: true }), events);
      }),
      { numRuns: 3000 },
    );
  });
});
