// Builds the headers of a request from an allow-list: the SDK and its environment variables add
// others, which some gateways reject.
import type { Connection } from '../../chat/gatewayPort';
import { hiddenValue, keyVariable } from '../../chat/request/sentRequestLog';

/** In lower case. */
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
 * headers, nor names and values that HTTP does not allow.
 */
export function isAllowedHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) &&
    !rejectedNames.has(lower) &&
    !/^(?:content-|proxy-)/.test(lower)
  );
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
  for (const [name, value] of Object.entries(connection.headers)) {
    if (isAllowedHeader(name, value)) {
      headers.set(name, value);
    }
  }
  if (connection.key !== undefined) {
    headers.set('Authorization', `Bearer ${connection.key}`);
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
  const sent = Object.entries(headers).filter(([name, value]) => isAllowedHeader(name, value));
  const shown = {
    ...others,
    headers: Object.fromEntries(sent.map(([name]) => [name, hiddenValue])),
    ...(key === undefined ? {} : { key: keyVariable }),
  };
  return Object.fromEntries(requestHeaders(shown, version, content));
}
