// Whether a body with status 200, or an event of an answer, reports an error.
import { isArray, isObject, objectAt, type JsonObject } from '../json';
import { errorIn, isFilled, names, plainNames, readErrorBody, type ErrorBody } from './errorBody';

/**
 * `certain`: the body says that something failed. `possible`: it has a message and nothing that the answer needs;
 * in a stream, what follows decides whether that was an error: `{"choices":[],"message":"warming up"}`.
 */
export type ErrorEvidence = 'certain' | 'possible';

export function errorEvidence(body: unknown): ErrorEvidence | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  // Events of the most frequent format, first by a constant name: this runs for every token.
  const isContent = isFilled(body['choices']) || hasFilled(body, contentNames);
  const plain = isContent ? {} : plainNames(body);
  const error = isContent ? errorBeside(body) : errorIn(plain);
  // An empty one is none: `"error":{"code":null,"message":null}`.
  if (statesFailure(body) || Object.keys(readErrorBody(error)).length > 0) {
    return 'certain';
  }
  if (isContent || hasFilled(body, answerNames)) {
    return undefined;
  }
  const read = readErrorBody(body);
  if (read.message === undefined || isSuccess(plain, read)) {
    return undefined;
  }
  return read.code === undefined ? 'possible' : 'certain';
}

/** Whether a complete body reports an error. */
export function reportsError(body: unknown): boolean {
  return errorEvidence(body) !== undefined;
}

function hasFilled(body: JsonObject, members: readonly string[]): boolean {
  return members.some((name) => isFilled(body[name]));
}

function statesFailure({ object, type, success, status }: JsonObject): boolean {
  return (
    object === 'error' ||
    type === 'error' ||
    success === false ||
    (typeof status === 'string' && /^(?:fail(?:ed|ure)?|error)$/i.test(status))
  );
}

function errorBeside({ error, errors, choices }: JsonObject): unknown {
  return [error, errors, isArray(choices) ? objectAt(choices[0], 'error') : undefined].find(
    isFilled,
  );
}

/** The members that hold a part of an answer. */
const contentNames = ['choices', 'delta', 'candidates', 'output', 'content', 'item', 'part'];
/** Members of an answer that an envelope may have too. */
const answerNames = [
  'usage',
  'usageMetadata',
  'response',
  'data',
  'models',
  'items',
  'results',
  'result',
];

/** Whether an envelope says that all is well, as `{"code":0,"msg":"success","data":null}` and keep-alives of queues do. */
function isSuccess(body: JsonObject, { message = '', code }: ErrorBody): boolean {
  const states = [...names.code, 'status'].map((name) => String(body[name]));
  return (
    body['success'] === true ||
    states.some((state) => goodState.test(state)) ||
    (code === undefined && goodMessage.test(message))
  );
}

const goodState =
  /^(?:0|2\d\d|20000|ok|success|succeeded|pending|queued|processing|running|in_progress)$/i;
const goodMessage =
  /^(?:ok|success(?:ful(?:ly)?)?|succeeded|成功|(?:操作|请求|查询|获取)成功)\W*$/i;
