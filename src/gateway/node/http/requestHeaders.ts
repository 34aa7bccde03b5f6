// Builds the headers of a request from an allow-list, because the SDK and its environment variables add others, which
// some gateways reject; and adds the user's query parameters.
import type { Connection } from '../../common/connection';
import { hasUnknownPlaceholder, keyPlaceholder } from '../../common/placeholders';
import { hiddenValue, keyVariable } from '../../common/sentRequest';

const rejectedNames = new Set([
  'authorization',
  'host',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
]);

/**
 * Whether an extra header may be sent: not `Authorization`, `Host`, `Content-*` and hop-by-hop
 * headers, not names or values that HTTP does not allow, and not with an unknown placeholder.
 */
export function isAllowedHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) &&
    !rejectedNames.has(lower) &&
    !/^(?:content-|proxy-)/.test(lower) &&
    !hasUnknownPlaceholder(value)
  );
}

export function isAllowedQueryParameter(name: string, value: string): boolean {
  return name.trim() !== '' && !hasUnknownPlaceholder(value);
}

type Extras = Pick<Connection, 'headers' | 'queryParameters'>;

/** Whether an extra header or query parameter carries the key; then `Authorization` is not sent. */
export function placesKey({ headers, queryParameters = {} }: Extras): boolean {
  return [...allowedHeaders(headers), ...allowedParameters(queryParameters)].some(([, value]) =>
    value.includes(keyPlaceholder),
  );
}

/** The value as it is sent. */
export function withKey(value: string, key: string): string {
  return value.replaceAll(keyPlaceholder, () => key);
}

type Entries = readonly (readonly [name: string, value: string])[];

function allowedHeaders(headers: Connection['headers']): Entries {
  return Object.entries(headers).filter(([name, value]) => isAllowedHeader(name, value));
}

function allowedParameters(parameters: NonNullable<Connection['queryParameters']>): Entries {
  return Object.entries(parameters).filter(([name, value]) => isAllowedQueryParameter(name, value));
}

/** A URL with the user's query parameters, and as it may be shown. What the URL has already stays. */
export function withQueryParameters(
  url: URL,
  { queryParameters = {}, key }: Connection,
): { readonly url: URL; readonly shown: string } {
  const added = allowedParameters(queryParameters).filter(([name]) => !url.searchParams.has(name));
  const sent = new URL(url);
  const shown: string[] = [];
  for (const [name, value] of added) {
    sent.searchParams.set(name, withKey(value, key ?? ''));
    const shownText = shownValue(value).replaceAll(keyPlaceholder, () => keyVariable);
    shown.push(`${encodeURIComponent(name)}=${shownText}`);
  }
  const start = url.search === '' ? '?' : '&';
  return { url: sent, shown: url.href + (shown.length === 0 ? '' : start + shown.join('&')) };
}

interface ContentHeaders {
  readonly accept: string;
  readonly contentType?: string;
  /** What the API format requires; the user's headers replace it. */
  readonly format?: Readonly<Record<string, string>> | undefined;
}

/** All headers of a request, except those that the HTTP layer adds. */
export function requestHeaders(
  connection: Connection,
  version: string,
  content: ContentHeaders,
): Headers {
  const headers = new Headers({ Accept: content.accept, 'User-Agent': `Portico/${version}` });
  if (content.contentType !== undefined) {
    headers.set('Content-Type', content.contentType);
  }
  for (const [name, value] of Object.entries(content.format ?? {})) {
    headers.set(name, value);
  }
  const { key } = connection;
  for (const [name, value] of allowedHeaders(connection.headers)) {
    if (key !== undefined) {
      headers.set(name, withKey(value, key));
    } else if (!value.includes(keyPlaceholder)) {
      headers.set(name, value);
    }
  }
  if (key !== undefined && !placesKey(connection)) {
    headers.set('Authorization', `Bearer ${key}`);
  }
  return headers;
}

/** The same headers with placeholders for the key and for the values of the extra headers. */
export function shownHeaders(
  connection: Connection,
  version: string,
  content: ContentHeaders,
): Readonly<Record<string, string>> {
  const { key, headers, ...others } = connection;
  const shown = {
    ...others,
    headers: Object.fromEntries(
      allowedHeaders(headers).map(([name, value]) => [name, shownValue(value)]),
    ),
    ...(key === undefined ? {} : { key: keyVariable }),
  };
  return Object.fromEntries(requestHeaders(shown, version, content));
}

/** A value that consists of the key, with or without a scheme, contains nothing else to hide. */
function shownValue(value: string): string {
  const isKey = /^(?:(?:Bearer|Basic|Token|Key|Api-?Key) )?\$\{apiKey\}$/i.test(value);
  // A hidden value still shows that the key is in it.
  return isKey
    ? value
    : value.includes(keyPlaceholder)
      ? `${hiddenValue}${keyPlaceholder}`
      : hiddenValue;
}
