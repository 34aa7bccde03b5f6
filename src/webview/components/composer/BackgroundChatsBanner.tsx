// One line on chats that are not shown: an answer still runs there, or has ended.
import type { BackgroundChats } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

interface Props {
  readonly others: BackgroundChats;
  readonly post: Post;
}

export function BackgroundChatsBanner({ others: { sentence, id, open, ended }, post }: Props) {
  return (
    <section class="others" aria-label={l10n.t('Other chats')}>
      <Icon name={ended ? 'comment-discussion' : 'loading'} spin={!ended} />
      <span class="others-sentence">{sentence}</span>
      <button
        type="button"
        class="button secondary"
        onClick={() => post({ type: 'openBackgroundChat', ...(id === undefined ? {} : { id }) })}
      >
        {open}
      </button>
      {ended && id !== undefined && (
        <button
          type="button"
          class="icon-button codicon codicon-close"
          aria-label={l10n.t('Put aside')}
          title={l10n.t('Put aside')}
          onClick={(event) => {
            // The button goes, and the focus would go with it.
            event.currentTarget.closest('main')?.querySelector('textarea')?.focus();
            post({ type: 'dismissBackgroundChat', id });
          }}
        />
      )}
    </section>
  );
}
