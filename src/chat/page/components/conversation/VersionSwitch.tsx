// The number of the version of a question or answer that is shown, with arrows to the other versions.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { IconButton } from '../../../../platform/page/controls';
import { ChatContext, PageContext, VersionsContext } from '../../contexts';
import type { VersionArrow } from '../../uiState';

export function VersionSwitch({ messageId }: { readonly messageId: string }) {
  const { post, ui } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const version = useContext(VersionsContext).get(messageId);
  if (version === undefined) {
    return null;
  }
  const { number, count } = version;
  const arrow = (direction: VersionArrow, label: string) => {
    // A running answer stays in view.
    const target = isBusy ? undefined : version[direction];
    return (
      <IconButton
        icon={direction === 'previous' ? 'chevron-left' : 'chevron-right'}
        label={label}
        aria-disabled={target === undefined}
        title={isBusy ? l10n.t('Not available while an answer is running') : label}
        data-arrow={direction}
        onClick={() => {
          if (target !== undefined) {
            ui.pressedArrow = direction;
            post({ type: 'chooseVersion', messageId: target });
          }
        }}
      />
    );
  };
  return (
    <span class="versions" role="group" aria-label={l10n.t('Version {0} of {1}', number, count)}>
      {arrow('previous', l10n.t('Previous version'))}
      <span aria-hidden="true">
        {number}/{count}
      </span>
      {arrow('next', l10n.t('Next version'))}
    </span>
  );
}
