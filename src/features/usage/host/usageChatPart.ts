// The usage of a chat's answers, sent when they end and when prices have changed.
import type { ChatCore } from '../../../chat/host/chat';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { ownPrices } from '../../models/host/requestSettings';
import type { UsageView, UsageViewState } from '../common/usageView';
import { paidRequests, type PaidRequest } from '../node/answerUsage';
import type { DayCosts } from '../node/dayCosts';
import { dayRow, usageView } from './usageTexts';

export interface UsageDeps {
  readonly sentRequests: SentRequestLog;
  readonly dayCosts: DayCosts;
  /** The length of the descriptions of the tools that read the workspace. */
  readonly toolTokens: number;
}

export function usageChatPart(
  { session, disposables, send }: ChatCore,
  { sentRequests, dayCosts, toolTokens }: UsageDeps,
) {
  const usage = (answerId?: string): UsageView => {
    const shown = usageView(session.conversation, sentRequests, toolTokens, answerId);
    return shown.total.length === 0
      ? shown
      : { ...shown, total: [...shown.total, ...dayRow(dayCosts.today)] };
  };
  const view = (): UsageViewState => ({ usage: usage() });
  const requests = (): readonly PaidRequest[] => paidRequests(session.conversation, ownPrices());
  // A chat from the history or an import was paid before.
  const paid = new Set(requests().map(({ id }) => id));
  const count = (): void => {
    const ended = requests().filter(({ id }) => !paid.has(id));
    for (const { id } of ended) {
      paid.add(id);
    }
    const adding = dayCosts.add(ended);
    const shown = JSON.stringify(dayRow(dayCosts.today));
    void adding.then(() => {
      // Other windows have asked, too.
      if (JSON.stringify(dayRow(dayCosts.today)) !== shown) {
        send({ type: 'usage', ...view() });
      }
    });
  };
  void dayCosts.load();
  disposables.add(onDidChangeSetting(['portico.models'], () => send({ type: 'usage', ...view() })));
  return {
    view,
    didSend: (event: ConversationEvent) => {
      if (event.type === 'ended' || event.type === 'toolsCalled') {
        count();
        send({ type: 'usage', usage: usage(event.answerId) });
      } else if (event.type === 'summaryFailed') {
        count();
        send({ type: 'usage', ...view() });
      }
    },
  };
}
