// Jumps to the previous or next question, and to others.
import type { Message } from '../../../conversation/common/conversation';
import type { StickToBottom } from '../stickToBottom';
import { logElement, messageArticles } from './matchHighlights';
import { scrollToMessage, type ScrollTarget } from './scrollToMessage';

/** The last jump target. A click on a jump button takes the focus from it, so the focus alone is not enough. */
let lastReachedId: string | undefined;

export type JumpDirection = 'previous' | 'next';

/** Scrolls to the previous or next question and focuses it; does nothing if there is none. */
export async function jumpToQuestion(
  direction: JumpDirection,
  messages: ScrollTarget['messages'],
  stickToBottom: StickToBottom,
): Promise<void> {
  const target = findQuestion(direction, messages().flat());
  if (target === undefined) {
    return;
  }
  await goToMessage({ messages, messageId: target.id, stickToBottom });
}

/** Scrolls to a message, or to a part of it, and focuses that. */
export async function goToMessage(
  target: ScrollTarget,
  findPart?: (article: HTMLElement) => HTMLElement | undefined,
): Promise<void> {
  const article = await scrollToMessage(
    findPart === undefined
      ? target
      : { ...target, isRangeAtTop: true, findRange: (found) => rangeOf(findPart(found)) },
  );
  const reached = article && (findPart === undefined ? article : findPart(article));
  if (reached !== undefined) {
    lastReachedId = target.messageId;
    reached.tabIndex = -1;
    reached.focus({ preventScroll: true });
  }
}

function rangeOf(element: HTMLElement | undefined): Range | undefined {
  if (element === undefined) {
    return undefined;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
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
