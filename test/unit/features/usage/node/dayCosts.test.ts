import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DayCosts } from '../../../../../src/features/usage/node/dayCosts';
import { ManualClock } from '../../../../support/manualClock';

const usd = (amount: number) => ({ amount, currency: 'USD' });

describe('DayCosts', () => {
  let folder: string;

  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'portico-costs-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const open = (clock: ManualClock, isKept = true): DayCosts =>
    new DayCosts({ folder, clock, isKept: () => isKept });

  it('sums up what all windows report, and each request once', async () => {
    const clock = new ManualClock();
    const [one, two] = [open(clock), open(clock)];
    await one.add([{ id: 'a', cost: usd(1) }, { id: 'b' }]);
    await two.add([{ id: 'a', cost: usd(1) }]);
    await two.add([{ id: 'c', cost: { amount: 7, currency: 'CNY' } }]);
    const expected = { costs: [usd(1), { amount: 7, currency: 'CNY' }], withoutCost: 1 };
    assert.deepEqual(two.today, expected);
    assert.deepEqual(one.today, { costs: [usd(1)], withoutCost: 1 });
    await one.load();
    assert.deepEqual(one.today, expected);
  });

  it('starts from nothing the next day, and keeps no older file', async () => {
    const clock = new ManualClock();
    const costs = open(clock);
    await writeFile(join(folder, '1969-01-01.jsonl'), '');
    await costs.add([{ id: 'a', cost: usd(1) }]);
    clock.advance(24 * 60 * 60 * 1000);
    assert.deepEqual(costs.today, { costs: [], withoutCost: 0 });
    await costs.add([{ id: 'b', cost: usd(2) }]);
    assert.deepEqual(costs.today.costs, [usd(2)]);
    assert.equal((await readdir(folder)).length, 1);
  });

  it('reads a file whose last line a crash has cut off', async () => {
    const clock = new ManualClock();
    await open(clock).add([{ id: 'a', cost: usd(1) }]);
    const [name = ''] = await readdir(folder);
    await appendFile(join(folder, name), '\n{"id":"b","cost":{"amo');
    await open(clock).add([{ id: 'c', cost: usd(2) }]);
    const costs = open(clock);
    await costs.load();
    assert.deepEqual(costs.today, { costs: [usd(3)], withoutCost: 0 });
  });

  it('knows the requests of this window where nothing can be written', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    const costs = open(new ManualClock());
    await costs.add([{ id: 'a', cost: usd(1) }]);
    await costs.load();
    assert.deepEqual(costs.today.costs, [usd(1)]);
  });

  it('writes nothing while history is off', async () => {
    const costs = open(new ManualClock(), false);
    await costs.add([{ id: 'a', cost: usd(1) }]);
    assert.deepEqual([costs.today.costs, await readdir(folder)], [[usd(1)], []]);
  });
});
