import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  DraftSimulation,
  isInBox,
  itemsIn,
  type UserAction,
  type WindowScript,
} from '../../../../support/journal/draftSimulation';

const action = fc.constantFrom<UserAction>(
  'type',
  'attach',
  'send',
  'queue',
  'dequeue',
  'edit',
  'discardEdit',
  'save',
  'save',
  'reload',
);

const windowScript: fc.Arbitrary<WindowScript> = fc.record({
  actions: fc.array(action, { minLength: 2, maxLength: 9, size: 'max' }),
  steps: fc.oneof(fc.constant(Infinity), fc.nat(40)),
  failingSteps: fc.array(fc.nat(40), { maxLength: 2 }),
});
const windowScripts = fc.array(windowScript, { minLength: 1, maxLength: 3, size: 'max' });

/** Loads and empties the draft in new windows until it is empty, and checks what they found. */
async function check(simulation: DraftSimulation): Promise<void> {
  const { durable } = simulation;
  const drafts = await simulation.drain();
  const itemsInFirst = drafts[0] === undefined ? [] : itemsIn(drafts[0]);
  const allItems = new Set(drafts.flatMap(itemsIn));
  await simulation.cleanUp();
  const isFound = (item: string): boolean =>
    isInBox(item) ? allItems.has(item) : itemsInFirst.includes(item);
  const remainingFiles = [...simulation.folder.files.keys()];
  assert.deepEqual(
    { lost: durable.filter((item) => !isFound(item)), missed: simulation.missed, remainingFiles },
    { lost: [], missed: [], remainingFiles: [] },
  );
  assert.deepEqual(simulation.returned, [], 'removed items that came back');
}

describe('DraftFiles of several windows', () => {
  it('lose no item and bring none back while windows edit one draft and crash', async () => {
    const rounds = fc.array(windowScripts, { minLength: 1, maxLength: 3, size: 'max' });
    await fc.assert(
      fc.asyncProperty(rounds, fc.scheduler(), async (allRounds, scheduler) => {
        let isOver = false;
        const simulation = new DraftSimulation(() =>
          isOver ? Promise.resolve() : scheduler.schedule(Promise.resolve()),
        );
        for (const scripts of allRounds) {
          await scheduler.waitFor(
            Promise.all(scripts.map((script) => simulation.runWindow(script))),
          );
        }
        isOver = true;
        await check(simulation);
      }),
      { numRuns: 1500 },
    );
  });

  it('lose no item at whatever step the last of several windows crashes', async () => {
    await fc.assert(
      fc.asyncProperty(windowScripts, async (scripts) => {
        const last = scripts.at(-1);
        for (let steps = 0; steps < 40; steps += 1) {
          const simulation = new DraftSimulation(() => Promise.resolve());
          for (const script of scripts.slice(0, -1)) {
            await simulation.runWindow(script);
          }
          await simulation.runWindow({ actions: [], failingSteps: [], ...last, steps });
          await check(simulation);
        }
      }),
      { numRuns: 60 },
    );
  });
});
