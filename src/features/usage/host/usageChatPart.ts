// The usage of a chat's answers, sent when they end and when prices have changed.
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import { onDidChangeSetting } from '../../../platform/host/settings';
import type { ChatCore } from '../../chatView/host/chats/chat';
import type { UsagePart } from '../common/usageView';
import { usageView } from './usageTexts';

export interface UsageDeps {
  readonly sentRequests: SentRequestLog;
}

export function usageChatPart(
  { session, disposables, send }: ChatCore,
  { sentRequests }: UsageDeps,
) {
  const view = (): UsagePart => ({ usage: usageView(session.conversation, sentRequests) });
  disposables.add(onDidChangeSetting(['portico.models'], () => send({ type: 'usage', ...view() })));
  return {
    view,
    didSend: (event: ConversationEvent) => {
      if (event.type === 'ended' || event.type === 'toolsCalled') {
        const usage = usageView(session.conversation, sentRequests, event.answerId);
        send({ type: 'usage', usage });
      } else if (event.type === 'summaryFailed') {
        send({ type: 'usage', ...view() });
      }
    },
  };
}
