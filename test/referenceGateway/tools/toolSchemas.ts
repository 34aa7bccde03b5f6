// The schemas of tools, checked as servers check them.
import { isRecord } from '../http/json';

const refusedAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/** OpenAI's and Anthropic's rule: an object without alternatives at the top level. */
export function objectSchemaError(schema: unknown, name: string): string | undefined {
  if (!isRecord(schema) || schema['type'] !== 'object') {
    return `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'`;
  }
  if (!isRecord(schema['properties'])) {
    return `Invalid schema for function '${name}': In context=(), object schema missing properties`;
  }
  return refusedAtTop.some((member) => member in schema)
    ? `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`
    : undefined;
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
