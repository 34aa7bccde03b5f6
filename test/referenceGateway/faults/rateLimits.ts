// Rate limits (429): retry times in all forms, and quotas for which a retry does not help.
import { errorFault, failed, openAiError, type Fault } from './fault';

const rateLimit = openAiError('Rate limit reached.', 'rate_limit_exceeded', 'requests');

function rateLimited(
  suffix: string,
  description: string,
  headers: Readonly<Record<string, string>>,
  retryAfterMs?: { readonly min: number; readonly max: number },
): Fault {
  // Portico leaves a wait of more than five minutes to the user.
  const isRetried = (retryAfterMs?.min ?? 0) <= 5 * 60_000;
  return errorFault({
    ...(isRetried ? { retried: true } : {}),
    id: `fault-429${suffix}`,
    description,
    status: 429,
    body: rateLimit,
    headers,
    expected: failed('rateLimited', {
      detail: 'Rate limit reached.',
      ...(retryAfterMs ? { retryAfterMs } : {}),
    }),
  });
}

const dateFault: Fault = {
  ...rateLimited('-retry-after-date', '429 with a Retry-After date 90 seconds ahead.', {}),
  serve: async ({ exchange }) => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    await exchange.sendJson(429, rateLimit, { 'Retry-After': date });
  },
};

export const rateLimitFaults: readonly Fault[] = [
  rateLimited('', '429 without a retry time.', {}),
  rateLimited(
    '-retry-after-seconds',
    '429 with a Retry-After of 7 seconds.',
    { 'Retry-After': '7' },
    { min: 7000, max: 7000 },
  ),
  rateLimited(
    '-retry-after-hour',
    '429 with a Retry-After of one hour.',
    { 'Retry-After': '3600' },
    { min: 3_600_000, max: 3_600_000 },
  ),
  rateLimited(
    '-retry-after-ms',
    '429 with a Retry-After-Ms of 1,500 milliseconds.',
    { 'Retry-After-Ms': '1500' },
    { min: 1500, max: 1500 },
  ),
  {
    ...dateFault,
    // A date has a resolution of one second, and the response takes some time.
    expected: { ...dateFault.expected, retryAfterMs: { min: 60_000, max: 120_000 } },
  },
  rateLimited('-retry-after-nonsense', '429 with an invalid Retry-After.', {
    'Retry-After': 'soon',
  }),
  errorFault({
    id: 'fault-429-empty-body',
    description: '429 with an empty body, as from new-api’s rate limiter.',
    status: 429,
    body: '',
    retried: true,
    expected: failed('rateLimited'),
  }),
  errorFault({
    id: 'fault-429-insufficient-quota',
    description: '429 insufficient_quota: no credit left, so waiting does not help.',
    status: 429,
    body: openAiError(
      'You exceeded your current quota.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    expected: failed('noCredit', { detail: 'You exceeded your current quota.' }),
  }),
];
