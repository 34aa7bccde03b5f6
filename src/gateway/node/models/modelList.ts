// Reads model lists in the dozen shapes that gateways send. What a record does not say about a model
// is not guessed.
import { omitUndefined } from '../../../base/omitUndefined';
import type { ModelRecord } from '../../common/modelRecord';
import { isArray, isObject, textAt, type JsonObject } from '../json';
import { acceptsImages, acceptsTools } from './modelCapabilities';
import { endpointTypesOf } from './modelEndpoints';
import { contextLengthOf, maxOutputTokensOf } from './modelLimits';
import { priceOf } from './modelPrices';
import { isNotForChat } from './modelPurpose';

const maxTextChars = 256;
const maxModels = 10_000;

/**
 * Returns the models in the order of the list, each ID once, at most 10,000; undefined if the body is
 * not a model list, or has records of which none has a usable ID. Drops records whose ID is missing,
 * empty, not a string, or longer than 256 characters.
 */
export function readModelList(body: unknown): readonly ModelRecord[] | undefined {
  const records = recordsOf(body);
  const models = records?.map(readModel).filter((model) => model !== undefined);
  // A list that cannot be read is not empty: nothing was removed from it.
  const isUnreadable = models?.length === 0 && records?.length !== 0;
  return models === undefined || isUnreadable ? undefined : joinModels([], models);
}

/** Joins two pages of a list, merging the records of a model. */
export function joinModels(
  first: readonly ModelRecord[],
  second: readonly ModelRecord[],
): readonly ModelRecord[] {
  const models = new Map(first.map((model) => [model.id, model]));
  for (const model of second) {
    const known = models.get(model.id);
    if (known !== undefined || models.size < maxModels) {
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
    return isObject(value) ? (value['data'] ?? value['models'] ?? recordsById(value)) : value;
  });
  const found = lists.filter(isArray);
  // new-api sends `data: null` if the key may use no model.
  return (
    found.find((list) => list.length > 0) ?? found[0] ?? (body['data'] === null ? [] : undefined)
  );
}

/** The records of a list that is keyed by ID, such as `{"data":{"gpt-4":{…}}}`. */
function recordsById(list: JsonObject): readonly JsonObject[] | undefined {
  const entries = Object.entries(list);
  const isList =
    entries.length > 0 &&
    entries.every(([id, record]) => isObject(record) && !otherMembers.test(id));
  return isList ? entries.map(([id, record]) => Object.assign({}, record, { id })) : undefined;
}

/** Members of envelopes that hold an object but aren't a model. */
const otherMembers = /^(?:errors?|detail|message|meta|links|pagination|user|status|info)$/i;

function readModel(record: unknown): ModelRecord | undefined {
  if (typeof record === 'string') {
    return isUsableId(record) ? { id: record, chat: true } : undefined;
  }
  if (!isObject(record)) {
    return undefined;
  }
  const id = idOf(record);
  if (id === undefined || !isUsableId(id)) {
    return undefined;
  }
  const name = shortText(record, 'display_name', 'displayName', 'name');
  const endpointTypes = endpointTypesOf(record);
  return omitUndefined({
    id,
    chat: !isNotForChat(record, endpointTypes),
    name: name === id ? undefined : name,
    owner: shortText(record, 'owned_by', 'publisher', 'provider', 'owner'),
    version: shortText(record, 'version'),
    description: shortText(record, 'description'),
    contextLength: contextLengthOf(record),
    maxOutputTokens: maxOutputTokensOf(record),
    endpointTypes: endpointTypes.length === 0 ? undefined : endpointTypes,
    price: priceOf(record),
    imageInput: acceptsImages(record),
    toolCalling: acceptsTools(record),
  });
}

/** Other names of the ID: Ollama's, Gemini's, LM Studio's, LiteLLM's and Codex's. */
const otherIdFields = ['model', 'name', 'key', 'model_name', 'slug'];

function idOf(record: JsonObject): string | undefined {
  const { id } = record;
  if (typeof id === 'string') {
    return id;
  }
  // A number is a row of the gateway's database; null says that the model has no ID.
  return id === null
    ? undefined
    : otherIdFields.map((name) => textAt(record, name)).find((text) => text !== undefined);
}

function isUsableId(id: string): boolean {
  return id !== '' && id.length <= maxTextChars;
}

function shortText(record: JsonObject, ...names: readonly string[]): string | undefined {
  const text = names.map((name) => textAt(record, name)).find((value) => value !== undefined);
  return text?.slice(0, maxTextChars);
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
