// Reads error bodies in every shape that gateways send.
import { STATUS_CODES } from 'node:http';
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import {
  isArray,
  isObject,
  isText,
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

/** What gateways call the members of an error, in plain words (see `plainNames`), the likeliest first. */
export const names = {
  message: words(
    `message msg err errormsg errormessage errmsg errordescription htmlmessage statusmsg statusmessage faultstring retmsg
     resultmsg detail details description reason title`,
  ),
  code: words('code statuscode errorcode errcode httpcode ret retcode resultcode'),
  httpStatus: words('status httpstatus httpcode code statuscode errorcode errcode ret retcode'),
  /** Where the error itself is, as a path: alone, of OpenRouter's choice, or in an envelope. Zod lists `issues`. */
  error: words(
    `error errors issues fault choices.0.error response.error response.errors data.error data.errors result.error
     result.errors body.error body.errors payload.error payload.errors`,
  ),
  /** Objects around the members, or a list of such objects. */
  envelope: words('responsemetadata header baseresp message detail'),
};

function words(list: string): readonly string[] {
  return list.split(/\s+/);
}

/** The members with names in lower case without `_` and `-`: `error_msg`, `errorMsg` and `ErrorMsg` are one. */
export function plainNames(value: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(isObject(value) || isArray(value) ? value : {}).map(([name, member]) => [
      name.toLowerCase().replace(/[_-]/g, ''),
      member,
    ]),
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
  const body = plainNames(value);
  const inner = errorIn(body) ?? envelopeIn(body);
  const own = withCause(readMembers(body), body, depth);
  return typeof inner === 'string'
    ? withErrorText(own, readMessage(inner))
    : { ...own, ...readNode(inner, depth + 1) };
}

/** The error inside a body with plain names, which says more than the body around it. */
export function errorIn(body: JsonObject): unknown {
  return names.error
    .map((path) => {
      const [first = '', ...rest] = path.split('.');
      return rest.reduce<unknown>((parent, name) => plainNames(parent)[name], body[first]);
    })
    .find(isFilled);
}

function envelopeIn(body: JsonObject): unknown {
  return names.envelope
    .map((name) => body[name])
    .find((value) => isObject(value) || (isArray(value) && isObject(value[0])));
}

/** Whether a value is an object, an array or a text that is not empty. */
export function isFilled(value: unknown): boolean {
  return isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : isText(value);
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

function joinMessages(first: string, second = ''): string {
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
  const cause =
    violations(body) || readNode(objectAt(body, 'innererror'), depth + 1).message || undefined;
  return cause === undefined ? own : { ...own, message: joinMessages(cause, own.message) };
}

/** What Google's `details` and ASP.NET's `errors` say of single fields. */
function violations({ details, errors }: JsonObject): string {
  const fields = (isArray(details) ? details : []).flatMap((detail) => {
    const list = isObject(detail) ? detail['fieldViolations'] : undefined;
    return isArray(list) ? list.map((violation) => textAt(violation, 'description')) : [];
  });
  const lists = isObject(errors) ? Object.values(errors).filter(isArray).flat() : [];
  return textsOf([...fields, ...lists]).join('\n');
}

function readMembers(body: JsonObject): ErrorBody {
  // llama.cpp's names.
  const tokens = omitUndefined({
    needed: numberAt(body, 'nprompttokens'),
    limit: numberAt(body, 'nctx'),
  });
  const status = names.httpStatus
    .map((name) => body[name])
    .find((value) => /^[45]\d\d$/.test(String(value)));
  return {
    ...readMessage(messageIn(body)),
    ...omitUndefined({
      ...readNames(body),
      status: status === undefined ? undefined : Number(status),
      requestId: textAt(body, 'requestid'),
      tokens: Object.keys(tokens).length === 0 ? undefined : tokens,
    }),
  };
}

function messageIn(body: JsonObject): string {
  const said = sentenceIn(body);
  const field = fieldIn(body);
  // "Extra inputs are not permitted" does not say which (BerriAI/litellm#30835, zeroclaw-labs/zeroclaw#2693).
  const message =
    field === undefined || said === '' || said.includes(field) ? said : `${field}: ${said}`;
  // Xiaomi's MiMo: "Param Incorrect", with the sentence that explains it in place of the parameter.
  const param = textAt(body, 'param') ?? '';
  // Cloudflare's JSON has the number of the error beside the sentence, where its plain text is `error code: 1010`.
  const number = textAt(body, 'errorname') && numberAt(body, 'errorcode');
  return [message, number ? `error code: ${number}` : ''].reduce(
    joinMessages,
    isSentence(param) ? param : '',
  );
}

/** What an envelope with plain names itself says. */
function sentenceIn(body: JsonObject): string {
  const texts = names.message.map((name) => textsOf(body[name]).join('\n') || textAt(body, name));
  return texts.find(isText) ?? '';
}

function readNames(body: JsonObject): Pick<ErrorBody, 'code' | 'type' | 'param'> {
  const param = textAt(body, 'param') ?? '';
  return omitUndefined({
    code: codeIn(body),
    // Google's name for it.
    type: textAt(body, 'type') ?? textAt(body, 'status'),
    param: param === '' || isSentence(param) ? fieldIn(body) : param,
  });
}

/**
 * The field that a validator found wrong. FastAPI's `loc` is a path of names and numbers, or a text with arrows, that starts
 * with `body`; Zod's `path` is one, too. Ajv names a property that the schema does not have in `params`; in the `path` of
 * express-openapi-validator it follows `/body/`.
 */
function fieldIn(body: JsonObject): string | undefined {
  const { loc, path } = body;
  const [, property = ''] = /^\/body\/(.+)/.exec(textAt(body, 'path') ?? '') ?? [];
  const steps =
    [loc, path].find(isArray) ?? textAt(body, 'loc')?.split(' -> ') ?? property.split('/');
  const field = steps.filter((step) => step !== 'body').join('.');
  return textAt(body['params'], 'additionalProperty') ?? (field === '' ? undefined : field);
}

function isSentence(text: string): boolean {
  return / .* /.test(text);
}

function codeIn(body: JsonObject): string | undefined {
  const { details } = body;
  const reason = [body, ...(isArray(details) ? details : [])]
    .map((place) => textAt(place, 'reason'))
    .find(isText);
  // Google, Novita and other services in Go, whose number is only the HTTP status.
  if (
    typeof body['code'] === 'number' &&
    reason !== undefined &&
    /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(reason)
  ) {
    return reason.toLowerCase();
  }
  return names.code
    .map((name) => body[name])
    .map((value) => (typeof value === 'number' && value !== 0 ? String(value) : value))
    .find(isText)
    ?.toLowerCase();
}

/** A message may contain the JSON error of the server behind the gateway, or its stack trace. */
function readMessage(text: string): ErrorBody {
  const requestId = /\(?\brequest[ _-]?id:?\s*([\w-]{6,128})\)?\s*$/i.exec(text.slice(-200))?.[1];
  const json = text.includes('{')
    ? parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    : undefined;
  // One level only: the nested message is shown as it is.
  const body = plainNames(json);
  const nested = isObject(body['error']) ? plainNames(body['error']) : body;
  const said = sentenceIn(nested).trim();
  const message = said || text.trim();
  return omitUndefined({
    ...(said === '' ? {} : readNames(nested)),
    message: message === '' ? undefined : message,
    requestId,
  });
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

/** What a web page says; proxies end a stream with one that has no title (`<html><body>no healthy upstream</body></html>`). */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[^]*?(?:<\/\1>|$)|<!--[^]*?(?:-->|$)|<[^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
