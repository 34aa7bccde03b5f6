import assert from 'node:assert/strict';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [server: string, record: object, stated: boolean | undefined];

const images: readonly Row[] = [
  ['a proxy', {}, undefined],
  ['a proxy', { id: 'a-vision-model' }, undefined],
  ['OpenRouter', { architecture: { input_modalities: ['text', 'image'] } }, true],
  [
    'OpenRouter',
    { architecture: { input_modalities: ['text'], modality: 'text+image->text' } },
    false,
  ],
  ['OpenRouter', { architecture: { modality: 'text+image->text' } }, true],
  ['OpenRouter', { architecture: { modality: 'text->text+image' } }, false],
  ['a proxy', { modalities: { input: ['text', 'image'] } }, true],
  ['a proxy', { input_modalities: [] }, undefined],
  ['Ollama', { capabilities: ['completion', 'vision'] }, true],
  ['Ollama', { capabilities: ['completion'] }, undefined],
  ['LM Studio', { capabilities: { vision: false } }, false],
  ['a proxy', { capabilities: { vision: 'yes' } }, undefined],
  ['Anthropic', { capabilities: { image_input: { supported: true } } }, true],
  ['Anthropic', { capabilities: { image_input: { supported: false } } }, false],
  ['Copilot', { capabilities: { supports: { tool_calls: true, vision: true } } }, true],
  ['Copilot', { capabilities: { supports: { vision: false } } }, false],
  ['Copilot', { capabilities: { limits: { vision: { max_prompt_images: 1 } } } }, undefined],
  ['Moonshot', { supports_image_in: true, supports_video_in: true }, true],
  ['Moonshot', { supports_image_in: false, supports_video_in: false }, false],
  ['LiteLLM', { model_info: { mode: 'chat', supports_vision: true } }, true],
  ['LiteLLM', { model_info: { mode: 'chat', supports_vision: null } }, undefined],
  ['Requesty', { api: 'chat', supports_vision: false }, false],
  ['Fireworks', { supports_chat: true, supports_image_input: true }, true],
  ['Fireworks', { supports_chat: true, supports_image_input: false }, false],
  ['Fireworks, control plane', { supportsImageInput: true, state: 'READY' }, true],
  ['Venice', { model_spec: { capabilities: { supportsVision: true } } }, true],
  ['Venice', { model_spec: { capabilities: { supportsVision: false } } }, false],
  ['Volcengine Ark', { modalities: { input_modalities: ['text', 'image', 'video'] } }, true],
  ['Volcengine Ark', { modalities: { input_modalities: ['text'] } }, false],
  ['LM Studio', { type: 'vlm', arch: 'qwen2_vl' }, true],
  ['LM Studio', { type: 'llm', arch: 'qwen2' }, undefined],
  ['a proxy of Windsurf', { supports_images: true }, true],
  ['Featherless', { features: { tool_use: true, image_input: true } }, true],
  ['Featherless', { features: { tool_use: false, image_input: false } }, false],
  ['Cohere', { features: ['vision', 'strict_tools', 'tools'] }, true],
  ['Vercel', { tags: ['file-input', 'tool-use', 'vision'] }, true],
  ['DeepInfra', { metadata: { tags: ['chat', 'vision'] } }, true],
  ['DeepInfra', { metadata: { tags: ['chat'] } }, undefined],
  ['Glama', { capabilities: ['caching', 'input:image', 'input:text'] }, true],
  ['GitHub', { supported_input_modalities: ['text'], supports_vision: true }, false],
];

const tools: readonly Row[] = [
  ['a proxy', {}, undefined],
  ['a proxy', { id: 'a-tool-model', tools: true }, undefined],
  ['OpenRouter', { supported_parameters: ['temperature', 'tools', 'tool_choice'] }, true],
  // The list is complete.
  ['OpenRouter', { supported_parameters: ['temperature'] }, false],
  ['OpenRouter', { supported_parameters: [] }, undefined],
  ['LiteLLM', { supports_function_calling: true }, true],
  ['LiteLLM', { model_info: { supports_function_calling: false } }, false],
  ['LiteLLM', { model_info: { supports_function_calling: null } }, undefined],
  ['Mistral', { capabilities: { completion_chat: true, function_calling: false } }, false],
  ['Mistral', { capabilities: { function_calling: true } }, true],
  ['Fireworks', { supports_chat: true, supports_tools: false }, false],
  ['Ollama', { capabilities: ['completion', 'tools'] }, true],
  ['LM Studio', { capabilities: ['tool_use'] }, true],
  ['LM Studio', { capabilities: { vision: true, trained_for_tool_use: true } }, true],
  ['Vercel', { tags: ['reasoning', 'tool-use'] }, true],
  ['GitHub', { capabilities: ['streaming', 'tool-calling'] }, true],
  ['GitHub', { capabilities: { supports: { tool_calls: false } } }, false],
  // It lists no tools for any model.
  ['llama.cpp', { capabilities: ['completion'] }, undefined],
  ['Hugging Face', { providers: [{ supports_tools: false }, { supports_tools: true }] }, true],
  ['Hugging Face', { providers: [{ supports_tools: false }] }, undefined],
  ['Venice', { model_spec: { capabilities: { supportsFunctionCalling: true } } }, true],
  ['Featherless', { features: { tool_use: true, image_input: true } }, true],
  ['Featherless', { features: { tool_use: false, image_input: false } }, false],
  ['Requesty', { supports_tool_calling: true, supports_vision: false }, true],
  ['Requesty', { supports_tool_calling: false }, false],
  ['a proxy of Windsurf', { supports_tool_calls: true }, true],
  ['Fireworks, control plane', { supportsTools: true }, true],
  ['Chutes', { supported_features: ['json_mode', 'tools'] }, true],
  ['Chutes', { supported_features: ['json_mode'] }, undefined],
  ['Chutes', { supported_features: [] }, undefined],
  ['Novita', { features: ['function-calling', 'structured-outputs'] }, true],
  ['Novita', { features: [] }, undefined],
  ['Cohere', { features: null }, undefined],
  ['Volcengine Ark', { features: { tools: { function_calling: true } } }, true],
  ['llm7', { model_type: 'chat', tools_calling: true }, true],
  ['NanoGPT', { capabilities: { vision: true, tool_calling: true } }, true],
  ['Hugging Face', { providers: [{ status: 'live', supports_tools: true }] }, true],
  ['Hugging Face', { providers: [{ status: 'offline', supports_tools: true }] }, undefined],
  ['Hugging Face', { providers: [{ status: 'error', supports_tools: true }] }, undefined],
  ['a proxy', { supports_tool_calls: 'yes', features: 'tools', supported_features: {} }, undefined],
  [
    'a proxy',
    { supports_tools: 'yes', supported_parameters: 'tools', capabilities: 'tools' },
    undefined,
  ],
];

describe('capabilities in a model list', () => {
  for (const [field, rows] of [
    ['imageInput', images],
    ['toolCalling', tools],
  ] as const satisfies readonly (readonly [keyof ModelRecord, readonly Row[]])[]) {
    for (const [server, record, stated] of rows) {
      it(`reads ${field} of ${JSON.stringify(record)} of ${server} as ${String(stated)}`, () => {
        assert.equal(readModelList([{ id: 'm', ...record }])?.[0]?.[field], stated);
      });
    }
  }
});
