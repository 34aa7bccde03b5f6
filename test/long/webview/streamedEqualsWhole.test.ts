// Twenty times as many random documents as in the webview ring, and long blocks in smaller pieces.
import { piecesOf } from '../../support/markdown/blockEvents';
import { longBlocks } from '../../webview/support/longBlocks';
import { StreamedTrials } from '../../webview/support/streamedTrials';

const documents = 20_000;

describe('an answer that arrives in pieces', function () {
  this.timeout(1_200_000);
  let trials: StreamedTrials;

  before(async () => {
    trials = await StreamedTrials.start();
  });
  after(() => trials.stop());

  it(`is the document of the whole text, for ${documents} random documents cut anywhere`, () =>
    trials.checkRandom(documents, 1_000_000));

  for (const length of [1, 4, 7]) {
    it(`is the document of the whole text, for long blocks in pieces of ${length}`, () =>
      trials.check(longBlocks.map((text) => piecesOf(text, length))));
  }
});
