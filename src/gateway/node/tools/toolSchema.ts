// The JSON schemas of tools as the chat completions, Responses and Messages formats accept them: the top level must be
// an object without alternatives. OpenAI: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/
// 'not' at the top level" (nspady/google-calendar-mcp#39). Anthropic: "input_schema does not support oneOf, allOf, or
// anyOf at the top level" (anthropics/claude-code#5319).
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { isArray } from '../json';

export interface ReducedSchema {
  readonly schema: JsonRecord;
  /** Something that restricts the input was dropped. */
  readonly isReduced: boolean;
}

const alternatives = ['allOf', 'anyOf', 'oneOf'] as const;
const refused = [...alternatives, 'enum', 'not', 'if', 'then', 'else'];

const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
const isNumber = (value: unknown): boolean => typeof value === 'number';
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
]);

const maxSchemaDepth = 32;

/** The schema, and those in it, without what makes it invalid. */
function validSchema(schema: JsonRecord, depth = 0): JsonRecord {
  const inner = (value: unknown): unknown =>
    isJsonRecord(value) && depth < maxSchemaDepth ? validSchema(value, depth + 1) : {};
  const members = Object.entries(schema)
    .filter(([name, value]) => validMembers.get(name)?.(value) ?? true)
    .map(([name, value]): [string, unknown] => {
      switch (name) {
        case 'properties':
        case '$defs':
        case 'definitions': {
          const entries = isJsonRecord(value) ? Object.entries(value) : [];
          return [name, Object.fromEntries(entries.map(([key, one]) => [key, inner(one)]))];
        }
        case 'items':
        case 'additionalProperties':
          return [name, typeof value === 'boolean' ? value : inner(value)];
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          return [name, isArray(value) ? value.map(inner) : [{}]];
        default:
          return [name, value];
      }
    });
  const valid = Object.fromEntries(members);
  // OpenAI: "array schema missing items".
  return valid['type'] === 'array' && !('items' in valid) ? { ...valid, items: {} } : valid;
}

/** @param written Absent for a tool without input. */
export function objectSchema(written: JsonRecord = {}): ReducedSchema {
  const schema = validSchema(written);
  const isPlain =
    schema['type'] === 'object' &&
    isJsonRecord(schema['properties']) &&
    !refused.some((name) => name in schema);
  if (isPlain) {
    return { schema, isReduced: false };
  }
  const merged = withoutAlternatives(schema);
  const rest = Object.entries(schema).filter(([name]) => !refused.includes(name));
  return {
    schema: {
      ...Object.fromEntries(rest),
      type: 'object',
      properties: merged.properties,
      ...(merged.required.length === 0 ? {} : { required: merged.required }),
    },
    isReduced: refused.some((name) => name in schema),
  };
}

interface ObjectMembers {
  readonly properties: JsonRecord;
  readonly required: readonly string[];
}

/** Alternatives may refer to further ones. */
const maxDepth = 8;

/**
 * The members of an object and of its alternatives. Required are those that the object itself requires, that an `allOf`
 * requires, or that all alternatives require.
 */
function withoutAlternatives(schema: JsonRecord, depth = 0): ObjectMembers {
  const own = schema['required'];
  const required = new Set((isArray(own) ? own : []).filter((name) => typeof name === 'string'));
  let properties: JsonRecord = {};
  for (const name of depth < maxDepth ? alternatives : []) {
    const branches = schema[name];
    const members = (isArray(branches) ? branches : [])
      .filter(isJsonRecord)
      .map((branch) => withoutAlternatives(branch, depth + 1));
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
