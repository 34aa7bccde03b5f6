// Maps an error of the gateway to a failure: by the signature that it matches, or else by the status alone.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import { slowStatuses, type Failure, type FailureKind } from '../../common/failure';
import type { Quirk } from '../../common/quirk';
import { hasVersion, isLocal } from '../baseUrl';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import { HttpError, type ReportedError } from '../http/exchangeError';
import { isArray, isObject, parseOrRepair, toJsonText } from '../json';
import { recognizeQuirk } from '../quirks/recognizeQuirk';
import { demandOf } from './demand';
import { withoutEchoes } from './echoedText';
import { looksLikeHtml, readErrorBody, textOf, type ErrorBody } from './errorBody';
import { findSignature, reported, type FoundSignature } from './failureSignatures';
import { describedDelayMs, retryHint } from './retryHint';
import { outputLimit, overflowTokens, plausibleTokens, type OutputLimit } from './tokenLimits';

interface ErrorProgress {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since 1970. */
  readonly sentAt?: number;
  /** Absent for requests other than completions. */
  readonly attempt?: AttemptedCompletion;
}

/** An error with a status, or one reported with status 200, which may name another status itself. */
export function failureOfError(
  error: HttpError | ReportedError,
  connection: Connection,
  { now, sentAt = now, attempt }: ErrorProgress,
): Failure {
  const response = error instanceof HttpError ? error : undefined;
  const source = readErrorBody(error.body);
  // Quotes of the conversation are left out, because what failed is read from the message.
  const message = source.message && withoutEchoes(source.message, conversationOf(attempt));
  const body = omitUndefined({ ...source, message });
  const text = response?.body ?? (error.body === undefined ? '' : toJsonText(error.body));
  const isHtml = looksLikeHtml(text);
  const status = isTemplateError(body) ? 400 : (response?.status ?? body.status ?? reported);
  const isRejection = [reported, 400, 413, 422].includes(status);
  const limit = isRejection && attempt ? outputLimit(message ?? '', attempt.body) : undefined;
  const found =
    findSignature(body, status, isHtml) ??
    (isHtml && status === 429 ? quotaOnPage(text) : undefined) ??
    (response === undefined && kindsOfStatuses[status] === undefined
      ? findSignature(body, reported)
      : undefined);
  const demand = isHtml ? undefined : demandOf(body, connection, response?.headers);
  const quirk =
    isHtml || limit !== undefined || demand !== undefined
      ? undefined
      : quirkOf(found, status === reported ? 400 : status, body, attempt);
  const isTlsOnly = status === 400 && plainHttpRefused.test(text) && !isJson(text);
  const isAdaptable = limit !== undefined || (quirk !== undefined && response !== undefined);
  const kind = isTlsOnly
    ? 'notApi'
    : isAdaptable
      ? 'badRequest'
      : kindWith(found?.group.kind ?? kindByStatus(status, body, text, !response), connection);
  const likelyCause =
    status >= 500
      ? 'gatewayDown'
      : response === undefined || isJson(text)
        ? 'unknownUrl'
        : causeOfPage(text, connection.baseUrl);
  return omitUndefined({
    kind,
    protocolFault: isTlsOnly ? ('tlsOnly' as const) : undefined,
    status: response?.status,
    detail: source.message ?? rawDetail(text),
    ...(response
      ? retryHint(response, message, { now, durationMs: now - sentAt })
      : { retryAfterMs: kind === 'rateLimited' ? describedDelayMs(message ?? '') : undefined }),
    likelyCause: kind === 'notApi' ? likelyCause : undefined,
    quirk,
    isLocal: kind === 'modelLoading' && isLocal(connection.baseUrl) ? (true as const) : undefined,
    wrongApiFormat: found?.group.wrongApiFormat,
    unexplained: isUnexplained(kind, found, isHtml ? {} : body),
    demand,
    requestId: body.requestId,
    maxOutputTokens: limit?.maximum,
    tokens: tokensOf(kind, body, attempt, limit),
  });
}

/** A page's title repeats the status; what it says below may be that waiting does not help. */
function quotaOnPage(html: string): FoundSignature | undefined {
  const found = findSignature({ message: textOf(html) }, 429);
  return found?.group.kind === 'noCredit' ? found : undefined;
}

function kindWith(kind: FailureKind, { key }: Connection): FailureKind {
  return kind === 'keyRejected' && key === undefined ? 'keyMissing' : kind;
}

/** Whether only the status blames the key or what it may use: a code can repeat it, words can be about anything. */
function isUnexplained(
  kind: FailureKind,
  found: FoundSignature | undefined,
  { message }: ErrorBody,
): true | undefined {
  const isUnknown =
    kind === 'forbidden'
      ? found === undefined || found.group.repeatsStatus === true
      : kind === 'keyRejected' && found === undefined && message !== undefined;
  return isUnknown ? true : undefined;
}

function conversationOf(attempt: AttemptedCompletion | undefined): readonly string[] {
  return attempt?.request.messages.map(({ content }) => content) ?? [];
}

/**
 * Whether a chat template rejected the messages. llama.cpp reports that with status 500
 * (ggml-org/llama.cpp#19851), but the same request always fails.
 */
function isTemplateError({ message = '' }: ErrorBody): boolean {
  return /\bjinja\b|\braise_exception\b|\btemplate error\b/i.test(message);
}

/** What nginx, Go and Apache say to a request without TLS at a port for TLS. */
const plainHttpRefused =
  /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled server/i;

/** The failure behind a 2xx response that is not the API's. */
export function notApi(text: string, baseUrl: string): Failure {
  const isHtml = looksLikeHtml(text);
  const body = readErrorBody(text.slice(0, 64 * 1024));
  const found = isHtml ? findSignature(body, reported, isHtml) : undefined;
  const kind = found?.group.kind ?? 'notApi';
  const isPage = kind === 'notApi' && (isHtml || text.trim() === '');
  return omitUndefined({
    kind,
    detail: body.message,
    likelyCause: isPage ? causeOfPage(text, baseUrl) : undefined,
  });
}

/** A kind of failure that a code names, and any other than an unknown model, takes precedence over quirks. */
function quirkOf(
  found: FoundSignature | undefined,
  status: number,
  body: ErrorBody,
  attempt: AttemptedCompletion | undefined,
): Quirk | undefined {
  const mayBeQuirk =
    found === undefined || (found.group.kind === 'modelNotFound' && found.row.codes === undefined);
  return mayBeQuirk && attempt !== undefined ? recognizeQuirk(body, status, attempt) : undefined;
}

/** The body itself where it has no message, unless it says nothing. */
function rawDetail(text: string): string {
  return looksLikeHtml(text) || /^\s*(?:null|\{\s*\}|\[\s*\])\s*$/.test(text) ? '' : text;
}

/** Why a web page, or nothing, takes the place of the API. */
function causeOfPage(html: string, baseUrl: string): Failure['likelyCause'] {
  if (isSignInPage(html)) {
    return 'signInPage';
  }
  return hasVersion(new URL(baseUrl).pathname) ? 'wrongPath' : 'missingV1';
}

function isSignInPage(html: string): boolean {
  return /type\s*=\s*["']?password|<title[^<>]{0,200}>[^<]{0,200}(?:log|sign)[ -]?[io]n/i.test(
    html,
  );
}

/** The kind of an error that no signature explains. */
function kindByStatus(
  status: number,
  { message = '' }: ErrorBody,
  text: string,
  isReport: boolean,
): FailureKind {
  const isHtml = looksLikeHtml(text);
  // Web servers, firewalls and proxies refuse with a page: nginx, Squid, Azure Application Gateway, ModSecurity (406).
  const isBlocked = isHtml && [403, 406, 451].includes(status) && !isSignInPage(text);
  // The API speaks in JSON; a web server in front of it does not.
  const isPage = isHtml || (status === 404 && (message === '' || !isJson(text)));
  const usual = status >= 500 ? 'serverError' : status >= 400 ? 'badRequest' : 'notApi';
  const tooLong = isHtml || !isJson(text) ? 'requestTooLarge' : 'contextTooLong';
  const kind =
    kindsOfStatuses[status] ??
    (slowStatuses.includes(status) ? 'serverError' : status === 413 ? tooLong : undefined) ??
    (isBlocked ? 'blocked' : isPage ? 'notApi' : (kindsUnlessPage[status] ?? usual));
  return isReport && (kind === 'notApi' || status === 404) ? 'streamError' : kind;
}

function isJson(text: string): boolean {
  const value = parseOrRepair(text);
  return isObject(value) || isArray(value);
}

/** The kinds of statuses that need no message; a signature that the error matches precedes them. */
const kindsOfStatuses: Readonly<Record<number, FailureKind>> = {
  401: 'keyRejected',
  402: 'noCredit',
  407: 'proxy',
  429: 'rateLimited',
};

/** The kinds of statuses with a body that is not a web page. */
const kindsUnlessPage: Readonly<Record<number, FailureKind>> = {
  403: 'forbidden',
  405: 'notApi',
  409: 'serverError',
  424: 'serverError',
  425: 'serverError',
  451: 'forbidden',
  // Google: the operation was canceled.
  499: 'serverError',
};

function tokensOf(
  kind: FailureKind,
  body: ErrorBody,
  attempt: AttemptedCompletion | undefined,
  limit: OutputLimit | undefined,
): Failure['tokens'] {
  if (limit?.contextLength !== undefined) {
    return { limit: limit.contextLength };
  }
  if (kind !== 'contextTooLong') {
    return undefined;
  }
  return body.tokens === undefined
    ? overflowTokens(body.message ?? '', conversationOf(attempt))
    : plausibleTokens(body.tokens);
}
