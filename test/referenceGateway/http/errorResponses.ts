// Error responses as new-api sends them, exact in what clients may read: status, code and request ID.
import type { FormatHandler } from '../formats/formatHandler';
import type { Exchange } from './exchange';
import type { JsonObject } from './json';

/** An error body with the request ID at the end of its message. */
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

export async function sendInvalidKey(exchange: Exchange, sent: string | undefined): Promise<void> {
  const message = sent === undefined ? 'No token provided' : 'Invalid token';
  await exchange.sendJson(401, errorBody(exchange, message, ''));
}

/** new-api sends the same error for unknown models and for models that are offline. */
export async function sendModelNotFound(exchange: Exchange, model: string): Promise<void> {
  const message = `No available channel for model ${model} under group default (distributor)`;
  await exchange.sendJson(503, errorBody(exchange, message, 'model_not_found'));
}

export async function sendBadRequest(
  exchange: Exchange,
  format: FormatHandler,
  message: string,
): Promise<void> {
  await exchange.sendJson(400, format.errorBody(exchange, message, 'invalid_request'));
}

/** The model's channel does not support the requested API format. */
export async function sendUnsupportedFormat(
  exchange: Exchange,
  format: FormatHandler,
): Promise<void> {
  await exchange.sendJson(
    500,
    format.errorBody(exchange, 'not implemented', 'convert_request_failed'),
  );
}

export async function sendInvalidUrl(
  exchange: Exchange,
  method: string,
  path: string,
): Promise<void> {
  await exchange.sendJson(404, {
    error: {
      message: `Invalid URL (${method} ${path})`,
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  });
}

/** GET of an unknown model: new-api answers with status 200. */
export async function sendUnknownModel(exchange: Exchange, model: string): Promise<void> {
  await exchange.sendJson(200, {
    error: {
      message: `The model '${model}' does not exist`,
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  });
}
