// The title of a chat: the user's, or the start of the question that was asked first. That of a fork ends in “(fork)”.
import { l10n } from 'vscode';
import type { Disposable } from '../../base/disposable';
import { titleFromText } from '../../base/text/title';
import type { Conversation, Question } from '../../conversation/common/conversation';
import type { Chat } from './chat';

export function chatTitle(conversation: Conversation): string {
  const { title = '' } = conversation;
  return title || titleFromText(firstAsked(conversation)?.text ?? '') || l10n.t('New chat');
}

/** Ignores which version is shown: the history, which reads the start of a chat's file, has the same title. */
function firstAsked({ messages, offPath }: Conversation): Question | undefined {
  const shown = messages.find((message) => message.kind === 'question');
  let first = shown;
  for (const message of offPath) {
    const isVersion = message.kind === 'question' && message.parentId === shown?.parentId;
    if (isVersion && first !== undefined && message.askedAt < first.askedAt) {
      first = message;
    }
  }
  return first;
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
