// What the host learns about the focus of the page, and where the focus goes after events of the host.
import type { ViewEvent } from '../common/protocol';
import type { ViewCommand } from '../common/viewCommands';
import type { UiState } from './uiState';

/**
 * Reports when the page gets or loses the focus, and what the user works with: keyboard or pointer. Returns a function
 * that reports it once more.
 */
export function trackFocus(post: (command: ViewCommand) => void): () => void {
  let input: 'keyboard' | 'pointer' = 'keyboard';
  const report = (): void => post({ type: 'focused', input });
  const note = (now: typeof input): void => {
    if (now !== input) {
      input = now;
      report();
    }
  };
  window.addEventListener('focus', report);
  window.addEventListener('blur', () => post({ type: 'blurred' }));
  // While they are captured, so before VS Code executes the command of a key.
  window.addEventListener('keydown', () => note('keyboard'), { capture: true });
  window.addEventListener('pointerdown', () => note('pointer'), { capture: true });
  if (document.hasFocus()) {
    report();
  }
  return report;
}

/** Focuses the button of a model that the user has just picked, or the arrow of the version now shown. */
export function focusAfter(events: readonly ViewEvent[], ui: UiState): void {
  for (const event of events) {
    if (event.type === 'notice' && event.picked !== undefined) {
      focusInMessage(event.answerId, '[data-ask]');
    }
  }
  const shown = events.findLast((event) => event.type === 'versionShown');
  if (shown !== undefined && ui.pressedArrow !== undefined) {
    focusInMessage(shown.messageId, `[data-arrow="${ui.pressedArrow}"]`);
    ui.pressedArrow = undefined;
  }
}

/** Waits for a frame, because Preact renders after the events are announced. */
function focusInMessage(messageId: string, selector: string): void {
  requestAnimationFrame(() => {
    const message = document.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
    message?.querySelector<HTMLElement>(selector)?.focus();
  });
}
