// Faults that only one of the newer API formats can show.
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';
import type { Reply } from '../answers/reply';
import { eventStreamHeaders, frameEvent } from '../formats/formatHandler';
import type { Json, JsonObject } from '../http/json';
import { goodAnswer, goodEvents, type Expected, type Fault } from './fault';

interface FormatFault {
  readonly id: string;
  readonly description: string;
  readonly format: ApiFormat;
  /** A good answer if absent. */
  readonly expected?: Expected;
  readonly isNonstandard?: true;
  /** All events of the stream; absent if the fault does not occur in streams. */
  readonly events?: (reply: Reply) => readonly JsonObject[];
  /** The body of the complete response; absent if the fault occurs only in streams. */
  readonly body?: (reply: Reply) => Json;
}

export function formatFault(fault: FormatFault): Fault {
  const { id, description, format, expected = goodAnswer, isNonstandard, events, body } = fault;
  return {
    id,
    description,
    formats: [format],
    ...(events === undefined ? { only: 'complete' } : {}),
    ...(body === undefined ? { only: 'streamed' } : {}),
    ...(isNonstandard ? { isNonstandard } : {}),
    expected,
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream && events) {
        exchange.sendHeaders(200, eventStreamHeaders);
        await exchange.end(events(reply).map(frameJson).join(''));
      } else if (body) {
        await exchange.sendJson(200, body(reply));
      }
    },
  };
}

/** Frames an event. These formats name it after the `type` in its data. */
export function frameJson(data: JsonObject): string {
  const { type } = data;
  const json = JSON.stringify(data);
  return frameEvent(typeof type === 'string' ? { name: type, data: json } : { data: json });
}

/** The data of a good answer's events, as a basis for faults. */
export function goodEventData(reply: Reply): readonly JsonObject[] {
  return goodEvents(reply).map(({ data }): JsonObject => JSON.parse(data));
}
