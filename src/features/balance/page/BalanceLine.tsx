// The balance: the last figure in the usage of an answer with a button that asks, and a line where little is left.
import * as l10n from '@vscode/l10n';
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import { Icon, IconButton, LinkButton } from '../../../platform/page/controls';
import { focusComposer } from '../../../platform/page/focus';
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
  return (
    <p>
      {useContext(BalanceContext)} <ShowBalance />
    </p>
  );
}

export function LowBalanceLine({ view: { lowBalance } }: ViewProps) {
  const { post } = useContext(PageContext);
  return lowBalance === undefined ? null : (
    <p class="icon-line warning-line" role="status">
      <Icon name="warning" />
      <span>
        {lowBalance} <ShowBalance />
      </span>
      <IconButton
        icon="close"
        label={l10n.t('Dismiss')}
        onClick={() => {
          post({ type: 'dismissLowBalance' });
          focusComposer();
        }}
      />
    </p>
  );
}

function ShowBalance() {
  const { post } = useContext(PageContext);
  return (
    <LinkButton onClick={() => post({ type: 'showBalance' })}>{l10n.t('Show balance')}</LinkButton>
  );
}
