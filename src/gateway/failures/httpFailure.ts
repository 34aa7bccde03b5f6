// Maps an error of the gateway to a failure: by code and status, and by the message only where these
// are ambiguous.
import { omitUndefined } from '../../base/omitUndefined';
import type { Connection } from '../../chat/gatewayPort';
import type { Failure, FailureKind } from '../../shared/conversation/failure';
import type { Quirk } from '../../shared/conversation/quirk';
import type { AttemptedCompletion } from '../formats/apiFormatAdapter';
import type { HttpError, ReportedError } from '../http/exchangeError';
import { retryAfterMs } from '../http/responseHeaders';
import { recognizeQuirk } from '../quirks/recognizeQuirk';
import { isContextOverflow, overflowTokens, plausibleTokens } from './contextOverflow';
import { type ErrorBody, looksLikeHtml, readErrorBody } from './errorBody';
import { kindByCode } from './errorCodes';

/** @param now Milliseconds since 1970. @param attempt Absent for requests other than completions. */
export function failureOfStatus(
  error: HttpError,
  connection: Connection,
  { now, attempt }: { readonly now: number; readonly attempt?: AttemptedCompletion },
): Failure {
  const { status, headers } = error;
  const body = readErrorBody(error.body);
  const isHtml = looksLikeHtml(error.body);
  const quirk = isHtml ? undefined : quirkOf(status, body, attempt);
  const kind = quirk === undefined ? kindByStatus(status, body, isHtml, connection) : 'badRequest';
  return omitUndefined({
    kind,
    status,
    detail: body.message ?? rawDetail(error.body),
    retryAfterMs: retryAfterMs(headers, now),
    likelyCause: kind === 'notApi' ? likelyCauseOf(status, error.body, connection) : undefined,
    quirk,
    requestId: body.requestId,
    tokens: tokensOf(kind, body, attempt),
  });
}

/** Maps an error that the gateway reported with status 200. Its code may still be a status. */
export function failureOfReport(
  error: ReportedError,
  connection: Connection,
  attempt: AttemptedCompletion | undefined,
): Failure {
  const body = readErrorBody(error.body);
  const kind = kindOfReport(body, connection);
  return omitUndefined({
    kind,
    quirk: quirkOf(statusOf(body) ?? 400, body, attempt),
    detail: body.message ?? (error.body === undefined ? '' : JSON.stringify(error.body)),
    requestId: body.requestId,
    tokens: tokensOf(kind, body, attempt),
  });
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

/** An error code with a meaning of its own, and a context overflow, take precedence over quirks. */
function quirkOf(
  status: number,
  body: ErrorBody,
  attempt: AttemptedCompletion | undefined,
): Quirk | undefined {
  const mayBeQuirk = kindByCode(body) === undefined && kindByMessage(body) !== 'contextTooLong';
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
  return status === 403 ? 'signInPage' : causeOfPage(text, baseUrl);
}

/** Why a web page, or nothing, takes the place of the API. */
function causeOfPage(html: string, baseUrl: string): Failure['likelyCause'] {
  if (/type\s*=\s*["']?password|<title[^<>]{0,200}>[^<]{0,200}(?:log|sign)[ -]?[io]n/i.test(html)) {
    return 'signInPage';
  }
  const hasVersion = /\/v\d[^/]*(?:\/|$)/i.test(new URL(baseUrl).pathname);
  return hasVersion ? 'wrongPath' : 'missingV1';
}

function kindByStatus(
  status: number,
  body: ErrorBody,
  isHtml: boolean,
  connection: Connection,
): FailureKind {
  const kind = kindByCode(body);
  if (kind === 'keyRejected' || (status === 401 && kind !== 'noCredit')) {
    return connection.key === undefined ? 'keyMissing' : 'keyRejected';
  }
  if (kind !== undefined) {
    return kind;
  }
  switch (status) {
    case 402:
      return 'noCredit';
    case 407:
      return 'proxy';
    case 429:
      return 'rateLimited';
    default:
      return isHtml ? 'notApi' : kindByStatusOnly(status, body);
  }
}

function kindByStatusOnly(status: number, body: ErrorBody): FailureKind {
  switch (status) {
    case 400:
    case 422:
      return kindByMessage(body) ?? 'badRequest';
    case 403:
    case 451:
      return 'forbidden';
    case 404:
      return kindByMessage(body) ?? 'notApi';
    case 405:
      return 'notApi';
    case 408:
    case 409:
    case 425:
      return 'serverError';
    case 410:
      return 'modelNotFound';
    case 413:
      return 'contextTooLong';
    case 503:
      return kindByMessage(body) === 'modelNotFound' && !isTemporary(body)
        ? 'modelNotFound'
        : 'serverError';
    default:
      return status >= 500 ? 'serverError' : status >= 400 ? 'badRequest' : 'notApi';
  }
}

function kindOfReport(body: ErrorBody, connection: Connection): FailureKind {
  const byCode = kindByCode(body);
  if (byCode !== undefined) {
    return byCode;
  }
  const status = statusOf(body) ?? 0;
  if (status < 400 || (status === 404 && kindByMessage(body) === undefined)) {
    return 'streamError';
  }
  const kind = kindByStatus(status, body, false, connection);
  return kind === 'notApi' ? 'streamError' : kind;
}

/** The status that an error repeats as its code. */
function statusOf({ code = '' }: ErrorBody): number | undefined {
  return /^[1-5]\d\d$/.test(code) ? Number(code) : undefined;
}

/** Whether the message says that waiting helps. */
function isTemporary({ message = '' }: ErrorBody): boolean {
  return /overload|\bbusy\b|capacity|temporar|try again|\bretry|\blater\b|loading|moment|current|right now|稍后|繁忙|饱和|过载|负载|暂/i.test(
    message,
  );
}

/** For gateways that send neither code nor type. */
function kindByMessage(body: ErrorBody): FailureKind | undefined {
  const message = (body.message ?? '').slice(0, 1000).toLowerCase();
  if (isContextOverflow(message)) {
    return 'contextTooLong';
  }
  return modelNotFoundMessages.some((pattern) => pattern.test(message))
    ? 'modelNotFound'
    : undefined;
}

const modelNotFoundMessages: readonly RegExp[] = [
  /\b(?:models?|deployment)\b.{0,200}\b(?:not (?:found|exist|available|offered)|does(?: not|n['’]t) exist|unknown|decommissioned|offline)/,
  /\b(?:unknown|no such|invalid) model\b/,
  // new-api, for an unknown model and for one that is offline.
  /\bno available channels? for model\b|模型.{0,200}无可用渠道/,
  // Anthropic: the whole message is "model: ID".
  /^model: \S+(?: \(|$)/,
];

function tokensOf(
  kind: FailureKind,
  body: ErrorBody,
  attempt: AttemptedCompletion | undefined,
): Failure['tokens'] {
  if (kind !== 'contextTooLong') {
    return undefined;
  }
  const conversation = attempt?.request.messages.map(({ content }) => content) ?? [];
  return body.tokens === undefined
    ? overflowTokens(body.message ?? '', conversation)
    : plausibleTokens(body.tokens);
}
