// The balance in the usage of an answer: the last figure, and a button that asks.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../chatView/page/contexts';
import { LinkButton } from '../../../platform/page/controls';
import { BalanceContext } from './balanceContext';

export function BalanceLine() {
  const { post } = useContext(PageContext);
  const balance = useContext(BalanceContext);
  return (
    <p class="usage-balance">
      {balance}{' '}
      <LinkButton onClick={() => post({ type: 'showBalance' })}>
        {l10n.t('Show balance')}
      </LinkButton>
    </p>
  );
}
