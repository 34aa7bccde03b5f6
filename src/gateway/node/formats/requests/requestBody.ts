// Completes the body of a request: the one place that everything sent to a model passes.
import { mergeObjects } from '../../../../base/mergeObjects';
import type { CompletionRequest } from '../../../common/chatModel';
import { isArray, isObject, type JsonObject } from '../../json';
import type { ApiFormatAdapter } from '../apiFormatAdapter';

export function buildRequestBody(
  format: Pick<ApiFormatAdapter, 'requestBody'>,
  request: CompletionRequest,
): JsonObject {
  const body = format.requestBody(request);
  return wellFormedObject(mergeObjects(body, request.parameters ?? {}, 'remove'));
}

/**
 * Replaces lone surrogates, also in names: an answer may be cut off within an emoji, and servers reject
 * the escapes that JSON has for its half. Replaces NUL, which results of tools may have: models on llama.cpp break off
 * after it (aebrer/dreb#352).
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.toWellFormed().replaceAll('\0', '\u{fffd}');
  }
  if (isArray(value)) {
    return value.map(wellFormed);
  }
  return isObject(value) ? wellFormedObject(value) : value;
}

function wellFormedObject(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.toWellFormed(), wellFormed(value)]),
  );
}
