// Which chat pages have the focus, and what the user works with there: it decides how pickers close.
import { setContextKey } from './contextKeys';
import { platformContributions } from './platformContributions';

export type FocusInput = 'keyboard' | 'pointer';

/** A map, because the page that gets the focus may report before the one that loses it. */
const focusedPages = new Map<object, FocusInput>();

/** @param input Undefined if the page has lost the focus. */
export function setChatFocus(page: object, input: FocusInput | undefined): void {
  if (input === undefined) {
    focusedPages.delete(page);
  } else {
    focusedPages.set(page, input);
  }
  setContextKey(platformContributions.contextKeys.chatFocused, focusedPages.size > 0);
}

export function chatFocusOf(page: object): FocusInput | undefined {
  return focusedPages.get(page);
}

/** Whether the user works with the keyboard in a chat. */
export function isKeyboardInChat(): boolean {
  return [...focusedPages.values()].includes('keyboard');
}
