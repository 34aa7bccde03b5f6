// Maps an error of the gateway to a failure: by what the rules know of it, or else by the status alone.
import { anyOf } from '../../../base/anyOf';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import type { Connection } from '../../common/connection';
import type { Failure, FailureKind } from '../../common/failure';
import type { Quirk } from '../../common/quirk';
import { hasVersion } from '../baseUrl';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import type { HttpError, ReportedError } from '../http/exchangeError';
import { isArray, isObject, toJsonText } from '../json';
import { recognizeQuirk } from '../quirks/recognizeQuirk';
import { demandOf } from './demand';
import { withoutEchoes } from './echoedText';
import { type ErrorBody, looksLikeHtml, readErrorBody } from './errorBody';
import { describedDelayMs, retryHint } from './retryHint';
import { findSignature, reported } from './failureSignatures';
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
  const demand = isHtml ? undefined : demandOf(body, connection, error.headers);
  const quirk =
    isHtml || limit !== undefined || demand !== undefined
      ? undefined
      : quirkOf(status, { body, detail }, attempt);
  const kind =
    limit === undefined && quirk === undefined
      ? kindByStatus(status, body, error.body, connection)
      : 'badRequest';
  const signature = isHtml ? undefined : findSignature(body, status);
  return omitUndefined({
    kind,
    status: error.status,
    detail: detail ?? rawDetail(error.body),
    ...retryHint(error, body.message, { now, durationMs: now - sentAt }),
    likelyCause: kind === 'notApi' ? likelyCauseOf(status, error.body, connection) : undefined,
    quirk,
    wrongApiFormat: signature?.wrongApiFormat,
    unexplained: kind === 'forbidden' && signature === undefined ? (true as const) : undefined,
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
  const status = isTemplateError(body) ? 400 : body.status;
  const kind = limit === undefined ? kindOfReport(body, status ?? 0, connection) : 'badRequest';
  return omitUndefined({
    kind,
    likelyCause: kind === 'notApi' ? ('unknownUrl' as const) : undefined,
    quirk: limit === undefined ? quirkOf(status ?? 400, { body, detail }, attempt) : undefined,
    wrongApiFormat: findSignature(body, reported)?.wrongApiFormat,
    demand: demandOf(body, connection),
    detail: detail ?? (error.body === undefined ? '' : toJsonText(error.body)),
    retryAfterMs: kind === 'rateLimited' ? describedDelayMs(body.message ?? '') : undefined,
    requestId: body.requestId,
    maxOutputTokens: limit?.maximum,
    tokens: limit === undefined ? tokensOf(kind, body, attempt) : contextTokens(limit),
  });
}

interface ReadError {
  /** Its message has no quotes of the conversation, because the kind of failure is read from it. */
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

/** The failure behind a 2xx response that is not the API's. */
export function notApi(text: string, baseUrl: string): Failure {
  const isPage = text.trim() === '' || looksLikeHtml(text);
  return omitUndefined({
    kind: 'notApi',
    detail: readErrorBody(text.slice(0, 64 * 1024)).message,
    likelyCause: isPage ? causeOfPage(text, baseUrl) : undefined,
  });
}

/** A context overflow, and an error code that says what failed, take precedence over quirks. */
function quirkOf(
  status: number,
  { body, detail }: ReadError,
  attempt: AttemptedCompletion | undefined,
): Quirk | undefined {
  const kind = findSignature(body, status)?.kind;
  const isNamed = findSignature({ ...body, message: '' }, status)?.kind !== undefined;
  const mayBeQuirk = !isNamed && (kind === undefined || kind === 'modelNotFound');
  // It needs the complete message, since it knows other kinds of quotes.
  return mayBeQuirk && attempt !== undefined
    ? recognizeQuirk(omitUndefined({ ...body, message: detail }), status, attempt)
    : undefined;
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
  return status === 403 ? 'signInPage' : causeOfPage(text, baseUrl);
}

/** Why a web page, or nothing, takes the place of the API. */
function causeOfPage(html: string, baseUrl: string): Failure['likelyCause'] {
  if (/type\s*=\s*["']?password|<title[^<>]{0,200}>[^<]{0,200}(?:log|sign)[ -]?[io]n/i.test(html)) {
    return 'signInPage';
  }
  return hasVersion(new URL(baseUrl).pathname) ? 'wrongPath' : 'missingV1';
}

/** What gateways report with status 401 besides a missing or rejected key. */
const otherKindsWith401: ReadonlySet<FailureKind | undefined> = new Set([
  'noCredit',
  'forbidden',
  'modelNotFound',
]);

function kindByStatus(
  status: number,
  body: ErrorBody,
  text: string,
  connection: Connection,
): FailureKind {
  const isHtml = looksLikeHtml(text);
  const kind = isHtml ? undefined : findSignature(body, status)?.kind;
  const isAboutKey = status === 401 && !otherKindsWith401.has(kind);
  if (kind === 'keyRejected' || isAboutKey) {
    return connection.key === undefined ? 'keyMissing' : 'keyRejected';
  }
  if (kind !== undefined) {
    return kind;
  }
  const certain = kindsOfStatuses[status];
  if (certain !== undefined) {
    return certain;
  }
  if (status === 413) {
    return isHtml || !isJson(text) ? 'requestTooLarge' : 'contextTooLong';
  }
  if (isHtml) {
    return 'notApi';
  }
  const { message = '' } = body;
  if (status === 404 && (message === '' || !isJson(text) || unknownUrl.test(message))) {
    // The API speaks in JSON; a web server in front of it does not.
    return 'notApi';
  }
  const usual = status >= 500 ? 'serverError' : status >= 400 ? 'badRequest' : 'notApi';
  return kindsUnlessPage[status] ?? usual;
}

/** What APIs say about a path that they do not have: FastAPI, Express, new-api, OpenAI, Azure, llama.cpp and others. */
const unknownUrl = anyOf(
  // The complete message.
  /^\W*(?:error:? ?)?(?:404:? ?)?(?:(?:the )?(?:requested )?(?:page|route|path|url|endpoint|resource|file) (?:was )?)?not found\W*$/i,
  /\b(?:invalid|unknown|unrecognized) (?:request )?(?:url|path|route)\b/i,
  /\bno (?:such )?(?:route|handler)\b|\broute\b.{0,80}\bnot found\b/i,
  /\bcannot (?:get|post) \//i,
  // LM Studio, with status 200.
  /\bunexpected endpoint\b/i,
);

function isJson(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) || isArray(value);
}

/** The kinds of statuses that need no message; a rule that matches the error precedes them. */
const kindsOfStatuses: Readonly<Record<number, FailureKind>> = {
  402: 'noCredit',
  407: 'proxy',
  429: 'rateLimited',
};

/** The kinds of statuses with a body that is not a web page. */
const kindsUnlessPage: Readonly<Record<number, FailureKind>> = {
  403: 'forbidden',
  405: 'notApi',
  408: 'serverError',
  409: 'serverError',
  410: 'modelNotFound',
  424: 'serverError',
  425: 'serverError',
  451: 'forbidden',
  // Google: the operation was canceled.
  499: 'serverError',
};

/** @param status The HTTP status that the error names; 0 without one. */
function kindOfReport(body: ErrorBody, status: number, connection: Connection): FailureKind {
  const known =
    (status < 400 ? undefined : findSignature(body, status)?.kind) ??
    kindsOfStatuses[status] ??
    findSignature(body, reported)?.kind;
  if (known === 'keyRejected') {
    return connection.key === undefined ? 'keyMissing' : 'keyRejected';
  }
  if (known !== undefined) {
    return known;
  }
  if (unknownUrl.test(body.message ?? '')) {
    return 'notApi';
  }
  if (status < 400 || status === 404) {
    return 'streamError';
  }
  const kind = kindByStatus(status, body, '', connection);
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
