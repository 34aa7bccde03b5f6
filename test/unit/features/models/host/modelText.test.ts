import assert from 'node:assert/strict';
import type * as modelTextModule from '../../../../../src/features/models/host/modelText';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { modelDescription } = withVsCodeTexts(
  () => require('../../../../../src/features/models/host/modelText') as typeof modelTextModule,
);

describe('modelDescription', () => {
  const price = { input: 3, output: 15, currency: 'USD' };

  it('has context, price and description, and the API format only where it is not chat', () => {
    const model = {
      id: 'm',
      chat: true,
      name: 'Model M',
      owner: 'acme',
      contextLength: 131_072,
      price,
      endpointTypes: ['openai', 'anthropic'],
      description: 'Fast.',
    };
    assert.equal(modelDescription(model, 'chat'), '131K context · $3/$15 per 1M · Fast.');
    assert.equal(
      modelDescription({ ...model, price: { ...price, currency: 'EUR' } }, 'messages'),
      '131K context · 3/15 EUR per 1M · messages API · Fast.',
    );
  });

  it('has name and owner in place of a missing description, and what a model that is not for chat offers', () => {
    assert.equal(modelDescription({ id: 'm', chat: true }, 'chat'), '');
    const model = { id: 'm', chat: false, name: 'M', owner: 'acme', endpointTypes: ['embeddings'] };
    assert.equal(modelDescription(model, 'chat'), 'embeddings · M · acme');
  });

  it('does not repeat the owner that the ID begins with', () => {
    const model = { id: 'acme/m-1', chat: true, name: 'M 1', owner: 'Acme' };
    assert.equal(modelDescription(model, 'chat'), 'M 1');
  });

  it('has what long requests cost, and says where the price is the lowest one', () => {
    const priced = (more: object): string =>
      modelDescription({ id: 'm', chat: true, price: { ...price, ...more } }, 'chat');
    const tiers = [
      { from: 128_000, cachedInput: 1 },
      { from: 200_001, input: 6, output: 22.5 },
      { from: 1_000_000, input: 12 },
    ];
    assert.equal(
      priced({ tiers }),
      '$3/$15 per 1M, $6/$22.5 from 200K tokens, $12/$22.5 from 1M tokens',
    );
    assert.equal(priced({ isMinimum: true }), 'at least $3/$15 per 1M');
  });
});
