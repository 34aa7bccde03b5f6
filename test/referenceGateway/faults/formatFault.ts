// What only one of the newer forms can say, and servers of that form do say.
import { eventStreamHead, frameEvent, type FormName } from '../formats/formatHandler';
import type { Json, JsonObject } from '../http/json';
import type { Reply } from '../answers/reply';
import { good, goodEvents, type Expected, type Fault } from './fault';

interface Dialect {
  readonly id: string;
  readonly about: string;
  readonly form: FormName;
  readonly expected?: Expected;
  /** The whole stream, event by event; absent where it cannot be streamed. */
  readonly events?: (reply: Reply) => readonly JsonObject[];
  /** The one reply that says the same; absent where that cannot be. */
  readonly whole?: (reply: Reply) => Json;
}

/** One misbehaviour of one form, from its events and its whole reply. */
export function dialect({ id, about, form, expected = good, events, whole }: Dialect): Fault {
  return {
    id,
    about,
    forms: [form],
    streamed: events !== undefined,
    unstreamed: whole !== undefined,
    expected,
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream && events) {
        exchange.head(200, eventStreamHead);
        await exchange.end(events(reply).map(eventOf).join(''));
      } else if (whole) {
        await exchange.json(200, whole(reply));
      }
    },
  };
}

/** These forms name an event as the type in it does. */
export function eventOf(data: JsonObject): string {
  const { type } = data;
  const json = JSON.stringify(data);
  return frameEvent(typeof type === 'string' ? { name: type, data: json } : { data: json });
}

/** The good answer's events, to be changed. */
export function goodData(reply: Reply): readonly JsonObject[] {
  return goodEvents(reply).map(({ data }): JsonObject => JSON.parse(data));
}
