// What tells a client whether and when to send a request again: proof that nothing began, headers, sentences.
import { errorFault, failed, openAiError, type Expected, type Fault } from './fault';

const busy = { error: { message: 'The server is busy.', type: 'server_error' } };
const rateLimit = openAiError('Rate limit reached.', 'rate_limit_exceeded', 'requests');
const envoyText =
  'upstream connect error or disconnect/reset before headers. reset reason: connection termination';

function limited(ms: number): Expected {
  return failed('rateLimited', { retryAfterMs: { min: ms, max: ms } });
}

/** The server behind these may have started to answer. */
const unclear: readonly Fault[] = [
  errorFault({
    id: 'fault-503-envoy',
    description: '503 from Envoy: it passed the request on, and the connection ended.',
    status: 503,
    contentType: 'text/plain',
    body: envoyText,
    mayHaveStarted: true,
    expected: failed('serverError', { detail: 'upstream connect error', charged: true }),
  }),
  errorFault({
    id: 'fault-503-envoy-json',
    description: '503 with Envoy’s words in an error object.',
    status: 503,
    body: { error: { message: envoyText, type: 'upstream_error' } },
    headers: { 'Retry-After': '1' },
    mayHaveStarted: true,
    expected: failed('serverError', { detail: 'upstream connect error', charged: true }),
  }),
  errorFault({
    id: 'fault-503-heroku',
    description: '503 with Heroku’s page for a request that took 30 seconds.',
    status: 503,
    contentType: 'text/html; charset=utf-8',
    body: '<!DOCTYPE html>\n<html><head><title>Application Error</title></head>\n<body><iframe src="//www.herokucdn.com/error-pages/application-error.html"></iframe></body></html>',
    mayHaveStarted: true,
    expected: failed('notApi', { charged: true }),
  }),
  errorFault({
    id: 'fault-503-empty',
    description: '503 with an empty body, which proves nothing.',
    status: 503,
    body: '',
    mayHaveStarted: true,
    expected: failed('serverError', { charged: true }),
  }),
];

const hints: readonly Fault[] = [
  errorFault({
    id: 'fault-503-retry-after',
    description: '503 with a Retry-After of 3 seconds and an empty body.',
    status: 503,
    body: '',
    headers: { 'Retry-After': '3' },
    retried: true,
    expected: failed('serverError', { retryAfterMs: { min: 3000, max: 3000 }, charged: false }),
  }),
  errorFault({
    id: 'fault-503-should-not-retry',
    description: '503 with x-should-retry: false.',
    status: 503,
    body: busy,
    headers: { 'X-Should-Retry': 'false' },
    expected: failed('serverError', { detail: 'The server is busy.', charged: false }),
  }),
  errorFault({
    id: 'fault-500-should-retry',
    description: '500 with x-should-retry: true, although an answer may have started.',
    status: 500,
    body: busy,
    headers: { 'X-Should-Retry': 'true' },
    expected: failed('serverError', { detail: 'The server is busy.', charged: true }),
  }),
  errorFault({
    id: 'fault-429-should-not-retry',
    description: '429 with x-should-retry: false.',
    status: 429,
    body: rateLimit,
    headers: { 'X-Should-Retry': 'false' },
    expected: failed('rateLimited', { charged: false }),
  }),
  errorFault({
    id: 'fault-429-reset',
    description: '429 with x-ratelimit-reset headers; only the limit of requests is used up.',
    status: 429,
    body: rateLimit,
    headers: {
      'X-RateLimit-Remaining-Requests': '0',
      'X-RateLimit-Reset-Requests': '1m30s',
      'X-RateLimit-Remaining-Tokens': '149000',
      'X-RateLimit-Reset-Tokens': '6ms',
    },
    retried: true,
    expected: limited(90_000),
  }),
  errorFault({
    id: 'fault-429-retry-info',
    description: '429 with RetryInfo (Google).',
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }],
      },
    },
    retried: true,
    expected: limited(34_000),
  }),
  errorFault({
    id: 'fault-429-try-again-in',
    description: '429 that says in its message when to try again (OpenAI, Groq).',
    status: 429,
    body: openAiError(
      'Rate limit reached for model `m` on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
      'rate_limit_exceeded',
      'requests',
    ),
    retried: true,
    expected: limited(20_000),
  }),
];

export const retryHintFaults: readonly Fault[] = [...unclear, ...hints];
