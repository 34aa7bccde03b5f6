import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../src/base/disposable';
import { Emitter } from '../../../../../src/base/emitter';
import type { ChatCore } from '../../../../../src/chat/host/chat';
import type { ConversationEvent } from '../../../../../src/conversation/common/conversationEvent';
import { SentRequestLog } from '../../../../../src/conversation/node/request/sentRequestLog';
import type * as balanceChatPartModule from '../../../../../src/features/balance/host/balanceChatPart';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { followAnswers } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/balance/host/balanceChatPart') as typeof balanceChatPartModule,
);

describe('the balance after answers', () => {
  it('follows those that this window asked for, not those of another window that shows the chat', () => {
    const changes = new Emitter<ConversationEvent>();
    const sentRequests = new SentRequestLog();
    let answers = 0;
    const session = { onDidChange: changes.event } as ChatCore['session'];
    const disposables = new DisposableStore();
    const balances = { didAnswer: () => void (answers += 1) };
    followAnswers({ session, disposables }, { balances, sentRequests });
    const request = { method: 'POST', url: '', headers: {}, body: '', sentAt: 1 } as const;
    sentRequests.add('own', request);
    for (const answerId of ['own', 'other']) {
      changes.fire({
        type: 'ended',
        answerId,
        state: 'complete',
        outcome: { endedAt: 2, sentAt: 1 },
      });
    }
    assert.equal(answers, 1);
    disposables.dispose();
  });
});
