// Answers with a picture, sound or sources.
import { chatEvent, geminiEvent } from './earlyEnds';
import { failed, goodText, textParts, type Fault } from './fault';
import { formatFault } from './formatFault';

const picture = 'iVBORw0KGgo=';
const citations = ['https://one.example/a', 'https://two.example/b'];
const citedText = 'Whales sing[1], and so do mice[2].';
const pictureAlone = failed('emptyReply');

export const mediaFaults: readonly Fault[] = [
  formatFault({
    id: 'fault-image-alone',
    description: 'The answer is a picture without text (OpenRouter).',
    format: 'chat',
    expected: pictureAlone,
    events: () => [
      { choices: [{ delta: { content: '', images: chatImages } }] },
      chatEvent({}, 'stop'),
    ],
    body: () => ({
      choices: [{ message: { content: '', images: chatImages }, finish_reason: 'stop' }],
    }),
  }),
  formatFault({
    id: 'fault-audio-alone',
    description: 'The answer is sound without a transcript.',
    format: 'chat',
    expected: pictureAlone,
    events: () => [
      { choices: [{ delta: { content: null, audio: { id: 'a', data: 'AAAA' } } }] },
      chatEvent({}, 'stop'),
    ],
    body: () => ({
      choices: [{ message: { content: null, audio: { data: 'AAAA' } }, finish_reason: 'stop' }],
    }),
  }),
  formatFault({
    id: 'fault-audio-transcript',
    description: 'The answer is sound with a transcript.',
    format: 'chat',
    isNonstandard: true,
    events: () => [
      ...textParts(goodText).map(({ text }) => ({
        choices: [{ delta: { audio: { transcript: text } } }],
      })),
      chatEvent({}, 'stop'),
    ],
    body: () => ({
      choices: [
        { message: { content: null, audio: { transcript: goodText } }, finish_reason: 'stop' },
      ],
    }),
  }),
  formatFault({
    id: 'fault-gemini-image-alone',
    description: 'The answer is a picture without text.',
    format: 'generateContent',
    expected: pictureAlone,
    events: () => [
      { candidates: [{ content: { parts: [geminiImage] } }] },
      geminiEvent({}, 'STOP'),
    ],
    body: () => ({ candidates: [{ content: { parts: [geminiImage] }, finishReason: 'STOP' }] }),
  }),
  formatFault({
    id: 'fault-responses-image-alone',
    description: 'The output is a generated picture without a message.',
    format: 'responses',
    expected: pictureAlone,
    events: () => [
      { type: 'response.output_item.done', output_index: 0, item: responsesImage },
      { type: 'response.completed', response: { status: 'completed', output: [responsesImage] } },
    ],
    body: () => ({ object: 'response', status: 'completed', output: [responsesImage] }),
  }),
  formatFault({
    id: 'fault-claude-image-alone',
    description: 'The content is a picture without text.',
    format: 'messages',
    expected: pictureAlone,
    events: () => [
      { type: 'message_start', message: { role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: claudeImage },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ],
    body: () => ({ type: 'message', content: [claudeImage], stop_reason: 'end_turn' }),
  }),
  formatFault({
    id: 'fault-citations',
    description: 'Each event lists the sources of the answer (Perplexity).',
    format: 'chat',
    expected: { state: 'complete', text: citedText },
    events: () => [
      ...textParts(citedText).map(({ text: content }) => ({
        choices: [{ index: 0, delta: { content } }],
        citations,
      })),
      { ...chatEvent({}, 'stop'), citations },
    ],
    body: () => ({
      choices: [{ message: { content: citedText }, finish_reason: 'stop' }],
      citations,
    }),
  }),
];

const chatImages = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }];
const geminiImage = { inlineData: { mimeType: 'image/png', data: picture } };
const responsesImage = {
  type: 'image_generation_call',
  id: 'ig_1',
  status: 'completed',
  result: picture,
};
const claudeImage = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: picture },
};
