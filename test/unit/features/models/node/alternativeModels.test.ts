import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  alternativeModels,
  type MissingModel,
} from '../../../../../src/features/models/node/alternativeModels';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

function record(id: string, more: Partial<ModelRecord> = {}): ModelRecord {
  return { id, chat: true, ...more };
}

function offered(
  models: readonly ModelRecord[],
  missing: Partial<MissingModel> = {},
): readonly string[] {
  const complete: MissingModel = {
    model: 'claude-3-5-sonnet-20241022',
    record: undefined,
    recentIds: [],
    unavailableIds: new Set(),
    hiddenIds: [],
    requiredTokens: 0,
    ...missing,
  };
  return alternativeModels(models, complete).map(({ id }) => id);
}

describe('alternativeModels', () => {
  const many = [
    'gpt-4o',
    'claude-3-haiku-20240307',
    'vendor/claude-3-5-sonnet-20250101',
    'gemini-1.5-pro',
    'claude-3-5-haiku-20241022',
    'claude-opus-4',
    'qwen-max',
  ].map((id) => record(id));

  it('offers at most five, same family first, then by similar ID', () => {
    assert.deepEqual(offered(many), [
      'vendor/claude-3-5-sonnet-20250101',
      'claude-3-5-haiku-20241022',
      'claude-3-haiku-20240307',
      'claude-opus-4',
      'gemini-1.5-pro',
    ]);
  });

  it('puts recently used models first within a family and API format, but for another version at the same price', () => {
    assert.deepEqual(offered(many, { recentIds: ['qwen-max', 'claude-opus-4'] }).slice(0, 5), [
      'vendor/claude-3-5-sonnet-20250101',
      'claude-opus-4',
      'claude-3-5-haiku-20241022',
      'claude-3-haiku-20240307',
      'qwen-max',
    ]);
  });

  it('prefers the next version to the one before', () => {
    const models = ['claude-opus-4-5', 'claude-sonnet-4', 'claude-sonnet-5'].map((id) =>
      record(id),
    );
    assert.deepEqual(offered(models, { model: 'claude-sonnet-4-5' }), [
      'claude-sonnet-5',
      'claude-sonnet-4',
      'claude-opus-4-5',
    ]);
  });

  it('prefers a similar price to a similar ID, and recent use to both', () => {
    const priced = (id: string, output: number): ModelRecord =>
      record(id, { price: { input: output / 5, output, currency: 'USD' } });
    const missing = { model: 'claude-sonnet-4', record: priced('claude-sonnet-4', 15) };
    const models = [priced('claude-sonnet-4-max', 75), priced('claude-5', 15)];
    assert.deepEqual(offered(models, missing), ['claude-5', 'claude-sonnet-4-max']);
    const used = { ...missing, recentIds: ['claude-sonnet-4-max'] };
    assert.deepEqual(offered(models, used), ['claude-sonnet-4-max', 'claude-5']);
  });

  it('puts models with another API format or too short a context last', () => {
    const missing = { record: record('x', { endpointTypes: ['openai'] }), requiredTokens: 10_000 };
    assert.deepEqual(
      offered(
        [
          record('claude-3-5-short', { contextLength: 8_000 }),
          record('claude-3-5-other', { endpointTypes: ['anthropic'] }),
          record('claude-9', { endpointTypes: ['openai', 'anthropic'], contextLength: 10_000 }),
        ],
        missing,
      ),
      ['claude-9', 'claude-3-5-other', 'claude-3-5-short'],
    );
  });

  it('compares the API format used, whatever else the endpoint types declare', () => {
    const all = ['openai', 'anthropic', 'gemini'];
    assert.deepEqual(
      offered(
        [
          record('demo-claude', { endpointTypes: ['anthropic'] }),
          record('demo-fast', { endpointTypes: all }),
          record('demo-unsaid'),
        ],
        { model: 'demo-markdown', record: record('demo-markdown', { endpointTypes: all }) },
      ),
      ['demo-fast', 'demo-unsaid', 'demo-claude'],
    );
  });

  it('prefers the same API format even outside the family', () => {
    assert.deepEqual(
      offered(
        [
          record('aya-expanse', { endpointTypes: ['openai'] }),
          record('zephyr', { endpointTypes: ['anthropic'] }),
          record('claude-in-openai', { endpointTypes: ['openai'] }),
        ],
        { record: record('x', { endpointTypes: ['anthropic'] }), recentIds: ['aya-expanse'] },
      ),
      ['zephyr', 'claude-in-openai', 'aya-expanse'],
    );
  });

  it('puts unavailable models last and omits them if there are five others', () => {
    const unavailableIds = new Set([
      'vendor/claude-3-5-sonnet-20250101',
      'claude-3-5-haiku-20241022',
    ]);
    const recentIds = ['claude-3-5-haiku-20241022'];
    assert.deepEqual(offered(many, { unavailableIds, recentIds }), [
      'claude-3-haiku-20240307',
      'claude-opus-4',
      'gemini-1.5-pro',
      'gpt-4o',
      'qwen-max',
    ]);
    assert.deepEqual(offered(many.slice(1, 5), { unavailableIds, recentIds }), [
      'claude-3-haiku-20240307',
      'gemini-1.5-pro',
      'vendor/claude-3-5-sonnet-20250101',
      'claude-3-5-haiku-20241022',
    ]);
  });

  it('offers neither the missing model itself nor models that are not for chat, offline or hidden', () => {
    const models = [
      record('claude-3-5-sonnet-20241022'),
      record('claude-embed', { chat: false }),
      record('claude-opus-4', { offline: true }),
      record('claude-2'),
    ];
    assert.deepEqual(offered(models, { hiddenIds: ['claude-2'] }), []);
  });

  it('does not depend on the order of the list', () => {
    const shuffled = fc.shuffledSubarray(many, { minLength: many.length });
    fc.assert(fc.property(shuffled, (list) => assert.deepEqual(offered(list), offered(many))));
  });
});
