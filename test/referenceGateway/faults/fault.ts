// One row per way to misbehave: what the gateway does, and what a client must make of it.
import type { EndState } from '../../../src/shared/conversation/conversation';
import type { FailureKind } from '../../../src/shared/conversation/failure';
import type { Places } from '../models/modelCatalog';
import type { Exchange } from '../http/exchange';
import type { FormName, ServerEvent } from '../formats/formatHandler';
import type { Json, JsonObject } from '../http/json';
import { tokens, type Part, type Question } from '../answers/question';
import type { Reply } from '../answers/reply';

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
  /** Where it differs in a form of the interface. */
  readonly expectedIn?: Partial<Record<FormName, Expected>>;
  /** The connection stays open until the client leaves: give it small time-outs. */
  readonly stalls?: true;
  /** The gateway says no before an answer is started. */
  readonly refuses?: boolean;
  /** Whose dialect it is; absent where it occurs in every form. */
  readonly forms?: readonly FormName[];
  readonly serve: (reply: Reply, places: Places) => Promise<void>;
}

export function speaks(fault: Fault, form: FormName): boolean {
  return fault.forms?.includes(form) ?? true;
}

export function occurs(fault: Fault, form: FormName, streamed: boolean): boolean {
  return speaks(fault, form) && (streamed ? fault.streamed : fault.unstreamed);
}

export function expectedOf(fault: Fault, streamed: boolean, form: FormName = 'chat'): Expected {
  const unstreamed = streamed ? undefined : fault.expectedUnstreamed;
  return fault.expectedIn?.[form] ?? unstreamed ?? fault.expected;
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

/** Parts that say this text, one per token. */
export function spoken(text: string): readonly Extract<Part, { kind: 'text' }>[] {
  return tokens(text).map((piece) => ({ kind: 'text', text: piece }));
}

export const stop: Part = { kind: 'finish', reason: 'stop' };

/** The events of a good stream, from the first to the form's mark of the end. */
export function goodEvents(reply: Reply, text = goodText): readonly ServerEvent[] {
  return [...reply.opening(), ...reply.events([...spoken(text), stop]), ...reply.mark()];
}

/** A good answer that is not streamed. */
export function goodWhole(reply: Reply, text = goodText): JsonObject {
  reply.events([...spoken(text), stop]);
  return reply.whole();
}

/** Sends the stream's header and the partial text. */
export async function beginPartial(reply: Reply): Promise<void> {
  await reply.begin();
  await reply.send(reply.events(spoken(partialText)));
}

/** Sends the whole of a good stream but for the mark of the end. */
export async function sendUnmarked(reply: Reply): Promise<void> {
  await reply.begin();
  await reply.send(reply.events([...spoken(goodText), stop]));
}

/** Sends the first half of a JSON answer whose length the header gives as the whole one's. */
export async function beginHalfJson(reply: Reply): Promise<void> {
  const body = JSON.stringify(goodWhole(reply));
  reply.exchange.head(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  await reply.exchange.write(body.slice(0, Math.floor(body.length / 2)));
}

interface Telling {
  readonly id: string;
  readonly about: string;
  /** Where no finish is among them, none comes; the mark of the end comes all the same. */
  readonly parts: readonly Part[];
  readonly forms?: readonly FormName[];
  /** False where it cannot be without streaming. */
  readonly unstreamed?: boolean;
  readonly expected: Expected;
}

/** An answer whose wire is sound, of these parts. */
export function telling({ id, about, parts, forms, unstreamed, expected }: Telling): Fault {
  return {
    id,
    about,
    ...(forms ? { forms } : {}),
    streamed: true,
    unstreamed: unstreamed ?? true,
    expected,
    serve: (reply) => reply.tell([parts]),
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
    refuses: isRefusal(status),
    // A client need not name a status that says that all is well.
    expected: status === 200 ? expected : { ...expected, status },
    serve: async ({ exchange, question }) => {
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
