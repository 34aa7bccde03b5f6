// The schemas of tools, checked as servers check them.
import { isRecord } from '../http/json';

const refusedAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/**
 * OpenAI's and Anthropic's rule: an object without alternatives at the top level.
 * @param keys Matches names of properties.
 */
export function objectSchemaError(
  schema: unknown,
  name: string,
  keys = /^[\w.\u0080-\u{10ffff}-]{1,64}$/u,
): string | undefined {
  if (!isRecord(schema) || schema['type'] !== 'object') {
    return `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'`;
  }
  if (!isRecord(schema['properties'])) {
    return `Invalid schema for function '${name}': In context=(), object schema missing properties`;
  }
  return refusedAtTop.some((member) => member in schema)
    ? `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`
    : partError(schema, name, keys, schema);
}

/** Anthropic's names of properties. */
export const anthropicKeys = /^[a-zA-Z0-9_.-]{1,64}$/u;

/** What servers refuse anywhere in a schema: the regular expressions of OpenAI and llama.cpp, names, lists, references. */
function partError(schema: unknown, name: string, keys: RegExp, root: unknown): string | undefined {
  if (!isRecord(schema)) {
    return typeof schema === 'boolean' ? undefined : `Invalid schema for function '${name}'`;
  }
  const { pattern, properties, description, $ref: reference } = schema;
  if (
    typeof pattern === 'string' &&
    !(/^\^.*\$$/su.test(pattern) && !/\\[a-z]|\(\?/iu.test(pattern))
  ) {
    return `JSON schema conversion failed: Pattern must start with '^' and end with '$'`;
  }
  if (description !== undefined && typeof description !== 'string') {
    return `Invalid schema for function '${name}': ${JSON.stringify(description)} is not of type 'string'`;
  }
  if (reference !== undefined && !hasTarget(reference, root)) {
    return `Invalid schema for function '${name}': reference to component ${JSON.stringify(reference)} which was not found`;
  }
  for (const list of [schema['required'], schema['enum']]) {
    if (Array.isArray(list) && new Set(list).size < list.length) {
      return `Invalid schema for function '${name}': ${JSON.stringify(list)} has non-unique elements`;
    }
  }
  const names = isRecord(properties) ? Object.keys(properties) : [];
  if (names.some((key) => !keys.test(key))) {
    return `tools.0.custom.input_schema.properties: Property keys should match pattern '${keys.source}'`;
  }
  const maps = ['properties', '$defs'].map((key) => schema[key]).filter(isRecord);
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => schema[key] ?? []);
  const inner = ['items', 'additionalProperties', 'not'].flatMap((key) => schema[key] ?? []);
  return [...maps.flatMap((map) => Object.values(map)), ...lists, ...inner]
    .map((one) => partError(one, name, keys, root))
    .find((error) => error !== undefined);
}

function hasTarget(reference: unknown, root: unknown): boolean {
  const [start, ...keys] = typeof reference === 'string' ? reference.split('/') : [];
  let target: unknown = start === '#' ? root : undefined;
  for (const key of keys) {
    target = isRecord(target) ? target[key] : undefined;
  }
  return isRecord(target);
}

const members = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern anyOf items minimum maximum'.split(
    ' ',
  ),
);
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Gemini's rule: the members of its `Schema`. */
export function openApiSchemaError(schema: unknown, path: string): string | undefined {
  if (!isRecord(schema)) {
    return `Invalid value at '${path}': not a schema`;
  }
  const unknown = Object.keys(schema).find((name) => !members.has(name));
  if (unknown !== undefined) {
    return `Invalid JSON payload received. Unknown name "${unknown}" at '${path}': Cannot find field.`;
  }
  const { type, enum: values, properties, required, items, anyOf } = schema;
  if (type !== undefined && !(typeof type === 'string' && types.has(type))) {
    return `Invalid value at '${path}.type'`;
  }
  if (values !== undefined && !(isListOf(values, isString) && type === 'string')) {
    return `Invalid value at '${path}.enum': only allowed for STRING type`;
  }
  if (type === 'array' && items === undefined) {
    return `${path}.items: missing field.`;
  }
  const known = isRecord(properties) ? Object.keys(properties) : [];
  if (required !== undefined && !isListOf(required, (one) => known.includes(String(one)))) {
    return `${path}.required[0]: property is not defined`;
  }
  const inner: readonly (readonly [string, unknown])[] = [
    ...(isRecord(properties) ? Object.entries(properties) : []),
    ...(items === undefined ? [] : [['items', items] as const]),
    ...(Array.isArray(anyOf) ? anyOf.map((one: unknown) => ['any_of', one] as const) : []),
  ];
  return inner
    .map(([name, value]) => openApiSchemaError(value, `${path}.${name}`))
    .find((error) => error !== undefined);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
