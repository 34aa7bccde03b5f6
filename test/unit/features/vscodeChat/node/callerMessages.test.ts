import assert from 'node:assert/strict';
import {
  requestMessages,
  type CallerMessage,
} from '../../../../../src/features/vscodeChat/node/callerMessages';

const image = { mediaType: 'image/png', data: 'AAAA' };

function convert(...messages: readonly CallerMessage[]) {
  return requestMessages(messages, () => undefined);
}

describe('requestMessages', () => {
  it('joins text, and keeps images of the user', () => {
    const messages = convert(
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'What is ' },
          { type: 'image', image },
          { type: 'text', text: 'this?' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'A cat.' }] },
    );
    assert.deepEqual(messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is this?', images: [image] },
      { role: 'assistant', content: 'A cat.' },
    ]);
  });

  it('keeps calls and their results, with the images of results', () => {
    const input = { city: 'Bern' };
    const messages = convert(
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'One moment.' },
          { type: 'toolCall', id: '1', name: 'weather', input },
          { type: 'toolCall', id: '2', name: 'time', input: {} },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            type: 'toolResult',
            callId: '1',
            parts: [
              { type: 'text', text: 'Sunny' },
              { type: 'image', image },
            ],
          },
          { type: 'toolResult', callId: '2', parts: [] },
        ],
      },
    );
    assert.deepEqual(messages, [
      {
        role: 'assistant',
        content: 'One moment.',
        toolCalls: [
          { id: '1', name: 'weather', input },
          { id: '2', name: 'time', input: {} },
        ],
      },
      {
        role: 'user',
        content: '',
        toolResults: [
          { callId: '1', text: 'Sunny', images: [image] },
          { callId: '2', text: '' },
        ],
      },
    ]);
  });

  it('drops messages without content', () => {
    assert.deepEqual(convert({ role: 'user', parts: [] }, { role: 'assistant', parts: [] }), []);
  });

  it('returns the reasoning that preceded calls with them', () => {
    const reasoning = { apiFormat: 'messages', model: 'm', blocks: [{}] } as const;
    const call = { type: 'toolCall', id: '1', name: 'weather', input: {} } as const;
    const [withCall, without] = requestMessages(
      [
        { role: 'assistant', parts: [call] },
        { role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] },
      ],
      (calls) => (calls[0]?.id === '1' ? reasoning : undefined),
    );
    assert.equal(withCall?.reasoning, reasoning);
    assert.equal(without?.reasoning, undefined);
  });
});
