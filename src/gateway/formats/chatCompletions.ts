// POST /v1/chat/completions, the API format that every gateway supports.
import { omitUndefined } from '../../base/omitUndefined';
import type { ChatMessage, CompletionRequest } from '../../chat/ports';
import type { Usage } from '../../shared/conversation/conversation';
import {
  isArray,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  toJsonText,
} from '../json';
import type { AnswerEvent, ToolCallDelta } from './answerEvent';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import { contentBlocks, dataUrl } from './turns';

export const chat: ApiFormatAdapter = {
  requestBody,
  // The SDK's types allow only OpenAI's own values, so `options.body` replaces the typed one.
  send: (client, { request: { model, stream }, body }, signal) =>
    client.chat.completions.create({ model, messages: [], stream }, { body, signal }).asResponse(),
  createEventReader: () => ({
    isEvent: (body) => isArray(body['choices']),
    read: readChunk,
  }),
};

function requestBody(request: CompletionRequest): JsonObject {
  const { model, stream, temperature, maxTokens, reasoningEffort, quirks = [] } = request;
  const limitName = quirks.includes('maxCompletionTokens') ? 'max_completion_tokens' : 'max_tokens';
  const systemRole = quirks.includes('systemAsDeveloper') ? 'developer' : 'system';
  const asksForUsage = stream && !quirks.includes('noStreamOptions');
  return omitUndefined({
    model,
    messages: request.messages.map((message) => messageOf(message, systemRole)),
    stream,
    // Without it, streams report no usage.
    stream_options: asksForUsage ? { include_usage: true } : undefined,
    temperature,
    [limitName]: maxTokens,
    reasoning_effort: reasoningEffort,
  });
}

/** A message without images is sent as a string: not every gateway reads content blocks. */
function messageOf(message: ChatMessage, systemRole: 'system' | 'developer'): object {
  const { content, images } = message;
  const role = message.role === 'system' ? systemRole : message.role;
  if (images === undefined) {
    return { role, content };
  }
  const blocks = contentBlocks(message).map((block) =>
    block.type === 'text' ? block : { type: 'image_url', image_url: { url: dataUrl(block.image) } },
  );
  return { role, content: blocks };
}

/** Reads a chunk of a stream or a complete reply, in any gateway's dialect. */
function readChunk(body: JsonObject): Partial<AnswerEvent> {
  const choices = body['choices'];
  const choice = isArray(choices) ? choices.find(isFirst) : undefined;
  const usage = readUsage(body['usage'] ?? objectAt(body, 'x_groq')?.['usage']);
  return {
    ...readChoice(isObject(choice) ? choice : {}),
    ...omitUndefined({ model: textAt(body, 'model'), usage }),
    isRecognized: isArray(choices) || usage !== undefined,
  };
}

/** Only the choice with index 0 counts; many gateways omit the index. */
function isFirst(choice: unknown): boolean {
  const index = isObject(choice) ? choice['index'] : undefined;
  return isObject(choice) && (index === undefined || index === null || Number(index) === 0);
}

function readChoice(choice: JsonObject): Partial<AnswerEvent> {
  const finishReason = textAt(choice, 'finish_reason');
  const delta = objectAt(choice, 'delta');
  const message = objectAt(choice, 'message');
  // Perplexity sends the message so far beside each delta; the delta wins.
  const content = delta ?? message;
  return {
    ...(content === undefined ? { text: textAt(choice, 'text') ?? '' } : readMessage(content)),
    isCumulative: delta === undefined && message !== undefined,
    ...(finishReason === undefined || finishReason === 'null' ? {} : { finishReason }),
  };
}

/** Where several are filled they hold the same text, so only the first one counts. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking'];

function readMessage(message: JsonObject): Partial<AnswerEvent> {
  const content = readContent(message['content']);
  const reasoning = reasoningFields.map((name) => reasoningOf(message[name])).find(Boolean);
  return {
    ...content,
    ...omitUndefined({ reasoning }),
    refusal: textAt(message, 'refusal') ?? content.refusal,
    toolCalls: readToolCalls(message),
  };
}

function readContent(content: unknown): Pick<AnswerEvent, 'text' | 'reasoning' | 'refusal'> {
  let text = '';
  let reasoning = '';
  let refusal = '';
  for (const block of typeof content === 'string' ? [content] : isArray(content) ? content : []) {
    if (typeof block === 'string') {
      text += block;
    } else if (/think|reason/.test(textAt(block, 'type') ?? '')) {
      reasoning += reasoningOf(block);
    } else {
      text += textAt(block, 'text') ?? '';
      refusal += textAt(block, 'refusal') ?? '';
    }
  }
  return { text, reasoning, refusal };
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
  const calls = message['tool_calls'];
  // The older form of `tool_calls`.
  const functionCall = objectAt(message, 'function_call');
  const deltas = (isArray(calls) ? calls : []).filter(isObject).map(readToolCall);
  return functionCall === undefined ? deltas : [...deltas, readFunction(functionCall)];
}

function readToolCall(call: JsonObject): ToolCallDelta {
  const index = call['index'];
  return {
    ...readFunction(objectAt(call, 'function') ?? call),
    ...omitUndefined({
      index: typeof index === 'number' ? index : undefined,
      id: textAt(call, 'id'),
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

/** Reads token counts by the names of the chat completions and Responses formats. */
export function readUsage(usage: unknown): Usage | undefined {
  const inputTokens = numberAt(usage, 'prompt_tokens', 'input_tokens');
  const outputTokens = numberAt(usage, 'completion_tokens', 'output_tokens');
  if (inputTokens === undefined && outputTokens === undefined) {
    return undefined;
  }
  const input = objectAt(usage, 'prompt_tokens_details') ?? objectAt(usage, 'input_tokens_details');
  const output =
    objectAt(usage, 'completion_tokens_details') ?? objectAt(usage, 'output_tokens_details');
  return omitUndefined({
    inputTokens,
    outputTokens,
    reasoningTokens: numberAt(output, 'reasoning_tokens') ?? numberAt(usage, 'reasoning_tokens'),
    cachedTokens:
      numberAt(input, 'cached_tokens') ??
      numberAt(usage, 'prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens'),
  });
}
