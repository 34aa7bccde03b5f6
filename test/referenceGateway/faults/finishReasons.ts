// Finish reasons of all kinds.
import type { AnswerPart, FinishReason } from '../answers/question';
import { chunk, chunkIdentity } from '../formats/chat';
import { chatFault, chunkFault, textDeltas } from './chatFaults';
import {
  answerFault,
  failed,
  goodAnswer,
  goodText,
  partialText,
  stopPart,
  textParts,
  type Expected,
  type Fault,
} from './fault';

/** An answer with a finish reason that every format has. */
function finishFault(
  id: string,
  description: string,
  reason: FinishReason,
  text: string,
  expected: Expected,
): Fault {
  return answerFault({
    id,
    description,
    parts: [...textParts(text), { kind: 'finish', reason }],
    expected,
  });
}

/** An answer with a finish reason of the chat format. */
function chatFinishFault(
  id: string,
  description: string,
  finish: string,
  text: string,
  expected: Expected,
): Fault {
  const message = { content: text };
  return chatFault({ id, description, deltas: textDeltas(text), finish, message, expected });
}

const refused = 'I cannot help with that.';
const broken: Expected = { ...failed('streamError'), text: partialText };

function refusalParts(): readonly AnswerPart[] {
  return textParts(refused).map(({ text }) => ({ kind: 'refusal', text }));
}

const inAllFormats: readonly Fault[] = [
  finishFault('fault-length', 'The answer reaches the length limit.', 'length', partialText, {
    state: 'truncated',
    text: partialText,
  }),
  finishFault('fault-content-filter', 'A content filter ends the answer.', 'filter', partialText, {
    state: 'filtered',
    text: partialText,
  }),
  finishFault(
    'fault-content-filter-first',
    'A content filter blocks the whole answer.',
    'filter',
    '',
    {
      state: 'filtered',
      text: '',
    },
  ),
  answerFault({
    id: 'fault-refusal',
    description: 'The model refuses in the way its format defines.',
    parts: [...refusalParts(), stopPart],
    // Clients decide whether the refusal is the text of the answer.
    expected: { state: 'filtered' },
  }),
  {
    ...finishFault(
      'fault-finish-unknown',
      'The finish reason is unknown.',
      'unknown',
      goodText,
      goodAnswer,
    ),
    // The Responses format has a status instead, which is `completed`.
    formats: ['chat', 'messages', 'generateContent'],
  },
  answerFault({
    id: 'fault-no-text',
    description: 'The answer ends normally without text.',
    parts: [stopPart],
    expected: failed('emptyReply'),
  }),
  {
    id: 'fault-finish-twice',
    description: 'The finish reason is sent twice.',
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      await reply.start();
      await reply.sendEvents(reply.eventsFor([...textParts(goodText), stopPart]));
      const [last] = reply.eventsFor([stopPart]).slice(-1);
      await reply.sendEvents(last ? [last] : []);
      await reply.end();
    },
  },
];

const chatReasons: readonly Fault[] = [
  chatFinishFault(
    'fault-finish-max-tokens',
    'The length limit has its other name, max_tokens.',
    'max_tokens',
    partialText,
    { state: 'truncated', text: partialText },
  ),
  chatFinishFault(
    'fault-finish-error',
    'The finish reason is error.',
    'error',
    partialText,
    broken,
  ),
  chatFinishFault(
    'fault-finish-abort',
    'The finish reason is abort.',
    'abort',
    partialText,
    broken,
  ),
  chatFault({
    id: 'fault-finish-empty',
    description: 'The finish reason is an empty string, which counts as none.',
    deltas: textDeltas(partialText),
    finish: '',
    expected: { state: 'truncated', text: partialText },
  }),
  chunkFault(
    'fault-finish-empty-each',
    'All chunks but the last have an empty finish reason.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      return [
        ...textDeltas(goodText).map((delta) => chunk(identity, delta, '')),
        chunk(identity, {}, 'stop'),
      ];
    },
  ),
  chunkFault(
    'fault-finish-with-text',
    'The finish reason is in the same chunk as the last text.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      const deltas = textDeltas(goodText);
      return deltas.map((delta, at) =>
        chunk(identity, delta, at + 1 === deltas.length ? 'stop' : null),
      );
    },
  ),
  chatFault({
    id: 'fault-null-text',
    description: 'The answer ends normally with the content null.',
    deltas: [{ role: 'assistant', content: null }],
    message: { content: null },
    expected: failed('emptyReply'),
  }),
];

export const finishReasonFaults: readonly Fault[] = [...inAllFormats, ...chatReasons];
