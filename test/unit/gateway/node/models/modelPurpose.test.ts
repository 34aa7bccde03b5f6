import assert from 'node:assert/strict';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [server: string, record: object];

const forChat: readonly Row[] = [
  ['a proxy', {}],
  ['new-api', { supported_endpoint_types: ['openai', 'embeddings'] }],
  ['new-api', { supported_endpoint_types: ['openai-response'] }],
  ['new-api', { supported_endpoint_types: ['anthropic'] }],
  ['new-api', { supported_endpoint_types: ['gemini'] }],
  ['new-api', { supported_endpoint_types: [], type: 'chat' }],
  ['new-api', { supported_endpoint_types: null }],
  ['a proxy', { type: 'llm' }],
  ['a proxy', { type: 'model' }],
  ['a proxy', { task: 'text-generation' }],
  ['Hugging Face', { pipeline_tag: 'image-text-to-text' }],
  ['LiteLLM', { mode: 'chat' }],
  ['OpenRouter', { architecture: { modality: 'text+image->text' } }],
  ['OpenRouter', { architecture: { output_modalities: ['image', 'text'] } }],
  ['Ollama', { capabilities: ['completion', 'vision'] }],
  ['Ollama', { capabilities: ['tools', 'insert'] }],
  ['Mistral', { capabilities: { completion_chat: true, vision: false } }],
  ['a proxy', { capabilities: { vision: false } }],
  ['a proxy', { capabilities: {} }],
  ['Gemini', { supportedGenerationMethods: ['generateContent', 'countTokens'] }],
  ['a proxy', { name: 'text-embedding-3-large' }],
  ['a proxy', { id: 'dall-e-3-image-embedding-rerank' }],
  ['Gemini', { supportedGenerationMethods: ['generateContent', 'batchGenerateContent'] }],
  ['Volcengine Ark', { domain: 'VLM', task_type: ['VisualQuestionAnswering', 'TextGeneration'] }],
  ['Volcengine Ark', { domain: 'VLM', task_type: ['VisualQuestionAnswering'] }],
  ['Volcengine Ark', { modalities: { input_modalities: ['text'], output_modalities: ['text'] } }],
  ['DeepInfra', { metadata: { tags: ['chat', 'vision'] } }],
  ['DeepInfra', { metadata: { tags: ['prompt_cache'] } }],
  ['GitHub', { capabilities: ['streaming'], supported_output_modalities: ['text'] }],
  ['Hyperbolic', { type: 'VLM', supports_chat: true }],
  ['LM Studio', { type: 'vlm' }],
  ['a proxy', { capabilities: ['vision', 'audio'] }],
  ['a proxy', { capabilities: ['image-input', 'tools'] }],
  ['a proxy', { capabilities: ['image_input', 'audio_input', 'video-understanding'] }],
  ['a proxy', { capabilities: ['speech', 'video', 'images', 'ocr'] }],
];
const notForChat: readonly Row[] = [
  ['new-api', { supported_endpoint_types: ['embeddings'] }],
  ['new-api', { supported_endpoint_types: ['image-generation'] }],
  ['new-api', { supported_endpoint_types: ['jina-rerank'] }],
  ['new-api', { supported_endpoint_types: ['openai-video'] }],
  ['a proxy', { type: 'embedding' }],
  ['a proxy', { type: 'image' }],
  ['a proxy', { type: 'rerank' }],
  ['a proxy', { task: 'automatic-speech-recognition' }],
  ['a proxy', { task: 'text-to-image' }],
  ['LiteLLM', { mode: 'image_generation' }],
  ['LiteLLM', { mode: 'audio_transcription' }],
  ['LiteLLM', { mode: 'moderation' }],
  ['Hugging Face', { pipeline_tag: 'text-to-speech' }],
  ['a proxy', { model_type: 'embeddings' }],
  ['OpenRouter', { architecture: { modality: 'text->image' } }],
  ['OpenRouter', { architecture: { output_modalities: ['embeddings'] } }],
  ['a proxy', { modalities: { output: ['audio'] } }],
  ['Ollama', { capabilities: ['embeddings'] }],
  ['Ollama', { capabilities: ['embedding'] }],
  ['Mistral', { capabilities: { completion_chat: false } }],
  ['Copilot', { capabilities: { type: 'embeddings' } }],
  ['Gemini', { supportedGenerationMethods: ['embedContent'] }],
  [
    'Gemini',
    {
      supportedGenerationMethods: [
        'embedContent',
        'countTextTokens',
        'countTokens',
        'asyncBatchEmbedContent',
      ],
    },
  ],
  ['Gemini', { supportedGenerationMethods: ['predict'] }],
  ['Gemini', { supportedGenerationMethods: ['predictLongRunning'] }],
  ['Gemini', { supportedGenerationMethods: ['countTokens', 'bidiGenerateContent'] }],
  ['Gemini', { supportedGenerationMethods: ['generateAnswer'] }],
  ['Volcengine Ark', { domain: 'Embedding', task_type: ['TextEmbedding'] }],
  ['Volcengine Ark', { domain: 'ImageGeneration', task_type: ['TextToImage'] }],
  ['Volcengine Ark', { modalities: { output_modalities: ['image'] } }],
  [
    'a proxy',
    { modalities: { input_modalities: ['text', 'image'], output_modalities: ['image'] } },
  ],
  ['DeepInfra', { metadata: { tags: ['embed'] } }],
  ['DeepInfra', { metadata: { tags: ['image-gen'] } }],
  ['GitHub', { capabilities: [], supported_output_modalities: ['embeddings'] }],
  ['xAI', { input_modalities: ['text', 'image'], output_modalities: ['video'] }],
  ['Fireworks', { kind: 'FLUMINA_BASE_MODEL', supports_chat: false, supports_tools: false }],
  ['LiteLLM', { model_info: { mode: 'embedding' } }],
  ['Venice', { type: 'upscale' }],
  ['Venice', { type: 'inpaint' }],
  ['Venice', { type: 'music' }],
  ['a proxy', { type: 'ocr' }],
  ['a proxy', { type: 'reward' }],
  ['Hugging Face', { pipeline_tag: 'feature-extraction' }],
  ['Hugging Face', { pipeline_tag: 'sentence-similarity' }],
  ['a proxy', { capabilities: ['image-generation'] }],
  ['a proxy', { capabilities: ['vision', 'embeddings'] }],
];

describe('purpose in a model list', () => {
  for (const [expected, rows] of [
    [true, forChat],
    [false, notForChat],
  ] as const) {
    for (const [server, record] of rows) {
      const text = `${JSON.stringify(record)} of ${server}`;
      it(`reads ${text} as ${expected ? 'for chat' : 'not for chat'}`, () => {
        assert.equal(readModelList([{ id: 'm', ...record }])?.[0]?.chat, expected);
      });
    }
  }
});
