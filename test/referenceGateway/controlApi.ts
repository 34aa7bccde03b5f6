// The control API: tests in other processes, or people with curl, change the running gateway over HTTP.
import type { GatewayContext } from './gatewayContext';
import { sendInvalidUrl } from './http/errorResponses';
import { textField, type Exchange } from './http/exchange';
import { isRecord, type Json } from './http/json';
import type { RecordedRequest } from './http/requestRecorder';

/**
 * Handles the requests below /__control/ (see README.md). Accepts JSON bodies only, so that a web page
 * cannot send one without a preflight request, which fails here.
 */
export async function handleControl(
  command: string,
  exchange: Exchange,
  context: GatewayContext,
): Promise<void> {
  const { request } = exchange;
  if (request.method === 'GET' && command === 'requests') {
    await exchange.sendJson(200, context.recorder.requests.map(toJson));
    return;
  }
  const run = commands.get(command);
  if (request.method !== 'POST' || !run) {
    await sendInvalidUrl(exchange, request.method, request.path);
    return;
  }
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
    await exchange.sendJson(415, { error: 'Send JSON, with Content-Type: application/json.' });
    return;
  }
  const error = run(request, context);
  await exchange.sendJson(error === undefined ? 200 : 400, { error: error ?? null });
}

/** Runs a command. Returns an error message if it is invalid. */
type Command = (request: RecordedRequest, context: GatewayContext) => string | undefined;

/** A command with the ID of a known model. */
function modelCommand(run: (model: string, context: GatewayContext) => void): Command {
  return (request, context) => {
    const model = textField(request, 'model');
    if (model === undefined || !context.catalog.has(model)) {
      return 'Name a known model: {"model": "…"}.';
    }
    run(model, context);
    return undefined;
  };
}

const setKey: Command = (request, context) => {
  const key = isRecord(request.json) ? request.json['key'] : undefined;
  if (typeof key !== 'string' && key !== null) {
    return 'Give a key, or null for none: {"key": "…"}.';
  }
  context.apiKey = key;
  return undefined;
};

const openGate: Command = (request, context) => {
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

const clear: Command = (_request, context) => {
  context.recorder.clear();
  return undefined;
};

const commands: ReadonlyMap<string, Command> = new Map([
  ['offline', modelCommand((model, { catalog }) => catalog.takeOffline(model))],
  ['online', modelCommand((model, { catalog }) => catalog.bringOnline(model))],
  ['key', setKey],
  ['gate', openGate],
  ['clear', clear],
]);

function toJson(request: RecordedRequest): Json {
  return {
    method: request.method,
    path: request.path,
    headers: { ...request.headers, ...maskedKey(request) },
    body: request.body,
    at: request.receivedAt,
    aborted: request.aborted,
    closedAt: request.closedAt ?? null,
    finished: request.finished,
  };
}

function maskedKey(request: RecordedRequest): Record<string, string> {
  const sent = request.headers['authorization'];
  return sent === undefined ? {} : { authorization: `Bearer …${sent.slice(-4)}` };
}
