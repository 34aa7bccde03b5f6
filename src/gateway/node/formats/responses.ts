// POST /v1/responses, OpenAI's API format that stores conversations on the server unless asked not
// to. A stream sends deltas, and repeats each text whenever a part of the output is complete.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Media } from '../../common/failure';
import { isArray, isObject, isText, objectAt, textAt, type JsonObject } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';
import {
  mediaOf,
  newSuffix,
  type AnswerEvent,
  type EventReader,
  type ToolCallDelta,
} from './answerEvent';
import { base64Markup } from './answerFiles';
import { sourceList, type SourceList } from './answerSources';
import type { ApiFormatAdapter } from './apiFormatAdapter';
import {
  responsesRequestBody,
  responsesTools,
  typedResponsesBody,
} from './requests/responsesRequest';
import { codeBlocks, unknownType } from './serverParts';
import { readUsage } from './tokenUsage';

export const responses: ApiFormatAdapter = {
  tools: responsesTools,
  requestBody: responsesRequestBody,
  // `body` is the typed one with what the SDK's types do not allow: other efforts, the user's own parameters.
  send: (client, { request, body }, signal) =>
    client.responses.create(typedResponsesBody(request), { body, signal }).asResponse(),
  createEventReader: () => new ResponsesEventReader(),
};

/** The texts of one output item so far. */
interface OutputItem {
  text: string;
  reasoning: string;
  refusal: string;
  arguments: string;
  /** How many events had its last ID, and that ID. */
  events: number;
  id: string | undefined;
  /** The `call_id` of a call; the ID before may change with each event. */
  callId: string | undefined;
  /** An event of it had an `output_index`. */
  hasIndex: boolean;
}

type ItemText = 'text' | 'reasoning' | 'refusal' | 'arguments';

type ReasoningField = 'summary' | 'content';

class ResponsesEventReader implements EventReader {
  /** The keys are output indexes and IDs: not every event has both. */
  readonly #items = new Map<number | string, OutputItem>();
  /** The item of the last event, and whether that named it. */
  #current: OutputItem | undefined;
  #isNamed = false;
  /** All that was returned. */
  readonly #all = { text: '', reasoning: '' };
  /** The ID of the response, and whether it has ended. */
  #responseId: string | undefined;
  #hasEnded = false;
  /** Fields that some item has filled: the next item's text starts a new paragraph. */
  readonly #filled = new Set<ItemText>();
  /** Servers that send both the reasoning and its summary repeat themselves; the first one wins. */
  #reasoningField: ReasoningField | undefined;
  readonly #reasoning = new ResponsesReasoning();

  isEvent(body: JsonObject): boolean {
    return isResponse(body) || (textAt(body, 'type') ?? '').startsWith('response.');
  }

  read(body: JsonObject): Partial<AnswerEvent> {
    const response = objectAt(body, 'response') ?? (isResponse(body) ? body : undefined);
    const type = eventType(body);
    const finishReason = finishReasonOf(response ?? {}, response === body ? 'completed' : type);
    const id = textAt(response, 'id');
    const startsAttempt =
      type === 'created' &&
      (this.#hasEnded || (this.#responseId ?? id) !== (id ?? this.#responseId));
    this.#responseId = id ?? this.#responseId;
    this.#hasEnded ||= finishReason !== undefined;
    return {
      startsAttempt,
      ...(response === undefined ? this.#readEvent(type, body) : this.#readResponse(response)),
      ...omitUndefined({ finishReason }),
    };
  }

  reasoningBlocks(): readonly ReasoningBlock[] {
    return this.#reasoning.blocks;
  }

  #readEvent(type: string, event: JsonObject): Partial<AnswerEvent> {
    const item = this.#itemOf(event);
    switch (type) {
      case 'output_text.delta':
      case 'audio.transcript.delta':
      case 'output_audio_transcript.delta':
        return { text: this.#append(item, 'text', deltaOf(event)) };
      case 'output_text.done':
        return { text: this.#complete(item, 'text', textAt(event, 'text') ?? '') };
      case 'output_text.annotation.added':
        return { sources: sourceList('annotations', [event['annotation']]) };
      case 'refusal.delta':
        return { refusal: this.#append(item, 'refusal', deltaOf(event)) };
      case 'refusal.done':
        return { refusal: this.#complete(item, 'refusal', textAt(event, 'refusal') ?? '') };
      case 'reasoning_text.delta':
      case 'reasoning.delta':
        return this.#appendReasoning(item, 'content', deltaOf(event));
      case 'reasoning_summary_text.delta':
      case 'reasoning_summary.delta':
        return this.#appendReasoning(item, 'summary', deltaOf(event));
      case 'reasoning_summary_part.added':
        return this.#appendReasoning(item, 'summary', item.reasoning === '' ? '' : paragraphBreak);
      case 'function_call_arguments.delta': {
        const delta = this.#append(item, 'arguments', deltaOf(event));
        return { toolCalls: [{ ...positionOf(event), arguments: delta }] };
      }
      case 'function_call_arguments.done': {
        const rest = this.#complete(item, 'arguments', textAt(event, 'arguments') ?? '');
        return { toolCalls: [{ ...positionOf(event), arguments: rest }] };
      }
      case 'output_item.added':
        return { toolCalls: this.#readCall(event, item) };
      case 'output_item.done':
        this.#reasoning.push(objectAt(event, 'item') ?? {});
        return this.#readCompleteItem(event, item);
      default: {
        const media = /^[\w.]*(?:partial_image|audio)\b/.test(type) ? mediaOf(type) : undefined;
        return media === undefined ? {} : { media };
      }
    }
  }

  /** Reads a complete response, or the one at the start of a stream, whose output is empty. */
  #readResponse(response: JsonObject): Partial<AnswerEvent> {
    const output = response['output'];
    const items = (isArray(output) ? output : []).filter(isObject);
    this.#reasoning.replace(items);
    const texts = items.map((item) => this.#textsOf(item));
    const text = this.#completed('text', texts);
    return {
      isCumulative: true,
      // A field of OpenAI's SDK that some gateways send.
      text: text === '' ? (textAt(response, 'output_text') ?? '') : text,
      reasoning: this.#completed('reasoning', texts),
      refusal: texts.map(({ refusal }) => refusal).join(''),
      toolCalls: items.filter(isCall).map(completeCall),
      unknownParts: items.flatMap(unknownInItem),
      sources: items.flatMap(sourcesOfItem),
      ...omitUndefined({
        model: textAt(response, 'model'),
        usage: readUsage(response['usage']),
        media: items.map(mediaOfItem).find((media) => media !== undefined),
      }),
    };
  }

  /** Returns what a complete item adds to its deltas. */
  #readCompleteItem(event: JsonObject, item: OutputItem): Partial<AnswerEvent> {
    const { text, reasoning, refusal } = this.#textsOf(objectAt(event, 'item') ?? {});
    return {
      text: this.#complete(item, 'text', text),
      reasoning: this.#complete(item, 'reasoning', reasoning),
      refusal: this.#complete(item, 'refusal', refusal),
      toolCalls: this.#readCall(event, item),
      unknownParts: unknownInItem(objectAt(event, 'item') ?? {}),
      sources: sourcesOfItem(objectAt(event, 'item') ?? {}),
      ...omitUndefined({ media: mediaOfItem(objectAt(event, 'item') ?? {}) }),
    };
  }

  #textsOf(item: JsonObject): Pick<OutputItem, 'text' | 'reasoning' | 'refusal'> {
    if (textAt(item, 'type') === 'reasoning') {
      const summary = blockTexts(item['summary'], 'text').join(paragraphBreak);
      const content = blockTexts(item['content'], 'text').join('');
      const preferred = this.#reasoningField === 'content' ? content : summary;
      return { text: '', reasoning: preferred || content || summary, refusal: '' };
    }
    if (textAt(item, 'type') === 'image_generation_call') {
      return { text: base64Markup(item, 'result'), reasoning: '', refusal: '' };
    }
    const code = codeBlocks('responses', textAt(item, 'type') ?? '', item);
    if (code !== '') {
      return { text: code, reasoning: '', refusal: '' };
    }
    const content = isCall(item) ? undefined : item['content'];
    return {
      text: typeof content === 'string' ? content : blockTexts(content, 'text').join(''),
      reasoning: '',
      refusal: blockTexts(content, 'refusal').join(''),
    };
  }

  #appendReasoning(item: OutputItem, field: ReasoningField, text: string): Partial<AnswerEvent> {
    this.#reasoningField ??= text === '' ? undefined : field;
    return this.#reasoningField === field
      ? { reasoning: this.#append(item, 'reasoning', text) }
      : {};
  }

  #readCall(event: JsonObject, item: OutputItem): readonly ToolCallDelta[] {
    const call = objectAt(event, 'item');
    if (call === undefined || !isCall(call)) {
      return [];
    }
    const complete = completeCall(call);
    const delta = this.#complete(item, 'arguments', complete.arguments);
    return [{ ...complete, ...positionOf(event), arguments: delta }];
  }

  /** Appends a delta and returns it, after a paragraph break if it starts the text of a new item. */
  #append(item: OutputItem, field: ItemText, delta: string): string {
    if (delta === '') {
      return '';
    }
    const hasParagraphs = field === 'text' || field === 'reasoning';
    const startsParagraph = hasParagraphs && item[field] === '' && this.#filled.has(field);
    item[field] += delta;
    this.#filled.add(field);
    const added = startsParagraph ? paragraphBreak + delta : delta;
    if (field === 'text' || field === 'reasoning') {
      this.#all[field] += added;
    }
    return added;
  }

  /** Appends what the complete text adds to its deltas. Where nothing names its item, it may be another one. */
  #complete(item: OutputItem, field: ItemText, text: string): string {
    if (!this.#isNamed && !text.startsWith(item[field]) && !item[field].includes(text)) {
      item[field] = '';
    }
    return this.#append(item, field, newSuffix(item[field], text));
  }

  /** The text so far after a complete response: items may have come in another order, and some not at all. */
  #completed(
    field: 'text' | 'reasoning',
    listed: readonly Pick<OutputItem, typeof field>[],
  ): string {
    const texts = listed.map((item) => item[field]).filter((text) => text !== '');
    const joined = joinParagraphs(texts);
    const all = this.#all[field];
    const arrived = [...new Set([...this.#items.values(), this.#current])];
    const count = arrived.filter((item) => item !== undefined && item[field] !== '').length;
    if (joined.startsWith(all) || count >= texts.length) {
      // A complete text may differ from its deltas.
      return joined;
    }
    return joinParagraphs([all, ...texts.filter((text) => !all.includes(text))]);
  }

  /**
   * The item by its index, or else its ID. Some gateways send no index and another ID with each event (vercel/ai#18548):
   * such an ID says nothing, and the item goes on until another one is added. LiteLLM gave several items one index
   * (BerriAI/litellm#36375).
   */
  #itemOf(event: JsonObject): OutputItem {
    const { index, id } = positionOf(event);
    const callId = textAt(event['item'], 'call_id');
    const keys = [index, id].filter((key) => key !== undefined);
    const found = keys.map((key) => this.#items.get(key)).find(Boolean);
    const current = this.#current;
    const type = eventType(event);
    const isAdded = type === 'output_item.added';
    const isDone = type.endsWith('.done');
    const isOther = isKnownOther(callId, found?.callId) || (isAdded && isKnownOther(id, found?.id));
    const known = isOther ? undefined : found;
    const goesOn =
      (index === undefined || (isDone && current?.hasIndex === false)) &&
      !isAdded &&
      (id === undefined || isDone || (current?.events ?? 0) < 2);
    const item = known ?? (goesOn && !isOther ? current : undefined) ?? newItem();
    this.#isNamed = known !== undefined || item !== current;
    item.events = item.id === id ? item.events + 1 : 1;
    item.id = id;
    item.callId = callId ?? item.callId;
    item.hasIndex ||= index !== undefined;
    for (const key of keys.filter((one) => isOther || !this.#items.has(one))) {
      this.#items.set(key, item);
    }
    this.#current = item;
    return item;
  }
}

function isKnownOther(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function newItem(): OutputItem {
  const texts = { text: '', reasoning: '', refusal: '', arguments: '' };
  return { ...texts, events: 0, id: undefined, callId: undefined, hasIndex: false };
}

/** Separates output items, and the sections of a reasoning summary, each of which has a heading. */
const paragraphBreak = '\n\n';

function joinParagraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(paragraphBreak);
}

function isResponse(body: JsonObject): boolean {
  return body['object'] === 'response' || isArray(body['output']);
}

/** The reason why the response is incomplete, or else its status once that is final, which the event's type names too. */
function finishReasonOf(response: JsonObject, type: string): string | undefined {
  const status = [textAt(response, 'status') ?? '', type].find((name) => finalStatuses.has(name));
  return status === 'incomplete'
    ? (textAt(response['incomplete_details'], 'reason') ?? status)
    : status;
}

const finalStatuses: ReadonlySet<string> = new Set([
  'completed',
  'incomplete',
  'failed',
  'cancelled',
]);

/** The type without its prefix `response.`, for example `completed`. */
function eventType(event: JsonObject): string {
  return (textAt(event, 'type') ?? '').replace(/^response\./, '');
}

/** Each generated picture is an item; other media are blocks of a message. */
function mediaOfItem(item: JsonObject): Media | undefined {
  const content = item['content'];
  const types = (isArray(content) ? content : []).map((block) => textAt(block, 'type') ?? '');
  const kinds = [textAt(item, 'type') ?? '', ...types].map(mediaOf);
  return kinds.find((kind) => kind !== undefined);
}

/** The types of an item and of its blocks, where Portico does not know them and shows nothing of them. */
function unknownInItem(item: JsonObject): readonly string[] {
  const { content } = item;
  return [item, ...(isArray(content) ? content : [])]
    .filter((part) => textAt(part, 'text') === undefined)
    .map((part) => textAt(part, 'type') ?? '')
    .filter((type) => mediaOf(type) === undefined)
    .flatMap((type) => unknownType('responses', type));
}

function sourcesOfItem({ content }: JsonObject): readonly SourceList[] {
  return (isArray(content) ? content : []).flatMap((block) =>
    sourceList('annotations', isObject(block) ? block['annotations'] : undefined),
  );
}

function completeCall(item: JsonObject): ToolCallDelta {
  return omitUndefined({
    id: textAt(item, 'id') ?? textAt(item, 'call_id'),
    callId: textAt(item, 'call_id'),
    name: textAt(item, 'name'),
    arguments: textAt(item, 'arguments') ?? textAt(item, 'input') ?? '',
  });
}

/** Which output item an event is about. The item's own ID is the same as `item_id`. */
function positionOf(event: JsonObject): { readonly index?: number; readonly id?: string } {
  const index = event['output_index'];
  const id = textAt(event, 'item_id') ?? textAt(event['item'], 'id');
  return omitUndefined({ index: typeof index === 'number' ? index : undefined, id });
}

function deltaOf(event: JsonObject): string {
  return textAt(event, 'delta') ?? textAt(event['delta'], 'text') ?? '';
}

function blockTexts(blocks: unknown, name: 'text' | 'refusal'): readonly string[] {
  return (isArray(blocks) ? blocks : []).flatMap((block) => textAt(block, name) ?? []);
}

/** The reasoning items of an answer, which go back to the model before the calls after them. */
class ResponsesReasoning {
  #blocks: ReasoningBlock[] = [];
  #calls = 0;

  get blocks(): readonly ReasoningBlock[] {
    return this.#blocks;
  }

  /** Adds a complete item. */
  push(item: JsonObject): void {
    if (isCall(item)) {
      this.#calls += 1;
    } else if (item['type'] === 'reasoning' && isReplayable(item)) {
      this.#blocks.push({ block: item, callsBefore: this.#calls });
    }
  }

  /** Starts again with all items of a complete response; there are none at the start of a stream. */
  replace(items: readonly JsonObject[]): void {
    if (items.length > 0) {
      this.#blocks = [];
      this.#calls = 0;
      items.forEach((item) => this.push(item));
    }
  }
}

function isCall(item: JsonObject): boolean {
  return /^(?:function|custom_tool)_call$/.test(textAt(item, 'type') ?? '');
}

/**
 * OpenAI finds an item by its ID only if it is stored (openai/openai-agents-js#546): other items hold their reasoning
 * encrypted. Servers of open models send it as text.
 */
function isReplayable({ encrypted_content: encrypted, content }: JsonObject): boolean {
  return isText(encrypted) || (isArray(content) && content.length > 0);
}
