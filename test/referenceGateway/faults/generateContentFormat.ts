// Answers as only Gemini's form has them.
import type { JsonObject } from '../http/json';
import { dialect } from './formatFault';
import { failed, goodText, partialText, spoken, type Fault } from './fault';

function candidate(parts: readonly JsonObject[], finishReason?: string): JsonObject {
  return { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }] };
}

export const generateContentFaults: readonly Fault[] = [
  dialect({
    id: 'fault-gemini-stop-in-each',
    about: 'Every event has the finish reason STOP, the first one too.',
    form: 'generateContent',
    events: () => spoken(goodText).map(({ text }) => candidate([{ text }], 'STOP')),
  }),
  dialect({
    id: 'fault-gemini-finish-with-text',
    about: 'The finish reason comes with the last words.',
    form: 'generateContent',
    events: () => {
      const all = spoken(goodText);
      const last = all.length - 1;
      return all.map(({ text }, at) => candidate([{ text }], at === last ? 'STOP' : undefined));
    },
  }),
  dialect({
    id: 'fault-gemini-unspecified',
    about: 'Every event but the last has the reason FINISH_REASON_UNSPECIFIED.',
    form: 'generateContent',
    events: () => [
      ...spoken(goodText).map(({ text }) => candidate([{ text }], 'FINISH_REASON_UNSPECIFIED')),
      candidate([], 'STOP'),
    ],
  }),
  dialect({
    id: 'fault-gemini-prompt-blocked',
    about: 'The prompt is blocked: feedback comes, and no candidate.',
    form: 'generateContent',
    expected: { state: 'filtered', text: '' },
    events: () => [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    whole: () => ({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
  }),
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'].map((reason) =>
    dialect({
      id: `fault-gemini-${reason.toLowerCase().replaceAll('_', '-')}`,
      about: `The answer ends with ${reason}, and the last candidate has no content.`,
      form: 'generateContent',
      expected: { state: 'filtered', text: partialText },
      events: () => [
        candidate([{ text: partialText }]),
        { candidates: [{ finishReason: reason, index: 0, safetyRatings: [] }] },
      ],
      whole: () => candidate([{ text: partialText }], reason),
    }),
  ),
  dialect({
    id: 'fault-gemini-no-candidates',
    about: 'An answer without a candidate in it.',
    form: 'generateContent',
    expected: failed('emptyReply'),
    events: () => [{ candidates: [], usageMetadata: { promptTokenCount: 3 } }],
    whole: () => ({ candidates: [], usageMetadata: { promptTokenCount: 3 } }),
  }),
  dialect({
    id: 'fault-gemini-array',
    about: 'One JSON array comes, as without alt=sse.',
    form: 'generateContent',
    whole: () => [
      ...spoken(goodText).map(({ text }) => candidate([{ text }])),
      candidate([], 'STOP'),
    ],
  }),
  dialect({
    id: 'fault-gemini-other-parts',
    about: 'Parts of other kinds stand between the words: code that was run, pictures, a call.',
    form: 'generateContent',
    events: () => [
      ...spoken(goodText).map(({ text }) => candidate([...otherParts, { text }])),
      candidate([{ functionCall: { name: 'look_up', args: { word: 'fox' } } }], 'STOP'),
    ],
    whole: () =>
      candidate([...otherParts, ...spoken(goodText).map(({ text }) => ({ text }))], 'STOP'),
  }),
  dialect({
    id: 'fault-gemini-second-candidate',
    about: 'A second candidate runs beside the first; only the first counts.',
    form: 'generateContent',
    events: () =>
      spoken(goodText).map(({ text }, at, all) => ({
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

const otherParts = [
  { executableCode: { language: 'PYTHON', code: 'print(1)' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
] as const;
