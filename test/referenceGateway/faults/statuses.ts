// Refusals by status and code, as new-api, OpenAI and the servers in front of them send them.
import { errorBody } from '../http/errorResponses';
import { failed, openAiError, refusal, type Fault } from './fault';

const keyAndCredit: readonly Fault[] = [
  refusal({
    id: 'fault-401-empty-code',
    about: 'new-api refuses the key: 401 with an empty code.',
    status: 401,
    body: (exchange) => errorBody(exchange, 'Invalid token', ''),
    expected: failed('keyRejected', { detail: 'Invalid token' }),
  }),
  refusal({
    id: 'fault-401-invalid-api-key',
    about: 'OpenAI refuses the key: 401 invalid_api_key.',
    status: 401,
    body: openAiError('Incorrect API key provided.', 'invalid_api_key', 'invalid_request_error'),
    expected: failed('keyRejected', { detail: 'Incorrect API key provided.' }),
  }),
  refusal({
    id: 'fault-401-text-code',
    about: 'The key is refused with the status once more as a text in code.',
    status: 401,
    body: openAiError('Expired.', '401', 'authentication_error'),
    expected: failed('keyRejected', { detail: 'Expired.' }),
  }),
  refusal({
    id: 'fault-401-empty-body',
    about: '401 with nothing in it.',
    status: 401,
    body: '',
    expected: failed('keyRejected'),
  }),
  refusal({
    id: 'fault-402',
    about: '402: the credit is used up.',
    status: 402,
    body: openAiError('Insufficient credits.', 402, 'payment_required'),
    expected: failed('noCredit', { detail: 'Insufficient credits.' }),
  }),
  refusal({
    id: 'fault-403-forbidden',
    about: '403: the key may not use this model.',
    status: 403,
    body: (exchange, question) =>
      errorBody(exchange, `This token has no access to model ${question.model}`, 'access_denied'),
    expected: failed('forbidden', { detail: 'This token has no access to model' }),
  }),
  refusal({
    id: 'fault-403-quota',
    about: '403 insufficient_user_quota: new-api for no credit.',
    status: 403,
    body: (exchange) => errorBody(exchange, '用户额度不足', 'insufficient_user_quota'),
    expected: failed('noCredit', { detail: '用户额度不足' }),
  }),
  refusal({
    id: 'fault-403-token-quota',
    about: '403 pre_consume_token_quota_failed: the credit of this key is used up.',
    status: 403,
    body: (exchange) =>
      errorBody(exchange, 'token quota is not enough', 'pre_consume_token_quota_failed'),
    expected: failed('noCredit', { detail: 'token quota is not enough' }),
  }),
  refusal({
    id: 'fault-407',
    about: '407: a proxy on the way wants a sign-in.',
    status: 407,
    body: openAiError('Proxy authentication required.', null, 'proxy_error'),
    headers: { 'Proxy-Authenticate': 'Basic realm="proxy"' },
    expected: failed('proxy'),
  }),
];

const modelsAndRequests: readonly Fault[] = [
  refusal({
    id: 'fault-503-model-not-found',
    about: '503 model_not_found: new-api for a model that is unknown or offline.',
    status: 503,
    body: (exchange, question) =>
      errorBody(exchange, `No available channel for model ${question.model}`, 'model_not_found'),
    expected: failed('modelNotFound', { detail: 'No available channel for model' }),
  }),
  refusal({
    id: 'fault-404-model',
    about: '404 model_not_found: OpenAI for an unknown model.',
    status: 404,
    body: openAiError('The model does not exist.', 'model_not_found', 'invalid_request_error'),
    expected: failed('modelNotFound', { detail: 'The model does not exist.' }),
  }),
  refusal({
    id: 'fault-400-model',
    about: '400 model_not_found: a router for an unknown model.',
    status: 400,
    body: openAiError('No such model.', 'model_not_found', 'invalid_request_error'),
    expected: failed('modelNotFound', { detail: 'No such model.' }),
  }),
  refusal({
    id: 'fault-404-invalid-url',
    about: '404 Invalid URL: the path is not the API’s.',
    status: 404,
    body: openAiError('Invalid URL (POST /v1/chat/completions)', '', 'invalid_request_error'),
    expected: failed('notApi', { detail: 'Invalid URL (POST /v1/chat/completions)' }),
  }),
  refusal({
    id: 'fault-400-parameter',
    about: '400 that names a parameter which the model refuses.',
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
  }),
  refusal({
    id: 'fault-context-openai',
    about: '400 context_length_exceeded: the conversation is too long.',
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
  refusal({
    id: 'fault-context-llamacpp',
    about: '400 exceed_context_size_error: llama.cpp says how many tokens are too many.',
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
  refusal({
    id: 'fault-500-get-channel-failed',
    about: '500 get_channel_failed: all of new-api’s channels failed.',
    status: 500,
    body: (exchange) => errorBody(exchange, 'all channels failed', 'get_channel_failed'),
    expected: failed('serverError', { detail: 'all channels failed' }),
  }),
  refusal({
    id: 'fault-500-empty-body',
    about: '500 with nothing in it.',
    status: 500,
    body: '',
    expected: failed('serverError'),
  }),
  refusal({
    id: 'fault-500-plain-text',
    about: '500 with a line of plain text.',
    status: 500,
    contentType: 'text/plain',
    body: 'Internal Server Error',
    expected: failed('serverError', { detail: 'Internal Server Error' }),
  }),
  refusal({
    id: 'fault-500-stack-trace',
    about: '500 with a stack trace inside the message.',
    status: 500,
    body: openAiError(
      `Traceback (most recent call last):\n${'  File "server.py", line 1, in answer\n'.repeat(200)}ValueError: tensor`,
      null,
      'internal_error',
    ),
    expected: failed('serverError', { detail: 'Traceback (most recent call last)' }),
  }),
  refusal({
    id: 'fault-503-overloaded',
    about: '503 from a server that is too busy, with no code.',
    status: 503,
    body: { error: { message: 'The server is busy.', type: 'server_error' } },
    expected: failed('serverError', { detail: 'The server is busy.' }),
  }),
  refusal({
    id: 'fault-504',
    about: '504: the gateway waited too long for its upstream.',
    status: 504,
    body: openAiError('upstream timed out', null, 'upstream_error'),
    expected: failed('serverError', { detail: 'upstream timed out' }),
  }),
  refusal({
    id: 'fault-408',
    about: '408: the gateway gave up waiting.',
    status: 408,
    body: openAiError('Request timed out.', null, 'timeout'),
    expected: failed('serverError', { detail: 'Request timed out.' }),
  }),
  refusal({
    id: 'fault-529',
    about: '529: the model is overloaded.',
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    expected: failed('serverError', { detail: 'Overloaded' }),
  }),
];

export const statusFaults: readonly Fault[] = [...keyAndCredit, ...modelsAndRequests, ...servers];
