// POST /v1/chat/completions, as new-api relays it.
import {
  positiveNumber,
  promptTokens,
  type AnswerPart,
  type FinishReason,
  type Question,
} from '../answers/question';
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { isRecord, type Json, type JsonObject } from '../http/json';
import type { RecordedRequest } from '../http/requestRecorder';
import { chatCall, chatCallDeltas } from '../tools/answerCalls';
import { readChatTools } from '../tools/chatTools';
import type { AnswerSoFar, AnswerWriter, FormatHandler, ServerEvent } from './formatHandler';

export const chatFormat: FormatHandler = {
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
  const read = readChatTools(body, messages);
  if (typeof read === 'string') {
    return read;
  }
  const options = body['stream_options'];
  return {
    model,
    ...read,
    requiresCall: body['tool_choice'] === 'required',
    stream: body['stream'] === true,
    maxTokens: positiveNumber(body['max_completion_tokens'] ?? body['max_tokens']),
    includeUsage: isRecord(options) && options['include_usage'] === true,
  };
}

/** The fields that all chunks of one answer share. */
interface ChunkIdentity {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

export function chunkIdentity(exchange: Exchange, question: Question): ChunkIdentity {
  return {
    id: `chatcmpl-${exchange.requestId}`,
    created: Math.floor(exchange.request.receivedAt / 1000),
    model: question.model,
  };
}

/** A `chat.completion.chunk` with one choice. */
export function chunk(
  identity: ChunkIdentity,
  delta: JsonObject,
  finish: string | null = null,
): JsonObject {
  return chunkWithChoices(identity, [{ index: 0, delta, logprobs: null, finish_reason: finish }]);
}

/** A `chat.completion.chunk` with these choices. */
export function chunkWithChoices(
  identity: ChunkIdentity,
  choices: Json,
  more: JsonObject = {},
): JsonObject {
  return {
    id: identity.id,
    object: 'chat.completion.chunk',
    created: identity.created,
    model: identity.model,
    system_fingerprint: null,
    choices,
    ...more,
  };
}

/** Frames data as a server-sent event. */
export function dataEvent(data: Json): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export const doneEvent = 'data: [DONE]\n\n';

/** A `chat.completion`. */
export function completion(
  identity: ChunkIdentity,
  message: JsonObject,
  finish: string | null,
  usage: JsonObject = {},
): JsonObject {
  return {
    id: identity.id,
    object: 'chat.completion',
    created: identity.created,
    model: identity.model,
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage,
  };
}

export function usageOf(
  question: Question,
  completionTokens: number,
  reasoningTokens = 0,
): JsonObject {
  const promptTokenCount = promptTokens(question);
  return {
    prompt_tokens: promptTokenCount,
    completion_tokens: completionTokens,
    total_tokens: promptTokenCount + completionTokens,
    ...(reasoningTokens === 0
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  filter: 'content_filter',
  unknown: 'eos_token',
  calls: 'tool_calls',
};

function chatWriter(exchange: Exchange, question: Question): AnswerWriter {
  const identity = chunkIdentity(exchange, question);
  return {
    start: () => [event(chunk(identity, { role: 'assistant', content: '' }))],
    part: (part, answer) =>
      part.kind === 'call'
        ? chatCallDeltas(part.call, exchange, answer.calls.length - 1).map((call) =>
            event(chunk(identity, { tool_calls: [call] })),
          )
        : [event(chunkFor(identity, part))],
    end: ({ tokenCount, reasoningTokenCount }) => [
      ...(question.includeUsage
        ? [
            event(
              chunkWithChoices(identity, [], {
                usage: usageOf(question, tokenCount, reasoningTokenCount),
              }),
            ),
          ]
        : []),
      { data: '[DONE]' },
    ],
    error: (message) => [
      event({ error: { message, type: 'upstream_error', param: '', code: '' } }),
    ],
    completeBody: (answer) => completionOf(identity, question, answer, exchange),
  };
}

function event(data: JsonObject): ServerEvent {
  return { data: JSON.stringify(data) };
}

function chunkFor(
  identity: ChunkIdentity,
  part: Exclude<AnswerPart, { kind: 'call' }>,
): JsonObject {
  switch (part.kind) {
    case 'text':
      return chunk(identity, { content: part.text });
    case 'reasoning':
      return chunk(identity, { reasoning_content: part.text });
    case 'refusal':
      return chunk(identity, { refusal: part.text });
    case 'finish':
      return chunk(identity, {}, finishReasons[part.reason]);
  }
}

function completionOf(
  identity: ChunkIdentity,
  question: Question,
  answer: AnswerSoFar,
  exchange: Exchange,
): JsonObject {
  const isOnlyCalls = answer.calls.length > 0 && answer.text === '';
  const message = {
    content: answer.refusal === '' && !isOnlyCalls ? answer.text : null,
    ...(answer.calls.length === 0
      ? {}
      : { tool_calls: answer.calls.map((call, number) => chatCall(call, exchange, number)) }),
    ...(answer.refusal === '' ? {} : { refusal: answer.refusal }),
    ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
  };
  const reason = answer.finishReason === undefined ? null : finishReasons[answer.finishReason];
  return completion(
    identity,
    message,
    reason,
    usageOf(question, answer.tokenCount, answer.reasoningTokenCount),
  );
}
