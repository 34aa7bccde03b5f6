// Moves the focus on when the element that has it disappears, so that keyboard users keep their place.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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
