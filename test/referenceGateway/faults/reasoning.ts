// Reasoning: as the format defines it, in various fields of the chat format, or in the text.
import { tokens } from '../answers/question';
import { chatFault, textDeltas } from './chatFaults';
import {
  answerFault,
  goodAnswer,
  goodText,
  stopPart,
  textParts,
  type Expected,
  type Fault,
} from './fault';

const thought = 'First this, then that. ';

/** A good answer with reasoning. */
const withReasoning: Expected = { ...goodAnswer, reasoning: thought };

function textFault(id: string, description: string, text: string): Fault {
  return answerFault({
    id,
    description,
    parts: [...textParts(text), stopPart],
    expected: withReasoning,
  });
}

export const reasoningFaults: readonly Fault[] = [
  chatFault({
    id: 'fault-reasoning',
    description: 'Reasoning in the field reasoning.',
    deltas: [...tokens(thought).map((text) => ({ reasoning: text })), ...textDeltas(goodText)],
    message: { content: goodText, reasoning: thought },
    expected: withReasoning,
  }),
  answerFault({
    id: 'fault-reasoning-first',
    description: 'Reasoning before the answer, as the format defines it.',
    parts: [
      ...tokens(thought).map((text) => ({ kind: 'reasoning', text }) as const),
      ...textParts(goodText),
      stopPart,
    ],
    expected: withReasoning,
  }),
  answerFault({
    id: 'fault-reasoning-alone',
    description: 'Reasoning reaches the length limit before the answer starts.',
    parts: [
      { kind: 'reasoning', text: thought },
      { kind: 'finish', reason: 'length' },
    ],
    expected: { state: 'truncated', text: '', reasoning: thought },
  }),
  chatFault({
    id: 'fault-reasoning-content',
    description: 'Reasoning in the field reasoning_content, with content null.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning_content: text, content: null })),
      ...textDeltas(goodText),
    ],
    message: { content: goodText, reasoning_content: thought },
    expected: withReasoning,
  }),
  chatFault({
    id: 'fault-reasoning-details',
    description: 'Reasoning in both reasoning and reasoning_details.',
    deltas: [
      ...tokens(thought).map((text) => ({
        content: '',
        reasoning: text,
        reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
      })),
      ...textDeltas(goodText),
    ],
    message: {
      content: goodText,
      reasoning: thought,
      reasoning_details: [{ type: 'reasoning.text', text: thought }],
    },
    expected: withReasoning,
  }),
  chatFault({
    id: 'fault-reasoning-doubled',
    description: 'Reasoning in both reasoning and reasoning_content.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning: text, reasoning_content: text })),
      ...textDeltas(goodText),
    ],
    message: { content: goodText, reasoning: thought, reasoning_content: thought },
    expected: withReasoning,
  }),
  answerFault({
    id: 'fault-think',
    description: 'Reasoning in <think>…</think>.',
    parts: [
      { kind: 'text', text: '<think>' },
      ...textParts(thought),
      { kind: 'text', text: '</think>' },
      ...textParts(goodText),
      stopPart,
    ],
    expected: withReasoning,
  }),
  answerFault({
    id: 'fault-think-split',
    description: 'Reasoning in <think>…</think>, with tags split into single characters.',
    parts: [
      ...Array.from(
        `<think>${thought}</think>${goodText}`,
        (text) => ({ kind: 'text', text }) as const,
      ),
      stopPart,
    ],
    expected: withReasoning,
  }),
  answerFault({
    id: 'fault-think-in-prompt',
    description:
      'Reasoning with </think> alone: <think> is in the prompt (DeepSeek R1 behind vLLM).',
    parts: [...textParts(thought), ...textParts(`</think>\n\n${goodText}`), stopPart],
    expected: withReasoning,
  }),
  textFault(
    'fault-think-brackets',
    'Reasoning in [THINK]…[/THINK] (Magistral).',
    `[THINK]${thought}[/THINK]${goodText}`,
  ),
  textFault(
    'fault-think-channels',
    'The channels of gpt-oss, with their markers (ml-explore/mlx-lm#1867).',
    `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${goodText}<|return|>`,
  ),
  textFault(
    'fault-think-gemma',
    'The channels of Gemma 4, with their markers (NousResearch/hermes-agent#43950).',
    `<|channel>thought\n${thought}<channel|>${goodText}<turn|>`,
  ),
  textFault(
    'fault-think-command',
    'The blocks of Command, with their markers.',
    `<|START_THINKING|>${thought}<|END_THINKING|><|START_RESPONSE|>${goodText}<|END_RESPONSE|>`,
  ),
  {
    ...textFault(
      'fault-think-unclosed',
      'The answer is in <think>, without </think>.',
      `<think>${goodText}`,
    ),
    expected: { ...goodAnswer, reasoning: '' },
  },
  answerFault({
    id: 'fault-reasoning-only',
    description: 'The answer ends after its reasoning.',
    parts: [{ kind: 'reasoning', text: thought }, stopPart],
    expected: { state: 'complete', text: '', reasoning: thought },
  }),
];
