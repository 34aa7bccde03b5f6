import { checkBroken, checkSplit } from '../support/streams/splitStreams';

const runs = 20_000;

describe('streams split at random positions', () => {
  it(`give the same answer (${runs} runs)`, () => checkSplit(runs));

  it(`give the start of the answer when the connection breaks (${runs} runs)`, () =>
    checkBroken(runs));
});
