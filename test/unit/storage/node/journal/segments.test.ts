import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { newConversation } from '../../../../../src/conversation/common/conversation';
import { reduce } from '../../../../../src/conversation/common/conversationEvent';
import { JournalStore } from '../../../../../src/storage/node/journal/journalStore';
import type { JournalRecord } from '../../../../../src/storage/node/journal/record';
import { mergeRecords } from '../../../../../src/storage/node/journal/segments';
import { asked } from '../../../../support/journal/sampleConversations';
import { ManualClock } from '../../../../support/manualClock';

/** Records of several writers, each with increasing numbers and times. */
const recordsOfWriters = fc
  .array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 }), { maxLength: 4 })
  .map((writers) =>
    writers.flatMap((steps, index) => {
      let lamport = 0;
      return steps.map((step, seq): JournalRecord => {
        lamport += step;
        return {
          version: 1,
          conversation: 'c',
          writer: `w${index}`,
          seq,
          lamport,
          time: 0,
          type: 'pinChanged',
          data: {},
        };
      });
    }),
  );

describe('Segments of several writers', () => {
  it('are merged into the same order, whatever the order they are read in', () => {
    fc.assert(
      fc.property(
        recordsOfWriters.chain((records) =>
          fc.tuple(
            fc.constant(records),
            fc.shuffledSubarray(records, { minLength: records.length }),
            fc.subarray(records),
          ),
        ),
        ([records, shuffled, duplicates]) => {
          const merged = mergeRecords(records);
          assert.deepEqual(
            mergeRecords([...shuffled, ...duplicates]),
            merged,
            'without duplicates',
          );
          assert.equal(merged.length, records.length);
          for (const writer of new Set(records.map((record) => record.writer))) {
            const ofWriter = (all: readonly JournalRecord[]): readonly JournalRecord[] =>
              all.filter((record) => record.writer === writer);
            assert.deepEqual(ofWriter(merged), ofWriter(records), 'in the order of writing');
          }
        },
      ),
    );
  });

  it('put what a window appends after everything that it has read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: -2000, max: 2000 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (steps) => {
          const root = await mkdtemp(join(tmpdir(), 'portico-merge-'));
          // The clocks of the windows differ.
          const clocks = [new ManualClock(5000), new ManualClock(1000), new ManualClock(90_000)];
          const stores = clocks.map((clock) => new JournalStore({ root, clock }));
          let expected = newConversation('c', 'm', 1);
          stores[steps[0]![0]]!.create(expected);
          for (const [turn, [window, pause]] of steps.entries()) {
            const store = stores[window]!;
            clocks[window]?.advance(Math.max(pause, 0));
            const loaded = await store.load('c');
            assert.deepEqual(loaded ?? expected, expected);
            const event = asked(`q${turn}`, `a${turn}`);
            store.append('c', event);
            await store.sync('c');
            expected = reduce(expected, event);
          }
          for (const store of stores) {
            const loaded = await store.load('c');
            assert.deepEqual(loaded?.messages, expected.messages);
            await store.close();
          }
          await rm(root, { recursive: true });
        },
      ),
      { numRuns: 25 },
    );
  });
});
