// Maps an error of the gateway to a failure: by the signature that it matches, or else by the status alone.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Connection } from '../../common/connection';
import { type Failure, type FailureKind, slowStatuses } from '../../common/failure';
import type { Quirk } from '../../common/quirk';
import { hasVersion, isLocal } from '../baseUrl';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import type { HttpError, ReportedError } from '../http/exchangeError';
import { isArray, isObject, parseOrRepair, toJsonText } from '../json';
import { recognizeQuirk } from '../quirks/recognizeQuirk';
import { demandOf } from './demand';
import { withoutEchoes } from './echoedText';
import { type ErrorBody, looksLikeHtml, readErrorBody } from './errorBody';
import { describedDelayMs, retryHint } from './retryHint';
import { findSignature, type FoundSignature, reported } from './failureSignatures';
import { type OutputLimit, outputLimit, overflowTokens, plausibleTokens } from './tokenLimits';

interface StatusProgress {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since 1970. */
  readonly sentAt?: number;
  /** Absent for requests other than completions. */
  readonly attempt?: AttemptedCompletion;
}

export function failureOfStatus(
  error: HttpError,
  connection: Connection,
  { now, sentAt = now, attempt }: StatusProgress,
): Failure {
  const { body, detail } = readError(error.body, attempt);
  const isHtml = looksLikeHtml(error.body);
  const status = isTemplateError(body) ? 400 : error.status;
  const isRejection = [400, 413, 422].includes(status);
  const limit = isRejection && attempt ? outputLimit(body.message ?? '', attempt.body) : undefined;
  const found = findSignature(body, status, isHtml);
  const demand = isHtml ? undefined : demandOf(body, connection, error.headers);
  const quirk =
    isHtml || limit !== undefined || demand !== undefined
      ? undefined
      : quirkOf(found, status, body, attempt);
  const isTlsOnly = status === 400 && plainHttpRefused.test(error.body) && !isJson(error.body);
  const kind = isTlsOnly
    ? 'notApi'
    : limit === undefined && quirk === undefined
      ? kindWith(found?.group.kind ?? kindByStatus(status, body, error.body), connection)
      : 'badRequest';
  return omitUndefined({
    kind,
    protocolFault: isTlsOnly ? ('tlsOnly' as const) : undefined,
    status: error.status,
    detail: detail ?? rawDetail(error.body),
    ...retryHint(error, body.message, { now, durationMs: now - sentAt }),
    likelyCause: kind === 'notApi' ? likelyCauseOf(status, error.body, connection) : undefined,
    quirk,
    isLocal: isLoadingLocally(kind, connection),
    wrongApiFormat: found?.group.wrongApiFormat,
    unexplained: isUnexplained(kind, found, isHtml ? {} : body),
    demand,
    requestId: body.requestId,
    maxOutputTokens: limit?.maximum,
    tokens: limit === undefined ? tokensOf(kind, body, attempt) : contextTokens(limit),
  });
}

/** Maps an error that the gateway reported with status 200. It may name another status itself. */
export function failureOfReport(
  error: ReportedError,
  connection: Connection,
  attempt: AttemptedCompletion | undefined,
): Failure {
  const { body, detail } = readError(error.body, attempt);
  const limit = attempt && outputLimit(body.message ?? '', attempt.body);
  const status = isTemplateError(body) ? 400 : (body.status ?? reported);
  const found =
    findSignature(body, status) ??
    (kindsOfStatuses[status] === undefined ? findSignature(body, reported) : undefined);
  const kind =
    limit === undefined
      ? kindWith(found?.group.kind ?? kindOfReport(status, body), connection)
      : 'badRequest';
  return omitUndefined({
    kind,
    likelyCause: kind === 'notApi' ? ('unknownUrl' as const) : undefined,
    quirk:
      limit === undefined
        ? quirkOf(found, status === reported ? 400 : status, body, attempt)
        : undefined,
    isLocal: isLoadingLocally(kind, connection),
    wrongApiFormat: found?.group.wrongApiFormat,
    unexplained: isUnexplained(kind, found, body),
    demand: demandOf(body, connection),
    detail: detail ?? (error.body === undefined ? '' : toJsonText(error.body)),
    retryAfterMs: kind === 'rateLimited' ? describedDelayMs(body.message ?? '') : undefined,
    requestId: body.requestId,
    maxOutputTokens: limit?.maximum,
    tokens: limit === undefined ? tokensOf(kind, body, attempt) : contextTokens(limit),
  });
}

function isLoadingLocally(kind: FailureKind, { baseUrl }: Connection): true | undefined {
  return kind === 'modelLoading' && isLocal(baseUrl) ? true : undefined;
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

interface ReadError {
  /** Its message has no quotes of the conversation, because what failed is read from it. */
  readonly body: ErrorBody;
  /** The complete message. */
  readonly detail: string | undefined;
}

function readError(source: unknown, attempt: AttemptedCompletion | undefined): ReadError {
  const body = readErrorBody(source);
  const detail = body.message;
  const message = detail && withoutEchoes(detail, conversationOf(attempt));
  return { body: omitUndefined({ ...body, message }), detail };
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

function likelyCauseOf(
  status: number,
  text: string,
  { baseUrl }: Connection,
): Failure['likelyCause'] {
  if (status >= 500) {
    return 'gatewayDown';
  }
  if (isJson(text)) {
    return 'unknownUrl';
  }
  return causeOfPage(text, baseUrl);
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
function kindByStatus(status: number, { message = '' }: ErrorBody, text: string): FailureKind {
  const certain = kindsOfStatuses[status];
  if (certain !== undefined) {
    return certain;
  }
  if (slowStatuses.includes(status)) {
    return 'serverError';
  }
  const isHtml = looksLikeHtml(text);
  if (status === 413) {
    return isHtml || !isJson(text) ? 'requestTooLarge' : 'contextTooLong';
  }
  // Web servers, firewalls and proxies refuse with a page: nginx, Squid, Azure Application Gateway, ModSecurity (406).
  if (isHtml && [403, 406, 451].includes(status) && !isSignInPage(text)) {
    return 'blocked';
  }
  // The API speaks in JSON; a web server in front of it does not.
  if (isHtml || (status === 404 && (message === '' || !isJson(text)))) {
    return 'notApi';
  }
  const usual = status >= 500 ? 'serverError' : status >= 400 ? 'badRequest' : 'notApi';
  return kindsUnlessPage[status] ?? usual;
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

/** @param status The HTTP status that the error names; 200 without one. */
function kindOfReport(status: number, body: ErrorBody): FailureKind {
  const kind = status < 400 || status === 404 ? 'notApi' : kindByStatus(status, body, '');
  return kind === 'notApi' ? 'streamError' : kind;
}

function tokensOf(
  kind: FailureKind,
  body: ErrorBody,
  attempt: AttemptedCompletion | undefined,
): Failure['tokens'] {
  if (kind !== 'contextTooLong') {
    return undefined;
  }
  return body.tokens === undefined
    ? overflowTokens(body.message ?? '', conversationOf(attempt))
    : plausibleTokens(body.tokens);
}

function contextTokens({ contextLength }: OutputLimit): Failure['tokens'] {
  return contextLength === undefined ? undefined : { limit: contextLength };
}
