// POST /v1/responses: OpenAI's Responses format, with the events that its clients expect.
import {
  positiveNumber,
  promptTokens,
  withSystemPrompt,
  type AnswerCall,
  type AnswerPart,
  type Question,
} from '../answers/question';
import { errorBody } from '../http/errorResponses';
import type { Exchange } from '../http/exchange';
import { isRecord, type JsonObject } from '../http/json';
import type { RecordedRequest } from '../http/requestRecorder';
import { callId, fragments, signature } from '../tools/answerCalls';
import { readResponsesTools } from '../tools/responsesTools';
import {
  AnswerSoFar,
  type AnswerWriter,
  type FormatHandler,
  type ServerEvent,
} from './formatHandler';

export const responsesFormat: FormatHandler = {
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
  const items = readInput(input);
  if (items.length === 0) {
    return 'field input is required';
  }
  const read = readResponsesTools(body, items);
  if (typeof read === 'string') {
    return read;
  }
  const { include } = body;
  return {
    model,
    tools: read.tools,
    messages: withSystemPrompt(typeof instructions === 'string' ? instructions : '', read.messages),
    requiresCall: body['tool_choice'] === 'required',
    encryptsReasoning: Array.isArray(include) && include.includes('reasoning.encrypted_content'),
    stream: body['stream'] === true,
    maxTokens: positiveNumber(body['max_output_tokens']),
    includeUsage: true,
  };
}

function readInput(input: unknown): readonly unknown[] {
  if (typeof input === 'string' && input !== '') {
    return [{ role: 'user', content: input }];
  }
  return Array.isArray(input) ? input.filter(isRecord) : [];
}

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed';

function statusOf({ finishReason: reason }: AnswerSoFar): Status {
  switch (reason) {
    case undefined:
      return 'in_progress';
    case 'length':
    case 'filter':
      return 'incomplete';
    case 'stop':
    case 'calls':
    case 'unknown':
      return 'completed';
  }
}

type Kind = 'reasoning' | 'text' | 'refusal';

/** The names of each kind of content: its part, its events and its index. */
const partNames = {
  reasoning: {
    part: 'summary_text',
    field: 'text',
    container: 'reasoning_summary_part',
    content: 'reasoning_summary_text',
    index: 'summary_index',
  },
  text: {
    part: 'output_text',
    field: 'text',
    container: 'content_part',
    content: 'output_text',
    index: 'content_index',
  },
  refusal: {
    part: 'refusal',
    field: 'refusal',
    container: 'content_part',
    content: 'refusal',
    index: 'content_index',
  },
} as const;

class ResponsesWriter implements AnswerWriter {
  /** The format requires numbered events. */
  #sequence = 0;
  /** The kinds of all items so far; only the last item is open. */
  readonly #items: (Kind | 'call')[] = [];

  constructor(
    private readonly exchange: Exchange,
    private readonly question: Question,
  ) {}

  start(): readonly ServerEvent[] {
    const response = this.completeBody(new AnswerSoFar());
    return [
      this.#event('response.created', { response }),
      this.#event('response.in_progress', { response }),
    ];
  }

  part(part: AnswerPart, answer: AnswerSoFar): readonly ServerEvent[] {
    if (part.kind === 'finish') {
      const ending = this.#close(answer);
      return [
        ...ending,
        this.#event(`response.${statusOf(answer)}`, { response: this.completeBody(answer) }),
      ];
    }
    if (part.kind === 'call') {
      return [...this.#close(answer), ...this.#call(part.call, answer.calls.length - 1)];
    }
    const opening =
      this.#items.at(-1) === part.kind ? [] : [...this.#close(answer), ...this.#open(part.kind)];
    const { content } = partNames[part.kind];
    const position = this.#position(part.kind);
    return [
      ...opening,
      this.#event(`response.${content}.delta`, { ...position, delta: part.text }),
    ];
  }

  end(): readonly ServerEvent[] {
    return [];
  }

  error(message: string): readonly ServerEvent[] {
    return [this.#event('error', { code: 'server_error', message, param: null })];
  }

  completeBody(answer: AnswerSoFar): JsonObject {
    const promptTokenCount = promptTokens(this.question);
    const status = statusOf(answer);
    const reason = answer.finishReason === 'filter' ? 'content_filter' : 'max_output_tokens';
    const kinds = (['reasoning', 'text', 'refusal'] as const).filter((kind) => answer[kind] !== '');
    return {
      id: `resp_${this.exchange.requestId}`,
      object: 'response',
      created_at: Math.floor(this.exchange.request.receivedAt / 1000),
      status,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason } : null,
      model: this.question.model,
      output:
        status === 'in_progress'
          ? []
          : [
              ...kinds.map((kind) => this.#item(kind, status, answer[kind])),
              ...answer.calls.map((call, number) => this.#callItem(call, number, true)),
            ],
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      usage:
        status === 'in_progress'
          ? null
          : {
              input_tokens: promptTokenCount,
              output_tokens: answer.tokenCount,
              output_tokens_details: { reasoning_tokens: answer.reasoningTokenCount },
              total_tokens: promptTokenCount + answer.tokenCount,
            },
    };
  }

  #open(kind: Kind): readonly ServerEvent[] {
    this.#items.push(kind);
    const { container } = partNames[kind];
    return [
      this.#event('response.output_item.added', {
        output_index: this.#items.length - 1,
        item: this.#item(kind, 'in_progress'),
      }),
      this.#event(`response.${container}.added`, {
        ...this.#position(kind),
        part: partOf(kind, ''),
      }),
    ];
  }

  #call(call: AnswerCall, number: number): readonly ServerEvent[] {
    this.#items.push('call');
    const output_index = this.#items.length - 1;
    const item = this.#callItem(call, number, true);
    const position = { item_id: item['id'], output_index };
    return [
      this.#event('response.output_item.added', {
        output_index,
        item: this.#callItem(call, number, false),
      }),
      ...fragments(call).map((delta) =>
        this.#event('response.function_call_arguments.delta', { ...position, delta }),
      ),
      this.#event('response.function_call_arguments.done', {
        ...position,
        arguments: item['arguments'],
      }),
      this.#event('response.output_item.done', { output_index, item }),
    ];
  }

  #callItem(call: AnswerCall, number: number, isComplete: boolean): JsonObject {
    return {
      id: `fc_${this.exchange.requestId}_${number}`,
      type: 'function_call',
      status: isComplete ? 'completed' : 'in_progress',
      call_id: callId(call, this.exchange, number),
      name: call.name,
      arguments: isComplete ? fragments(call).join('') : '',
    };
  }

  #close(answer: AnswerSoFar): readonly ServerEvent[] {
    const kind = this.#items.at(-1);
    if (kind === undefined || kind === 'call') {
      return [];
    }
    const { content, container, field } = partNames[kind];
    const position = this.#position(kind);
    const status = answer.finishReason === undefined ? 'completed' : statusOf(answer);
    return [
      this.#event(`response.${content}.done`, { ...position, [field]: answer[kind] }),
      this.#event(`response.${container}.done`, { ...position, part: partOf(kind, answer[kind]) }),
      this.#event('response.output_item.done', {
        output_index: this.#items.length - 1,
        item: this.#item(kind, status, answer[kind]),
      }),
    ];
  }

  #position(kind: Kind): JsonObject {
    return {
      item_id: this.#itemId(kind),
      output_index: this.#items.length - 1,
      [partNames[kind].index]: 0,
    };
  }

  #itemId(kind: Kind): string {
    return `${kind === 'reasoning' ? 'rs' : 'msg'}_${this.exchange.requestId}`;
  }

  #item(kind: Kind, status: Status, text?: string): JsonObject {
    const parts = text === undefined ? [] : [partOf(kind, text)];
    const isSigned = this.question.encryptsReasoning === true && text !== undefined;
    return kind === 'reasoning'
      ? {
          id: this.#itemId(kind),
          type: 'reasoning',
          summary: parts,
          ...(isSigned ? { encrypted_content: signature } : {}),
        }
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
