// Paths as new-api lays them out: the API under /v1 and /v1beta, a web page everywhere else.
import { ask } from './answers/answerQuestion';
import type { GatewayContext } from './gatewayContext';
import { control } from './controlApi';
import { refuseBody, refuseKey, refusePath, refuseRecord } from './http/errorResponses';
import type { Exchange } from './http/exchange';
import { forms } from './formats/formats';
import { decodePath } from './http/json';
import { listShapes } from './modelLists/modelLists';
import type { ListShape } from './modelLists/listShape';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gateway</title></head>
<body><div id="root">This is the gateway's web page. The API is under /v1.</div></body></html>
`;

/** Paths under which the whole API lives once more: behind a proxy, or with another list. */
const prefix = /^\/(?:proxy|lists\/(?<list>[^/]+))(?=\/|$)/u;

export async function route(exchange: Exchange, context: GatewayContext): Promise<void> {
  const path = pathOf(exchange.request.path);
  if (path.startsWith('/__control/')) {
    await control(path.slice('/__control/'.length), exchange, context);
    return;
  }
  const list = prefix.exec(path)?.groups?.['list'];
  const shape = listShapes.find(({ name }) => name === list);
  await api(exchange, context, path.replace(prefix, ''), shape);
}

async function api(
  exchange: Exchange,
  context: GatewayContext,
  path: string,
  shape: ListShape | undefined,
): Promise<void> {
  const { method } = exchange.request;
  if (!/^\/v1(?:beta)?(?:\/|$)/u.test(path)) {
    await exchange.html(200, page);
    return;
  }
  const form = method === 'POST' ? forms.find((one) => one.path.test(path)) : undefined;
  const listed = method === 'GET' && /^\/v1\/models(\/|$)/u.test(path);
  if (!form && !listed) {
    await refusePath(exchange, method, exchange.request.path);
    return;
  }
  const sent = exchange.request.headers['authorization'];
  if (context.key !== null && sent !== `Bearer ${context.key}`) {
    await refuseKey(exchange, sent);
    return;
  }
  if (!form && shape) {
    await shape.serve(exchange, context);
  } else if (!form) {
    await models(exchange, context, path.slice('/v1/models'.length));
  } else if (exchange.request.json === undefined) {
    await refuseBody(exchange, form, 'invalid character in the request body: not JSON');
  } else {
    await ask(form, exchange, context);
  }
}

async function models(exchange: Exchange, context: GatewayContext, rest: string): Promise<void> {
  if (rest === '' || rest === '/') {
    await context.listHeld;
    await exchange.json(200, {
      success: true,
      data: context.catalogue.records(),
      object: 'list',
    });
    return;
  }
  const id = decodePath(rest.slice(1));
  const record = context.catalogue.record(id);
  await (record ? exchange.json(200, record) : refuseRecord(exchange, id));
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}
