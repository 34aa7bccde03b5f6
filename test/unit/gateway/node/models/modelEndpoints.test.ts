import assert from 'node:assert/strict';
import { apiFormatOf } from '../../../../../src/gateway/common/apiFormatLookup';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [server: string, record: object, use: string];

/** The format in which Portico asks the model, or that it is not for chat. */
function useOf(record: object): string {
  const model = readModelList([{ id: 'm', ...record }])?.[0];
  assert.ok(model);
  return model.chat ? apiFormatOf(model) : 'not for chat';
}

describe('endpoints of a model list', () => {
  const rows: readonly Row[] = [
    ['Copilot', { supported_endpoints: ['/chat/completions', '/responses'] }, 'chat'],
    ['Copilot', { supported_endpoints: ['/responses', 'ws:/responses'] }, 'responses'],
    ['Copilot', { supported_endpoints: ['/v1/messages'] }, 'messages'],
    ['Copilot', { supported_endpoints: ['/chat/completions'] }, 'chat'],
    ['Poe', { supported_endpoints: ['/v1/responses'] }, 'responses'],
    ['Poe', { supported_endpoints: ['/v1/messages', '/v1/chat/completions'] }, 'chat'],
    [
      'Poe',
      {
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
        supported_endpoints: ['/v1/responses'],
      },
      'not for chat',
    ],
    ['Novita', { endpoints: ['chat/completions', 'completions', 'anthropic'] }, 'chat'],
    ['Novita', { endpoints: ['anthropic'] }, 'messages'],
    ['Novita', { model_type: 'embedding', endpoints: ['embeddings'] }, 'not for chat'],
    ['AI/ML API', { type: 'responses', endpoints: ['/v1/responses'] }, 'responses'],
    ['AI/ML API', { type: 'chat-completion', endpoints: ['/v1/chat/completions'] }, 'chat'],
    ['AI/ML API', { type: 'image', endpoints: [] }, 'not for chat'],
    ['Cohere', { endpoints: ['chat'], context_length: 128_000 }, 'chat'],
    ['Cohere', { endpoints: ['embed'], features: null }, 'not for chat'],
    ['Cohere', { endpoints: ['rerank'], features: null }, 'not for chat'],
    ['Cohere', { endpoints: ['generate', 'summarize'] }, 'not for chat'],
    ['LiteLLM', { model_info: { supported_endpoints: ['/v1/messages'] } }, 'messages'],
    ['Gemini', { endpoints: ['/v1beta/models/{model}:generateContent'] }, 'generateContent'],
    ['a proxy', { supported_endpoints: ['/embeddings'] }, 'not for chat'],
    ['a proxy', { supported_endpoints: ['/v1/videos'] }, 'not for chat'],
    ['a proxy', { supported_endpoint_types: ['Anthropic'] }, 'messages'],
    ['a proxy', { supported_endpoint_types: ['OpenAI'] }, 'chat'],
    ['a proxy', { supported_endpoint_types: ['claude'] }, 'messages'],
    ['a proxy', { supported_endpoint_types: ['/v1/responses'] }, 'responses'],
    ['a proxy', { supported_endpoint_types: ['anthropic'], endpoints: ['chat'] }, 'messages'],
    // Addresses and unknown paths state no format.
    ['a proxy', { endpoints: ['http://10.0.0.7:8000/v1'] }, 'chat'],
    ['a proxy', { supported_endpoints: ['/v1/batches'] }, 'chat'],
    ['a proxy', { supported_endpoints: ['ws:/responses', '__proto__', 7, null] }, 'chat'],
    ['OpenRouter', { endpoints: [{ name: 'Azure' }] }, 'chat'],
  ];
  for (const [server, record, use] of rows) {
    it(`reads ${JSON.stringify(record)} of ${server} as ${use}`, () => {
      assert.equal(useOf(record), use);
    });
  }

  it('names each endpoint type once, as new-api does', () => {
    const models = readModelList([
      { id: 'a', supported_endpoints: ['/v1/chat/completions', '/chat/completions', '/v1/videos'] },
      { id: 'b', endpoints: ['embed', '/images/generations', '/images/edits', 'rerank'] },
      { id: 'c', supported_endpoint_types: ['Claude', 'own-Type'] },
    ]);
    assert.deepEqual(
      models?.map(({ endpointTypes }) => endpointTypes),
      [
        ['openai', 'openai-video'],
        ['embeddings', 'image-generation', 'jina-rerank'],
        ['anthropic', 'own-Type'],
      ],
    );
  });
});
