// One chunk of a chat completion in any of its dialects, read without regard to the others.
import type { Usage } from '../../shared/conversation/conversation';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';
import { nothing, openEvent, type AnswerEvent, type ToolCallPiece } from './answerEvent';

/** Reads a chunk of a stream, or a whole reply; of an array, its first element. */
export function readChatChunk(given: unknown): AnswerEvent {
  const opened = openEvent(given, (body) => isArray(body['choices']));
  if (opened === undefined) {
    return nothing;
  }
  const { body, ...reported } = opened;
  const choices = body['choices'];
  const choice = isArray(choices) ? choices.find(isFirst) : undefined;
  const model = textAt(body, 'model');
  const usage = readUsage(body['usage'] ?? objectAt(body, 'x_groq')?.['usage']);
  return {
    ...nothing,
    ...readChoice(isObject(choice) ? choice : {}),
    recognised: isArray(choices) || usage !== undefined,
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...reported,
  };
}

/** Only the choice of index 0 counts; many gateways leave the index out. */
function isFirst(choice: unknown): boolean {
  const index = isObject(choice) ? choice['index'] : undefined;
  return isObject(choice) && (index === undefined || index === null || Number(index) === 0);
}

function readChoice(choice: JsonObject): Partial<AnswerEvent> {
  const finishReason = textAt(choice, 'finish_reason');
  const delta = objectAt(choice, 'delta');
  const message = objectAt(choice, 'message');
  // Perplexity sends the message so far beside each delta.
  const read = delta ?? message;
  return {
    ...(read === undefined ? { text: textAt(choice, 'text') ?? '' } : readMessage(read)),
    cumulative: delta === undefined && message !== undefined,
    ...(finishReason === undefined || finishReason === 'null' ? {} : { finishReason }),
  };
}

function readMessage(message: JsonObject): Partial<AnswerEvent> {
  const content = readContent(message['content']);
  const field = reasoningFields.find((name) => reasoningOf(message[name]) !== '');
  return {
    text: content.text,
    reasoning: field === undefined ? content.reasoning : reasoningOf(message[field]),
    ...(field === undefined ? {} : { reasoningField: field }),
    refusal: (textAt(message, 'refusal') ?? '') || content.refusal,
    toolCalls: readToolCalls(message),
  };
}

interface Content {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
}

function readContent(content: unknown): Content {
  if (typeof content === 'string') {
    return { text: content, reasoning: '', refusal: '' };
  }
  if (!isArray(content)) {
    return { text: '', reasoning: '', refusal: '' };
  }
  let text = '';
  let reasoning = '';
  let refusal = '';
  for (const part of content) {
    if (typeof part === 'string') {
      text += part;
    } else if (/think|reason/.test(textAt(part, 'type') ?? '')) {
      reasoning += reasoningOf(part);
    } else {
      text += textAt(part, 'text') ?? '';
      refusal += textAt(part, 'refusal') ?? '';
    }
  }
  return { text, reasoning, refusal };
}

/** Of those that hold any the first counts: who fills several says the same in each. */
const reasoningFields = [
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'thinking',
] as const;

function reasoningOf(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (isArray(value)) {
    return value.map(reasoningOf).join('');
  }
  if (!isObject(value)) {
    return '';
  }
  for (const name of ['text', 'summary', 'content', 'thinking']) {
    const text = reasoningOf(value[name]);
    if (text !== '') {
      return text;
    }
  }
  return '';
}

function readToolCalls(message: JsonObject): readonly ToolCallPiece[] {
  const calls = message['tool_calls'];
  const legacy = objectAt(message, 'function_call');
  const pieces = (isArray(calls) ? calls : []).filter(isObject).map(readToolCall);
  return legacy === undefined ? pieces : [...pieces, readFunction(legacy)];
}

function readToolCall(call: JsonObject): ToolCallPiece {
  const index = call['index'];
  const id = textAt(call, 'id');
  return {
    ...readFunction(objectAt(call, 'function') ?? call),
    ...(typeof index === 'number' ? { index } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

function readFunction(called: JsonObject): ToolCallPiece {
  const name = textAt(called, 'name');
  const given = called['arguments'];
  return {
    arguments: typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : '',
    ...(name === undefined ? {} : { name }),
  };
}

export function readUsage(usage: unknown): Usage | undefined {
  const inputTokens = numberAt(usage, 'prompt_tokens', 'input_tokens');
  const outputTokens = numberAt(usage, 'completion_tokens', 'output_tokens');
  if (!isObject(usage) || (inputTokens === undefined && outputTokens === undefined)) {
    return undefined;
  }
  const output = objectAt(usage, 'completion_tokens_details') ?? usage['output_tokens_details'];
  const input = objectAt(usage, 'prompt_tokens_details') ?? usage['input_tokens_details'];
  const reasoningTokens =
    numberAt(output, 'reasoning_tokens') ?? numberAt(usage, 'reasoning_tokens');
  const cachedTokens =
    numberAt(input, 'cached_tokens') ??
    numberAt(usage, 'prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens');
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
  };
}
