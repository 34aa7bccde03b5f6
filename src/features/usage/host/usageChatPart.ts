// The usage of a chat's answers, sent when they end and when prices have changed.
import type { ChatCore } from '../../../chat/host/chat';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import { costTotals } from '../../../gateway/common/prices';
import { onDidChangeSetting } from '../../../platform/host/settings';
import type { Ledger } from '../../../storage/node/ledger';
import type { UsageView, UsageViewState } from '../common/usageView';
import { dayRow, usageView } from './usageTexts';

export interface UsageDeps {
  readonly sentRequests: SentRequestLog;
  readonly ledger: Ledger;
  /** The length of the descriptions of the tools that read the workspace. */
  readonly toolTokens: number;
}

export function usageChatPart(
  { session, disposables, send }: ChatCore,
  { sentRequests, ledger, toolTokens }: UsageDeps,
) {
  const today = () => dayRow(costTotals(ledger.today));
  const usage = (answerId?: string): UsageView => {
    const shown = usageView(session.conversation, sentRequests, toolTokens, answerId);
    return shown.total.length === 0 ? shown : { ...shown, total: [...shown.total, ...today()] };
  };
  const view = (): UsageViewState => ({ usage: usage() });
  const showAll = (): void => send({ type: 'usage', ...view() });
  void ledger.load().then(() => ledger.today.length > 0 && showAll());
  disposables.add(onDidChangeSetting(['portico.models'], showAll));
  // Every chat shows what all of them cost today.
  disposables.add(ledger.onDidChange(() => send({ type: 'usage', usage: usage('') })));
  return {
    view,
    didSend: (event: ConversationEvent) => {
      if (event.type === 'ended' || event.type === 'toolsCalled') {
        send({ type: 'usage', usage: usage(event.answerId) });
      } else if (event.type === 'summaryFailed') {
        showAll();
      }
    },
  };
}
