// Moves the focus on when the element that has it disappears, so that keyboard users keep their place.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ViewEvent } from '../../features/chatView/common/protocol';
import type { ViewCommand } from '../../features/chatView/common/viewCommands';
import type { UiState } from '../../features/chatView/page/uiState';

export function focusComposer(): void {
  document.querySelector<HTMLElement>('.composer textarea')?.focus();
}

/**
 * Moves the focus to the message box when VS Code focuses the page, for example when the user selects its icon, unless an
 * element of the page has the focus already. After a click, the browser focuses the clicked element next.
 */
export function focusComposerFirst(): void {
  const focus = (): void => {
    if (document.activeElement === document.body) {
      focusComposer();
    }
  };
  window.addEventListener('focus', focus);
  if (document.hasFocus()) {
    focus();
  }
}

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

export function focusConversation(): void {
  document.querySelector<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

/** A ref for an element: `moveFocus` is called when the element disappears with the focus in it. */
export function useFocusFallback<T extends HTMLElement>(
  moveFocus: () => void,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    return () => {
      if (current?.contains(document.activeElement) === true) {
        moveFocus();
      }
    };
  }, []);
  return ref;
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
