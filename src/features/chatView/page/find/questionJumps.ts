// Jumps to the previous or next question.
import type { Message } from '../../../../conversation/common/conversation';
import type { StickToBottom } from '../stickToBottom';
import { logElement, messageArticles } from './matchHighlights';
import { scrollToMessage } from './scrollToMessage';

/** The last jump target. A click on a jump button takes the focus from it, so the focus alone is not enough. */
let lastReachedId: string | undefined;

export type JumpDirection = 'previous' | 'next';

/** Scrolls to the previous or next question and focuses it; does nothing if there is none. */
export async function jumpToQuestion(
  direction: JumpDirection,
  messages: () => readonly Message[],
  stickToBottom: StickToBottom,
): Promise<void> {
  const target = findQuestion(direction, messages());
  if (target === undefined) {
    return;
  }
  const article = await scrollToMessage({ messages, messageId: target.id, stickToBottom });
  if (article !== undefined) {
    lastReachedId = target.id;
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
  }
}

/** Starts at the focused message or the last jump target if that is visible, else at the viewport. */
function findQuestion(direction: JumpDirection, messages: readonly Message[]): Message | undefined {
  const isQuestion = ({ kind }: Message): boolean => kind === 'question';
  const visibleIds = visibleMessageIds();
  const isVisible = ({ id }: Message): boolean => visibleIds.has(id);
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]');
  const startId = focused?.dataset['messageId'] ?? lastReachedId;
  const start = messages.findIndex((message) => message.id === startId && isVisible(message));
  if (direction === 'previous') {
    const end = start >= 0 ? start : messages.findLastIndex(isVisible) + 1;
    return messages.slice(0, end).findLast(isQuestion);
  }
  return messages.slice((start >= 0 ? start : messages.findIndex(isVisible)) + 1).find(isQuestion);
}

function visibleMessageIds(): ReadonlySet<string | undefined> {
  const box = logElement()?.getBoundingClientRect();
  const visible = messageArticles().filter((article) => {
    const { top, bottom } = article.getBoundingClientRect();
    return box !== undefined && bottom > box.top && top < box.bottom;
  });
  return new Set(visible.map((article) => article.dataset['messageId']));
}
