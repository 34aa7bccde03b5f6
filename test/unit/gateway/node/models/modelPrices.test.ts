import assert from 'node:assert/strict';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

type Row = readonly [
  server: string,
  record: object,
  price: Omit<NonNullable<ModelRecord['price']>, 'currency'> | undefined,
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
  ['Vercel', { pricing: { input: '0.000003', output: '0.000015' } }, undefined],
];

describe('prices in a model list', () => {
  for (const [server, record, price] of rows) {
    it(`reads ${JSON.stringify(record)} of ${server} as ${JSON.stringify(price)}`, () => {
      const expected = price === undefined ? undefined : { currency: 'USD', ...price };
      assert.deepEqual(readModelList([{ id: 'm', ...record }])?.[0]?.price, expected);
    });
  }
});
