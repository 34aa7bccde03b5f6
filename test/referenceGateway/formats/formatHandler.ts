// One seam for every form of the interface, so that a further one is one more file.
import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from '../http/exchange';
import type { JsonObject } from '../http/json';
import type { FinishReason, Part, Question } from '../answers/question';
import type { RecordedRequest } from '../http/requestRecorder';

export const formNames = ['chat', 'responses', 'messages', 'generateContent'] as const;
export type FormName = (typeof formNames)[number];

/** One form of the interface: reads its own requests and writes its own answers. */
export interface WireForm {
  readonly name: FormName;
  /** The name that `supported_endpoint_types` gives this form. */
  readonly endpointType: string;
  /** The paths on which it is spoken. */
  readonly path: RegExp;
  /** A sentence that says what is wrong with the request, or the question that it asks. */
  read(request: RecordedRequest): Question | string;
  /** A writer for one answer. */
  writer(exchange: Exchange, question: Question): AnswerWriter;
  /** How a refusal of the channel looks. */
  errorBody(exchange: Exchange, message: string, code: string): JsonObject;
  /** How the stream that was asked for is laid out, where it is no event stream. */
  framing?(request: RecordedRequest): Framing | undefined;
}

/** Puts what is said into the words of its form. What it returns belongs onto the wire. */
export interface AnswerWriter {
  /** What comes before the first words. */
  begin(): readonly ServerEvent[];
  /** `said` holds all that was said, this part included. */
  part(part: Part, said: Said): readonly ServerEvent[];
  /** What comes after the finish reason, as the mark of the end. */
  done(said: Said): readonly ServerEvent[];
  /** An error in the middle of the stream. */
  error(message: string): readonly ServerEvent[];
  /** The one reply that is not streamed. */
  whole(said: Said): JsonObject;
}

export interface ServerEvent {
  /** The field `event`, in the forms that name their events. */
  readonly name?: string;
  readonly data: string;
}

/** All that was said of one answer so far. */
export class Said {
  text = '';
  reasoning = '';
  refusal = '';
  reason: FinishReason | undefined;
  /** Tokens of all that was said. */
  tokenCount = 0;
  /** Those of them that were reasoning. */
  thoughtCount = 0;

  add(part: Part): void {
    if (part.kind === 'finish') {
      this.reason = part.reason;
      return;
    }
    this[part.kind] += part.text;
    this.tokenCount++;
    this.thoughtCount += part.kind === 'reasoning' ? 1 : 0;
  }
}

/** How the events of one stream are laid out in its body. */
export interface Framing {
  readonly head: OutgoingHttpHeaders;
  frame(event: ServerEvent): string;
  readonly end: string;
}

export const eventStreamHead = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
} as const;

export const eventStream: Framing = { head: eventStreamHead, frame: frameEvent, end: '' };

/** One event as nearly every server writes it. */
export function frameEvent({ name, data }: ServerEvent): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`;
}
