// POST /v1/messages, Anthropic's API format: a stream numbers its content blocks, each of which
// starts, grows and stops.
import { omitUndefined } from '../../../base/omitUndefined';
import { parseJson } from '../../../base/parseJson';
import type { Usage } from '../../common/usage';
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
  newSuffix,
  restOf,
  type AnswerEvent,
  type EventReader,
  type ToolCallDelta,
} from './answerEvent';
import { base64Markup } from './answerFiles';
import { sourceList, type SourceList } from './answerSources';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import { messagesRequestBody, messagesTools } from './requests/messagesRequest';
import { codeBlocks, unknownType } from './serverParts';

/**
 * Gateways that forward headers reject requests without it: "anthropic-version: header is required"
 * (envoyproxy/ai-gateway#1909).
 */
export const messagesHeaders = { 'anthropic-version': '2023-06-01' } as const;

export const messages: ApiFormatAdapter = {
  headers: messagesHeaders,
  tools: messagesTools,
  requestBody: messagesRequestBody,
  send: (client, { body }, signal) => client.post('/messages', { body, signal }).asResponse(),
  createEventReader: () => new MessagesEventReader(),
};

const inputCounts = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

type TokenCount = (typeof inputCounts)[number] | 'output_tokens' | 'thinking_tokens';

class MessagesEventReader implements EventReader {
  /** A stream reports its input at the start and its output at the end. */
  readonly #counts = new Map<TokenCount, number>();
  #reasoning = new MessagesReasoning();
  /** The numbers of blocks whose deltas add nothing: calls whose input came at their start. */
  readonly #complete = new Set<unknown>();
  /** What came of the blocks that have text or thinking, by their numbers. */
  readonly #texts = new Map<string, string>();
  /** The tools that run on the server, whose input arrives in fragments. */
  readonly #serverTools = new Map<
    unknown,
    { readonly block: JsonObject; readonly isShown: boolean; json: string }
  >();
  #hasText = false;

  isEvent(body: JsonObject): boolean {
    return /^(?:message|content_block)(?:_|$)|^ping$/.test(textAt(body, 'type') ?? '');
  }

  read(body: JsonObject): Partial<AnswerEvent> {
    const content = this.#readEvent(body);
    this.#hasText ||= (content.text ?? '') !== '';
    return content;
  }

  reasoningBlocks(): readonly ReasoningBlock[] {
    return this.#reasoning.blocks;
  }

  #readEvent(event: JsonObject): Partial<AnswerEvent> {
    switch (event['type']) {
      case 'message':
        return this.#readMessage(event, true);
      case 'message_start':
        return {
          ...this.#readMessage(objectAt(event, 'message') ?? {}, false),
          startsAttempt: true,
        };
      case 'content_block_start':
        return this.#readStart(objectAt(event, 'content_block') ?? {}, event['index']);
      case 'content_block_delta':
        return this.#readDelta(objectAt(event, 'delta') ?? {}, event['index']);
      case 'content_block_stop':
        return this.#readStop(objectAt(event, 'content_block') ?? {}, event['index']);
      case 'message_delta':
        return this.#readEnd(objectAt(event, 'delta') ?? {}, event['usage'], true);
      default:
        return {};
    }
  }

  #readStart(block: JsonObject, index: unknown): Partial<AnswerEvent> {
    this.#reasoning.start(block, index);
    const read = readBlock(block, index, false);
    this.#serverTools.delete(index);
    if (isServerTool(block)) {
      this.#serverTools.set(index, { block, isShown: read.text !== '', json: '' });
    }
    if (read.toolCalls?.some((call) => call.arguments !== '') === true) {
      this.#complete.add(index);
    } else {
      this.#complete.delete(index);
    }
    const key = keyOf(block, index);
    const before = this.#texts.get(key) ?? '';
    const text = textOf(block);
    this.#texts.set(key, text);
    // A block that comes again with its text is complete.
    const isRepeated = before !== '' && text.startsWith(before);
    return isRepeated ? withText(read, newSuffix(before, text)) : read;
  }

  #readDelta(delta: JsonObject, index: unknown): Partial<AnswerEvent> {
    const key = keyOf(delta, index);
    const before = this.#texts.get(key) ?? '';
    const text = textOf(delta);
    // Thinking with its signature is complete (open-webui/open-webui#29860).
    const added = isText(delta['signature']) ? restOf(before, text) : text;
    this.#texts.set(key, before + added);
    if (typeof delta['text'] === 'string') {
      return { text: added };
    }
    this.#reasoning.append(delta, index);
    const serverTool = this.#serverTools.get(index);
    if (serverTool !== undefined) {
      serverTool.json += textAt(delta, 'partial_json') ?? '';
      return {};
    }
    return this.#complete.has(index) ? {} : withText(readDelta(delta, index), added);
  }

  /** Some gateways repeat the block, which is complete then. */
  #readStop(block: JsonObject, index: unknown): Partial<AnswerEvent> {
    const serverTool = this.#serverTools.get(index);
    this.#serverTools.delete(index);
    if (serverTool !== undefined) {
      const input = serverTool.isShown ? undefined : parseJson(serverTool.json);
      return isObject(input) ? readBlock({ ...serverTool.block, input }, index, true) : {};
    }
    const key = keyOf(block, index);
    const before = this.#texts.get(key) ?? '';
    const text = textOf(block);
    if (text === '') {
      return {};
    }
    this.#texts.set(key, text);
    return withText(readBlock(block, index, true), restOf(before, text));
  }

  /** @param isComplete False for the message at the start of a stream, which has no content yet. */
  #readMessage(message: JsonObject, isComplete: boolean): Partial<AnswerEvent> {
    const content = message['content'];
    const objects = (isArray(content) ? content : []).map((one) => (isObject(one) ? one : {}));
    if (isComplete) {
      this.#reasoning = new MessagesReasoning();
    }
    objects.forEach((block, index) => this.#reasoning.start(block, index));
    const blocks = objects.map((block, index) => readBlock(block, index, isComplete));
    const text = blocks.map((block) => block.text ?? '').join('');
    this.#hasText ||= text !== '';
    return {
      // In a stream, deltas came before it.
      isCumulative: isComplete,
      text,
      reasoning: blocks.map((block) => block.reasoning ?? '').join(''),
      unknownParts: blocks.flatMap((block) => block.unknownParts ?? []),
      sources: blocks.flatMap((block) => block.sources ?? []),
      toolCalls: blocks.flatMap((block) => block.toolCalls ?? []),
      ...omitUndefined({ media: blocks.find((block) => block.media !== undefined)?.media }),
      ...omitUndefined({ model: textAt(message, 'model') }),
      ...this.#readEnd(message, message['usage'], isComplete),
    };
  }

  /** @param isEnd False at the start of a stream, where the output count is not final. */
  #readEnd(end: JsonObject, usage: unknown, isEnd: boolean): Partial<AnswerEvent> {
    const finishReason = textAt(end, 'stop_reason');
    this.#count(usage, inputCounts);
    if (isEnd) {
      this.#count(usage, ['output_tokens']);
      this.#count(objectAt(usage, 'output_tokens_details'), ['thinking_tokens']);
    }
    const explanation =
      finishReason === 'refusal' ? textAt(end['stop_details'], 'explanation') : undefined;
    return omitUndefined({
      finishReason,
      usage: this.#usage(),
      refusal: explanation !== undefined && this.#hasText ? `\n\n${explanation}` : explanation,
    });
  }

  /** Each count is of the whole answer so far. A later 0 means that the event does not report it. */
  #count(usage: unknown, names: readonly TokenCount[]): void {
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
    const inputs = inputCounts.flatMap((name) => this.#counts.get(name) ?? []);
    const outputTokens = this.#counts.get('output_tokens');
    if (inputs.length === 0 && outputTokens === undefined) {
      return undefined;
    }
    return omitUndefined({
      inputTokens: inputs.length === 0 ? undefined : inputs.reduce((sum, count) => sum + count),
      outputTokens,
      reasoningTokens: this.#counts.get('thinking_tokens'),
      cachedTokens: this.#counts.get('cache_read_input_tokens'),
      cacheWriteTokens: this.#counts.get('cache_creation_input_tokens'),
    });
  }
}

/** @param isComplete False if deltas follow, which hold the input of a tool call. */
function readBlock(block: JsonObject, index: unknown, isComplete: boolean): Partial<AnswerEvent> {
  switch (block['type']) {
    case 'text':
      return {
        text: textAt(block, 'text') ?? '',
        sources: sourceList('annotations', block['citations']),
      };
    case 'thinking':
      return { reasoning: textAt(block, 'thinking') ?? '' };
    case 'tool_use': {
      const input = objectAt(block, 'input') ?? {};
      const hasInput = isComplete || Object.keys(input).length > 0;
      const call = toolCallDelta(index, hasInput ? toJsonText(input) : '');
      const names = omitUndefined({ id: textAt(block, 'id'), name: textAt(block, 'name') });
      return { toolCalls: [{ ...call, ...names }] };
    }
    default: {
      const type = textAt(block, 'type') ?? '';
      const media = mediaOf(type);
      const data = objectAt(block, 'source');
      const picture = base64Markup(data, 'data', textAt(data, 'media_type'));
      return {
        text: picture || codeBlocks('messages', type, block),
        sources: sourcesFound(block),
        unknownParts: media === undefined ? unknownType('messages', type) : [],
        ...omitUndefined({ media }),
      };
    }
  }
}

/** `server_tool_use`, `mcp_tool_use` and their results. */
function isServerTool(block: JsonObject): boolean {
  return /_tool_(?:use|result)$/.test(textAt(block, 'type') ?? '');
}

/** The text or the thinking of a block or a delta. */
function textOf(part: JsonObject): string {
  return textAt(part, 'text') ?? textAt(part, 'thinking') ?? '';
}

/** Some gateways number all blocks alike. */
function keyOf(part: JsonObject, index: unknown): string {
  return `${'thinking' in part ? 'thinking' : 'text'} ${JSON.stringify(index)}`;
}

/** Replaces the text or the thinking. */
function withText(read: Partial<AnswerEvent>, text: string): Partial<AnswerEvent> {
  return read.reasoning ? { ...read, reasoning: text } : read.text ? { ...read, text } : read;
}

function sourcesFound({ type, content }: JsonObject): readonly SourceList[] {
  return type === 'web_search_tool_result' ? sourceList('found', content) : [];
}

/** Reads a delta of text, thinking, tool input or citations; ignores signatures. */
function readDelta(delta: JsonObject, index: unknown): Partial<AnswerEvent> {
  const input = textAt(delta, 'partial_json');
  return {
    text: textAt(delta, 'text') ?? '',
    reasoning: textAt(delta, 'thinking') ?? '',
    toolCalls: input === undefined ? [] : [toolCallDelta(index, input)],
    sources: sourceList('annotations', isObject(delta['citation']) ? [delta['citation']] : []),
  };
}

function toolCallDelta(index: unknown, input: string): ToolCallDelta {
  return { arguments: input, ...(typeof index === 'number' ? { index } : {}) };
}

/** The thinking of an answer, which goes back to the model before the calls after it. */
class MessagesReasoning {
  /** The keys are the numbers that the stream gives its blocks. */
  readonly #thinking = new Map<unknown, { block: JsonObject; readonly callsBefore: number }>();
  #calls = 0;

  /** Thinking without a signature is refused. */
  get blocks(): readonly ReasoningBlock[] {
    return [...this.#thinking.values()].filter(
      ({ block }) => block['type'] === 'redacted_thinking' || isText(block['signature']),
    );
  }

  start(block: JsonObject, index: unknown): void {
    switch (block['type']) {
      case 'tool_use':
        this.#calls += 1;
        return;
      case 'thinking':
      case 'redacted_thinking':
        this.#thinking.set(index, { block, callsBefore: this.#calls });
    }
  }

  append(delta: JsonObject, index: unknown): void {
    const thinking = this.#thinking.get(index);
    if (thinking === undefined) {
      return;
    }
    const isWhole = isText(delta['signature']);
    for (const name of ['thinking', 'signature']) {
      const added = textAt(delta, name);
      if (added !== undefined) {
        const { block } = thinking;
        const before = textAt(block, name) ?? '';
        const rest = isWhole ? restOf(before, added) : added;
        thinking.block = { ...block, [name]: before + rest };
      }
    }
  }
}
