// Why an answer ended, in all the words that servers have for it.
import { chunk, chunkHead, dataEvent, doneEvent } from '../forms/chat';
import { eventStreamHead } from '../forms/wireForm';
import {
  deltaQuirk,
  deltasOf,
  failed,
  good,
  goodText,
  partialText,
  type Expected,
  type Fault,
} from './fault';

function ending(
  id: string,
  about: string,
  finish: string,
  text: string,
  expected: Expected,
): Fault {
  return deltaQuirk({
    id,
    about,
    deltas: deltasOf(text),
    finish,
    message: { content: text },
    expected,
  });
}

const refused = 'I cannot help with that.';

export const finishFaults: readonly Fault[] = [
  ending('fault-length', 'The answer meets its length limit.', 'length', partialText, {
    state: 'truncated',
    text: partialText,
  }),
  ending(
    'fault-finish-max-tokens',
    'The length limit by its other name, max_tokens.',
    'max_tokens',
    partialText,
    {
      state: 'truncated',
      text: partialText,
    },
  ),
  ending(
    'fault-content-filter',
    'A content filter ends the answer.',
    'content_filter',
    partialText,
    {
      state: 'filtered',
      text: partialText,
    },
  ),
  ending(
    'fault-content-filter-first',
    'A content filter lets nothing through.',
    'content_filter',
    '',
    {
      state: 'filtered',
      text: '',
    },
  ),
  deltaQuirk({
    id: 'fault-refusal',
    about: 'The model refuses in the field refusal.',
    deltas: [
      { role: 'assistant', content: '' },
      ...deltasOf(refused).map(({ content }) => ({ refusal: content ?? '' })),
    ],
    message: { content: null, refusal: refused },
    // Whether the refusal's words are the answer's text is the client's to choose.
    expected: { state: 'filtered' },
  }),
  ending('fault-finish-error', 'The finish reason is error.', 'error', partialText, {
    ...failed('streamError'),
    text: partialText,
  }),
  ending('fault-finish-abort', 'The finish reason is abort.', 'abort', partialText, {
    ...failed('streamError'),
    text: partialText,
  }),
  ending(
    'fault-finish-unknown',
    'The finish reason is one that nobody knows.',
    'eos_token',
    goodText,
    good,
  ),
  deltaQuirk({
    id: 'fault-finish-empty',
    about: 'The finish reason is an empty text, which counts as none.',
    deltas: deltasOf(partialText),
    finish: '',
    expected: { state: 'truncated', text: partialText },
  }),
  {
    id: 'fault-finish-empty-each',
    about: 'Every chunk but the last has an empty finish reason.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      const head = chunkHead(exchange, question);
      exchange.head(200, eventStreamHead);
      const chunks = deltasOf(goodText).map((delta) => dataEvent(chunk(head, delta, '')));
      await exchange.end([...chunks, dataEvent(chunk(head, {}, 'stop')), doneEvent].join(''));
    },
  },
  {
    id: 'fault-finish-with-text',
    about: 'The finish reason comes in the same chunk as the last words.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      const head = chunkHead(exchange, question);
      exchange.head(200, eventStreamHead);
      const deltas = deltasOf(goodText);
      const chunks = deltas.map((delta, at) =>
        dataEvent(chunk(head, delta, at === deltas.length - 1 ? 'stop' : null)),
      );
      await exchange.end([...chunks, doneEvent].join(''));
    },
  },
  {
    id: 'fault-finish-twice',
    about: 'The finish reason comes twice.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      const head = chunkHead(exchange, question);
      exchange.head(200, eventStreamHead);
      const chunks = deltasOf(goodText).map((delta) => dataEvent(chunk(head, delta)));
      const finish = dataEvent(chunk(head, {}, 'stop'));
      await exchange.end([...chunks, finish, finish, doneEvent].join(''));
    },
  },
  deltaQuirk({
    id: 'fault-no-text',
    about: 'The answer ends well and holds nothing.',
    deltas: [{ role: 'assistant', content: '' }],
    message: { content: '' },
    expected: failed('emptyReply'),
  }),
  deltaQuirk({
    id: 'fault-null-text',
    about: 'The answer ends well and its content is null.',
    deltas: [{ role: 'assistant', content: null }],
    message: { content: null },
    expected: failed('emptyReply'),
  }),
];
