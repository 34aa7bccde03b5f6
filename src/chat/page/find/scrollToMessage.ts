// Scrolls to a message. Messages far from the viewport are not in the document, so they are drawn on the way.
import type { Message } from '../../../conversation/common/conversation';
import { messagesPerGroup } from '../components/conversation/MessageGroup';
import { pinnedHeight, type StickToBottom } from '../stickToBottom';
import { logElement } from './matchHighlights';

/** Frames to wait at most until the message is drawn and at rest. */
const maxFrames = 180;
/** Frames to wait at most until the range appears in the message. */
const maxFramesUntilFound = 60;
/** The message is at rest if it did not move for this many frames. */
const framesAtRest = 3;

/** This many CSS pixels of a message must be visible if there is no range. */
const minVisiblePixels = 60;

let latestRequest = 0;

export interface ScrollTarget {
  /** Those on the path, each with what is shown beside it. */
  readonly messages: () => readonly (readonly Message[])[];
  readonly messageId: string;
  /** Finds the part of the article to show. Without it, the beginning is shown. */
  readonly findRange?: (article: HTMLElement) => Range | undefined;
  /** Scrolls to the range even if it is in view, and then not with text above it. */
  readonly isRangeAtTop?: boolean;
  readonly stickToBottom: StickToBottom;
}

/** Resolves to the article of the message; undefined if it is not shown or a later request replaced this one. */
export async function scrollToMessage({
  messages,
  messageId,
  findRange,
  isRangeAtTop = false,
  stickToBottom,
}: ScrollTarget): Promise<HTMLElement | undefined> {
  latestRequest += 1;
  const request = latestRequest;
  let article: HTMLElement | null = null;
  for (let frame = 0, still = 0; frame < maxFrames && still < framesAtRest; frame += 1) {
    const log = logElement();
    const index = messages().findIndex((shown) => shown.some(({ id }) => id === messageId));
    if (log !== null && index >= 0) {
      stickToBottom.release();
      article = log.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`);
      if (article === null) {
        const groups = log.querySelectorAll('.message-group');
        groups[Math.floor(index / messagesPerGroup)]?.scrollIntoView({ block: 'start' });
      } else {
        if (findRange !== undefined) {
          // An answer beside another one unfolds, as what browsers find in hidden text does.
          article.querySelector<HTMLElement>('.other-answer[aria-expanded=false]')?.click();
        }
        const range = findRange?.(article);
        const isPending =
          findRange !== undefined && range === undefined && frame < maxFramesUntilFound;
        const hasMoved =
          range === undefined ? showTop(log, article) : showRange(log, range, isRangeAtTop);
        still = hasMoved || isPending ? 0 : still + 1;
      }
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (request !== latestRequest) {
      return undefined;
    }
  }
  stickToBottom.updateIsAtEnd();
  return article ?? undefined;
}

/** Scrolls to the top of an article that is out of view. Returns whether anything moved. */
function showTop(log: HTMLElement, article: HTMLElement): boolean {
  const box = log.getBoundingClientRect();
  const { top } = article.getBoundingClientRect();
  return (top < box.top || top + minVisiblePixels > box.bottom) && scrollBy(log, top - box.top);
}

/** Scrolls to a range that is out of view, or to any one with `isAtTop`. Returns whether anything moved. */
function showRange(log: HTMLElement, range: Range, isAtTop: boolean): boolean {
  const parent = range.startContainer.parentElement;
  // Browsers do this too before they scroll to hidden text: a folded question or code block unfolds.
  parent?.closest('.folded')?.dispatchEvent(new Event('beforematch'));
  const details = parent?.closest('details');
  if (details?.open === false && parent?.closest('summary') === null) {
    details.open = true;
  }
  const box = log.getBoundingClientRect();
  const viewTop = box.top + pinnedHeight;
  const { top, bottom } = range.getBoundingClientRect();
  if (isAtTop) {
    return scrollBy(log, top - viewTop - pinnedHeight / 2);
  }
  if (top >= viewTop && bottom <= box.bottom) {
    return false;
  }
  parent?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const newTop = range.getBoundingClientRect().top;
  return scrollBy(log, newTop - box.top - log.clientHeight / 3);
}

function scrollBy(log: HTMLElement, pixels: number): boolean {
  const before = log.scrollTop;
  log.scrollTop += pixels;
  return log.scrollTop !== before;
}
