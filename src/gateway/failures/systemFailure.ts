// Connections fail with codes of Node, OpenSSL, undici and Chromium (VS Code has two network stacks).
import type { Failure, FailureKind } from '../../shared/conversation/failure';
import { isObject } from '../json';

/** What undici itself allows between two pieces of an answer, and no option of fetch changes. */
const undiciLimitSeconds = 300;

/**
 * An error, its causes and what an AggregateError holds, outermost first; at most 32 of them.
 * Never throws.
 */
export function causesOf(error: unknown): readonly unknown[] {
  const found: unknown[] = [error];
  for (let at = 0; at < found.length && found.length < 32; at++) {
    const link = found[at];
    if (link instanceof AggregateError) {
      found.push(...link.errors.slice(0, 8));
    }
    if (link instanceof Error && link.cause !== undefined && !found.includes(link.cause)) {
      found.push(link.cause);
    }
  }
  return found;
}

/** What a list of causes means. `responded`: the answer's header had come before. */
export function failureOfSystem(causes: readonly unknown[], responded: boolean): Failure {
  const detail = detailOf(causes);
  const nothingSent = !responded && causes.some(provesNothingSent);
  for (const link of causes) {
    const kind = kindOfLink(link, responded);
    if (kind === 'firstTokenTimeout' || kind === 'idleTimeout') {
      return { kind, detail, limitSeconds: undiciLimitSeconds, fixedLimit: true };
    }
    if (kind !== undefined) {
      return { kind, detail, ...(nothingSent ? { nothingSent } : {}) };
    }
  }
  if (!responded && isNamelessNetworkError(causes)) {
    return { kind: 'proxy', status: 407 };
  }
  if (causes.some(isBadPort)) {
    const why = 'bad port: nothing is sent to a port that belongs to another protocol';
    return { kind: 'unreachable', detail: why, nothingSent: true };
  }
  const failedFetch = causes.some((link) => link instanceof TypeError);
  if (!failedFetch) {
    return { kind: 'unexpected', detail };
  }
  return { kind: responded ? 'connectionLost' : 'unreachable', detail };
}

function kindOfLink(link: unknown, responded: boolean): FailureKind | undefined {
  if (!(link instanceof Error)) {
    return undefined;
  }
  const code = codeOf(link);
  if (isProxy(code, link.message)) {
    return 'proxy';
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return 'firstTokenTimeout';
  }
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return 'idleTimeout';
  }
  if (certificateCodes.test(code)) {
    return 'certificate';
  }
  if (responded) {
    return lostCodes.test(code) || unreachableCodes.test(code) || code.startsWith('HPE_')
      ? 'connectionLost'
      : undefined;
  }
  if (unreachableCodes.test(code) || link.message.includes(unfinishedHandshake)) {
    return 'unreachable';
  }
  if (lostCodes.test(code)) {
    return 'connectionLost';
  }
  return code.startsWith('HPE_') || code === 'ERR_INVALID_HTTP_RESPONSE' ? 'notApi' : undefined;
}

const certificateCodes =
  /^(?:CERT_|ERR_CERT_|ERR_TLS_CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:VERIFY|GET|DECODE|DECRYPT)_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|CRL_|PATH_LENGTH_EXCEEDED)/;
const unreachableCodes =
  /^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPROTO|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_|ERR_TLS_|ERR_NAME_|ERR_INTERNET_|ERR_ADDRESS_|ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)|ERR_TIMED_OUT|ERR_NETWORK_ACCESS_)/;
const lostCodes =
  /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_(?:CLOSED|DESTROYED|ABORTED)|UND_ERR_(?:RES|REQ)_|ERR_STREAM_|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_|ERR_CONTENT_|ERR_NETWORK_|ERR_HTTP2_|ERR_QUIC_|Z_)/;

/**
 * Whether an error can only come before a request leaves. ETIMEDOUT and its like also end a
 * connection that stood, so there the system call decides.
 */
function provesNothingSent(link: unknown): boolean {
  if (!(link instanceof Error)) {
    return false;
  }
  const call: unknown = isObject(link) ? link['syscall'] : undefined;
  return (
    call === 'connect' ||
    call === 'getaddrinfo' ||
    unsentCodes.test(codeOf(link)) ||
    // A certificate is looked at before anything is sent to whom it belongs.
    certificateCodes.test(codeOf(link)) ||
    // Node gives the end of a connection within its TLS handshake no code of its own.
    link.message.includes(unfinishedHandshake)
  );
}

const unfinishedHandshake = 'before secure TLS connection was established';
const unsentCodes =
  /^(?:ENOTFOUND|EAI_|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_NAME_|ERR_INTERNET_|ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)$|ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|VERSION_OR_CIPHER_MISMATCH|SSL\/TLS_ALERT_HANDSHAKE_FAILURE|TLSV1_ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)$)/;

function isProxy(code: string, message: string): boolean {
  if (/^(?:ERR_PROXY_|ERR_TUNNEL_|ERR_SOCKS_|ERR_MANDATORY_PROXY_|UND_ERR_PRX_)/.test(code)) {
    return true;
  }
  // undici and VS Code's proxy agent have no code of their own for a proxy's refusal.
  return /proxy (?:response|authentication)|http tunnel|tunneling socket/i.test(message);
}

/**
 * What undici makes of a 407, as the fetch standard has it: a network error without a word. Read in
 * undici's httpNetworkOrCacheFetch and seen on Node 24.
 */
function isNamelessNetworkError([outer, inner]: readonly unknown[]): boolean {
  return (
    outer instanceof TypeError &&
    inner instanceof Error &&
    inner.message === '' &&
    codeOf(inner) === ''
  );
}

/** The fetch standard refuses some ports, 9 and 6000 say, and undici gives its refusal no code. */
function isBadPort(link: unknown): boolean {
  return link instanceof Error && link.message === 'bad port';
}

/** Electron puts the code into the message: `net::ERR_NAME_NOT_RESOLVED`; undici may leave it out. */
function codeOf(link: Error): string {
  const code: unknown = isObject(link) ? link['code'] : undefined;
  if (typeof code === 'string') {
    return code;
  }
  const fallback = link.name === 'HTTPParserError' ? 'HPE_' : '';
  return /\bnet::(ERR_\w+)/.exec(link.message)?.[1] ?? fallback;
}

/** The innermost words: outside stands only "fetch failed". */
function detailOf(causes: readonly unknown[]): string {
  const inner = causes.findLast((link): link is Error => link instanceof Error);
  if (inner === undefined) {
    return '';
  }
  const code = codeOf(inner);
  return code === '' || code === 'HPE_' || inner.message.includes(code)
    ? inner.message
    : `${code}: ${inner.message}`;
}
