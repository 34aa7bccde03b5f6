// Shown in an empty chat until it is dismissed: the gateway's models are in VS Code's own chat, too.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import { IconButton, LinkButton } from '../../../platform/page/controls';
import { focusComposer } from '../../../platform/page/focus';

export function VscodeChatHint({ view: { vscodeChatHint = 'none' } }: ViewProps) {
  const { post } = useContext(PageContext);
  if (vscodeChatHint === 'none') {
    return null;
  }
  return (
    <p class="vscode-chat">
      {vscodeChatHint === 'listed' ? (
        <>
          {l10n.t("The gateway's models are also in VS Code's own chat.")}{' '}
          <LinkButton onClick={() => post({ type: 'openVscodeChat' })}>
            {l10n.t("Open VS Code's chat")}
          </LinkButton>
        </>
      ) : (
        <>
          {l10n.t(
            "VS Code's own chat lists the gateway's models once “chat.agentHost.byokModels.enabled” is on.",
          )}{' '}
          <LinkButton onClick={() => post({ type: 'openVscodeChatSetting' })}>
            {l10n.t('Open the setting')}
          </LinkButton>
        </>
      )}{' '}
      <IconButton
        icon="close"
        label={l10n.t('Dismiss')}
        onClick={() => {
          post({ type: 'dismissVscodeChatHint' });
          focusComposer();
        }}
      />
    </p>
  );
}
