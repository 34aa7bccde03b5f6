// Reads what names a gateway, however it is written: a link that a gateway offers to clients, a block of variables,
// a file of another client, a line of code, a curl command, the lines of a provider's page.
import { omitUndefined } from '../../base/omitUndefined';
import type { FoundSetup, SetupReading } from '../common/gatewayAccess';
import { decoded, halfWidth, parseBaseUrl } from './baseUrl';
import { isArray, isObject, isText, parseOrRepair, textAt, type JsonObject } from './json';
import { findPairs, type PastedPair } from './pastedPairs';
import {
  codeStart,
  formatOf,
  isKnownFamily,
  keyPrefixes,
  keyStart,
  readKey,
  readName,
  variableName,
  type SetupName,
} from './setupNames';

/** Cherry Studio takes as much of a link. Longer texts are no setups. */
const maxChars = 65_536;
const maxSetups = 50;
/** No client's file is nested deeper. */
const maxDepth = 8;

type Field = SetupName & Pick<PastedPair, 'value'> & Partial<Pick<PastedPair, 'isBare'>>;

/** What belongs together: an object of JSON, or a part of a text. */
interface SetupSource {
  readonly fields: readonly Field[];
  readonly nameAbove?: string | undefined;
  readonly models?: readonly string[];
  readonly isModelList?: boolean;
}

/** Reads what a pasted text or a link says about gateways. Never throws; takes linear time. */
export function readSetup(text: string): SetupReading {
  if (text.length > maxChars) {
    return { type: 'problem', problem: 'tooLong', hasSecret: true };
  }
  const pasted = halfWidth(text).trim();
  const pairs = findPairs(pasted);
  const link = readLink(pasted);
  const json = link ?? jsonIn(pasted);
  const sources =
    json === undefined ? sourcesOfPairs(pairs) : [...sourcesOfJson(json, { fields: [] }, 0)];
  const fields = sources.flatMap((source) => source.fields);
  const keys = fields.flatMap((field) => keyOf(field) ?? []);
  const hasSecret = keys.length > 0 || anyKey.test(pasted) || pairs.some(isSecret);

  const plain = parseBaseUrl(text);
  const typed = plain.ok ? { baseUrl: plain.baseUrl } : plain.split;
  const [address] = withoutKeys(typed === undefined ? [] : [typed], keys);
  const [first = address, ...others] = withoutKeys(sources.flatMap(setupsOf), keys);
  if (first !== undefined) {
    return { type: 'found', setups: [first, ...others], hasSecret };
  }
  if (mcpText.test(pasted)) {
    return { type: 'problem', problem: 'mcp', hasSecret };
  }
  const usable = fields.filter((field) => isKnownFamily(field) || !field.isWeak);
  const [key] = usable.flatMap((field) => keyOf(field) ?? []);
  const refused = pairs.find(isRefused);
  if (key !== undefined && refused === undefined) {
    const rest = pasted.replace(key, '').trim();
    const beside = hostAlone.test(rest) ? parseBaseUrl(rest) : undefined;
    if (beside?.ok === true) {
      return { type: 'found', setups: [{ baseUrl: beside.baseUrl, key }], hasSecret };
    }
    const baseUrl = keyPrefixes.find(({ prefix }) => key.startsWith(prefix))?.baseUrl;
    return omitUndefined({ type: 'key', key, baseUrl, hasSecret });
  }
  const refusal = refused === undefined ? plain : parseBaseUrl(refused.value);
  const problem = refusal.ok ? 'key' : refusal.problem;
  return {
    type: 'problem',
    problem,
    hasSecret: hasSecret || problem === 'key' || link !== undefined,
  };
}

/** An address as people type it, before they paste the key behind it. */
const hostAlone = /^[\w-]+(?:(?:\.[\w-]+)+(?::\d+)?|:\d+)(?:\/\S*)?$/;

/** Servers of tools are set up with an address and a key too, often beside it. */
const mcpText = /\bmcp[_-]?servers?\b|\bmcp add\b|\/\/mcp\.|\/(?:mcp|sse)\b|"(?:mcp|servers)"\s*:/i;
const mcpAddress = /\/\/mcp\.|\/(?:mcp|sse)\/?$/i;

const anyKey = new RegExp(`(?<![A-Za-z]|//)${keyStart}[\\w-]{3}`);
const credentials = /:\/\/[^\s/:]*:[^\s/]*@/;

function isSecret({ role, isBare, value }: PastedPair): boolean {
  const isKey = (role === 'key' || role === 'secret') && readKey(value) !== undefined;
  return isKey || (!isBare && credentials.test(value));
}

/** An address that is named as the Base URL, or stands alone, and that cannot be used. */
function isRefused(pair: PastedPair): boolean {
  const { role, isWeak, value } = pair;
  const isMeant = role === 'baseUrl' && !isWeak && /[.:]/.test(value) && !codeStart.test(value);
  return isMeant && addressOf(pair) === undefined;
}

/** An address that has so many characters of a key in a row has them from the key, not by chance. */
const keyPartChars = 8;

/** Each setup once, without what was split at the wrong place: an address is shown, and stored in plain text. */
function withoutKeys(
  setups: readonly FoundSetup[],
  keys: readonly string[],
): readonly FoundSetup[] {
  const idOf = ({ baseUrl, key, model }: FoundSetup): string =>
    JSON.stringify([baseUrl, key, model]);
  const different = [...Map.groupBy(setups, idOf).values()].flatMap((same) => same.slice(0, 1));
  const lowerKeys = [...new Set(keys)].map((key) => key.toLowerCase());
  const allKeys = lowerKeys.join('\n');
  return different.slice(0, maxSetups).filter(({ baseUrl }) => {
    const address = decoded(baseUrl).toLowerCase();
    const parts = Array.from(address, (_, at) => address.slice(at, at + keyPartChars));
    return (
      !parts.some((part) => part.length === keyPartChars && allKeys.includes(part)) &&
      !lowerKeys.some((key) => address.includes(key))
    );
  });
}

type Address = Omit<FoundSetup, 'name'>;

/** The address of a field, with the key in its query and the model in its path. */
function addressOf({ role, isWeak, value }: Field): Address | undefined {
  // The part of a link within a link, and the first of several addresses.
  const [typed = ''] = (/^https?%3a/i.test(value) ? decoded(value) : value).split(/,(?=https?:)/);
  if (
    role !== 'baseUrl' ||
    !(isWeak ? /^https?:\/\//i : /[.:]|^localhost$/i).test(typed) ||
    codeStart.test(typed) ||
    mcpAddress.test(typed)
  ) {
    return undefined;
  }
  const parsed = parseBaseUrl(typed);
  const { baseUrl, queryParameters = {} } = parsed.ok
    ? { baseUrl: parsed.baseUrl }
    : (parsed.split ?? {});
  if (baseUrl === undefined) {
    return undefined;
  }
  // Google has the key in the query, and so have others; settings have queries in plain text.
  const query = Object.entries(queryParameters);
  const isKey = (name: string, text: string): boolean =>
    readKey(text) !== undefined && (readName(name).role === 'key' || anyKey.test(text));
  const [, key] = query.find(([name, text]) => isKey(name, text)) ?? [];
  const model = /\/models\/([^/:]+):(?:stream)?generateContent/i.exec(typed)?.[1];
  // `alt=sse` is a part of Gemini's endpoint for streams.
  const others = query.filter(([name, text]) => text !== key && name !== 'alt');
  return omitUndefined({
    baseUrl,
    key,
    model,
    apiFormat: model === undefined ? undefined : 'generateContent',
    queryParameters: others.length === 0 ? undefined : Object.fromEntries(others),
  });
}

function keyOf(field: Field): string | undefined {
  return field.role === 'key' ? readKey(field.value) : addressOf(field)?.key;
}

/** Providers with another API have OpenAI's formats there: Google, Azure, DeepInfra. */
const openAiPath = /\/openai(?:\/|$)/;

/** Claude Code's names for whatever model is the newest. */
const modelAliases = /^(?:default|haiku|opus|opusplan|sonnet)(?:\[1m\])?$/;

/** The setups of what belongs together: one for each family that has an address, or one for each of its models. */
function setupsOf({ fields: all, nameAbove, models = [] }: SetupSource): readonly FoundSetup[] {
  const clear = new Set(all.filter(({ isWeak }) => !isWeak).map(({ family }) => family));
  const fields = all.filter((field) => isKnownFamily(field) || clear.has(field.family));
  const addresses = fields
    .toSorted((a, b) => addressRank(a) - addressRank(b))
    .flatMap((field) => {
      const address = addressOf(field);
      return address === undefined ? [] : [{ ...field, address }];
    });
  const ofFamily = Map.groupBy(addresses, ({ family }) => family);
  return [...ofFamily].slice(0, maxSetups).flatMap(([family, [first]]) => {
    if (first === undefined) {
      return [];
    }
    // A key never leaves for an address of another family. What has no family belongs to all.
    const own = fields.filter((field) => field.family === family);
    const general = fields.filter((field) =>
      family === '' ? field.family !== '' && isKnownFamily(field) : field.family === '',
    );
    const firstOf = <T>(
      role: Field['role'],
      read: (field: Field) => T | undefined,
    ): T | undefined =>
      [...own, ...general]
        .filter((field) => field.role === role)
        .map(read)
        .find((value) => value !== undefined);
    const { address, isBare = false } = first;
    const key = address.key ?? firstOf('key', keyOf);
    const alias = firstOf('modelAlias', textOf);
    const isRouted = alias !== undefined;
    const model = firstOf('model', (field) => modelOf(field, nameAbove, isRouted)) ?? address.model;
    const name = firstOf('name', textOf) ?? (model && alias) ?? nameAbove;
    const named = firstOf('apiFormat', ({ value }) => formatOf(value));
    const format = named ?? address.apiFormat ?? formatOf(family);
    const apiFormat =
      openAiPath.test(address.baseUrl) && format !== 'responses' ? undefined : format;
    const modelIds = model !== undefined || models.length === 0 ? [model ?? alias] : models;
    return isBare && key === undefined && modelIds[0] === undefined
      ? []
      : modelIds.map((id) => omitUndefined({ ...address, key, name, model: id, apiFormat }));
  });
}

/** The clearest first; an address of a family with an API format of its own may have another path than OpenAI's. */
function addressRank({ isWeak, family }: Field): number {
  return (formatOf(family) === undefined ? 0 : 2) + (isWeak ? 1 : 0);
}

const maxTextChars = 200;

/** The name of a gateway or the ID of a model. */
function textOf({ value }: Field): string | undefined {
  const text = value.trim();
  const isOther = /^$|[\p{C}{}<>$]/u.test(text) || anyKey.test(text) || variableName.test(text);
  return isOther || text.length > maxTextChars ? undefined : text;
}

/** opencode writes `gateway/model`, and LiteLLM, which has another name for the model, `openai/model`. */
function modelOf(field: Field, gateway: string | undefined, hasAlias: boolean): string | undefined {
  const model = modelAliases.test(field.value) ? undefined : textOf(field);
  const isRouted = hasAlias || (gateway !== undefined && model?.startsWith(`${gateway}/`));
  return isRouted ? model?.replace(/^[^/]+\//, '') : model;
}

/**
 * Parts of a text that belong together. A list item that repeats a role begins a new one, and no address or key joins one of
 * another section, call or object, or one that has its own.
 */
function sourcesOfPairs(pairs: readonly PastedPair[]): readonly SetupSource[] {
  const hasNamed = pairs.some((pair) => !pair.isBare && addressOf(pair) !== undefined);
  let values = new Map<string, string>();
  let group: { readonly fields: Field[]; readonly nameAbove?: string | undefined } = { fields: [] };
  let isClosed = false;
  const groups = [group];
  for (const pair of pairs) {
    const { role, family, section, value } = pair;
    const id = `${role} ${family}`;
    const isAddress = addressOf(pair) !== undefined;
    const isConnection = isAddress || keyOf(pair) !== undefined;
    const isRepeated = (values.get(id) ?? value) !== value;
    isClosed ||= pair.leavesScope;
    if (
      section !== undefined ||
      (isRepeated && pair.isItem) ||
      (isConnection && (isRepeated || isClosed))
    ) {
      group = { fields: [], nameAbove: section };
      groups.push(group);
      values = new Map();
      isClosed = false;
    }
    const isUsed =
      role === 'baseUrl' || role === 'key'
        ? isConnection && !(isAddress && pair.isBare && hasNamed)
        : role !== undefined;
    if (isUsed) {
      group.fields.push(pair);
      values.set(id, value);
    }
  }
  // Codex names its model before the sections.
  const defaults = groups[0]?.fields.filter(({ role }) => role === 'model') ?? [];
  return groups.map(({ fields, nameAbove }) => ({
    fields: nameAbove === undefined ? fields : [...fields, ...defaults],
    nameAbove,
  }));
}

/** Objects of JSON whose names say nothing of their own: what is in them belongs to the object around them. */
const wrapper =
  /^(?:auth|config|data|env|(?:.*\.)?environment_?variables|(?:http|extra|request)?_?headers|litellm_params|options|params|preset|provider|request_?options|settings)$/i;
/** Names of lists: no gateway is called like this. */
const listName =
  /^(?:connections|gateways|key_?vaults|models?|model_?list|(?:model_?)?providers?|servers)$/i;

/** Each object of JSON, with what it inherits from those around it. */
function* sourcesOfJson(node: unknown, above: SetupSource, depth: number): Generator<SetupSource> {
  const object = objectOf(node);
  if (depth <= maxDepth && object !== undefined) {
    const entries = entriesOf(object, depth);
    // A model has an `id`, and the name of its own.
    const isModel = above.isModelList === true && isText(object['id']);
    const own = entries.flatMap(([name, value]): readonly Field[] => {
      const read = isModel ? name.replace(/^name$/, '').replace(/^id$/, 'model') : name;
      return isText(value) ? [{ ...readName(read), value }] : [];
    });
    yield { ...above, fields: [...own, ...above.fields], models: modelsOf(entries) };
    const hasAddress = own.some((field) => addressOf(field) !== undefined);
    // The key of an address is none of the addresses below it.
    const below = own.filter(({ role }) => role === 'name' || !(role === 'baseUrl' || hasAddress));
    const fields = [...below, ...above.fields].slice(0, maxSetups);
    for (const [name, child] of entries) {
      const nameAbove = listName.test(name) ? above.nameAbove : name;
      yield* sourcesOfJson(child, { fields, nameAbove, isModelList: name === 'models' }, depth + 1);
    }
  } else if (depth <= maxDepth && isArray(node)) {
    for (const child of node) {
      yield* sourcesOfJson(child, above, depth + 1);
    }
  }
}

/** An object, or what lists of `{ name, value }` say, as VS Code has them for environment variables. */
function objectOf(node: unknown): JsonObject | undefined {
  const list = isArray(node) ? node : [];
  const variables = list.map((each) => [textAt(each, 'name'), textAt(each, 'value')]);
  const isList = variables.length > 0 && variables.flat().every((text) => text !== undefined);
  return isList ? Object.fromEntries(variables) : isObject(node) ? node : undefined;
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** The entries of an object and of the wrappers in it, without servers of tools (MCP). */
function entriesOf(object: JsonObject, depth: number): Entries {
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = wrapper.test(name) && depth < maxDepth ? objectOf(value) : undefined;
    const isMcp = /^mcp/i.test(name) || /http$|^sse$/i.test(textAt(value, 'type') ?? '');
    const entry = isMcp ? [] : [[name, value] as const];
    return inner === undefined ? entry : entriesOf(inner, depth + 1);
  });
}

/** The IDs of a list or an object of models. */
function modelsOf(entries: Entries): readonly string[] {
  const [, models] = entries.find(([name]) => name === 'models') ?? [];
  const list = isObject(models) ? Object.keys(models) : isArray(models) ? models : [];
  const ids = list.map((each) => textAt(each, 'id') ?? textAt(each, 'model') ?? each);
  return ids.filter(isText).slice(0, maxSetups);
}

/** The JSON that a text is, as it is, as lines of a file, which begin with a name, or as base64. */
function jsonIn(text: string): unknown {
  const json = /^\s*"/.test(text)
    ? `{${text}}`
    : /^[\w+/=\s-]{16,}$/.test(text)
      ? // `URLSearchParams` makes blanks of `+`.
        Buffer.from(text.replaceAll(' ', '+'), 'base64').toString()
      : text;
  const value = /^\s*[[{]/.test(json) ? parseOrRepair(json) : undefined;
  return isObject(value) || isArray(value) ? value : undefined;
}

const linkStart = /^["'`<(]*(?<scheme>[a-z][\w+.-]*):\/\/[^\s?]*\?/i;

/** The query of a link, with the JSON in it; undefined for any other text. */
function readLink(text: string): JsonObject | undefined {
  const { 0: start = '', groups } = linkStart.exec(text) ?? {};
  if (start === '') {
    return undefined;
  }
  const query = text.slice(start.length);
  // VS Code encodes the separators too when it writes an address as text.
  const parameters = [...new URLSearchParams(query.includes('=') ? query : decoded(query))];
  const isWeb = /^https?$/i.test(groups?.['scheme'] ?? '');
  const entries = parameters.map(
    ([name, value]) => [name, jsonIn(value) ?? (isWeb ? undefined : value)] as const,
  );
  const used = entries.filter(([, value]) => value !== undefined);
  return used.length === 0 ? undefined : Object.fromEntries(used);
}
