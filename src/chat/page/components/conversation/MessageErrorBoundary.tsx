// Shows a message as plain text if it cannot be rendered; all others stay as they are.
import * as l10n from '@vscode/l10n';
import { Component, type ComponentChildren } from 'preact';
import type { Message } from '../../../../conversation/common/conversation';
import { PlainTextNote } from './PlainTextNote';

interface Props {
  readonly message: Message;
  readonly children: ComponentChildren;
}

export class MessageErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError(): object {
    return { hasFailed: true };
  }

  render() {
    const { message, children } = this.props;
    if (!this.state.hasFailed) {
      return children;
    }
    const isQuestion = message.kind === 'question';
    return (
      <div
        class={isQuestion ? 'message question' : 'message answer'}
        role="article"
        aria-label={isQuestion ? l10n.t('You') : l10n.t('Assistant')}
        data-message-id={message.id}
        {...(isQuestion ? {} : { 'data-model': message.model, 'data-state': message.state })}
      >
        <div class="question-text">{message.text}</div>
        <PlainTextNote
          sentence={l10n.t("Shown as plain text, because the view couldn't format this message.")}
        />
      </div>
    );
  }
}
