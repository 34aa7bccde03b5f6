// POST /v1/messages: Anthropic's format. Its answer is a sequence of numbered content blocks.
import {
  positiveNumber,
  promptTokens,
  readMessage,
  textOf,
  withSystemPrompt,
  type AnswerCall,
  type AnswerPart,
  type FinishReason,
  type Question,
} from '../answers/question';
import type { Exchange } from '../http/exchange';
import { isRecord, type JsonObject } from '../http/json';
import type { RecordedRequest } from '../http/requestRecorder';
import { callId, fragments, inputOf, signature } from '../tools/answerCalls';
import { readMessagesTools } from '../tools/messagesTools';
import type { AnswerSoFar, AnswerWriter, FormatHandler, ServerEvent } from './formatHandler';

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
  const invalid = messages
    .map(readMessage)
    .find(({ role }) => role !== 'user' && role !== 'assistant');
  if (invalid) {
    return `messages: Unexpected role "${invalid.role}"; allowed are "user" and "assistant"`;
  }
  const read = readMessagesTools(body, messages);
  if (typeof read === 'string') {
    return read;
  }
  const choice = body['tool_choice'];
  return {
    model,
    tools: read.tools,
    messages: withSystemPrompt(textOf(system), read.messages),
    requiresCall: isRecord(choice) && choice['type'] === 'any',
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
  calls: 'tool_use',
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

type BlockKind = 'text' | 'thinking' | 'tool_use';

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
      case 'call':
        return this.#call(part.call, answer.calls.length - 1);
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
        : [{ type: 'thinking', thinking: answer.reasoning, signature }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...answer.calls.map((call, number) => this.#toolUse(call, number, inputOf(call))),
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

  #call(call: AnswerCall, number: number): readonly ServerEvent[] {
    const isWhole = typeof call.arguments !== 'string';
    const start = this.#toolUse(call, number, isWhole ? inputOf(call) : {});
    return [
      ...this.#close(),
      ...this.#beginWith('tool_use', start),
      ...(isWhole ? [] : fragments(call)).map((json) =>
        event('content_block_delta', {
          index: this.#index,
          delta: { type: 'input_json_delta', partial_json: json },
        }),
      ),
    ];
  }

  #toolUse(call: AnswerCall, number: number, input: JsonObject): JsonObject {
    const id = callId(call, this.exchange, number, 'toolu');
    return { type: 'tool_use', id, name: call.name, input };
  }

  #delta(kind: Exclude<BlockKind, 'tool_use'>, delta: JsonObject): readonly ServerEvent[] {
    const opening = this.#open === kind ? [] : [...this.#close(), ...this.#begin(kind)];
    return [...opening, event('content_block_delta', { index: this.#index, delta })];
  }

  #begin(kind: Exclude<BlockKind, 'tool_use'>): readonly ServerEvent[] {
    return this.#beginWith(
      kind,
      kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' },
    );
  }

  #beginWith(kind: BlockKind, block: JsonObject): readonly ServerEvent[] {
    this.#open = kind;
    this.#index++;
    return [event('content_block_start', { index: this.#index, content_block: block })];
  }

  #close(): readonly ServerEvent[] {
    const index = this.#index;
    const kind = this.#open;
    this.#open = undefined;
    if (kind === undefined) {
      return [];
    }
    const signed = { type: 'signature_delta', signature };
    return [
      ...(kind === 'thinking' ? [event('content_block_delta', { index, delta: signed })] : []),
      event('content_block_stop', { index }),
    ];
  }
}

function event(type: string, fields: JsonObject): ServerEvent {
  return { name: type, data: JSON.stringify({ type, ...fields }) };
}
