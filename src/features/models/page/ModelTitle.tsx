// The title of an empty chat: its model, and whether it is available.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import { Button } from '../../../platform/page/controls';

export function ModelTitle({ view: { conversation, unavailableModels = [] } }: ViewProps) {
  const { post } = useContext(PageContext);
  const { model } = conversation;
  return unavailableModels.includes(model) ? (
    <>
      <p class="empty-title">{l10n.t("{0} isn't available right now", model)}</p>
      <Button onClick={() => post({ type: 'runSetupStep', step: 'model' })}>
        {l10n.t('Choose model')}
      </Button>
    </>
  ) : (
    <p class="empty-title">{l10n.t('Ask {0} anything', model)}</p>
  );
}
