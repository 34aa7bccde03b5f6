// Keyboard shortcuts of the chat view. They stop the event: VS Code listens on the window and would open the
// editor's find widget.
import { isMac } from '../composerRules';
import type { ChatFind } from './chatFind';
import type { JumpDirection } from './questionJumps';

export function registerShortcuts(find: ChatFind, jump: (direction: JumpDirection) => void): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = shortcutAction(event, find, jump);
    if (action !== undefined && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  };
  document.addEventListener('keydown', onKeyDown, true);
}

function shortcutAction(
  event: KeyboardEvent,
  find: ChatFind,
  jump: (direction: JumpDirection) => void,
): (() => void) | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isCommand = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'f') {
    return () => find.open();
  }
  // In text fields on a Mac, Option with an arrow key moves the cursor.
  if (!altKey || ctrlKey || metaKey || shiftKey || (isMac && isTextField(event.target))) {
    return undefined;
  }
  if (event.target instanceof Element && event.target.closest('[data-queued]') !== null) {
    // In the queue, these keys move the question.
    return undefined;
  }
  switch (key) {
    case 'ArrowUp':
      return () => jump('previous');
    case 'ArrowDown':
      return () => jump('next');
    default:
      return undefined;
  }
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
