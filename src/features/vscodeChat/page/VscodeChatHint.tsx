// Shown in an empty chat: the gateway's models are in VS Code's own chat, too.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../chatView/page/contexts';
import type { ViewProps } from '../../chatView/page/slotTypes';
import { LinkButton } from '../../../platform/page/controls';

export function VscodeChatHint({ view }: ViewProps) {
  const { post } = useContext(PageContext);
  return view.isInVscodeChat === true ? (
    <p class="vscode-chat">
      {l10n.t("The gateway's models are also in VS Code's own chat.")}{' '}
      <LinkButton onClick={() => post({ type: 'openVscodeChat' })}>
        {l10n.t("Open VS Code's chat")}
      </LinkButton>
    </p>
  ) : null;
}
