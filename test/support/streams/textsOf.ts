// What the parts of an answer make of its text, and texts that arrive in pieces.
import assert from 'node:assert/strict';
import type { CallPart } from '../../../src/gateway/node/tools/textCalls';

export interface Texts {
  text: string;
  reasoning: string;
}

/** The text and the reasoning that parts leave, in the order of the stream. */
export function textsOf(parts: readonly CallPart[]): Texts {
  const texts = { text: '', reasoning: '' };
  for (const part of parts) {
    if (part.type === 'textReclassified') {
      texts.reasoning += texts.text;
      texts.text = '';
    } else if (part.type === 'reasoningRetracted') {
      assert.ok(part.length <= texts.reasoning.length);
      texts.reasoning = texts.reasoning.slice(0, texts.reasoning.length - part.length);
    } else if (part.type === 'text' || part.type === 'reasoning') {
      assert.notEqual(part.text, '');
      texts[part.type] += part.text;
    }
  }
  return texts;
}

/** The pieces of a text that is cut at these places. */
export function cutAt(text: string, places: readonly number[]): readonly string[] {
  const starts = [0, ...places.filter((at) => at < text.length)].toSorted((x, y) => x - y);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}
