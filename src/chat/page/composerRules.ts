// The keyboard and text rules that the message box and the boxes for editing questions share.
import * as l10n from '@vscode/l10n';
import type { Preferences } from '../common/protocol';

export const isMac = /Mac/u.test(navigator.userAgent);

/** The name of the key that sends where Enter breaks the line, on this operating system. */
export function ctrlEnter(): string {
  return isMac ? l10n.t('Cmd+Enter') : l10n.t('Ctrl+Enter');
}

/**
 * The action of a key press. The browser handles `other`; there Shift+Enter breaks the line. The Enter that
 * confirms an input method's composition does not send: on some systems its event comes after the
 * composition has ended, with the key code 229.
 */
function keyAction(
  press: KeyboardEvent,
  sendWith: Preferences['sendWith'],
): 'send' | 'breakLine' | 'other' {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === 229) {
    return 'other';
  }
  if (press.shiftKey || press.altKey) {
    return 'other';
  }
  const withControl = press.ctrlKey || press.metaKey;
  if (sendWith === 'enter') {
    return withControl ? 'breakLine' : 'send';
  }
  return withControl ? 'send' : 'other';
}

export function handleEnter(
  event: KeyboardEvent,
  box: HTMLTextAreaElement | null,
  sendWith: Preferences['sendWith'],
  send: () => void,
): void {
  const action = keyAction(event, sendWith);
  if (action === 'other' || box === null) {
    return;
  }
  event.preventDefault();
  if (action === 'breakLine') {
    replaceSelection(box, '\n');
  } else if (!event.repeat) {
    send();
  }
}

/** Acts as if the user had typed: it can be undone, unlike a changed value, and fires the `input` event. */
export function replaceSelection(box: HTMLTextAreaElement, text: string): void {
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isDone) {
    box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

/** The text that stays in the box after `sent` has left it: what the user has typed after it. */
export function textAfterSending(sent: string, current: string): string {
  return current.startsWith(sent) ? current.slice(sent.length) : current;
}
