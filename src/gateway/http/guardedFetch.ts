// The SDK's own fetch sends keys and prompts where it is told to; this one only to the pinned origin.
import type { Clock } from '../../base/clock';
import type { Connection } from '../../chat/gatewayPort';
import type { SentRequest } from '../../chat/request/sentRequest';
import { ExchangeError, HttpError } from './exchangeError';
import { requestIdOf } from '../failures/httpFailure';
import { requestHeaders, shownHeaders } from './requestHeaders';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What became of a request, for the log and for the failure that may follow. */
export interface Exchange {
  path?: string;
  /** Present once the answer's header had come. */
  status?: number;
  requestId?: string;
  /** What fetch threw: the SDK drops the causes of some errors. */
  error?: unknown;
  /** Called when the request leaves, where somebody wants to know. */
  onSent?: (request: SentRequest) => void;
}

const errorBodyBytes = 64 * 1024;
/** How long a body is waited for that only explains a failure. */
const errorBodyMs = 5000;

/**
 * A fetch for one request. It refuses other origins, sends nothing without a key off loopback, sends
 * allow-listed headers only, and follows no redirect. Resolves with a 2xx answer; throws ExchangeError,
 * HttpError, or what `globalThis.fetch` of the moment throws. Notes into `exchange`.
 */
export function guardedFetch(
  connection: Connection,
  options: { readonly clock: Clock; readonly version: string },
  exchange: Exchange,
): Fetch {
  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    if (url.origin !== connection.origin || !/^https?:$/.test(url.protocol)) {
      throw new ExchangeError({ kind: 'unexpected', detail: `Refused to ask ${url.origin}.` });
    }
    if (connection.key === undefined && !connection.loopback) {
      throw new ExchangeError({ kind: 'keyMissing' });
    }
    if (connection.key !== undefined && !/^[\x21-\x7e]+$/.test(connection.key)) {
      // The error that fetch would throw quotes the key.
      throw new ExchangeError({ kind: 'keyRejected' });
    }
    const method = init.method ?? 'GET';
    const wanted = {
      accept: 'application/json, text/event-stream',
      ...(init.body === undefined || init.body === null ? {} : { contentType: 'application/json' }),
    };
    exchange.onSent?.({
      method,
      url: url.href,
      headers: shownHeaders(connection, options.version, wanted),
      body: typeof init.body === 'string' ? init.body : '',
    });
    const response = await globalThis.fetch(url, {
      method,
      headers: requestHeaders(connection, options.version, wanted),
      body: init.body ?? null,
      redirect: 'manual',
      signal: init.signal ?? null,
    });
    noteHead(exchange, response);
    if (response.ok) {
      return response;
    }
    if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status)) {
      discard(response);
      throw redirected(response, url);
    }
    const body = await readStart(response, options.clock);
    throw new HttpError(response.status, response.headers, body);
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

/** The beginning of a body as text: at most 64 KB, and no longer than 5 s. Never throws. */
async function readStart(response: Response, clock: Clock): Promise<string> {
  const reader = response.body?.getReader();
  return reader === undefined ? '' : readBeginning(reader, clock);
}

/** @param seen What was read before. */
export async function readBeginning(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  clock: Clock,
  seen: readonly Uint8Array[] = [],
): Promise<string> {
  const chunks = [...seen];
  let size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const timer = clock.after(errorBodyMs, cancel);
  try {
    while (size < errorBodyBytes) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    // What came explains the failure as well as it can.
  } finally {
    timer.dispose();
    cancel();
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, errorBodyBytes));
}

function noteHead(exchange: Exchange, response: Response): void {
  exchange.status = response.status;
  const requestId = requestIdOf(response.headers);
  if (requestId !== undefined) {
    exchange.requestId = requestId;
  }
}

function redirected(response: Response, url: URL): ExchangeError {
  const location = response.headers.get('location') ?? '';
  let target: string | undefined;
  try {
    const { origin, pathname } = new URL(location, url);
    target = location === '' || origin === 'null' ? undefined : origin + pathname;
  } catch {
    // No address: there is no target to name.
  }
  return new ExchangeError({
    kind: 'redirected',
    ...(response.status === 0 ? {} : { status: response.status }),
    ...(target === undefined ? {} : { target }),
  });
}

function discard(response: Response): void {
  void response.body?.cancel().catch(() => undefined);
}
