// What the balance does in each chat: it follows the answers, and its button runs the command.
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import type { WindowState } from '../../../chat/node/windowState';
import type { SentRequestLog } from '../../../conversation/node/request/sentRequestLog';
import { runCommand } from '../../../platform/host/typedCommands';
import type { BalanceCommand } from '../common/balanceViewCommands';
import type { Balances } from './balances';

export interface BalanceDeps {
  readonly balances: Pick<Balances, 'didAnswer'>;
  readonly sentRequests: Pick<SentRequestLog, 'get'>;
}

export function followAnswers(
  { session, disposables }: Pick<ChatCore, 'session' | 'disposables'>,
  { balances, sentRequests }: BalanceDeps,
): void {
  disposables.add(
    session.onDidChange((event) => {
      // A window that only shows the chat has sent nothing: one balance for an answer is enough.
      if (event.type === 'ended' && sentRequests.get(event.answerId).length > 0) {
        balances.didAnswer();
      }
    }),
  );
}

export function balanceCommands(windowState: WindowState): CommandHandlers<BalanceCommand> {
  return {
    showBalance: () => runCommand('portico.showBalance'),
    dismissLowBalance: () => {
      const { balance } = windowState.current;
      windowState.update({ type: 'balance', balance, lowBalance: undefined });
    },
  };
}
