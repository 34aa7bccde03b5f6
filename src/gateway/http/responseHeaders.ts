// Reads what the headers of responses say about a request: its ID, and when to retry it.

/** The gateway's own ID of a request, at most 200 characters; undefined if there is none. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = requestIdHeaders.map((name) => headers.get(name)).find(Boolean);
  return id?.slice(0, 200);
}

const requestIdHeaders = [
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'cf-ray',
];

/**
 * How long the server asks to wait, in ms, by `Retry-After` or the non-standard `Retry-After-Ms`.
 * @param now Milliseconds since 1970: `Retry-After` may be a date.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms) && ms >= 0) {
    return ms;
  }
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?s?$/.test(value)) {
    return Number.parseFloat(value) * 1000;
  }
  // `Date.parse` would read a bare number as a year.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
