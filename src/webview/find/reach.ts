// Brings a message into view that may have been emptied far from it: it is drawn on the way.
import type { Message } from '../../shared/conversation/conversation';
import { messagesPerGroup } from '../components/conversation/MessageGroup';
import type { StickToBottom } from '../scrolling';
import { logElement } from './marks';

/** As long as it may take to draw what is on the way, in frames. */
const longest = 180;
/** As long as is waited for what is to be found in the message, in frames. */
const longestUnfound = 60;
/** What does not move for so many frames has come to rest. */
const resting = 3;

/** So much of a message is to be seen where nothing of it was looked for, in CSS pixels. */
const leastSeen = 60;

let latest = 0;

export interface Reached {
  readonly messages: () => readonly Message[];
  readonly messageId: string;
  /** What of the article is to be seen; without it, its beginning is. */
  readonly find?: (article: HTMLElement) => Range | undefined;
  readonly follower: StickToBottom;
}

/** Resolves to the message's article; undefined where it is not shown, or another was wanted meanwhile. */
export async function reach({
  messages,
  messageId,
  find,
  follower,
}: Reached): Promise<HTMLElement | undefined> {
  latest += 1;
  const own = latest;
  let article: HTMLElement | null = null;
  for (let frame = 0, still = 0; frame < longest && still < resting; frame += 1) {
    const log = logElement();
    const at = messages().findIndex(({ id }) => id === messageId);
    if (log !== null && at >= 0) {
      follower.leaveEnd();
      article = log.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`);
      if (article === null) {
        const groups = log.querySelectorAll('.group');
        groups[Math.floor(at / messagesPerGroup)]?.scrollIntoView({ block: 'start' });
      } else {
        const range = find?.(article);
        const waits = find !== undefined && range === undefined && frame < longestUnfound;
        const moved = range === undefined ? showTop(log, article) : showRange(log, range);
        still = moved || waits ? 0 : still + 1;
      }
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (own !== latest) {
      return undefined;
    }
  }
  follower.settle();
  return article ?? undefined;
}

/** Each tells whether it had to move anything. */
function showTop(log: HTMLElement, article: HTMLElement): boolean {
  const box = log.getBoundingClientRect();
  const { top } = article.getBoundingClientRect();
  return (top < box.top || top + leastSeen > box.bottom) && scrollBy(log, top - box.top);
}

function showRange(log: HTMLElement, range: Range): boolean {
  const box = log.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= box.top && bottom <= box.bottom) {
    return false;
  }
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const now = range.getBoundingClientRect().top;
  return scrollBy(log, now - box.top - log.clientHeight / 3);
}

function scrollBy(log: HTMLElement, pixels: number): boolean {
  const before = log.scrollTop;
  log.scrollTop += pixels;
  return log.scrollTop !== before;
}
