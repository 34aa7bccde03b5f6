// What the journal survives, at larger counts than in the unit tests: killed processes, damaged files, a failing disk.
import { cutAtEveryByte, flipBits } from '../support/journal/damageTrials';
import { failEverywhere } from '../support/journal/diskFailureTrials';
import { killWriters, writeConcurrently } from '../support/journal/processTrials';
import { seededRandom } from '../support/journal/seededRandom';
import type { Figure } from './figure';

const kills = 1000;
const lines = 200;
const flippedBits = 10_000;
const processes = 8;
const recordsPerProcess = 3000;

/** Rejects where a trial fails. */
export async function measureDurability(): Promise<readonly Figure[]> {
  const killed = await killWriters(kills, seededRandom(3));
  const cuts = await cutAtEveryByte(lines);
  await flipBits(lines, flippedBits, seededRandom(4));
  const diskFailures = await failEverywhere(1);
  await writeConcurrently(processes, recordsPerProcess);
  const passed = (name: string, value: number): Figure => ({
    name: `durability: ${name}`,
    value,
    unit: 'times',
  });
  return [
    passed('writers killed while they stream', killed.kills),
    { ...passed('unreadable chats after a kill', killed.unreadable), limit: 0 },
    { ...passed('saved messages lost after a kill', killed.lost), limit: 0 },
    // The journal gathers text for 100 ms before it writes it.
    { name: 'durability: longest text lost', value: killed.maxLostMs, unit: 'ms' },
    passed(`cuts of ${lines} records, each read up to the cut`, cuts),
    passed('flipped bits, all other records read', flippedBits),
    passed('disk failures, each reported, nothing lost', diskFailures),
    passed(`records of ${processes} processes, none lost or mixed`, processes * recordsPerProcess),
  ];
}
