// What the balance does in each chat: it follows the answers, and its button runs the command.
import { runCommand } from '../../../platform/host/typedCommands';
import type { ChatCore, CommandHandlers } from '../../chatView/host/chats/chat';
import type { BalanceCommand } from '../common/balanceView';
import type { Balances } from './balances';

export interface BalanceDeps {
  readonly balances: Balances;
}

export function followAnswers({ session, disposables }: ChatCore, { balances }: BalanceDeps): void {
  disposables.add(
    session.onDidChange((event) => {
      if (event.type === 'ended' && event.outcome.sentAt !== undefined) {
        balances.didAnswer();
      }
    }),
  );
}

export function balanceCommands(): CommandHandlers<BalanceCommand> {
  return { showBalance: () => runCommand('portico.showBalance') };
}
