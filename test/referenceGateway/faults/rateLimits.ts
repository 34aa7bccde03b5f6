// 429 in its kinds: how long to wait is said in many ways, and sometimes waiting does not help.
import { failed, openAiError, refusal, type Fault } from './fault';

const rateLimit = openAiError('Rate limit reached.', 'rate_limit_exceeded', 'requests');

function limited(
  suffix: string,
  about: string,
  headers: Readonly<Record<string, string>>,
  wait?: { readonly least: number; readonly most: number },
): Fault {
  return refusal({
    id: `fault-429${suffix}`,
    about,
    status: 429,
    body: rateLimit,
    headers,
    expected: failed('rateLimited', {
      detail: 'Rate limit reached.',
      ...(wait ? { retryAfterMs: wait } : {}),
    }),
  });
}

const dateFault: Fault = {
  ...limited('-retry-after-date', '429 that asks to wait until a date 90 seconds ahead.', {}),
  serve: async ({ exchange }) => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    await exchange.json(429, rateLimit, { 'Retry-After': date });
  },
};

export const rateLimitFaults: readonly Fault[] = [
  limited('', '429 without a word on how long to wait.', {}),
  limited(
    '-retry-after-seconds',
    '429 that asks to wait 7 seconds.',
    { 'Retry-After': '7' },
    { least: 7000, most: 7000 },
  ),
  limited(
    '-retry-after-hour',
    '429 that asks to wait an hour.',
    { 'Retry-After': '3600' },
    { least: 3_600_000, most: 3_600_000 },
  ),
  limited(
    '-retry-after-ms',
    '429 that asks to wait 1,500 milliseconds.',
    { 'Retry-After-Ms': '1500' },
    { least: 1500, most: 1500 },
  ),
  {
    ...dateFault,
    // A date has whole seconds, and some time passes on the way.
    expected: { ...dateFault.expected, retryAfterMs: { least: 60_000, most: 120_000 } },
  },
  limited('-retry-after-nonsense', '429 whose Retry-After means nothing.', {
    'Retry-After': 'soon',
  }),
  refusal({
    id: 'fault-429-empty-body',
    about: '429 with nothing in it, as new-api’s own limiter answers.',
    status: 429,
    body: '',
    expected: failed('rateLimited'),
  }),
  refusal({
    id: 'fault-429-insufficient-quota',
    about: '429 insufficient_quota: no credit, so waiting does not help.',
    status: 429,
    body: openAiError(
      'You exceeded your current quota.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    expected: failed('noCredit', { detail: 'You exceeded your current quota.' }),
  }),
];
