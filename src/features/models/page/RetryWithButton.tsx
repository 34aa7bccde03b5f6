// The button that lets the user pick another model for the question of an answer.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { ChatContext, PageContext } from '../../../chat/page/contexts';
import type { AnswerProps } from '../../../chat/page/pageFeatures';
import { IconButton } from '../../../platform/page/controls';

export function RetryWithButton({ answer: { id: messageId } }: AnswerProps) {
  const { post } = useContext(PageContext);
  const { canAsk } = useContext(ChatContext);
  return (
    <IconButton
      icon="arrow-swap"
      label={l10n.t('Retry with…')}
      aria-disabled={!canAsk}
      onClick={() => canAsk && post({ type: 'pickModelForRetry', messageId })}
    />
  );
}
