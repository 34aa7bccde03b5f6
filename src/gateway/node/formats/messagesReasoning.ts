// The thinking blocks of an answer in the Messages format, which go back unchanged before the calls after them.
import { isText, type JsonObject, textAt } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';

export class MessagesReasoning {
  /** By the numbers that the stream gives its blocks. */
  readonly #thinking = new Map<unknown, { block: JsonObject; readonly callsBefore: number }>();
  #calls = 0;

  /** Thinking without a signature is refused. */
  get blocks(): readonly ReasoningBlock[] {
    return [...this.#thinking.values()].filter(
      ({ block }) => block['type'] === 'redacted_thinking' || isText(block['signature']),
    );
  }

  start(block: JsonObject, index: unknown): void {
    switch (block['type']) {
      case 'tool_use':
        this.#calls += 1;
        return;
      case 'thinking':
      case 'redacted_thinking':
        this.#thinking.set(index, { block, callsBefore: this.#calls });
    }
  }

  append(delta: JsonObject, index: unknown): void {
    const thinking = this.#thinking.get(index);
    if (thinking === undefined) {
      return;
    }
    for (const name of ['thinking', 'signature']) {
      const added = textAt(delta, name);
      if (added !== undefined) {
        const { block } = thinking;
        thinking.block = { ...block, [name]: (textAt(block, name) ?? '') + added };
      }
    }
  }
}
