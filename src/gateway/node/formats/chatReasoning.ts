// The reasoning of an answer in the chat completions format: in which fields gateways send it, and what of it goes back with
// calls, in the field in which it came: DeepSeek, Kimi, GLM and MiniMax refuse or forget a turn without it, and OpenRouter
// and LiteLLM pass on signatures.
import { isArray, isObject, isText, textAt, type JsonObject } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';
import { restOf } from './answerEvent';

interface ReasoningField {
  /** A member of a message or delta: a text, or a list of objects that have one. */
  readonly name: string;
  /** Whether the answer shows it. Where several are filled they hold the same text: the first row counts. */
  readonly isShown: boolean;
  /** Whether it goes back with calls. */
  readonly isReturned: boolean;
  /** The gateway, and where the sample was seen: a page or `from memory`. */
  readonly source: string;
  /** An event of a stream. */
  readonly sample: string;
  /** The reasoning that the sample shows. */
  readonly shows: string;
}

// prettier-ignore
export const reasoningFields: readonly ReasoningField[] = [
  { name: 'reasoning_content', isShown: true, isReturned: true, source: 'DeepSeek, vLLM and others, https://github.com/JetBrains/koog/issues/2148', sample: '{"choices":[{"index":0,"delta":{"content":null,"reasoning_content":"The user"}}]}', shows: 'The user' },
  { name: 'reasoning', isShown: true, isReturned: true, source: 'Ollama, https://github.com/dirac-run/dirac/pull/227', sample: '{"choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"We"}}]}', shows: 'We' },
  { name: 'reasoning_details', isShown: true, isReturned: true, source: 'OpenRouter, https://openrouter.ai/docs/use-cases/reasoning-tokens', sample: '{"choices":[{"index":0,"delta":{"content":"","reasoning_details":[{"type":"reasoning.text","text":"Let me","format":"unknown","index":0}]}}]}', shows: 'Let me' },
  { name: 'thinking', isShown: true, isReturned: false, source: 'from memory', sample: '{"choices":[{"index":0,"delta":{"content":"","thinking":"First"}}]}', shows: 'First' },
  { name: 'reasoning_text', isShown: true, isReturned: true, source: 'GitHub Copilot, https://github.com/BerriAI/litellm/issues/35021', sample: '{"choices":[{"index":0,"delta":{"content":null,"role":"assistant","reasoning_text":"The"}}]}', shows: 'The' },
  { name: 'thinking_blocks', isShown: false, isReturned: true, source: 'LiteLLM, which repeats it in reasoning_content, https://docs.litellm.ai/release_notes/v1.63.0/v1.63.0', sample: '{"choices":[{"index":0,"delta":{"reasoning_content":"The capital","thinking_blocks":[{"type":"thinking","thinking":"The capital","signature":"EqoB"}]}}]}', shows: 'The capital' },
];

const returnedNames = reasoningFields.flatMap(({ name, isReturned }) => (isReturned ? [name] : []));

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
    for (const name of returnedNames) {
      const value = message[name];
      if (isText(value)) {
        const known = this.#texts.get(name) ?? [];
        this.#texts.set(name, known);
        known.push(value);
      } else if (isArray(value)) {
        const known = this.#lists.get(name) ?? [];
        this.#lists.set(name, known);
        value.filter(isObject).forEach((item) => appendItem(known, item));
      }
    }
  }
}

/** Members that arrive in fragments. */
const growing = ['text', 'thinking', 'summary'] as const;

/** Whether a delta has a block with its signature, which is complete then. */
export function hasSignature(delta: JsonObject): boolean {
  return ['content', ...returnedNames]
    .map((name) => delta[name])
    .some((value) => isArray(value) && value.some((item) => textAt(item, 'signature')));
}

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
  const isWhole = isText(item['signature']);
  const texts = growing.flatMap((name) => {
    const before = textAt(last, name) ?? '';
    const own = textAt(item, name) ?? '';
    const text = before + (isWhole ? restOf(before, own) : own);
    return text === '' ? [] : [[name, text] as const];
  });
  items.splice(-1, 1, { ...last, ...Object.fromEntries(present), ...Object.fromEntries(texts) });
}
