// The JSON schemas of tools as the chat completions, Responses and Messages formats accept them: the top level must be
// an object without alternatives. OpenAI: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/
// 'not' at the top level" (nspady/google-calendar-mcp#39). Anthropic: "input_schema does not support oneOf, allOf, or
// anyOf at the top level" (anthropics/claude-code#5319).
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { isArray, isText } from '../json';

export interface ReducedSchema {
  readonly schema: JsonRecord;
  /** Something that restricts the input was dropped. */
  readonly isReduced: boolean;
}

const alternatives = ['allOf', 'anyOf', 'oneOf'] as const;
const refused = [...alternatives, 'enum', 'not', 'if', 'then', 'else'];

const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isWord = (value: unknown): boolean => typeof value === 'string';
const isSchema = (value: unknown): boolean => isJsonRecord(value) || typeof value === 'boolean';

/**
 * What members must be. One that is wrong anywhere makes a server refuse every request: "JSON schema is invalid. It must
 * match JSON Schema draft 2020-12" (anthropics/claude-code#586, Kuadrant/mcp-gateway#662).
 */
const validMembers: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  // It names another draft.
  ['$schema', () => false],
  // A typing error, or `any` (Apicurio/apicurio-registry#10080).
  ['type', (value) => [value].flat().every((one) => typeNames.some((name) => name === one))],
  // Draft 3 has `required: true` at the member itself, draft 4 `exclusiveMinimum: true`.
  ['required', (value) => isArray(value) && value.every((one) => typeof one === 'string')],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  // Text (decolua/9router#422).
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].map(
    (name) => [name, isNumber] as const,
  ),
  ['enum', (value) => isArray(value) && value.length > 0],
  // Draft 7 has lists.
  ['items', isSchema],
  ['properties', isJsonRecord],
  ['description', isWord],
  ['title', isWord],
  ['format', isWord],
]);

/**
 * What all servers compile: anchored, without lookarounds, and without escapes such as `\d`. llama.cpp: "Pattern must start
 * with '^' and end with '$'" (aebrer/dreb#422, lidge-jun/opencodex#2135), OpenAI: "is not a 'regex'" (BerriAI/litellm#40485).
 */
const plainPattern = /^\^(?:[^\\(]|\((?!\?)|\\[^a-zA-Z0-9])*\$$/u;

/** What Anthropic refuses in names: "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" (can1357/oh-my-pi#9730). */
const refusedByAnthropic = /[^\w.-]/gu;
/** The same without other alphabets, which other servers take: Claude may be behind any API format. */
const refusedInNames = /[^\w.\u0080-\u{10ffff}-]/gu;
const maxName = 64;

/** What each property is called in a request; always the same for the same names. */
function sentProperties(
  names: readonly string[],
  replaced: RegExp,
): readonly (readonly [name: string, sent: string])[] {
  const used = new Set(names);
  return names.map((name) => {
    const base = name.replaceAll(replaced, '_').slice(0, maxName) || '_';
    let sent = base;
    for (let number = 2; sent !== name && used.has(sent); number++) {
      sent = `${base.slice(0, maxName - 4)}_${number}`;
    }
    used.add(sent);
    return [name, sent];
  });
}

/** The property of a tool for its name in a call; undefined if no property was sent with that name instead of its own. */
export function receivedProperty(written: string, names: readonly string[]): string | undefined {
  return [refusedInNames, refusedByAnthropic]
    .flatMap((replaced) => sentProperties(names, replaced))
    .find(([name, sent]) => sent === written && name !== written)?.[0];
}

/** What a reference within a tool's schema refers to. */
export function targetOf(reference: unknown, root: JsonRecord): JsonRecord | undefined {
  if (!isText(reference) || !/^#(?:\/|$)/u.test(reference)) {
    return undefined;
  }
  let target: unknown = root;
  for (const name of reference.split('/').slice(1)) {
    // TypeScript's generators write `Record%3Cstring%3E`.
    const key = name
      .replaceAll(/%([2-7][0-9a-f])/giu, (_escape, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    target = isJsonRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return isJsonRecord(target) ? target : undefined;
}

const maxSchemaDepth = 32;
/** Alternatives and references may lead to further ones, and back. */
const maxDepth = 8;

/** The schema, and those in it, without what makes it invalid. @param replaced in the names of properties */
export function validated(written: JsonRecord, replaced = refusedInNames): ReducedSchema {
  const validation = { root: written, replaced, isReduced: false };
  const schema = validSchema(written, validation);
  return { schema, isReduced: validation.isReduced };
}

interface Validation {
  readonly root: JsonRecord;
  readonly replaced: RegExp;
  isReduced: boolean;
}

function validSchema(schema: JsonRecord, validation: Validation, depth = 0): JsonRecord {
  const { root, replaced } = validation;
  const inner = (value: unknown): unknown =>
    isJsonRecord(value) && depth < maxSchemaDepth ? validSchema(value, validation, depth + 1) : {};
  const innerOf = (value: unknown): readonly (readonly [string, unknown])[] =>
    isJsonRecord(value) ? Object.entries(value).map(([key, one]) => [key, inner(one)]) : [];
  const { properties, pattern, description } = schema;
  const names = new Map(
    sentProperties(isJsonRecord(properties) ? Object.keys(properties) : [], replaced),
  );
  const members = Object.entries(schema)
    .filter(([name, value]) => validMembers.get(name)?.(value) ?? true)
    .flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      switch (name) {
        case 'properties':
          return [
            [name, Object.fromEntries(innerOf(value).map(([key, one]) => [names.get(key), one]))],
          ];
        case '$defs':
        case 'definitions':
        case 'patternProperties':
        case 'dependentSchemas':
          return [[name, Object.fromEntries(innerOf(value))]];
        case 'additionalProperties':
          return [[name, typeof value === 'boolean' ? value : inner(value)]];
        case 'items':
        case 'not':
        case 'if':
        case 'then':
        case 'else':
        case 'contains':
        case 'propertyNames':
          return [[name, inner(value)]];
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
        case 'prefixItems':
          return [[name, isArray(value) && value.length > 0 ? value.map(inner) : [{}]]];
        case 'required':
          return [[name, [...new Set([value].flat().map((one) => names.get(String(one)) ?? one))]]];
        case 'enum':
          return [[name, [...new Set([value].flat())]]];
        case '$ref': {
          const isDangling = targetOf(value, root) === undefined;
          validation.isReduced ||= isDangling;
          return isDangling ? [] : [[name, value]];
        }
        case 'pattern':
          return isText(value) && plainPattern.test(value) ? [[name, value]] : [];
        default:
          return [[name, value]];
      }
    });
  const valid = Object.fromEntries(members);
  if (isText(pattern) && !('pattern' in valid)) {
    const rule = `Matches the regular expression ${pattern}`;
    valid['description'] = isText(description) ? `${description}\n${rule}` : rule;
  }
  // OpenAI: "array schema missing items".
  return [valid['type']].flat().includes('array') && !('items' in valid)
    ? { ...valid, items: {} }
    : valid;
}

/** The schemas of tools for Anthropic. */
export function anthropicSchema(written?: JsonRecord): ReducedSchema {
  return objectSchema(written, refusedByAnthropic);
}

/** @param written Absent for a tool without input. @param replaced in the names of properties */
export function objectSchema(
  written: JsonRecord = {},
  replaced: RegExp = refusedInNames,
): ReducedSchema {
  const { schema: root, isReduced } = validated(written, replaced);
  const schema = resolved(root, root);
  const isPlain =
    schema['type'] === 'object' &&
    isJsonRecord(schema['properties']) &&
    !refused.some((name) => name in schema);
  if (isPlain) {
    return { schema, isReduced };
  }
  const merged = withoutAlternatives(schema, root);
  const rest = Object.entries(schema).filter(([name]) => !refused.includes(name));
  return {
    schema: {
      ...Object.fromEntries(rest),
      type: 'object',
      properties: merged.properties,
      ...(merged.required.length === 0 ? {} : { required: merged.required }),
    },
    isReduced: isReduced || refused.some((name) => name in schema),
  };
}

/** A schema without a reference of its own. */
function resolved(schema: JsonRecord, root: JsonRecord): JsonRecord {
  let current = schema;
  for (let depth = 0; depth < maxDepth && '$ref' in current; depth++) {
    const { $ref: reference, ...rest } = current;
    current = { ...targetOf(reference, root), ...rest };
  }
  const { $ref: _circular, ...rest } = current;
  return rest;
}

interface ObjectMembers {
  readonly properties: JsonRecord;
  readonly required: readonly string[];
}

/**
 * The members of an object and of its alternatives. Required are those that the object itself requires, that an `allOf`
 * requires, or that all alternatives require.
 */
function withoutAlternatives(schema: JsonRecord, root: JsonRecord, depth = 0): ObjectMembers {
  const own = schema['required'];
  const required = new Set((isArray(own) ? own : []).filter((name) => typeof name === 'string'));
  let properties: JsonRecord = {};
  for (const name of depth < maxDepth ? alternatives : []) {
    const branches = schema[name];
    const members = (isArray(branches) ? branches : [])
      .filter(isJsonRecord)
      .map((branch) => withoutAlternatives(resolved(branch, root), root, depth + 1));
    properties = Object.assign({}, properties, ...members.map((branch) => branch.properties));
    const lists = members.map((branch) => branch.required);
    const common =
      name === 'allOf'
        ? lists.flat()
        : (lists[0] ?? []).filter((one) => lists.every((list) => list.includes(one)));
    common.forEach((one) => required.add(one));
  }
  const ownProperties = schema['properties'];
  return {
    properties: { ...properties, ...(isJsonRecord(ownProperties) ? ownProperties : {}) },
    required: [...required],
  };
}
