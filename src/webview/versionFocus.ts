// The arrow that was pressed goes with its version: the focus goes on to the same arrow of the one that comes.
import type { ViewEvent } from '../shared/protocol/protocol';

export type Arrow = 'previous' | 'next';

let pressed: Arrow | undefined;

export function arrowPressed(arrow: Arrow): void {
  pressed = arrow;
}

/** The version that is shown in place of another one, if the events tell of one. */
export function versionShown(events: readonly ViewEvent[]): string | undefined {
  const told = events.findLast((event) => event.type === 'versionShown');
  return told?.type === 'versionShown' ? told.messageId : undefined;
}

/** The page is drawn a moment after the events are told. */
export function focusArrow(events: readonly ViewEvent[]): void {
  const shown = versionShown(events);
  const arrow = pressed;
  if (shown === undefined || arrow === undefined) {
    return;
  }
  pressed = undefined;
  requestAnimationFrame(() => {
    const article = document.querySelector(`[data-message-id="${CSS.escape(shown)}"]`);
    article?.querySelector<HTMLElement>(`[data-arrow="${arrow}"]`)?.focus();
  });
}
