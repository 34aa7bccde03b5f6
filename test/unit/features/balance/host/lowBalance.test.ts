// The line about a balance that is lower than what a day costs: when there is one, and how often.
import assert from 'node:assert/strict';
import type * as lowBalanceModule from '../../../../../src/features/balance/host/lowBalance';
import { quotaUnits, type Balance } from '../../../../../src/gateway/common/balance';
import type { LedgerEntry } from '../../../../../src/storage/node/ledger';
import { MemoryMemento } from '../../../../support/memoryStorage';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { lowBalanceLine } = withVsCodeTexts(
  () => require('../../../../../src/features/balance/host/lowBalance') as typeof lowBalanceModule,
);

describe('lowBalanceLine', () => {
  let memento: MemoryMemento;
  beforeEach(() => {
    memento = new MemoryMemento();
  });

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

  /** @param today the day on which it was asked what is left */
  function openWindow(balance: Balance | undefined, today = '2026-11-28') {
    let shown: string | undefined;
    const look = async (day: string, gateway = 'g'): Promise<string | undefined> => {
      const last = { balance: balance ?? {}, fetchedAt: Date.parse(`${today}T00:00`) };
      const deps = {
        balances: { of: (id: string) => (id === 'g' && balance ? last : undefined) },
        ledger: {
          day,
          loadSince: async (first: string) => entries.filter((entry) => entry.day >= first),
        },
        globalState: memento,
      };
      shown = await lowBalanceLine(deps, gateway, () => shown !== undefined);
      return shown;
    };
    const ask = (gateway?: string): Promise<string | undefined> => look(today, gateway);
    const dismiss = (): void => {
      shown = undefined;
    };
    const setDay = (next: string): void => {
      today = next;
    };
    return { ask, look, dismiss, setDay };
  }

  const left = (amount: number, currency = 'USD'): Balance => ({ remaining: { amount, currency } });
  const atNight = (days: number): number => new Date(2026, 10, 28 + days).getTime();
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
    // OpenRouter tells what was used today, which is no limit.
    [{ ...left(3), periods: [{ period: 'day', used: usd(1).cost }] }, line('$3.00')],
    // LiteLLM's budgets start again after `budget_duration`, such as `1d` or `30d`.
    [{ ...left(3), resetsAt: atNight(1) }, undefined],
    [{ ...left(3), resetsAt: atNight(30) }, line('$3.00')],
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

  it('says nothing about what was left on an earlier day', async () => {
    const window = openWindow(left(1));
    assert.equal(await window.look('2026-11-29'), undefined);
  });

  it('says it no more after it was shown overnight and dismissed', async () => {
    const window = openWindow(left(1));
    await window.ask();
    window.setDay('2026-11-29');
    assert.notEqual(await window.ask(), undefined);
    window.dismiss();
    assert.equal(await window.ask(), undefined);
  });
});
