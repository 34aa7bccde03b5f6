import assert from 'node:assert/strict';
import { eventForPage, forPage, queueForPage } from '../../../../src/chat/common/pageContents';
import type { Attachment } from '../../../../src/conversation/common/attachment';
import { newConversation, type Question } from '../../../../src/conversation/common/conversation';
import { reduce } from '../../../../src/conversation/common/conversationEvent';
import { waitingAnswer } from '../../../support/conversationEvents';

const secret = 'the text of the file';
const attachments: readonly Attachment[] = [
  { id: '1', kind: 'file', name: 'a.ts', text: secret, tokens: 3, source: { uri: 'file:///a.ts' } },
  {
    id: '2',
    kind: 'image',
    name: 'b.png',
    image: { mediaType: 'image/png', data: 'AAAA' },
    tokens: 9,
  },
];
const question: Question = { kind: 'question', id: 'q', text: 'Why?', attachments, askedAt: 1 };
const asked = { type: 'asked', question, answer: waitingAnswer } as const;

describe('what the page receives', () => {
  it('has the names and images of attachments, and not their text', () => {
    const shown = [
      { id: '1', kind: 'file', name: 'a.ts', tokens: 3 },
      {
        id: '2',
        kind: 'image',
        name: 'b.png',
        image: { mediaType: 'image/png', data: 'AAAA' },
        tokens: 9,
      },
    ];
    const queue = { questions: [{ id: 'q', text: 'Why?', attachments }], isPaused: false };
    const event = eventForPage(asked);
    const conversation = forPage(reduce(newConversation('c', 'm', 0), asked));
    assert.deepEqual(queueForPage(queue).questions[0]?.attachments, shown);
    assert.deepEqual(event.type === 'asked' && event.question.attachments, shown);
    assert.equal(
      JSON.stringify([queueForPage(queue), event, conversation]).includes(secret),
      false,
    );
  });

  it('reduces to the same conversation, whether it arrives as a snapshot or as events', () => {
    const before = newConversation('c', 'm', 0);
    assert.deepEqual(forPage(reduce(before, asked)), forPage(reduce(before, eventForPage(asked))));
  });
});
