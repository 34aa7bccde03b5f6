import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';
import { readModelList } from '../../../../../src/gateway/node/models/modelList';

type Row = readonly [server: string, record: object, tokens: number | undefined];

const noTokens: readonly unknown[] = [0, -1, 1.5, 'x', '', null, Infinity, {}, true];

const contexts: readonly Row[] = [
  ['LM Studio', { max_context_length: 131_072, loaded_context_length: 8192 }, 8192],
  ['LM Studio', { max_context_length: 131_072, loaded_context_length: 0 }, 131_072],
  ['Poe', { context_window: { context_length: 200_000, max_output_tokens: 64_000 } }, 200_000],
  ['llm7', { context_window: { tokens: 114_688, characters: 458_752 } }, 114_688],
  ['llm7', { context_window: { characters: 458_752 } }, undefined],
  ['Volcengine Ark', { token_limits: { context_window: 262_144 } }, 262_144],
  ['Volcengine Ark', { token_limits: {} }, undefined],
  ['DeepInfra', { metadata: { context_length: 163_840, max_tokens: 163_840 } }, 163_840],
  ['Venice', { model_spec: { availableContextTokens: 200_000 } }, 200_000],
  ['Cerebras', { limits: { max_context_length: 131_072, max_completion_tokens: 1 } }, 131_072],
  ['a proxy', { limits: { context_window: 128_000 } }, 128_000],
  ['GitHub', { limits: { max_input_tokens: 8000, max_output_tokens: 4000 } }, 8000],
  [
    'Copilot',
    { capabilities: { limits: { max_context_window_tokens: 128_000, max_prompt_tokens: 9 } } },
    128_000,
  ],
  ['TabbyAPI', { parameters: { max_seq_len: 32_768, cache_size: 65_536 } }, 32_768],
  ['llama.cpp', { parameters: '', meta: { n_ctx: 8192, n_ctx_train: 131_072 } }, 8192],
  ['LiteLLM', { model_info: { max_input_tokens: 200_000, max_output_tokens: 8192 } }, 200_000],
  ['a proxy', { context_length: 0, max_model_len: 4096 }, 4096],
  ['a proxy', { context_length: -1, limits: { max_input_tokens: 4096 } }, 4096],
  ['vLLM', { max_model_len: null }, undefined],
  ['llama.cpp', { meta: { n_ctx_train: 131_072 } }, 131_072],
  ...noTokens.map((none): Row => ['a proxy', { context_length: none }, undefined]),
];

const outputs: readonly Row[] = [
  ['Poe', { context_window: { context_length: 200_000, max_output_tokens: 64_000 } }, 64_000],
  ['Volcengine Ark', { token_limits: { max_output_token_length: 65_536 } }, 65_536],
  ['DeepInfra', { metadata: { context_length: 262_144, max_tokens: 163_840 } }, 163_840],
  ['Venice', { model_spec: { maxCompletionTokens: 24_000 } }, 24_000],
  ['Cerebras', { limits: { max_completion_tokens: 40_960 } }, 40_960],
  ['Chutes', { context_length: 163_840, max_output_length: 65_536 }, 65_536],
  ['LiteLLM', { model_info: { max_input_tokens: 200_000, max_output_tokens: 8192 } }, 8192],
  ['Vercel', { context_window: 200_000, max_tokens: 64_000 }, 64_000],
  ['Vercel', { context_window: 0, max_tokens: 0, type: 'embedding' }, undefined],
  // Some servers call the context length so.
  ['a proxy', { context_length: 8192, max_tokens: 8192 }, undefined],
  ['a proxy', { max_output_tokens: 0, max_completion_tokens: -1, max_output_length: 9 }, 9],
  ['a proxy', { max_completion_tokens: 7 }, 7],
  ['a proxy', { limits: { max_output_tokens: 7 } }, 7],
  ['Gemini', { outputTokenLimit: 7 }, 7],
  ['Copilot', { capabilities: { limits: { max_output_tokens: 7 } } }, 7],
  ['a proxy', { limit: { context: 9, output: 7 } }, 7],
  ['Anthropic', { max_input_tokens: 9, max_tokens: 7 }, 7],
  ['OpenRouter', { max_output_tokens: null, top_provider: { max_completion_tokens: 7 } }, 7],
  // LiteLLM's is the context length of some models.
  ['LiteLLM', { max_tokens: 7 }, undefined],
  ...noTokens.map((none): Row => ['a proxy', { max_output_tokens: none }, undefined]),
];

describe('token limits in a model list', () => {
  for (const [field, rows] of [
    ['contextLength', contexts],
    ['maxOutputTokens', outputs],
  ] as const satisfies readonly (readonly [keyof ModelRecord, readonly Row[]])[]) {
    for (const [server, record, tokens] of rows) {
      it(`reads ${field} of ${inspect(record)} of ${server} as ${String(tokens)}`, () => {
        assert.equal(readModelList([{ id: 'm', ...record }])?.[0]?.[field], tokens);
      });
    }
  }
});
