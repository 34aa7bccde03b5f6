// The calls of an answer, repaired by the schemas of the offered tools: models write other names than the offered ones,
// numbers as text, and JSON in JSON. Only what is certain is repaired; what else is wrong is named, for the model.
import { isDeepStrictEqual } from 'node:util';
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import type { ToolCall } from '../../common/messageParts';
import type { ToolDefinition } from '../../common/tools';
import { parseOrRepair } from '../json';
import { valueLength } from '../jsonBrackets';
import { receivedProperty } from './toolSchema';

/**
 * What models write before the name of a tool: `functions.` of gpt-oss, GPT-5.6 and Kimi (tontinton/maki#505),
 * `default_api` of Gemini, also after `declaration:` (NousResearch/hermes-agent#74771).
 */
const namespace = /^(?:declaration:)?(?:functions?|tools?|default_api)[.:/]+/iu;
/** What follows it: gpt-oss's `<|channel|>commentary`, Kimi's number, blanks. */
const suffix = /(?:<\||:\d+\s*$|\s).*$/su;

/** Names of one thing, each row with who mixes them up. */
const synonyms: readonly (readonly string[])[] = [
  // Claude Code's and Gemini CLI's `file_path`, VS Code's `filePath`, Cursor's `target_file`.
  ['path', 'file', 'filename', 'filepath', 'absolutepath', 'relativepath', 'targetfile'],
  // Gemini CLI's and Cursor's search.
  ['pattern', 'query', 'regex', 'regexp', 'searchpattern', 'searchterm', 'search'],
  ['glob', 'include', 'includepattern', 'filepattern', 'globpattern', 'pattern'],
  // Roo Code's `start_line`, VS Code's `startLine`.
  ['from', 'start', 'startline', 'linestart', 'firstline', 'fromline'],
  ['to', 'end', 'endline', 'lineend', 'lastline', 'toline'],
  ['name', 'symbol', 'symbolname'],
];

/** Around arguments, beside the name of the tool. */
const wrappers = new Set(['arguments', 'parameters', 'input', 'args', 'params']);
const besideWrapped = new Set(['name', 'tool', 'function', 'type', 'id']);

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

/** The offered tool that a model means, if that is certain. @param tools by the names that are sent */
export function toolOf(
  written: string,
  tools: ReadonlyMap<string, ToolDefinition>,
): { readonly name: string; readonly tool: ToolDefinition } | undefined {
  const name = written.trim().replace(namespace, '').replace(suffix, '');
  const alike = [...tools.keys()].filter((one) => bare(one) === bare(name));
  const found = [written, name, ...(alike.length === 1 ? alike : [])].find((one) => tools.has(one));
  const tool = found === undefined ? undefined : tools.get(found);
  return found === undefined || tool === undefined ? undefined : { name: found, tool };
}

/** Returns the call with the name and the arguments that are meant; where they still don't fit, as the model wrote them. */
export function repairedCall(call: ToolCall, tools: ReadonlyMap<string, ToolDefinition>): ToolCall {
  const found = toolOf(call.name, tools);
  if (found === undefined) {
    return call;
  }
  const { name, tool } = found;
  const written = argumentsIn(call.arguments);
  const input = isJsonRecord(written) ? repairedInput(written, tool) : undefined;
  const isKept = input === undefined || call.arguments.trim() === '';
  const isSame = isKept || isDeepStrictEqual(input, parseJson(call.arguments));
  return { name, arguments: isSame ? call.arguments : JSON.stringify(input) };
}

/**
 * The calls whose arguments servers joined, repaired: parallel ones in one place (continuedev/continue#5590), one after `{}`
 * (openai/openai-agents-js#712), or twice the same (mudler/cogito#66). Only the call itself unless each one fits its tool.
 */
export function repairedCalls(
  call: ToolCall,
  tools: ReadonlyMap<string, ToolDefinition>,
): readonly ToolCall[] {
  const isJson = parseJson(call.arguments) !== undefined;
  const inputs = isJson ? [] : [...new Set(joinedObjects(call.arguments))];
  const filled = inputs.length > 1 ? inputs.filter((input) => !/^\{\s*\}$/u.test(input)) : inputs;
  const calls = filled.map((input) => repairedCall({ ...call, arguments: input }, tools));
  const isCertain = calls.every((one) => {
    const tool = tools.get(one.name);
    return tool !== undefined && argumentsProblem(one, tool) === undefined;
  });
  return calls.length > 0 && isCertain ? calls : [repairedCall(call, tools)];
}

/** The objects of which a text consists; none if it is anything else. */
function joinedObjects(text: string): readonly string[] {
  const objects: string[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const length = rest.startsWith('{') ? valueLength(rest) : undefined;
    if (length === undefined) {
      return [];
    }
    objects.push(rest.slice(0, length));
    rest = rest.slice(length).trim();
  }
  return objects;
}

/** What is wrong with the arguments of a call, as a sentence for the model; undefined if they fit the tool. */
export function argumentsProblem(
  { arguments: text }: ToolCall,
  tool: ToolDefinition,
): string | undefined {
  const input = argumentsIn(text);
  return isJsonRecord(input)
    ? problemIn(input, tool.inputSchema)
    : 'The arguments are not a JSON object.';
}

/** The arguments of a call: JSON, as Python and Gemma write it too, also in JSON texts. Some models send '' where there are none. */
function argumentsIn(text: string): unknown {
  let value: unknown = text.trim() === '' ? {} : parseValue(text);
  for (let depth = 0; typeof value === 'string' && depth < 3; depth += 1) {
    value = parseValue(value);
  }
  return value;
}

/** Undefined if the input doesn't fit even so. */
function repairedInput(
  input: JsonRecord,
  { inputSchema = {} }: ToolDefinition,
): JsonRecord | undefined {
  const candidates = [input, ...unwrapped(input, inputSchema)].map((one) =>
    repaired(one, inputSchema),
  );
  return candidates.filter(isJsonRecord).find((one) => problemIn(one, inputSchema) === undefined);
}

function unwrapped(input: JsonRecord, schema: JsonRecord): readonly JsonRecord[] {
  const { properties = {} } = schema;
  const others = Object.keys(input).filter((name) => !besideWrapped.has(name));
  const [name = ''] = others;
  const isWrapper = others.length === 1 && wrappers.has(name) && isJsonRecord(properties);
  const value = input[name];
  const inner = typeof value === 'string' ? argumentsIn(value) : value;
  return isWrapper && !Object.hasOwn(properties, name) && isJsonRecord(inner) ? [inner] : [];
}

function repaired(value: unknown, schema: unknown): unknown {
  if (!isJsonRecord(schema)) {
    return value;
  }
  if (isJsonRecord(value)) {
    return withKnownNames(value, schema);
  }
  if (Array.isArray(value)) {
    return value.map((item) => repaired(item, schema['items']));
  }
  if (typeof value !== 'string' || problemIn(value, schema) === undefined) {
    return value;
  }
  // A text where something else is expected: `"12"`, `"True"`, `"[1]"`, or one of a list.
  const inText = parseValue(/^\s*(?:true|false)\s*$/iu.test(value) ? value.toLowerCase() : value);
  const meant =
    inText === undefined
      ? [[value]]
      : [schema, ...alternativesOf(schema)].map((one) => repaired(inText, one));
  return meant.find((one) => problemIn(one, schema) === undefined) ?? value;
}

/** Renames what has another name than the tool's, and drops nulls of what may be absent. */
function withKnownNames(input: JsonRecord, schema: JsonRecord): JsonRecord {
  const { properties, required, additionalProperties: others } = schema;
  if (!isJsonRecord(properties)) {
    return input;
  }
  const takesOthers = others === true || isJsonRecord(others);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const result = new Map<string, unknown>();
  for (const [written, value] of Object.entries(input)) {
    const isFree = (name: string): boolean => !Object.hasOwn(input, name) && !result.has(name);
    const names = Object.keys(properties).filter(isFree);
    const meant =
      receivedProperty(written, Object.keys(properties)) ??
      (takesOthers ? undefined : meantName(written, names));
    const name = Object.hasOwn(properties, written) ? written : (meant ?? written);
    const fitting = repaired(value, properties[name]);
    const isAbsent =
      value === null && !isRequired(name) && problemIn(value, properties[name]) !== undefined;
    if (name !== written && problemIn(fitting, properties[name]) !== undefined) {
      result.set(written, value);
    } else if (!isAbsent) {
      result.set(name, fitting);
    }
  }
  return Object.fromEntries(result);
}

/** The one of `names` that a model means, if that is certain. */
function meantName(written: string, names: readonly string[]): string | undefined {
  const word = bare(written);
  const rows = synonyms.filter((row) => row.includes(word));
  const equal = names.filter((name) => bare(name) === word);
  const meant =
    equal.length > 0 ? equal : names.filter((name) => rows.some((row) => row.includes(bare(name))));
  return meant.length === 1 ? meant[0] : undefined;
}

function alternativesOf({ anyOf, oneOf }: JsonRecord): readonly JsonRecord[] {
  return [anyOf, oneOf].flat().filter(isJsonRecord);
}

/** What is wrong with a value, by the parts of a schema that all API formats know; a sentence for the model. */
function problemIn(value: unknown, schema: unknown, name = ''): string | undefined {
  if (!isJsonRecord(schema)) {
    return undefined;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const problems = alternatives.map((one) => problemIn(value, one, name));
    return problems.includes(undefined) ? undefined : problems[0];
  }
  const { type, enum: values, properties, required, items } = schema;
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (types.length > 0 && !types.some((one) => hasType(value, one))) {
    return `The argument ${JSON.stringify(name)} must be of the type ${types.join(' or ')}.`;
  }
  if (Array.isArray(values) && !values.some((one) => isDeepStrictEqual(one, value))) {
    return `The argument ${JSON.stringify(name)} must be one of ${JSON.stringify(values)}.`;
  }
  if (Array.isArray(value)) {
    return firstProblem(value.map((item, index) => [item, items, `${name}[${index}]`]));
  }
  if (!isJsonRecord(value)) {
    return undefined;
  }
  const prefix = name === '' ? '' : `${name}.`;
  const missing = (Array.isArray(required) ? required : []).find(
    (one) => !Object.hasOwn(value, String(one)),
  );
  if (missing !== undefined) {
    return `The argument ${JSON.stringify(`${prefix}${String(missing)}`)} is missing.`;
  }
  const schemas = isJsonRecord(properties) ? properties : {};
  return firstProblem(
    Object.entries(value).map(([key, one]) => [
      one,
      Object.hasOwn(schemas, key) ? schemas[key] : undefined,
      prefix + key,
    ]),
  );
}

function firstProblem(
  members: readonly (readonly [unknown, unknown, string])[],
): string | undefined {
  for (const [value, schema, name] of members) {
    const problem = problemIn(value, schema, name);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function hasType(value: unknown, type: string): boolean {
  switch (type.toLowerCase()) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type.toLowerCase();
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonRecord(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}

const relaxed =
  /<\|"\|>(?:(?<gemma>.*?)<\|"\|>|.*$)|<escape>(?:(?<escaped>.*?)<escape>|.*$)|"[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$)|(?<=[=:,([{]\s?)'(?<single>[^'\\]*(?:\\(?:.|$)[^'\\]*)*)(?:'|$)|(?<=[{,]\s?)(?<key>[A-Za-z_][\w-]*)\s*[:=]|(?<=[:=[,]\s?)(?<word>[^\s"'<>{}[\],][^"'<>{}[\],]*)/gsu;
const pythonWords = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Parses JSON, or a value as Gemma and Python write it, with bare names. */
export function parseValue(text: string): unknown {
  return parseOrRepair(text) ?? parseJson(relaxedJson(text));
}

function relaxedJson(text: string): string {
  return text.replace(relaxed, (all: string, ...rest: readonly unknown[]) => {
    const groups = rest.at(-1);
    const { gemma, escaped, single, key, word } = isJsonRecord(groups) ? groups : {};
    const quoted = gemma ?? escaped;
    if (typeof key === 'string') {
      return `${JSON.stringify(key)}:`;
    }
    if (typeof word === 'string') {
      const known = pythonWords.get(word) ?? word.trim();
      return parseJson(known) === undefined ? JSON.stringify(word.trim()) : known;
    }
    return typeof quoted === 'string'
      ? JSON.stringify(quoted)
      : typeof single === 'string'
        ? `"${single.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/gu, '\\"')}"`
        : all;
  });
}
