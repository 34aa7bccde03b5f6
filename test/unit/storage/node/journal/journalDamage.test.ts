import { cutAtEveryByte, flipBits } from '../../../../support/journal/damageTrials';
import { failEverywhere } from '../../../../support/journal/diskFailureTrials';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { propertyRuns } from '../../../../support/propertyRuns';

describe('A damaged journal', () => {
  it('yields an earlier state of the conversation when it is cut at any byte', async () => {
    await cutAtEveryByte(propertyRuns(6));
  });

  it('yields everything but the damaged lines when any bit is flipped', async () => {
    await flipBits(40, propertyRuns(125), seededRandom(1));
  });
});

describe('A failing disk', () => {
  it('loses nothing that was acknowledged, is reported each time, and has everything after it recovers', async () => {
    const runs = await failEverywhere(4);
    if (runs < 25) {
      throw new Error(`Only ${runs} runs.`);
    }
  });
});
