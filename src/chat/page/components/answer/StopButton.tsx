// The button that stops one of several answers that run.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { Answer } from '../../../../conversation/common/conversation';
import { IconButton } from '../../../../platform/page/controls';
import { focusConversation } from '../../../../platform/page/focus';
import { PageContext } from '../../contexts';

export function StopButton({ answer: { id: messageId, model } }: { readonly answer: Answer }) {
  const { post } = useContext(PageContext);
  return (
    <IconButton
      icon="debug-stop"
      label={l10n.t('Stop {0}', model)}
      onClick={() => {
        focusConversation();
        post({ type: 'stop', messageId });
      }}
    />
  );
}
