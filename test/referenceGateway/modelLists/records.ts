// What a record says of its model, under each of the names that servers have for it.
import { ids, list, record, shape, type ListShape } from './listShape';
import type { JsonObject } from '../http/json';

/** Where each kind of server says how long the context window is. */
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
  shape(
    'context-fields',
    'The context length stands under each of the names that it has.',
    list(contextFields.map((fields, at) => record(`context-${1001 + at}`, fields))),
    {
      ids: contextFields.map((_, at) => `context-${1001 + at}`),
      contextLengths: Object.fromEntries(
        contextFields.map((_, at) => [`context-${1001 + at}`, 1001 + at]),
      ),
    },
  ),
  shape(
    'capabilities',
    'Capabilities are an array here, an object there.',
    list([
      record('chat-array', { capabilities: ['chat', 'vision'] }),
      record('chat-object', { capabilities: { completion_chat: true, vision: false } }),
      record('embed-array', { capabilities: ['embeddings'] }),
      record('embed-object', { capabilities: { completion_chat: false } }),
      record('chat-null', { capabilities: null }),
    ]),
    {
      ids: ['chat-array', 'chat-object', 'embed-array', 'embed-object', 'chat-null'],
      notForChat: ['embed-array', 'embed-object'],
    },
  ),
  shape(
    'endpoint-types',
    'supported_endpoint_types of every kind, null and empty ones too.',
    list([
      record('chat', { supported_endpoint_types: ['openai', 'openai-response'] }),
      record('claude', { supported_endpoint_types: ['anthropic', 'openai'] }),
      record('unknown', { supported_endpoint_types: null }),
      record('none', { supported_endpoint_types: [] }),
      record('embed', { supported_endpoint_types: ['embeddings'] }),
      record('image', { supported_endpoint_types: ['image-generation'] }),
      record('rerank', { supported_endpoint_types: ['jina-rerank'] }),
      record('video', { supported_endpoint_types: ['openai-video'] }),
      record('image-and-chat', { supported_endpoint_types: ['image-generation', 'openai'] }),
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
  shape(
    'prices',
    'Prices are texts per token, as OpenRouter writes them.',
    list([
      record('alpha', { pricing: { prompt: '0.000003', completion: '0.000015', image: '0' } }),
      record('beta', { pricing: { prompt: '0', completion: '0' } }),
      record('org/gamma:free', { pricing: null }),
    ]),
    { ids, prices: { alpha: { input: 3, output: 15 }, beta: { input: 0, output: 0 } } },
  ),
];
