import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Act, DraftStory, type Life, namesIn } from '../../../support/journal/draftStory';

const act = fc.constantFrom<Act>(
  'type',
  'send',
  'queue',
  'remove',
  'rewrite',
  'leave',
  'keep',
  'keep',
  'reopen',
);

const life: fc.Arbitrary<Life> = fc.record({
  acts: fc.array(act, { minLength: 2, maxLength: 9, size: 'max' }),
  steps: fc.oneof(fc.constant(Infinity), fc.nat(40)),
  refused: fc.array(fc.nat(40), { maxLength: 2 }),
});
const lives = fc.array(life, { minLength: 1, maxLength: 3, size: 'max' });

/** Opens the chat in new windows until nothing is left of it. */
async function check(story: DraftStory): Promise<void> {
  const { owed } = story;
  const found = await story.drain();
  const atOnce = found[0] === undefined ? [] : namesIn(found[0]);
  const seen = new Set(found.flatMap(namesIn));
  const isFound = (what: string): boolean =>
    /^[qe]/.test(what) ? atOnce.includes(what) : seen.has(what);
  const left = [...story.folder.files.keys()].filter((name) => !name.endsWith('.tmp'));
  assert.deepEqual(
    { lost: owed.filter((what) => !isFound(what)), missed: story.missed, left },
    { lost: [], missed: [], left: [] },
  );
  assert.deepEqual(story.returned, [], 'came back');
}

describe('drafts of several windows', () => {
  it('lose no word and no question, and bring none back, while windows come and die', async () => {
    const times = fc.array(lives, { minLength: 1, maxLength: 3, size: 'max' });
    await fc.assert(
      fc.asyncProperty(times, fc.scheduler(), async (all, scheduler) => {
        let isOver = false;
        const story = new DraftStory(() =>
          isOver ? Promise.resolve() : scheduler.schedule(Promise.resolve()),
        );
        for (const together of all) {
          await scheduler.waitFor(Promise.all(together.map((one) => story.live(one))));
        }
        isOver = true;
        await check(story);
      }),
      { numRuns: 1500 },
    );
  });

  it('nor at whatever step one dies that comes after others', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (before) => {
        const last = before.at(-1);
        for (let steps = 0; steps < 40; steps += 1) {
          const story = new DraftStory(() => Promise.resolve());
          for (const one of before.slice(0, -1)) {
            await story.live(one);
          }
          await story.live({ acts: [], refused: [], ...last, steps });
          await check(story);
        }
      }),
      { numRuns: 60 },
    );
  });
});
