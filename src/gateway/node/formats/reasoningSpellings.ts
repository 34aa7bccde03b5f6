// How families of models mark the reasoning and the end of their answers, and the markers made of it. answerMarkup.ts reads
// the answers.
import { Marker } from './marker';

/** How a family of models marks the blocks of an answer. The parts are sources of expressions. */
export interface Spelling {
  readonly family: string;
  readonly source: string;
  /** Its first group is the name of the block. */
  readonly opening: string;
  /** Letter case counts. */
  readonly isExact?: true;
  /** Stands in a text about markers; `opening` if absent, '' for none. */
  readonly mention?: string;
  /** NAME stands for the name of the block. */
  readonly closing: string;
  /** Ends reasoning that the prompt has opened; absent if that is `closing` with any name, '' if nothing does. */
  readonly closingAlone?: string;
  /** The chat template expects the markup in the answer that is sent back with the results of tools. */
  readonly isSentBack?: true;
  /** An answer with the reasoning `why` and the text `so`. */
  readonly sample: string;
}

const names = 'think(?:ing)?|thoughts?|reasoning|reflection|(?:reasoning_)?scratchpad';
const prefix = '(?:[\\w.-]{1,32}:)?';
const value = `\\s*=\\s*(?:"[^"<>[\\]◁▷]*"|'[^'<>[\\]◁▷]*'|[^\\s"'<>[\\]◁▷]+)`;
const attributes = `(?:\\s+[\\w:.-]+${value})*\\s*`;

export const bareChannel = 'analysis';

export const spellings: readonly Spelling[] = [
  {
    family: 'DeepSeek and Qwen; Amazon Nova, Gemini with `thought`, Seed-OSS with `seed:`',
    source: 'huggingface.co/deepseek-ai/DeepSeek-R1',
    opening: `<\\|?${prefix}(${names})(?:\\s+[\\w:.-]+(?:${value})?)*\\s*\\|?>`,
    closing: `<\\|?/${prefix}(?:NAME)\\s*\\|?>`,
    isSentBack: true,
    sample: '<think>why</think>so',
  },
  {
    // A link, its definition and a label are text.
    family: 'Magistral',
    source: 'huggingface.co/mistralai/Magistral-Small-2507',
    opening: `\\[(${names})${attributes}\\](?![(\\[:])`,
    closing: '\\[/(?:NAME)\\s*\\]',
    isSentBack: true,
    sample: '[THINK]why[/THINK]so',
  },
  {
    family: 'Kimi',
    source: 'huggingface.co/moonshotai/Kimi-VL-A3B-Thinking',
    opening: `◁(${names})${attributes}▷`,
    closing: '◁/(?:NAME)\\s*▷',
    isSentBack: true,
    sample: '◁think▷why◁/think▷so',
  },
  {
    family: 'Kimi K3',
    source: 'sgl-project/sglang#39583',
    opening: '<\\|open\\|>(think|response)<\\|sep\\|>',
    closing: '<\\|close\\|>(?:NAME)<\\|sep\\|>',
    sample:
      '<|open|>think<|sep|>why<|close|>think<|sep|><|open|>response<|sep|>so<|close|>response<|sep|>',
  },
  {
    family: 'gpt-oss (OpenAI’s harmony format)',
    source: 'github.com/openai/harmony',
    opening:
      '(?:<\\|start\\|>[^<]{0,99})?(?:<\\|channel\\|>\\s*(\\w+)[^<]{0,99}){0,2}(?:<\\|constrain\\|>[^<]{0,99})?<\\|message\\|>\\s*',
    mention: '<\\|(?:start|channel|constrain|message)\\|>',
    closing: '<\\|(?:end|return|call)\\|>|(?=<\\|(?:start|channel)\\|>)',
    closingAlone: '<\\|end\\|>(?=\\s*<\\|(?:start|channel)\\|>)',
    sample:
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>so<|return|>',
  },
  {
    family: 'Gemma 4',
    source: 'NousResearch/hermes-agent#48412',
    opening: '<\\|channel>(\\w+)\\b\\s*',
    closing: '<channel\\|>|(?=<\\|channel>)',
    closingAlone: '<channel\\|>',
    sample: '<|channel>thought\nwhy<channel|>so<turn|>',
  },
  {
    family: 'gpt-oss, where a server removes the markers',
    source: 'Augustas11/macprovider#743',
    opening: `(${bareChannel})(?=["A-Z\\u0080-\\uffff])`,
    isExact: true,
    mention: '',
    closing: 'assistantfinal',
    closingAlone: '',
    sample: 'analysis“why”assistantfinalso',
  },
  {
    family: 'Sky-T1 and OpenThinker',
    source: 'huggingface.co/open-thoughts/OpenThinker-7B',
    opening: '<\\|begin_of_(thought|solution)\\|>\\s*',
    closing: '<\\|end_of_(?:NAME)\\|>',
    sample: '<|begin_of_thought|>why<|end_of_thought|><|begin_of_solution|>so<|end_of_solution|>',
  },
  {
    family: 'Command',
    source: 'huggingface.co/CohereLabs/command-a-reasoning-08-2025',
    opening: '<\\|START_(?!OF_|header|ACTION)(\\w+)\\|>\\s*',
    closing: '<\\|END_(?:NAME)\\|>|(?=<\\|START_)',
    closingAlone: `<\\|END_(?:${names})\\|>`,
    sample: '<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>so<|END_RESPONSE|>',
  },
];

/** A marker with an attribute without a value, which may be `<thought experiment>`. */
export const attributeAlone = /^<[^<]*\s[\w:.-]+(?![\w:.-]|\s*=|["'])/;
export const isReasoning = new RegExp(`^(?:${names}|analysis|commentary)$`, 'i');
export const openings = spellings.map((spelling) => ({
  spelling,
  marker: new Marker(spelling.opening, spelling.isExact ? '' : 'i'),
}));
const closingOf = ({ closing }: Spelling, name: string): string => closing.replaceAll('NAME', name);
/** The keys are their sources: a model has few, and making one takes long. */
const closingMarkers = new Map<string, Marker>();
/** Its group is missing from a marker with another name. */
export function closingMarker(spelling: Spelling, name: string): Marker {
  const source = `(${closingOf(spelling, name)})|${closingOf(spelling, names)}`;
  const marker = closingMarkers.get(source) ?? new Marker(source, 'i');
  closingMarkers.set(source, marker);
  return marker;
}
const closingsAlone = (sentBack: boolean): string =>
  spellings
    .filter(({ isSentBack = false }) => isSentBack === sentBack)
    .map((spelling) => spelling.closingAlone ?? closingOf(spelling, names))
    .filter((source) => source !== '')
    .join('|');
/** Groups: a closing marker that is sent back, another one. */
const closings = `(${closingsAlone(true)})|(${closingsAlone(false)})`;
/** These precede the role in what a template puts before an answer: `<|im_start|>assistant`, Gemma's `<start_of_turn>model`. */
const roleStart = '<(?:start_of_turn|\\|(?:im_start|start_header_id|start_of_role|turn)\\|?)>';
/** A template's start of an answer, of Command, GLM, Granite and Mistral, too. A sentence about it goes on with a blank. */
const answerStart = `(?:${roleStart}(?:assistant|model)\\b|<\\|(?:START_OF_TURN|CHATBOT)_TOKEN\\|>|<\\|end_(?:header_id|of_role)\\|>|<[|｜](?:assistant|begin[\\w▁]*)[|｜]>|<bos>|\\[/INST\\])(?![ \\t])`;
export const leadingClosing = new Marker(`${closings}|${answerStart}`, 'i');

/**
 * What ends an answer in templates: `<|im_end|>`, `<|eot_id|>`, `<|END_RESPONSE|>`, DeepSeek's `<｜end▁of▁sentence｜>`, the
 * roles at which GLM stops, Mistral's `[/INST]`. The start of the next message may follow: Llama's
 * `<|start_header_id|>assistant<|end_header_id|>`.
 */
const endToken =
  '(?:<[|｜](?:im_)?(?:end|eo[tms])[\\w▁]*[|｜]>|<\\|(?:return|call|user|observation)\\|>|<channel\\|>|<\\|close\\|>message<\\|sep\\|>|<end_of_turn>|<turn\\|>|<(?:seed:)?eos>|</s>|\\[/INST\\])';
export const endTokens = new Marker(
  `(?:${endToken}\\s*(?:${roleStart}(?:assistant|model|user)?\\s*)?)+`,
  'i',
);
/** Shows, in an answer without a marker so far, that it was reasoning, or that it is about markers. */
export const anyMarker = new Marker(
  [closings, ...spellings.map(({ opening, mention = opening }) => mention)]
    .filter((source) => source !== '')
    .join('|'),
  'i',
);
export const markerStart = /[<[◁]/;

/** The tests measure how long these take. */
export const answerMarkers = [
  ...openings.map(({ marker }) => marker),
  leadingClosing,
  endTokens,
  anyMarker,
];
