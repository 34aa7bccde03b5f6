// How families of models write calls into their text: a small grammar, which any other family may use, too. A call is a
// name in a marker with arguments in JSON or one by one, or a name and arguments in JSON, with markers around it.
import { Marker } from '../formats/marker';

/** What a family adds to the grammar. */
interface Spelling {
  readonly family: string;
  readonly source: string;
  /** Stands around calls, or between a name and its arguments. The source of an expression. */
  readonly around?: string;
  /** Begins a call; its group `name` is the tool's. */
  readonly head?: string;
  /** Begins an argument; its group `key` is its name. */
  readonly field?: string;
  /** Ends it. KEY stands for its name, MARK for the group `mark` of what begins it. */
  readonly fieldEnd?: string;
  /** Calls `read_file` with the path `src/a.ts`, from line 10. */
  readonly sample: string;
}

const toolName = '(?<name>[\\w.:/-]{1,128})';
/** Servers and models write DeepSeek's full-width bars otherwise, too (lsdefine/GenericAgent#804); V4.1 writes a blank. */
const prefix = '(?:\\w{1,32}[:_]|[｜|‖]{1,2}\\w{1,16}[｜|‖]{1,2} ?)?';

export const spellings: readonly Spelling[] = [
  {
    family:
      'Hermes, Qwen 2.5 and 3; MiniMax, Hunyuan, LongCat and others with a prefix or in the plural',
    source: 'QwenLM/qwen-code#10692',
    around: `</?${prefix}(?:tool|function)_?calls?>|</?[｜|‖]{1,2}DSML[｜|‖]{1,2} calls>`,
    sample:
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}\n</tool_call>',
  },
  {
    family: 'Qwen2.5-Coder',
    source: 'huggingface.co/Qwen/Qwen2.5-Coder-7B-Instruct',
    around: '</?tools>',
    sample:
      '<tools>\n{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}\n</tools>',
  },
  {
    family: 'Qwen3-Coder, Qwen 3.5; Llama with JSON',
    source: 'QwenLM/qwen-code#8003',
    around: '</function>',
    head: `<function=${toolName}>`,
    field: '<parameter=(?<key>[\\w.-]{1,128})>',
    fieldEnd: '</parameter>',
    sample:
      '<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n<parameter=from>\n10\n</parameter>\n</function>\n</tool_call>',
  },
  {
    family: 'GLM 4.5 and later; LongCat with a prefix',
    source: 'huggingface.co/zai-org/GLM-4.5',
    field:
      '<(?:\\w{1,32}_)?arg_key>(?<key>[\\w.-]{1,128})</(?:\\w{1,32}_)?arg_key>\\s*<(?<mark>(?:\\w{1,32}_)?arg_value)>',
    fieldEnd: '</MARK>',
    sample:
      '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n<arg_key>from</arg_key>\n<arg_value>10</arg_value>\n</tool_call>',
  },
  {
    family:
      'Anthropic, which others imitate; MiniMax; with a prefix DeepSeek V3.2 and later, GigaChat 3.5, Step 3',
    source: 'NousResearch/hermes-agent#54283',
    around: `</${prefix}(?:invoke|function)>`,
    head: `<${prefix}(?:invoke|function) name=["']${toolName}["'][^<>]{0,64}>`,
    field: `<(?<mark>${prefix}param(?:eter)?) name=["'](?<key>[\\w.-]{1,128})["'][^<>]{0,64}>`,
    fieldEnd: '</MARK>',
    sample:
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n<parameter name="from">10</parameter>\n</invoke>\n</minimax:tool_call>',
  },
  {
    family: 'DeepSeek R1 and V3 with `function` and a fence, V3.1 without; Step 3; Hunyuan',
    source: 'huggingface.co/deepseek-ai/DeepSeek-V3.1',
    around: '<[｜|]tool[▁_](?:calls?[▁_](?:begin|end)|sep)[｜|]>|<tool_sep>',
    sample:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "src/a.ts", "from": 10}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  },
  {
    family: 'MiniMax M3',
    source: 'MiniMax-AI/MiniMax-M3#31',
    around: '\\]<\\]minimax\\[>\\[(?=\\s*</?(?:tool_call|invoke)\\b)',
    field: '\\]<\\]minimax\\[>\\[\\s*<(?<key>[\\w.-]{1,128})>',
    fieldEnd: ']<]minimax[>[</KEY>',
    sample:
      ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="read_file">]<]minimax[>[<path>src/a.ts]<]minimax[>[</path>]<]minimax[>[<from>10]<]minimax[>[</from>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
  },
  {
    family: 'MiniMax M2, where a server renames its markers',
    source: 'lmstudio-ai/lmstudio-bug-tracker#1177',
    around: '\\[/?TOOL_CALL\\]',
    sample:
      '[TOOL_CALL] { "tool": "read_file", "args": { "path": "src/a.ts", "from": 10 } } [/TOOL_CALL]',
  },
  {
    family: 'Kimi K3',
    source: 'sgl-project/sglang#39583',
    around: '(?:<\\|(?:open|close)\\|>tools|<\\|close\\|>(?:call|response|message))?<\\|sep\\|>',
    head: `<\\|open\\|>call tool="${toolName}"[^<>]{0,64}<\\|sep\\|>`,
    field: '<\\|open\\|>argument key="(?<key>[\\w.-]{1,128})"[^<>]{0,64}<\\|sep\\|>',
    fieldEnd: '<|close|>argument<|sep|>',
    sample:
      '<|open|>tools<|sep|><|open|>call tool="read_file" index="1"<|sep|><|open|>argument key="path" type="string"<|sep|>src/a.ts<|close|>argument<|sep|><|open|>argument key="from" type="number"<|sep|>10<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
  },
  {
    family: 'Kimi K2; LFM 2',
    source: 'huggingface.co/moonshotai/Kimi-K2-Instruct',
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
    head: `(?:<\\|start\\|>assistant(?:<\\|channel\\|>\\s?\\w{1,16})?|<\\|channel\\|>\\s?\\w{1,16}) to=${toolName}`,
    sample:
      '<|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "src/a.ts", "from": 10}<|call|>',
  },
  {
    family: 'gpt-oss, where a server removes the markers',
    source: 'openai/harmony',
    head: `assistant(?:commentary|analysis) to=${toolName}`,
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
    head: `(?:call|declaration):${toolName}(?=\\s*[{(])`,
    sample: 'call:read_file{path:src/a.ts,from:10}',
  },
  {
    family: 'FunctionGemma',
    source: 'huggingface.co/google/functiongemma-270m-it',
    around: '<(?:start|end)_function_call>',
    sample:
      '<start_function_call>call:read_file{path:<escape>src/a.ts<escape>,from:10}<end_function_call>',
  },
  {
    family: 'Llama 3.1 and 4',
    source: 'huggingface.co/meta-llama/Llama-3.1-8B-Instruct',
    around: '<\\|python_(?:tag|start|end)\\|>',
    sample: '<|python_tag|>{"name": "read_file", "parameters": {"path": "src/a.ts", "from": "10"}}',
  },
  {
    family: 'Llama 4, LFM 2 and Olmo 3, as Python',
    source: 'huggingface.co/LiquidAI/LFM2-1.2B',
    sample: '<|tool_call_start|>[read_file(path="src/a.ts", from=10)]<|tool_call_end|>',
  },
  {
    family: 'Command',
    source: 'huggingface.co/CohereLabs/command-a-reasoning-08-2025',
    around: '<\\|(?:START|END)_ACTION\\|>',
    sample:
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file", "parameters": {"path": "src/a.ts", "from": 10}}]<|END_ACTION|>',
  },
  {
    family: 'Phi 4 mini; at the start of a line only',
    source: 'huggingface.co/microsoft/Phi-4-mini-instruct',
    around: '(?<![^\\n])functools(?=\\[)',
    sample: 'functools[{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}]',
  },
  {
    family: 'Doubao',
    source: 'no report; programs that read its answers name these markers',
    around: '<\\|FunctionCall(?:Begin|End)\\|>',
    sample:
      '<|FunctionCallBegin|>[{"name":"read_file","parameters":{"path":"src/a.ts","from":10}}]<|FunctionCallEnd|>',
  },
  {
    family: 'InternLM',
    source: 'huggingface.co/internlm/internlm2_5-7b-chat',
    around: '<\\|(?:action_(?:start|end)|plugin)\\|>',
    sample:
      '<|action_start|><|plugin|>\n{"name": "read_file", "parameters": {"path": "src/a.ts", "from": 10}}<|action_end|>',
  },
  {
    family: 'GigaChat 3; 3.1 with `<|function_call|>`',
    source: 'huggingface.co/ai-sage/GigaChat3-10B-A1.8B',
    around: '(?<![^\\n])function call<\\|role_sep\\|>|<\\|function_call\\|>',
    sample:
      'function call<|role_sep|>\n{"name": "read_file", "arguments": {"path": "src/a.ts", "from": 10}}',
  },
  {
    family: 'Solar Open',
    source: 'huggingface.co/upstage/Solar-Open-100B',
    around: '<\\|tool_calls\\|>|<\\|tool_call:(?:begin|name|args|end)\\|>|<\\|calls\\|>',
    sample:
      '<|tool_calls|><|tool_call:begin|>b462b4f8<|tool_call:name|>read_file<|tool_call:args|>{"path": "src/a.ts", "from": 10}<|tool_call:end|><|calls|>',
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

export const arounds = anyOf(sources('around'));
export const heads = sources('head').map((source) => new Marker(source));
export const fields = spellings.flatMap(({ field, fieldEnd = '' }) =>
  field === undefined ? [] : [{ marker: new Marker(field), end: fieldEnd }],
);
export const anyField = anyOf(sources('field'));
/** A head without a marker counts at the start of a line. */
export const begins = anyOf([
  ...sources('around'),
  ...sources('head').map((one) =>
    /^(?:<|\(\?:<|assistant)/u.test(one) ? one : `(?<![^\\n])${one}`,
  ),
]);
/** A call of JSON begins so: what goes on in another way is none. */
export const json = new Marker(
  `(?:\\[\\s*)?\\{\\s*["'](?:(?:name|tool|tool_name|function)["']\\s*:\\s*(?:["']${toolName}["']|\\{)|(?:id|type|tool_call_id|arguments|parameters)["']\\s*:)`,
);
/** A name alone, after a marker; `function` comes before a separator. A bracket begins a call of Python. */
export const nameAlone = new Marker(`\\[?(?!function<)${toolName}`);
/** A list of calls of Python, of which the whole answer consists. */
export const pythonList = new Marker(`\\[${toolName}\\(`);
export const object = new Marker(`\\{\\s*(?:["'}]|\\w+\\s*:)`);

/** The tests measure how long these take. */
export const callMarkers = [
  arounds,
  ...heads,
  ...fields.map(({ marker }) => marker),
  anyField,
  begins,
  json,
  nameAlone,
  pythonList,
  object,
];
