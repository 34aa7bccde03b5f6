// The line about a balance that is lower than what a day costs: when there is one, and how often.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as lowBalanceModule from '../../../../../src/features/balance/host/lowBalance';
import { quotaUnits, type Balance } from '../../../../../src/gateway/common/balance';
import type { LedgerEntry } from '../../../../../src/storage/node/ledger';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { LowBalance } = withVsCodeTexts(
  () => require('../../../../../src/features/balance/host/lowBalance') as typeof lowBalanceModule,
);

describe('LowBalance', () => {
  let storageFolder: string;
  beforeEach(async () => {
    storageFolder = await mkdtemp(join(tmpdir(), 'portico-low-balance-'));
  });
  afterEach(() => rm(storageFolder, { recursive: true, force: true }));

  const usd = (amount: number) => ({ cost: { amount, currency: 'USD' } });
  /** Days of $3 and $5, and what does not count. */
  const entries: readonly LedgerEntry[] = [
    { day: '2026-10-28', ...usd(900) },
    { day: '2026-10-29', ...usd(1) },
    { day: '2026-10-29', ...usd(2) },
    { day: '2026-11-20' },
    { day: '2026-11-21', ...usd(0) },
    { day: '2026-11-22', ...usd(900), gateway: 'g#other' },
    { day: '2026-11-23', cost: { amount: 900, currency: 'CNY' } },
    { day: '2026-11-27', ...usd(5) },
    { day: '2026-11-28', ...usd(900) },
  ].map((entry, index) => Object.assign({ id: String(index), gateway: 'g', model: 'm' }, entry));

  function openWindow(balance: Balance | undefined, day = '2026-11-28') {
    let shown: string | undefined;
    const low = new LowBalance({
      balances: { of: (id) => (id === 'g' && balance ? { balance, fetchedAt: 0 } : undefined) },
      ledger: { day, loadSince: async (first) => entries.filter((entry) => entry.day >= first) },
      storageFolder,
    });
    const ask = async (gateway = 'g'): Promise<string | undefined> => {
      shown = await low.line(gateway, () => shown !== undefined);
      return shown;
    };
    const dismiss = (): void => {
      shown = undefined;
    };
    return { ask, dismiss };
  }

  const left = (amount: number, currency = 'USD'): Balance => ({ remaining: { amount, currency } });
  const line = (text: string): string =>
    `Only ${text} is left for the key. A day costs you about $4.00 on average.`;

  const rows: readonly (readonly [Balance | undefined, string | undefined])[] = [
    [left(3.99), line('$3.99')],
    [{ ...left(3.99), isRemainingAtMost: true }, line('$3.99')],
    [left(4), undefined],
    [
      { ...left(3), periods: [{ period: 'day', limit: { amount: 5, currency: 'USD' } }] },
      undefined,
    ],
    [undefined, undefined],
    [{ isUnlimited: true, used: { amount: 1, currency: 'USD' } }, undefined],
    [left(3, ''), undefined],
    [left(3, quotaUnits), undefined],
    [left(3, 'EUR'), undefined],
  ];
  for (const [balance, expected] of rows) {
    const says = expected === undefined ? 'nothing' : 'so';
    it(`says ${says} for ${JSON.stringify(balance)}`, async () => {
      const window = openWindow(balance);
      assert.equal(await window.ask('another'), undefined);
      assert.equal(await window.ask(), expected);
    });
  }

  it('says nothing without an earlier day that cost something', async () => {
    assert.equal(await openWindow(left(1), '2026-10-28').ask(), undefined);
  });

  it('says it once a day, in one window, until it is dismissed', async () => {
    const [first, second] = [openWindow(left(1)), openWindow(left(1))];
    assert.equal(await first.ask(), line('$1.00'));
    assert.equal(await second.ask(), undefined);
    assert.equal(await first.ask(), line('$1.00'));
    first.dismiss();
    assert.equal(await first.ask(), undefined);
    assert.notEqual(await openWindow(left(1), '2026-11-29').ask(), undefined);
  });
});
