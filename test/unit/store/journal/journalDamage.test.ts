import { cutEverywhere, turnBits } from '../../../support/journal/damageTrials';
import { refuseEverywhere } from '../../../support/journal/refusalTrials';
import { seeded } from '../../../support/journal/seeded';

describe('A journal that is damaged', () => {
  it('tells a beginning of the conversation, cut at every byte', async function () {
    this.timeout(60_000);
    await cutEverywhere(24);
  });

  it('tells all but the damaged line, whichever bit is turned', async function () {
    this.timeout(60_000);
    await turnBits(40, 500, seeded(1));
  });
});

describe('A disk that refuses', () => {
  it('takes nothing that was acknowledged, is told each time, and holds all once it is over', async function () {
    this.timeout(60_000);
    const refusals = await refuseEverywhere();
    if (refusals < 100) {
      throw new Error(`Only ${refusals} refusals.`);
    }
  });
});
