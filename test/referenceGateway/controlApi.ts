// A test in another process, or a person with curl, changes the running gateway over HTTP.
import type { GatewayContext } from './gatewayContext';
import { refusePath } from './http/errorResponses';
import { textField, type Exchange } from './http/exchange';
import { isRecord, type Json } from './http/json';
import type { RecordedRequest } from './http/requestRecorder';

/**
 * POST /__control/offline | online {model}; /key {key: string | null}; /gate {model, order, text?};
 * /clear {}. GET /__control/requests: what was recorded, keys masked. JSON bodies only, so that no
 * web page can send one without a preflight, which fails here.
 */
export async function control(
  order: string,
  exchange: Exchange,
  context: GatewayContext,
): Promise<void> {
  const { request } = exchange;
  if (request.method === 'GET' && order === 'requests') {
    await exchange.json(200, context.recorder.requests.map(shown));
    return;
  }
  const carryOut = orders.get(order);
  if (request.method !== 'POST' || !carryOut) {
    await refusePath(exchange, request.method, request.path);
    return;
  }
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
    await exchange.json(415, { error: 'Send JSON, with Content-Type: application/json.' });
    return;
  }
  const refusal = carryOut(request, context);
  await exchange.json(refusal === undefined ? 200 : 400, { error: refusal ?? null });
}

/** Carries an order out, or says in a sentence why not. */
type Order = (request: RecordedRequest, context: GatewayContext) => string | undefined;

/** An order that names a model which is known. */
function onModel(carryOut: (model: string, context: GatewayContext) => void): Order {
  return (request, context) => {
    const model = textField(request, 'model');
    if (model === undefined || !context.catalogue.has(model)) {
      return 'Name a known model: {"model": "…"}.';
    }
    carryOut(model, context);
    return undefined;
  };
}

const setKey: Order = (request, context) => {
  const key = isRecord(request.json) ? request.json['key'] : undefined;
  if (typeof key !== 'string' && key !== null) {
    return 'Give a key, or null for none: {"key": "…"}.';
  }
  context.key = key;
  return undefined;
};

const openGate: Order = (request, context) => {
  const gate = context.gate(textField(request, 'model') ?? 'gated');
  const text = textField(request, 'text');
  switch (textField(request, 'order')) {
    case 'send':
      void (text === undefined ? gate.send() : gate.sendText(text));
      return undefined;
    case 'finish':
      void gate.finish();
      return undefined;
    case 'cut':
      void gate.cut();
      return undefined;
    default:
      return 'Give an order: send, finish or cut.';
  }
};

const clear: Order = (_request, context) => {
  context.recorder.clear();
  return undefined;
};

const orders: ReadonlyMap<string, Order> = new Map([
  ['offline', onModel((model, { catalogue }) => catalogue.takeOffline(model))],
  ['online', onModel((model, { catalogue }) => catalogue.bringBack(model))],
  ['key', setKey],
  ['gate', openGate],
  ['clear', clear],
]);

function shown(request: RecordedRequest): Json {
  return {
    method: request.method,
    path: request.path,
    headers: { ...request.headers, ...maskedKey(request) },
    body: request.body,
    at: request.at,
    aborted: request.aborted,
    closedAt: request.closedAt ?? null,
    finished: request.finished,
  };
}

function maskedKey(request: RecordedRequest): Record<string, string> {
  const sent = request.headers['authorization'];
  return sent === undefined ? {} : { authorization: `Bearer …${sent.slice(-4)}` };
}
