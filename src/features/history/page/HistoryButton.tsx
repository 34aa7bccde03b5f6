// The button that opens the history.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../chatView/page/contexts';
import { IconButton } from '../../../platform/page/controls';

export function HistoryButton() {
  const { post } = useContext(PageContext);
  return (
    <IconButton
      icon="history"
      label={l10n.t('History')}
      onClick={() => post({ type: 'showHistory' })}
    />
  );
}
