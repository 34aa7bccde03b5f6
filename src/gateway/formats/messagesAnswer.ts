// The events of Claude's form: numbered content blocks, each of which begins, grows and ends.
import type { Usage } from '../../shared/conversation/conversation';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';
import {
  nothing,
  openEvent,
  type AnswerEvent,
  type ReadEvent,
  type ToolCallPiece,
} from './answerEvent';

/** A reader for the events of one answer, or for its one whole reply. */
export function messagesReader(): ReadEvent {
  const reader = new MessagesReader();
  return (value) => reader.read(value);
}

const inputNames = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;
const outputNames = ['output_tokens', 'thinking_tokens'] as const;

type Count = (typeof inputNames)[number] | (typeof outputNames)[number];

class MessagesReader {
  /** As told so far: the beginning of a stream tells the input, its end the output. */
  readonly #counts = new Map<Count, number>();
  #saidText = false;

  read(given: unknown): AnswerEvent {
    const opened = openEvent(given, isOfForm);
    if (opened === undefined) {
      return nothing;
    }
    const { body, ...reported } = opened;
    const read = this.#readEvent(body);
    this.#saidText ||= (read.text ?? '') !== '';
    return { ...nothing, ...read, ...reported, recognised: isOfForm(body) };
  }

  #readEvent(event: JsonObject): Partial<AnswerEvent> {
    switch (event['type']) {
      case 'message':
        return this.#readMessage(event, true);
      case 'message_start':
        return this.#readMessage(objectAt(event, 'message') ?? {}, false);
      case 'content_block_start':
        return readBlock(objectAt(event, 'content_block'), event['index'], false);
      case 'content_block_delta':
        return readDelta(objectAt(event, 'delta'), event['index']);
      case 'message_delta':
        return this.#readEnd(objectAt(event, 'delta') ?? {}, event['usage'], true);
      default:
        return {};
    }
  }

  /** A message at the beginning of a stream has no content yet. */
  #readMessage(message: JsonObject, isWhole: boolean): Partial<AnswerEvent> {
    const content = message['content'];
    const blocks = (isArray(content) ? content : []).map((block, index) =>
      readBlock(isObject(block) ? block : undefined, index, isWhole),
    );
    const text = blocks.map((block) => block.text ?? '').join('');
    this.#saidText ||= text !== '';
    const model = textAt(message, 'model');
    return {
      text,
      reasoning: blocks.map((block) => block.reasoning ?? '').join(''),
      toolCalls: blocks.flatMap((block) => block.toolCalls ?? []),
      ...(model === undefined ? {} : { model }),
      ...this.#readEnd(message, message['usage'], isWhole),
    };
  }

  /** @param isEnd What a stream's beginning says of its output is no more than a beginning. */
  #readEnd(end: JsonObject, usage: unknown, isEnd: boolean): Partial<AnswerEvent> {
    const finishReason = textAt(end, 'stop_reason');
    this.#count(usage, inputNames);
    if (isEnd) {
      this.#count(usage, ['output_tokens']);
      this.#count(objectAt(usage, 'output_tokens_details'), ['thinking_tokens']);
    }
    const told = this.#usage();
    const explanation = textAt(end['stop_details'], 'explanation');
    return {
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(told === undefined ? {} : { usage: told }),
      ...(explanation === undefined || finishReason !== 'refusal'
        ? {}
        : { refusal: this.#saidText ? `\n\n${explanation}` : explanation }),
    };
  }

  /** Counts are of the whole answer each time; where a later one is 0, it is not told anew. */
  #count(usage: unknown, names: readonly Count[]): void {
    for (const name of names) {
      const count = numberAt(usage, name);
      if (count !== undefined && (count > 0 || !this.#counts.has(name))) {
        this.#counts.set(name, count);
      }
    }
  }

  /**
   * "Total input tokens in a request is the summation of input_tokens, cache_creation_input_tokens,
   * and cache_read_input_tokens" (Anthropic's API reference, Messages, usage).
   */
  #usage(): Usage | undefined {
    const inputs = inputNames.flatMap((name) => this.#counts.get(name) ?? []);
    const outputTokens = this.#counts.get('output_tokens');
    const reasoningTokens = this.#counts.get('thinking_tokens');
    const cachedTokens = this.#counts.get('cache_read_input_tokens');
    if (inputs.length === 0 && outputTokens === undefined) {
      return undefined;
    }
    return {
      ...(inputs.length === 0 ? {} : { inputTokens: inputs.reduce((sum, count) => sum + count) }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
      ...(cachedTokens === undefined ? {} : { cachedTokens }),
    };
  }
}

function isOfForm(body: JsonObject): boolean {
  return /^(?:message|content_block)(?:_|$)|^ping$/.test(textAt(body, 'type') ?? '');
}

/** @param isWhole A block that only begins gets a tool's input by deltas. */
function readBlock(
  block: JsonObject | undefined,
  index: unknown,
  isWhole: boolean,
): Partial<AnswerEvent> {
  switch (block?.['type']) {
    case 'text':
      return { text: textAt(block, 'text') ?? '' };
    case 'thinking':
      return { reasoning: textAt(block, 'thinking') ?? '' };
    case 'tool_use': {
      const input = objectAt(block, 'input') ?? {};
      const given = isWhole || Object.keys(input).length > 0 ? JSON.stringify(input) : '';
      const id = textAt(block, 'id');
      const name = textAt(block, 'name');
      return {
        toolCalls: [
          {
            ...pieceAt(index, given),
            ...(id === undefined ? {} : { id }),
            ...(name === undefined ? {} : { name }),
          },
        ],
      };
    }
    default:
      // Redacted thinking, and tools that run on the server.
      return {};
  }
}

/** A delta has one of these; signatures and citations have none. */
function readDelta(delta: JsonObject | undefined, index: unknown): Partial<AnswerEvent> {
  const input = textAt(delta, 'partial_json');
  return {
    text: textAt(delta, 'text') ?? '',
    reasoning: textAt(delta, 'thinking') ?? '',
    toolCalls: input === undefined ? [] : [pieceAt(index, input)],
  };
}

function pieceAt(index: unknown, given: string): ToolCallPiece {
  return { arguments: given, ...(typeof index === 'number' ? { index } : {}) };
}
