// What a screen reader is told of the events of a conversation, over one sample of each type.
import assert from 'node:assert/strict';
import type * as answerTextsModule from '../../../src/chat/host/answerTexts';
import { findAnswer } from '../../../src/conversation/common/conversation';
import {
  answerIdOf,
  isAnnounced,
  reduce,
} from '../../../src/conversation/common/conversationEvent';
import { initial, samples } from '../../support/conversationEvents';
import { withVsCodeTexts } from '../../support/withVsCodeTexts';
import { viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const { answerTexts } = withVsCodeTexts(
  () => require('../../../src/chat/host/answerTexts') as typeof answerTextsModule,
);

describe('the announcement of an event', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  let next = initial;
  for (const event of Object.values(samples)) {
    const before = next;
    next = reduce(before, event);
    const answer = findAnswer(next, answerIdOf(event) ?? '');
    const texts = answer && answerTexts(answer, () => undefined);

    it(`is ${isAnnounced(event) ? 'a sentence' : 'empty'}: ${event.type}`, async () => {
      await chat.snapshot(viewState({ conversation: before }));
      await chat.events({ type: 'conversation', event, ...texts });
      const sentence = (await chat.page.getByRole('status').textContent()) ?? '';
      assert.match(sentence, isAnnounced(event) ? /\w \w/u : /^$/u);
    });
  }
});
