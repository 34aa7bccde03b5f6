// The row under the message box: model, gateway and buttons.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ConnectionState } from '../../../../conversation/common/connectionState';
import type { ViewState } from '../../../common/protocol';
import { ctrlEnter } from '../../composerRules';
import { ChatContext, PageContext, PreferencesContext } from '../../contexts';
import { Icon, IconButton } from '../../../../platform/page/controls';
import { Place } from '../../pageFeatures';

interface Props {
  /** Undefined before the first snapshot. */
  readonly view: ViewState | undefined;
  readonly isBlank: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ view, isBlank, onSend, onStop }: Props) {
  const { post } = useContext(PageContext);
  const { isBusy, canAsk } = useContext(ChatContext);
  const { sendWith } = useContext(PreferencesContext);
  const model = view?.conversation.model ?? '';
  // An empty conversation names the gateway itself.
  const connection = view?.conversation.messages.length === 0 ? undefined : view?.connection;
  // Before the first snapshot no model is known.
  const modelName = view !== undefined && model === '' ? l10n.t('none selected') : model;
  const modelLabel = l10n.t('Model: {0}', modelName);
  const sendKey = sendWith === 'enter' ? l10n.t('Enter') : ctrlEnter();
  return (
    <div class="composer-bar">
      <Place of="barStart" props={{ view }} />
      <div class="composer-names">
        <button
          type="button"
          class="model-button"
          aria-label={modelLabel}
          title={[modelLabel, ...gatewayLines(connection)].join('\n')}
          onClick={() => post({ type: 'runSetupStep', step: 'model' })}
        >
          <span class="model-name">{model === '' ? modelLabel : model}</span>
          <Icon name="chevron-down" />
        </button>
        <span class="composer-gateway">
          {connection?.gatewayName ?? URL.parse(connection?.baseUrl ?? '')?.host}
        </span>
      </div>
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
            isBlank && view !== undefined && view.attachments.length > 0
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

/** The name and the address of the gateway and the name of its key, as far as they are known. */
function gatewayLines(connection: ConnectionState | undefined): readonly string[] {
  const { gatewayName, baseUrl, keyLabel } = connection ?? {};
  const key = keyLabel === undefined ? undefined : l10n.t('Key: {0}', keyLabel);
  return [gatewayName, baseUrl, key].filter((line) => line !== undefined);
}
