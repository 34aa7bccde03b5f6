// The title of a chat: the user's, or the start of its first question. The title of a fork ends in “(fork)”.
import { l10n } from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Conversation } from '../../shared/conversation/conversation';
import type { Chat } from './chat';
import { titleFromText } from '../../shared/text/title';

export function chatTitle({ title = '', messages }: Conversation): string {
  const first = messages.find(({ kind }) => kind === 'question');
  return title || titleFromText(first?.text ?? '') || l10n.t('New chat');
}

/** Calls `show` now and after each event, except for the text of an answer. */
export function followContent(
  { session }: Pick<Chat, 'session'>,
  show: (conversation: Conversation) => void,
): Disposable {
  show(session.conversation);
  return session.onDidChange(({ type }) => {
    if (type !== 'textAppended') {
      show(session.conversation);
    }
  });
}

/** “Title (fork)”, or “Title (fork 2)” and so on where that is taken. */
export function forkTitle(title: string, taken: ReadonlySet<string>): string {
  const original = title.replace(/ \(fork(?: \d+)?\)$/u, '');
  let fork = l10n.t('{0} (fork)', original);
  for (let number = 2; taken.has(fork); number += 1) {
    fork = l10n.t('{0} (fork {1})', original, number);
  }
  return fork;
}
