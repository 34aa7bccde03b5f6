// The row under the message box: what features add, and the buttons.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { IconButton } from '../../../../platform/page/controls';
import type { ViewState } from '../../../common/protocol';
import { ctrlEnter } from '../../composerRules';
import { ChatContext, PreferencesContext } from '../../contexts';
import { Place } from '../../pageFeatures';

interface Props {
  /** Undefined before the first snapshot. */
  readonly view: ViewState | undefined;
  readonly isBlank: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ view, isBlank, onSend, onStop }: Props) {
  const { isBusy, canAsk } = useContext(ChatContext);
  const { sendWith } = useContext(PreferencesContext);
  const sendKey = sendWith === 'enter' ? l10n.t('Enter') : ctrlEnter();
  return (
    <div class="composer-bar">
      <Place of="barStart" props={{ view }} />
      <Place of="barEnd" props={{ view }} />
      {isBusy && !isBlank && (
        <IconButton
          key="queue"
          icon="layers"
          classes="while-running"
          label={l10n.t('Queue')}
          title={l10n.t('Add to queue ({0})', sendKey)}
          onClick={onSend}
        />
      )}
      {isBusy ? (
        <IconButton
          key="stop"
          icon="stop-circle"
          classes="while-running"
          label={l10n.t('Stop')}
          title={l10n.t('Stop (Escape)')}
          onClick={onStop}
        />
      ) : (
        <IconButton
          key="send"
          icon="arrow-up"
          data-action="send"
          classes="primary"
          label={l10n.t('Send')}
          title={
            isBlank && view !== undefined
              ? l10n.t('Enter a question')
              : l10n.t('Send ({0})', sendKey)
          }
          aria-disabled={isBlank || !canAsk}
          onClick={onSend}
        />
      )}
    </div>
  );
}
