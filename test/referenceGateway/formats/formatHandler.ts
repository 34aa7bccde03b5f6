// The interface of API formats: each one reads its requests and writes its answers in one file.
import type { OutgoingHttpHeaders } from 'node:http';
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';
import type { AnswerCall, AnswerPart, FinishReason, Question } from '../answers/question';
import type { Exchange } from '../http/exchange';
import type { JsonObject } from '../http/json';
import type { RecordedRequest } from '../http/requestRecorder';

export interface FormatHandler {
  readonly name: ApiFormat;
  /** The name of the format in `supported_endpoint_types`. */
  readonly endpointType: string;
  /** Matches the paths of its requests. */
  readonly path: RegExp;
  /** The question of a request, or an error message if the request is invalid. */
  read(request: RecordedRequest): Question | string;
  /** Creates a writer for one answer. */
  writer(exchange: Exchange, question: Question): AnswerWriter;
  /** An error body of new-api in this format. */
  errorBody(exchange: Exchange, message: string, code: string): JsonObject;
  /** The framing of the requested stream; undefined for server-sent events. */
  framing?(request: RecordedRequest): Framing | undefined;
}

/** Converts one answer to its API format. The caller sends all events that it returns. */
export interface AnswerWriter {
  /** The events before the first content. */
  start(): readonly ServerEvent[];
  /** The events for a part. `answer` includes that part. */
  part(part: AnswerPart, answer: AnswerSoFar): readonly ServerEvent[];
  /** The events after the finish reason. */
  end(answer: AnswerSoFar): readonly ServerEvent[];
  /** An error in the middle of the stream. */
  error(message: string): readonly ServerEvent[];
  /** The response to a request without streaming. */
  completeBody(answer: AnswerSoFar): JsonObject;
}

export interface ServerEvent {
  /** The `event` field, in formats that name their events. */
  readonly name?: string;
  readonly data: string;
}

/** The parts of one answer so far. */
export class AnswerSoFar {
  text = '';
  reasoning = '';
  refusal = '';
  readonly calls: AnswerCall[] = [];
  finishReason: FinishReason | undefined;
  /** Tokens, including reasoning. */
  tokenCount = 0;
  reasoningTokenCount = 0;

  add(part: AnswerPart): void {
    if (part.kind === 'finish') {
      this.finishReason = part.reason;
      return;
    }
    if (part.kind === 'call') {
      this.calls.push(part.call);
      this.tokenCount++;
      return;
    }
    this[part.kind] += part.text;
    this.tokenCount++;
    this.reasoningTokenCount += part.kind === 'reasoning' ? 1 : 0;
  }
}

/** How the events of a stream form its body. */
export interface Framing {
  readonly headers: OutgoingHttpHeaders;
  frame(event: ServerEvent): string;
  readonly end: string;
}

export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
} as const;

export const eventStreamFraming: Framing = {
  headers: eventStreamHeaders,
  frame: frameEvent,
  end: '',
};

/** Frames an event as nearly all servers do. */
export function frameEvent({ name, data }: ServerEvent): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`;
}
