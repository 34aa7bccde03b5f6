// Tool calls come in pieces that not every gateway numbers.
import type { ToolCall } from '../../shared/conversation';
import { parseJson } from '../json';
import type { ToolCallPiece } from './chatChunk';

interface Gathered {
  index: number | undefined;
  id: string | undefined;
  name: string;
  readonly arguments: string[];
}

/** Puts the pieces of tool calls together: by index, else by ID, else in the order they come. */
export class ToolCallPieces {
  readonly #calls: Gathered[] = [];

  push(piece: ToolCallPiece): void {
    const call = this.#find(piece) ?? this.#begin(piece);
    call.id ??= piece.id;
    call.name ||= piece.name ?? '';
    call.arguments.push(piece.arguments);
  }

  calls(): readonly ToolCall[] {
    return this.#calls.map((call) => ({ name: call.name, arguments: call.arguments.join('') }));
  }

  #begin(piece: ToolCallPiece): Gathered {
    const call = { index: piece.index, id: piece.id, name: '', arguments: [] };
    this.#calls.push(call);
    return call;
  }

  #find(piece: ToolCallPiece): Gathered | undefined {
    if (piece.id !== undefined) {
      // Some give every call the index 0, with an ID of its own.
      const sameId = this.#calls.find((call) => call.id === piece.id);
      const open = this.#calls.find(
        (call) => piece.index !== undefined && call.index === piece.index && call.id === undefined,
      );
      return sameId ?? open;
    }
    if (piece.index !== undefined) {
      return this.#calls.findLast((call) => call.index === piece.index);
    }
    const last = this.#calls.at(-1);
    const isNext = piece.name !== undefined && last !== undefined && isWhole(last, piece.name);
    return isNext ? undefined : last;
  }
}

function isWhole(call: Gathered, nextName: string): boolean {
  const written = call.arguments.join('');
  return call.name !== '' && (call.name !== nextName || parseJson(written) !== undefined);
}
