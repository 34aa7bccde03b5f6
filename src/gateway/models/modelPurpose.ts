// A list holds models that draw, embed or listen; only a record itself may say so, never a name.
import { isArray, isObject, objectAt, textAt, type JsonObject } from '../json';

const chatEndpoint = /^(?:openai|openai-response.*|anthropic|gemini|chat.*)$/i;
const otherPurpose =
  /\b(?:embed\w*|re-?rank\w*|score|image\w*|text-to-(?:image|speech|video|audio)|speech\w*|(?:automatic-)?speech-recognition|tts|stt|asr|audio\w*|transcri\w+|moderation\w*|video\w*)\b/i;
const chatPurpose =
  /\b(?:chat\w*|completions?|llm|language\w*|text|text-generation|image-text-to-text|generate\w*|responses?|conversation\w*|multimodal)\b/i;
/** Tasks that hear or see and answer in text. */
const mixedChat = /^(?:image|audio|video)-text-to-text$|^any-to-any$/i;

/**
 * Whether a record says that its model is not for chat: by endpoint types, else by type or task,
 * output modalities, capabilities. What says nothing leaves it for chat.
 */
export function saysNotForChat(record: JsonObject, endpointTypes: readonly string[]): boolean {
  if (endpointTypes.length > 0) {
    return !endpointTypes.some((type) => chatEndpoint.test(type));
  }
  const said = new Set<Purpose>([
    ...kinds.map((name) => ofWord(textAt(record, name))),
    ofModalities(record),
    ofCapabilities(record['capabilities']),
    ofWords(textsOf(record['supportedGenerationMethods'])),
  ]);
  return said.has('other') && !said.has('chat');
}

/** Fields that name what a model is. */
const kinds = ['type', 'task', 'mode', 'model_type', 'pipeline_tag'];

type Purpose = 'chat' | 'other' | undefined;

function ofWord(word: string | undefined): Purpose {
  return word === undefined ? undefined : ofWords([word]);
}

function ofWords(words: readonly string[]): Purpose {
  const said = words.map(spaced);
  if (
    said.some(
      (word) => mixedChat.test(word) || (chatPurpose.test(word) && !otherPurpose.test(word)),
    )
  ) {
    return 'chat';
  }
  return said.some((word) => otherPurpose.test(word)) ? 'other' : undefined;
}

/** `embedContent`, `image_generation`: words of their own for the patterns. */
function spaced(word: string): string {
  return word.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_/g, ' ');
}

/** What comes out of the model: only text makes a chat. */
function ofModalities(record: JsonObject): Purpose {
  const architecture = objectAt(record, 'architecture') ?? record;
  const own = textsOf(architecture['output_modalities']);
  const listed = own.length > 0 ? own : textsOf(objectAt(record, 'modalities')?.['output']);
  const arrow = /->\s*(\S.*)$/.exec(textAt(architecture, 'modality') ?? '')?.[1];
  const outputs = listed.length > 0 ? listed : arrow === undefined ? [] : arrow.split(/[+,]/);
  if (outputs.length === 0) {
    return undefined;
  }
  return outputs.some((output) => /^\s*text\s*$/i.test(output)) ? 'chat' : 'other';
}

const chatCapabilities = ['completion_chat', 'chat_completion', 'chat_completions', 'chat'];

function ofCapabilities(capabilities: unknown): Purpose {
  if (isArray(capabilities)) {
    return ofWords(textsOf(capabilities));
  }
  if (!isObject(capabilities)) {
    return undefined;
  }
  const chat = new Set(chatCapabilities.map((name) => capabilities[name]));
  if (chat.has(true)) {
    return 'chat';
  }
  return chat.has(false) ? 'other' : ofWord(textAt(capabilities, 'type'));
}

function textsOf(value: unknown): readonly string[] {
  return isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
