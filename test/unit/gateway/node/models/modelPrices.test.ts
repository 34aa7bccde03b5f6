import assert from 'node:assert/strict';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [
  server: string,
  record: object,
  price: Partial<NonNullable<ModelRecord['price']>> | undefined,
];

const perMillion = { currency: 'USD', unit: 'per_million_tokens' };
const litellm = {
  input_cost_per_token: 3e-6,
  output_cost_per_token: 1.5e-5,
  cache_read_input_token_cost: 3e-7,
  cache_creation_input_token_cost: 3.75e-6,
};
const litellmPrice = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };

const rows: readonly Row[] = [
  [
    'OpenRouter',
    { pricing: { prompt: '0.00000015', completion: '0.0000006' } },
    { input: 0.15, output: 0.6 },
  ],
  [
    'OpenRouter',
    { pricing: { prompt: '0.000001', input_cache_read: '1e-7' } },
    { input: 1, cachedInput: 0.1 },
  ],
  ['OpenRouter', { pricing: { prompt: '-1', completion: '-1' } }, undefined],
  ['a proxy', { pricing: { input: 0.9 } }, undefined],
  ['a proxy', { pricing: { prompt: 3 } }, undefined],
  ['a proxy', { pricing: null }, undefined],
  [
    'OpenRouter',
    { pricing: { prompt: '0.000001', request: '0.005', image: '0.001445' } },
    { input: 1, perRequest: 0.005, perImage: 0.001445 },
  ],
  ['OpenRouter', { pricing: { request: '0.005', image: '0.001' } }, undefined],
  ...['0', '-1', '', 'free', null].map((none): Row => [
    'OpenRouter',
    { pricing: { prompt: '0.000001', request: none, image: none } },
    { input: 1 },
  ]),
  [
    'NanoGPT',
    { pricing: { prompt: 0.00015, completion: 0.0006, ...perMillion } },
    { input: 0.00015, output: 0.0006 },
  ],
  [
    'NanoGPT',
    { pricing: { prompt: 1.5, completion: 4.5, ...perMillion } },
    { input: 1.5, output: 4.5 },
  ],
  [
    'NanoGPT',
    { pricing: { prompt: 1.5, image: 0.2, request: 0.1, ...perMillion } },
    { input: 1.5 },
  ],
  ['a proxy', { pricing: { prompt: '0.003', unit: 'per_thousand_tokens' } }, { input: 3 }],
  ['a proxy', { pricing: { prompt: '0.000003', unit: 'per_token' } }, { input: 3 }],
  ['a proxy', { pricing: { prompt: '0.000003', unit: 'per_second' } }, undefined],
  ['a proxy', { pricing: { prompt: '0.000003', currency: 'EUR' } }, undefined],
  ['a proxy', { currency: 'CNY', pricing: { prompt: '0.000003' } }, undefined],
  ['OVH', { pricing: { prompt: '0.00000047', currency_unit: 'EUR' } }, undefined],
  [
    'OVH',
    { pricing: { prompt: '0.00000047', completion: '0.00000319', currency_unit: 'usd' } },
    { input: 0.47, output: 3.19 },
  ],
  [
    'Parasail',
    {
      pricing: {
        prompt: '0.0000006',
        completion: '0.000002',
        input_cache_reads: '0.0000001',
        input_cache_writes: '0.000001',
      },
    },
    { input: 0.6, output: 2, cachedInput: 0.1, cacheWrite: 1 },
  ],
  [
    'LiteLLM',
    { ...litellm, output_cost_per_reasoning_token: 3e-6 },
    { ...litellmPrice, reasoning: 3 },
  ],
  [
    'OpenRouter',
    { pricing: { prompt: '0.000002', completion: '0.000008', internal_reasoning: '0.000003' } },
    { input: 2, output: 8, reasoning: 3 },
  ],
  ['OpenRouter', { pricing: { prompt: '0', internal_reasoning: '0' } }, { input: 0 }],
  // The providers of OpenRouter fill all fields.
  [
    'OVH',
    { pricing: { prompt: '0.0000006', input_cache_reads: '0', input_cache_writes: '0' } },
    { input: 0.6 },
  ],
  [
    'OpenRouter',
    { pricing: { prompt: '0.0000006', input_cache_read: '0', input_cache_reads: '0.0000001' } },
    { input: 0.6, cachedInput: 0 },
  ],
  ['LiteLLM', litellm, litellmPrice],
  ['LiteLLM, /model/info', { model_info: { mode: 'chat', ...litellm } }, litellmPrice],
  ['LiteLLM', { input_cost_per_token: 0, output_cost_per_token: 0 }, undefined],
  ['LiteLLM', { model_info: { input_cost_per_token: null } }, undefined],
  ['LiteLLM', { currency: 'EUR', model_info: litellm }, undefined],
  ['Vercel', { pricing: { input: '0.000003', output: '0.000015' } }, { input: 3, output: 15 }],
  ['a proxy', { pricing: { input: '0.003', unit: 'per_thousand_tokens' } }, { input: 3 }],
  // One impossible price: none of them has the unit that its name says.
  ['a proxy', { pricing: { prompt: '0.0000006', completion: '0.0025' } }, undefined],
  ['a proxy', { pricing: { prompt: '0.00015', input_cache_write: '0.0019' } }, undefined],
  ['o1-pro', { pricing: { prompt: '0.00015', completion: '0.0006' } }, { input: 150, output: 600 }],
  ['LiteLLM', { input_cost_per_token: 3e-6, input_cost_per_token_above_200k_tokens: 6 }, undefined],
  ['Together', { pricing: { hourly: 0, input: 0.0000003, output: 0.0000003 } }, undefined],
  // Tiers.
  [
    'OpenRouter, https://github.com/pydantic/genai-prices/pull/625',
    {
      pricing: {
        prompt: '0.0000025',
        completion: '0.000015',
        input_cache_read: '0.00000025',
        overrides: [
          { min_prompt_tokens: 272_000, prompt: '0.000005', completion: '0.0000225' },
          { min_prompt_tokens: 200_000, input_cache_read: '0.0000005' },
        ],
      },
    },
    {
      input: 2.5,
      output: 15,
      cachedInput: 0.25,
      tiers: [
        { from: 200_000, cachedInput: 0.5 },
        { from: 272_000, input: 5, output: 22.5 },
      ],
    },
  ],
  [
    'a provider of OpenRouter',
    {
      pricing: [
        { prompt: '0.000001', completion: '0.000003' },
        { min_context: 200_000, prompt: '0.000002', completion: '0.000006' },
      ],
    },
    { input: 1, output: 3, tiers: [{ from: 200_000, input: 2, output: 6 }] },
  ],
  [
    'LiteLLM, BerriAI/litellm#30135',
    {
      model_info: {
        ...litellm,
        input_cost_per_token_above_200k_tokens: 6e-6,
        output_cost_per_token_above_200k_tokens: 2.25e-5,
        cache_read_input_token_cost_above_200k_tokens: 6e-7,
        cache_creation_input_token_cost_above_200k_tokens: 7.5e-6,
        input_cost_per_token_above_128k_tokens: null,
        input_cost_per_token_above_200k_tokens_priority: 1e-5,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        input_cost_per_audio_token_above_200k_tokens: 1e-5,
        search_context_cost_per_query: { search_context_size_low: 0.01 },
      },
    },
    {
      ...litellmPrice,
      tiers: [{ from: 200_001, input: 6, output: 22.5, cachedInput: 0.6, cacheWrite: 7.5 }],
    },
  ],
  [
    'Vercel',
    {
      pricing: {
        input: '0.000001',
        output: '0.000005',
        input_cache_read: '0.0000002',
        input_tiers: [
          { cost: '0.000001', min: 0, max: 32_001 },
          { cost: '0.0000018', min: 32_001, max: 128_001 },
          { cost: '0.000003', min: 128_001 },
        ],
        output_tiers: [
          { cost: '0.000005', max: 32_001 },
          { cost: '0.000009', min: 32_001 },
        ],
        service_tiers: { priority: { input: '0.000004' } },
      },
    },
    {
      input: 1,
      output: 5,
      cachedInput: 0.2,
      tiers: [
        { from: 32_001, input: 1.8, output: 9 },
        { from: 128_001, input: 3 },
      ],
    },
  ],
  // Conditions that aren't read: at least the lowest price.
  [
    'OpenRouter at other times, https://openrouter.ai/docs/client-sdks/typescript/models/pricingoverride',
    {
      pricing: {
        prompt: '0.000002',
        completion: '0.000004',
        overrides: [
          { utc_start: 1630, utc_end: 30, prompt: '0.000001' },
          { min_prompt_tokens: 200_000, utc_start: 100, completion: '0.000008' },
        ],
      },
    },
    { input: 1, output: 4, isMinimum: true },
  ],
  [
    'LiteLLM at other times, https://docs.litellm.ai/docs/proxy/off_peak_pricing',
    {
      ...litellm,
      off_peak_pricing: { hours_utc: '16:30-00:30', input_cost_per_token: 1.5e-6 },
    },
    { ...litellmPrice, input: 1.5, isMinimum: true },
  ],
  [
    'LiteLLM’s tiers of Qwen',
    {
      tiered_pricing: [
        { range: [0, 32_000], input_cost_per_token: 1.2e-6, output_cost_per_token: 6e-6 },
        { range: [32_000, 128_000], input_cost_per_token: 2.4e-6, output_cost_per_token: 1.2e-5 },
      ],
    },
    { input: 1.2, output: 6, isMinimum: true },
  ],
  [
    'Vercel, of several providers',
    { pricing: { input: '0.000001', output: '0.000002', varies_by_provider: true } },
    { input: 1, output: 2, isMinimum: true },
  ],
  [
    'Venice',
    {
      model_spec: {
        pricing: {
          input: { usd: 2, diem: 2 },
          output: { usd: 6, diem: 6 },
          extended: { context_token_threshold: 200_000, input: { usd: 4 } },
        },
      },
    },
    { input: 2, output: 6, isMinimum: true },
  ],
];

describe('prices in a model list', () => {
  for (const [server, record, price] of rows) {
    it(`reads ${JSON.stringify(record)} of ${server} as ${JSON.stringify(price)}`, () => {
      const expected = price === undefined ? undefined : { currency: 'USD', ...price };
      assert.deepEqual(readModelList([{ id: 'm', ...record }])?.[0]?.price, expected);
    });
  }
});

describe('prices of a list in another unit', () => {
  it('are none where only the gateway says in which: Novita’s fields are in yuan at PPIO, and in millionths elsewhere', () => {
    const list = (input: number, cached: number): object => ({
      data: [
        {
          id: 'm',
          input_token_price_per_m: input,
          output_token_price_per_m: 2 * input,
          pricing: { input_cache_read: { price_per_m: cached } },
        },
      ],
    });
    assert.deepEqual(readModelList(list(2690, 1345), 'api.novita.ai')?.[0]?.price, {
      currency: 'USD',
      input: 0.269,
      output: 0.538,
      cachedInput: 0.1345,
    });
    for (const host of ['api.ppinfra.com', 'api.ppio.com', 'host.example', 'notnovita.ai']) {
      assert.equal(readModelList(list(20_000, 2_000), host)?.[0]?.price, undefined, host);
      assert.equal(readModelList(list(200_000, 20_000), host)?.[0]?.price, undefined, host);
    }
  });

  it('are none where half of them are impossible: those of cheap models do not show it', () => {
    // These prices are for a thousand tokens, in a field that is per token elsewhere: $150 and $600 for gpt-4o-mini.
    const perThousand = [
      ['gpt-4o', 0.0025, 0.01],
      ['gpt-4o-mini', 0.00015, 0.0006],
      ['claude-sonnet-4-5', 0.003, 0.015],
    ];
    const models = readModelList(
      perThousand.map(([id, prompt, completion]) => ({ id, pricing: { prompt, completion } })),
    );
    assert.deepEqual(
      models?.map(({ price }) => price),
      [undefined, undefined, undefined],
    );
  });

  it('are none where all models are cheap, and cost what only few models do', () => {
    const models = readModelList([
      { id: 'gpt-4o-mini', pricing: { prompt: 0.00015, completion: 0.0006 } },
      { id: 'deepseek-chat', pricing: { prompt: 0.00027, completion: 0.00041 } },
      { id: 'qwen-turbo', pricing: { prompt: 0.00005, completion: 0.0002 } },
    ]);
    assert.ok(models?.every(({ price }) => price === undefined));
  });

  it('are the others where few are', () => {
    const models = readModelList(
      [0.0000025, 0.00000015, 2.5].map((prompt, index) => ({
        id: `m${index}`,
        pricing: { prompt },
      })),
    );
    assert.deepEqual(
      models?.map(({ price }) => price?.input),
      [2.5, 0.15, undefined],
    );
  });
});
