import { cutAtEveryByte, flipBits } from '../../../../support/journal/damageTrials';
import { failEverywhere } from '../../../../support/journal/diskFailureTrials';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { sampled } from '../../../../support/sampled';

describe('A damaged journal', () => {
  it('yields an earlier state of the conversation when it is cut at any byte', async function () {
    this.timeout(60_000);
    await cutAtEveryByte(sampled(24));
  });

  it('yields everything but the damaged lines when any bit is flipped', async function () {
    this.timeout(60_000);
    await flipBits(40, sampled(500), seededRandom(1));
  });
});

describe('A failing disk', () => {
  it('loses nothing that was acknowledged, is reported each time, and has everything after it recovers', async function () {
    this.timeout(60_000);
    const runs = await failEverywhere(100 / sampled(100));
    if (runs < sampled(100)) {
      throw new Error(`Only ${runs} runs.`);
    }
  });
});
