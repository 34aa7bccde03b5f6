// Says in the message box that the workspace's system prompt goes along with each question, and shows its text.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import { PageContext } from '../../../chat/page/contexts';
import { Icon } from '../../../platform/page/controls';

export function WorkspacePromptChip({ view }: { readonly view: ViewState | undefined }) {
  const { post } = useContext(PageContext);
  const isSent = view?.conversation.settings?.systemPrompt === undefined;
  return isSent && view?.hasWorkspacePrompt === true ? (
    <div class="composer-attachments">
      <button
        type="button"
        class="chip chip-main"
        title={l10n.t(
          "This workspace's system prompt goes along with each question. Click to read it.",
        )}
        onClick={() => post({ type: 'showWorkspacePrompt' })}
      >
        <Icon name="book" />
        <span class="chip-name">{l10n.t('System prompt of the workspace')}</span>
      </button>
    </div>
  ) : null;
}
