// Decides from a record of the model list whether the model is for chat. Never guesses from the model's name.
import { isChatEndpointType } from '../../common/apiFormatLookup';
import { isArray, isObject, objectAt, textsOf, type JsonObject } from '../json';
import { outputsOf } from './modelModalities';

const otherPurpose =
  /\b(?:embed\w*|feature[- ]extraction|sentence[- ]similarity|re-?rank\w*|reward\w*|score|image\w*|upscal\w*|inpaint\w*|ocr|text-to-(?:image|speech|video|audio)|speech\w*|(?:automatic-)?speech-recognition|tts|stt|asr|audio\w*|music\w*|transcri\w+|moderation\w*|video\w*)\b/i;
const chatPurpose =
  /\b(?:chat\w*|completions?|[lv]lm|language\w*|text|text-generation|image-text-to-text|generate\w*|responses?|conversation\w*|multimodal)\b/i;
/** Tasks with other inputs that answer in text; `VisualQuestionAnswering` is Ark's. */
const multimodalChat =
  /^(?:image|audio|video)-text-to-text$|^any-to-any$|^visual question answering$/i;
/** Names of inputs and features, which models for chat have too. */
const inputOrFeature =
  /^(?:images?|audio|videos?|speech|ocr)$|\b(?:inputs?|understanding|analysis|recognition)\b/i;

/** Fields that name a model's type or task, alone or in a list; `domain` and `task_type` are Ark's. */
const purposeFields = ['type', 'task', 'mode', 'model_type', 'pipeline_tag', 'domain', 'task_type'];
const chatCapabilities = ['completion_chat', 'chat_completion', 'chat_completions', 'chat'];

/**
 * Whether a record says that its model is not for chat: by its endpoint types and output modalities, or
 * else by `supports_chat`, its type or task, and its capabilities. A record that says nothing is for chat.
 */
export function isNotForChat(record: JsonObject, endpointTypes: readonly string[]): boolean {
  if (endpointTypes.length > 0) {
    // Poe offers models that answer in images at an endpoint for chat.
    return !endpointTypes.some(isChatEndpointType) || purposeOfOutput(record) === 'other';
  }
  const supportsChat = record['supports_chat'];
  if (typeof supportsChat === 'boolean') {
    return !supportsChat;
  }
  const purposes = new Set<Purpose>([
    ...purposeFields.map((name) => purposeOfField(record[name])),
    purposeOfField(objectAt(record, 'model_info')?.['mode']),
    purposeOfOutput(record),
    purposeOfCapabilities(record['capabilities']),
    purposeOfFeatures(textsOf(objectAt(record, 'metadata')?.['tags'])),
    purposeOfMethods(textsOf(record['supportedGenerationMethods'])),
  ]);
  return purposes.has('other') && !purposes.has('chat');
}

type Purpose = 'chat' | 'other' | undefined;

function purposeOfField(value: unknown): Purpose {
  return purposeOf(textsOf(isArray(value) ? value : [value]));
}

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

/** A model without text output is not for chat. */
function purposeOfOutput(record: JsonObject): Purpose {
  const outputs = outputsOf(record);
  if (outputs.length === 0) {
    return undefined;
  }
  return outputs.some((output) => /^\s*text\s*$/i.test(output)) ? 'chat' : 'other';
}

function purposeOfCapabilities(capabilities: unknown): Purpose {
  if (isArray(capabilities)) {
    return purposeOfFeatures(textsOf(capabilities));
  }
  if (!isObject(capabilities)) {
    return undefined;
  }
  const chat = new Set(chatCapabilities.map((name) => capabilities[name]));
  if (chat.has(true)) {
    return 'chat';
  }
  return chat.has(false) ? 'other' : purposeOfField(capabilities['type']);
}

function purposeOfFeatures(names: readonly string[]): Purpose {
  return purposeOf(names.filter((name) => !inputOrFeature.test(splitWords(name))));
}

/** Gemini's native list. Names such as `bidiGenerateContent` are other APIs. */
function purposeOfMethods(methods: readonly string[]): Purpose {
  if (methods.length === 0) {
    return undefined;
  }
  return methods.includes('generateContent') ? 'chat' : 'other';
}
