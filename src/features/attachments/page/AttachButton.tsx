// The button that lets the user pick what to attach.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import { IconButton } from '../../../platform/page/controls';

export function AttachButton() {
  const { post } = useContext(PageContext);
  return (
    <IconButton
      icon="add"
      label={l10n.t('Attach')}
      title={l10n.t('Attach (or drop files while holding Shift)')}
      onClick={() => post({ type: 'attach' })}
    />
  );
}
