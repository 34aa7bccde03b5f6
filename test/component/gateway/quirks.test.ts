// Rejections of many gateways, word for word where they are known, and the quirk recognized in each.
import assert from 'node:assert/strict';
import type { CompletionRequest } from '../../../src/chat/ports';
import { readErrorBody } from '../../../src/gateway/failures/errorBody';
import type { Quirk } from '../../../src/shared/conversation/quirk';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import type { Json } from '../../referenceGateway/http/json';
import { clientOf, collect, connectionTo } from './harness';

/** A request with fullRequest that a gateway may reject. */
const fullRequest: CompletionRequest = {
  apiFormat: 'chat',
  model: 'rejects',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why is the parameter temperature not supported by my oven?' },
  ],
  stream: true,
  temperature: 0.2,
  maxTokens: 100,
  reasoningEffort: 'low',
};

interface Rejection {
  readonly server: string;
  readonly body: Json;
  readonly status?: number;
  readonly quirk: Quirk;
  readonly request?: Partial<CompletionRequest>;
}

const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

/** A request in Anthropic's format that continues an answer. */
const prefilled: Partial<CompletionRequest> = {
  apiFormat: 'messages',
  messages: [
    { role: 'user', content: 'A story?' },
    { role: 'assistant', content: 'There was a king, and' },
  ],
};

const openAi = (message: string, param: string | null, code: string | null): Json => ({
  error: { message, type: 'invalid_request_error', param, code },
});

const rejections: readonly Rejection[] = [
  {
    server: 'OpenAI, max_tokens',
    body: openAi(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    ),
    quirk: 'maxCompletionTokens',
  },
  {
    server: 'OpenAI, temperature',
    body: openAi(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      'temperature',
      'unsupported_value',
    ),
    quirk: 'noTemperature',
  },
  {
    server: 'OpenAI, system',
    body: openAi(
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      'messages[0].role',
      'unsupported_value',
    ),
    quirk: 'systemInUser',
  },
  {
    server: 'Azure, the name only in the message',
    body: openAi('Unrecognized request argument supplied: stream_options', null, null),
    quirk: 'noStreamOptions',
  },
  {
    server: 'Mistral, 422 with a path',
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
            input: { include_usage: true },
          },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
    quirk: 'noStreamOptions',
  },
  {
    server: 'FastAPI, 422',
    status: 422,
    body: {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'reasoning_effort'],
          msg: 'Extra inputs are not permitted',
        },
      ],
    },
    quirk: 'noReasoningEffort',
  },
  {
    server: 'vLLM behind new-api, nested JSON',
    body: openAi(
      `{"object":"error","message":"[{'type': 'extra_forbidden'}] Unknown field: stream_options","type":"BadRequestError","param":null,"code":400} (request id: 20261121142400123)`,
      '',
      'bad_response_status_code',
    ),
    quirk: 'noStreamOptions',
  },
  {
    server: 'llama.cpp, a template without a system role',
    body: {
      error: { code: 400, message: 'System role not supported', type: 'invalid_request_error' },
    },
    quirk: 'systemInUser',
  },
  {
    server: 'a Rust server that wants developer',
    body: openAi(
      'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `system`, expected one of `developer`, `user`, `assistant` at line 1 column 52',
      null,
      'invalid_request_error',
    ),
    quirk: 'systemAsDeveloper',
  },
  {
    server: 'the chat template of Mistral',
    body: openAi(
      'Conversation roles must alternate user/assistant/user/assistant/...',
      null,
      'BadRequestError',
    ),
    quirk: 'systemInUser',
  },
  {
    server: 'Moonshot, temperature',
    body: openAi('invalid temperature: only 1 is allowed for this model', null, null),
    quirk: 'noTemperature',
  },
  {
    server: 'Anthropic behind a gateway, temperature',
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: '`temperature` is deprecated for this model.',
      },
    },
    quirk: 'noTemperature',
  },
  {
    server: 'Gemini behind a gateway, system',
    body: [
      {
        error: {
          code: 400,
          message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    quirk: 'systemInUser',
  },
  {
    server: 'Chinese, stream_options',
    body: { error: { message: '不支持的参数：stream_options', type: 'new_api_error', code: '' } },
    quirk: 'noStreamOptions',
  },
  {
    server: 'Chinese, temperature',
    body: { code: 1210, msg: '该模型不支持 temperature 参数，请移除后重试' },
    quirk: 'noTemperature',
  },
  {
    server: 'Chinese, system',
    body: { error_code: 336006, error_msg: '当前模型不支持 system 角色' },
    quirk: 'systemInUser',
  },
  {
    server: 'Chinese, max_tokens',
    body: {
      error: { message: '参数 max_tokens 已弃用，请使用 max_completion_tokens', code: '400' },
    },
    quirk: 'maxCompletionTokens',
  },
  {
    server: 'Chinese, streaming',
    body: { message: '该模型暂不支持流式输出' },
    quirk: 'noStream',
  },
  {
    server: 'a gateway without streaming, only in param',
    body: openAi('Invalid request.', 'stream', 'unsupported_parameter'),
    quirk: 'noStream',
  },
  {
    server: 'a router, streaming in the message',
    body: { detail: 'This model does not support streaming.' },
    quirk: 'noStream',
  },
  {
    server: 'Groq, reasoning_effort',
    body: openAi('`reasoning_effort` is not supported with this model', null, null),
    quirk: 'noReasoningEffort',
  },
  {
    server: 'an older server, max_completion_tokens',
    body: openAi(
      "Unknown parameter: 'max_completion_tokens'.",
      'max_completion_tokens',
      'unknown_parameter',
    ),
    quirk: 'maxTokens',
    request: { quirks: ['maxCompletionTokens'] },
  },
  {
    server: 'Anthropic’s format, effort',
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'output_config.effort: Extra inputs are not permitted',
      },
    },
    quirk: 'noReasoningEffort',
    request: { apiFormat: 'messages' },
  },
  {
    server: 'the Responses format, temperature',
    body: openAi(
      "Unsupported parameter: 'temperature' is not supported with this model.",
      'temperature',
      null,
    ),
    quirk: 'noTemperature',
    request: { apiFormat: 'responses' },
  },
  {
    server: 'Gemini’s format, thinking',
    body: {
      error: {
        code: 400,
        message:
          'Invalid JSON payload received. Unknown name "thinkingConfig" at \'generation_config\': Cannot find field.',
        status: 'INVALID_ARGUMENT',
      },
    },
    quirk: 'noReasoningEffort',
    request: { apiFormat: 'generateContent' },
  },
  ...[
    openAi(
      'Invalid content type. image_url is only supported by certain models.',
      'messages.[1].content.[0].type',
      null,
    ),
    openAi('unknown variant `image_url`, expected `text` at line 1 column 99', null, null),
    { message: 'This model does not support image input.' },
    { error: { message: '该模型不支持图片输入', code: '1210' } },
  ].map((body, index): Rejection => ({
    server: `images, ${index + 1}`,
    body,
    quirk: 'noImages',
    request: { messages: [{ role: 'user', content: 'What is it?', images: [image] }] },
  })),
  ...[
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'This model does not support assistant message prefill. The conversation must end with a user message.',
      },
    },
    { message: 'The model returned: A conversation must end with a user message. Try again.' },
    openAi('Prefilling assistant responses is not supported when thinking is enabled.', null, null),
    openAi(
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      'messages',
      null,
    ),
    { error: { message: '最后一条消息必须是 user 消息', code: '1214' } },
  ].map((body, index): Rejection => ({
    server: `prefill, ${index + 1}`,
    body,
    quirk: 'noPrefill',
    request: prefilled,
  })),
  {
    server: 'a server that no longer accepts developer',
    body: openAi("Unexpected role 'developer'.", null, null),
    quirk: 'systemInUser',
    request: { quirks: ['systemAsDeveloper'] },
  },
];

interface LookAlike {
  readonly why: string;
  readonly body: Json;
  readonly status?: number;
  readonly request?: Partial<CompletionRequest>;
}

const lookAlikes: readonly LookAlike[] = [
  {
    why: 'a context overflow that names max_tokens',
    body: openAi(
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens; max_tokens is not supported beyond that.",
      'messages',
      null,
    ),
  },
  {
    why: 'a context overflow by its code',
    body: openAi(
      'max_tokens is not supported: prompt too long.',
      'max_tokens',
      'context_length_exceeded',
    ),
  },
  {
    why: 'a token limit that is too high',
    body: openAi(
      'max_tokens is too large: 100. This model supports at most 64 completion tokens, whereas you provided 100.',
      'max_tokens',
      'invalid_value',
    ),
  },
  {
    why: 'a temperature out of range',
    body: openAi(
      "Invalid 'temperature': must be between 0 and 0.1.",
      'temperature',
      'decimal_above_max_value',
    ),
  },
  {
    why: 'a temperature out of range, in Chinese',
    body: { msg: 'temperature 参数错误，不支持超出 (0, 0.1] 范围的值' },
  },
  {
    why: 'an unsupported temperature value',
    body: { message: 'temperature: unsupported value 0.2' },
  },
  {
    why: 'a token limit that is not an integer',
    body: { message: 'max_tokens is not a valid integer' },
  },
  { why: 'a temperature of the wrong type', body: { message: 'temperature must be a string' } },
  {
    why: 'an unsupported effort value',
    body: openAi(
      "Unsupported value: 'reasoning_effort' does not support 'low' with this model. Supported values are: 'high'.",
      'reasoning_effort',
      'unsupported_value',
    ),
  },
  {
    why: 'a quote of the question in quotation marks',
    body: { message: 'Blocked: "Parameter temperature is not supported" was found in your text.' },
  },
  {
    why: 'a quote of the question without quotation marks',
    body: {
      message:
        'Rejected: Why is the parameter temperature not supported by my oven? Ask something else.',
    },
  },
  {
    why: 'a content policy',
    body: openAi(
      'Your request was rejected by our safety system. Talking about temperature is not allowed.',
      null,
      'content_policy_violation',
    ),
  },
  {
    why: 'an unknown model',
    body: openAi('The model `rejects` does not exist', 'model', 'model_not_found'),
  },
  {
    why: 'a model ID that reads like a parameter',
    body: { message: 'stream_options is not supported' },
    request: { model: 'stream_options' },
  },
  {
    why: 'a parameter that was not sent, in param',
    body: openAi("Unsupported parameter: 'top_p'.", 'top_p', 'unsupported_parameter'),
  },
  {
    why: 'a parameter that was not sent, in the message',
    body: { detail: 'Unknown field: logprobs' },
  },
  {
    why: 'a temperature that was not sent',
    body: openAi("Unsupported parameter: 'temperature'.", 'temperature', 'unsupported_parameter'),
    request: { temperature: undefined } as unknown as Partial<CompletionRequest>,
  },
  {
    why: 'streaming that was not requested',
    body: openAi("Unsupported parameter: 'stream'.", 'stream', 'unsupported_parameter'),
    request: { stream: false },
  },
  {
    why: 'a token limit that Anthropic’s format requires',
    body: { error: { message: 'max_tokens is not supported' } },
    request: { apiFormat: 'messages' },
  },
  {
    why: 'an unsupported image type',
    body: { message: 'Unsupported images: the format image/tiff is not supported.' },
    request: { messages: [{ role: 'user', content: 'What is it?', images: [image] }] },
  },
  {
    why: 'images that were not sent',
    body: { message: 'This model does not support image input.' },
  },
  {
    why: 'a request that ends with a user message',
    body: { message: 'The conversation must end with a user message.' },
    request: { apiFormat: 'messages' },
  },
  {
    why: 'a prefill that is too long',
    body: { message: 'The last assistant message is longer than 4096 tokens.' },
    request: prefilled,
  },
  {
    why: 'roles that do not alternate, without a system prompt',
    body: { message: 'Conversation roles must alternate user/assistant/user/assistant/...' },
    request: { messages: [{ role: 'user', content: 'Hello?' }] },
  },
  {
    why: 'another meaning of system',
    body: { message: 'The operating system does not support this operation.' },
  },
  {
    why: 'a status other than 400 and 422',
    status: 500,
    body: { message: 'Unknown field: stream_options' },
  },
  { why: 'a rejected key', status: 401, body: { message: 'Unknown field: stream_options' } },
  {
    why: 'an HTML page',
    body: '<html><title>400 stream_options is not supported</title></html>',
  },
];

describe('recognizing quirks in rejections', () => {
  let gateway: Gateway;
  let response: { readonly status: number; readonly body: Json };

  before(async () => {
    gateway = await startGateway();
    for (const id of ['rejects', 'stream_options']) {
      gateway.addModel({
        id,
        description: 'Answers as the test says.',
        behavior: {
          kind: 'serves',
          refuses: true,
          serve: async ({ exchange }) => {
            const { status, body } = response;
            await (typeof body === 'string'
              ? exchange.sendHtml(status, body)
              : exchange.sendJson(status, body));
          },
        },
      });
    }
  });
  after(() => gateway.close());

  async function quirkOf(
    status: number,
    body: Json,
    request: Partial<CompletionRequest> = {},
  ): Promise<Quirk | undefined> {
    response = { status, body };
    const client = clientOf(connectionTo(gateway.baseUrl));
    const [sent, part] = await collect(client, { ...fullRequest, ...request });
    assert.equal(sent?.type, 'sent');
    assert.equal(part?.type, 'failure');
    return part.type === 'failure' ? part.failure.quirk : undefined;
  }

  for (const { server, status = 400, body, quirk, request } of rejections) {
    it(`${quirk}: ${server}`, async () => {
      assert.equal(await quirkOf(status, body, request), quirk);
    });
  }

  for (const { why, status = 400, body, request } of lookAlikes) {
    it(`none: ${why}`, async () => {
      assert.equal(await quirkOf(status, body, request), undefined);
    });
  }

  for (const { server, body } of rejections) {
    it(`none: a question that quotes the rejection of ${server}, echoed`, async () => {
      const rejection = readErrorBody(body).message ?? '';
      const question = { ...fullRequest.messages[1], role: 'user', content: rejection } as const;
      for (const echo of [`Blocked: ${rejection}`, `Blocked: “${rejection}”, as was asked.`]) {
        assert.equal(await quirkOf(400, { message: echo }, { messages: [question] }), undefined);
      }
    });
  }
});
