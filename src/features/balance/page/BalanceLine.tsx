// The balance in the usage of an answer: the last figure, and a button that asks.
import * as l10n from '@vscode/l10n';
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import { LinkButton } from '../../../platform/page/controls';
import type { BalanceViewState } from '../common/balanceView';

const BalanceContext = createContext<string | undefined>(undefined);

export function BalanceProvider(props: {
  readonly view: BalanceViewState | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <BalanceContext.Provider value={props.view?.balance}>{props.children}</BalanceContext.Provider>
  );
}

export function BalanceLine() {
  const { post } = useContext(PageContext);
  const balance = useContext(BalanceContext);
  return (
    <p>
      {balance}{' '}
      <LinkButton onClick={() => post({ type: 'showBalance' })}>
        {l10n.t('Show balance')}
      </LinkButton>
    </p>
  );
}
