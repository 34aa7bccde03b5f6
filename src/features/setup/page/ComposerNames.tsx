// The names of the model and the gateway under the message box. The model's button selects another one.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ComposerProps } from '../../../chat/page/pageFeatures';
import type { ConnectionState } from '../../../conversation/common/connectionState';
import { Icon } from '../../../platform/page/controls';

export function ComposerNames({ view }: ComposerProps) {
  const { post } = useContext(PageContext);
  const model = view?.conversation.model ?? '';
  // An empty conversation names the gateway itself.
  const connection = view?.conversation.messages.length === 0 ? undefined : view?.connection;
  // Before the first snapshot no model is known.
  const modelName = view !== undefined && model === '' ? l10n.t('none selected') : model;
  const modelLabel = l10n.t('Model: {0}', modelName);
  return (
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
  );
}

/** The name and the address of the gateway and the name of its key, as far as they are known. */
function gatewayLines(connection: ConnectionState | undefined): readonly string[] {
  const { gatewayName, baseUrl, keyLabel } = connection ?? {};
  const key = keyLabel === undefined ? undefined : l10n.t('Key: {0}', keyLabel);
  return [gatewayName, baseUrl, key].filter((line) => line !== undefined);
}
