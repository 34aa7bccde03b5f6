// The calls of an answer, as the API formats write them.
import type { AnswerCall } from '../answers/question';
import type { Exchange } from '../http/exchange';
import { isRecord, parseJson, type JsonObject } from '../http/json';

/** The signature of reasoning, in the formats that have one. */
export const signature = 'c2lnbmVkIHJlYXNvbmluZw==';

/** The arguments as a text, in fragments. */
export function fragments({ arguments: input, fragment = 6 }: AnswerCall): readonly string[] {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return text.match(new RegExp(`[\\s\\S]{1,${fragment}}`, 'gu')) ?? [];
}

/** The arguments as an object, in the formats that have no text. */
export function inputOf({ arguments: input }: AnswerCall): JsonObject {
  const value = typeof input === 'string' ? parseJson(input) : input;
  return isJsonObject(value) ? value : {};
}

function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

/** Undefined if the call has none. */
export function callId(
  { id }: AnswerCall,
  exchange: Exchange,
  index: number,
  prefix = 'call',
): string | undefined {
  return id === null ? undefined : (id ?? `${prefix}_${exchange.requestId}_${index}`);
}

/** The deltas of a streamed chat completion. */
export function chatCallDeltas(
  call: AnswerCall,
  exchange: Exchange,
  number: number,
): readonly JsonObject[] {
  const index = call.index === null ? undefined : (call.index ?? number);
  const id = callId(call, exchange, number);
  const head = { id, type: 'function' };
  if (typeof call.arguments !== 'string') {
    return [{ index, ...head, function: { name: call.name, arguments: call.arguments } }];
  }
  const repeats = call.repeatsHead === true;
  const name = repeats ? call.name : undefined;
  const shared = repeats ? { index, ...head } : { index };
  return [
    { index, ...head, function: { name: call.name, arguments: '' } },
    ...fragments(call).map((text) =>
      Object.assign({ function: { name, arguments: text } }, shared),
    ),
  ];
}

/** The call in a chat completion that is not streamed. */
export function chatCall(call: AnswerCall, exchange: Exchange, number: number): JsonObject {
  return {
    id: callId(call, exchange, number),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  };
}
