// ReasoningStore: the reasoning that preceded tool calls, in memory. VS Code does not keep it, and Anthropic, Gemini and
// DeepSeek reject the results of calls without it.
import { isJsonRecord, type JsonRecord } from '../../../base/mergeObjects';
import type { ReceivedReasoning, SentToolCall } from '../../../gateway/common/tools';
import { vscodeModelId, type ModelRef } from './modelId';

/** The limit for the reasoning and the keys of all calls together. */
const defaultMaxChars = 16_000_000;
const maxCalls = 2_000;

interface StoredReasoning {
  readonly reasoning: ReceivedReasoning;
  readonly length: number;
}

/** The oldest entries beyond the limits are dropped. */
export class ReasoningStore {
  /** Oldest first. */
  readonly #entries = new Map<string, StoredReasoning>();
  #length = 0;

  constructor(private readonly maxChars = defaultMaxChars) {}

  add(ref: ModelRef, calls: readonly SentToolCall[], reasoning: ReceivedReasoning): void {
    // Callers may leave out calls that they did not make, so each call finds the reasoning.
    const reasoningLength = JSON.stringify(reasoning.blocks).length;
    for (const call of calls) {
      const key = keyOf(ref, call);
      const length = reasoningLength + key.length;
      this.#remove(key);
      this.#entries.set(key, { reasoning, length });
      this.#length += length;
    }
    for (const key of this.#entries.keys()) {
      if (this.#length <= this.maxChars && this.#entries.size <= maxCalls) {
        return;
      }
      this.#remove(key);
    }
  }

  /** What preceded these calls of the same gateway and model. */
  find(ref: ModelRef, calls: readonly SentToolCall[]): ReceivedReasoning | undefined {
    for (const call of calls) {
      const entry = this.#entries.get(keyOf(ref, call));
      if (entry !== undefined) {
        return entry.reasoning;
      }
    }
    return undefined;
  }

  #remove(key: string): void {
    this.#length -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
  }
}

/** Holds the input of the call: IDs alone are unique in a conversation only. */
function keyOf(ref: ModelRef, { id, name, input }: SentToolCall): string {
  return JSON.stringify([vscodeModelId(ref), id, name, sorted(input)]);
}

/** Sorts the names in all objects: VS Code and the caller may have changed their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return isJsonRecord(value) ? sortedRecord(value) : value;
}

function sortedRecord(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.keys(record)
      .toSorted()
      .map((name) => [name, sorted(record[name])]),
  );
}
