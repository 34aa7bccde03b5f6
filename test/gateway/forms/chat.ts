// POST /v1/chat/completions, as new-api relays it.
import type { Exchange } from '../exchange';
import { isRecord, type Json, type JsonObject } from '../json';
import {
  positiveNumber,
  textOf,
  tokens,
  type Message,
  type Part,
  type Question,
} from '../question';
import { eventStreamHead, gather, type WireForm } from './wireForm';

export const chatForm: WireForm = {
  endpointType: 'openai',
  read: readChat,
  stream: streamChat,
  whole: wholeChat,
};

function readChat(body: unknown): Question | string {
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

export function usageOf(question: Question, completionTokens: number): JsonObject {
  const promptTokens = question.messages.reduce(
    (sum, message) => sum + 4 + tokens(message.text).length,
    0,
  );
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

async function streamChat(
  exchange: Exchange,
  question: Question,
  batches: AsyncIterable<readonly Part[]>,
): Promise<void> {
  const head = chunkHead(exchange, question);
  exchange.head(200, eventStreamHead);
  await exchange.write(dataEvent(chunk(head, { role: 'assistant', content: '' })));
  let tokenCount = 0;
  for await (const batch of batches) {
    tokenCount += batch.filter((part) => part.kind !== 'finish').length;
    await exchange.write(batch.map((part) => dataEvent(chunkFor(head, part))).join(''));
  }
  if (question.includeUsage) {
    const usage = usageOf(question, tokenCount);
    await exchange.write(dataEvent(chunkOf(head, [], { usage })));
  }
  await exchange.end(doneEvent);
}

function chunkFor(head: ChunkHead, part: Part): JsonObject {
  switch (part.kind) {
    case 'text':
      return chunk(head, { content: part.text });
    case 'reasoning':
      return chunk(head, { reasoning_content: part.text });
    case 'finish':
      return chunk(head, {}, part.reason);
  }
}

async function wholeChat(
  exchange: Exchange,
  question: Question,
  batches: AsyncIterable<readonly Part[]>,
): Promise<void> {
  const said = await gather(batches);
  const message = {
    content: said.text,
    ...(said.reasoning === '' ? {} : { reasoning_content: said.reasoning }),
  };
  const head = chunkHead(exchange, question);
  await exchange.json(
    200,
    completion(head, message, said.reason, usageOf(question, said.tokenCount)),
  );
}
