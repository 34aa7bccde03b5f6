// Prices from the price lists of gateway software, against what it charged.
import assert from 'node:assert/strict';
import type { GatewaySoftware } from '../../../../../src/gateway/common/modelRecord';
import { costOf } from '../../../../../src/gateway/common/prices';
import type { Price } from '../../../../../src/gateway/common/usage';
import { priceListOf } from '../../../../../src/gateway/node/models/priceLists';

const status = { success: true, data: { quota_per_unit: 500_000 } };

function listOf(software: GatewaySoftware, baseUrl: string) {
  const list = priceListOf(software, baseUrl);
  assert.ok(list);
  return list;
}

/** A record of new-api's `/api/pricing`. */
function ratios(more: object): object {
  return {
    model_name: 'm',
    quota_type: 0,
    model_ratio: 1.25,
    model_price: 0,
    completion_ratio: 4,
    enable_groups: ['default'],
    supported_endpoint_types: ['openai'],
    ...more,
  };
}

function newApiPrice(record: object, groups: object = { default: 1 }): Price | undefined {
  const { read, urls } = listOf('new-api', 'https://host.example/proxy/v1');
  assert.deepEqual(urls, [
    'https://host.example/proxy/api/pricing',
    'https://host.example/proxy/api/status',
  ]);
  return read([{ success: true, data: [record], group_ratio: groups }, status]).get('m');
}

describe('price lists of gateways', () => {
  it('new-api: the model’s ratio × the group’s, in quota units', () => {
    assert.deepEqual(newApiPrice(ratios({})), {
      input: 2.5,
      output: 10,
      currency: 'USD',
      source: 'priceList',
    });
  });

  it('new-api charges the same: (input + output × 4) × 1.25 × 1.5 units of 500,000 a dollar', () => {
    // (100 + 50 × 4) × 1.25 × 1.5 = 562.5 units, as in https://github.com/QuantumNous/new-api, service/quota.go.
    const price = newApiPrice(ratios({}), { default: 1.5 });
    const cost = costOf({ inputTokens: 100, outputTokens: 50 }, price);
    assert.equal(Number(cost?.amount.toPrecision(12)), 562.5 / 500_000);
  });

  it('new-api charges cached input at its own ratio: (40 + 60 × 0.1 + 50 × 4) × 1.25', () => {
    const price = newApiPrice(ratios({ cache_ratio: 0.1, create_cache_ratio: 1.25 }));
    assert.deepEqual([price?.cachedInput, price?.cacheWrite], [0.25, 3.125]);
    const usage = { inputTokens: 100, cachedTokens: 60, outputTokens: 50 };
    assert.equal(
      Number(costOf(usage, price)?.amount.toPrecision(12)),
      ((40 + 60 * 0.1 + 50 * 4) * 1.25) / 500_000,
    );
  });

  it('new-api: a price for each request', () => {
    const price = newApiPrice(ratios({ quota_type: 1, model_price: 0.04 }), { default: 2 });
    assert.equal(costOf({ inputTokens: 100, outputTokens: 50 }, price)?.amount, 0.08);
  });

  it('new-api: the group is named where several have different ratios', () => {
    const groups = { default: 1, vip: 0.5, other: 3 };
    const price = newApiPrice(ratios({ enable_groups: ['vip', 'default'] }), groups);
    assert.deepEqual([price?.input, price?.group], [2.5, 'default']);
    assert.equal(newApiPrice(ratios({ enable_groups: ['all'] }), { a: 1, b: 2 })?.group, 'b');
    assert.equal(
      newApiPrice(ratios({ enable_groups: ['a', 'b'] }), { a: 2, b: 2 })?.group,
      undefined,
    );
  });

  it('new-api: prices with steps, of no group, and without a unit are unknown', () => {
    assert.equal(newApiPrice(ratios({ billing_expr: 'tier("base", p * 2.5)' })), undefined);
    assert.equal(newApiPrice(ratios({ enable_groups: ['vip'] })), undefined);
    const { read } = listOf('new-api', 'https://host.example/v1');
    const pricing = { data: [ratios({})], group_ratio: { default: 1 } };
    assert.equal(read([pricing, undefined]).size, 0);
    assert.equal(read(['<!doctype html>', status]).size, 0);
    const custom = { data: { ...status.data, quota_display_type: 'CUSTOM' } };
    assert.equal(read([pricing, custom]).size, 0, 'the worth of its units is unknown');
    const yuan = { data: { ...status.data, quota_display_type: 'CNY', usd_exchange_rate: 1 } };
    const [price] = read([pricing, yuan]).values();
    assert.equal(price?.currency, 'CNY');
    const dear = { ...pricing, data: [ratios({ model_ratio: 500 })] };
    assert.equal(read([dear, status]).size, 0, 'no model costs that much');
  });

  it('LiteLLM: the cost per token of its deployments', () => {
    const { read, urls } = listOf('litellm', 'https://host.example/v1');
    assert.deepEqual(urls, ['https://host.example/model/info']);
    const prices = read([
      {
        data: [
          {
            model_name: 'gpt-4o',
            litellm_params: { model: 'openai/gpt-4o' },
            model_info: {
              id: 'x',
              input_cost_per_token: 2.5e-6,
              output_cost_per_token: 1e-5,
              cache_read_input_token_cost: 1.25e-6,
            },
          },
        ],
      },
    ]);
    assert.deepEqual(prices.get('gpt-4o'), {
      input: 2.5,
      output: 10,
      cachedInput: 1.25,
      currency: 'USD',
      source: 'priceList',
    });
  });
});
