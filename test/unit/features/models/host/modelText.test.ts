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
});
