// POST /v1/messages: Anthropic's format. Its answer is a sequence of numbered content blocks.
import type { Exchange } from '../http/exchange';
import { isRecord, type JsonObject } from '../http/json';
import {
  positiveNumber,
  promptTokens,
  readMessage,
  textOf,
  type FinishReason,
  type AnswerPart,
  type Question,
  withSystemPrompt,
} from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';
import type { AnswerWriter, AnswerSoFar, ServerEvent, FormatHandler } from './formatHandler';

export const messagesFormat: FormatHandler = {
  name: 'messages',
  endpointType: 'anthropic',
  path: /^\/v1\/messages$/u,
  read: readMessages,
  writer: (exchange, question) => new MessagesWriter(exchange, question),
  errorBody: (exchange, message, code) => ({
    ...errorOf(`${message} (request id: ${exchange.requestId})`, code),
  }),
};

function errorOf(message: string, type: string): JsonObject {
  return { type: 'error', error: { type, message } };
}

function readMessages({ json: body }: RecordedRequest): Question | string {
  if (!isRecord(body)) {
    return 'the request body is not a JSON object';
  }
  const { model, messages, system } = body;
  if (typeof model !== 'string' || model === '') {
    return 'model: Field required';
  }
  const maxTokens = positiveNumber(body['max_tokens']);
  if (maxTokens === undefined) {
    return 'max_tokens: Field required';
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return 'messages: Field required';
  }
  const read = messages.map(readMessage);
  const invalid = read.find(({ role }) => role !== 'user' && role !== 'assistant');
  if (invalid) {
    return `messages: Unexpected role "${invalid.role}"; allowed are "user" and "assistant"`;
  }
  return {
    model,
    messages: withSystemPrompt(textOf(system), read),
    stream: body['stream'] === true,
    maxTokens,
    includeUsage: true,
  };
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filter: 'refusal',
  unknown: 'out_of_patience',
};

/** Refusals are normal text in this format; only the stop reason identifies them. */
function stopReason({ refusal, finishReason }: AnswerSoFar): string | null {
  return finishReason === undefined ? null : stopReasons[refusal === '' ? finishReason : 'filter'];
}

function usageOf({ tokenCount, reasoningTokenCount: thinking }: AnswerSoFar): JsonObject {
  return {
    output_tokens: tokenCount,
    ...(thinking === 0 ? {} : { output_tokens_details: { thinking_tokens: thinking } }),
  };
}

type BlockKind = 'text' | 'thinking';

class MessagesWriter implements AnswerWriter {
  #open: BlockKind | undefined;
  #index = -1;

  constructor(
    private readonly exchange: Exchange,
    private readonly question: Question,
  ) {}

  start(): readonly ServerEvent[] {
    return [
      event('message_start', { message: this.#message([], null, { output_tokens: 1 }) }),
      event('ping', {}),
    ];
  }

  part(part: AnswerPart, answer: AnswerSoFar): readonly ServerEvent[] {
    switch (part.kind) {
      case 'text':
      case 'refusal':
        return this.#delta('text', { type: 'text_delta', text: part.text });
      case 'reasoning':
        return this.#delta('thinking', { type: 'thinking_delta', thinking: part.text });
      case 'finish':
        return [
          ...this.#close(),
          event('message_delta', {
            delta: { stop_reason: stopReason(answer), stop_sequence: null },
            usage: usageOf(answer),
          }),
        ];
    }
  }

  end(): readonly ServerEvent[] {
    return [event('message_stop', {})];
  }

  error(message: string): readonly ServerEvent[] {
    return [event('error', errorOf(message, 'api_error'))];
  }

  completeBody(answer: AnswerSoFar): JsonObject {
    const text = answer.text + answer.refusal;
    const content = [
      ...(answer.reasoning === ''
        ? []
        : [{ type: 'thinking', thinking: answer.reasoning, signature: 'c2lnbmVk' }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
    ];
    return this.#message(content, stopReason(answer), usageOf(answer));
  }

  #message(content: readonly JsonObject[], reason: string | null, usage: JsonObject): JsonObject {
    return {
      id: `msg_${this.exchange.requestId}`,
      type: 'message',
      role: 'assistant',
      model: this.question.model,
      content,
      stop_reason: reason,
      stop_sequence: null,
      usage: { input_tokens: promptTokens(this.question), ...usage },
    };
  }

  #delta(kind: BlockKind, delta: JsonObject): readonly ServerEvent[] {
    const opening = this.#open === kind ? [] : [...this.#close(), ...this.#begin(kind)];
    return [...opening, event('content_block_delta', { index: this.#index, delta })];
  }

  #begin(kind: BlockKind): readonly ServerEvent[] {
    this.#open = kind;
    this.#index++;
    const block =
      kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' };
    return [event('content_block_start', { index: this.#index, content_block: block })];
  }

  #close(): readonly ServerEvent[] {
    const index = this.#index;
    const kind = this.#open;
    this.#open = undefined;
    if (kind === undefined) {
      return [];
    }
    const signature = { type: 'signature_delta', signature: 'c2lnbmVk' };
    return [
      ...(kind === 'thinking' ? [event('content_block_delta', { index, delta: signature })] : []),
      event('content_block_stop', { index }),
    ];
  }
}

function event(type: string, fields: JsonObject): ServerEvent {
  return { name: type, data: JSON.stringify({ type, ...fields }) };
}
