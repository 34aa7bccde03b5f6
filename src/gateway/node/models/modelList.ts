// Reads model lists in the dozen shapes that gateways send. What a record does not say about a model
// is not guessed.
import { omitUndefined } from '../../../base/omitUndefined';
import type { ModelRecord } from '../../common/modelRecord';
import { isArray, isObject, textAt, type JsonObject } from '../json';
import { acceptsImages, acceptsTools } from './modelCapabilities';
import { endpointTypesOf } from './modelEndpoints';
import { contextLengthOf, maxOutputTokensOf } from './modelLimits';
import { haveOtherUnit, isImpossible, statedPrice } from './modelPrices';
import { isNotForChat } from './modelPurpose';

const maxTextChars = 256;
const maxModels = 10_000;

/**
 * Returns the models in the order of the list, each ID once, at most 10,000; undefined if the body is
 * not a model list, or has records of which none has a usable ID. Drops records whose ID is missing,
 * empty, not a string, or longer than 256 characters.
 * @param host of the gateway, which may decide in which unit its prices are
 */
export function readModelList(body: unknown, host = ''): readonly ModelRecord[] | undefined {
  const records = recordsOf(body);
  const models = records
    ?.map((record) => readModel(record, host))
    .filter((model) => model !== undefined);
  // A list that cannot be read is not empty: nothing was removed from it.
  const isUnreadable = models?.length === 0 && records?.length !== 0;
  if (records === undefined || models === undefined || isUnreadable) {
    return undefined;
  }
  const hasOtherUnit = haveOtherUnit(models.map(({ price }) => price));
  const priced = models.map((model) => {
    const { price, ...others } = model;
    return price !== undefined && (hasOtherUnit || isImpossible(price)) ? others : model;
  });
  return joinModels([], priced).filter(({ id }) => !wildcard.test(id));
}

/** LiteLLM lists `openai/*` where it passes all models of a provider on, and the names for what a key may use. */
const wildcard = /\*|^(?:all-(?:team|proxy|org)-models|no-default-models)$/;

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

const listNames = ['data', 'models', 'items', 'results', 'result', 'list'];

/** No gateway nests its list deeper: `{"data":{"list":[…]}}`, `{"providers":[{"name":…,"models":[…]}]}`. */
const maxDepth = 3;

/** The records of all lists in the body; undefined if there is none. */
function recordsOf(body: unknown): readonly unknown[] | undefined {
  if (isArray(body)) {
    return groupsJoined(body);
  }
  if (!isObject(body)) {
    return undefined;
  }
  const found = listNames
    .map((name) => recordsIn(body[name], 1) ?? recordsById(body[name]))
    .filter((records) => records !== undefined);
  // new-api sends `data: null` if the key may use no model.
  return (
    found.find((records) => records.length > 0) ??
    found[0] ??
    (body['data'] === null ? [] : recordsIn(body, 0))
  );
}

/** The records of a list, or of lists by group. */
function recordsIn(value: unknown, depth: number): readonly unknown[] | undefined {
  if (isArray(value)) {
    return groupsJoined(value);
  }
  if (!isObject(value) || depth === maxDepth) {
    return undefined;
  }
  const lists = membersOf(value)
    .map(([name, member]) => ({ name, records: recordsIn(member, depth + 1) }))
    .filter(({ name, records }) => listNames.includes(name) || records?.some(isRecordWithId))
    .map(({ records }) => records)
    .filter((records) => records !== undefined);
  return lists.length > 0 ? lists.flat() : undefined;
}

/** A group is a record whose own list has its models: one of a provider for example. */
function groupsJoined(records: readonly unknown[]): readonly unknown[] {
  return records.flatMap((record) => {
    if (!isObject(record)) {
      return [record];
    }
    const list =
      listNames.map((name) => record[name]).find(isArray) ??
      (idOf(record) === undefined ? Object.values(record).filter(isArray).find(hasModels) : []) ??
      [];
    // Texts in a record with an ID are other names of the model.
    const isModel = (item: unknown): boolean =>
      isRecordWithId(item) || (typeof item === 'string' && record['id'] === undefined);
    return list.length > 0 && list.every(isModel) ? list : [record];
  });
}

function hasModels(list: readonly unknown[]): boolean {
  return list.some(isRecordWithId);
}

function isRecordWithId(record: unknown): boolean {
  return isObject(record) && idOf(record) !== undefined;
}

/** The records of a list that is keyed by ID, such as `{"data":{"gpt-4":{…}}}`. */
function recordsById(list: unknown): readonly JsonObject[] | undefined {
  const members = isObject(list) ? membersOf(list) : [];
  const records = members.flatMap(([id, record]) =>
    isObject(record) ? [Object.assign({}, record, { id })] : [],
  );
  return records.length > 0 && records.length === members.length ? records : undefined;
}

function membersOf(envelope: JsonObject): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(envelope).filter(([name]) => !otherMembers.test(name));
}

/** Members of envelopes that hold an object or a list but aren't a model; `meta` may be Meta's models. */
const otherMembers = /^(?:errors?|detail|message|metadata|links|pagination|user|status|info)$/i;

function readModel(record: unknown, host: string): ModelRecord | undefined {
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
    created: createdAt(record),
    contextLength: contextLengthOf(record),
    maxOutputTokens: maxOutputTokensOf(record),
    endpointTypes: endpointTypes.length === 0 ? undefined : endpointTypes,
    price: statedPrice(record, host),
    imageInput: acceptsImages(record),
    toolCalling: acceptsTools(record),
    offline: isOffline(record) ? true : undefined,
  });
}

/** OpenAI's seconds, or Anthropic's date. */
function createdAt({ created, created_at: date }: JsonObject): number | undefined {
  const ms = typeof created === 'number' ? created * 1_000 : Date.parse(String(date));
  return ms > 0 ? ms : undefined;
}

/** A model that is loaded when it is asked for, such as LM Studio's `not-loaded`, is not offline. */
function isOffline(record: JsonObject): boolean {
  const isOff = [
    'active',
    'enabled',
    'available',
    'is_active',
    'is_enabled',
    'is_available',
    'online',
  ];
  return (
    isOff.some((name) => record[name] === false || record[name] === 0) ||
    ['disabled', 'offline', 'is_disabled', 'archived'].some((name) => record[name] === true) ||
    ['status', 'state', 'availability'].some((name) =>
      /^(?:offline|inactive|disabled|unavailable|down|stopped|off|retired|archived|decommissioned|not[_-]available|no-configure|error)$/i.test(
        textAt(record, name) ?? '',
      ),
    )
  );
}

/** Other names of the ID: Ollama's, watsonx.ai's, Amazon Bedrock's, Gemini's, LM Studio's, LiteLLM's and Codex's. */
const otherIdFields = ['model', 'model_id', 'modelId', 'name', 'key', 'model_name', 'slug'];

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
