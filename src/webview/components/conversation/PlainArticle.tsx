// What stands in for a message that could not be drawn: its text as it is.
import type { Message } from '../../../shared/conversation/conversation';
import * as l10n from '@vscode/l10n';

export function PlainArticle({ message }: { readonly message: Message }) {
  if (message.kind === 'question') {
    return (
      <div class="message" role="article" aria-label={l10n.t('You')} data-message-id={message.id}>
        <div class="question-text">{message.text}</div>
      </div>
    );
  }
  return (
    <div
      class="message"
      role="article"
      aria-label={l10n.t('Assistant')}
      data-message-id={message.id}
      data-model={message.model}
      data-state={message.state}
    >
      <div class="question-text">{message.text}</div>
    </div>
  );
}
