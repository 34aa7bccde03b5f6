// The button that lets the user ask further models the question of an answer.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { ChatContext, PageContext } from '../../../chat/page/contexts';
import type { AnswerProps } from '../../../chat/page/pageFeatures';
import { IconButton } from '../../../platform/page/controls';

export function AlsoAskButton({ answer: { id: messageId } }: AnswerProps) {
  const { post } = useContext(PageContext);
  const { canAsk } = useContext(ChatContext);
  return (
    <IconButton
      icon="comment-discussion"
      label={l10n.t('Also ask…')}
      aria-disabled={!canAsk}
      onClick={() => canAsk && post({ type: 'pickModelsToAlsoAsk', messageId })}
    />
  );
}
