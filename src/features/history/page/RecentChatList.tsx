// Shown in an empty chat: the chats to continue.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';

export function RecentChatList({ view: { recentChats = [] } }: ViewProps) {
  const { post } = useContext(PageContext);
  return recentChats.length === 0 ? null : (
    <>
      <h2>{l10n.t('Recent chats')}</h2>
      <ul role="list" class="recent-chats" aria-label={l10n.t('Recent chats')}>
        {recentChats.map(({ id, title, age }) => (
          <li key={id}>
            <button
              type="button"
              class="recent-chat"
              title={title}
              onClick={() => post({ type: 'openChat', id })}
            >
              <span class="recent-title" dir="auto">
                {title}
              </span>
              <span class="recent-age">{age}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
