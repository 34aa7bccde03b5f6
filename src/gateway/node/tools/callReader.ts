// Reads the calls that a text consists of, in the grammar of `spellings`. The text may still grow.
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import type { ToolCall } from '../../common/messageParts';
import type { ToolDefinition } from '../../common/tools';
import type { Marker } from '../formats/marker';
import { isText } from '../json';
import {
  anyField,
  arounds,
  fields,
  heads,
  json,
  nameAlone,
  object,
  pythonList,
} from './callSpellings';
import { argumentsProblem, parseValue, repairedCall, toolOf } from './toolArguments';

/** What ends a call, or all of them. */
const closing = /^(?:[<[]\|?\/|<tool_call\||<\|(?:calls?|return|close)\||<[|｜]?end)|end[|｜]>$/iu;
/** What else stands around calls, and before arguments: also the ID of a call of Mistral and Solar, and GLM 5.3's `NAME>{`. */
const filling =
  /(?:\s+|[,;]|\](?!<\]|<$)|>(?=\s*\{)|(?<=\[CALL_ID\]|<\|tool_call:begin\|>)[\w-]{1,64}|```(?:json)?(?=\s*[<{]|\s*$)|function(?=<)|(?:json|code)(?=\s*[<{]))+/uy;

/** A call, or calls in one JSON value, up to `end`; no calls where the text ends before they do. */
interface Reading {
  readonly calls: readonly ToolCall[];
  readonly end: number;
}

/**
 * The calls from `start` to the end of a text, if it is nothing else.
 * @param isLast Nothing follows. Otherwise there are fewer calls, or none, where the text ends before they do.
 * @param takesMisfits Calls of offered tools are read even if their arguments don't fit.
 */
export function readCalls(
  text: string,
  start: number,
  tools: ReadonlyMap<string, ToolDefinition>,
  isLast: boolean,
  takesMisfits = false,
): readonly ToolCall[] | undefined {
  const reader = new CallReader(text, tools, isLast, takesMisfits);
  // One after the other, on lines or after semicolons (ggml-org/llama.cpp#14101, ai-dynamo/dynamo#9536).
  const isBare = /[{[]/u.test(text.charAt(start)) && reader.skip(start).end === start;
  const isPython = pythonList.at(text, start) !== undefined || pythonList.mayBeAt(text, start);
  const calls: ToolCall[] = [];
  let at = start;
  let isOpen = false;
  for (;;) {
    const { end, markers } = reader.skip(at);
    const last = markers.at(-1);
    isOpen = last === undefined ? isOpen : !closing.test(last);
    at = end;
    if (at === text.length || (!isLast && reader.mayBeAround(at))) {
      return calls;
    }
    const isMarked = isOpen && (last !== undefined || /[,;\]]\s*$/u.test(text.slice(start, at)));
    const read = isBare
      ? (reader.wholeAnswer(at) ?? (isPython ? reader.named(at) : undefined))
      : (reader.headed(at) ??
        (isOpen ? reader.json(at) : undefined) ??
        (isMarked ? reader.named(at) : undefined));
    if (read === undefined) {
      return undefined;
    }
    calls.push(...read.calls);
    at = read.end;
  }
}

class CallReader {
  constructor(
    private readonly text: string,
    private readonly tools: ReadonlyMap<string, ToolDefinition>,
    private readonly isLast: boolean,
    private readonly takesMisfits: boolean,
  ) {}

  /** What stands around calls from `at` on. */
  skip(at: number): { readonly end: number; readonly markers: readonly string[] } {
    const markers: string[] = [];
    for (let end = at; ;) {
      filling.lastIndex = end;
      const [blank = ''] = filling.exec(this.text) ?? [];
      const marker = arounds.at(this.text, end + blank.length)?.[0] ?? '';
      markers.push(...(marker === '' ? [] : [marker]));
      if (blank + marker === '') {
        return { end, markers };
      }
      end += blank.length + marker.length;
    }
  }

  /** Whether the text ends amid what may stand around calls. */
  mayBeAround(at: number): boolean {
    return arounds.mayBeAt(this.text, at) || /^`{1,3}\w{0,4}$/u.test(this.text.slice(at, at + 8));
  }

  /** A call that begins with its tool's name in a marker. */
  headed(at: number): Reading | undefined {
    return this.#named(heads, at);
  }

  named(at: number): Reading | undefined {
    return this.#named([nameAlone], at);
  }

  #named(markers: readonly Marker[], at: number): Reading | undefined {
    const { text } = this;
    const match = markers.map((marker) => marker.at(text, at)).find((one) => one !== undefined);
    const { 0: all = '', groups: { name = '' } = {} } = match ?? {};
    const end = at + all.length;
    const mayGoOn = match === undefined || (all.endsWith(name) && end === text.length);
    if (!this.isLast && mayGoOn && markers.some((marker) => marker.mayBeAt(text, at))) {
      return this.#unfinished;
    }
    return match && this.#input(name, end);
  }

  json(at: number): Reading | undefined {
    const { text } = this;
    const match = json.at(text, at);
    const name = match?.groups?.['name'];
    if (match === undefined) {
      return json.mayBeAt(text, at) ? this.#unfinished : undefined;
    }
    if (name !== undefined && toolOf(name, this.tools) === undefined) {
      return undefined;
    }
    const end = valueEnd(text, at);
    return end === undefined
      ? this.#unfinished
      : this.#callsOf(parseValue(text.slice(at, end)), end);
  }

  /** A call, or a list of calls, of which the whole answer consists. */
  wholeAnswer(at: number): Reading | undefined {
    const read = this.json(at);
    const value = read === undefined ? undefined : parseValue(this.text.slice(at, read.end));
    const isCall = (one: unknown): boolean =>
      isJsonRecord(one) &&
      ('arguments' in one || 'parameters' in one || isCall(one['function'])) &&
      Object.keys(one).every((key) =>
        /^(?:name|arguments|parameters|type|id|function)$/u.test(key),
      );
    return [value].flat().every(isCall) || read?.calls.length === 0 ? read : undefined;
  }

  get #unfinished(): Reading | undefined {
    return this.isLast ? undefined : { calls: [], end: this.text.length };
  }

  /** The arguments of a call from `at` on. */
  #input(name: string, at: number): Reading | undefined {
    const found = toolOf(name, this.tools);
    if (found === undefined) {
      return undefined;
    }
    const { text } = this;
    const { end: start, markers } = this.skip(at);
    if (markers.some((marker) => closing.test(marker))) {
      return this.#call(name, {}, start);
    }
    const rest = text.slice(start, start + 32);
    if (text.startsWith('(', start)) {
      return this.#arguments(name, start, (value) => `{${value.slice(1, -1)}}`);
    }
    if (object.at(text, start) !== undefined) {
      return this.#arguments(name, start, (value) => value);
    }
    if (anyField.at(text, start) !== undefined) {
      return this.#fields(found.name, found.tool, start);
    }
    const mayFollow =
      start === text.length ||
      object.mayBeAt(text, start) ||
      anyField.mayBeAt(text, start) ||
      /^(?:>\s*|\w{1,16})$/u.test(rest);
    return !this.isLast && mayFollow ? this.#unfinished : this.#call(name, {}, start);
  }

  #arguments(name: string, at: number, toJson: (value: string) => string): Reading | undefined {
    const end = valueEnd(this.text, at);
    if (end === undefined) {
      return this.#unfinished;
    }
    return this.#call(name, parseValue(toJson(this.text.slice(at, end))), end);
  }

  /** Closing tags may be missing: an argument ends where the next one begins, or the call ends. */
  #fields(name: string, { inputSchema }: ToolDefinition, start: number): Reading | undefined {
    const { text } = this;
    const properties = inputSchema?.['properties'];
    const input = new Map<string, unknown>();
    let at = start;
    for (;;) {
      const field = fields
        .map(({ marker, end }) => ({ match: marker.at(text, at), end }))
        .find(({ match }) => match !== undefined);
      const { 0: head = '', groups: { key = '', mark = '' } = {} } = field?.match ?? {};
      if (field === undefined) {
        const isUnfinished = !this.isLast && (at === text.length || anyField.mayBeAt(text, at));
        return isUnfinished ? this.#unfinished : this.#call(name, Object.fromEntries(input), at);
      }
      const from = at + head.length;
      const close = field.end.replace('MARK', mark).replace('KEY', key);
      const closed = text.indexOf(close, from);
      const next = anyField.next(text, from);
      if (!this.isLast && closed === -1 && next === text.length) {
        return this.#unfinished;
      }
      const end = closed === -1 || next < closed ? Math.min(next, callEnd(text, from)) : closed;
      if (end === text.length) {
        return this.#unfinished;
      }
      const value = text.slice(from, end);
      if (input.has(key)) {
        return undefined;
      }
      const isLine = close === '</parameter>' && mark === '';
      const lines = isLine ? /^\n?(.*?)\n?$/su.exec(value) : /^\n(.*)\n$/su.exec(value);
      // MiniCPM 5 writes values of several lines so.
      const [, data] = /^<!\[CDATA\[(.*)\]\]>$/su.exec(value) ?? [];
      const written = data ?? lines?.[1] ?? value;
      const schema = isJsonRecord(properties) ? properties[key] : undefined;
      const isTyped = isJsonRecord(schema) && schema['type'] !== undefined;
      input.set(key, isTyped ? written : (parseJson(written.trim()) ?? written));
      at = end + (end === closed ? close.length : 0);
      at += text.slice(at).search(/\S|$/u);
    }
  }

  /** Calls in JSON, of one or of a list. */
  #callsOf(value: unknown, end: number): Reading | undefined {
    if (Array.isArray(value)) {
      const all = value.map((one) => this.#callsOf(one, end));
      const read = all.filter((one) => one !== undefined);
      return read.length === all.length
        ? { calls: read.flatMap(({ calls }) => calls), end }
        : undefined;
    }
    if (!isJsonRecord(value) || isDefinition(value)) {
      return undefined;
    }
    const { function: called } = value;
    if (isJsonRecord(called)) {
      return this.#callsOf(called, end);
    }
    const name = [value['name'], value['tool_name'], value['tool'], called].find(isText) ?? '';
    const input =
      value['arguments'] ?? value['parameters'] ?? value['input'] ?? value['args'] ?? {};
    return this.#call(name, input, end);
  }

  /** A call of an offered tool with arguments that fit. While the text grows, one without is held back, and none at its end. */
  #call(name: string, input: unknown, end: number): Reading | undefined {
    const call = repairedCall({ name, arguments: JSON.stringify(input) ?? 'null' }, this.tools);
    const tool = this.tools.get(call.name);
    if (tool === undefined || isSchemaFor(input, tool)) {
      return undefined;
    }
    if (this.takesMisfits || argumentsProblem(call, tool) === undefined) {
      return { calls: [call], end };
    }
    return this.isLast || !isJsonRecord(input) ? undefined : { calls: [], end };
  }
}

/** A model that is asked for its tools writes their definitions, as the prompts of Qwen and Mistral have them: no calls. */
function isDefinition(value: JsonRecord): boolean {
  return ['description', 'inputSchema', 'input_schema'].some((name) => Object.hasOwn(value, name));
}

/** The arguments are the schema of the tool's input instead, alone or in all that defines it. */
function isSchemaFor(input: unknown, { inputSchema }: ToolDefinition): boolean {
  const { properties } = inputSchema ?? {};
  const unknown = (name: string): unknown =>
    isJsonRecord(input) && !(isJsonRecord(properties) && Object.hasOwn(properties, name))
      ? input[name]
      : undefined;
  const parameters = unknown('parameters');
  return [unknown('type'), isJsonRecord(parameters) ? parameters['type'] : undefined].some(
    (type) => isText(type) && type.toLowerCase() === 'object',
  );
}

/** Where a call with arguments one by one ends. */
function callEnd(text: string, from: number): number {
  const end = /<\/(?:[\w｜|‖]{1,32}[:_ ]?)?(?:invoke|function|tool_call)>/u.exec(text.slice(from));
  return end === null ? text.length : from + end.index;
}

/** A string, as JSON, Python and Gemma write it, or a bracket. One that does not end goes on to the end of the text. */
const valueTokens =
  /<\|"\|>(?:.*?<\|"\|>|.*$)|<escape>(?:.*?<escape>|.*$)|"[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$)|(?<=[=:,([{]\s?)'[^'\\]*(?:\\(?:.|$)[^'\\]*)*(?:'|$)|[()[\]{}]/gsu;

/** Where the value at `at` ends; undefined if it doesn't. */
function valueEnd(text: string, at: number): number | undefined {
  let depth = 0;
  valueTokens.lastIndex = at;
  for (let match = valueTokens.exec(text); match !== null; match = valueTokens.exec(text)) {
    depth += /^[([{]$/u.test(match[0]) ? 1 : /^[)\]}]$/u.test(match[0]) ? -1 : 0;
    if (depth === 0) {
      return valueTokens.lastIndex;
    }
  }
  return undefined;
}
