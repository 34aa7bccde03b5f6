// Calls that a model wrote into the text of its answer, where the server has no parser for the model's format. Text is read
// as calls only if tools were offered, it stands outside code at the end of a complete answer, and each call names an
// offered tool and has arguments that fit its schema. Anything else stays text.
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import { CodeTracker } from '../../../base/text/codeFence';
import type { StreamPart } from '../../common/chatModel';
import type { ToolDefinition } from '../../common/tools';

/** How a family of models writes a call. Closing tags may be missing, and the last one often is. */
interface CallSyntax {
  /** Begins a call. */
  readonly opening: RegExp;
  /**
   * Matches the rest of a call. Its groups: `json` is an object with name and arguments, or `name` is the name and `input`
   * the arguments, or `fields` has them one by one.
   */
  readonly call: RegExp;
  /** Matches one argument in `fields`, with the groups `key` and `value`. */
  readonly field?: RegExp;
}

/** Each with the sample in its test. */
const syntaxes: readonly CallSyntax[] = [
  // Hermes, Qwen 2.5 and 3 (QwenLM/qwen-code#10692).
  { opening: /<tool_call>/u, call: /^\s*(?<json>\{.*\})/su },
  // Qwen3-Coder (QwenLM/qwen-code#8003).
  {
    opening: /<function=/u,
    call: /^(?<name>[\w.-]+)>(?<fields>.*?)(?:<\/function>|$)/su,
    field: /<parameter=(?<key>\w+)>\n?(?<value>.*?)\n?(?:<\/parameter>|(?=<parameter=)|$)/gsu,
  },
  // GLM 4.5 and later.
  {
    opening: /<tool_call>/u,
    call: /^\s*(?<name>[\w.-]+)\s*(?<fields>(?:<arg_key>.*?)?)(?:<\/tool_call>|$)/su,
    field:
      /<arg_key>(?<key>\w+)<\/arg_key>\s*<arg_value>(?<value>.*?)(?:<\/arg_value>|(?=<arg_key>)|$)/gsu,
  },
  // Anthropic's, which others imitate; DeepSeek V3.2 with `｜DSML｜` (NousResearch/hermes-agent#54283).
  {
    opening: /<(?:\w+:|｜DSML｜)?invoke name="/u,
    call: /^(?<name>[^"<>]+)">(?<fields>.*?)(?:<\/(?:\w+:|｜DSML｜)?invoke>|$)/su,
    field:
      /<(?<mark>\w+:|｜DSML｜)?parameter name="(?<key>[^"<>]+)"[^<>]*>(?<value>.*?)(?:<\/\k<mark>parameter>|(?=<\k<mark>parameter )|$)/gsu,
  },
  // DeepSeek R1 and V3 with `function` and a fence, V3.1 without.
  {
    opening: /<｜tool▁call▁begin｜>/u,
    call: /^\s*(?:function<｜tool▁sep｜>)?(?<name>[\w.-]+)\s*(?:<｜tool▁sep｜>\s*)?(?:```json\s*)?(?<input>\{.*\})\s*(?:```\s*)?(?:<｜tool▁call▁end｜>)?/su,
  },
  // Kimi K2.
  {
    opening: /<\|tool_call_begin\|>/u,
    call: /^\s*(?:functions\.)?(?<name>[\w-]+)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*(?<input>\{.*\})\s*(?:<\|tool_call_end\|>)?/su,
  },
];

/** What stands around the calls. */
const wrapper =
  /<\/?tool_calls?>|<\/?(?:\w+:|｜DSML｜)?(?:function_calls|tool_calls)>|<｜tool▁calls▁(?:begin|end)｜>|<\|tool_calls_section_(?:begin|end)\|>/gu;

const openings = [
  '<tool_call>',
  '<function=',
  '<function_calls>',
  '<invoke name=',
  '<antml:',
  '<｜DSML｜',
  '<｜tool▁call',
  '<|tool_call',
];

/** A call names its tool at once. */
const maxCharsBeforeName = 200;

export interface TextCall {
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
}

/** Holds back text that may be calls until the answer ends. */
export class TextCalls {
  readonly #code = new CodeTracker();
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  /** The offset from which a call may begin. */
  #held = '';

  /** @param tools by the name that is sent */
  constructor(tools: ReadonlyMap<string, ToolDefinition>) {
    this.#tools = tools;
  }

  /** Returns the parts without the text that may be calls. */
  read(parts: readonly StreamPart[]): readonly StreamPart[] {
    return parts.flatMap((part) => {
      if (part.type === 'text') {
        this.#held += part.text;
        return textParts(this.#release());
      }
      return part.type === 'textReclassified' ? [...this.end(), part] : [part];
    });
  }

  /** The calls that are held, if it is nothing else. */
  take(): readonly TextCall[] {
    for (const { opening, call, field } of syntaxes) {
      const [before = '', ...parts] = this.#held.split(opening);
      const found = parts.map((part) => this.#readCall(call.exec(part)?.groups ?? {}, field));
      const rest = [before, ...parts.map((part) => part.replace(call, ''))]
        .join('')
        .replaceAll(wrapper, '');
      const calls = found.filter((one) => one !== undefined);
      if (calls.length > 0 && calls.length === found.length && rest.trim() === '') {
        this.#held = '';
        return calls;
      }
    }
    return [];
  }

  /** Returns what is held as text. */
  end(): readonly StreamPart[] {
    const text = this.#held;
    this.#held = '';
    this.#code.push(text);
    return textParts(text);
  }

  /** Returns the text before the first place where a call may begin. */
  #release(): string {
    const held = this.#held;
    let read = 0;
    let at = held.indexOf('<');
    for (; at !== -1; at = held.indexOf('<', at + 1)) {
      const rest = held.slice(at, at + maxCharsBeforeName);
      if (openings.some((opening) => startsAlike(rest, opening))) {
        this.#code.push(held.slice(read, at));
        read = at;
        const isNamed = [...this.#tools.keys()].some((name) => rest.includes(name));
        const mayBeCall = isNamed || rest.length < maxCharsBeforeName;
        if (mayBeCall && this.#code.place === 'text' && !this.#code.isIndented) {
          break;
        }
      }
    }
    const end = at === -1 ? held.length : at;
    this.#code.push(held.slice(read, end));
    this.#held = held.slice(end);
    return held.slice(0, end);
  }

  #readCall(
    groups: Partial<Record<string, string>>,
    field: RegExp | undefined,
  ): TextCall | undefined {
    const whole = groups['json'] === undefined ? undefined : parseJson(groups['json']);
    const name = isJsonRecord(whole) ? whole['name'] : groups['name'];
    const tool = typeof name === 'string' ? this.#tools.get(name) : undefined;
    if (tool === undefined || typeof name !== 'string') {
      return undefined;
    }
    const input = isJsonRecord(whole)
      ? (whole['arguments'] ?? whole['parameters'])
      : groups['input'] === undefined
        ? readFields(groups['fields'] ?? '', field, tool)
        : parseJson(groups['input']);
    return isJsonRecord(input) && fits(input, tool)
      ? { name, arguments: JSON.stringify(input) }
      : undefined;
  }
}

function textParts(text: string): readonly StreamPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Whether one begins with the other. */
function startsAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Undefined if there is more than arguments. */
function readFields(
  text: string,
  field: RegExp | undefined,
  tool: ToolDefinition,
): JsonRecord | undefined {
  if (field === undefined || text.replaceAll(field, '').trim() !== '') {
    return undefined;
  }
  return Object.fromEntries(
    [...text.matchAll(field)].map(({ groups = {} }) => {
      const { key = '', value = '' } = groups;
      const isText = schemaOf(tool, key)?.['type'] === 'string';
      return [key, isText ? value : (parseJson(value.trim()) ?? value)];
    }),
  );
}

/** Whether the required arguments are there, and those that the schema names have its types. */
function fits(input: JsonRecord, tool: ToolDefinition): boolean {
  const { required = [] } = tool.inputSchema ?? {};
  const isComplete =
    Array.isArray(required) && required.every((name) => Object.hasOwn(input, String(name)));
  return (
    isComplete &&
    Object.entries(input).every(([name, value]) => hasType(value, schemaOf(tool, name)))
  );
}

function schemaOf(tool: ToolDefinition, name: string): JsonRecord | undefined {
  const properties = tool.inputSchema?.['properties'];
  const schema = isJsonRecord(properties) ? properties[name] : undefined;
  return isJsonRecord(schema) ? schema : undefined;
}

function hasType(value: unknown, schema: JsonRecord | undefined): boolean {
  switch (schema?.['type']) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === schema['type'];
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonRecord(value);
    default:
      return true;
  }
}
