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

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The members that may hold a message, the likeliest first. */
export const messageNames =
  'message msg err error_msg error_message errmsg errorMessage html-message status_msg status_message Message faultstring retmsg resultMsg'.split(
    ' ',
  );

export const statusCodeNames = [
  'code',
  'Code',
  'status_code',
  'error_code',
  'errcode',
  'err_code',
  'errorCode',
  'retcode',
  'resultCode',
];

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
  return wrappedError(body) ?? nestedDetail(body['detail']);
}

const wrapperNames = ['response', 'Response', 'data', 'result', 'Result', 'body', 'payload'];

/** An error inside an envelope, such as Tencent's `{"Response":{"Error":{"Code":…,"Message":…}}}`. */
export function wrappedError(body: JsonObject): unknown {
  for (const wrapperName of wrapperNames) {
    const wrapper = objectAt(body, wrapperName);
    for (const name of wrapper === undefined ? [] : ['error', 'Error', 'errors']) {
      if (isFilled(wrapper?.[name])) {
        return wrapper?.[name];
      }
    }
  }
  return undefined;
}

/** Whether a value is an object, an array or a text that is not empty. */
export function isFilled(value: unknown): boolean {
  return isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : typeof value === 'string' && value !== '';
}

function nestedDetail(detail: unknown): unknown {
  return isObject(detail) || (isArray(detail) && isObject(detail[0])) ? detail : undefined;
}

function readMembers(body: JsonObject): ErrorBody {
  const message = messageOf(body);
  // llama.cpp's names.
  const tokens = omitUndefined({
    needed: numberAt(body, 'n_prompt_tokens'),
    limit: numberAt(body, 'n_ctx'),
  });
  return {
    ...(message === undefined ? {} : readMessage(message)),
    ...omitUndefined({
      ...readNames(body),
      requestId:
        textAt(body, 'request_id') ?? textAt(body, 'requestId') ?? textAt(body, 'RequestId'),
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

/** The message of an envelope itself. */
export function messageOf(body: JsonObject): string | undefined {
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
  const message = messageOf(error);
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
