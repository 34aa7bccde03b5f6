// Rejections in the words of well-known gateways, which say more than their status.
import { errorFault, failed, openAiError, type Fault } from './fault';

const models: readonly Fault[] = [
  errorFault({
    id: 'fault-404-permission-denied',
    description: '404: the model is unknown or the key may not use it (Moonshot).',
    status: 404,
    body: (_exchange, { model }) => ({
      error: {
        message: `Not found the model ${model} or Permission denied`,
        type: 'resource_not_found_error',
      },
    }),
    expected: failed('modelNotFound', { detail: 'Not found the model' }),
  }),
  errorFault({
    id: 'fault-404-no-endpoints',
    description: '404: no provider offers the model (OpenRouter).',
    status: 404,
    body: (_exchange, { model }) => ({
      error: { message: `No endpoints found for ${model}.`, code: 404 },
    }),
    expected: failed('modelNotFound', { detail: 'No endpoints found' }),
  }),
  errorFault({
    id: 'fault-404-data-policy',
    description: '404: the account’s privacy settings exclude the model (OpenRouter).',
    status: 404,
    body: {
      error: {
        message:
          'No endpoints found matching your data policy. Configure: https://openrouter.ai/settings/privacy',
        code: 404,
      },
    },
    expected: failed('badRequest', { detail: 'No endpoints found matching your data policy.' }),
  }),
  errorFault({
    id: 'fault-400-model-id',
    description: '400: the model ID is not valid (OpenRouter).',
    status: 400,
    body: (_exchange, { model }) => ({
      error: { message: `${model} is not a valid model ID`, code: 400 },
    }),
    expected: failed('modelNotFound', { detail: 'is not a valid model ID' }),
  }),
  errorFault({
    id: 'fault-404-other-format',
    description: '404: the model is offered in another API format (OpenAI).',
    status: 404,
    body: openAiError(
      'This model is only supported in v1/responses and not in v1/chat/completions.',
      null,
      'invalid_request_error',
    ),
    expected: failed('badRequest', { detail: 'only supported in v1/responses' }),
  }),
  errorFault({
    id: 'fault-400-model-chinese',
    description: '400 in Chinese: the model does not exist (Zhipu).',
    status: 400,
    body: { error: { code: '1211', message: '模型不存在，请检查模型代码。' } },
    expected: failed('modelNotFound', { detail: '模型不存在' }),
  }),
  errorFault({
    id: 'fault-400-model-not-supported',
    description: '400 model_not_supported (GitHub Copilot).',
    status: 400,
    body: {
      error: {
        message: 'The requested model is not supported.',
        code: 'model_not_supported',
        param: 'model',
        type: 'invalid_request_error',
      },
    },
    expected: failed('modelNotFound', { detail: 'The requested model is not supported.' }),
  }),
  errorFault({
    id: 'fault-400-unknown-field',
    description: '400 that names the model and rejects a field of the request.',
    status: 400,
    body: (_exchange, { model }) => ({
      error: { message: `Model ${model} rejected the request: unknown field "abc" in the body` },
    }),
    expected: failed('badRequest', { detail: 'rejected the request' }),
  }),
];

const keyAndCredit: readonly Fault[] = [
  errorFault({
    id: 'fault-401-model-access',
    description: '401: the key may not use this model (LiteLLM).',
    status: 401,
    body: (_exchange, { model }) =>
      openAiError(
        `key not allowed to access model. This key can only access models=['other']. Tried to access ${model}`,
        '401',
        'key_model_access_denied',
      ),
    expected: failed('forbidden', { detail: 'key not allowed to access model' }),
  }),
  errorFault({
    id: 'fault-400-api-key',
    description: '400: the key is not valid (Google).',
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    expected: failed('keyRejected', { detail: 'API key not valid.' }),
  }),
  errorFault({
    id: 'fault-429-balance-chinese',
    description: '429 in Chinese: no credit left, so waiting does not help (Zhipu).',
    status: 429,
    body: { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } },
    expected: failed('noCredit', { detail: '余额不足' }),
  }),
  errorFault({
    id: 'fault-400-credit-balance',
    description: '400: the credit balance is too low (Anthropic).',
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API.',
      },
    },
    expected: failed('noCredit', { detail: 'Your credit balance is too low' }),
  }),
];

const contents: readonly Fault[] = [
  errorFault({
    id: 'fault-400-content-filter',
    description: '400 content_filter: the prompt was filtered (Azure).',
    status: 400,
    body: {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: {} },
      },
    },
    expected: {
      state: 'filtered',
      failureKind: 'contentFiltered',
      text: '',
      detail: 'content management policy',
    },
  }),
  errorFault({
    id: 'fault-413-html',
    description: '413 with a web page: the request has too many bytes (nginx).',
    status: 413,
    contentType: 'text/html',
    body: '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx/1.27.0</center>\r\n</body>\r\n</html>\r\n',
    expected: failed('requestTooLarge'),
  }),
  errorFault({
    id: 'fault-413-tokens',
    description: '413: the request has more tokens than the rate limit allows per minute (Groq).',
    status: 413,
    body: openAiError(
      'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 14368, please reduce your message size and try again.',
      'rate_limit_exceeded',
      'tokens',
    ),
    expected: failed('requestTooLarge', { detail: 'Request too large for model' }),
  }),
  errorFault({
    id: 'fault-400-deep',
    description: '400 with JSON that is nested 100,000 levels deep.',
    status: 400,
    body: `${'{"error":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`,
    expected: failed('badRequest'),
  }),
];

export const rejectionFaults: readonly Fault[] = [...models, ...keyAndCredit, ...contents];
