// Shown at the foot of the conversation while the user is not at its end: jumps there.
import * as l10n from '@vscode/l10n';
import { IconButton } from '../../../../../platform/page/controls';

export function JumpButton({ onEnd }: { readonly onEnd: () => void }) {
  const label = l10n.t('Jump to latest');
  const lines = [
    label,
    l10n.t('Previous question: {0}', l10n.t('Alt+Up')),
    l10n.t('Next question: {0}', l10n.t('Alt+Down')),
  ];
  return (
    <IconButton
      icon="arrow-down"
      classes="jump-to-end"
      label={label}
      title={lines.join('\n')}
      onClick={onEnd}
    />
  );
}
