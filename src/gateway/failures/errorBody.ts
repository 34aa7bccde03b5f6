// Every gateway wraps its errors in its own way; what can be said about one is looked for in all of them.
import { parseJson } from '../../base/parseJson';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';

/** What an error body says, as far as it says it. */
export interface ErrorBody {
  readonly message?: string;
  readonly type?: string;
  /** In lower case; a number as text. */
  readonly code?: string;
  /** The refused field, by its path in the request: `temperature`, `messages.0.role`. */
  readonly param?: string;
  readonly requestId?: string;
  readonly tokens?: { readonly needed?: number; readonly limit?: number };
}

/** Reads an error body: JSON in any shape, HTML or plain text. */
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
 * Whether a body that came with status 200, or within an answer, reports an error. `{choices:…}`
 * with an empty `error` beside it does not.
 */
export function reportsError(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const { error, choices } = body;
  if (error !== undefined && error !== null && error !== false && error !== '') {
    const blank = isObject(error) && readNode(error).message === undefined;
    if (!blank || !isArray(choices)) {
      return true;
    }
  }
  if (
    body['object'] === 'error' ||
    body['type'] === 'error' ||
    body['success'] === false ||
    /^(?:fail(?:ed|ure)?|error)$/i.test(textAt(body, 'status') ?? '')
  ) {
    return true;
  }
  return !('choices' in body) && !('data' in body) && !('usage' in body) && hasMessage(body);
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The members that hold a message, the likelier first. */
const messageNames = ['message', 'msg', 'err', 'error_msg', 'error_message', 'html-message'];

function hasMessage(body: JsonObject): boolean {
  return (
    messageNames.some((name) => textAt(body, name) !== undefined) ||
    textAt(body, 'detail') !== undefined ||
    isArray(body['detail']) ||
    textAt(body['header'], 'message') !== undefined ||
    objectAt(body['response'], 'error') !== undefined
  );
}

function readNode(value: unknown): ErrorBody {
  if (typeof value === 'string') {
    return readMessage(value);
  }
  if (isArray(value)) {
    return readNode(value[0]);
  }
  if (!isObject(value)) {
    return {};
  }
  const inner = innerError(value);
  const own = readMembers(value);
  return inner === undefined ? own : { ...own, ...readNode(inner) };
}

/** What stands inside and knows more than the body around it. */
function innerError(body: JsonObject): unknown {
  for (const name of ['error', 'errors', 'header', 'base_resp', 'message']) {
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
  const read = message === undefined ? {} : readMessage(message);
  const code = codeOf(body);
  const type = textAt(body, 'type');
  const param = paramOf(body);
  const requestId = textAt(body, 'request_id') ?? textAt(body, 'requestId');
  const needed = numberAt(body, 'n_prompt_tokens');
  const limit = numberAt(body, 'n_ctx');
  return {
    ...read,
    ...(code === undefined ? {} : { code }),
    ...(type === undefined ? {} : { type }),
    ...(param === undefined ? {} : { param }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(needed === undefined && limit === undefined
      ? {}
      : {
          tokens: {
            ...(needed === undefined ? {} : { needed }),
            ...(limit === undefined ? {} : { limit }),
          },
        }),
  };
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
  return textAt(body, 'detail') ?? textAt(body, 'status_msg') ?? textAt(body, 'title');
}

/** FastAPI names the field as a path of names and numbers, from `body` on. */
function paramOf(body: JsonObject): string | undefined {
  const { loc } = body;
  const path = isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : '';
  return textAt(body, 'param') ?? (path === '' ? undefined : path);
}

function codeOf(body: JsonObject): string | undefined {
  for (const name of ['code', 'status_code', 'error_code']) {
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

/** A message may hold the error of the server behind the gateway as JSON, or its stack trace. */
function readMessage(text: string): ErrorBody {
  const requestId = /\(?\brequest[ _-]?id:?\s*([\w-]{6,128})\)?\s*$/i.exec(text.slice(-200))?.[1];
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const nested = start === -1 || end < start ? undefined : parseJson(text.slice(start, end + 1));
  const inner = isObject(nested) ? readNested(nested) : {};
  const message = inner.message ?? tellingFirst(text);
  return {
    ...inner,
    ...(message === '' ? {} : { message }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** One level only: what stands in the inner message is shown as it is. */
function readNested(body: JsonObject): ErrorBody {
  const node = objectAt(body, 'error') ?? body;
  const message = textOf(node);
  const code = codeOf(node);
  const type = textAt(node, 'type');
  const param = paramOf(node);
  if (message === undefined) {
    return {};
  }
  return {
    message: tellingFirst(message),
    ...(code === undefined ? {} : { code }),
    ...(type === undefined ? {} : { type }),
    ...(param === undefined ? {} : { param }),
  };
}

/** Python puts what happened behind the trace; a reader wants it first. */
function tellingFirst(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('Traceback (')) {
    return trimmed;
  }
  return `${trimmed.slice(trimmed.lastIndexOf('\n') + 1)}\n${trimmed}`;
}

function titleOf(html: string): string {
  const found =
    /<title[^<>]{0,200}>([^<]{0,500})/i.exec(html) ?? /<h1[^<>]{0,200}>([^<]{0,500})/i.exec(html);
  return (found?.[1] ?? '').replace(/\s+/g, ' ').trim();
}
