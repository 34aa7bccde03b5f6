// POST /v1/chat/completions, the API format that every gateway supports.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Media } from '../../common/failure';
import {
  isArray,
  isObject,
  isText,
  numberAt,
  objectAt,
  textAt,
  toJsonText,
  type JsonObject,
} from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';
import {
  mediaOf,
  noToolCalls,
  SignedThought,
  type AnswerEvent,
  type EventReader,
  type PromptProgress,
  type ToolCallDelta,
} from './answerEvent';
import { pictureMarkup } from './answerFiles';
import { sourceListsIn } from './answerSources';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import { AttemptIds } from './attemptIds';
import { ChatReasoning, hasSignature, reasoningFields } from './chatReasoning';
import { chatRequestBody, chatTools, typedChatBody } from './requests/chatRequest';
import { unknownType } from './serverParts';
import { readUsage } from './tokenUsage';

export const chat: ApiFormatAdapter = {
  tools: chatTools,
  requestBody: chatRequestBody,
  // `body` is the typed one with what the SDK's types do not allow: other efforts, the user's own parameters.
  send: (client, { request, body }, signal) =>
    client.chat.completions.create(typedChatBody(request), { body, signal }).asResponse(),
  createEventReader: () => new ChatEventReader(),
};

class ChatEventReader implements EventReader {
  readonly #reasoning = new ChatReasoning();
  readonly #attempts = new AttemptIds();
  readonly #thought = new SignedThought();

  isEvent(body: JsonObject): boolean {
    return isArray(body['choices']);
  }

  read(body: JsonObject): Partial<AnswerEvent> {
    const event = readChunk(body);
    // Nearly all events are text alone.
    if (!event.text || event.reasoning || event.isCumulative) {
      const { delta, message } = choiceOf(body);
      const isCumulative = event.isCumulative === true;
      this.#reasoning.push(isCumulative ? message : delta, isCumulative);
      if (isObject(delta) && !isCumulative) {
        event.reasoning = this.#thought.restOf(event.reasoning ?? '', hasSignature(delta));
      }
    }
    const hasRole = !event.text && textAt(choiceOf(body)['delta'], 'role') !== undefined;
    event.startsAttempt = this.#attempts.starts(textAt(body, 'id'), event, hasRole);
    return event;
  }

  reasoningBlocks(): readonly ReasoningBlock[] {
    return this.#reasoning.blocks;
  }
}

/** Reads a chunk of a stream or a complete reply, in any gateway's dialect. */
function readChunk(body: JsonObject): MutableEvent {
  const { choices, model, x_groq: groq } = body;
  const choice = choiceOf(body);
  // Groq's and Moonshot's places, besides the usual one.
  const usage =
    readUsage(body['usage']) ??
    readUsage(isObject(groq) ? groq['usage'] : undefined) ??
    readUsage(choice['usage']);
  const event = readContentOf(choice);
  const { finish_reason: reason } = choice;
  if (reason === 'tool_calls' && event.isCumulative && !event.toolCalls?.length) {
    event.toolCalls = toolCallsIn(choices);
  }
  event.finishReason = isText(reason) && reason !== 'null' ? reason : undefined;
  // OpenRouter's word for an error, and the provider's.
  event.finishMessage = reason === 'error' ? textAt(choice, 'native_finish_reason') : undefined;
  event.model = isText(model) ? model : undefined;
  event.usage = usage;
  const sources = sourceListsIn(body);
  if (sources.length > 0) {
    event.sources = [...sources, ...(event.sources ?? [])];
  }
  if (!event.text) {
    event.promptProgress = readPromptProgress(body['prompt_progress']);
  }
  event.isRecognized = isArray(choices) || usage !== undefined;
  return event;
}

/** GitHub Copilot's replies that are not streamed have the text and the calls of one answer in several choices. */
function toolCallsIn(choices: unknown): readonly ToolCallDelta[] {
  return (isArray(choices) ? choices : []).flatMap((choice) =>
    readToolCalls(objectAt(choice, 'message') ?? {}),
  );
}

function choiceOf({ choices }: JsonObject): JsonObject {
  const first = isArray(choices) ? choices[0] : undefined;
  const found = isArray(choices) && !isFirst(first) ? choices.find(isFirst) : first;
  return isObject(found) ? found : {};
}

/** Filled without spreads: this runs for every token. */
type MutableEvent = { -readonly [K in keyof AnswerEvent]?: AnswerEvent[K] };

/** The answer with index 0 counts where there are several; many gateways omit the index. */
function isFirst(choice: unknown): boolean {
  const index = isObject(choice) ? choice['index'] : undefined;
  return isObject(choice) && (index === undefined || index === null || Number(index) === 0);
}

/** Perplexity sends the message so far with each delta, and with a reply that is not streamed an empty delta. */
function readContentOf(choice: JsonObject): MutableEvent {
  const { delta, message, text } = choice;
  const read = isObject(delta) ? readMessage(delta) : { text: isText(text) ? text : '' };
  return !isObject(message) || hasContent(read)
    ? read
    : { ...readMessage(message), isCumulative: true };
}

function hasContent({ text, reasoning, refusal, toolCalls = [] }: Partial<AnswerEvent>): boolean {
  return Boolean(text) || Boolean(reasoning) || Boolean(refusal) || toolCalls.length > 0;
}

const shownNames = reasoningFields.flatMap(({ name, isShown }) => (isShown ? [name] : []));

function readMessage(message: JsonObject): MutableEvent {
  if (isPlainText(message)) {
    return { text: message.content, reasoning: '', refusal: '', isCumulative: false };
  }
  const content = readContent(message['content']);
  const audio = objectAt(message, 'audio');
  return {
    text: (content.text || (textAt(audio, 'transcript') ?? '')) + picturesIn(message),
    reasoning: content.reasoning || reasoningIn(message),
    refusal: textAt(message, 'refusal') ?? content.refusal,
    toolCalls: readToolCalls(message),
    unknownParts: content.unknownParts,
    sources: sourceListsIn(message),
    media: content.media ?? (hasImages(message) ? 'image' : audio && 'audio'),
    isCumulative: false,
  };
}

/** Most deltas: looking for the other members in each of them takes a tenth of the time of an answer. */
function isPlainText(message: JsonObject): message is { readonly content: string } {
  for (const name in message) {
    if (name !== 'content' && name !== 'role') return false;
  }
  return typeof message['content'] === 'string';
}

function reasoningIn(message: JsonObject): string {
  for (const name of shownNames) {
    const value = message[name];
    const reasoning = value ? reasoningOf(value) : '';
    if (reasoning !== '') {
      return reasoning;
    }
  }
  return '';
}

/** OpenRouter's field for generated pictures. */
function hasImages({ images }: JsonObject): boolean {
  return isArray(images) && images.length > 0;
}

function picturesIn({ images }: JsonObject): string {
  return isArray(images) ? images.map(pictureIn).join('') : '';
}

function pictureIn(block: unknown): string {
  return pictureMarkup(textAt(objectAt(block, 'image_url'), 'url') ?? textAt(block, 'image_url'));
}

type MessageContent = Pick<
  AnswerEvent,
  'text' | 'reasoning' | 'refusal' | 'media' | 'unknownParts'
>;

function readContent(content: unknown): MessageContent {
  // Cloudflare's Workers AI sends a token of digits as a number (cloudflare/ai#651).
  if (typeof content === 'string' || typeof content === 'number') {
    return { text: String(content), reasoning: '', refusal: '' };
  }
  let text = '';
  let reasoning = '';
  let refusal = '';
  let media: Media | undefined;
  const unknownParts: string[] = [];
  for (const block of isArray(content) ? content : []) {
    const type = textAt(block, 'type') ?? '';
    if (typeof block === 'string') {
      text += block;
    } else if (/think|reason/.test(type)) {
      reasoning += reasoningOf(block);
    } else {
      const own = textAt(block, 'text') ?? pictureIn(block);
      text += own;
      refusal += textAt(block, 'refusal') ?? '';
      media ??= mediaOf(type);
      unknownParts.push(
        ...(own === '' && mediaOf(type) === undefined ? unknownType('chat', type) : []),
      );
    }
  }
  return { text, reasoning, refusal, media, unknownParts };
}

/** No server nests reasoning deeper; hostile JSON may, until recursion fails. */
const maxReasoningDepth = 8;

function reasoningOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') {
    return value;
  }
  if (isArray(value) && depth < maxReasoningDepth) {
    return value.map((item) => reasoningOf(item, depth + 1)).join('');
  }
  if (!isObject(value) || depth === maxReasoningDepth) {
    return '';
  }
  for (const name of ['text', 'summary', 'content', 'thinking']) {
    const text = reasoningOf(value[name], depth + 1);
    if (text !== '') {
      return text;
    }
  }
  return '';
}

function readToolCalls(message: JsonObject): readonly ToolCallDelta[] {
  const { tool_calls: listed } = message;
  // Older versions of text-generation-inference send one call without a list.
  const calls = isObject(listed) ? [listed] : listed;
  // The older form of `tool_calls`.
  const functionCall = objectAt(message, 'function_call');
  if (functionCall === undefined && !isArray(calls)) {
    return noToolCalls;
  }
  const deltas = (isArray(calls) ? calls : []).filter(isObject).map(readToolCall);
  return functionCall === undefined ? deltas : [...deltas, readFunction(functionCall)];
}

function readToolCall(call: JsonObject): ToolCallDelta {
  const { index, extra_content: extra } = call;
  return {
    ...readFunction(objectAt(call, 'function') ?? call),
    ...omitUndefined({
      index: typeof index === 'number' ? index : undefined,
      id: textAt(call, 'id'),
      // Gemini's signature (ai.google.dev/gemini-api/docs/thought-signatures).
      extra: isObject(extra) ? { extra_content: extra } : undefined,
    }),
  };
}

function readFunction(call: JsonObject): ToolCallDelta {
  const input = call['arguments'];
  return omitUndefined({
    name: textAt(call, 'name'),
    arguments: typeof input === 'string' ? input : isObject(input) ? toJsonText(input) : '',
  });
}

/**
 * Prompt progress as llama.cpp sends it for `return_progress` (ggml-org/llama.cpp#15827); undefined for anything but
 * token counts. `processed` includes what the cache served.
 */
export function readPromptProgress(progress: unknown): PromptProgress | undefined {
  if (!isObject(progress)) {
    return undefined;
  }
  const processed = numberAt(progress, 'processed');
  const total = numberAt(progress, 'total');
  return processed === undefined ||
    total === undefined ||
    processed < 0 ||
    total < processed ||
    total === 0
    ? undefined
    : { processed, total };
}
