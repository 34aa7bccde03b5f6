// Reads what names a gateway, however it is written: a link that a gateway offers to clients, a block of variables,
// a file of another client, a line of code, a curl command, the lines of a provider's page.
import { omitUndefined } from '../../base/omitUndefined';
import type { ApiFormat } from '../common/apiFormat';
import type { FoundSetup, SetupReading } from '../common/gatewayAccess';
import { decoded, halfWidth, parseBaseUrl } from './baseUrl';
import { isArray, isObject, isText, parseOrRepair, textAt, type JsonObject } from './json';
import { findPairs, type PastedPair } from './pastedPairs';
import {
  codeStart,
  familyFormat,
  keyPrefixes,
  keyStart,
  readKey,
  readName,
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
  const json = link ?? readJson(pasted);
  const sources =
    json === undefined ? sourcesOfPairs(pairs) : [...sourcesOfJson(json, { fields: [] }, 0)];
  const fields = sources.flatMap((source) => source.fields);
  const keys = new Set(fields.flatMap((field) => keyOf(field) ?? []));
  const hasSecret = keys.size > 0 || anyKey.test(pasted) || pairs.some(isSecret);

  const setups = withoutKeys(distinct(sources.flatMap(setupsOf)), keys).slice(0, maxSetups);
  const [first, ...others] = setups;
  const plain = parseBaseUrl(text);
  const typed = plain.ok ? { baseUrl: plain.baseUrl } : plain.split;
  const [address] = withoutKeys(typed === undefined ? [] : [typed], keys);
  const found = first ?? address;
  if (found !== undefined) {
    return { type: 'found', setups: [found, ...others], hasSecret };
  }
  const key = firstOf(
    fields.filter(({ isWeak, isKnownFamily }) => isKnownFamily || !isWeak),
    keyOf,
  );
  const refused = pairs.find(isRefused);
  if (key !== undefined && refused === undefined) {
    const baseUrl = keyPrefixes.find(({ prefix }) => key.startsWith(prefix))?.baseUrl;
    return omitUndefined({ type: 'key', key, baseUrl, hasSecret });
  }
  const refusal = refused === undefined ? plain : parseBaseUrl(refused.value);
  return {
    type: 'problem',
    problem: refusal.ok ? 'key' : refusal.problem,
    hasSecret: hasSecret || link !== undefined,
  };
}

const anyKey = new RegExp(`(?<![A-Za-z]|//)${keyStart}[\\w-]{3}`);
const credentials = /:\/\/[^\s/:]*:[^\s/]*@/;

function isSecret({ isSecret: isNamedSecret, isBare, value }: PastedPair): boolean {
  return (isNamedSecret && readKey(value) !== undefined) || (!isBare && credentials.test(value));
}

/** An address that is named as the Base URL, or stands alone, and that cannot be used. */
function isRefused(pair: PastedPair): boolean {
  const { role, isWeak, value } = pair;
  const isMeant = role === 'baseUrl' && !isWeak && /[.:]/.test(value) && !codeStart.test(value);
  return isMeant && addressOf(pair) === undefined;
}

function distinct(setups: readonly FoundSetup[]): readonly FoundSetup[] {
  const idOf = ({ baseUrl, key, model }: FoundSetup): string =>
    JSON.stringify([baseUrl, key, model]);
  return [...Map.groupBy(setups, idOf).values()].flatMap((same) => same.slice(0, 1));
}

/** An address that has so many characters of a key in a row has them from the key, not by chance. */
const keyPartChars = 8;

/** Leaves out what was split at the wrong place: an address is shown, and stored in plain text. */
function withoutKeys(
  setups: readonly FoundSetup[],
  keys: ReadonlySet<string>,
): readonly FoundSetup[] {
  const keyParts = new Set([...keys].flatMap(partsOf));
  const shortKeys = [...keyParts].filter((part) => part.length < keyPartChars);
  return setups.filter(({ baseUrl }) => {
    const address = decoded(baseUrl).toLowerCase();
    return !(
      partsOf(address).some((part) => keyParts.has(part)) ||
      shortKeys.some((key) => address.includes(key))
    );
  });
}

function partsOf(text: string): readonly string[] {
  const count = Math.max(text.length - keyPartChars, 0) + 1;
  return Array.from({ length: count }, (_, at) => text.slice(at, at + keyPartChars).toLowerCase());
}

type Address = Pick<FoundSetup, 'baseUrl' | 'queryParameters' | 'key'>;

/** Google has the key in the query, and so have others; settings have queries in plain text. */
function isKeyParameter(name: string, value: string): boolean {
  return readKey(value) !== undefined && (readName(name).role === 'key' || anyKey.test(value));
}

/** The address of a field, with the key in its query. */
function addressOf({ role, isWeak, value }: Field): Address | undefined {
  // The part of a link within a link, and the first of several addresses.
  const [typed = ''] = (/^https?%3a/i.test(value) ? decoded(value) : value).split(/,(?=https?:)/);
  if (
    role !== 'baseUrl' ||
    !(isWeak ? /^https?:\/\//i : /[.:]|^localhost$/i).test(typed) ||
    codeStart.test(typed)
  ) {
    return undefined;
  }
  const parsed = parseBaseUrl(typed.replace(azureResource, '$&/openai/v1'));
  if (parsed.ok) {
    return { baseUrl: parsed.baseUrl };
  }
  const { baseUrl, queryParameters = {} } = parsed.split ?? {};
  const query = Object.entries(queryParameters);
  const [, key] = query.find(([name, text]) => isKeyParameter(name, text)) ?? [];
  const others = query.filter(([, text]) => text !== key);
  return baseUrl === undefined
    ? undefined
    : omitUndefined({
        baseUrl,
        key,
        queryParameters: others.length === 0 ? undefined : Object.fromEntries(others),
      });
}

/** Azure has OpenAI's API below the endpoint that its pages name (learn.microsoft.com, "Azure OpenAI v1 API"). */
const azureResource =
  /^https:\/\/[\w-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com(?=\/?$)/i;

function keyOf(field: Field): string | undefined {
  return field.role === 'key' ? readKey(field.value) : addressOf(field)?.key;
}

/** What values say about the API format; the first row that fits counts. */
const formats: readonly { readonly pattern: RegExp; readonly apiFormat: ApiFormat }[] = [
  { pattern: /anthropic|claude|^messages$/i, apiFormat: 'messages' },
  { pattern: /gemini|google|^generate_?content$/i, apiFormat: 'generateContent' },
  { pattern: /^responses$/i, apiFormat: 'responses' },
  { pattern: /^chat(?:[-_]?completions?)?$/i, apiFormat: 'chat' },
];

function formatOf(value: string): ApiFormat | undefined {
  return formats.find(({ pattern }) => pattern.test(value))?.apiFormat;
}

/** Claude Code's names for whatever model is the newest. */
const modelAliases = /^(?:default|haiku|opus|opusplan|sonnet)(?:\[1m\])?$/;

/** The setups of what belongs together: one for each origin, or one for each of its models. */
function setupsOf({ fields: all, nameAbove, models = [] }: SetupSource): readonly FoundSetup[] {
  const clear = new Set(all.filter(({ isWeak }) => !isWeak).map(({ family }) => family));
  const fields = all.filter(({ isKnownFamily, family }) => isKnownFamily || clear.has(family));
  const ofFamily = new Map<string, Address & { readonly isBare: boolean }>();
  for (const field of fields.toSorted((a, b) => addressRank(a) - addressRank(b))) {
    const address = addressOf(field);
    if (address !== undefined && !ofFamily.has(field.family)) {
      ofFamily.set(field.family, { ...address, isBare: field.isBare === true });
    }
  }
  const byOrigin = Map.groupBy(ofFamily, ([, { baseUrl }]) => new URL(baseUrl).origin);
  return [...byOrigin.values()].slice(0, maxSetups).flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const [, { isBare, key: ownKey, ...address }] = first;
    const families = [first, ...others].map(([family]) => family);
    // A key never leaves for an address of another family. What has no family belongs to all.
    const fitting = (role: Field['role']): readonly Field[] => {
      const ofRole = fields.filter((field) => field.role === role);
      const ranked = [...families, ''].flatMap((family) =>
        ofRole.filter((field) => field.family === family),
      );
      return families.includes('')
        ? [...ranked, ...ofRole.filter(({ isKnownFamily }) => isKnownFamily)]
        : ranked;
    };
    const key = ownKey ?? firstOf(fitting('key'), keyOf);
    const alias = firstOf(fitting('modelAlias'), textOf);
    const model = firstOf(fitting('model'), (field) =>
      modelOf(field, nameAbove, alias !== undefined),
    );
    const name = firstOf(fitting('name'), textOf) ?? alias ?? nameAbove;
    const [implied, ...otherFormats] = new Set(families.map(familyFormat));
    const apiFormat =
      firstOf(fitting('apiFormat'), ({ value }) => formatOf(value)) ??
      (otherFormats.length === 0 ? implied : undefined);
    const modelIds = model !== undefined || models.length === 0 ? [model ?? alias] : models;
    return isBare && key === undefined && modelIds[0] === undefined
      ? []
      : modelIds.map((id) => omitUndefined({ ...address, key, name, model: id, apiFormat }));
  });
}

/** The clearest first; an address of a family with an API format of its own may have another path than OpenAI's. */
function addressRank({ isWeak, family }: Field): number {
  return (familyFormat(family) === undefined ? 0 : 2) + (isWeak ? 1 : 0);
}

function firstOf<T>(
  fields: readonly Field[],
  read: (field: Field) => T | undefined,
): T | undefined {
  return fields.map(read).find((value) => value !== undefined);
}

const maxTextChars = 200;

function textOf({ value }: Field): string | undefined {
  const text = value.trim();
  return text === '' ||
    text.length > maxTextChars ||
    anyKey.test(text) ||
    /[\p{C}{}<>$]/u.test(text)
    ? undefined
    : text;
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
  const idOf = ({ role, family }: Field): string => `${role} ${family}`;
  let values = new Map<string, string>();
  let group: { readonly fields: Field[]; readonly nameAbove?: string | undefined } = { fields: [] };
  let isClosed = false;
  const groups = [group];
  for (const pair of pairs) {
    const { role, section } = pair;
    const isAddress = addressOf(pair) !== undefined;
    const isConnection = isAddress || keyOf(pair) !== undefined;
    const isRepeated = (values.get(idOf(pair)) ?? pair.value) !== pair.value;
    isClosed ||= pair.leavesScope;
    if (
      section !== undefined ||
      (isConnection && (isRepeated || isClosed)) ||
      (pair.isItem && isRepeated)
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
      values.set(idOf(pair), pair.value);
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
  /^(?:auth|config|data|env|(?:http|extra|request)?_?headers|litellm_params|options|params|preset|provider|request_?options|settings)$/i;
/** Names of lists: no gateway is called like this. */
const listName =
  /^(?:connections|gateways|key_?vaults|mcp_?servers|models?|model_?list|(?:model_?)?providers?|servers)$/i;

/** Each object of JSON, with what it inherits from those around it. */
function* sourcesOfJson(node: unknown, above: SetupSource, depth: number): Generator<SetupSource> {
  if (depth > maxDepth) {
    return;
  }
  if (isArray(node)) {
    for (const child of node) {
      yield* sourcesOfJson(child, above, depth + 1);
    }
  } else if (isObject(node)) {
    const entries = entriesOf(node, depth);
    // A model has an `id`, and the name of its own.
    const isModel = above.isModelList === true && isText(node['id']);
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
  }
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** The entries of an object and of the wrappers in it. */
function entriesOf(object: JsonObject, depth: number): Entries {
  return Object.entries(object).flatMap(([name, value]) =>
    wrapper.test(name) && isObject(value) && depth < maxDepth
      ? entriesOf(value, depth + 1)
      : [[name, value] as const],
  );
}

/** The IDs of a list or an object of models. */
function modelsOf(entries: Entries): readonly string[] {
  const [, models] = entries.find(([name]) => name === 'models') ?? [];
  const list = isObject(models) ? Object.keys(models) : isArray(models) ? models : [];
  const ids = list.map((each) => textAt(each, 'id') ?? textAt(each, 'model') ?? each);
  return ids.filter(isText).slice(0, maxSetups);
}

function readJson(text: string): unknown {
  // Lines of a file begin with a name.
  const json = text.startsWith('"') ? `{${text.replace(/,$/, '')}}` : text;
  const value = /^[[{]/.test(json) ? parseOrRepair(json) : undefined;
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
  const entries = parameters.map(([name, value]): readonly [string, unknown] => {
    // `URLSearchParams` makes blanks of `+`, which keys and base64 have.
    const plain = readName(name).role === 'key' ? value.replaceAll(' ', '+') : value;
    return [name, jsonIn(value) ?? (isWeb ? undefined : plain)];
  });
  const used = entries.filter(([, value]) => value !== undefined);
  return used.length === 0 ? undefined : Object.fromEntries(used);
}

function jsonIn(value: string): JsonObject | undefined {
  const text = /^\s*\{/.test(value)
    ? value
    : /^[\w+/=\s-]{16,}$/.test(value)
      ? Buffer.from(value.replaceAll(' ', '+'), 'base64').toString()
      : '';
  const json = /^\s*\{/.test(text) ? parseOrRepair(text) : undefined;
  return isObject(json) ? json : undefined;
}
