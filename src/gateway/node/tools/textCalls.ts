// Calls that a model wrote into its text or its reasoning, where the server has no parser for the model's format. They are
// read as calls only if tools were offered, they stand outside code at the end of a complete answer, and each one names an
// offered tool and has arguments that fit its schema. Anything else stays what it was.
import { isJsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import { CodeTracker } from '../../../base/text/codeFence';
import type { StreamPart } from '../../common/chatModel';
import type { ToolCall } from '../../common/messageParts';
import type { ToolDefinition } from '../../common/tools';
import { Marker } from '../formats/marker';
import { isText, parseOrRepair } from '../json';
import { argumentsProblem, repairedCall, toolOf } from './toolArguments';

/** How a family of models writes a call: a word of the grammar, which any other family may use, too. */
interface Spelling {
  readonly family: string;
  readonly source: string;
  /** Stands around calls, or between a name and its arguments. The source of an expression. */
  readonly around?: string;
  /** Begins a call; its group `name` is the tool's. */
  readonly head?: string;
  /** Begins an argument; its group `key` is its name. */
  readonly field?: string;
  /** Calls `read_file` with the path `src/a.ts`, from line 10. */
  readonly sample: string;
}

const name = '(?<name>[\\w.:/-]{1,128})';
const prefix = '(?:\\w{1,32}:|｜DSML｜)?';

export const spellings: readonly Spelling[] = [
  {
    family: 'Hermes, Qwen 2.5 and 3; MiniMax, Hunyuan and others with a prefix or in the plural',
    source: 'QwenLM/qwen-code#10692, earendil-works/pi#368',
    around: `</?${prefix}(?:tool|function)_?calls?>`,
    sample:
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}\n</tool_call>',
  },
  {
    family: 'Qwen2.5-Coder',
    source: 'QwenLM/Qwen3-Coder#180',
    around: '</?tools>',
    sample:
      '<tools>\n{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}\n</tools>',
  },
  {
    family: 'Qwen3-Coder, Qwen 3.5; Llama with JSON',
    source: 'QwenLM/qwen-code#8003',
    around: '</function>',
    head: `<function=${name}>`,
    field: '<parameter=(?<key>[\\w.-]{1,128})>',
    sample:
      '<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n<parameter=from>\n10\n</parameter>\n</function>\n</tool_call>',
  },
  {
    family: 'GLM 4.5 and later',
    source: 'zai-org/GLM-4.5#5',
    field: '<arg_key>(?<key>[\\w.-]{1,128})</arg_key>\\s*<arg_value>',
    sample:
      '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n<arg_key>from</arg_key>\n<arg_value>10</arg_value>\n</tool_call>',
  },
  {
    family: 'Anthropic, which others imitate; MiniMax; DeepSeek V3.2 with `｜DSML｜`',
    source: 'NousResearch/hermes-agent#54283, earendil-works/pi#368',
    around: `</${prefix}(?:invoke|function)>`,
    head: `<${prefix}(?:invoke|function) name="${name}"[^<>]{0,64}>`,
    field: `<(?<mark>${prefix}param(?:eter)?) name="(?<key>[\\w.-]{1,128})"[^<>]{0,64}>`,
    sample:
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n<parameter name="from">10</parameter>\n</invoke>\n</minimax:tool_call>',
  },
  {
    family: 'DeepSeek R1 and V3 with `function` and a fence, V3.1 without',
    source: 'deepseek-ai/DeepSeek-V3#302',
    around: '<｜tool▁(?:calls?▁(?:begin|end)|sep)｜>',
    sample:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "src/a.ts", "from": 10}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  },
  {
    family: 'Kimi K2; LFM 2',
    source: 'MoonshotAI/Kimi-K2#41',
    around: '<\\|tool_calls?_(?:section_)?(?:argument_)?(?:begin|start|end)\\|>',
    sample:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "src/a.ts", "from": 10}<|tool_call_end|><|tool_calls_section_end|>',
  },
  {
    family: 'Mistral',
    source: 'raullenchai/Rapid-MLX#1071',
    around: '\\[/?(?:TOOL_CALLS|ARGS|CALL_ID)\\]',
    sample: '[TOOL_CALLS]read_file[ARGS]{"path": "src/a.ts", "from": 10}',
  },
  {
    family: 'gpt-oss (OpenAI’s harmony format), in any channel',
    source: 'lablup/mlxcel#654',
    around:
      '<\\|(?:call|end|return|constrain|message)\\|>|<\\|channel\\|>\\s?\\w{1,16}(?!\\w| to=)',
    head: `(?:<\\|start\\|>assistant(?:<\\|channel\\|>\\s?\\w{1,16})?|<\\|channel\\|>\\s?\\w{1,16}) to=${name}`,
    sample:
      '<|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "src/a.ts", "from": 10}<|call|>',
  },
  {
    family: 'gpt-oss, where a server removes the markers',
    source: 'vllm-project/vllm#22604',
    head: `assistant(?:commentary|analysis) to=${name}`,
    sample: 'assistantcommentary to=functions.read_file json{"path": "src/a.ts", "from": 10}',
  },
  {
    family: 'Gemma 4; Granite and Phi 4 with JSON',
    source: 'NousResearch/hermes-agent#48412',
    around: '<\\|?/?tool_call\\|?>',
    sample: '<|tool_call>call:read_file{path:<|"|>src/a.ts<|"|>,from:10}<tool_call|>',
  },
  {
    family: 'Gemma without its markers, Gemini; at the start of a line only',
    source: 'Gitlawb/openclaude#380, NousResearch/hermes-agent#74771',
    head: `(?:call|declaration):${name}(?=\\s*[{(])`,
    sample: 'call:read_file{path:src/a.ts,from:10}',
  },
  {
    family: 'FunctionGemma',
    source: 'google-deepmind/gemma#522',
    around: '<(?:start|end)_function_call>',
    sample:
      '<start_function_call>call:read_file{path:<escape>src/a.ts<escape>,from:10}<end_function_call>',
  },
  {
    family: 'Llama 3.1 and 4',
    source: 'vllm-project/vllm#9991',
    around: '<\\|python_(?:tag|start|end)\\|>',
    sample: '<|python_tag|>{"name": "read_file", "parameters": {"path": "src/a.ts", "from": "10"}}',
  },
  {
    family: 'Llama 4, LFM 2 and Olmo 3, as Python',
    source: 'vllm-project/vllm#16104',
    sample: '<|tool_call_start|>[read_file(path="src/a.ts", from=10)]<|tool_call_end|>',
  },
  {
    family: 'Command',
    source: 'vllm-project/vllm#20769',
    around: '<\\|(?:START|END)_ACTION\\|>',
    sample:
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file", "parameters": {"path": "src/a.ts", "from": 10}}]<|END_ACTION|>',
  },
  {
    family: 'Nemotron',
    source: 'ai-dynamo/dynamo#10725',
    around: '</?TOOLCALL>',
    sample:
      '<TOOLCALL>[{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}]</TOOLCALL>',
  },
];

const sources = (part: 'around' | 'head' | 'field'): readonly string[] =>
  spellings.flatMap((spelling) => spelling[part] ?? []);
/** Groups with one name can't be in one expression. */
const anyOf = (all: readonly string[]): Marker =>
  new Marker(all.join('|').replaceAll(/\(\?<\w+>/gu, '(?:'));

const arounds = anyOf(sources('around'));
const heads = sources('head').map((source) => new Marker(source));
const fields = sources('field').map((source) => new Marker(source));
const anyField = anyOf(sources('field'));
/** A head without a marker counts at the start of a line. */
const begins = anyOf([
  ...sources('around'),
  ...sources('head').map((one) =>
    /^(?:<|\(\?:<|assistant)/u.test(one) ? one : `(?<![^\\n])${one}`,
  ),
]);
/** The first characters of these: nearly all texts have none. */
const mayBegin = /[<[]|a(?:s|$)|(?<![^\n])[cd]/gu;
/** What ends a call, or all of them. */
const closing = /^[<[]\|?\/|^<tool_call\||end|END|\|(?:call|return)\|/u;
/** What else stands around calls, and before arguments. */
const filling =
  /(?:\s+|[,;\]]|```(?:json)?(?=\s*[<{]|\s*$)|function(?=<)|(?:json|code)(?=\s*[<{]))+/uy;
/** A call of JSON begins so: what goes on in another way is none. */
const json = new Marker(
  `(?:\\[\\s*)?\\{\\s*"(?:(?:name|tool|tool_name|function)"\\s*:\\s*(?:"${name}"|\\{)|(?:id|type|tool_call_id|arguments|parameters)"\\s*:)`,
);
/** A name alone, after a marker; `function` comes before a separator. A bracket begins a call of Python. */
const nameAlone = new Marker(`\\[?(?!function<)${name}`);
const object = new Marker(`\\{\\s*(?:["'}]|\\w+\\s*:)`);

/** For tests. */
export const callMarkers = [
  arounds,
  ...heads,
  ...fields,
  anyField,
  begins,
  json,
  nameAlone,
  object,
];

/** A model that begins so many calls that are none writes about calls, or repeats itself. */
const maxFailed = 100;
/** A longer text is read again only once it has grown by a quarter, so that all readings together take linear time. */
const maxReread = 4_096;

interface Segment {
  type: 'text' | 'reasoning';
  text: string;
  /** The header of a harmony message, which is not shown. */
  readonly isHeader: boolean;
}

export type CallPart =
  | StreamPart
  /** The reasoning that follows is a message to a tool, whose name is in this header. */
  | { readonly type: 'callHeader'; readonly text: string };

export interface WrittenCalls {
  readonly calls: readonly ToolCall[];
  /** How what the model wrote of them begins. */
  readonly text: string;
}

/** Holds back text that may be calls until it can't be any more, or the answer ends. */
export class TextCalls {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  #channels = { text: new Channel(), reasoning: new Channel() };
  /** From the place on at which a call may begin. */
  #held: Segment[] = [];
  /** In UTF-16 units. */
  #length = 0;
  /** What is held is read again once it is so long. */
  #nextLength = 0;
  #failed = 0;

  /** @param tools by the name that is sent */
  constructor(tools: ReadonlyMap<string, ToolDefinition>) {
    this.#tools = tools;
  }

  /** Returns the parts without the text that may be calls. */
  read(parts: readonly CallPart[]): readonly StreamPart[] {
    return parts.flatMap((part) => this.#read(part));
  }

  /** Returns what no calls are, for the last time. */
  last(): readonly StreamPart[] {
    return this.#release(true);
  }

  /** The calls with which the answer ends; call it after `last`. */
  take(): WrittenCalls {
    const text = this.#text;
    const [first] = this.#held;
    this.#held = [];
    const calls = text === '' ? undefined : readCalls(text, 0, this.#tools, true);
    return { calls: calls ?? [], text: first?.text ?? '' };
  }

  /** Returns what is held as what it was. A message to a tool that can't be called is the answer. */
  end(): readonly StreamPart[] {
    const isMessage = this.#held.some(({ isHeader }) => isHeader);
    const parts = this.#held.filter(({ isHeader, text }) => !isHeader && text !== '');
    this.#held = [];
    return parts.map(({ type, text }) => ({ type: isMessage ? 'text' : type, text }));
  }

  get #text(): string {
    return this.#held.map(({ text }) => text).join('');
  }

  #read(part: CallPart): readonly StreamPart[] {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'callHeader': {
        const isHeader = part.type === 'callHeader';
        const type = part.type === 'text' ? 'text' : 'reasoning';
        const last = this.#held.at(-1);
        this.#length += part.text.length;
        if (last?.type === type && last.isHeader === isHeader) {
          last.text += part.text;
        } else {
          this.#held.push({ type, text: part.text, isHeader });
        }
        return this.#length < this.#nextLength ? [] : this.#release(false);
      }
      case 'textReclassified':
        this.#held = this.#held.map((one) => ({ ...one, type: 'reasoning' }));
        this.#channels = { text: new Channel(), reasoning: this.#channels.text };
        return [part];
      case 'reasoningRetracted': {
        // What is held was not shown, and comes again as text.
        const isText = ({ type }: Segment): boolean => type === 'text';
        const dropped = this.#held.filter((one) => !isText(one) && !one.isHeader);
        const length = part.length - dropped.reduce((sum, { text }) => sum + text.length, 0);
        this.#held = this.#held.filter(isText);
        this.#length = this.#text.length;
        return length > 0 ? [{ ...part, length }] : [];
      }
      default:
        return [part];
    }
  }

  /** Returns what can't be calls. */
  #release(isLast: boolean): readonly StreamPart[] {
    const [first] = this.#held;
    if (first === undefined) {
      return [];
    }
    const before = this.#channels[first.type].last;
    const text = before + this.#text;
    const released: StreamPart[] = [];
    let read = before.length;
    for (let from = read; this.#held.length > 0; from = read + 1) {
      const at = from < text.length ? this.#next(text, from, from === before.length) : from;
      released.push(...this.#shift(at - read));
      read = at;
      if (this.#mayBegin()) {
        const calls = readCalls(text, at, this.#tools, isLast);
        if (calls !== undefined && (!isLast || calls.length > 0)) {
          break;
        }
        this.#failed += 1;
      }
    }
    this.#nextLength = this.#length < maxReread ? 0 : this.#length * 1.25;
    return released;
  }

  /** Where the next call may begin from `from` on. */
  #next(text: string, from: number, isAtStart: boolean): number {
    mayBegin.lastIndex = from;
    const may = mayBegin.exec(text)?.index;
    const next = may === undefined ? text.length : begins.next(text, may);
    const isWhole = isAtStart && this.#held[0]?.type === 'text' && this.#channels.text.isBlank;
    const first = isWhole ? from + /^\s*/u.exec(text.slice(from, next))![0].length : next;
    return first < next && text.startsWith('{', first) ? first : next;
  }

  #mayBegin(): boolean {
    const [first] = this.#held;
    return first !== undefined && this.#failed < maxFailed && this.#channels[first.type].isProse;
  }

  /** Releases the first `length` units of what is held. */
  #shift(length: number): readonly StreamPart[] {
    const released: StreamPart[] = [];
    let rest = length;
    while (this.#held[0] !== undefined && (rest > 0 || this.#held[0].text === '')) {
      const { type, text, isHeader } = this.#held[0];
      const shown = text.slice(0, rest);
      rest -= shown.length;
      this.#length -= shown.length;
      if (!isHeader && shown !== '') {
        this.#channels[type].push(shown);
        released.push({ type, text: shown });
      }
      if (shown.length < text.length) {
        this.#held[0] = { type, text: text.slice(shown.length), isHeader };
      } else {
        this.#held.shift();
      }
    }
    return released;
  }
}

/** What was released of the text or the reasoning. */
class Channel {
  readonly #code = new CodeTracker();
  #openTags = 0;
  #tail = '';
  /** Nothing but blanks was released. */
  isBlank = true;

  /** The last character. */
  get last(): string {
    return this.#tail.slice(-1);
  }

  push(text: string): void {
    const joined = this.#tail + text;
    for (const { index, 0: tag, 1: slash } of joined.matchAll(
      /<(\/?)(?:pre|code|samp)(?=[\s>])/giu,
    )) {
      if (index + tag.length >= this.#tail.length) {
        this.#openTags = Math.max(0, this.#openTags + (slash === '' ? 1 : -1));
      }
    }
    this.#code.push(text);
    this.#tail = joined.slice(-8);
    this.isBlank &&= text.trim() === '';
  }

  /** It ends in neither code nor a quotation. */
  get isProse(): boolean {
    const isText = this.#code.place === 'text';
    return isText && this.#openTags === 0 && !this.#code.isIndented && !this.#code.isQuoted;
  }
}

/** A call, or calls in one JSON value, up to `end`; no calls where the text ends before they do. */
interface Reading {
  readonly calls: readonly ToolCall[];
  readonly end: number;
}

/**
 * The calls from `start` to the end of a text, if it is nothing else.
 * @param isLast Nothing follows. Otherwise there are fewer calls, or none, where the text ends before they do.
 */
function readCalls(
  text: string,
  start: number,
  tools: ReadonlyMap<string, ToolDefinition>,
  isLast: boolean,
): readonly ToolCall[] | undefined {
  const reader = new CallReader(text, tools, isLast);
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
    const read =
      at === start && text.startsWith('{', at)
        ? reader.wholeAnswer(at)
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

  /** A call of which the whole answer consists, and nothing but a call. */
  wholeAnswer(at: number): Reading | undefined {
    const read = this.json(at);
    const value = read === undefined ? undefined : parseValue(this.text.slice(at, read.end));
    const isCall =
      isJsonRecord(value) &&
      ('arguments' in value || 'parameters' in value) &&
      Object.keys(value).every((key) => /^(?:name|arguments|parameters|type|id)$/u.test(key));
    return isCall || read?.calls.length === 0 ? read : undefined;
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
    const isOver = markers.some((marker) => closing.test(marker));
    const rest = text.slice(start, start + 32);
    if (!isOver && text.startsWith('(', start)) {
      return this.#arguments(name, start, (value) => `{${value.slice(1, -1)}}`);
    }
    if (!isOver && object.at(text, start) !== undefined) {
      return this.#arguments(name, start, (value) => value);
    }
    if (!isOver && anyField.at(text, start) !== undefined) {
      return this.#fields(found.name, found.tool, start);
    }
    const mayFollow =
      start === text.length ||
      object.mayBeAt(text, start) ||
      anyField.mayBeAt(text, start) ||
      this.mayBeAround(start) ||
      /^\w{1,16}$/u.test(rest);
    return !this.isLast && !isOver && mayFollow ? this.#unfinished : this.#call(name, {}, start);
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
      const field = fields.map((one) => one.at(text, at)).find((one) => one !== undefined);
      const { key = '', mark } = field?.groups ?? {};
      if (field === undefined) {
        const isUnfinished = !this.isLast && (at === text.length || anyField.mayBeAt(text, at));
        return isUnfinished ? this.#unfinished : this.#call(name, Object.fromEntries(input), at);
      }
      const from = at + field[0].length;
      const tag = field[0].endsWith('<arg_value>') ? 'arg_value' : (mark?.slice(0) ?? 'parameter');
      const close = `</${tag}>`;
      const closed = text.indexOf(close, from);
      const next = anyField.next(text, from);
      if (!this.isLast && closed === -1 && next === text.length) {
        return this.#unfinished;
      }
      const end = closed === -1 || next < closed ? Math.min(next, callEnd(text, from)) : closed;
      const value = text.slice(from, end);
      if (input.has(key)) {
        return undefined;
      }
      const isLine = mark === undefined && !field[0].endsWith('<arg_value>');
      const lines = isLine ? /^\n?(.*?)\n?$/su.exec(value) : /^\n(.*)\n$/su.exec(value);
      const written = lines?.[1] ?? value;
      const schema = isJsonRecord(properties) ? properties[key] : undefined;
      const isTyped = isJsonRecord(schema) && schema['type'] !== undefined;
      input.set(key, isTyped ? written : (parseJson(written.trim()) ?? written));
      at = end + (end === closed ? close.length : 0);
      at += /^\s*/u.exec(text.slice(at))?.[0].length ?? 0;
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
    if (!isJsonRecord(value)) {
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

  /** A call of an offered tool with arguments that fit. */
  #call(name: string, input: unknown, end: number): Reading | undefined {
    const call = repairedCall({ name, arguments: JSON.stringify(input) ?? 'null' }, this.tools);
    const tool = this.tools.get(call.name);
    return tool === undefined || argumentsProblem(call, tool) !== undefined
      ? undefined
      : { calls: [call], end };
  }
}

/** Where a call with arguments one by one ends. */
function callEnd(text: string, from: number): number {
  const end = /<\/(?:[\w｜]{1,32}:?)?(?:invoke|function|tool_call)>/u.exec(text.slice(from));
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

const relaxed =
  /<\|"\|>(?<gemma>.*?)<\|"\|>|<escape>(?<escaped>.*?)<escape>|"(?:\\.|[^"\\])*"|(?<=[=:,([{]\s?)'(?<single>(?:\\.|[^'\\])*)'|(?<=[{,]\s?)(?<key>[A-Za-z_][\w-]*)\s*[:=]|(?<=[:=[,]\s?)(?<word>[^\s"'<>{}[\],][^"'<>{}[\],]*)/gsu;
const pythonWords = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Parses JSON, or a value as Gemma and Python write it, with bare names. */
function parseValue(text: string): unknown {
  return parseJson(text) ?? parseJson(relaxedJson(text)) ?? parseOrRepair(text);
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
