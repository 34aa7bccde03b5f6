// What an empty conversation says once everything is set up.
import type { ViewState } from '../../../shared/protocol/protocol';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

export function EmptyHint({ view }: { readonly view: ViewState }) {
  const keys =
    view.preferences.sendWith === 'enter'
      ? l10n.t('Enter sends, Shift+Enter starts a new line.')
      : l10n.t('Ctrl+Enter sends, Enter starts a new line.');
  return (
    <section class="empty-hint" aria-label={l10n.t('Getting started')}>
      <Icon name="comment-discussion" />
      <p class="empty-title">{l10n.t('Ask {0} anything', view.conversation.model)}</p>
      <p>{keys}</p>
      {view.connection.baseUrl !== undefined && (
        <p class="empty-place">
          {view.connection.gatewayName === undefined
            ? l10n.t('Gateway: {0}', view.connection.baseUrl)
            : l10n.t('Gateway: {0}, {1}', view.connection.gatewayName, view.connection.baseUrl)}
        </p>
      )}
    </section>
  );
}
