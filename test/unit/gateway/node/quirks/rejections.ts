// Rejections of real gateways with their sources, and the quirk that each one shows.
import type { CompletionRequest } from '../../../../../src/gateway/common/ports';
import type { Quirk } from '../../../../../src/gateway/common/quirk';
import { fullRequest, image, openAi, prefilled, type Sample } from './samples';

export interface Rejection extends Sample {
  readonly source: string;
  readonly quirk: Quirk;
}

const withImage: Partial<CompletionRequest> = {
  messages: [{ role: 'user', content: 'What is it?', images: [image] }],
};
const complete: Partial<CompletionRequest> = { stream: false };
const gemini: Partial<CompletionRequest> = { apiFormat: 'generateContent' };
const responses: Partial<CompletionRequest> = { apiFormat: 'responses' };
const messages: Partial<CompletionRequest> = { apiFormat: 'messages' };

type Row = readonly [
  source: string,
  body: Sample['body'],
  request?: Partial<CompletionRequest>,
  status?: number,
];

function rejectionsOf(quirk: Quirk, rows: readonly Row[]): readonly Rejection[] {
  return rows.map(([source, body, request = {}, status = 400]) => ({
    source,
    quirk,
    body,
    request,
    status,
  }));
}

const google = (message: string) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
const anthropic = (message: string) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
});

export const rejections: readonly Rejection[] = [
  ...rejectionsOf('noReasoningEffort', [
    [
      'xAI (BerriAI/litellm#16265)',
      {
        code: 'Client specified an invalid argument',
        error: 'Model grok-4 does not support parameter reasoningEffort.',
      },
      { model: 'grok-4' },
    ],
    [
      'xAI, another wording',
      {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: reasoningEffort',
      },
    ],
    ['Ollama (ollama/ollama#10989)', openAi('"llama3.2:3b" does not support thinking')],
    [
      'LiteLLM, UnsupportedParamsError',
      openAi(
        "litellm.UnsupportedParamsError: xai does not support parameters: ['reasoning_effort'], for model=m. To drop these, set `litellm.drop_params=True`.",
      ),
    ],
    [
      'Google’s OpenAI-compatible API (RooCodeInc/Roo-Code#10700)',
      [google('Thinking level is not supported for this model.')],
    ],
    ['Gemini 2.0', google('Thinking is not supported for this model.'), gemini],
    ['Gemini', google('thinking_config is not supported by this model.'), gemini],
    [
      'Vertex AI',
      google('Unable to submit request because thinking is not supported by this model.'),
      gemini,
    ],
    [
      'Gemini, thinking off',
      google('Thinking_config.include_thoughts is only enabled when thinking is enabled.'),
      gemini,
    ],
    ['Anthropic, effort', anthropic('This model does not support the effort parameter.'), messages],
    [
      'Bedrock (BerriAI/litellm#13131)',
      openAi(
        'The model returned the following errors: Malformed input request: #: extraneous key [reasoning_effort] is not permitted, please reformat your input and try again.',
      ),
    ],
    ['Azure', openAi('Unrecognized request argument supplied: reasoning_effort')],
    [
      'Mistral, 422',
      {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'reasoning_effort'],
              msg: 'Extra inputs are not permitted',
              input: 'low',
            },
          ],
        },
      },
      {},
      422,
    ],
    [
      'Fireworks',
      openAi("Extra inputs are not permitted, field: 'reasoning_effort', value: 'low'"),
    ],
    [
      'OpenAI, Responses',
      openAi(
        "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
        'reasoning.effort',
        'unsupported_parameter',
      ),
      responses,
    ],
    ['SiliconFlow', { code: 20015, message: '该模型不支持 reasoning_effort 参数', data: null }],
    ['DashScope', { code: 'InvalidParameter', message: '当前模型不支持思考模式' }],
    ['Groq', openAi('`reasoning_effort` is not supported with this model')],
    [
      'FastAPI, 422',
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'reasoning_effort'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
      {},
      422,
    ],
    [
      'Anthropic, output_config',
      anthropic('output_config.effort: Extra inputs are not permitted'),
      messages,
    ],
    [
      'Gemini, an unknown field',
      google(
        'Invalid JSON payload received. Unknown name "thinkingConfig" at \'generation_config\': Cannot find field.',
      ),
      gemini,
    ],
  ]),
  ...rejectionsOf('thinkingBudget', [
    [
      'Google, Gemini 2.5 (juspay/neurolink#1707)',
      google('Thinking level is not supported for this model.'),
      gemini,
    ],
    ['Vertex AI', google('thinking_level is not supported by this model'), gemini],
    [
      'Google, an unknown field',
      google(
        'Invalid JSON payload received. Unknown name "thinkingLevel" at \'generation_config.thinking_config\': Cannot find field.',
      ),
      gemini,
    ],
  ]),
  ...rejectionsOf('systemInUser', [
    [
      'Mistral’s chat template (vllm-project/vllm#2112)',
      openAi('Only user and assistant roles are supported!'),
    ],
    [
      'vLLM, template (vllm-project/vllm#6862)',
      openAi('Conversation roles must alternate user/assistant/user/assistant/...'),
    ],
    [
      'Text Generation Inference (huggingface/text-generation-inference#2103)',
      {
        error:
          'Template error: invalid operation: Conversation roles must alternate user/assistant/user/assistant/... (in <string>:1)',
        error_type: 'template_error',
      },
      {},
      422,
    ],
    [
      'MiniMax (BigPizzaV3/CodexPlusPlus#267)',
      openAi('invalid params, chat content has invalid message role: system (2013)'),
    ],
    [
      'llama.cpp, 500 (idiap/sdialog#122)',
      {
        error: {
          code: 500,
          message:
            '\n------------\nWhile executing CallExpression at line 19, column 27 in source:\n...% 2 == 0) -%}↵        {{ raise_exception("Conversation roles must alternate user...\n                                           ^\nError: Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
          type: 'server_error',
        },
      },
      {},
      500,
    ],
    [
      'Ministral’s chat template (anomalyco/opencode#5034)',
      openAi('Only user, assistant and tool roles are supported, got system.'),
    ],
    ['Gemma’s chat template (ggml-org/llama.cpp#12279)', openAi('System role not supported')],
    ['Gemini behind a gateway', [google('Please use a valid role: user, model.')]],
    ['Google, Gemma', [google('Developer instruction is not enabled for models/gemma-3-27b-it')]],
    [
      'OpenAI, o1-mini',
      openAi(
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        'messages[0].role',
        'unsupported_value',
      ),
    ],
    [
      'Pydantic',
      {
        detail: [
          { loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user' or 'assistant'" },
        ],
      },
      {},
      422,
    ],
    ['Baidu', { error_code: 336006, error_msg: '当前模型不支持 system 角色' }],
    ['Zhipu', { error: { code: '1214', message: 'messages 参数非法：角色必须交替出现' } }],
    [
      'a server that no longer accepts developer',
      openAi("Unexpected role 'developer'."),
      { quirks: ['systemAsDeveloper'] },
    ],
  ]),
  ...rejectionsOf('noImages', [
    [
      'OpenRouter, 404 (openclaw/openclaw#99079)',
      { error: { message: 'No endpoints found that support image input', code: 404 } },
      withImage,
      404,
    ],
    ['vLLM', { object: 'error', message: 'm is not a multimodal model', code: 400 }, withImage],
    [
      'vLLM, no images',
      { object: 'error', message: 'At most 0 image(s) may be provided in one request.', code: 400 },
      withImage,
    ],
    [
      'vLLM, current (studio-dots-ai/dots.ocr#61)',
      {
        object: 'error',
        message: 'facebook/opt-125m is not a multimodal model None',
        type: 'BadRequestError',
        code: 400,
      },
      withImage,
    ],
    ['a server that leaves out the article', openAi('Model m is not multimodal'), withImage],
    [
      'LiteLLM (BerriAI/litellm#7908)',
      openAi('The provided model is not a vision model. Please provide a vision model.'),
      withImage,
    ],
    [
      'Ollama (ollama/ollama#17301)',
      openAi('this model does not support image input (ref: b8bd630e-4a39-4b57-82af-9158ee9d5703)'),
      withImage,
    ],
    [
      'Ollama, 500 (valentinfrlch/ha-llmvision#691)',
      {
        error:
          'Failed to create new sequence: failed to process inputs: this model is missing data required for image input',
      },
      withImage,
      500,
    ],
    [
      'llama.cpp, 500 (ggml-org/llama.cpp#13566)',
      {
        error: {
          code: 500,
          message: 'image input is not supported by this server',
          type: 'server_error',
        },
      },
      withImage,
      500,
    ],
    [
      'llama.cpp, 500, with the messages (ggml-org/llama.cpp#12947)',
      {
        error: {
          code: 500,
          message:
            'Failed to parse messages: Unsupported content part type: "image_url"; messages = [\n  {\n    "role": "user",\n    "content": [\n      {\n        "type": "image_url",\n        "image_url": {\n          "url": "data:image/png;base64,iVBORw0KGgo="\n',
          type: 'server_error',
        },
      },
      withImage,
      500,
    ],
    [
      'Tinker (thinking-machines-lab/tinker-feedback#83)',
      {
        detail: 'Validation Error',
        errors: [
          {
            loc: 'body -> messages -> 0 -> content -> list[TextContentPart] -> 0 -> type',
            msg: "Input should be 'text'",
            type: 'literal_error',
          },
        ],
      },
      withImage,
      422,
    ],
    [
      'a Go server',
      openAi(
        'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
      ),
      withImage,
    ],
    [
      'a Rust server',
      openAi('messages[0].content: invalid type: sequence, expected a string at line 1 column 55'),
      withImage,
    ],
    ['a router', openAi('This model cannot process images.'), withImage],
    [
      'llama.cpp',
      openAi(
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      ),
      withImage,
    ],
    [
      'LM Studio',
      { error: 'Model does not support images. Please use a model that does.' },
      withImage,
    ],
    [
      'Groq',
      openAi(
        "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)]",
      ),
      withImage,
    ],
    [
      'DeepSeek',
      openAi(
        'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 118',
      ),
      withImage,
    ],
    ['xAI', { error: 'Image inputs are not supported by this model.' }, withImage],
    [
      'Mistral',
      { message: 'Image input is not enabled for this model', type: 'invalid_request_error' },
      withImage,
    ],
    ['Zhipu', { error: { code: '1210', message: '该模型不支持图片输入' } }, withImage],
    ['DashScope', { code: 'InvalidParameter', message: '该模型仅支持纯文本输入' }, withImage],
    [
      'Anthropic’s format',
      anthropic('This model does not support image inputs.'),
      { ...withImage, ...messages },
    ],
    [
      'Gemini’s format',
      google('Image input modality is not enabled for models/m'),
      { ...withImage, ...gemini },
    ],
    [
      'OpenAI',
      openAi(
        'Invalid content type. image_url is only supported by certain models.',
        'messages.[1].content.[0].type',
      ),
      withImage,
    ],
    ['a router', { message: 'This model does not support image input.' }, withImage],
  ]),
  ...rejectionsOf('noStreamOptions', [
    [
      'Azure, older versions (Azure/azure-sdk-for-net#44237)',
      openAi('Unrecognized request argument supplied: stream_options'),
    ],
    [
      'Cerebras',
      {
        message: "body.stream_options: property 'body.stream_options' is unsupported",
        type: 'invalid_request_error',
        param: 'validation_error',
        code: 'wrong_api_format',
      },
    ],
    [
      'Cloudflare and JSON Schema',
      {
        errors: [
          { message: "Additional properties are not allowed ('stream_options' was unexpected)" },
        ],
      },
    ],
    ['Go servers', { error: 'json: unknown field "stream_options"' }],
    [
      'Ajv',
      [
        {
          instancePath: '',
          keyword: 'additionalProperties',
          params: { additionalProperty: 'stream_options' },
          message: 'must NOT have additional properties',
        },
      ],
    ],
    [
      'express-openapi-validator',
      {
        message: 'request/body must NOT have additional properties',
        errors: [
          {
            path: '/body/stream_options',
            message: 'must NOT have additional properties',
            errorCode: 'additionalProperties.openapi.validation',
          },
        ],
      },
    ],
    [
      'Zod',
      {
        error: {
          name: 'ZodError',
          issues: [
            {
              code: 'unrecognized_keys',
              keys: ['stream_options'],
              path: [],
              message: "Unrecognized key(s) in object: 'stream_options'",
            },
          ],
        },
      },
    ],
    [
      'Databricks',
      { error_code: 'BAD_REQUEST', message: "Unsupported parameter(s): 'stream_options'" },
    ],
    ['one-api', openAi('不支持的参数：stream_options')],
    [
      'Pydantic, raw',
      openAi(
        "1 validation error for ChatCompletionRequest\nstream_options\n  Extra inputs are not permitted [type=extra_forbidden, input_value={'include_usage': True}, input_type=dict]",
      ),
    ],
    ['a German gateway', { message: 'Der Parameter stream_options wird nicht unterstützt.' }],
    ['a Japanese gateway', { message: 'stream_optionsはサポートされていません' }],
  ]),
  ...rejectionsOf('noTemperature', [
    [
      'LiteLLM (BerriAI/litellm#13781)',
      openAi(
        "litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support temperature=0.2. Only temperature=1 is supported.",
      ),
    ],
    ['Moonshot, kimi-k2.5', openAi('invalid temperature: only 1 is allowed for this model')],
    ['Anthropic', anthropic('`temperature` is deprecated for this model.'), messages],
    [
      'Anthropic, thinking',
      anthropic('`temperature` may only be set to 1 when thinking is enabled.'),
      messages,
    ],
    [
      'Bedrock',
      { message: 'Malformed input request: extraneous key [temperature] is not permitted' },
    ],
    [
      'OpenAI, only the default',
      openAi(
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        'temperature',
        'unsupported_value',
      ),
    ],
    [
      'OpenAI, Responses',
      openAi(
        "Unsupported parameter: 'temperature' is not supported with this model.",
        'temperature',
      ),
      responses,
    ],
    ['Chinese', { code: 1210, msg: '该模型不支持 temperature 参数，请移除后重试' }],
  ]),
  ...rejectionsOf('maxCompletionTokens', [
    [
      'the provider behind OpenRouter',
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: {
            raw: '{"error":{"message":"Unsupported parameter: \'max_tokens\' is not supported with this model. Use \'max_completion_tokens\' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}',
            provider_name: 'OpenAI',
          },
        },
      },
    ],
    [
      'OpenAI',
      openAi(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
        'unsupported_parameter',
      ),
    ],
    ['Chinese', openAi('参数 max_tokens 已弃用，请使用 max_completion_tokens')],
  ]),
  ...rejectionsOf('noStream', [
    [
      'OpenAI, o1',
      openAi(
        "Unsupported value: 'stream' does not support true with this model. Supported values are: false.",
        'stream',
        'unsupported_value',
      ),
    ],
    [
      'OpenAI, an organization that is not verified (openai/codex#1006)',
      openAi(
        'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general',
        'stream',
        'unsupported_value',
      ),
    ],
    ['Chinese', { message: '该模型暂不支持流式输出' }],
    ['Chinese, only without', { message: '该模型仅支持非流式调用' }],
    [
      'Bedrock',
      { message: 'The model is unsupported for streaming. Streaming is not supported.' },
      messages,
    ],
    ['only in param', openAi('Invalid request.', 'stream', 'unsupported_parameter')],
    ['a router', { detail: 'This model does not support streaming.' }],
  ]),
  ...rejectionsOf('onlyStream', [
    [
      'DashScope, QwQ (QwenLM/Qwen3#1300)',
      openAi(
        'This model only support stream mode, please enable the stream parameter to access the model. ',
      ),
      complete,
    ],
    [
      'DashScope, Qwen3',
      openAi('parameter.enable_thinking must be set to false for non-streaming calls'),
      complete,
    ],
    [
      'Codex’ backend (BerriAI/litellm#18174)',
      { detail: 'Stream must be set to true' },
      { ...complete, ...responses },
    ],
    [
      'a router',
      { error: 'Only streaming is supported by this model.' },
      { ...complete, ...messages },
    ],
    ['Chinese', { message: '该模型仅支持流式调用' }, complete],
    ['Chinese, the opposite', { message: '该模型不支持非流式输出' }, complete],
    [
      'new-api',
      openAi('Non-streaming requests are not supported for this model'),
      { ...complete, ...gemini },
    ],
  ]),
  ...rejectionsOf('noStore', [
    ['Pydantic', openAi('store: Extra inputs are not permitted'), responses],
    [
      'OpenAI’s wording',
      openAi("Unknown parameter: 'store'.", 'store', 'unknown_parameter'),
      responses,
    ],
    ['a Go server', { error: 'json: unknown field "store"' }, responses],
    [
      'a router, 422',
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'store'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
      responses,
      422,
    ],
  ]),
  ...rejectionsOf('noPrefill', [
    [
      'Anthropic (aaif-goose/goose#7425)',
      anthropic(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ),
      prefilled,
    ],
    [
      'Bedrock',
      { message: 'The model returned: A conversation must end with a user message. Try again.' },
      prefilled,
    ],
    [
      'Anthropic, thinking',
      openAi('Prefilling assistant responses is not supported when thinking is enabled.'),
      prefilled,
    ],
    [
      'Mistral',
      openAi(
        'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
        'messages',
      ),
      prefilled,
    ],
    ['Zhipu', { error: { message: '最后一条消息必须是 user 消息', code: '1214' } }, prefilled],
  ]),
  ...rejectionsOf('systemAsDeveloper', [
    [
      'a Rust server',
      openAi(
        'messages[0].role: unknown variant `system`, expected one of `developer`, `user`, `assistant` at line 1 column 52',
      ),
      { ...fullRequest },
    ],
  ]),
  ...rejectionsOf('maxTokens', [
    [
      'older servers',
      openAi(
        "Unknown parameter: 'max_completion_tokens'.",
        'max_completion_tokens',
        'unknown_parameter',
      ),
      { quirks: ['maxCompletionTokens'] },
    ],
  ]),
];
