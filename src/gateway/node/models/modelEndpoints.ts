// Reads the endpoints of a model from a record of the model list.
import { objectAt, textsOf, type JsonObject } from '../json';

const maxEndpoints = 32;
const maxNameChars = 256;

/** new-api's endpoint types, by a path without its version or by another name, in lower case. */
const typesByEndpoint: ReadonlyMap<string, string> = new Map([
  ['openai', 'openai'],
  ['chat', 'openai'],
  ['chat/completions', 'openai'],
  ['openai-response', 'openai-response'],
  ['responses', 'openai-response'],
  ['anthropic', 'anthropic'],
  ['claude', 'anthropic'],
  ['messages', 'anthropic'],
  ['gemini', 'gemini'],
  ['embed', 'embeddings'],
  ['embeddings', 'embeddings'],
  ['rerank', 'jina-rerank'],
  ['images/generations', 'image-generation'],
  ['images/edits', 'image-generation'],
  ['videos', 'openai-video'],
  // new-api has no type for these.
  ...[
    'audio/speech',
    'audio/transcriptions',
    'audio/translations',
    'classify',
    'completions',
    'generate',
    'moderations',
    'ocr',
    'summarize',
  ].map((name) => [name, name] as const),
]);

/**
 * The endpoint types of a model, under new-api's names: from `supported_endpoint_types`, or else from
 * lists of paths (Copilot, Poe, Novita, AI/ML API, Cohere, LiteLLM), of which only the known ones count.
 */
export function endpointTypesOf(record: JsonObject): readonly string[] {
  const types = textsOf(record['supported_endpoint_types']).slice(0, maxEndpoints);
  if (types.length > 0) {
    return unique(types.map((type) => typeOfEndpoint(type) ?? type.slice(0, maxNameChars)));
  }
  const lists = [
    record['supported_endpoints'],
    record['endpoints'],
    objectAt(record, 'model_info')?.['supported_endpoints'],
  ];
  const known = lists.map((list) =>
    textsOf(list)
      .map(typeOfEndpoint)
      .filter((type) => type !== undefined),
  );
  return unique(known.find((list) => list.length > 0) ?? []);
}

function typeOfEndpoint(endpoint: string): string | undefined {
  const name = endpoint.slice(0, maxNameChars).toLowerCase();
  return /:(?:stream)?generatecontent$/.test(name)
    ? 'gemini'
    : typesByEndpoint.get(name.replace(/^\/?(?:v\d\w*\/)?/, ''));
}

function unique(types: readonly string[]): readonly string[] {
  return [...new Set(types)];
}
