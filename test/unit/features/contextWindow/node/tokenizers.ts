// The tokenizers of three model families, to hold the estimate against; never shipped.
import { Tokenizer } from 'ai-tokenizer';
import * as claude from 'ai-tokenizer/encoding/claude';
import * as o200k from 'ai-tokenizer/encoding/o200k_base';
import llama3 from 'llama3-tokenizer-js';

const openAi = new Tokenizer(o200k);
const anthropic = new Tokenizer(claude);

/** How many tokens a text is; keys are families. */
export const tokenizers: Readonly<Record<string, (text: string) => number>> = {
  'OpenAI (o200k)': remembered((text) => openAi.count(text)),
  Claude: remembered((text) => anthropic.count(text)),
  'Llama 3': remembered((text) => llama3.encode(text, { bos: false, eos: false }).length),
};

/** A conversation is counted again with every question. */
function remembered(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}
