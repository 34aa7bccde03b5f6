// Asks, above the message box, before a conversation goes on at another gateway than it was held with.
import type { GatewayChangeAnswer, GatewayChangePrompt } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { Icon } from '../Icon';

interface Props {
  readonly question: GatewayChangePrompt;
  readonly post: Post;
}

export function GatewayChangePanel({ question, post }: Props) {
  const give = (from: Element, answer: GatewayChangeAnswer): void => {
    post({ type: 'answerGatewayChange', answer });
    // The buttons go with the answer, and the focus would go with them.
    from.closest('main')?.querySelector('textarea')?.focus();
  };
  const button = (answer: GatewayChangeAnswer, label: string) => (
    <button
      type="button"
      class={answer === 'send' ? 'button' : 'button secondary'}
      onClick={(event) => give(event.currentTarget, answer)}
    >
      {label}
    </button>
  );
  return (
    <section
      class="setup compact"
      aria-label={l10n.t('Another gateway')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          give(event.currentTarget, 'cancel');
        }
      }}
    >
      <p class="move-question" role="alert">
        <Icon name="arrow-swap" />
        <span>{question.sentence}</span>
      </p>
      <div class="notice-actions">
        {button('send', question.send)}
        {button('back', question.back)}
        {button('cancel', l10n.t('Cancel'))}
      </div>
    </section>
  );
}
