// Processes that are killed while an answer streams: nothing that was saved may be lost.
import { killWriters } from '../support/journal/processTrials';
import { seededRandom } from '../support/journal/seededRandom';
import type { Figure } from './figure';

const kills = 200;

export async function measureKills(): Promise<readonly Figure[]> {
  const { unreadable, lost, maxLostMs } = await killWriters(kills, seededRandom(3));
  return [
    { name: `unreadable chats after ${kills} kills`, value: unreadable, unit: 'times', limit: 0 },
    { name: '  saved messages lost', value: lost, unit: 'times', limit: 0 },
    // The journal gathers text for 100 ms before it writes it.
    { name: '  longest text lost', value: maxLostMs, unit: 'ms' },
  ];
}
