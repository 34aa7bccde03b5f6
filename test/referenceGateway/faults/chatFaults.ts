// Builds faults of the chat format from chunks that no other format has.
import { tokens } from '../answers/question';
import type { Reply } from '../answers/reply';
import { chunk, chunkIdentity, completion, dataEvent, doneEvent, usageOf } from '../formats/chat';
import { eventStreamHeaders } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import { goodAnswer, type Expected, type Fault } from './fault';

/** The deltas of a text, one per token. */
export function textDeltas(text: string): readonly JsonObject[] {
  return tokens(text).map((content) => ({ content }));
}

/** A good stream of these chunks and [DONE]. */
export function chunkFault(
  id: string,
  description: string,
  create: (reply: Reply) => readonly JsonObject[],
): Fault {
  return {
    id,
    description,
    formats: ['chat'],
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.end(create(reply).map(dataEvent).join('') + doneEvent);
    },
  };
}

interface ChatFault {
  readonly id: string;
  readonly description: string;
  readonly deltas: readonly JsonObject[];
  /** The finish reason; `stop` if absent. */
  readonly finish?: string;
  /** The message of the complete response; absent if the fault occurs only in streams. */
  readonly message?: JsonObject;
  readonly expected: Expected;
}

/** A well-formed response with unusual deltas or an unusual message. */
export function chatFault(fault: ChatFault): Fault {
  const { id, description, deltas, finish = 'stop', message, expected } = fault;
  const { only: _only, ...streamed } = chunkFault(id, description, ({ exchange, question }) => {
    const identity = chunkIdentity(exchange, question);
    return [...deltas.map((delta) => chunk(identity, delta)), chunk(identity, {}, finish)];
  });
  if (message === undefined) {
    return { ...streamed, only: 'streamed', expected };
  }
  return {
    ...streamed,
    expected,
    serve: async (reply, targets) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await streamed.serve(reply, targets);
      } else {
        const usage = usageOf(question, deltas.length);
        const identity = chunkIdentity(exchange, question);
        await exchange.sendJson(200, completion(identity, message, finish, usage));
      }
    },
  };
}
