// Reads error bodies in every shape that gateways send.
import { STATUS_CODES } from 'node:http';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import {
  isArray,
  isObject,
  numberAt,
  objectAt,
  parseOrRepair,
  textAt,
  textsOf,
  type JsonObject,
} from '../json';

export interface ErrorBody {
  readonly message?: string;
  readonly type?: string;
  /** The code in lower case; a number becomes text. */
  readonly code?: string;
  /** The HTTP status that the error itself names; in a response with status 200 it is the only one. */
  readonly status?: number;
  /** The path of the rejected field in the request, such as `messages.0.role`. */
  readonly param?: string;
  readonly requestId?: string;
  readonly tokens?: { readonly needed?: number; readonly limit?: number };
}

/** @param body Parsed JSON, or a text that may be JSON, HTML or plain. */
export function readErrorBody(body: unknown): ErrorBody {
  return typeof body === 'string' ? readText(body, 0) : readNode(body);
}

function readText(body: string, depth: number): ErrorBody {
  const text = body.trim();
  const value = /^[[{"]/.test(text) ? parseOrRepair(text) : undefined;
  if (value !== undefined) {
    return readNode(value, depth);
  }
  const message = looksLikeHtml(text) ? titleOf(text) || textOf(text) : text;
  return message === '' || message === 'null' ? {} : readMessage(message);
}

/** The members that may hold a message, the likeliest first. */
export const messageNames = [
  'message',
  'msg',
  'err',
  'error_msg',
  'error_message',
  'errmsg',
  'errMsg',
  'errorMsg',
  'errorMessage',
  'ErrorMessage',
  'error_description',
  'html-message',
  'status_msg',
  'status_message',
  'Message',
  'faultstring',
  'retmsg',
  'ret_msg',
  'resultMsg',
];

/** Members that hold a message only where none of the others does. */
const lesserMessageNames = ['detail', 'details', 'description', 'reason', 'title'];

export const codeNames = [
  'code',
  'Code',
  'status_code',
  'error_code',
  'errcode',
  'err_code',
  'errorCode',
  'ErrorCode',
  'statusCode',
  'httpCode',
  'ret',
  'retcode',
  'ret_code',
  'resultCode',
];

const httpStatusNames = ['status', 'http_status', 'http_code', ...codeNames];

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
  const own = withCause(readMembers(value), value, depth);
  return typeof inner === 'string'
    ? withErrorText(own, readMessage(inner))
    : inner === undefined
      ? own
      : { ...own, ...readNode(inner, depth + 1) };
}

/** A body with a text as its `error`: a sentence, or only the name of the error or of the status. */
function withErrorText(own: ErrorBody, error: ErrorBody): ErrorBody {
  if (own.message === undefined || error.message === undefined) {
    return { ...own, ...error };
  }
  return isName(error.message)
    ? { ...own, type: own.type ?? error.message }
    : { ...own, ...error, message: joinMessages(error.message, own.message) };
}

const statusNames: ReadonlySet<string> = new Set(
  Object.values(STATUS_CODES).map((name) => name?.toLowerCase() ?? ''),
);

/** Whether a text is a single word, such as `invalid_token`, or the name of an HTTP status. */
function isName(text: string): boolean {
  return /^[\w.:-]+$/.test(text) || statusNames.has(text.toLowerCase());
}

function joinMessages(first: string, second: string): string {
  return first.includes(second) ? first : second.includes(first) ? second : `${first}\n${second}`;
}

/** Adds what the server behind the gateway said, which its own message often leaves out. */
function withCause(own: ErrorBody, body: JsonObject, depth: number): ErrorBody {
  // OpenRouter's message is "Provider returned error", the provider's body is in the metadata.
  const { raw } = objectAt(body, 'metadata') ?? {};
  const behind = typeof raw === 'string' ? readText(raw, depth + 1) : readNode(raw, depth + 1);
  if (behind.message !== undefined && !isName(behind.message)) {
    return { ...own, ...behind };
  }
  const cause = [
    ...violations(body),
    readNode(objectAt(body, 'innererror'), depth + 1).message ?? '',
  ].find((text) => text !== '');
  if (cause === undefined) {
    return own;
  }
  return { ...own, message: own.message === undefined ? cause : joinMessages(cause, own.message) };
}

/** What Google's `details` and ASP.NET's `errors` say of single fields. */
function violations({ details, errors }: JsonObject): readonly string[] {
  const fields = (isArray(details) ? details : []).flatMap((detail) => {
    const list = isObject(detail) ? detail['fieldViolations'] : undefined;
    return isArray(list) ? list.map((violation) => textAt(violation, 'description')) : [];
  });
  const lists = isObject(errors) ? Object.values(errors).filter(isArray).flat() : [];
  const texts = textsOf([...fields, ...lists]);
  return texts.length === 0 ? [] : [texts.join('\n')];
}

/** The error inside the body, which says more than the body around it. */
function innerError(body: JsonObject): unknown {
  for (const name of [
    'error',
    'errors',
    // Zod.
    'issues',
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
  return choiceError(body) ?? wrappedError(body) ?? nestedDetail(body['detail']);
}

/** OpenRouter's place for the error of a provider that answered in part. */
export function choiceError({ choices }: JsonObject): JsonObject | undefined {
  return isArray(choices) ? objectAt(choices[0], 'error') : undefined;
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
  const param = textAt(body, 'param') ?? '';
  const own = withField(fieldOf(body), withCloudflareCode(messageOf(body), body));
  // Xiaomi's MiMo: "Param Incorrect", with the sentence that explains it in place of the parameter.
  const message = isSentence(param) ? joinMessages(param, own ?? '') : own;
  // llama.cpp's names.
  const tokens = omitUndefined({
    needed: numberAt(body, 'n_prompt_tokens'),
    limit: numberAt(body, 'n_ctx'),
  });
  return {
    ...(message === undefined ? {} : readMessage(message)),
    ...omitUndefined({
      ...readNames(body),
      status: httpStatusOf(body),
      requestId:
        textAt(body, 'request_id') ?? textAt(body, 'requestId') ?? textAt(body, 'RequestId'),
      tokens: Object.keys(tokens).length === 0 ? undefined : tokens,
    }),
  };
}

/** Cloudflare's JSON has the number of the error beside the sentence, where its plain text is `error code: 1010`. */
function withCloudflareCode(message: string | undefined, body: JsonObject): string | undefined {
  return textAt(body, 'error_name') === undefined || numberAt(body, 'error_code') === undefined
    ? message
    : joinMessages(message ?? '', `error code: ${numberAt(body, 'error_code')}`);
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
  for (const name of [...messageNames, ...lesserMessageNames]) {
    const value = body[name];
    const lines = textsOf(value);
    const text = lines.length > 0 ? lines.join('\n') : textAt(body, name);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function paramOf(body: JsonObject): string | undefined {
  const param = textAt(body, 'param') ?? '';
  return param === '' || isSentence(param) ? fieldOf(body) : param;
}

/**
 * The field that a validator found wrong. FastAPI's `loc` is a path of names and numbers, or a text with arrows, that starts
 * with `body`; Zod's `path` is one, too. Ajv names a property that the schema does not have in `params`; in the `path` of
 * express-openapi-validator it follows `/body/`.
 */
function fieldOf(body: JsonObject): string | undefined {
  const { loc, path } = body;
  const [, property = ''] = /^\/body\/(.+)/.exec(textAt(body, 'path') ?? '') ?? [];
  const steps =
    [loc, path].find(isArray) ?? textAt(body, 'loc')?.split(' -> ') ?? property.split('/');
  const field = steps.filter((step) => step !== 'body').join('.');
  return textAt(body['params'], 'additionalProperty') ?? (field === '' ? undefined : field);
}

/** "Extra inputs are not permitted" does not say which (BerriAI/litellm#30835, zeroclaw-labs/zeroclaw#2693). */
function withField(field: string | undefined, message: string | undefined): string | undefined {
  return field === undefined || message === undefined || message.includes(field)
    ? message
    : `${field}: ${message}`;
}

function isSentence(text: string): boolean {
  return / .* /.test(text);
}

function codeOf(body: JsonObject): string | undefined {
  const reason = textAt(body, 'reason') ?? '';
  // Novita and other services in Go, whose number is only the HTTP status.
  if (typeof body['code'] === 'number' && /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(reason)) {
    return reason.toLowerCase();
  }
  for (const name of codeNames) {
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

function httpStatusOf(body: JsonObject): number | undefined {
  const status = httpStatusNames
    .map((name) => body[name])
    .find((value) => /^[45]\d\d$/.test(String(value)));
  return status === undefined ? undefined : Number(status);
}

/** A message may contain the JSON error of the server behind the gateway, or its stack trace. */
function readMessage(text: string): ErrorBody {
  const requestId = /\(?\brequest[ _-]?id:?\s*([\w-]{6,128})\)?\s*$/i.exec(text.slice(-200))?.[1];
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const json = start === -1 || end < start ? undefined : parseJson(text.slice(start, end + 1));
  const nested = isObject(json) ? readNested(json) : {};
  const message = nested.message ?? text.trim();
  return omitUndefined({ ...nested, message: message === '' ? undefined : message, requestId });
}

/** Reads one level only: the nested message is shown as it is. */
function readNested(body: JsonObject): ErrorBody {
  const error = objectAt(body, 'error') ?? body;
  const message = messageOf(error);
  return message === undefined ? {} : { message: message.trim(), ...readNames(error) };
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}

/** The title or the heading of a web page. */
function titleOf(html: string): string {
  const found =
    /<title[^<>]{0,200}>([^<]{0,500})/i.exec(html) ??
    /<h1[^<>]{0,200}>([^<]{0,500})/i.exec(html) ??
    /<message>([^<]{0,500})/i.exec(html);
  return (found?.[1] ?? '').replace(/\s+/g, ' ').trim();
}

/** What a web page says that has no title: proxies end a stream with one (`<html><body>no healthy upstream</body></html>`). */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[^]*?(?:<\/\1>|$)|<!--[^]*?(?:-->|$)|<[^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
