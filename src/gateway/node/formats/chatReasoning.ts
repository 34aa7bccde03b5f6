// The reasoning of an answer in the chat completions format that goes back with calls, in the field in which it came:
// DeepSeek, Kimi, GLM and MiniMax refuse or forget a turn without it (`reasoning_content`), and OpenRouter
// (`reasoning_details`) and LiteLLM (`thinking_blocks`) pass on signatures.
import { isArray, isObject, isText, type JsonObject, textAt } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';

const listFields = ['reasoning_details', 'thinking_blocks'] as const;
const textFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

export class ChatReasoning {
  #texts = new Map<string, string[]>();
  #lists = new Map<string, JsonObject[]>();

  get blocks(): readonly ReasoningBlock[] {
    const lists = [...this.#lists].filter(([, items]) => items.length > 0);
    // A list holds the text, too; OpenRouter repeats it in `reasoning`.
    const texts = lists.length > 0 ? [] : [...this.#texts].slice(0, 1);
    const block = Object.fromEntries([
      ...lists,
      ...texts.map(([name, parts]) => [name, parts.join('')]),
    ]);
    return Object.keys(block).length === 0 ? [] : [{ block, callsBefore: 0 }];
  }

  /** @param message A delta, or the message so far. */
  push(message: unknown, isCumulative: boolean): void {
    if (!isObject(message)) {
      return;
    }
    if (isCumulative) {
      this.#texts = new Map();
      this.#lists = new Map();
    }
    for (const name of textFields) {
      const text = message[name];
      if (isText(text)) {
        const known = this.#texts.get(name) ?? [];
        this.#texts.set(name, known);
        known.push(text);
      }
    }
    for (const name of listFields) {
      const items = message[name];
      if (isArray(items)) {
        const known = this.#lists.get(name) ?? [];
        this.#lists.set(name, known);
        items.filter(isObject).forEach((item) => appendItem(known, item));
      }
    }
  }
}

/** Members that arrive in fragments. */
const growing = ['text', 'thinking', 'summary'] as const;

/** Appends a fragment to the last item if it continues that one. */
function appendItem(items: JsonObject[], item: JsonObject): void {
  const last = items.at(-1);
  const isContinued =
    last !== undefined &&
    last['type'] === item['type'] &&
    last['index'] === item['index'] &&
    last['data'] === undefined &&
    item['data'] === undefined;
  if (!isContinued) {
    items.push(item);
    return;
  }
  const present = Object.entries(item).filter(([, value]) => value !== null && value !== '');
  const texts = growing.flatMap((name) => {
    const text = (textAt(last, name) ?? '') + (textAt(item, name) ?? '');
    return text === '' ? [] : [[name, text] as const];
  });
  items.splice(-1, 1, { ...last, ...Object.fromEntries(present), ...Object.fromEntries(texts) });
}
