// POST /v1/responses: the Responses form, with the events that its clients wait for.
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { isRecord, type JsonObject } from '../http/json';
import {
  positiveNumber,
  promptTokens,
  textOf,
  type Message,
  type Part,
  type Question,
} from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';
import { Said, type AnswerWriter, type ServerEvent, type WireForm } from './formatHandler';

export const responsesForm: WireForm = {
  name: 'responses',
  endpointType: 'openai-response',
  path: /^\/v1\/responses$/u,
  read: readResponses,
  writer: (exchange, question) => new ResponsesWriter(exchange, question),
  errorBody,
};

function readResponses({ json: body }: RecordedRequest): Question | string {
  if (!isRecord(body)) {
    return 'the request body is not a JSON object';
  }
  const { model, input, instructions } = body;
  if (typeof model !== 'string' || model === '') {
    return 'model name is required';
  }
  const messages = readInput(input);
  if (messages.length === 0) {
    return 'field input is required';
  }
  return {
    model,
    messages:
      typeof instructions === 'string' && instructions !== ''
        ? [{ role: 'system', text: instructions }, ...messages]
        : messages,
    stream: body['stream'] === true,
    maxTokens: positiveNumber(body['max_output_tokens']),
    includeUsage: true,
  };
}

function readInput(input: unknown): readonly Message[] {
  if (typeof input === 'string' && input !== '') {
    return [{ role: 'user', text: input }];
  }
  return Array.isArray(input) ? input.filter(isRecord).map(readItem) : [];
}

function readItem(item: Readonly<Record<string, unknown>>): Message {
  const { role, content } = item;
  return { role: typeof role === 'string' ? role : '', text: textOf(content) };
}

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed';

function statusOf({ reason }: Said): Status {
  switch (reason) {
    case undefined:
      return 'in_progress';
    case 'length':
    case 'filter':
      return 'incomplete';
    case 'stop':
    case 'unknown':
      return 'completed';
  }
}

type Kind = 'reasoning' | 'text' | 'refusal';

/** What one kind of words is called here: its part, and the events that bring it. */
const partNames = {
  reasoning: {
    part: 'summary_text',
    field: 'text',
    parts: 'reasoning_summary_part',
    words: 'reasoning_summary_text',
    place: 'summary_index',
  },
  text: {
    part: 'output_text',
    field: 'text',
    parts: 'content_part',
    words: 'output_text',
    place: 'content_index',
  },
  refusal: {
    part: 'refusal',
    field: 'refusal',
    parts: 'content_part',
    words: 'refusal',
    place: 'content_index',
  },
} as const;

class ResponsesWriter implements AnswerWriter {
  /** Numbers the events of one stream, as the form demands. */
  #sequence = 0;
  /** The items that were begun, in turn; only the last is open. */
  readonly #begun: Kind[] = [];

  constructor(
    private readonly exchange: Exchange,
    private readonly question: Question,
  ) {}

  begin(): readonly ServerEvent[] {
    const response = this.whole(new Said());
    return [
      this.#event('response.created', { response }),
      this.#event('response.in_progress', { response }),
    ];
  }

  part(part: Part, said: Said): readonly ServerEvent[] {
    if (part.kind === 'finish') {
      const ending = this.#close(said);
      return [...ending, this.#event(`response.${statusOf(said)}`, { response: this.whole(said) })];
    }
    const opening =
      this.#begun.at(-1) === part.kind ? [] : [...this.#close(said), ...this.#open(part.kind)];
    const { words } = partNames[part.kind];
    const where = this.#place(part.kind);
    return [...opening, this.#event(`response.${words}.delta`, { ...where, delta: part.text })];
  }

  done(): readonly ServerEvent[] {
    return [];
  }

  error(message: string): readonly ServerEvent[] {
    return [this.#event('error', { code: 'server_error', message, param: null })];
  }

  whole(said: Said): JsonObject {
    const asked = promptTokens(this.question);
    const status = statusOf(said);
    const reason = said.reason === 'filter' ? 'content_filter' : 'max_output_tokens';
    const kinds = (['reasoning', 'text', 'refusal'] as const).filter((kind) => said[kind] !== '');
    return {
      id: `resp_${this.exchange.requestId}`,
      object: 'response',
      created_at: Math.floor(this.exchange.request.at / 1000),
      status,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason } : null,
      model: this.question.model,
      output:
        status === 'in_progress' ? [] : kinds.map((kind) => this.#item(kind, status, said[kind])),
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      usage:
        status === 'in_progress'
          ? null
          : {
              input_tokens: asked,
              output_tokens: said.tokenCount,
              output_tokens_details: { reasoning_tokens: said.thoughtCount },
              total_tokens: asked + said.tokenCount,
            },
    };
  }

  #open(kind: Kind): readonly ServerEvent[] {
    this.#begun.push(kind);
    const { parts } = partNames[kind];
    return [
      this.#event('response.output_item.added', {
        output_index: this.#begun.length - 1,
        item: this.#item(kind, 'in_progress'),
      }),
      this.#event(`response.${parts}.added`, { ...this.#place(kind), part: partOf(kind, '') }),
    ];
  }

  #close(said: Said): readonly ServerEvent[] {
    const kind = this.#begun.at(-1);
    if (kind === undefined) {
      return [];
    }
    const { words, parts, field } = partNames[kind];
    const where = this.#place(kind);
    const status = said.reason === undefined ? 'completed' : statusOf(said);
    return [
      this.#event(`response.${words}.done`, { ...where, [field]: said[kind] }),
      this.#event(`response.${parts}.done`, { ...where, part: partOf(kind, said[kind]) }),
      this.#event('response.output_item.done', {
        output_index: this.#begun.length - 1,
        item: this.#item(kind, status, said[kind]),
      }),
    ];
  }

  #place(kind: Kind): JsonObject {
    return {
      item_id: this.#itemId(kind),
      output_index: this.#begun.length - 1,
      [partNames[kind].place]: 0,
    };
  }

  #itemId(kind: Kind): string {
    return `${kind === 'reasoning' ? 'rs' : 'msg'}_${this.exchange.requestId}`;
  }

  #item(kind: Kind, status: Status, text?: string): JsonObject {
    const parts = text === undefined ? [] : [partOf(kind, text)];
    return kind === 'reasoning'
      ? { id: this.#itemId(kind), type: 'reasoning', summary: parts }
      : { id: this.#itemId(kind), type: 'message', role: 'assistant', status, content: parts };
  }

  #event(type: string, fields: JsonObject): ServerEvent {
    const data = { type, sequence_number: this.#sequence++, ...fields };
    return { name: type, data: JSON.stringify(data) };
  }
}

function partOf(kind: Kind, text: string): JsonObject {
  const { part, field } = partNames[kind];
  return { type: part, [field]: text, ...(kind === 'text' ? { annotations: [] } : {}) };
}
