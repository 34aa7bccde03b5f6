// Twenty times as many random documents as in the webview ring.
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
});
