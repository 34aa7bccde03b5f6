// Model lists come in a dozen shapes; what a record does not say about a model is never guessed.
import type { ModelRecord } from '../../chat/ports';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';
import { takesPictures } from './modelInputs';
import { saysNotForChat } from './modelPurpose';

const longestId = 256;
const longestText = 256;
const mostModels = 10_000;

interface ReadModels {
  /** In the order listed, each ID once, at most 10,000. */
  readonly models: readonly ModelRecord[];
  /** Records without a usable ID: none, empty, no text, or longer than 256 characters. */
  readonly dropped: number;
}

/** The records of a list in any shape; undefined where the body is no list. */
export function readModelList(body: unknown): ReadModels | undefined {
  const records = recordsOf(body);
  if (records === undefined) {
    return undefined;
  }
  const models = new Map<string, ModelRecord>();
  let dropped = 0;
  for (const record of records) {
    const model = readModel(record);
    const known = model === undefined ? undefined : models.get(model.id);
    if (model === undefined) {
      dropped++;
    } else if (known !== undefined) {
      models.set(model.id, merge(known, model));
    } else if (models.size < mostModels) {
      models.set(model.id, model);
    }
  }
  return { models: [...models.values()], dropped };
}

/** One list out of the pages of one: later pages add to what is known of a model. */
export function joinModels(
  first: readonly ModelRecord[],
  second: readonly ModelRecord[],
): readonly ModelRecord[] {
  const models = new Map(first.map((model) => [model.id, model]));
  for (const model of second) {
    const known = models.get(model.id);
    if (known !== undefined || models.size < mostModels) {
      models.set(model.id, known === undefined ? model : merge(known, model));
    }
  }
  return [...models.values()];
}

function recordsOf(body: unknown): readonly unknown[] | undefined {
  if (isArray(body)) {
    return body;
  }
  if (!isObject(body)) {
    return undefined;
  }
  const lists = ['data', 'models', 'items', 'results', 'result'].map((name) => {
    const value = body[name];
    return isObject(value) ? (value['data'] ?? value['models']) : value;
  });
  const found = lists.filter(isArray);
  // new-api writes `data: null` where the key may use no model.
  return (
    found.find((list) => list.length > 0) ?? found[0] ?? (body['data'] === null ? [] : undefined)
  );
}

function readModel(record: unknown): ModelRecord | undefined {
  if (typeof record === 'string') {
    return isUsableId(record) ? { id: record, chat: true } : undefined;
  }
  if (!isObject(record)) {
    return undefined;
  }
  const id = 'id' in record ? record['id'] : (record['model'] ?? record['name']);
  if (typeof id !== 'string' || !isUsableId(id)) {
    return undefined;
  }
  const name = shortText(record, 'display_name', 'displayName', 'name');
  const owner = shortText(record, 'owned_by', 'publisher', 'provider', 'owner');
  const contextLength = contextLengthOf(record);
  const endpointTypes = endpointTypesOf(record);
  const price = priceOf(record);
  const imageInput = takesPictures(record);
  return {
    id,
    chat: !saysNotForChat(record, endpointTypes),
    ...(name === undefined || name === id ? {} : { name }),
    ...(owner === undefined ? {} : { owner }),
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(endpointTypes.length === 0 ? {} : { endpointTypes }),
    ...(price === undefined ? {} : { price }),
    ...(imageInput === undefined ? {} : { imageInput }),
  };
}

function isUsableId(id: string): boolean {
  return id !== '' && id.length <= longestId;
}

function shortText(record: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textAt(record, name);
    if (text !== undefined) {
      return text.slice(0, longestText);
    }
  }
  return undefined;
}

/** In tokens. Where several fields hold it, what is served comes before what was trained. */
function contextLengthOf(record: JsonObject): number | undefined {
  const limits = objectAt(record, 'limits') ?? objectAt(record['capabilities'], 'limits');
  const candidates = [
    numberAt(
      record,
      'context_length',
      'max_context_length',
      'context_window',
      'max_model_len',
      'contextLength',
      'context_size',
      'max_input_tokens',
      'inputTokenLimit',
      'input_token_limit',
    ),
    numberAt(limits, 'max_context_window_tokens', 'max_input_tokens'),
    numberAt(record['meta'], 'n_ctx'),
    numberAt(record['top_provider'], 'context_length'),
    numberAt(record['limit'], 'context'),
    numberAt(record['meta'], 'n_ctx_train'),
  ];
  return candidates.find(
    (length) => length !== undefined && Number.isSafeInteger(length) && length > 0,
  );
}

function endpointTypesOf(record: JsonObject): readonly string[] {
  const types = record['supported_endpoint_types'];
  return isArray(types)
    ? types
        .filter((type) => typeof type === 'string' && type !== '')
        .slice(0, 32)
        .map((type) => String(type).slice(0, longestText))
    : [];
}

/** No model costs a hundredth of a dollar per token: a number from here on is per something else. */
const impossiblePerToken = 0.01;

/** OpenRouter's `pricing`: dollars per token, as text. Other fields leave open what they are per. */
function priceOf(record: JsonObject): ModelRecord['price'] {
  const pricing = objectAt(record, 'pricing');
  const input = perMillion(numberAt(pricing, 'prompt'));
  const output = perMillion(numberAt(pricing, 'completion'));
  const cachedInput = perMillion(numberAt(pricing, 'input_cache_read'));
  if (input === undefined && output === undefined) {
    return undefined;
  }
  return {
    currency: 'USD',
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(cachedInput === undefined ? {} : { cachedInput }),
  };
}

function perMillion(perToken: number | undefined): number | undefined {
  return perToken === undefined || perToken < 0 || perToken >= impossiblePerToken
    ? undefined
    : Number((perToken * 1_000_000).toPrecision(12));
}

function merge(first: ModelRecord, second: ModelRecord): ModelRecord {
  const types = [...new Set([...(first.endpointTypes ?? []), ...(second.endpointTypes ?? [])])];
  return {
    ...second,
    ...first,
    chat: first.chat || second.chat,
    ...(types.length === 0 ? {} : { endpointTypes: types }),
  };
}
