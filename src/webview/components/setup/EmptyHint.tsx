// Shown in an empty conversation once everything is set up.
import * as l10n from '@vscode/l10n';
import type { ViewState } from '../../../shared/protocol/protocol';
import { Icon } from '../controls';

export function EmptyHint({ view }: { readonly view: ViewState }) {
  const { baseUrl, gatewayName } = view.connection;
  return (
    <section class="empty-hint" aria-label={l10n.t('Getting started')}>
      <Icon name="comment-discussion" />
      <p class="empty-title">{l10n.t('Ask {0} anything', view.conversation.model)}</p>
      <p>
        {view.preferences.sendWith === 'enter'
          ? l10n.t('Press Enter to send, Shift+Enter for a new line.')
          : l10n.t('Press Ctrl+Enter to send, Enter for a new line.')}
      </p>
      {baseUrl !== undefined && (
        <p>
          {gatewayName === undefined
            ? l10n.t('Gateway: {0}', baseUrl)
            : l10n.t('Gateway: {0} ({1})', gatewayName, baseUrl)}
        </p>
      )}
    </section>
  );
}
