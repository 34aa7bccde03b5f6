// Faults of Gemini's format.
import type { JsonObject } from '../http/json';
import { failed, goodAnswer, goodText, partialText, textParts, type Fault } from './fault';
import { formatFault } from './formatFault';

function candidate(parts: readonly JsonObject[], finishReason?: string): JsonObject {
  return { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }] };
}

const ranCode: readonly JsonObject[] = [
  { executableCode: { language: 'PYTHON', code: 'print(6*7)' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
];

export const generateContentFormatFaults: readonly Fault[] = [
  formatFault({
    id: 'fault-gemini-stop-in-each',
    description: 'Every event has the finish reason STOP, including the first.',
    format: 'generateContent',
    events: () => textParts(goodText).map(({ text }) => candidate([{ text }], 'STOP')),
  }),
  formatFault({
    id: 'fault-gemini-finish-with-text',
    description: 'The finish reason is in the same event as the last text.',
    format: 'generateContent',
    events: () => {
      const all = textParts(goodText);
      const last = all.length - 1;
      return all.map(({ text }, at) => candidate([{ text }], at === last ? 'STOP' : undefined));
    },
  }),
  formatFault({
    id: 'fault-gemini-unspecified',
    description: 'All events but the last have the finish reason FINISH_REASON_UNSPECIFIED.',
    format: 'generateContent',
    events: () => [
      ...textParts(goodText).map(({ text }) => candidate([{ text }], 'FINISH_REASON_UNSPECIFIED')),
      candidate([], 'STOP'),
    ],
  }),
  formatFault({
    id: 'fault-gemini-prompt-blocked',
    description: 'The prompt is blocked: there is feedback and no candidate.',
    format: 'generateContent',
    expected: { state: 'filtered', text: '' },
    events: () => [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    body: () => ({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
  }),
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map((reason) =>
    formatFault({
      id: `fault-gemini-${reason.toLowerCase().replaceAll('_', '-')}`,
      description: `The answer ends with ${reason}, and the last candidate has no content.`,
      format: 'generateContent',
      expected: { state: 'filtered', text: partialText },
      events: () => [
        candidate([{ text: partialText }]),
        { candidates: [{ finishReason: reason, index: 0, safetyRatings: [] }] },
      ],
      body: () => candidate([{ text: partialText }], reason),
    }),
  ),
  formatFault({
    id: 'fault-gemini-code-execution',
    description: 'Gemini ran code, and its output is a part of the answer.',
    format: 'generateContent',
    expected: {
      ...goodAnswer,
      text: `\n\n\`\`\`python\nprint(6*7)\n\`\`\`\n\n\n\n\`\`\`\n42\n\`\`\`\n\n${goodText}`,
    },
    events: () =>
      [...ranCode, { text: goodText }]
        .map((part) => candidate([part]))
        .concat(candidate([], 'STOP')),
    body: () => candidate([...ranCode, { text: goodText }], 'STOP'),
  }),
  formatFault({
    id: 'fault-gemini-no-candidates',
    description: 'An answer without candidates.',
    format: 'generateContent',
    expected: failed('emptyReply'),
    events: () => [{ candidates: [], usageMetadata: { promptTokenCount: 3 } }],
    body: () => ({ candidates: [], usageMetadata: { promptTokenCount: 3 } }),
  }),
  formatFault({
    id: 'fault-gemini-array',
    description: 'A JSON array, as without alt=sse.',
    format: 'generateContent',
    body: () => [
      ...textParts(goodText).map(({ text }) => candidate([{ text }])),
      candidate([], 'STOP'),
    ],
  }),
  formatFault({
    id: 'fault-gemini-other-parts',
    description: 'There are other parts between the text: an image, a function call.',
    format: 'generateContent',
    events: () => [
      ...textParts(goodText).map(({ text }) => candidate([...otherParts, { text }])),
      candidate([{ functionCall: { name: 'look_up', args: { word: 'fox' } } }], 'STOP'),
    ],
    body: () =>
      candidate([...otherParts, ...textParts(goodText).map(({ text }) => ({ text }))], 'STOP'),
  }),
  formatFault({
    id: 'fault-gemini-second-candidate',
    description: 'A second candidate is streamed in parallel; only the first one counts.',
    format: 'generateContent',
    events: () =>
      textParts(goodText).map(({ text }, at, all) => ({
        candidates: [
          { content: { parts: [{ text: 'other ' }] }, index: 1 },
          {
            content: { parts: [{ text }] },
            ...(at === all.length - 1 ? { finishReason: 'STOP' } : {}),
          },
        ],
      })),
  }),
];

const otherParts = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] as const;
