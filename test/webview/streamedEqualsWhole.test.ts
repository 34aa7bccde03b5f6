// However a text is cut, the document is the same in the end, and what is finished stays as it is and where it is.
import { StreamedTrials } from './support/streamedTrials';

/** A sample; the long ring tries 20,000. */
const documents = 1_000;

describe('an answer that arrives in pieces', function () {
  this.timeout(300_000);
  let trials: StreamedTrials;

  before(async () => {
    trials = await StreamedTrials.start();
  });
  after(() => trials.stop());

  for (const length of [1, 4, 67]) {
    it(`is the document of the whole text, for all examples of the specifications in pieces of ${length}`, () =>
      trials.checkExamples(length));
  }

  it(`is the document of the whole text, for ${documents} random documents cut anywhere`, () =>
    trials.checkRandom(documents, 1));
});
