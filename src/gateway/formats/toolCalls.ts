// Joins the fragments of tool calls, which not every gateway numbers.
import type { ToolCall } from '../../shared/conversation/conversation';
import type { ToolCallDelta } from './answerEvent';

/** Bounds the search for a fragment's call, however many calls a hostile server sends. */
const maxCalls = 128;

interface PartialCall {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: string;
}

/**
 * Joins fragments by ID, or else by index, or else in the order of arrival, where a new name starts
 * a new call. Drops calls after the 128th.
 */
export class ToolCallAssembler {
  readonly #calls: PartialCall[] = [];

  get calls(): readonly ToolCall[] {
    return this.#calls.map((call) => ({ name: call.name, arguments: call.arguments }));
  }

  push(delta: ToolCallDelta): void {
    const call = this.#find(delta) ?? this.#start(delta);
    if (call !== undefined) {
      call.id ??= delta.id;
      call.name ||= delta.name ?? '';
      call.arguments += delta.arguments;
    }
  }

  #start({ index, id }: ToolCallDelta): PartialCall | undefined {
    if (this.#calls.length >= maxCalls) {
      return undefined;
    }
    const call = { index, id, name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  #find({ index, id, name }: ToolCallDelta): PartialCall | undefined {
    if (id !== undefined) {
      // Some gateways give every call the index 0, with an ID of its own.
      return this.#calls.find(
        (call) =>
          call.id === id || (call.id === undefined && index !== undefined && call.index === index),
      );
    }
    if (index !== undefined) {
      return this.#calls.findLast((call) => call.index === index);
    }
    const last = this.#calls.at(-1);
    return name !== undefined && last?.name !== '' ? undefined : last;
  }
}
