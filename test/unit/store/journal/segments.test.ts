import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { newConversation } from '../../../../src/shared/conversation/conversation';
import { reduce } from '../../../../src/shared/conversation/conversationEvent';
import { JournalStore } from '../../../../src/store/journal/journalStore';
import type { JournalRecord } from '../../../../src/store/journal/record';
import { mergeRecords } from '../../../../src/store/journal/segments';
import { ManualClock } from '../../../support/manualClock';
import { asked } from '../../../support/journal/stories';

/** Records of some writers, each of which counts up in number and time. */
const written = fc
  .array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 }), { maxLength: 4 })
  .map((writers) =>
    writers.flatMap((steps, index) => {
      let l = 0;
      return steps.map((step, n): JournalRecord => {
        l += step;
        return { v: 1, c: 'c', w: `w${index}`, n, l, t: 0, k: 'pin', d: {} };
      });
    }),
  );

describe('Segments of several writers', () => {
  it('are merged into one order by every reader, whatever the order they are read in', () => {
    fc.assert(
      fc.property(
        written.chain((records) =>
          fc.tuple(
            fc.constant(records),
            fc.shuffledSubarray(records, { minLength: records.length }),
            fc.subarray(records),
          ),
        ),
        ([records, shuffled, again]) => {
          const merged = mergeRecords(records);
          assert.deepEqual(mergeRecords([...shuffled, ...again]), merged, 'each comes once');
          assert.equal(merged.length, records.length);
          for (const writer of new Set(records.map(({ w }) => w))) {
            const own = (all: readonly JournalRecord[]): readonly JournalRecord[] =>
              all.filter(({ w }) => w === writer);
            assert.deepEqual(own(merged), own(records), 'in the order of its writing');
          }
        },
      ),
    );
  });

  it('tell what was added after reading as later than all that was read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: -2000, max: 2000 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (steps) => {
          const root = await mkdtemp(join(tmpdir(), 'portico-merge-'));
          // Clocks of windows do not agree.
          const clocks = [new ManualClock(5000), new ManualClock(1000), new ManualClock(90_000)];
          const stores = clocks.map((clock) => new JournalStore({ root, clock }));
          let told = newConversation('c', 'm', 1);
          stores[steps[0]![0]]!.create(told);
          for (const [turn, [window, pause]] of steps.entries()) {
            const store = stores[window]!;
            clocks[window]?.advance(Math.max(pause, 0));
            const loaded = await store.load('c');
            assert.deepEqual(loaded ?? told, told);
            const event = asked(`q${turn}`, `a${turn}`);
            store.append('c', event);
            await store.sync('c');
            told = reduce(told, event);
          }
          for (const store of stores) {
            const loaded = await store.load('c');
            assert.deepEqual(loaded?.messages, told.messages);
            await store.close();
          }
          await rm(root, { recursive: true });
        },
      ),
      { numRuns: 25 },
    );
  });
});
