import assert from 'node:assert/strict';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [server: string, record: object];

const forChat: readonly Row[] = [
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
