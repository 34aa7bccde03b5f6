// The events of the Responses form: deltas, and every text once more each time that a part of it ends.
import { isArray, isObject, objectAt, textAt, type JsonObject } from '../json';
import {
  newSuffix,
  nothing,
  openEvent,
  type AnswerEvent,
  type ReadEvent,
  type ToolCallPiece,
} from './answerEvent';
import { readUsage } from './chatChunk';

/** A reader for the events of one answer, or for its one whole reply. */
export function responsesReader(): ReadEvent {
  const reader = new ResponsesReader();
  return (value) => reader.read(value);
}

/** What came of one item of the output so far. */
interface Item {
  text: string;
  reasoning: string;
  refusal: string;
  arguments: string;
}

type ReasoningField = 'summary' | 'content';

class ResponsesReader {
  /** By place in the output, else by ID. */
  readonly #items = new Map<number | string, Item>();
  /** What has been said in any item: the next item's begins a paragraph of its own. */
  readonly #said = new Set<keyof Item>();
  /** Servers that send what was thought and its summary send it twice. */
  #reasoningField: ReasoningField | undefined;

  read(given: unknown): AnswerEvent {
    const opened = openEvent(given, isOfForm);
    if (opened === undefined) {
      return nothing;
    }
    const { body, ...reported } = opened;
    const response = objectAt(body, 'response') ?? (isResponse(body) ? body : undefined);
    const read = response === undefined ? this.#readEvent(body) : this.#readResponse(response);
    return { ...nothing, ...read, ...reported, recognised: isOfForm(body) };
  }

  #readEvent(event: JsonObject): Partial<AnswerEvent> {
    const item = this.#itemOf(event);
    const type = (textAt(event, 'type') ?? '').replace(/^response\./, '');
    switch (type) {
      case 'output_text.delta':
        return { text: this.#add(item, 'text', deltaOf(event)) };
      case 'output_text.done':
        return { text: this.#complete(item, 'text', textAt(event, 'text') ?? '') };
      case 'refusal.delta':
        return { refusal: this.#add(item, 'refusal', deltaOf(event)) };
      case 'refusal.done':
        return { refusal: this.#complete(item, 'refusal', textAt(event, 'refusal') ?? '') };
      case 'reasoning_text.delta':
      case 'reasoning.delta':
        return this.#reason(item, 'content', deltaOf(event));
      case 'reasoning_summary_text.delta':
      case 'reasoning_summary.delta':
        return this.#reason(item, 'summary', deltaOf(event));
      case 'reasoning_summary_part.added':
        return this.#reason(item, 'summary', item.reasoning === '' ? '' : paragraphBreak);
      case 'function_call_arguments.delta': {
        const piece = this.#add(item, 'arguments', deltaOf(event));
        return { toolCalls: [{ ...placeOf(event), arguments: piece }] };
      }
      case 'output_item.added':
        return { toolCalls: this.#callOf(event, item) };
      case 'output_item.done':
        return this.#readItem(event, item);
      default:
        return {};
    }
  }

  /** A whole response, or one at its beginning, whose output is empty. */
  #readResponse(response: JsonObject): Partial<AnswerEvent> {
    const output = response['output'];
    const items = (isArray(output) ? output : []).filter(isObject);
    const wholes = items.map((item) => this.#wholeOf(item));
    const model = textAt(response, 'model');
    const usage = readUsage(response['usage']);
    const finishReason = finishReasonOf(response);
    return {
      cumulative: true,
      text: paragraphs(wholes.map(({ text }) => text)),
      reasoning: paragraphs(wholes.map(({ reasoning }) => reasoning)),
      refusal: wholes.map(({ refusal }) => refusal).join(''),
      toolCalls: items.filter(isCall).map(wholeCall),
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { usage }),
      ...(finishReason === undefined ? {} : { finishReason }),
    };
  }

  /** What an item that is whole now adds to what came of it. */
  #readItem(event: JsonObject, item: Item): Partial<AnswerEvent> {
    const whole = this.#wholeOf(objectAt(event, 'item') ?? {});
    return {
      text: this.#complete(item, 'text', whole.text),
      reasoning: this.#complete(item, 'reasoning', whole.reasoning),
      refusal: this.#complete(item, 'refusal', whole.refusal),
      toolCalls: this.#callOf(event, item),
    };
  }

  #wholeOf(item: JsonObject): Omit<Item, 'arguments'> {
    if (textAt(item, 'type') === 'reasoning') {
      const summary = textsOf(item['summary'], 'text').join(paragraphBreak);
      const content = textsOf(item['content'], 'text').join('');
      const preferred = this.#reasoningField === 'content' ? content : summary;
      return { text: '', reasoning: preferred || content || summary, refusal: '' };
    }
    const content = isCall(item) ? undefined : item['content'];
    return {
      text: typeof content === 'string' ? content : textsOf(content, 'text').join(''),
      reasoning: '',
      refusal: textsOf(content, 'refusal').join(''),
    };
  }

  #reason(item: Item, field: ReasoningField, text: string): Partial<AnswerEvent> {
    this.#reasoningField ??= text === '' ? undefined : field;
    return this.#reasoningField === field ? { reasoning: this.#add(item, 'reasoning', text) } : {};
  }

  #callOf(event: JsonObject, item: Item): readonly ToolCallPiece[] {
    const call = objectAt(event, 'item');
    if (call === undefined || !isCall(call)) {
      return [];
    }
    const whole = wholeCall(call);
    const piece = this.#complete(item, 'arguments', whole.arguments);
    return [{ ...whole, ...placeOf(event), arguments: piece }];
  }

  #add(item: Item, field: keyof Item, piece: string): string {
    if (piece === '') {
      return '';
    }
    const inParagraphs = field === 'text' || field === 'reasoning';
    const begins = inParagraphs && item[field] === '' && this.#said.has(field);
    item[field] += piece;
    this.#said.add(field);
    return begins ? paragraphBreak + piece : piece;
  }

  #complete(item: Item, field: keyof Item, whole: string): string {
    return this.#add(item, field, newSuffix(item[field], whole));
  }

  #itemOf(event: JsonObject): Item {
    const { index, id = '' } = placeOf(event);
    const place = index ?? id;
    let item = this.#items.get(place);
    if (item === undefined) {
      item = { text: '', reasoning: '', refusal: '', arguments: '' };
      this.#items.set(place, item);
    }
    return item;
  }
}

/** Between the parts of a summary, each of which has its own heading, and between items. */
const paragraphBreak = '\n\n';

function paragraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(paragraphBreak);
}

function isResponse(body: JsonObject): boolean {
  return body['object'] === 'response' || isArray(body['output']);
}

function isOfForm(body: JsonObject): boolean {
  return isResponse(body) || (textAt(body, 'type') ?? '').startsWith('response.');
}

/** The reason why it is incomplete, else the status, once it is a final one. */
function finishReasonOf(response: JsonObject): string | undefined {
  switch (response['status']) {
    case 'completed':
    case 'failed':
    case 'cancelled':
      return response['status'];
    case 'incomplete':
      return textAt(response['incomplete_details'], 'reason') ?? 'incomplete';
    default:
      return undefined;
  }
}

function isCall(item: JsonObject): boolean {
  return /^(?:function|custom_tool)_call$/.test(textAt(item, 'type') ?? '');
}

function wholeCall(item: JsonObject): ToolCallPiece {
  const id = textAt(item, 'id') ?? textAt(item, 'call_id');
  const name = textAt(item, 'name');
  return {
    arguments: textAt(item, 'arguments') ?? textAt(item, 'input') ?? '',
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Where in the output an event belongs; an item's own ID says the same as `item_id`. */
function placeOf(event: JsonObject): { readonly index?: number; readonly id?: string } {
  const index = event['output_index'];
  const id = textAt(event, 'item_id') ?? textAt(event['item'], 'id');
  return {
    ...(typeof index === 'number' ? { index } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

function deltaOf(event: JsonObject): string {
  return textAt(event, 'delta') ?? textAt(event['delta'], 'text') ?? '';
}

/** The texts of the parts that have one under `name`. */
function textsOf(parts: unknown, name: 'text' | 'refusal'): readonly string[] {
  return (isArray(parts) ? parts : []).flatMap((part) => textAt(part, name) ?? []);
}
