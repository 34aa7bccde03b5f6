// The reasoning items of an answer in the Responses format, which go back to the model before the calls after them.
import { isArray, isText, type JsonObject, textAt } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';

export class ResponsesReasoning {
  #blocks: ReasoningBlock[] = [];
  #calls = 0;

  get blocks(): readonly ReasoningBlock[] {
    return this.#blocks;
  }

  /** Adds a complete item. */
  push(item: JsonObject): void {
    if (isCall(item)) {
      this.#calls += 1;
    } else if (item['type'] === 'reasoning' && isReplayable(item)) {
      this.#blocks.push({ block: item, callsBefore: this.#calls });
    }
  }

  /** Starts again with all items of a complete response; there are none at the start of a stream. */
  replace(items: readonly JsonObject[]): void {
    if (items.length > 0) {
      this.#blocks = [];
      this.#calls = 0;
      items.forEach((item) => this.push(item));
    }
  }
}

export function isCall(item: JsonObject): boolean {
  return /^(?:function|custom_tool)_call$/.test(textAt(item, 'type') ?? '');
}

/**
 * OpenAI finds an item by its ID only if it is stored (openai/openai-agents-js#546): other items hold their reasoning
 * encrypted. Servers of open models send it as text.
 */
function isReplayable({ encrypted_content: encrypted, content }: JsonObject): boolean {
  return isText(encrypted) || (isArray(content) && content.length > 0);
}
