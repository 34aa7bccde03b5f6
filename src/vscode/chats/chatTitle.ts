// The title of a chat: the user's, or the start of its first question.
import { l10n } from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation';
import { titleFromText } from '../../shared/text/title';

export function chatTitle({ title = '', messages }: Conversation): string {
  const first = messages.find(({ kind }) => kind === 'question');
  return title || titleFromText(first?.text ?? '') || l10n.t('New chat');
}
