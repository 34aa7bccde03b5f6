// Sends every HTTP request to a gateway. The SDK's own fetch would send the key and the prompt to any
// URL; this one sends them only to the connection's origin.
import type { Clock } from '../../../base/clock';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import type { GatewaySoftware } from '../../common/modelRecord';
import type { SentRequest } from '../../common/sentRequest';
import { ExchangeError, HttpError } from './exchangeError';
import { fetchFor } from './nodeFetch';
import { placesKey, requestHeaders, shownHeaders, withQueryParameters } from './requestHeaders';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The progress of one request, for the log and for the failure that may follow. */
export interface Exchange {
  path: string;
  /** Present once the response headers arrived. */
  status?: number;
  /** The gateway's own ID of the request. */
  requestId?: string;
  /** The gateway's software, where its headers or its host name it. */
  software?: GatewaySoftware;
  /** What fetch threw. The SDK drops the causes of some errors. */
  error?: unknown;
  /** When the request was sent, in milliseconds since 1970. */
  sentAt?: number;
  /** The request asks for a key, so it is sent without one. */
  readonly asksForKey?: boolean;
  /** Headers that the API format requires. */
  readonly formatHeaders?: Readonly<Record<string, string>> | undefined;
  /** Called when the request is sent. */
  onSent?: (request: SentRequest) => void;
}

const maxErrorBodyBytes = 64 * 1024;
/** How long to wait for the body of an error. */
const errorBodyMs = 5000;

/**
 * Creates a fetch for one request. It blocks other origins, sends nothing off loopback without a
 * key unless it asks for one, sends only allowed headers and follows no redirects. Resolves with a 2xx response; throws
 * ExchangeError, HttpError or the error of the fetch. Records its progress in `exchange`.
 * @param limitsSeconds The time limits that the caller sets; 0 means none.
 */
export function guardedFetch(
  connection: Connection,
  options: { readonly clock: Clock; readonly version: string },
  exchange: Exchange,
  limitsSeconds: readonly number[] = [],
): Fetch {
  const sendRequest = fetchFor(limitsSeconds);
  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    if (url.origin !== connection.origin || !/^https?:$/.test(url.protocol)) {
      throw new ExchangeError({ kind: 'unexpected', detail: `Refused to ask ${url.origin}.` });
    }
    const requiresKey =
      exchange.asksForKey !== true && (!connection.isLoopback || placesKey(connection));
    if (connection.key === undefined && requiresKey) {
      throw new ExchangeError({ kind: 'keyMissing' });
    }
    if (connection.key !== undefined && !/^[\x21-\x7e]+$/.test(connection.key)) {
      // The error of fetch would quote the key.
      throw new ExchangeError({ kind: 'keyRejected' });
    }
    const method = init.method ?? 'GET';
    const content = {
      accept: 'application/json, text/event-stream',
      format: exchange.formatHeaders,
      ...(init.body === undefined || init.body === null ? {} : { contentType: 'application/json' }),
    };
    exchange.sentAt = options.clock.now();
    const { url: sentUrl, shown: shownUrl } = withQueryParameters(url, connection);
    const body = typeof init.body === 'string' ? init.body : null;
    exchange.onSent?.({
      method,
      url: shownUrl,
      headers: shownHeaders(connection, options.version, content),
      body: body ?? '',
    });
    const response = await sendRequest(sentUrl, {
      method,
      headers: requestHeaders(connection, options.version, content),
      body,
      redirect: 'manual',
      signal: init.signal ?? null,
    });
    const requestId = requestIdOf(response.headers);
    const software = softwareOf(response.headers, url.host);
    Object.assign(exchange, omitUndefined({ status: response.status, requestId, software }));
    if (response.ok) {
      return response;
    }
    if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status)) {
      void response.body?.cancel().catch(() => undefined);
      throw redirectError(response, url);
    }
    const reader = response.body?.getReader();
    const errorBody = reader === undefined ? '' : await readBeginning(reader, options.clock);
    throw new HttpError(response.status, response.headers, errorBody);
  };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    exchange.path = url.pathname;
    try {
      return await send(url, init);
    } catch (error) {
      exchange.error = error;
      throw error;
    }
  };
}

/**
 * Reads the start of a body as text: at most 64 kB, for at most 5 s. Never throws.
 * @param firstChunks What was read already.
 */
export async function readBeginning(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  clock: Clock,
  firstChunks: readonly Uint8Array[] = [],
): Promise<string> {
  const chunks = [...firstChunks];
  let size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const timer = clock.after(errorBodyMs, cancel);
  try {
    while (size < maxErrorBodyBytes) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    // A truncated body still explains the failure.
  } finally {
    timer.dispose();
    cancel();
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxErrorBodyBytes));
}

function redirectError(response: Response, url: URL): ExchangeError {
  const location = response.headers.get('location');
  const target = location ? URL.parse(location, url.href) : null;
  const hasTarget = target !== null && target.origin !== 'null';
  return new ExchangeError(
    omitUndefined({
      kind: 'redirected',
      status: response.status === 0 ? undefined : response.status,
      redirectTarget: hasTarget ? target.origin + target.pathname : undefined,
    }),
  );
}

/** The gateway's own ID of a request, at most 200 characters; undefined if there is none. */
function requestIdOf(headers: Headers): string | undefined {
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

function softwareOf(headers: Headers, host: string): GatewaySoftware | undefined {
  return (
    softwareHeaders.find(([name]) => headers.has(name))?.[1] ??
    (host === 'openrouter.ai' ? 'openrouter' : undefined)
  );
}

/** The headers of every answer; new-api sends one-api's, too. */
const softwareHeaders: readonly (readonly [header: string, software: GatewaySoftware])[] = [
  ['x-new-api-version', 'new-api'],
  ['x-oneapi-request-id', 'one-api'],
  ['x-litellm-version', 'litellm'],
  ['x-litellm-call-id', 'litellm'],
];
