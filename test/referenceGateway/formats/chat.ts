// POST /v1/chat/completions, as new-api relays it.
import type { Exchange } from '../http/exchange';
import { errorBody } from '../http/errorResponses';
import { isRecord, type Json, type JsonObject } from '../http/json';
import {
  positiveNumber,
  promptTokens,
  textOf,
  type FinishReason,
  type Message,
  type Part,
  type Question,
} from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';
import type { AnswerWriter, Said, ServerEvent, WireForm } from './formatHandler';

export const chatForm: WireForm = {
  name: 'chat',
  endpointType: 'openai',
  path: /^\/v1\/chat\/completions$/u,
  read: readChat,
  writer: chatWriter,
  errorBody,
};

function readChat({ json: body }: RecordedRequest): Question | string {
  if (!isRecord(body)) {
    return 'the request body is not a JSON object';
  }
  const { model, messages } = body;
  if (typeof model !== 'string' || model === '') {
    return 'model name is required';
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return 'field messages is required';
  }
  const options = body['stream_options'];
  return {
    model,
    messages: messages.map(readMessage),
    stream: body['stream'] === true,
    maxTokens: positiveNumber(body['max_completion_tokens'] ?? body['max_tokens']),
    includeUsage: isRecord(options) && options['include_usage'] === true,
  };
}

function readMessage(message: unknown): Message {
  const record = isRecord(message) ? message : {};
  const role = record['role'];
  return { role: typeof role === 'string' ? role : '', text: textOf(record['content']) };
}

/** The identity that all chunks of one answer share. */
interface ChunkHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

export function chunkHead(exchange: Exchange, question: Question): ChunkHead {
  return {
    id: `chatcmpl-${exchange.requestId}`,
    created: Math.floor(exchange.request.at / 1000),
    model: question.model,
  };
}

/** One `chat.completion.chunk` with one choice. */
export function chunk(
  head: ChunkHead,
  delta: JsonObject,
  finish: string | null = null,
): JsonObject {
  return chunkOf(head, [{ index: 0, delta, logprobs: null, finish_reason: finish }]);
}

/** One `chat.completion.chunk` with these choices. */
export function chunkOf(head: ChunkHead, choices: Json, more: JsonObject = {}): JsonObject {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    system_fingerprint: null,
    choices,
    ...more,
  };
}

/** One event as nearly every server writes it. */
export function dataEvent(data: Json): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export const doneEvent = 'data: [DONE]\n\n';

/** A whole `chat.completion`. */
export function completion(
  head: ChunkHead,
  message: JsonObject,
  finish: string | null,
  usage: JsonObject = {},
): JsonObject {
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage,
  };
}

export function usageOf(
  question: Question,
  completionTokens: number,
  thoughtCount = 0,
): JsonObject {
  const asked = promptTokens(question);
  return {
    prompt_tokens: asked,
    completion_tokens: completionTokens,
    total_tokens: asked + completionTokens,
    ...(thoughtCount === 0
      ? {}
      : { completion_tokens_details: { reasoning_tokens: thoughtCount } }),
  };
}

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  filter: 'content_filter',
  unknown: 'eos_token',
};

function chatWriter(exchange: Exchange, question: Question): AnswerWriter {
  const head = chunkHead(exchange, question);
  return {
    begin: () => [event(chunk(head, { role: 'assistant', content: '' }))],
    part: (part) => [event(chunkFor(head, part))],
    done: ({ tokenCount, thoughtCount }) => [
      ...(question.includeUsage
        ? [event(chunkOf(head, [], { usage: usageOf(question, tokenCount, thoughtCount) }))]
        : []),
      { data: '[DONE]' },
    ],
    error: (message) => [
      event({ error: { message, type: 'upstream_error', param: '', code: '' } }),
    ],
    whole: (said) => wholeOf(head, question, said),
  };
}

function event(data: JsonObject): ServerEvent {
  return { data: JSON.stringify(data) };
}

function chunkFor(head: ChunkHead, part: Part): JsonObject {
  switch (part.kind) {
    case 'text':
      return chunk(head, { content: part.text });
    case 'reasoning':
      return chunk(head, { reasoning_content: part.text });
    case 'refusal':
      return chunk(head, { refusal: part.text });
    case 'finish':
      return chunk(head, {}, finishReasons[part.reason]);
  }
}

function wholeOf(head: ChunkHead, question: Question, said: Said): JsonObject {
  const message = {
    content: said.refusal === '' ? said.text : null,
    ...(said.refusal === '' ? {} : { refusal: said.refusal }),
    ...(said.reasoning === '' ? {} : { reasoning_content: said.reasoning }),
  };
  const reason = said.reason === undefined ? null : finishReasons[said.reason];
  return completion(head, message, reason, usageOf(question, said.tokenCount, said.thoughtCount));
}
