// Routes requests like new-api: the API is below /v1 and /v1beta, and all other paths show a web page.
import { answerQuestion } from './answers/answerQuestion';
import { handleControl } from './controlApi';
import { formats } from './formats/formats';
import type { GatewayContext } from './gatewayContext';
import {
  sendBadRequest,
  sendInvalidKey,
  sendInvalidUrl,
  sendUnknownModel,
} from './http/errorResponses';
import type { Exchange } from './http/exchange';
import { decodePath } from './http/json';
import type { ListShape } from './modelLists/listShape';
import { listShapes } from './modelLists/modelLists';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gateway</title></head>
<body><div id="root">This is the gateway's web page. The API is under /v1.</div></body></html>
`;

/** Path prefixes below which the whole API is available again: behind a proxy, or with another model list. */
const prefix = /^\/(?:proxy|lists\/(?<list>[^/]+))(?=\/|$)/u;

export async function route(exchange: Exchange, context: GatewayContext): Promise<void> {
  const path = pathOf(exchange.request.path);
  if (path.startsWith('/__control/')) {
    await handleControl(path.slice('/__control/'.length), exchange, context);
    return;
  }
  const list = prefix.exec(path)?.groups?.['list'];
  const shape = listShapes.find(({ name }) => name === list);
  await handleApi(exchange, context, path.replace(prefix, ''), shape);
}

async function handleApi(
  exchange: Exchange,
  context: GatewayContext,
  path: string,
  shape: ListShape | undefined,
): Promise<void> {
  const { method } = exchange.request;
  const other = context.otherAnswers.get(path);
  if (other !== undefined) {
    const sentKey = exchange.request.headers['authorization'];
    const isKey = context.apiKey === null || sentKey === `Bearer ${context.apiKey}`;
    await (isKey ? exchange.sendJson(200, other) : sendInvalidKey(exchange, sentKey));
    return;
  }
  if (!/^\/v1(?:beta)?(?:\/|$)/u.test(path)) {
    await exchange.sendHtml(200, page);
    return;
  }
  const format =
    method === 'POST' ? formats.find((candidate) => candidate.path.test(path)) : undefined;
  const isModelRequest = method === 'GET' && /^\/v1\/models(\/|$)/u.test(path);
  if (!format && !isModelRequest) {
    await sendInvalidUrl(exchange, method, exchange.request.path);
    return;
  }
  const sent = exchange.request.headers['authorization'];
  if (context.apiKey !== null && sent !== `Bearer ${context.apiKey}`) {
    await sendInvalidKey(exchange, sent);
    return;
  }
  if (!format && shape) {
    await shape.serve(exchange, context);
  } else if (!format) {
    await sendModels(exchange, context, path.slice('/v1/models'.length));
  } else if (exchange.request.json === undefined) {
    await sendBadRequest(exchange, format, 'invalid character in the request body: not JSON');
  } else {
    await answerQuestion(format, exchange, context);
  }
}

async function sendModels(
  exchange: Exchange,
  context: GatewayContext,
  rest: string,
): Promise<void> {
  if (rest === '' || rest === '/') {
    await context.listReleased;
    await exchange.sendJson(200, {
      success: true,
      data: context.catalog.records(),
      object: 'list',
    });
    return;
  }
  const id = decodePath(rest.slice(1));
  const record = context.catalog.record(id);
  await (record ? exchange.sendJson(200, record) : sendUnknownModel(exchange, id));
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}
