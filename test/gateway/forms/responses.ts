// POST /v1/responses: the Responses form, with the events that its clients wait for.
import type { Exchange } from '../exchange';
import { isRecord, type Json, type JsonObject } from '../json';
import {
  positiveNumber,
  textOf,
  tokens,
  type Message,
  type Part,
  type Question,
} from '../question';
import { eventStreamHead, gather, type WireForm } from './wireForm';

export const responsesForm: WireForm = {
  endpointType: 'openai-response',
  read: readResponses,
  stream: streamResponses,
  whole: wholeResponses,
};

function readResponses(body: unknown): Question | string {
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

type Status = 'in_progress' | 'completed' | 'incomplete';

function responseObject(
  exchange: Exchange,
  question: Question,
  status: Status,
  output: Json,
  completionTokens: number,
): JsonObject {
  const inputTokens = question.messages.reduce(
    (sum, message) => sum + 4 + tokens(message.text).length,
    0,
  );
  return {
    id: `resp_${exchange.requestId}`,
    object: 'response',
    created_at: Math.floor(exchange.request.at / 1000),
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: question.model,
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage:
      status === 'in_progress'
        ? null
        : {
            input_tokens: inputTokens,
            output_tokens: completionTokens,
            total_tokens: inputTokens + completionTokens,
          },
  };
}

function reasoningItem(exchange: Exchange, text: string): JsonObject {
  return {
    id: `rs_${exchange.requestId}`,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text }],
  };
}

function messageItem(exchange: Exchange, text: string, status: Status): JsonObject {
  return {
    id: `msg_${exchange.requestId}`,
    type: 'message',
    role: 'assistant',
    status,
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

/** Numbers the events of one stream, as the form demands. */
class ResponsesStream {
  #sequence = 0;
  #reasoning: string | undefined;
  #text: string | undefined;
  #tokenCount = 0;
  #reason: 'stop' | 'length' = 'stop';

  constructor(
    private readonly exchange: Exchange,
    private readonly question: Question,
  ) {}

  begin(): string {
    const response = this.#response('in_progress', []);
    return (
      this.#event('response.created', { response }) +
      this.#event('response.in_progress', { response })
    );
  }

  part(part: Part): string {
    switch (part.kind) {
      case 'reasoning':
        return this.#reasoningDelta(part.text);
      case 'text':
        return this.#textDelta(part.text);
      case 'finish':
        this.#reason = part.reason;
        return '';
    }
  }

  end(): string {
    const status = this.#reason === 'length' ? 'incomplete' : 'completed';
    const items = [
      ...(this.#reasoning === undefined ? [] : [reasoningItem(this.exchange, this.#reasoning)]),
      ...(this.#text === undefined ? [] : [messageItem(this.exchange, this.#text, status)]),
    ];
    const response = this.#response(status, items);
    return (
      (this.#text === undefined ? this.#endReasoning() : this.#endText(status)) +
      this.#event(`response.${status}`, { response })
    );
  }

  #reasoningDelta(delta: string): string {
    this.#tokenCount++;
    const where = { item_id: `rs_${this.exchange.requestId}`, output_index: 0, summary_index: 0 };
    let events = '';
    if (this.#reasoning === undefined) {
      this.#reasoning = '';
      const item = { ...reasoningItem(this.exchange, ''), summary: [] };
      const part = { type: 'summary_text', text: '' };
      events =
        this.#event('response.output_item.added', { output_index: 0, item }) +
        this.#event('response.reasoning_summary_part.added', { ...where, part });
    }
    this.#reasoning += delta;
    return events + this.#event('response.reasoning_summary_text.delta', { ...where, delta });
  }

  #endReasoning(): string {
    if (this.#reasoning === undefined) {
      return '';
    }
    const where = { item_id: `rs_${this.exchange.requestId}`, output_index: 0, summary_index: 0 };
    const text = this.#reasoning;
    const part = { type: 'summary_text', text };
    return (
      this.#event('response.reasoning_summary_text.done', { ...where, text }) +
      this.#event('response.reasoning_summary_part.done', { ...where, part }) +
      this.#event('response.output_item.done', {
        output_index: 0,
        item: reasoningItem(this.exchange, text),
      })
    );
  }

  #textDelta(delta: string): string {
    this.#tokenCount++;
    let events = '';
    if (this.#text === undefined) {
      events = this.#endReasoning();
      this.#text = '';
      const item = { ...messageItem(this.exchange, '', 'in_progress'), content: [] };
      const part = { type: 'output_text', text: '', annotations: [] };
      events +=
        this.#event('response.output_item.added', { output_index: this.#textIndex(), item }) +
        this.#event('response.content_part.added', { ...this.#textPlace(), part });
    }
    this.#text += delta;
    return events + this.#event('response.output_text.delta', { ...this.#textPlace(), delta });
  }

  #endText(status: Status): string {
    const text = this.#text ?? '';
    const part = { type: 'output_text', text, annotations: [] };
    return (
      this.#event('response.output_text.done', { ...this.#textPlace(), text }) +
      this.#event('response.content_part.done', { ...this.#textPlace(), part }) +
      this.#event('response.output_item.done', {
        output_index: this.#textIndex(),
        item: messageItem(this.exchange, text, status),
      })
    );
  }

  #textIndex(): number {
    return this.#reasoning === undefined ? 0 : 1;
  }

  #textPlace(): JsonObject {
    return {
      item_id: `msg_${this.exchange.requestId}`,
      output_index: this.#textIndex(),
      content_index: 0,
    };
  }

  #response(status: Status, output: Json): JsonObject {
    return responseObject(this.exchange, this.question, status, output, this.#tokenCount);
  }

  #event(type: string, fields: JsonObject): string {
    const data = { type, sequence_number: this.#sequence++, ...fields };
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

async function streamResponses(
  exchange: Exchange,
  question: Question,
  batches: AsyncIterable<readonly Part[]>,
): Promise<void> {
  const stream = new ResponsesStream(exchange, question);
  exchange.head(200, eventStreamHead);
  await exchange.write(stream.begin());
  for await (const batch of batches) {
    await exchange.write(batch.map((part) => stream.part(part)).join(''));
  }
  await exchange.end(stream.end());
}

async function wholeResponses(
  exchange: Exchange,
  question: Question,
  batches: AsyncIterable<readonly Part[]>,
): Promise<void> {
  const said = await gather(batches);
  const status = said.reason === 'length' ? 'incomplete' : 'completed';
  const items = [
    ...(said.reasoning === '' ? [] : [reasoningItem(exchange, said.reasoning)]),
    messageItem(exchange, said.text, status),
  ];
  await exchange.json(200, responseObject(exchange, question, status, items, said.tokenCount));
}
