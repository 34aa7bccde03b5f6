// The keys of the whole view. VS Code, which listens on the window, is not told of them: it would find in the editor.
import type { ChatFind } from './chatFind';
import type { JumpWay } from './questionJumps';

const isMac = /Mac/u.test(navigator.userAgent);

export function listenToKeys(find: ChatFind, jump: (way: JumpWay) => void): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const act = meaningOf(event, find, jump);
      if (act !== undefined && !event.isComposing) {
        event.preventDefault();
        event.stopPropagation();
        act();
      }
    },
    true,
  );
}

function meaningOf(
  event: KeyboardEvent,
  find: ChatFind,
  jump: (way: JumpWay) => void,
): (() => void) | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const commanding = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (commanding && !altKey && !shiftKey && key.toLowerCase() === 'f') {
    return () => find.open();
  }
  if (!altKey || ctrlKey || metaKey || shiftKey || (isMac && isInText(event))) {
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

/** There Option with an arrow moves the cursor on a Mac. */
function isInText({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
