import assert from 'node:assert/strict';
import { blockEvents, piecesOf } from '../../../support/markdown/blockEvents';
import { checkCuts } from '../../../support/markdown/checkBlocks';
import { commonMarkExamples } from '../../../support/markdown/commonMarkExamples';
import { hostilePrefixes, hostileText, hostileUnits } from '../../../support/markdown/hostileLines';
import { propertyRuns } from '../../../support/propertyRuns';

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

  it('emits the same for random documents and cuts', () => checkCuts(propertyRuns(1_000)));

  it('emits the same for hostile lines', () => {
    for (const prefix of hostilePrefixes.slice(0, 5)) {
      for (const unit of hostileUnits) {
        const text = hostileText(prefix, unit, 2100);
        assert.deepEqual(
          blockEvents(piecesOf(text, 7), { extensions: true }),
          blockEvents([text], { extensions: true }),
          JSON.stringify([prefix, unit]),
        );
      }
    }
  });

  for (const [title, pieces] of Object.entries({
    'a carriage return and a line feed': ['```\na\r', '\nb\r', '\rc'],
    'the halves of a character': ['a \uD83D', '\uDE00 b'],
    'empty pieces': ['', 'a\r', '', '\n', '', 'b', ''],
    'a null character': ['a\0', '\0b'],
  })) {
    it(`emits the same for ${title}`, () => {
      assert.deepEqual(
        blockEvents(pieces, { extensions: true }),
        blockEvents([pieces.join('')], { extensions: true }),
      );
    });
  }

  it('never emits the first half of a character without the second that follows', () => {
    const events = blockEvents(['\uD83D', '\uDE00', '\uD83D', '\n'], { extensions: true });
    assert.deepEqual(events, [
      'open {"type":"paragraph"}',
      `append ${JSON.stringify('\u{1F600}\uD83D')}`,
      'close',
    ]);
  });
});
