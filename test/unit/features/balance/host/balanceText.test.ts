import assert from 'node:assert/strict';
import type * as balanceTextModule from '../../../../../src/features/balance/host/balanceText';
import type { Balance } from '../../../../../src/gateway/common/balance';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { balanceDetails, balanceSummary } = withVsCodeTexts(
  () => require('../../../../../src/features/balance/host/balanceText') as typeof balanceTextModule,
);

const money = (amount: number, currency = 'USD') => ({ amount, currency });

describe('the text of a balance', () => {
  const rows: readonly (readonly [Balance, summary: string, ...details: readonly string[]])[] = [
    [
      { remaining: money(2.48), used: money(0.52), limit: money(3) },
      '$2.48 left',
      '$0.52 of $3.00 used',
    ],
    [{ isUnlimited: true, used: money(1) }, 'This key has no limit of its own; $1.00 used'],
    [{ isUnlimited: true }, 'This key has no limit of its own'],
    [
      {
        remaining: money(1.75),
        isRemainingAtMost: true,
        periods: [
          { period: '1d', limit: money(2) },
          { period: 'day', used: money(1), limit: money(4) },
          { period: 'month', used: money(3) },
        ],
      },
      'At most $1.75 left',
      '1d: ? of $2.00 used',
      'Today: $1.00 of $4.00 used',
      'This month: $3.00 used',
    ],
    [{ remaining: money(2.48, '') }, '2.48 of an unknown currency left'],
    [{ remaining: money(1_240_000, 'quota units') }, '1,240,000 quota units of unknown worth left'],
    [{ used: money(0.5) }, "The gateway doesn't say what is left", '$0.50 used'],
    [{ remaining: money(-2) }, '-$2.00 left'],
    [{ remaining: money(0), isInactive: true }, 'The gateway no longer accepts this key'],
  ];
  for (const [balance, summary, ...details] of rows) {
    it(`is “${[summary, ...details].join('”, “')}”`, () => {
      assert.equal(balanceSummary(balance, 0), summary);
      assert.deepEqual(balanceDetails(balance, 0), details);
    });
  }
});
