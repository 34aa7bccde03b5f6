// What one event of an answer says, in words that are the same for every form of the interface.
import type { Usage } from '../../shared/conversation/conversation';
import { reportsError } from '../failures/errorBody';
import { isArray, isObject, type JsonObject } from '../json';
import { errorMember } from '../http/sse';

/** A piece of a tool call; `index` and `id` are absent where the event says nothing usable. */
export interface ToolCallPiece {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments: string;
}

/** What an event says. Texts are `''` where there is none. */
export interface AnswerEvent {
  readonly text: string;
  readonly reasoning: string;
  /** Where the form has several fields for it, the one it came in. */
  readonly reasoningField?: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCallPiece[];
  /** It holds the whole answer so far and not what follows it. */
  readonly cumulative: boolean;
  /** The question was declined, be it without a word. */
  readonly declined: boolean;
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly model?: string;
  /** What the gateway reported in the event's place or beside it. */
  readonly error?: unknown;
  /** False for what is no event of this form at all. */
  readonly recognised: boolean;
}

/** An event that says nothing. */
export const nothing: AnswerEvent = {
  text: '',
  reasoning: '',
  refusal: '',
  toolCalls: [],
  cumulative: false,
  declined: false,
  recognised: false,
};

/** Reads the events of one answer, one after another, or its one whole reply. Never throws. */
export type ReadEvent = (value: unknown) => AnswerEvent;

interface Opened {
  readonly body: JsonObject;
  /** Present where the event reports an error. */
  readonly error?: unknown;
}

/**
 * Takes an event out of what SseReader put around it; of an array, its first element. Undefined for
 * what is no object. `isOfForm`: whether a body is an event of the form, be it with an empty error.
 */
export function openEvent(
  given: unknown,
  isOfForm: (body: JsonObject) => boolean,
): Opened | undefined {
  const value = isArray(given) ? given[0] : given;
  if (!isObject(value)) {
    return undefined;
  }
  const enveloped = value[errorMember];
  if (enveloped === undefined) {
    return { body: value, ...(reportsError(value) ? { error: value } : {}) };
  }
  const body = isObject(enveloped) ? enveloped : {};
  const failed = !isObject(enveloped) || !isOfForm(body) || reportsError(body);
  return { body, ...(failed ? { error: enveloped } : {}) };
}

/** What `whole` adds to what came so far; nothing where it tells another story. */
export function newSuffix(soFar: string, whole: string): string {
  const goesOn = whole.length > soFar.length && whole.startsWith(soFar);
  return goesOn ? whole.slice(soFar.length) : '';
}
