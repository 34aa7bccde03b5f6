// One line about the chats in the background: an answer is running there, or has ended.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../../../platform/page/controls';
import { focusComposer } from '../../../../platform/page/focus';
import type { BackgroundChats } from '../../../common/protocol';
import { PageContext } from '../../contexts';

export function BackgroundChatsBanner({ chats }: { readonly chats: BackgroundChats }) {
  const { sentence, id, openLabel, isFinished } = chats;
  const { post } = useContext(PageContext);
  return (
    <section class="background-chats" aria-label={l10n.t('Background chats')}>
      <Icon name={isFinished ? 'comment-discussion' : 'loading'} spin={!isFinished} />
      <span class="background-chats-sentence" title={sentence}>
        {sentence}
      </span>
      <Button
        secondary
        onClick={() => post({ type: 'openBackgroundChat', ...(id === undefined ? {} : { id }) })}
      >
        {openLabel}
      </Button>
      {isFinished && id !== undefined && (
        <IconButton
          icon="close"
          label={l10n.t('Dismiss')}
          onClick={() => {
            focusComposer();
            post({ type: 'dismissBackgroundChat', id });
          }}
        />
      )}
    </section>
  );
}
