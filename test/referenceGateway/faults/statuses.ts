// Error statuses and codes of new-api, OpenAI and the servers in front of them.
import { errorBody } from '../http/errorResponses';
import { errorFault, failed, openAiError, type Fault } from './fault';

const keyAndCredit: readonly Fault[] = [
  errorFault({
    id: 'fault-401-empty-code',
    description: 'new-api refuses the key: 401 with an empty code.',
    status: 401,
    body: (exchange) => errorBody(exchange, 'Invalid token', ''),
    expected: failed('keyRejected', { detail: 'Invalid token' }),
  }),
  errorFault({
    id: 'fault-401-invalid-api-key',
    description: 'OpenAI refuses the key: 401 invalid_api_key.',
    status: 401,
    body: openAiError('Incorrect API key provided.', 'invalid_api_key', 'invalid_request_error'),
    expected: failed('keyRejected', { detail: 'Incorrect API key provided.' }),
  }),
  errorFault({
    id: 'fault-401-text-code',
    description: '401 for the key, with the status repeated as a string in code.',
    status: 401,
    body: openAiError('Expired.', '401', 'authentication_error'),
    expected: failed('keyRejected', { detail: 'Expired.' }),
  }),
  errorFault({
    id: 'fault-401-empty-body',
    description: '401 with an empty body.',
    status: 401,
    body: '',
    expected: failed('keyRejected'),
  }),
  errorFault({
    id: 'fault-402',
    description: '402: no credit left.',
    status: 402,
    body: openAiError('Insufficient credits.', 402, 'payment_required'),
    expected: failed('noCredit', { detail: 'Insufficient credits.' }),
  }),
  errorFault({
    id: 'fault-403-forbidden',
    description: '403: the key may not use this model.',
    status: 403,
    body: (exchange, question) =>
      errorBody(exchange, `This token has no access to model ${question.model}`, 'access_denied'),
    expected: failed('forbidden', { detail: 'This token has no access to model' }),
  }),
  errorFault({
    id: 'fault-403-firewall',
    description: '403: a firewall in front of the gateway refuses the client (Cloudflare).',
    status: 403,
    contentType: 'text/plain; charset=UTF-8',
    body: 'error code: 1010',
    expected: failed('blocked', { detail: 'error code: 1010' }),
  }),
  errorFault({
    id: 'fault-403-quota',
    description: '403 insufficient_user_quota: no credit left (new-api).',
    status: 403,
    body: (exchange) => errorBody(exchange, '用户额度不足', 'insufficient_user_quota'),
    expected: failed('noCredit', { detail: '用户额度不足' }),
  }),
  errorFault({
    id: 'fault-403-token-quota',
    description: '403 pre_consume_token_quota_failed: this key has no credit left.',
    status: 403,
    body: (exchange) =>
      errorBody(exchange, 'token quota is not enough', 'pre_consume_token_quota_failed'),
    expected: failed('noCredit', { detail: 'token quota is not enough' }),
  }),
  errorFault({
    id: 'fault-407',
    description: '407: a proxy requires authentication.',
    status: 407,
    body: openAiError('Proxy authentication required.', null, 'proxy_error'),
    headers: { 'Proxy-Authenticate': 'Basic realm="proxy"' },
    expected: failed('proxy'),
  }),
];

const modelsAndRequests: readonly Fault[] = [
  errorFault({
    id: 'fault-503-model-not-found',
    description: '503 model_not_found: the model is unknown or offline (new-api).',
    status: 503,
    body: (exchange, question) =>
      errorBody(exchange, `No available channel for model ${question.model}`, 'model_not_found'),
    expected: failed('modelNotFound', { detail: 'No available channel for model' }),
  }),
  errorFault({
    id: 'fault-404-model',
    description: '404 model_not_found: the model is unknown (OpenAI).',
    status: 404,
    body: openAiError('The model does not exist.', 'model_not_found', 'invalid_request_error'),
    expected: failed('modelNotFound', { detail: 'The model does not exist.' }),
  }),
  errorFault({
    id: 'fault-400-model',
    description: '400 model_not_found: the model is unknown (a router).',
    status: 400,
    body: openAiError('No such model.', 'model_not_found', 'invalid_request_error'),
    expected: failed('modelNotFound', { detail: 'No such model.' }),
  }),
  errorFault({
    id: 'fault-404-invalid-url',
    description: '404 Invalid URL: the path is not part of the API.',
    status: 404,
    body: openAiError('Invalid URL (POST /v1/chat/completions)', '', 'invalid_request_error'),
    expected: failed('notApi', { detail: 'Invalid URL (POST /v1/chat/completions)' }),
  }),
  errorFault({
    id: 'fault-400-parameter',
    description: '400 that names a parameter the model does not support.',
    status: 400,
    body: {
      error: {
        message: "Unsupported parameter: 'stream'.",
        type: 'invalid_request_error',
        param: 'stream',
        code: 'unsupported_parameter',
      },
    },
    expected: failed('badRequest', { detail: "Unsupported parameter: 'stream'." }),
    // It rejects the request without streaming, too.
    adaptedStreams: (streamed) => (streamed ? [true, false] : undefined),
  }),
  errorFault({
    id: 'fault-context-openai',
    description: '400 context_length_exceeded: the conversation is too long.',
    status: 400,
    body: openAiError(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      'context_length_exceeded',
      'invalid_request_error',
    ),
    expected: failed('contextTooLong', {
      detail: 'maximum context length is 8192 tokens',
      tokens: { needed: 9001, limit: 8192 },
    }),
  }),
  errorFault({
    id: 'fault-context-llamacpp',
    description: '400 exceed_context_size_error with token counts (llama.cpp).',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5120,
        n_ctx: 4096,
      },
    },
    expected: failed('contextTooLong', { tokens: { needed: 5120, limit: 4096 } }),
  }),
];

const servers: readonly Fault[] = [
  errorFault({
    id: 'fault-500-get-channel-failed',
    description: '500 get_channel_failed: all of new-api’s channels failed.',
    status: 500,
    body: (exchange) => errorBody(exchange, 'all channels failed', 'get_channel_failed'),
    expected: failed('serverError', { detail: 'all channels failed' }),
  }),
  errorFault({
    id: 'fault-500-empty-body',
    description: '500 with an empty body.',
    status: 500,
    body: '',
    expected: failed('serverError'),
  }),
  errorFault({
    id: 'fault-500-plain-text',
    description: '500 with a line of plain text.',
    status: 500,
    contentType: 'text/plain',
    body: 'Internal Server Error',
    expected: failed('serverError', { detail: 'Internal Server Error' }),
  }),
  errorFault({
    id: 'fault-500-stack-trace',
    description: '500 with a stack trace in the message.',
    status: 500,
    body: openAiError(
      `Traceback (most recent call last):\n${'  File "server.py", line 1, in answer\n'.repeat(200)}ValueError: tensor`,
      null,
      'internal_error',
    ),
    expected: failed('serverError', { detail: 'Traceback (most recent call last)' }),
  }),
  errorFault({
    id: 'fault-503-overloaded',
    description: '503 from a busy server, without an error code.',
    status: 503,
    body: { error: { message: 'The server is busy.', type: 'server_error' } },
    retried: true,
    expected: failed('serverError', { detail: 'The server is busy.' }),
  }),
  errorFault({
    id: 'fault-504',
    description: '504: the gateway’s upstream timed out.',
    status: 504,
    body: openAiError('upstream timed out', null, 'upstream_error'),
    expected: failed('serverError', { detail: 'upstream timed out' }),
  }),
  errorFault({
    id: 'fault-408',
    description: '408: the gateway timed out.',
    status: 408,
    body: openAiError('Request timed out.', null, 'timeout'),
    expected: failed('serverError', { detail: 'Request timed out.' }),
  }),
  errorFault({
    id: 'fault-529',
    description: '529: the model is overloaded.',
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    retried: true,
    expected: failed('serverError', { detail: 'Overloaded' }),
  }),
];

export const statusFaults: readonly Fault[] = [...keyAndCredit, ...modelsAndRequests, ...servers];
