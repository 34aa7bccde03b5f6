// A fetch over `node:http` and `node:https`, for limits that `globalThis.fetch` does not allow: undici ends every
// request after 300 s without headers or without bytes. VS Code replaces the dispatcher with its own, so no option
// of fetch lifts that limit. It patches these two modules for its proxy and certificate settings, too.
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';

/** undici waits this long for the headers, and for each chunk of the body. */
export const maxFetchSilenceSeconds = 300;

/** What guardedFetch passes to a fetch: no redirect is followed. */
export interface FetchOptions {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal | null;
}

export type SendRequest = (url: URL, options: FetchOptions) => Promise<Response>;

/** `globalThis.fetch`, looked up at request time: VS Code patches it. */
const globalFetch: SendRequest = (url, options) => globalThis.fetch(url, options);

/** Chooses how to send a request with these time limits; 0 means no limit. */
export function fetchFor(limitsSeconds: readonly number[]): SendRequest {
  const isLong = limitsSeconds.some((seconds) => seconds <= 0 || seconds > maxFetchSilenceSeconds);
  return isLong ? nodeFetch : globalFetch;
}

/** Sets no time limit. Rejects with Node's error, or with an AbortError. */
export async function nodeFetch(url: URL, options: FetchOptions): Promise<Response> {
  const { method, body, signal } = options;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    'accept-encoding': 'gzip',
    ...Object.fromEntries(options.headers),
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, { method, headers, ...(signal === null ? {} : { signal }) }, resolve);
    // A server may close an idle connection just when the next request is sent: uvicorn does after 5 s, which is
    // also how long Node's agent reuses one. The header `Connection: close` alone is not enough: the agent reuses
    // the connection unless the server repeats the header.
    request.shouldKeepAlive = false;
    request.on('error', reject);
    request.end(body ?? undefined);
  });
  return toResponse(message);
}

/** Statuses that a Response cannot have with a body. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage): Response {
  // A Response has a status from 200 to 599 only; a server may send any three digits.
  const status = Math.min(Math.max(message.statusCode ?? 0, 200), 599);
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  if (statusesWithoutBody.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(decoded(message)), { status, headers });
}

/** Undoes gzip, the only encoding that the request accepts. Like undici's fetch, it accepts a body without its end. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.toLowerCase().trim() ?? '';
  if (!['gzip', 'x-gzip'].includes(encoding)) {
    return message;
  }
  const flush = constants.Z_SYNC_FLUSH;
  // The decoder passes an error on to its reader.
  return pipeline(message, createGunzip({ flush, finishFlush: flush }), () => undefined);
}
