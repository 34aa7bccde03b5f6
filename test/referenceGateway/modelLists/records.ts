// Model records with the various field names that servers use.
import type { JsonObject } from '../http/json';
import { ids, jsonList, listBody, modelRecord, type ListShape } from './listShape';

/** The fields in which servers report the context length. */
const contextFields: readonly JsonObject[] = [
  { context_length: 1001 },
  { max_context_length: 1002 },
  { context_window: 1003 },
  { max_model_len: 1004 },
  { limits: { max_input_tokens: 1005 } },
  { inputTokenLimit: 1006 },
  { meta: { n_ctx: 1007 } },
  { top_provider: { context_length: 1008 } },
  { context_length: '1009' },
  { context_length: null, top_provider: { context_length: 1010 } },
];

export const recordShapes: readonly ListShape[] = [
  jsonList(
    'context-fields',
    'The context length under each name that servers use.',
    listBody(contextFields.map((fields, index) => modelRecord(`context-${1001 + index}`, fields))),
    {
      ids: contextFields.map((_, index) => `context-${1001 + index}`),
      contextLengths: Object.fromEntries(
        contextFields.map((_, index) => [`context-${1001 + index}`, 1001 + index]),
      ),
    },
  ),
  jsonList(
    'capabilities',
    'Capabilities as arrays and as objects.',
    listBody([
      modelRecord('chat-array', { capabilities: ['chat', 'vision'] }),
      modelRecord('chat-object', { capabilities: { completion_chat: true, vision: false } }),
      modelRecord('embed-array', { capabilities: ['embeddings'] }),
      modelRecord('embed-object', { capabilities: { completion_chat: false } }),
      modelRecord('chat-null', { capabilities: null }),
    ]),
    {
      ids: ['chat-array', 'chat-object', 'embed-array', 'embed-object', 'chat-null'],
      notForChat: ['embed-array', 'embed-object'],
    },
  ),
  jsonList(
    'endpoint-types',
    'supported_endpoint_types of every kind, including null and empty.',
    listBody([
      modelRecord('chat', { supported_endpoint_types: ['openai', 'openai-response'] }),
      modelRecord('claude', { supported_endpoint_types: ['anthropic', 'openai'] }),
      modelRecord('unknown', { supported_endpoint_types: null }),
      modelRecord('none', { supported_endpoint_types: [] }),
      modelRecord('embed', { supported_endpoint_types: ['embeddings'] }),
      modelRecord('image', { supported_endpoint_types: ['image-generation'] }),
      modelRecord('rerank', { supported_endpoint_types: ['jina-rerank'] }),
      modelRecord('video', { supported_endpoint_types: ['openai-video'] }),
      modelRecord('image-and-chat', { supported_endpoint_types: ['image-generation', 'openai'] }),
    ]),
    {
      ids: [
        'chat',
        'claude',
        'unknown',
        'none',
        'embed',
        'image',
        'rerank',
        'video',
        'image-and-chat',
      ],
      notForChat: ['embed', 'image', 'rerank', 'video'],
    },
  ),
  jsonList(
    'prices',
    'Prices per token as strings (OpenRouter).',
    listBody([
      modelRecord('alpha', { pricing: { prompt: '0.000003', completion: '0.000015', image: '0' } }),
      modelRecord('beta', { pricing: { prompt: '0', completion: '0' } }),
      modelRecord('org/gamma:free', { pricing: null }),
    ]),
    { ids, prices: { alpha: { input: 3, output: 15 }, beta: { input: 0, output: 0 } } },
  ),
];
