// What leaves is what stands here: the SDK and its environment variables add headers of their own.
import type { Connection } from '../../chat/gatewayPort';
import { hiddenValue, keyVariable } from '../../chat/request/sentRequest';

/** Names that an origin's extra headers may not have, in lower case. */
const refusedNames = new Set([
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
 * Whether an extra header may be sent: no `Authorization`, `Host`, `Content-*`, hop-by-hop name, nor
 * a name or value that HTTP does not allow.
 */
export function isAllowedHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) &&
    !refusedNames.has(lower) &&
    !/^(?:content-|proxy-)/.test(lower)
  );
}

interface Wanted {
  readonly accept: string;
  readonly contentType?: string;
}

/** The whole header of a request but for what the HTTP layer adds. */
export function requestHeaders(connection: Connection, version: string, wanted: Wanted): Headers {
  const headers = new Headers({ Accept: wanted.accept, 'User-Agent': `Portico/${version}` });
  if (wanted.contentType !== undefined) {
    headers.set('Content-Type', wanted.contentType);
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

/** The same header to be shown: made without the key and without what the extra headers hold. */
export function shownHeaders(
  connection: Connection,
  version: string,
  wanted: Wanted,
): Readonly<Record<string, string>> {
  const { key, headers, ...harmless } = connection;
  const sent = Object.entries(headers).filter(([name, value]) => isAllowedHeader(name, value));
  const shown = {
    ...harmless,
    headers: Object.fromEntries(sent.map(([name]) => [name, hiddenValue])),
    ...(key === undefined ? {} : { key: keyVariable }),
  };
  return Object.fromEntries(requestHeaders(shown, version, wanted));
}
