import assert from 'node:assert/strict';
import type * as showCostsModule from '../../../../../src/features/costs/host/showCosts';
import type { Cost } from '../../../../../src/gateway/common/prices';
import type { LedgerEntry } from '../../../../../src/storage/node/ledger';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { costsMarkdown } = withVsCodeTexts(
  () => require('../../../../../src/features/costs/host/showCosts') as typeof showCostsModule,
);

const work = 'https://gateway.example/v1#work';
const usd = (amount: number): Cost => ({ amount, currency: 'USD', isEstimate: true });

function entry(day: number, model: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return { id: '', day: `2026-11-${day}`, gateway: work, model, ...more };
}

const tokens = (inputTokens: number, outputTokens: number) => ({
  usage: { inputTokens, outputTokens },
});

describe('costsMarkdown', () => {
  it('has the month, each model, and the days from the last one on, with what is not known', () => {
    const other = { gateway: 'http://localhost:11434/v1' };
    const named = { name: 'Work', baseUrl: 'https://gateway.example/v1', keyLabel: 'work' };
    const text = costsMarkdown(
      '2026-11',
      [
        entry(27, 'gpt-5.2', { ...tokens(100_000, 2_000), cost: usd(0.2) }),
        entry(28, 'gpt-5.2', { ...tokens(50_000, 1_000), cost: { ...usd(0.1), isMinimum: true } }),
        entry(28, 'deepseek-chat', { ...tokens(9_000, 10), cost: { amount: 1, currency: 'CNY' } }),
        entry(28, 'gpt-5.2'),
        entry(28, 'qwen|\n3', other),
      ],
      [{ ...named, origin: 'https://gateway.example', timeouts: {}, extras: {} }],
    );
    assert.deepEqual(text.split('\n'), [
      '# November 2026',
      '',
      '| Day | Model | Gateway | Requests | Tokens in | Tokens out | Cost |',
      '| :-- | :-- | :-- | --: | --: | --: | --: |',
      '| Entire month |  |  | 5 | at least 159,000 | at least 3,010 | at least $0.30 (estimated) + CN¥1.00 + 2 requests of unknown cost |',
      '|  | gpt-5.2 | Work | 3 | at least 150,000 | at least 3,000 | at least $0.30 (estimated) + 1 request of unknown cost |',
      '|  | deepseek-chat | Work | 1 | 9,000 | 10 | CN¥1.00 |',
      String.raw`|  | qwen\|3 | localhost:11434/v1 | 1 | ? | ? | 1 request of unknown cost |`,
      '| 11/28 | gpt-5.2 | Work | 2 | at least 50,000 | at least 1,000 | at least $0.10 (estimated) + 1 request of unknown cost |',
      '| 11/28 | deepseek-chat | Work | 1 | 9,000 | 10 | CN¥1.00 |',
      String.raw`| 11/28 | qwen\|3 | localhost:11434/v1 | 1 | ? | ? | 1 request of unknown cost |`,
      '| 11/27 | gpt-5.2 | Work | 1 | 100,000 | 2,000 | $0.20 (estimated) |',
      '',
    ]);
  });

  it('leaves out what is the same or unknown for all', () => {
    const text = costsMarkdown('2026-11', [entry(28, 'gpt-5.2', { cost: usd(2) })], []);
    assert.deepEqual(text.split('\n').slice(2), [
      '| Day | Model | Requests | Cost |',
      '| :-- | :-- | --: | --: |',
      '| Entire month |  | 1 | $2.00 (estimated) |',
      '| 11/28 | gpt-5.2 | 1 | $2.00 (estimated) |',
      '',
    ]);
  });
});
