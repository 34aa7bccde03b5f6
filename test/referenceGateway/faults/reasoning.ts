// Where reasoning stands: in the form's own place, in fields of the chat form, or in the text.
import { tokens } from '../answers/question';
import { chatQuirk, deltasOf } from './chatFaults';
import { good, goodText, spoken, stop, telling, type Expected, type Fault } from './fault';

const thought = 'First this, then that. ';

/** A good answer after some reasoning. */
const reasoned: Expected = { ...good, reasoning: thought };

export const reasoningFaults: readonly Fault[] = [
  chatQuirk({
    id: 'fault-reasoning',
    about: 'Reasoning comes in the field reasoning.',
    deltas: [...tokens(thought).map((text) => ({ reasoning: text })), ...deltasOf(goodText)],
    message: { content: goodText, reasoning: thought },
    expected: reasoned,
  }),
  telling({
    id: 'fault-reasoning-first',
    about: 'Reasoning comes before the answer, as the form has it.',
    parts: [
      ...tokens(thought).map((text) => ({ kind: 'reasoning', text }) as const),
      ...spoken(goodText),
      stop,
    ],
    expected: reasoned,
  }),
  telling({
    id: 'fault-reasoning-alone',
    about: 'Reasoning meets the length limit before the answer begins.',
    parts: [
      { kind: 'reasoning', text: thought },
      { kind: 'finish', reason: 'length' },
    ],
    expected: { state: 'truncated', text: '', reasoning: thought },
  }),
  chatQuirk({
    id: 'fault-reasoning-content',
    about: 'Reasoning comes in the field reasoning_content, content null meanwhile.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning_content: text, content: null })),
      ...deltasOf(goodText),
    ],
    message: { content: goodText, reasoning_content: thought },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-reasoning-details',
    about: 'Reasoning comes twice: in reasoning and in reasoning_details.',
    deltas: [
      ...tokens(thought).map((text) => ({
        content: '',
        reasoning: text,
        reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
      })),
      ...deltasOf(goodText),
    ],
    message: {
      content: goodText,
      reasoning: thought,
      reasoning_details: [{ type: 'reasoning.text', text: thought }],
    },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-reasoning-doubled',
    about: 'Reasoning comes twice: in reasoning and in reasoning_content.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning: text, reasoning_content: text })),
      ...deltasOf(goodText),
    ],
    message: { content: goodText, reasoning: thought, reasoning_content: thought },
    expected: reasoned,
  }),
  telling({
    id: 'fault-think',
    about: 'Reasoning comes inside <think>…</think>.',
    parts: [
      { kind: 'text', text: '<think>' },
      ...spoken(thought),
      { kind: 'text', text: '</think>' },
      ...spoken(goodText),
      stop,
    ],
    expected: reasoned,
  }),
  telling({
    id: 'fault-think-split',
    about: 'The tags of <think>…</think> are split over events, character by character.',
    parts: [
      ...Array.from(
        `<think>${thought}</think>${goodText}`,
        (text) => ({ kind: 'text', text }) as const,
      ),
      stop,
    ],
    expected: reasoned,
  }),
];
