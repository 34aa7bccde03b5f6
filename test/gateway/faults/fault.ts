// One row per way to misbehave: what the gateway does, and what a client must make of it.
import type { EndState } from '../../../src/shared/conversation';
import type { FailureKind } from '../../../src/shared/failure';
import type { Places } from '../catalogue';
import type { Exchange } from '../exchange';
import { chunk, chunkHead, completion, dataEvent, doneEvent, usageOf } from '../forms/chat';
import { eventStreamHead } from '../forms/wireForm';
import type { Json, JsonObject } from '../json';
import { tokens, type Question } from '../question';

/** What a client must have shown in the end. What is absent is not judged. */
export interface Expected {
  readonly state: EndState;
  readonly failureKind?: FailureKind;
  /** The answer's exact text; `''` where none came. */
  readonly text?: string;
  /** The exact reasoning. */
  readonly reasoning?: string;
  readonly status?: number;
  /** Between which limits the time to wait lies, in ms. */
  readonly retryAfterMs?: { readonly least: number; readonly most: number };
  /** Words of the server's that "Details" must show. */
  readonly detail?: string;
  readonly tokens?: { readonly needed: number; readonly limit: number };
}

export interface Fault {
  /** The model ID that chooses it. */
  readonly id: string;
  /** One sentence for the person who tries it. */
  readonly about: string;
  /** Whether it occurs with `stream: true`. */
  readonly streamed: boolean;
  /** Whether it occurs with `stream: false`. */
  readonly unstreamed: boolean;
  readonly expected: Expected;
  /** Where it differs with `stream: false`. */
  readonly expectedUnstreamed?: Expected;
  /** The connection stays open until the client leaves: give it small time-outs. */
  readonly stalls?: true;
  /** The gateway says no before an answer is started. */
  readonly refuses?: boolean;
  /** It needs nothing of the chat form, so that it occurs in every form. */
  readonly everyForm?: true;
  readonly serve: (exchange: Exchange, question: Question, places: Places) => Promise<void>;
}

export function expectedOf(fault: Fault, streamed: boolean): Expected {
  return streamed ? fault.expected : (fault.expectedUnstreamed ?? fault.expected);
}

/** What a fault says that does not keep a good answer from arriving whole. */
export const goodText =
  'A **good** answer, whole in the end.\n\n- Grüße, 你好, مرحبا\n- 👩‍🚀 and `code`\n';

/** What has come when a fault breaks off in the middle. */
export const partialText = 'This is the first half of an answer, and then';

export const good: Expected = { state: 'complete', text: goodText };

export function failed(failureKind: FailureKind, more: Partial<Expected> = {}): Expected {
  return { state: 'failed', failureKind, text: '', ...more };
}

/** Partial text came, then the transport broke. */
export function interrupted(failureKind: FailureKind): Expected {
  return { state: 'interrupted', failureKind, text: partialText };
}

/** The deltas of a text, one per token. */
export function deltasOf(text: string): readonly JsonObject[] {
  return tokens(text).map((content) => ({ content }));
}

/** The `data:` texts of a good stream, `[DONE]` with it. */
export function goodData(
  exchange: Exchange,
  question: Question,
  text = goodText,
): readonly string[] {
  const head = chunkHead(exchange, question);
  return [
    chunk(head, { role: 'assistant', content: '' }),
    ...deltasOf(text).map((delta) => chunk(head, delta)),
    chunk(head, {}, 'stop'),
  ]
    .map((data) => JSON.stringify(data))
    .concat('[DONE]');
}

/** Sends the stream's header and one event per delta. */
export async function beginStream(
  exchange: Exchange,
  question: Question,
  deltas: readonly JsonObject[],
): Promise<void> {
  const head = chunkHead(exchange, question);
  exchange.head(200, eventStreamHead);
  await exchange.write(deltas.map((delta) => dataEvent(chunk(head, delta))).join(''));
}

/** Sends the stream's header and the partial text. */
export function beginPartial(exchange: Exchange, question: Question): Promise<void> {
  return beginStream(exchange, question, deltasOf(partialText));
}

export async function sendFinish(
  exchange: Exchange,
  question: Question,
  reason: string | null,
): Promise<void> {
  await exchange.write(dataEvent(chunk(chunkHead(exchange, question), {}, reason)));
}

/** A good answer that is not streamed. */
export function goodCompletion(
  exchange: Exchange,
  question: Question,
  message: JsonObject = { content: goodText },
  finish: string | null = 'stop',
): JsonObject {
  return completion(chunkHead(exchange, question), message, finish, usageOf(question, 24));
}

/** Sends the first half of a JSON answer whose length the header gives as the whole one's. */
export async function beginHalfJson(exchange: Exchange, question: Question): Promise<void> {
  const body = JSON.stringify(goodCompletion(exchange, question));
  exchange.head(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  await exchange.write(body.slice(0, Math.floor(body.length / 2)));
}

interface DeltaQuirk {
  readonly id: string;
  readonly about: string;
  readonly deltas: readonly JsonObject[];
  /** `undefined`: no chunk with a finish reason comes, `[DONE]` all the same. */
  readonly finish?: string | undefined;
  /** What says the same without streaming; absent where that cannot be. */
  readonly message?: JsonObject;
  readonly expected: Expected;
  readonly expectedUnstreamed?: Expected;
}

/** A stream that is sound but for what its chunks hold, and the same in one reply. */
export function deltaQuirk(quirk: DeltaQuirk): Fault {
  const { id, about, deltas, message, expected } = quirk;
  const finish = 'finish' in quirk ? quirk.finish : 'stop';
  return {
    id,
    about,
    streamed: true,
    unstreamed: message !== undefined,
    expected,
    ...(quirk.expectedUnstreamed ? { expectedUnstreamed: quirk.expectedUnstreamed } : {}),
    serve: async (exchange, question) => {
      if (!question.stream) {
        await exchange.json(200, goodCompletion(exchange, question, message, finish ?? null));
        return;
      }
      await beginStream(exchange, question, deltas);
      if (finish !== undefined) {
        await sendFinish(exchange, question, finish);
      }
      await exchange.end(doneEvent);
    },
  };
}

interface Refusal {
  readonly id: string;
  readonly about: string;
  readonly status: number;
  /** A string is sent as it is. */
  readonly body: Json | ((exchange: Exchange, question: Question) => Json);
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

/** One answer with a status and a body of its own, streamed or not. */
export function refusal(row: Refusal): Fault {
  const { id, about, expected, status } = row;
  return {
    id,
    about,
    streamed: true,
    unstreamed: true,
    everyForm: true,
    refuses: isRefusal(status),
    // A client need not name a status that says that all is well.
    expected: status === 200 ? expected : { ...expected, status },
    serve: async (exchange, question) => {
      const body = typeof row.body === 'function' ? row.body(exchange, question) : row.body;
      await exchange.whole(
        status,
        row.contentType ?? 'application/json; charset=utf-8',
        typeof body === 'string' ? body : JSON.stringify(body),
        row.headers,
      );
    },
  };
}

/** At 408 and most 5xx nobody knows how far the question came. */
function isRefusal(status: number): boolean {
  return status >= 300 && status !== 408 && (status < 500 || status === 503 || status === 529);
}

/** OpenAI's own shape, without new-api's request ID in the message. */
export function openAiError(
  message: string,
  code: string | number | null,
  type: string,
): {
  error: { message: string; type: string; param: null; code: string | number | null };
} {
  return { error: { message, type, param: null, code } };
}
