// The JSON schemas of tools as Gemini's `Schema` has them, a part of OpenAPI 3.0. Its server refuses a request with any
// other member: "Unknown name "exclusiveMinimum" at …: Cannot find field" (pizza-bot-app/pizza-bot#62, which also names
// `const`, `multipleOf` and `oneOf`).
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { isArray, isText, textAt } from '../json';
import { objectSchema, targetOf, validated, type ReducedSchema } from './toolSchema';

/** Members that are sent as they are: Gemini's API reference, `Schema`. */
const copied = words(
  'title description nullable pattern minimum maximum minLength maxLength minItems maxItems minProperties maxProperties',
);

/** Members that are converted, or that restrict nothing. */
const converted = words(
  'type enum const format properties required items anyOf oneOf allOf $ref $defs definitions',
  '$schema $id $comment default example examples deprecated readOnly writeOnly',
  'markdownDescription enumDescriptions defaultSnippets',
);

/** "Unsupported format for a string" is an error; only these are known. */
const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Deeper schemas are cut off: a reference may lead back to itself. */
const maxDepth = 12;
/** One tool may have this many schemas, with references resolved. */
const maxSchemas = 2_000;

/** @param schema Absent for a tool without input. */
export function openApiSchema(schema: JsonRecord = {}): ReducedSchema {
  const reduction = new Reduction(validated(schema).schema);
  const top = objectSchema(schema);
  const reduced = reduction.reduce(top.schema, 0);
  return { schema: reduced, isReduced: top.isReduced || reduction.isReduced };
}

class Reduction {
  isReduced = false;
  #schemas = 0;

  constructor(private readonly root: JsonRecord) {}

  /** Replaces a schema that refers to another one of the tool. Its own members, such as the description, win. */
  resolve(schema: JsonRecord): JsonRecord {
    let resolved = schema;
    for (let depth = 0; depth < maxDepth; depth++) {
      const { $ref: reference, ...rest } = resolved;
      if (!isText(reference)) {
        break;
      }
      const target = targetOf(reference, this.root);
      this.isReduced ||= target === undefined;
      resolved = { ...target, ...rest };
    }
    return resolved;
  }

  reduce(unresolved: JsonRecord, depth: number): JsonRecord {
    this.#schemas += 1;
    if (depth > maxDepth || this.#schemas > maxSchemas) {
      this.isReduced = true;
      return { type: 'object' };
    }
    const schema = this.#withoutAllOf(this.resolve(unresolved), depth);
    this.isReduced ||= Object.keys(schema).some((name) => isLost(name, schema[name]));
    const { types, nullable } = typesOf(schema);
    const alternatives = [
      ...(types.length > 1 ? types.map((type) => this.#typed(schema, type, depth)) : []),
      ...this.#alternatives(schema, depth),
    ];
    const isNullable = nullable || alternatives.some((one) => one['type'] === 'null');
    const others = alternatives.filter((one) => one['type'] !== 'null');
    const unchanged = Object.entries(schema).filter(([name]) => copied.has(name));
    const [single] = others;
    return {
      ...Object.fromEntries(unchanged),
      ...(others.length > 1 ? { anyOf: others } : {}),
      ...(others.length === 1 ? single : {}),
      ...(others.length === 0 ? this.#typed(schema, types[0], depth) : {}),
      ...(isNullable ? { nullable: true } : {}),
    };
  }

  /** The members that depend on the type. */
  #typed(schema: JsonRecord, type: string | undefined, depth: number): JsonRecord {
    const values = enumOf(schema);
    const named = values?.filter((value) => value !== '') ?? [];
    const format = textAt(schema, 'format');
    const known = format !== undefined && formats[type ?? '']?.includes(format) === true;
    const isString = named.every((value) => typeof value === 'string');
    // Gemini's `enum` is of strings, none of them empty: "enum[0]: cannot be empty" (sbroenne/mcp-server-excel#607).
    this.isReduced ||= !isString || named.length < (values?.length ?? 0);
    return {
      ...(type === undefined ? {} : { type }),
      ...(known ? { format } : {}),
      ...(named.length > 0 && isString && type === 'string' ? { enum: named } : {}),
      ...(type === 'object' ? this.#members(schema, depth) : {}),
      ...(type === 'array' ? { items: this.#items(schema, depth) } : {}),
    };
  }

  #members(schema: JsonRecord, depth: number): JsonRecord {
    const { properties, required } = schema;
    const entries = isJsonRecord(properties) ? Object.entries(properties) : [];
    if (entries.length === 0) {
      return {};
    }
    const names = new Set(entries.map(([name]) => name));
    const known = (isArray(required) ? required : []).filter(
      (name) => typeof name === 'string' && names.has(name),
    );
    return {
      properties: Object.fromEntries(
        entries.map(([name, value]) => [
          name,
          this.reduce(isJsonRecord(value) ? value : {}, depth + 1),
        ]),
      ),
      // "required[0]: property is not defined" is an error.
      ...(known.length === 0 ? {} : { required: known }),
    };
  }

  /** "items: missing field" is an error. */
  #items(schema: JsonRecord, depth: number): JsonRecord {
    const { items } = schema;
    const first: unknown = isArray(items) ? items[0] : items;
    const reduced = this.reduce(isJsonRecord(first) ? first : {}, depth + 1);
    return Object.keys(reduced).length === 0 ? { type: 'string' } : reduced;
  }

  #alternatives({ anyOf, oneOf }: JsonRecord, depth: number): readonly JsonRecord[] {
    const all = [...(isArray(anyOf) ? anyOf : []), ...(isArray(oneOf) ? oneOf : [])];
    return all.filter(isJsonRecord).map((one) => this.reduce(one, depth + 1));
  }

  #withoutAllOf(schema: JsonRecord, depth: number): JsonRecord {
    const { allOf, ...rest } = schema;
    if (!isArray(allOf)) {
      return schema;
    }
    this.#schemas += allOf.length;
    if (depth > maxDepth || this.#schemas > maxSchemas) {
      this.isReduced = true;
      return rest;
    }
    const branches = allOf
      .filter(isJsonRecord)
      .map((branch) => this.#withoutAllOf(this.resolve(branch), depth + 1));
    return [...branches, rest].reduce(merged, {});
  }
}

function isLost(name: string, value: unknown): boolean {
  return (
    !copied.has(name) &&
    !converted.has(name) &&
    !(name === 'additionalProperties' && !isJsonRecord(value))
  );
}

function enumOf(schema: JsonRecord): readonly unknown[] | undefined {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  return isArray(values) ? values.filter((value) => value !== null) : undefined;
}

const knownTypes = words('string number integer boolean array object null');

interface Types {
  /** `null` is left out; empty if the schema names no type. */
  readonly types: readonly string[];
  readonly nullable: boolean;
}

function typesOf(schema: JsonRecord): Types {
  const { type, properties, items } = schema;
  const named = (isArray(type) ? type : [type])
    .filter(isText)
    .map((name) => name.toLowerCase())
    .filter((name) => knownTypes.has(name));
  if (named.length === 1 && named[0] === 'null') {
    return { types: named, nullable: true };
  }
  const types = named.filter((name) => name !== 'null');
  const nullable = types.length < named.length;
  if (types.length > 0) {
    return { types, nullable };
  }
  const values = enumOf(schema) ?? [];
  if (isJsonRecord(properties)) {
    return { types: ['object'], nullable };
  }
  if (items !== undefined) {
    return { types: ['array'], nullable };
  }
  return values.some((value) => typeof value === 'string')
    ? { types: ['string'], nullable }
    : { types, nullable };
}

function merged(a: JsonRecord, b: JsonRecord): JsonRecord {
  const [first, second] = [a['properties'], b['properties']];
  const required = [a['required'], b['required']].flatMap((names) => (isArray(names) ? names : []));
  return {
    ...a,
    ...b,
    ...(isJsonRecord(first) && isJsonRecord(second) ? { properties: { ...first, ...second } } : {}),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
