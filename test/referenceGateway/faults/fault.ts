// What a fault is: what the gateway does, and what a client must make of it. Helpers build the common kinds.
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';
import type { EndState } from '../../../src/gateway/common/endState';
import type { FailureKind } from '../../../src/gateway/common/failure';
import { tokens, type AnswerPart, type Question } from '../answers/question';
import type { Reply } from '../answers/reply';
import { eventStreamHeaders, frameEvent, type ServerEvent } from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import type { Json, JsonObject } from '../http/json';
import type { RedirectTargets } from '../models/modelCatalog';

/** What a client must show in the end. Absent fields are not checked. */
export interface Expected {
  readonly state: EndState;
  readonly failureKind?: FailureKind;
  /** The exact text of the answer; `''` without one. */
  readonly text?: string;
  /** The exact reasoning. */
  readonly reasoning?: string;
  /** HTTP status. */
  readonly status?: number;
  /** The limits of the retry time. */
  readonly retryAfterMs?: { readonly min: number; readonly max: number };
  /** Words of the server that "Details" must show. */
  readonly detail?: string;
  /** How much of the prompt is shown as processed before a time-out, in percent. */
  readonly promptPercent?: number;
  readonly tokens?: { readonly needed: number; readonly limit: number };
  /** Whether the notice says that the request may have been charged. */
  readonly charged?: boolean;
}

export interface Fault {
  /** The ID of the model that shows the fault. */
  readonly id: string;
  /** One sentence for people who try the fault. */
  readonly description: string;
  /** Set if the fault occurs only with `stream: true`, or only with `stream: false`. */
  readonly only?: 'streamed' | 'complete';
  /** The API formats in which the fault occurs; absent for all. */
  readonly formats?: readonly ApiFormat[];
  readonly expected: Expected;
  /** Set if the expectation differs with `stream: false`. */
  readonly expectedComplete?: Expected;
  /** Expectations that differ in some API formats. */
  readonly expectedIn?: Partial<Record<ApiFormat, Expected>>;
  /** The connection stays open until the client disconnects: tests need short time-outs. */
  readonly stalls?: true;
  /** The gateway refuses the question before an answer starts. */
  readonly refuses?: boolean | ((reply: Reply) => boolean);
  /**
   * Set if the gateway rejects a part of the request, so that Portico sends it again without: the field
   * `stream` of all requests for a plain question, where there are several. The last one gets `goodText`,
   * unless the gateway always refuses. `expected` is the end of the first one.
   */
  readonly adaptedStreams?: (streamed: boolean) => readonly boolean[] | undefined;
  /**
   * The text is in a field or a framing of no API format: a client that reads only what the format defines
   * finds no text.
   */
  readonly isNonstandard?: true;
  /** The client sends the question again by itself: the fault proves that no answer started. */
  readonly retried?: true;
  readonly serve: (reply: Reply, targets: RedirectTargets) => Promise<void>;
}

export function supportsFormat(fault: Fault, format: ApiFormat): boolean {
  return fault.formats?.includes(format) ?? true;
}

export function appliesTo(fault: Fault, format: ApiFormat, streamed: boolean): boolean {
  return supportsFormat(fault, format) && fault.only !== (streamed ? 'complete' : 'streamed');
}

export function expectedFor(fault: Fault, streamed: boolean, format: ApiFormat = 'chat'): Expected {
  const expectedComplete = streamed ? undefined : fault.expectedComplete;
  return fault.expectedIn?.[format] ?? expectedComplete ?? fault.expected;
}

/** The text of faults that do not prevent a complete answer. */
export const goodText =
  'A **good** answer, complete in the end.\n\n- Grüße, 你好, مرحبا\n- 👩‍🚀 and `code`\n';

/** The text that was sent before a fault in the middle of an answer. */
export const partialText = 'This is the first half of an answer, and then';

export const goodAnswer: Expected = { state: 'complete', text: goodText };

/** What Portico shows in the end, after it has adapted its request. */
export function expectedAfterRetries(fault: Fault, streamed: boolean): Expected {
  const isAdapted = fault.adaptedStreams?.(streamed) !== undefined && fault.refuses !== true;
  return isAdapted ? goodAnswer : expectedFor(fault, streamed);
}

/** No text, or the text given in `more`. */
export function failed(failureKind: FailureKind, more: Partial<Expected> = {}): Expected {
  return { state: 'failed', failureKind, text: '', ...more };
}

/** The transport broke after the partial text. */
export function interrupted(failureKind: FailureKind): Expected {
  return { state: 'interrupted', failureKind, text: partialText };
}

/** One part per token of the text. */
export function textParts(text: string): readonly Extract<AnswerPart, { kind: 'text' }>[] {
  return tokens(text).map((token) => ({ kind: 'text', text: token }));
}

export const stopPart: AnswerPart = { kind: 'finish', reason: 'stop' };

/** All events of a good stream. */
export function goodEvents(reply: Reply, text = goodText): readonly ServerEvent[] {
  const parts = [...textParts(text), stopPart];
  return [...reply.startEvents(), ...reply.eventsFor(parts), ...reply.endEvents()];
}

/** A good answer that is not streamed. */
export function goodBody(reply: Reply, text = goodText): JsonObject {
  reply.eventsFor([...textParts(text), stopPart]);
  return reply.completeBody();
}

/** The bytes of a good answer, streamed or complete as requested. */
export function goodBytes(reply: Reply, text = goodText): string {
  return reply.question.stream
    ? goodEvents(reply, text).map(frameEvent).join('')
    : JSON.stringify(goodBody(reply, text));
}

/** Sends the headers of a good answer, streamed or complete as requested. */
export function sendGoodHeaders({ exchange, question }: Reply): void {
  exchange.sendHeaders(
    200,
    question.stream ? eventStreamHeaders : { 'Content-Type': 'application/json' },
  );
}

/** Sends the headers of a stream and the partial text. */
export async function sendPartial(reply: Reply): Promise<void> {
  await reply.start();
  await reply.sendEvents(reply.eventsFor(textParts(partialText)));
}

/** Sends a good stream without the events after the finish reason. */
export async function sendWithoutEnd(reply: Reply): Promise<void> {
  await reply.start();
  await reply.sendEvents(reply.eventsFor([...textParts(goodText), stopPart]));
}

/** Sends the first half of a JSON response whose Content-Length covers all of it. */
export async function sendHalfJson(reply: Reply): Promise<void> {
  const body = JSON.stringify(goodBody(reply));
  reply.exchange.sendHeaders(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  await reply.exchange.write(body.slice(0, Math.floor(body.length / 2)));
}

interface AnswerFault extends Omit<Fault, 'serve'> {
  /** If there is no `finish` part, there is no finish reason, but the events after it are sent. */
  readonly parts: readonly AnswerPart[];
}

/** A well-formed response with these parts. */
export function answerFault({ parts, ...fault }: AnswerFault): Fault {
  return { ...fault, serve: (reply) => reply.sendAnswer([parts]) };
}

interface ErrorFault {
  readonly id: string;
  readonly description: string;
  readonly status: number;
  /** A string is sent unchanged. */
  readonly body: Json | ((exchange: Exchange, question: Question) => Json);
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if an answer may have started although the status is 503. */
  readonly mayHaveStarted?: true;
  readonly retried?: true;
  readonly adaptedStreams?: Fault['adaptedStreams'];
  readonly expected: Expected;
}

/** A complete response with this status and body, also to a streaming request. */
export function errorFault(fault: ErrorFault): Fault {
  const { id, description, expected, status, retried, adaptedStreams } = fault;
  return {
    id,
    description,
    refuses: isRefusal(status) && fault.mayHaveStarted !== true,
    ...(retried ? { retried } : {}),
    ...(adaptedStreams ? { adaptedStreams } : {}),
    // Clients need not report status 200.
    expected: status === 200 ? expected : { ...expected, status },
    serve: async ({ exchange, question }) => {
      const body = typeof fault.body === 'function' ? fault.body(exchange, question) : fault.body;
      await exchange.send(
        status,
        fault.contentType ?? 'application/json; charset=utf-8',
        typeof body === 'string' ? body : JSON.stringify(body),
        fault.headers,
      );
    },
  };
}

/** Whether the status means that no answer was started. With 408 and most 5xx that is unknown. */
function isRefusal(status: number): boolean {
  return status >= 300 && status !== 408 && (status < 500 || status === 503 || status === 529);
}

/** An error as OpenAI sends it, without new-api's request ID in the message. */
export function openAiError(
  message: string,
  code: string | number | null,
  type: string,
): {
  error: { message: string; type: string; param: null; code: string | number | null };
} {
  return { error: { message, type, param: null, code } };
}
