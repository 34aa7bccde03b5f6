// The row under the message box: the model, the gateway, and what can be done next.
import { runningAnswer } from '../../../shared/conversation/conversation';
import type { ConnectionState, ViewState } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { ContextMeter } from './ContextMeter';
import { Icon } from '../Icon';

interface Props {
  /** Undefined before the host has told it. */
  readonly view: ViewState | undefined;
  /** Whether the message box is. */
  readonly blank: boolean;
  readonly post: Post;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ view, blank, post, onSend, onStop }: Props) {
  const running = view !== undefined && runningAnswer(view.conversation) !== undefined;
  const model = view?.conversation.model ?? '';
  // An empty conversation names the gateway in its own words.
  const place = view?.conversation.messages.length === 0 ? undefined : view?.connection;
  const modelLabel = `${l10n.t('Model:')} ${model === '' ? l10n.t('none selected') : model}`;
  return (
    <div class="composer-bar">
      <button
        type="button"
        class="model-button"
        aria-label={modelLabel}
        title={[modelLabel, ...gatewayLines(place)].join('\n')}
        onClick={() => post({ type: 'runSetupStep', step: 'model' })}
      >
        <span class="model-name">{model === '' ? modelLabel : model}</span>
        <Icon name="chevron-down" />
      </button>
      <span class="composer-place">{place?.gatewayName ?? place?.baseUrl}</span>
      {view?.budget !== undefined && <ContextMeter budget={view.budget} />}
      <button
        type="button"
        class="icon-button codicon codicon-add"
        aria-label={l10n.t('New chat')}
        title={l10n.t('New chat')}
        onClick={() => post({ type: 'newChat' })}
      />
      <button
        type="button"
        class="icon-button codicon codicon-history"
        aria-label={l10n.t('History')}
        title={l10n.t('History')}
        onClick={() => post({ type: 'showHistory' })}
      />
      {running && !blank && (
        <button
          key="queue"
          type="button"
          class="icon-button while-running codicon codicon-list-ordered"
          aria-label={l10n.t('Queue')}
          title={queueTitle(view.preferences.sendWith)}
          onClick={onSend}
        />
      )}
      {running ? (
        <button
          key="stop"
          type="button"
          class="icon-button primary while-running codicon codicon-debug-stop"
          aria-label={l10n.t('Stop')}
          title={l10n.t('Stop (Escape)')}
          onClick={onStop}
        />
      ) : (
        <button
          key="send"
          type="button"
          class="icon-button primary codicon codicon-send"
          aria-label={l10n.t('Send')}
          title={sendTitle(view?.preferences.sendWith ?? 'enter')}
          aria-disabled={blank}
          onClick={onSend}
        />
      )}
    </div>
  );
}

/** What the gateway is called, its address, and which of its keys is used. */
function gatewayLines(connection: ConnectionState | undefined): readonly string[] {
  const { gatewayName, baseUrl, keyLabel } = connection ?? {};
  const key = keyLabel === undefined ? undefined : l10n.t('Key: {0}', keyLabel);
  return [gatewayName, baseUrl, key].filter((line) => line !== undefined);
}

function sendTitle(sendWith: 'enter' | 'ctrlEnter'): string {
  return sendWith === 'enter' ? l10n.t('Send (Enter)') : l10n.t('Send (Ctrl+Enter)');
}

function queueTitle(sendWith: 'enter' | 'ctrlEnter'): string {
  const key = sendWith === 'enter' ? l10n.t('Enter') : l10n.t('Ctrl+Enter');
  return l10n.t('Queue: ask once the answer is complete ({0})', key);
}
