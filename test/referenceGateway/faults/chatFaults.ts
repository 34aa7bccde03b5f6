// Dialects of the chat form alone: chunks as no other form has them.
import { chunk, chunkHead, completion, dataEvent, doneEvent, usageOf } from '../formats/chat';
import { eventStreamHead } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import { tokens } from '../answers/question';
import type { Reply } from '../answers/reply';
import { good, type Expected, type Fault } from './fault';

/** The deltas of a text, one per token. */
export function deltasOf(text: string): readonly JsonObject[] {
  return tokens(text).map((content) => ({ content }));
}

/** Sends each of these as one event, then [DONE]. */
export function chunks(
  id: string,
  about: string,
  make: (reply: Reply) => readonly JsonObject[],
): Fault {
  return {
    id,
    about,
    forms: ['chat'],
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      await reply.exchange.end(make(reply).map(dataEvent).join('') + doneEvent);
    },
  };
}

interface ChatQuirk {
  readonly id: string;
  readonly about: string;
  readonly deltas: readonly JsonObject[];
  /** `stop` unless told. */
  readonly finish?: string;
  /** What says the same without streaming; absent where that cannot be. */
  readonly message?: JsonObject;
  readonly expected: Expected;
}

/** A stream that is sound but for what its chunks hold, and the same in one reply. */
export function chatQuirk(quirk: ChatQuirk): Fault {
  const { id, about, deltas, finish = 'stop', message, expected } = quirk;
  const streamed = chunks(id, about, ({ exchange, question }) => {
    const head = chunkHead(exchange, question);
    return [...deltas.map((delta) => chunk(head, delta)), chunk(head, {}, finish)];
  });
  if (message === undefined) {
    return { ...streamed, expected };
  }
  return {
    ...streamed,
    unstreamed: true,
    expected,
    serve: async (reply, places) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await streamed.serve(reply, places);
        return;
      }
      const usage = usageOf(question, deltas.length);
      const whole = completion(chunkHead(exchange, question), message, finish, usage);
      await exchange.json(200, whole);
    },
  };
}
