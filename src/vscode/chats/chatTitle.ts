// What a chat is called where it is not shown itself.
import { l10n } from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation';
import { titleFromText } from '../../shared/text/title';

export function chatTitle({ title = '', messages }: Conversation): string {
  const first = messages.find(({ kind }) => kind === 'question');
  return title || titleFromText(first?.text ?? '') || l10n.t('New chat');
}
