// A model that was picked in VS Code's own list waits for its click in the notice: the focus shows where.
import type { ViewEvent } from '../shared/protocol/protocol';

/** Focuses the offer of what was picked; the page is drawn a moment after the events are told. */
export function focusPicked(events: readonly ViewEvent[]): void {
  const told = events.findLast((event) => event.type === 'notice' && event.picked !== undefined);
  if (told?.type === 'notice') {
    requestAnimationFrame(() => {
      const answer = document.querySelector(`[data-message-id="${CSS.escape(told.answerId)}"]`);
      answer?.querySelector<HTMLElement>('.alternatives button')?.focus();
    });
  }
}
