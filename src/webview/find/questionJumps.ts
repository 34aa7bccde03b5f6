// From question to question, from where the reader is.
import type { Message } from '../../shared/conversation/conversation';
import type { StickToBottom } from '../scrolling';
import { articles, logElement } from './marks';
import { reach } from './reach';

/** The message that the reader was led to last: a click on a button takes the focus from it. */
let reached: string | undefined;

export type JumpWay = 'previous' | 'next';

/** Brings the question before or after into view and gives it the focus. Does nothing where there is none. */
export async function jumpToQuestion(
  way: JumpWay,
  messages: () => readonly Message[],
  follower: StickToBottom,
): Promise<void> {
  const target = questionFrom(way, messages());
  if (target === undefined) {
    return;
  }
  const article = await reach({ messages, messageId: target.id, follower });
  if (article !== undefined) {
    reached = target.id;
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
  }
}

function questionFrom(way: JumpWay, messages: readonly Message[]): Message | undefined {
  const isQuestion = ({ kind }: Message): boolean => kind === 'question';
  const isSeen = seenNow();
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]');
  const from = focused?.dataset['messageId'] ?? reached;
  const at = messages.findIndex((message) => message.id === from && isSeen(message));
  if (at >= 0) {
    return way === 'previous'
      ? messages.slice(0, at).findLast(isQuestion)
      : messages.slice(at + 1).find(isQuestion);
  }
  return way === 'previous'
    ? messages.slice(0, messages.findLastIndex(isSeen) + 1).findLast(isQuestion)
    : messages.slice(messages.findIndex(isSeen) + 1).find(isQuestion);
}

/** Whether something of a message is in view. */
function seenNow(): (message: Message) => boolean {
  const box = logElement()?.getBoundingClientRect();
  const seen = new Set(
    articles().flatMap((article) => {
      const { top, bottom } = article.getBoundingClientRect();
      const isSeen = box !== undefined && bottom > box.top && top < box.bottom;
      return isSeen ? [article.dataset['messageId']] : [];
    }),
  );
  return ({ id }) => seen.has(id);
}
