// Creates what knows balances, and what other features show of them.
import type { CoreServices } from '../../../platform/host/coreServices';
import { choiceOf, settingsReader } from '../../../platform/host/settings';
import { balanceContributions } from './balanceContributions';
import { Balances, type BalancesDeps } from './balances';
import { timedSummary } from './balanceText';

export interface BalanceServices {
  readonly balances: Balances;
  /** The last balance that a gateway returned in this window, for the user. @param gateway its `gatewayId` */
  readonly balanceText: (gateway: string) => string | undefined;
}

const { 'portico.balance.refresh': refresh } = balanceContributions.settings;
const { userValue } = settingsReader(balanceContributions.settings);

export function createBalance({
  disposables,
  clock,
  globalState,
  gateway,
  gateways,
  current,
  catalog,
}: Pick<CoreServices, 'disposables' | 'clock' | 'globalState'> &
  Pick<BalancesDeps, 'gateway' | 'gateways' | 'current' | 'catalog'>): BalanceServices {
  const balances = disposables.add(
    new Balances({
      gateway,
      gateways,
      current,
      catalog,
      clock,
      memento: globalState,
      asksAfterAnswers: () =>
        choiceOf(refresh, userValue('portico.balance.refresh')) === 'afterAnswers',
    }),
  );
  return {
    balances,
    balanceText: (id) => {
      const last = balances.of(id);
      return last && timedSummary(last, clock.now());
    },
  };
}
