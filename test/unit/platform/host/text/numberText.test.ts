import assert from 'node:assert/strict';
import type * as numberTextModule from '../../../../../src/platform/host/text/numberText';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { amountText, costText } = withVsCodeTexts(
  () => require('../../../../../src/platform/host/text/numberText') as typeof numberTextModule,
);

describe('amounts', () => {
  it('are cut to what a person reads, with their unit', () => {
    const texts: readonly (readonly [amount: number, currency: string, text: string])[] = [
      [74.49999999, 'USD', '$74.50'],
      [-1.23456789, 'USD', '-$1.23'],
      [0.123456789, 'USD', '$0.1235'],
      [-0.123456789, 'USD', '-$0.1235'],
      [0.002277, 'USD', '$0.0023'],
      [0.0000123456, 'USD', '$0.000012'],
      [1_234_567.891, 'CNY', 'CN¥1,234,567.89'],
      [2, 'usd', '$2.00'],
      [1_240_000.4, 'quota units', '1,240,000 quota units'],
      [2.48, '', '2.48'],
      [1e308, 'USD', 'more than $1,000,000,000,000.00'],
      [-1e308, 'EUR', 'less than -€1,000,000,000,000.00'],
      [1e21, 'quota units', 'more than 1,000,000,000,000 quota units'],
      [5, 'x'.repeat(1000), `5.00 ${'x'.repeat(16)}`],
    ];
    for (const [amount, currency, text] of texts) {
      assert.equal(amountText(amount, currency), text);
    }
  });

  it('of costs are never 0 where something was charged', () => {
    const currency = 'USD';
    assert.equal(costText({ amount: 1e-9, currency }), 'less than $0.000001');
    assert.equal(costText({ amount: 0.01, currency, isMinimum: true }), 'at least $0.01');
    assert.equal(costText({ amount: 0, currency }), '$0.00');
  });
});
