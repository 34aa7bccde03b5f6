// Tool calls come in pieces that not every gateway numbers.
import type { ToolCall } from '../../shared/conversation/conversation';
import type { ToolCallPiece } from './answerEvent';

/** Looking for a piece's call must not take longer the more a hostile server sends. */
const mostCalls = 128;

interface Gathered {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: string;
}

/**
 * Puts the pieces of tool calls together: by ID, else by index, else in the order they come, a new
 * name beginning a new call. Calls after the 128th are dropped.
 */
export class ToolCallPieces {
  readonly #calls: Gathered[] = [];

  get any(): boolean {
    return this.#calls.length > 0;
  }

  push(piece: ToolCallPiece): void {
    const call = this.#find(piece) ?? this.#begin(piece);
    if (call !== undefined) {
      call.id ??= piece.id;
      call.name ||= piece.name ?? '';
      call.arguments += piece.arguments;
    }
  }

  calls(): readonly ToolCall[] {
    return this.#calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
  }

  #begin({ index, id }: ToolCallPiece): Gathered | undefined {
    if (this.#calls.length >= mostCalls) {
      return undefined;
    }
    const call = { index, id, name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  #find({ index, id, name }: ToolCallPiece): Gathered | undefined {
    if (id !== undefined) {
      // Some give every call the index 0, with an ID of its own.
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
