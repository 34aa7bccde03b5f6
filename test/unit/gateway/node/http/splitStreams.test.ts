import assert from 'node:assert/strict';
import { propertyRuns } from '../../../../support/propertyRuns';
import {
  checkBroken,
  checkSplit,
  expected,
  texts,
  transcripts,
} from '../../../../support/streams/splitStreams';

const runs = propertyRuns(1_000);

describe('streams split at random positions', () => {
  it('are complete when they are not split', () => {
    for (const [at, { name }] of transcripts.entries()) {
      assert.equal(expected[at]?.text, texts.text, name);
      assert.equal(expected[at]?.reasoning, texts.reasoning, name);
      assert.equal(expected[at]?.errorName, '', name);
    }
  });

  it(`give the same answer (${runs} runs)`, () => checkSplit(runs));

  it(`give the start of the answer when the connection breaks (${runs} runs)`, () =>
    checkBroken(runs));
});
