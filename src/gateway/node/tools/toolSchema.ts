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

/** @param schema Absent for a tool without input. */
export function objectSchema(schema: JsonRecord = {}): ReducedSchema {
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
