// POST /v1/messages: Claude's form, whose answer is a row of numbered content blocks.
import type { Exchange } from '../http/exchange';
import { isRecord, type JsonObject } from '../http/json';
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

export const messagesForm: WireForm = {
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
  const stranger = read.find(({ role }) => role !== 'user' && role !== 'assistant');
  if (stranger) {
    return `messages: Unexpected role "${stranger.role}"; allowed are "user" and "assistant"`;
  }
  const instructions = textOf(system);
  return {
    model,
    messages: instructions === '' ? read : [{ role: 'system', text: instructions }, ...read],
    stream: body['stream'] === true,
    maxTokens,
    includeUsage: true,
  };
}

function readMessage(message: unknown): Message {
  const record = isRecord(message) ? message : {};
  const role = record['role'];
  return { role: typeof role === 'string' ? role : '', text: textOf(record['content']) };
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filter: 'refusal',
  unknown: 'out_of_patience',
};

/** A refusal is said in plain text here; only the stop reason tells. */
function stopReason({ refusal, reason }: Said): string | null {
  return reason === undefined ? null : stopReasons[refusal === '' ? reason : 'filter'];
}

function usageOf({ tokenCount, thoughtCount }: Said): JsonObject {
  return {
    output_tokens: tokenCount,
    ...(thoughtCount === 0 ? {} : { output_tokens_details: { thinking_tokens: thoughtCount } }),
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

  begin(): readonly ServerEvent[] {
    return [
      event('message_start', { message: this.#message([], null, { output_tokens: 1 }) }),
      event('ping', {}),
    ];
  }

  part(part: Part, said: Said): readonly ServerEvent[] {
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
            delta: { stop_reason: stopReason(said), stop_sequence: null },
            usage: usageOf(said),
          }),
        ];
    }
  }

  done(): readonly ServerEvent[] {
    return [event('message_stop', {})];
  }

  error(message: string): readonly ServerEvent[] {
    return [event('error', errorOf(message, 'api_error'))];
  }

  whole(said: Said): JsonObject {
    const text = said.text + said.refusal;
    const content = [
      ...(said.reasoning === ''
        ? []
        : [{ type: 'thinking', thinking: said.reasoning, signature: 'c2lnbmVk' }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
    ];
    return this.#message(content, stopReason(said), usageOf(said));
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
