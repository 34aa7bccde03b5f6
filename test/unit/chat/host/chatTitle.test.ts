import assert from 'node:assert/strict';
import type * as chatTitleModule from '../../../../src/chat/host/chatTitle';
import { newConversation, type Question } from '../../../../src/conversation/common/conversation';
import { withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { chatTitle, forkTitle } = withVsCodeTexts(
  () => require('../../../../src/chat/host/chatTitle') as typeof chatTitleModule,
);

describe('chatTitle', () => {
  const question = (id: string, text: string, askedAt: number, parentId = ''): Question => ({
    kind: 'question',
    id,
    text,
    parentId,
    askedAt,
  });
  const conversation = {
    ...newConversation('c1', 'model-a', 0),
    messages: [question('edited', 'Streams, please', 2)],
    offPath: [question('first', 'Streams', 1), question('later', 'Sockets', 0, 'answer')],
  };

  it('is the question that was asked first, as in the history, when it was edited later', () => {
    assert.equal(chatTitle(conversation), 'Streams');
    assert.equal(chatTitle({ ...conversation, offPath: [] }), 'Streams, please');
  });

  it('is the user’s title, if there is one', () => {
    assert.equal(chatTitle({ ...conversation, title: 'Mine' }), 'Mine');
  });
});

describe('forkTitle', () => {
  it('numbers forks of one chat, and forks of forks', () => {
    const taken = new Set(['Streams']);
    for (const expected of ['Streams (fork)', 'Streams (fork 2)', 'Streams (fork 3)']) {
      const title = forkTitle([...taken].at(-1) ?? '', taken);
      assert.equal(title, expected);
      taken.add(title);
    }
  });

  it('leaves other brackets alone', () => {
    assert.equal(forkTitle('About a (fork) here', new Set()), 'About a (fork) here (fork)');
  });
});
