// Maps errors of the network to failures by their codes: those of Node, OpenSSL and undici, and of
// Chromium, VS Code's other network stack.
import { errorCode } from '../../../base/errorCode';
import type { Failure, FailureKind, ProtocolFault } from '../../common/failure';
import { maxFetchSilenceSeconds } from '../http/nodeFetch';

/**
 * Returns an error, its causes and the errors of an AggregateError, outermost first. It stops after 32, since errors may
 * cause each other. Never throws.
 */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [error];
  for (let index = 0; index < causes.length && causes.length < 32; index++) {
    const cause = causes[index];
    if (cause instanceof AggregateError) {
      causes.push(...cause.errors);
    }
    if (cause instanceof Error && cause.cause !== undefined && !causes.includes(cause.cause)) {
      causes.push(cause.cause);
    }
  }
  return causes;
}

/** @param hasResponded The response headers had arrived. */
export function failureOfSystem(causes: readonly unknown[], hasResponded: boolean): Failure {
  const detail = detailOf(causes);
  for (const cause of causes) {
    const kind = cause instanceof Error ? kindOfError(cause, hasResponded) : undefined;
    if (kind === 'firstTokenTimeout' || kind === 'idleTimeout') {
      return { kind, detail, timeoutSeconds: maxFetchSilenceSeconds, isFixedTimeout: true };
    }
    if (kind !== undefined) {
      const nothingSent = !hasResponded && causes.some(provesNothingSent);
      const protocolFault = cause instanceof Error ? protocolFaultOf(cause) : undefined;
      return {
        kind,
        detail,
        ...(nothingSent ? { nothingSent } : {}),
        ...(protocolFault === undefined ? {} : { protocolFault }),
      };
    }
  }
  if (!hasResponded && isEmptyNetworkError(causes)) {
    return { kind: 'proxy', status: 407 };
  }
  // The fetch standard blocks some ports, such as 9 and 6000. undici's error for it has no code.
  if (causes.some((cause) => cause instanceof Error && cause.message === 'bad port')) {
    const reason = 'bad port: nothing is sent to a port that belongs to another protocol';
    return { kind: 'unreachable', detail: reason, nothingSent: true };
  }
  if (!causes.some((cause) => cause instanceof TypeError)) {
    return { kind: 'unexpected', detail };
  }
  return { kind: hasResponded ? 'connectionLost' : 'unreachable', detail };
}

function kindOfError(error: Error, hasResponded: boolean): FailureKind | undefined {
  const code = codeOf(error);
  if (isProxyError(code, error.message)) {
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
  const fault = protocolFaultOf(error);
  if (hasResponded) {
    return lostCodes.test(code) || unreachableCodes.test(code) || fault !== undefined
      ? 'connectionLost'
      : undefined;
  }
  if (unreachableCodes.test(code) || error.message.includes(interruptedHandshake)) {
    return 'unreachable';
  }
  if (lostCodes.test(code)) {
    return 'connectionLost';
  }
  return fault === 'invalidHttp' ? 'notApi' : fault && 'serverError';
}

/** The errors of Node's parser and of undici, which has no code for some of them, and of Chromium; the first that matches. */
const protocolErrors: readonly (readonly [error: RegExp, fault: ProtocolFault])[] = [
  [
    /ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|PROTOCOL_ERROR)|:(?:wrong version number|packet length too long)(?::|$)/,
    'notTls',
  ],
  [/HEADERS?_OVERFLOW|headers? overflow|ERR_RESPONSE_HEADERS_TOO_BIG/i, 'headersTooLarge'],
  [/CONTENT_LENGTH|content-length/i, 'contentLength'],
  // Z_BUF_ERROR is the end of the connection.
  [/^(?:Z_(?!BUF_)|ZSTD_|ERR__ERROR_|ERR_CONTENT_DECODING_)/, 'compression'],
  [/^HPE_(?!INVALID_EOF|CLOSED)|^ERR_INVALID_(?:HTTP|CHUNKED)|^ERR_HTTP2_PROTOCOL/, 'invalidHttp'],
];

function protocolFaultOf(error: Error): ProtocolFault | undefined {
  const text = `${codeOf(error)} ${error.message}`;
  return protocolErrors.find(([pattern]) => pattern.test(text))?.[1];
}

const certificateCodes =
  /^(?:CERT_|ERR_CERT_|ERR_TLS_CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:VERIFY|GET|DECODE|DECRYPT)_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|CRL_|PATH_LENGTH_EXCEEDED)/;
const unreachableCodes =
  /^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPROTO|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_|ERR_TLS_|ERR_NAME_|ERR_INTERNET_|ERR_ADDRESS_|ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)|ERR_TIMED_OUT|ERR_NETWORK_ACCESS_)/;
const lostCodes =
  /^(?:ECONNRESET|HPE_INVALID_EOF|HPE_CLOSED|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_(?:CLOSED|DESTROYED|ABORTED)|UND_ERR_(?:RES|REQ)_|ERR_STREAM_|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_|ERR_CONTENT_|ERR_NETWORK_|ERR_HTTP2_|ERR_QUIC_|Z_)/;

/**
 * Whether an error can occur only before a request is sent. ETIMEDOUT and the like also end open
 * connections, so for these the system call decides.
 */
function provesNothingSent(cause: unknown): boolean {
  if (!(cause instanceof Error)) {
    return false;
  }
  const code = codeOf(cause);
  const call = 'syscall' in cause ? cause.syscall : undefined;
  return (
    call === 'connect' ||
    call === 'getaddrinfo' ||
    unsentCodes.test(code) ||
    (code === 'EPROTO' && failedHandshake.test(cause.message)) ||
    // The certificate is verified before anything is sent.
    certificateCodes.test(code) ||
    cause.message.includes(interruptedHandshake)
  );
}

/** Node's message for a connection that ends during the TLS handshake; the error has only a code that others share. */
const interruptedHandshake = 'before secure TLS connection was established';
/** OpenSSL's reasons for a failed TLS handshake, which Node reports with the code EPROTO. */
const failedHandshake =
  /:SSL routines:[^:]*:(?:wrong version number|unsupported protocol|packet length too long|(?:ssl\/tls|sslv3) alert handshake failure|tlsv1 alert protocol version)(?::|$)/;
const unsentCodes =
  /^(?:ENOTFOUND|EAI_|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_NAME_|ERR_INTERNET_|ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)$|ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|VERSION_OR_CIPHER_MISMATCH|SSL\/TLS_ALERT_HANDSHAKE_FAILURE|TLSV1_ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)$)/;

function isProxyError(code: string, message: string): boolean {
  return (
    /^(?:ERR_PROXY_|ERR_TUNNEL_|ERR_SOCKS_|ERR_MANDATORY_PROXY_|UND_ERR_PRX_)/.test(code) ||
    // undici and VS Code's proxy agent have no code for a proxy that rejects a request.
    /proxy (?:response|authentication)|http tunnel|tunneling socket/i.test(message)
  );
}

/**
 * Whether this is undici's error for status 407. By the fetch standard it is a network error without
 * a message; read in undici's httpNetworkOrCacheFetch and measured on Node 24.
 */
function isEmptyNetworkError([outer, inner]: readonly unknown[]): boolean {
  return (
    outer instanceof TypeError &&
    inner instanceof Error &&
    inner.message === '' &&
    codeOf(inner) === ''
  );
}

/** Electron puts the code in the message: `net::ERR_NAME_NOT_RESOLVED`. undici may omit it. */
function codeOf(error: Error): string {
  const fallback = error.name === 'HTTPParserError' ? 'HPE_' : '';
  return errorCode(error) ?? /\bnet::(ERR_\w+)/.exec(error.message)?.[1] ?? fallback;
}

/** Describes the innermost error: the outer one says only "fetch failed". */
function detailOf(causes: readonly unknown[]): string {
  const inner = causes.findLast((cause): cause is Error => cause instanceof Error);
  if (inner === undefined) {
    return '';
  }
  const code = codeOf(inner);
  return code === '' || code === 'HPE_' || inner.message.includes(code)
    ? inner.message
    : `${code}: ${inner.message}`;
}
