// new-api's error bodies, word for word where a client may look: status, code and the request ID.
import type { Exchange } from './exchange';
import type { WireForm } from '../formats/formatHandler';
import type { JsonObject } from './json';

/** `{error:{message,type,param,code}}`, with the request ID at the end of the message. */
export function errorBody(
  exchange: Exchange,
  message: string,
  code: string,
  type = 'new_api_error',
): JsonObject {
  return {
    error: { message: `${message} (request id: ${exchange.requestId})`, type, param: '', code },
  };
}

export async function refuseKey(exchange: Exchange, sent: string | undefined): Promise<void> {
  const message = sent === undefined ? 'No token provided' : 'Invalid token';
  await exchange.json(401, errorBody(exchange, message, ''));
}

/** A model that is unknown and one that is offline look the same from outside. */
export async function refuseModel(exchange: Exchange, model: string): Promise<void> {
  const message = `No available channel for model ${model} under group default (distributor)`;
  await exchange.json(503, errorBody(exchange, message, 'model_not_found'));
}

export async function refuseBody(
  exchange: Exchange,
  form: WireForm,
  message: string,
): Promise<void> {
  await exchange.json(400, form.errorBody(exchange, message, 'invalid_request'));
}

/** A model whose channel cannot speak the wire form that was asked for. */
export async function refuseForm(exchange: Exchange, form: WireForm): Promise<void> {
  await exchange.json(500, form.errorBody(exchange, 'not implemented', 'convert_request_failed'));
}

export async function refusePath(exchange: Exchange, method: string, path: string): Promise<void> {
  await exchange.json(404, {
    error: {
      message: `Invalid URL (${method} ${path})`,
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  });
}

/** GET of one unknown model: new-api answers it with 200. */
export async function refuseRecord(exchange: Exchange, model: string): Promise<void> {
  await exchange.json(200, {
    error: {
      message: `The model '${model}' does not exist`,
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  });
}
