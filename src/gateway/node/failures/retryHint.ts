// Reads whether and when a failed request may be sent again: from headers, and from what signatures/waits.ts lists.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Failure } from '../../common/failure';
import type { HttpError } from '../http/exchangeError';
import { isArray, isObject, parseOrRepair } from '../json';
import { looksLikeHtml } from './errorBody';
import { patternOf } from './signature';
import { lostRequests, waitDelays, waitResets, type WaitSignature } from './signatures/waits';

type RetryHint = Pick<Failure, 'retryAfterMs' | 'notStarted' | 'retryForbidden'>;

interface ReplyTime {
  /** Milliseconds since 1970: headers may hold a date. */
  readonly now: number;
  /** The time from sending the request to the end of the reply. */
  readonly durationMs: number;
}

/** A gateway that was too busy to start says so at once. */
const maxRejectionMs = 5_000;

export function retryHint(
  error: Pick<HttpError, 'status' | 'headers' | 'body'>,
  message: string | undefined,
  { now, durationMs }: ReplyTime,
): RetryHint {
  const { status, headers } = error;
  const body = error.body.slice(0, maxTextChars);
  const asked = retryAfterMs(headers, now);
  const isBusy = status === 429 || status === 503 || status === 529;
  const hasReset = status === 429 || status === 503;
  const notStarted =
    status === 503 &&
    durationMs <= maxRejectionMs &&
    (asked !== undefined || isJsonError(error.body, message)) &&
    !looksLikeHtml(body) &&
    !lostRequests.some(({ phrase }) => phrase.test(body.toLowerCase()));
  return omitUndefined({
    retryAfterMs:
      asked ??
      (isBusy ? (describedDelayMs(body) ?? describedResetMs(body, now)) : undefined) ??
      (hasReset ? resetDelayMs(headers, now) : undefined),
    notStarted: notStarted ? (true as const) : undefined,
    retryForbidden:
      headers.get('x-should-retry')?.trim().toLowerCase() === 'false' ? (true as const) : undefined,
  });
}

function describedResetMs(body: string, now: number): number | undefined {
  const at = firstMatch(waitResets, body);
  if (at === undefined) {
    return undefined;
  }
  const [date, day, time, hours, minutes] =
    /^([\d-]{10})[t ]([\d:.]+) ?(?:z|utc|([+-]\d\d):?(\d\d))$/.exec(at) ?? [];
  return date === undefined
    ? resetMs(at, now)
    : untilDate(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`, now);
}

/** What the first row that matches captures. */
function firstMatch(rows: readonly WaitSignature[], text: string): string | undefined {
  const start = text.slice(0, maxTextChars).toLowerCase();
  for (const { phrase } of rows) {
    const found = patternOf(phrase).exec(start)?.[1];
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The delay that the text of an error asks for. */
export function describedDelayMs(text: string): number | undefined {
  return readDuration(firstMatch(waitDelays, text));
}

/** Later text of a body says nothing about waiting. */
const maxTextChars = 8 * 1024;

function isJsonError(body: string, message: string | undefined): boolean {
  const value = parseOrRepair(body);
  return message !== undefined && (isObject(value) || isArray(value));
}

/** What the headers `Retry-After-Ms` and `Retry-After` ask for. */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms) && ms >= 0) {
    return ms;
  }
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d+(?:\.\d+)?s?$/.test(value) ? Number.parseFloat(value) * 1000 : untilDate(value, now);
}

/** The header with what remains of a limit, and the one with the time until it is reset. */
const resetHeaders: readonly (readonly [remaining: string, reset: string])[] = [
  ...['', '-requests', '-tokens', '-input-tokens', '-output-tokens'].map(
    (unit) => [`x-ratelimit-remaining${unit}`, `x-ratelimit-reset${unit}`] as const,
  ),
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map(
    (unit) =>
      [`anthropic-ratelimit-${unit}-remaining`, `anthropic-ratelimit-${unit}-reset`] as const,
  ),
  ['ratelimit-remaining', 'ratelimit-reset'],
  // Claude subscriptions: the status says "rejected" instead of what remains.
  ...['', '-5h', '-7d'].map((period) => {
    const name = `anthropic-ratelimit-unified${period}`;
    return [`${name}-status`, `${name}-reset`] as const;
  }),
];

/** The longest delay of the limits that are used up; of all limits if none says so. */
function resetDelayMs(headers: Headers, now: number): number | undefined {
  const resets = resetHeaders.flatMap(([remaining, reset]) => {
    const ms = resetMs(headers.get(reset)?.trim() ?? '', now);
    const state = headers.get(remaining) ?? '1';
    return ms === undefined ? [] : [{ ms, isUsedUp: state === 'rejected' || Number(state) <= 0 }];
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp);
  const delays = (usedUp.length > 0 ? usedUp : resets).map(({ ms }) => ms);
  return delays.length === 0 ? undefined : Math.max(...delays);
}

/** Reads `1m30s`, `6ms`, seconds, a date, and seconds or milliseconds since 1970. */
function resetMs(value: string, now: number): number | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(value)) {
    return readDuration(value) ?? untilDate(value, now);
  }
  const number = Number(value);
  const since1970 = number > 1e11 ? number : number * 1000;
  return number > 1e9 ? Math.max(0, since1970 - now) : number * 1000;
}

function untilDate(value: string, now: number): number | undefined {
  // `Date.parse` would read a bare number as a year.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  millisecond: 1,
  毫秒: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  秒: 1_000,
  秒钟: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  分: 60_000,
  分钟: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  小时: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  天: 86_400_000,
};

/** Reads `1m30s`, `6ms`, `20 seconds`; a bare number is in seconds. */
function readDuration(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    return Number(text) * 1000;
  }
  let ms: number | undefined;
  for (const [, number = '', unit = ''] of text.matchAll(
    /(\d+(?:\.\d+)?)\s*([a-z]+|[^\s\d.,]+)/gi,
  )) {
    const factor = units[unit.toLowerCase()] ?? units[unit.toLowerCase().replace(/s$/, '')];
    if (factor === undefined) {
      return undefined;
    }
    ms = (ms ?? 0) + Number(number) * factor;
  }
  return ms;
}
