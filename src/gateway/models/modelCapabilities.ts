// What a record of the model list says about a model's purpose and inputs. Only the record counts,
// never the model's name.
import { isChatEndpointType } from '../../chat/models/apiFormatLookup';
import { isArray, isObject, type JsonObject, objectAt, textAt, textsOf } from '../json';

const otherPurpose =
  /\b(?:embed\w*|re-?rank\w*|score|image\w*|text-to-(?:image|speech|video|audio)|speech\w*|(?:automatic-)?speech-recognition|tts|stt|asr|audio\w*|transcri\w+|moderation\w*|video\w*)\b/i;
const chatPurpose =
  /\b(?:chat\w*|completions?|llm|language\w*|text|text-generation|image-text-to-text|generate\w*|responses?|conversation\w*|multimodal)\b/i;
/** Tasks with other inputs that answer in text. */
const multimodalChat = /^(?:image|audio|video)-text-to-text$|^any-to-any$/i;

/** Fields that name a model's type or task. */
const purposeFields = ['type', 'task', 'mode', 'model_type', 'pipeline_tag'];
const chatCapabilities = ['completion_chat', 'chat_completion', 'chat_completions', 'chat'];

/**
 * Whether a record says that its model is not for chat: by its endpoint types and output modalities, or
 * else by its type or task and capabilities. A record that says nothing is for chat.
 */
export function isNotForChat(record: JsonObject, endpointTypes: readonly string[]): boolean {
  if (endpointTypes.length > 0) {
    // Poe offers models that answer in images at an endpoint for chat.
    return !endpointTypes.some(isChatEndpointType) || purposeOfOutput(record) === 'other';
  }
  const purposes = new Set<Purpose>([
    ...purposeFields.map((name) => purposeOf(textsOf([record[name]]))),
    purposeOfOutput(record),
    purposeOfCapabilities(record['capabilities']),
    purposeOf(textsOf(record['supportedGenerationMethods'])),
  ]);
  return purposes.has('other') && !purposes.has('chat');
}

/** Whether a record says that its model accepts images; undefined if it does not say. */
export function acceptsImages(record: JsonObject): boolean | undefined {
  const inputs = inputsOf(record);
  if (inputs.length > 0) {
    return inputs.some((input) => /^\s*(?:image|vision)/i.test(input));
  }
  const { capabilities } = record;
  if (isArray(capabilities)) {
    // A list may omit capabilities that the model has.
    return capabilities.includes('vision') ? true : undefined;
  }
  const vision = isObject(capabilities) ? capabilities['vision'] : undefined;
  return typeof vision === 'boolean' ? vision : undefined;
}

/** Fields that say whether a model accepts tools: LiteLLM, Fireworks, LM Studio, Mistral, Venice, GitHub. */
const toolFields = [
  'supports_function_calling',
  'supports_tools',
  'trained_for_tool_use',
  'function_calling',
  'supportsFunctionCalling',
  'tool_calls',
];
/** Ollama, LM Studio, Vercel's and GitHub's lists of capabilities. */
const toolCapability = /^(?:tools?|tool[-_ ](?:use|calls?|calling)|function[-_ ]calling)$/i;

/** Whether a record says that its model accepts tools; undefined if it does not say. */
export function acceptsTools(record: JsonObject): boolean | undefined {
  const { capabilities } = record;
  const places = [
    record,
    capabilities,
    objectAt(capabilities, 'supports'),
    objectAt(record, 'model_info'),
    objectAt(objectAt(record, 'model_spec'), 'capabilities'),
  ];
  const stated = places
    .flatMap((place) => (isObject(place) ? toolFields.map((name) => place[name]) : []))
    .find((value) => typeof value === 'boolean');
  if (stated !== undefined) {
    return stated;
  }
  const parameters = textsOf(record['supported_parameters']);
  if (parameters.length > 0) {
    // OpenRouter: the complete list of what the model accepts.
    return parameters.includes('tools');
  }
  // These may omit capabilities that the model has.
  const listed = [...textsOf(capabilities), ...textsOf(record['tags'])];
  return listed.some((name) => toolCapability.test(name)) || someProviderAcceptsTools(record)
    ? true
    : undefined;
}

/** Hugging Face's router lists what serves a model. */
function someProviderAcceptsTools({ providers }: JsonObject): boolean {
  return (
    isArray(providers) &&
    providers.some((provider) => isObject(provider) && provider['supports_tools'] === true)
  );
}

type Purpose = 'chat' | 'other' | undefined;

function purposeOf(names: readonly string[]): Purpose {
  const phrases = names.map(splitWords);
  const isChat = phrases.some(
    (phrase) =>
      multimodalChat.test(phrase) || (chatPurpose.test(phrase) && !otherPurpose.test(phrase)),
  );
  if (isChat) {
    return 'chat';
  }
  return phrases.some((phrase) => otherPurpose.test(phrase)) ? 'other' : undefined;
}

/** Splits names such as `embedContent` and `image_generation`. */
function splitWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_/g, ' ');
}

/** Only a model with text output is for chat. */
function purposeOfOutput(record: JsonObject): Purpose {
  const outputs = outputsOf(record);
  if (outputs.length === 0) {
    return undefined;
  }
  return outputs.some((output) => /^\s*text\s*$/i.test(output)) ? 'chat' : 'other';
}

function purposeOfCapabilities(capabilities: unknown): Purpose {
  if (isArray(capabilities)) {
    return purposeOf(textsOf(capabilities));
  }
  if (!isObject(capabilities)) {
    return undefined;
  }
  const chat = new Set(chatCapabilities.map((name) => capabilities[name]));
  if (chat.has(true)) {
    return 'chat';
  }
  return chat.has(false) ? 'other' : purposeOf(textsOf([capabilities['type']]));
}

function inputsOf(record: JsonObject): readonly string[] {
  const architecture = objectAt(record, 'architecture') ?? record;
  const lists = [
    architecture['input_modalities'],
    record['input_modalities'],
    record['supported_input_modalities'],
    objectAt(record, 'modalities')?.['input'],
  ];
  return firstFilled(lists) ?? splitModality(architecture, /^(.*\S)\s*->/);
}

function outputsOf(record: JsonObject): readonly string[] {
  const architecture = objectAt(record, 'architecture') ?? record;
  const lists = [architecture['output_modalities'], objectAt(record, 'modalities')?.['output']];
  return firstFilled(lists) ?? splitModality(architecture, /->\s*(\S.*)$/);
}

function firstFilled(lists: readonly unknown[]): readonly string[] | undefined {
  return lists.map(textsOf).find((list) => list.length > 0);
}

/** Splits one side of OpenRouter's `modality`, such as `text+image->text`. */
function splitModality(architecture: JsonObject, side: RegExp): readonly string[] {
  return side.exec(textAt(architecture, 'modality') ?? '')?.[1]?.split(/[+,]/) ?? [];
}
