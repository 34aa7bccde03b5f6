// Whether a body with status 200, or an event of an answer, reports an error.
import { isArray, isObject, type JsonObject, textAt } from '../json';
import {
  choiceError,
  codeNames,
  isFilled,
  messageNames,
  messageOf,
  readErrorBody,
  wrappedError,
} from './errorBody';

/**
 * `certain`: the body says that something failed. `possible`: it has a message and nothing that the answer needs;
 * in a stream, what follows decides whether that was an error: `{"choices":[],"message":"warming up"}`.
 */
export type ErrorEvidence = 'certain' | 'possible';

/** An empty `error` next to an answer is not an error. */
export function errorEvidence(body: unknown): ErrorEvidence | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const { error } = body;
  if (error !== undefined && error !== null && error !== false && error !== '') {
    const isEmpty =
      (isObject(error) || isArray(error)) && readErrorBody(error).message === undefined;
    if (!isEmpty || !answerNames.some((name) => name in body)) {
      return 'certain';
    }
  }
  if (
    body['object'] === 'error' ||
    body['type'] === 'error' ||
    body['success'] === false ||
    isFailedStatus(body['status']) ||
    isFilled(choiceError(body)) ||
    isFilled(body['errors']) ||
    isFilled(body['Error']) ||
    isFilled(body['fault'])
  ) {
    return 'certain';
  }
  // Events of the most frequent format, first by a constant name: this runs for every token.
  if (isFilled(body['choices']) || hasFilled(body, contentNames)) {
    return undefined;
  }
  if (readErrorBody(wrappedError(body)).message !== undefined) {
    return 'certain';
  }
  if (hasFilled(body, answerNames)) {
    return undefined;
  }
  const envelopes = [body, body['base_resp']].filter(isObject);
  if (!hasMessage(body) || envelopes.some(isSuccess)) {
    return undefined;
  }
  const hasCode = [...envelopes, body['header'], body['detail']].some(
    (envelope) => isObject(envelope) && plainCodeOf(envelope) !== undefined,
  );
  return hasCode ? 'certain' : 'possible';
}

function hasFilled(body: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => isFilled(body[name]));
}

/** Whether a complete body reports an error. */
export function reportsError(body: unknown): boolean {
  return errorEvidence(body) !== undefined;
}

function isFailedStatus(status: unknown): boolean {
  return typeof status === 'string' && /^(?:fail(?:ed|ure)?|error)$/i.test(status);
}

/** Keep-alives of queues have such a status and a message. */
function isGoodStatus(status: unknown): boolean {
  return (
    typeof status === 'string' &&
    /^(?:ok|success|succeeded|pending|queued|processing|running|in_progress)$/i.test(status)
  );
}

/** The members that hold a part of an answer. */
const contentNames = ['choices', 'delta', 'candidates', 'output', 'content', 'item', 'part'];
/** These include members that an envelope may have too. */
const answerNames = [
  ...contentNames,
  'usage',
  'usageMetadata',
  'response',
  'data',
  'models',
  'items',
  'results',
  'result',
];

/** Whether an envelope such as `{"code":0,"msg":"success","data":null}` reports that all is well. */
function isSuccess(body: JsonObject): boolean {
  const code = plainCodeOf(body);
  const isGoodCode = code !== undefined && /^(?:0|2\d\d|20000|ok|success)$/i.test(code);
  const message = messageOf(body) ?? '';
  return (
    body['success'] === true ||
    isGoodStatus(body['status']) ||
    isGoodCode ||
    (code === undefined &&
      /^(?:ok|success(?:ful(?:ly)?)?|succeeded|成功|(?:操作|请求|查询|获取)成功)\W*$/i.test(
        message,
      ))
  );
}

function plainCodeOf(body: JsonObject): string | undefined {
  for (const name of codeNames) {
    const code = body[name];
    if (typeof code === 'number' || (typeof code === 'string' && code !== '')) {
      return String(code);
    }
  }
  return undefined;
}

function hasMessage(body: JsonObject): boolean {
  return (
    messageNames.some((name) => textAt(body, name) !== undefined) ||
    textAt(body, 'detail') !== undefined ||
    isArray(body['detail']) ||
    readErrorBody(body['detail']).message !== undefined ||
    textAt(body['header'], 'message') !== undefined ||
    textAt(body['base_resp'], 'status_msg') !== undefined
  );
}
