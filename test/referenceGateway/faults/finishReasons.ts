// Why an answer ended, in all the words that servers have for it.
import { chunk, chunkHead } from '../formats/chat';
import type { FinishReason, Part } from '../answers/question';
import { chatQuirk, chunks, deltasOf } from './chatFaults';
import {
  failed,
  good,
  goodText,
  partialText,
  spoken,
  stop,
  telling,
  type Expected,
  type Fault,
} from './fault';

/** An answer that ends for a reason which every form has a word for. */
function ending(
  id: string,
  about: string,
  reason: FinishReason,
  text: string,
  expected: Expected,
): Fault {
  return telling({
    id,
    about,
    parts: [...spoken(text), { kind: 'finish', reason }],
    expected,
  });
}

/** An answer that ends for a reason in the chat form's words. */
function chatEnding(
  id: string,
  about: string,
  finish: string,
  text: string,
  expected: Expected,
): Fault {
  const message = { content: text };
  return chatQuirk({ id, about, deltas: deltasOf(text), finish, message, expected });
}

const refused = 'I cannot help with that.';
const broken: Expected = { ...failed('streamError'), text: partialText };

function refusing(): readonly Part[] {
  return spoken(refused).map(({ text }) => ({ kind: 'refusal', text }));
}

const inEveryForm: readonly Fault[] = [
  ending('fault-length', 'The answer meets its length limit.', 'length', partialText, {
    state: 'truncated',
    text: partialText,
  }),
  ending('fault-content-filter', 'A content filter ends the answer.', 'filter', partialText, {
    state: 'filtered',
    text: partialText,
  }),
  ending('fault-content-filter-first', 'A content filter lets nothing through.', 'filter', '', {
    state: 'filtered',
    text: '',
  }),
  telling({
    id: 'fault-refusal',
    about: 'The model refuses, in the way that its form has for it.',
    parts: [...refusing(), stop],
    // Whether the refusal's words are the answer's text is the client's to choose.
    expected: { state: 'filtered' },
  }),
  {
    ...ending(
      'fault-finish-unknown',
      'The finish reason is one that nobody knows.',
      'unknown',
      goodText,
      good,
    ),
    // The Responses form has a status instead, and `completed` is what it says.
    forms: ['chat', 'messages', 'generateContent'],
  },
  telling({
    id: 'fault-no-text',
    about: 'The answer ends well and holds nothing.',
    parts: [stop],
    expected: failed('emptyReply'),
  }),
  {
    id: 'fault-finish-twice',
    about: 'The finish reason comes twice.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      await reply.begin();
      await reply.send(reply.events([...spoken(goodText), stop]));
      const [last] = reply.events([stop]).slice(-1);
      await reply.send(last ? [last] : []);
      await reply.done();
    },
  },
];

const chatWords: readonly Fault[] = [
  chatEnding(
    'fault-finish-max-tokens',
    'The length limit by its other name, max_tokens.',
    'max_tokens',
    partialText,
    { state: 'truncated', text: partialText },
  ),
  chatEnding('fault-finish-error', 'The finish reason is error.', 'error', partialText, broken),
  chatEnding('fault-finish-abort', 'The finish reason is abort.', 'abort', partialText, broken),
  chatQuirk({
    id: 'fault-finish-empty',
    about: 'The finish reason is an empty text, which counts as none.',
    deltas: deltasOf(partialText),
    finish: '',
    expected: { state: 'truncated', text: partialText },
  }),
  chunks(
    'fault-finish-empty-each',
    'Every chunk but the last has an empty finish reason.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      return [
        ...deltasOf(goodText).map((delta) => chunk(head, delta, '')),
        chunk(head, {}, 'stop'),
      ];
    },
  ),
  chunks(
    'fault-finish-with-text',
    'The finish reason comes in the same chunk as the last words.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      const deltas = deltasOf(goodText);
      return deltas.map((delta, at) =>
        chunk(head, delta, at + 1 === deltas.length ? 'stop' : null),
      );
    },
  ),
  chatQuirk({
    id: 'fault-null-text',
    about: 'The answer ends well and its content is null.',
    deltas: [{ role: 'assistant', content: null }],
    message: { content: null },
    expected: failed('emptyReply'),
  }),
];

export const finishFaults: readonly Fault[] = [...inEveryForm, ...chatWords];
