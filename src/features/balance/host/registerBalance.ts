// Registers Show Balance, shows the last balance in the chat view, and asks after answers where the setting says so.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { FocusReturn } from '../../../chat/host/focusReturn';
import type { WindowState } from '../../../chat/node/windowState';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { Gateways } from '../../setup/host/gateways';
import type { BalanceEvent } from '../common/balanceView';
import { showBalance, type BalanceCommandDeps } from './balanceCommand';
import { balanceContributions } from './balanceContributions';
import type { BalanceServices } from './createBalance';
import { lowBalanceLine, type LowBalanceDeps } from './lowBalance';

export function registerBalance(
  services: BalanceServices &
    BalanceCommandDeps &
    LowBalanceDeps & {
      readonly gateways: Pick<Gateways, 'currentId'>;
      readonly windowState: WindowState;
      readonly chats: { readonly returnFocus: FocusReturn };
    },
): Disposable {
  const { balances, gateways, windowState, reportError, chats } = services;
  const show = async (): Promise<void> => {
    const gateway = (await gateways.currentId()) ?? '';
    const balance = services.balanceText(gateway);
    const isShown = (): boolean => windowState.current.lowBalance !== undefined;
    const lowBalance = await lowBalanceLine(services, gateway, isShown);
    const { current } = windowState;
    if (balance !== current.balance || lowBalance !== current.lowBalance) {
      const changed: BalanceEvent = { type: 'balance', balance, lowBalance };
      windowState.update(changed);
    }
  };
  return new DisposableStore(
    registerCommands(balanceContributions.commandIds, {
      showBalance: () => chats.returnFocus.after(() => showBalance(services)),
    }),
    balances.onDidChange(() => void show().catch(reportError)),
    windowState.onDidChange(({ type }) => {
      if (type === 'connection') {
        show().catch(reportError);
      }
    }),
  );
}
