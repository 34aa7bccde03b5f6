// Status and code decide what an error is; the words of a message only where nothing else says it.
import type { Connection } from '../../chat/gatewayPort';
import type { Failure, FailureKind } from '../../shared/conversation/failure';
import type { Quirk } from '../../shared/conversation/quirk';
import { plausible, tellsOverflow, tokensInMessage } from './contextOverflow';
import { looksLikeHtml, readErrorBody, type ErrorBody } from './errorBody';
import type { HttpError, ReportedError } from '../http/exchangeError';
import { quirkOf, type AttemptedCompletion } from '../quirks/quirks';

/** @param asked `now` in milliseconds since 1970, since `Retry-After` may be a date; what was sent. */
export function failureOfStatus(
  error: HttpError,
  connection: Connection,
  asked: { readonly now: number; readonly sent?: AttemptedCompletion },
): Failure {
  const { status, headers } = error;
  const body = readErrorBody(error.body);
  const quirk = looksLikeHtml(error.body) ? undefined : quirkOfStatus(status, body, asked.sent);
  const kind =
    quirk === undefined ? kindOfStatus(status, body, error.body, connection) : 'badRequest';
  const retryAfterMs = readRetryAfter(headers, asked.now);
  const likelyCause = likelyCauseOf(kind, status, error.body, connection.baseUrl);
  return {
    kind,
    status,
    detail: body.message ?? rawDetail(error.body),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(likelyCause === undefined ? {} : { likelyCause }),
    ...(quirk === undefined ? {} : { quirk }),
    ...extras(kind, body, asked.sent),
  };
}

/** A code that means something else and a conversation too long for the model come first. */
function quirkOfStatus(
  status: number,
  body: ErrorBody,
  sent: AttemptedCompletion | undefined,
): Quirk | undefined {
  const refuses = (status === 400 || status === 422) && kindOfCode(body) === undefined;
  return refuses && sent !== undefined && kindOfPhrase(body) !== 'contextTooLong'
    ? quirkOf(body, sent)
    : undefined;
}

/** A body without a message, unless it says nothing. */
function rawDetail(text: string): string {
  return looksLikeHtml(text) || /^\s*(?:null|\{\s*\}|\[\s*\])\s*$/.test(text) ? '' : text;
}

/** An error reported under status 200: its code may still be a status. */
export function failureOfReport(
  error: ReportedError,
  connection: Connection,
  sent?: AttemptedCompletion,
): Failure {
  const body = readErrorBody(error.body);
  const kind = kindOfReport(body, connection);
  const detail = body.message ?? (error.body === undefined ? '' : JSON.stringify(error.body));
  return { kind, detail, ...extras(kind, body, sent) };
}

/** The gateway's ID of a request, from its answer's header. */
export function requestIdOf(headers: Headers): string | undefined {
  for (const name of requestIdHeaders) {
    const id = headers.get(name);
    if (id !== null && id !== '') {
      return id.slice(0, 200);
    }
  }
  return undefined;
}

/** A 2xx answer that is not the API's. */
export function notApi(text: string, baseUrl: string): Failure {
  const { message } = readErrorBody(text.slice(0, 64 * 1024));
  const likelyCause =
    text.trim() === '' || looksLikeHtml(text) ? pageCause(text, baseUrl) : undefined;
  return {
    kind: 'notApi',
    ...(message === undefined ? {} : { detail: message }),
    ...(likelyCause === undefined ? {} : { likelyCause }),
  };
}

/** What most likely explains a web page in the API's place. */
function pageCause(html: string, baseUrl: string): Failure['likelyCause'] {
  if (/type\s*=\s*["']?password|<title[^<>]{0,200}>[^<]{0,200}(?:log|sign)[ -]?[io]n/i.test(html)) {
    return 'signInPage';
  }
  return lacksVersion(baseUrl) ? 'missingV1' : 'wrongPath';
}

const requestIdHeaders = [
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'cf-ray',
];

/** By `code`, else by `type`: resellers rename types, but those that are known say enough. */
const kindsByCode: ReadonlyMap<string, FailureKind> = new Map([
  ...kinds('keyRejected', [
    'invalid_api_key',
    'invalid_token',
    'token_expired',
    'invalid_key',
    'authentication_error',
  ]),
  ...kinds('noCredit', [
    'insufficient_quota',
    'insufficient_user_quota',
    'pre_consume_token_quota_failed',
    'insufficient_balance',
    'insufficient_credits',
    'billing_hard_limit_reached',
    'billing_not_active',
    'exceeded_current_quota_error',
    'payment_required',
    'billing_error',
  ]),
  ...kinds('modelGone', [
    'model_not_found',
    'model_not_available',
    'model_decommissioned',
    'deploymentnotfound',
    'unknown_model',
    'invalid_model',
  ]),
  ...kinds('contextTooLong', [
    'context_length_exceeded',
    'exceed_context_size_error',
    'context_window_exceeded',
  ]),
  ...kinds('rateLimited', [
    'rate_limit_exceeded',
    'rate_limit_error',
    'rate_limit_reached',
    'too_many_requests',
  ]),
  ...kinds('serverError', ['overloaded_error']),
]);

function kinds(kind: FailureKind, codes: readonly string[]): [string, FailureKind][] {
  return codes.map((code) => [code, kind]);
}

function kindOfCode(body: ErrorBody): FailureKind | undefined {
  return kindsByCode.get(body.code ?? '') ?? kindsByCode.get(body.type?.toLowerCase() ?? '');
}

function kindOfStatus(
  status: number,
  body: ErrorBody,
  text: string,
  connection: Connection,
): FailureKind {
  const coded = kindOfCode(body);
  if (coded === 'keyRejected' || (status === 401 && coded !== 'noCredit')) {
    return connection.key === undefined ? 'keyMissing' : 'keyRejected';
  }
  if (coded !== undefined) {
    return coded;
  }
  const page = looksLikeHtml(text);
  switch (status) {
    case 402:
      return 'noCredit';
    case 407:
      return 'proxy';
    case 429:
      return 'rateLimited';
    default:
      return page ? 'notApi' : plainKind(status, body);
  }
}

function plainKind(status: number, body: ErrorBody): FailureKind {
  switch (status) {
    case 400:
    case 422:
      return kindOfPhrase(body) ?? 'badRequest';
    case 403:
    case 451:
      return 'forbidden';
    case 404:
      return kindOfPhrase(body) ?? 'notApi';
    case 405:
      return 'notApi';
    case 410:
      return 'modelGone';
    case 413:
      return 'contextTooLong';
    case 503:
      return kindOfPhrase(body) === 'modelGone' && !passing.test(body.message ?? '')
        ? 'modelGone'
        : 'serverError';
    default:
      return defaultKind(status);
  }
}

function defaultKind(status: number): FailureKind {
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return 'serverError';
  }
  return status >= 400 ? 'badRequest' : 'notApi';
}

/** What says that waiting helps: the model is not gone then. */
const passing =
  /overload|\bbusy\b|capacity|temporar|try again|\bretry|\blater\b|loading|moment|current|right now|稍后|繁忙|饱和|过载|负载|暂/i;

/** Some gateways give neither code nor type with these. */
function kindOfPhrase(body: ErrorBody): FailureKind | undefined {
  const message = (body.message ?? '').slice(0, 1000).toLowerCase();
  if (tellsOverflow(message)) {
    return 'contextTooLong';
  }
  if (
    /\b(?:models?|deployment)\b.{0,200}\b(?:not (?:found|exist|available|offered)|does(?: not|n['’]t) exist|unknown|decommissioned|offline)/.test(
      message,
    ) ||
    /\b(?:unknown|no such|invalid) model\b/.test(message) ||
    // new-api, where a model is unknown or offline.
    /\bno available channels? for model\b|模型.{0,200}无可用渠道/.test(message) ||
    // All that Anthropic says.
    /^model: \S+(?: \(|$)/.test(message)
  ) {
    return 'modelGone';
  }
  return undefined;
}

function kindOfReport(body: ErrorBody, connection: Connection): FailureKind {
  const coded = kindOfCode(body);
  if (coded !== undefined) {
    return coded;
  }
  const status = /^[1-5]\d\d$/.test(body.code ?? '') ? Number(body.code) : 0;
  if (status < 400 || (status === 404 && kindOfPhrase(body) === undefined)) {
    return 'streamError';
  }
  const kind = kindOfStatus(status, body, '', connection);
  return kind === 'notApi' ? 'streamError' : kind;
}

function likelyCauseOf(
  kind: FailureKind,
  status: number,
  text: string,
  baseUrl: string,
): Failure['likelyCause'] {
  if (kind !== 'notApi') {
    return undefined;
  }
  if (status >= 500) {
    return 'gatewayDown';
  }
  return status === 403 ? 'signInPage' : pageCause(text, baseUrl);
}

/** Whether no part of the path is a version such as `v1` or `v1beta`. */
function lacksVersion(baseUrl: string): boolean {
  return !/\/v\d[^/]*(?:\/|$)/i.test(new URL(baseUrl).pathname);
}

/** In ms; from seconds, a date, or the non-standard `Retry-After-Ms`. */
function readRetryAfter(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms) && ms >= 0) {
    return ms;
  }
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?s?$/.test(value)) {
    return Number.parseFloat(value) * 1000;
  }
  // A number by itself would be read as a year.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function extras(
  kind: FailureKind,
  body: ErrorBody,
  sent: AttemptedCompletion | undefined,
): Pick<Failure, 'requestId' | 'tokens'> {
  const tokens = kind === 'contextTooLong' ? tokensOf(body, sent) : undefined;
  return {
    ...(body.requestId === undefined ? {} : { requestId: body.requestId }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

function tokensOf(body: ErrorBody, sent: AttemptedCompletion | undefined): Failure['tokens'] {
  const spoken = sent?.request.messages.map(({ content }) => content);
  return body.tokens === undefined
    ? tokensInMessage(body.message ?? '', spoken)
    : plausible(body.tokens);
}
