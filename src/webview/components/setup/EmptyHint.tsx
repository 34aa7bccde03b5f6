// What an empty conversation says once everything is set up.
import type { ViewState } from '../../../shared/protocol/protocol';
import { t } from '../../l10n';
import { Icon } from '../Icon';

export function EmptyHint({ view }: { readonly view: ViewState }) {
  const keys =
    view.preferences.sendWith === 'enter'
      ? t('Enter sends, Shift+Enter starts a new line.')
      : t('Ctrl+Enter sends, Enter starts a new line.');
  return (
    <section class="empty-hint" aria-label={t('Getting started')}>
      <Icon name="comment-discussion" />
      <p class="empty-title">{t('Ask {0} anything', view.conversation.model)}</p>
      <p>{keys}</p>
      {view.connection.baseUrl !== undefined && (
        <p class="empty-place">
          {view.connection.gatewayName === undefined
            ? t('Gateway: {0}', view.connection.baseUrl)
            : t('Gateway: {0}, {1}', view.connection.gatewayName, view.connection.baseUrl)}
        </p>
      )}
    </section>
  );
}
