// Reads error bodies in every shape that gateways send.
import { omitUndefined } from '../../base/omitUndefined';
import { parseJson } from '../../base/parseJson';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';

export interface ErrorBody {
  readonly message?: string;
  readonly type?: string;
  /** In lower case; numbers as text. */
  readonly code?: string;
  /** The path of the rejected field in the request, such as `messages.0.role`. */
  readonly param?: string;
  readonly requestId?: string;
  readonly tokens?: { readonly needed?: number; readonly limit?: number };
}

/** @param body Parsed JSON, or a text that may be JSON, HTML or plain. */
export function readErrorBody(body: unknown): ErrorBody {
  if (typeof body !== 'string') {
    return readNode(body);
  }
  const text = body.trim();
  const value = /^[[{"]/.test(text) ? parseJson(text) : undefined;
  if (value !== undefined) {
    return readNode(value);
  }
  const message = looksLikeHtml(text) ? titleOf(text) : text;
  return message === '' || message === 'null' ? {} : readMessage(message);
}

/**
 * Whether a body with status 200, or an event of an answer, reports an error. An empty `error` beside
 * an answer does not.
 */
export function reportsError(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const { error } = body;
  if (error !== undefined && error !== null && error !== false && error !== '') {
    const isEmpty = (isObject(error) || isArray(error)) && readNode(error).message === undefined;
    if (!isEmpty || !answerNames.some((name) => name in body)) {
      return true;
    }
  }
  if (
    body['object'] === 'error' ||
    body['type'] === 'error' ||
    body['success'] === false ||
    isFailedStatus(body['status']) ||
    ['errors', 'Error', 'fault'].some((name) => isFilled(body[name]))
  ) {
    return true;
  }
  const nested = objectAt(body['response'], 'error');
  if (nested !== undefined && readNode(nested).message !== undefined) {
    return true;
  }
  if (answerNames.some((name) => isFilled(body[name]))) {
    return false;
  }
  const { base_resp: minimax } = body;
  return hasMessage(body) && !isSuccess(body) && (!isObject(minimax) || !isSuccess(minimax));
}

function isFailedStatus(status: unknown): boolean {
  return typeof status === 'string' && /^(?:fail(?:ed|ure)?|error)$/i.test(status);
}

/** Keep-alives of queues have a message beside such a status. */
function isGoodStatus(status: unknown): boolean {
  return (
    typeof status === 'string' &&
    /^(?:ok|success|succeeded|pending|queued|processing|running|in_progress)$/i.test(status)
  );
}

/** The members that hold an answer, or a part of one, or a list. */
const answerNames =
  'choices output candidates content delta item part usage usageMetadata response data models items results result'.split(
    ' ',
  );

function isFilled(value: unknown): boolean {
  return isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : typeof value === 'string' && value !== '';
}

/** Whether an envelope such as `{"code":0,"msg":"success","data":null}` reports that all is well. */
function isSuccess(body: JsonObject): boolean {
  const code = statusCodeNames.map((name) => body[name]).find((value) => value !== undefined);
  const isGoodCode =
    (typeof code === 'number' || typeof code === 'string') &&
    /^(?:0|2\d\d|20000|ok|success)$/i.test(String(code));
  const message = textOf(body) ?? '';
  return (
    body['success'] === true ||
    isGoodStatus(body['status']) ||
    isGoodCode ||
    ((code === undefined || code === null || code === '') &&
      /^(?:ok|success(?:ful(?:ly)?)?|succeeded|成功|(?:操作|请求|查询|获取)成功)\W*$/i.test(
        message,
      ))
  );
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The members that may hold a message, the likeliest first. */
const messageNames =
  'message msg err error_msg error_message errmsg errorMessage html-message status_msg status_message Message faultstring retmsg resultMsg'.split(
    ' ',
  );

const statusCodeNames = [
  'code',
  'status_code',
  'error_code',
  'errcode',
  'err_code',
  'errorCode',
  'retcode',
  'resultCode',
];

function hasMessage(body: JsonObject): boolean {
  return (
    messageNames.some((name) => textAt(body, name) !== undefined) ||
    textAt(body, 'detail') !== undefined ||
    isArray(body['detail']) ||
    readNode(body['detail']).message !== undefined ||
    textAt(body['header'], 'message') !== undefined ||
    textAt(body['base_resp'], 'status_msg') !== undefined
  );
}

/** No gateway wraps an error deeper. Hostile JSON may be nested so deeply that recursion fails. */
const maxDepth = 16;

function readNode(value: unknown, depth = 0): ErrorBody {
  if (typeof value === 'string') {
    return readMessage(value);
  }
  if (depth === maxDepth) {
    return {};
  }
  if (isArray(value)) {
    return readNode(value[0], depth + 1);
  }
  if (!isObject(value)) {
    return {};
  }
  const inner = innerError(value);
  const own = readMembers(value);
  return inner === undefined ? own : { ...own, ...readNode(inner, depth + 1) };
}

/** The error inside the body, which says more than the body around it. */
function innerError(body: JsonObject): unknown {
  for (const name of [
    'error',
    'errors',
    'Error',
    'fault',
    'ResponseMetadata',
    'header',
    'base_resp',
    'message',
  ]) {
    const value = body[name];
    const isText = typeof value === 'string' && value !== '' && name !== 'message';
    if (isObject(value) || isArray(value) || isText) {
      return value;
    }
  }
  return objectAt(body['response'], 'error') ?? nestedDetail(body['detail']);
}

function nestedDetail(detail: unknown): unknown {
  return isObject(detail) || (isArray(detail) && isObject(detail[0])) ? detail : undefined;
}

function readMembers(body: JsonObject): ErrorBody {
  const message = textOf(body);
  // llama.cpp's names.
  const tokens = omitUndefined({
    needed: numberAt(body, 'n_prompt_tokens'),
    limit: numberAt(body, 'n_ctx'),
  });
  return {
    ...(message === undefined ? {} : readMessage(message)),
    ...omitUndefined({
      ...readNames(body),
      requestId: textAt(body, 'request_id') ?? textAt(body, 'requestId'),
      tokens: Object.keys(tokens).length === 0 ? undefined : tokens,
    }),
  };
}

function readNames(body: JsonObject): Pick<ErrorBody, 'code' | 'type' | 'param'> {
  return omitUndefined({
    code: codeOf(body),
    // Google's name for it.
    type: textAt(body, 'type') ?? textAt(body, 'status'),
    param: paramOf(body),
  });
}

function textOf(body: JsonObject): string | undefined {
  for (const name of messageNames) {
    const text = textAt(body, name);
    if (text !== undefined) {
      return text;
    }
  }
  const detail = body['detail'];
  if (isArray(detail)) {
    const lines = detail.filter((line) => typeof line === 'string');
    return lines.length === 0 ? undefined : lines.join('\n');
  }
  return textAt(body, 'detail') ?? textAt(body, 'title');
}

/** FastAPI's `loc` is a path of names and numbers that starts with `body`. */
function paramOf(body: JsonObject): string | undefined {
  const { loc } = body;
  const path = isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : '';
  return textAt(body, 'param') ?? (path === '' ? undefined : path);
}

function codeOf(body: JsonObject): string | undefined {
  for (const name of statusCodeNames) {
    const code = body[name];
    if (typeof code === 'number' && code !== 0) {
      return String(code);
    }
    if (typeof code === 'string' && code !== '') {
      return code.toLowerCase();
    }
  }
  return undefined;
}

/** A message may contain the JSON error of the server behind the gateway, or its stack trace. */
function readMessage(text: string): ErrorBody {
  const requestId = /\(?\brequest[ _-]?id:?\s*([\w-]{6,128})\)?\s*$/i.exec(text.slice(-200))?.[1];
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const json = start === -1 || end < start ? undefined : parseJson(text.slice(start, end + 1));
  const nested = isObject(json) ? readNested(json) : {};
  const message = nested.message ?? errorFirst(text);
  return omitUndefined({ ...nested, message: message === '' ? undefined : message, requestId });
}

/** Reads one level only: the nested message is shown as it is. */
function readNested(body: JsonObject): ErrorBody {
  const error = objectAt(body, 'error') ?? body;
  const message = textOf(error);
  return message === undefined ? {} : { message: errorFirst(message), ...readNames(error) };
}

/** Repeats the last line of a Python traceback, the error, before the traceback. */
function errorFirst(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('Traceback (')
    ? `${trimmed.slice(trimmed.lastIndexOf('\n') + 1)}\n${trimmed}`
    : trimmed;
}

function titleOf(html: string): string {
  const found =
    /<title[^<>]{0,200}>([^<]{0,500})/i.exec(html) ?? /<h1[^<>]{0,200}>([^<]{0,500})/i.exec(html);
  return (found?.[1] ?? '').replace(/\s+/g, ' ').trim();
}
