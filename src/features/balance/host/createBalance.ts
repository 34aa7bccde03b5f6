// Creates what knows balances, and what other features show of them.
import type { CoreServices } from '../../../platform/host/coreServices';
import { settingsReader } from '../../../platform/host/settings';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import type { ConnectionServices } from '../../setup/host/createConnections';
import { balanceContributions } from './balanceContributions';
import { Balances } from './balances';
import { timedSummary } from './balanceText';

export interface BalanceServices {
  readonly balances: Balances;
  /** The last balance that a gateway returned in this window, for the user. @param gateway its `gatewayId` */
  readonly balanceText: (gateway: string) => string | undefined;
}

const { userValue } = settingsReader(balanceContributions.settings);

export function createBalance(
  services: CoreServices & ConnectionServices & { readonly catalog: ModelCatalog },
): BalanceServices {
  const { context, disposables, clock } = services;
  const balances = disposables.add(
    new Balances({
      ...services,
      memento: context.globalState,
      asksAfterAnswers: () => userValue('portico.balance.refresh') === 'afterAnswers',
    }),
  );
  return {
    balances,
    balanceText: (gateway) => {
      const last = balances.of(gateway);
      return last && timedSummary(last, clock.now());
    },
  };
}
